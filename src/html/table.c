/* table.c - tags in tables (HTML standard, 13.2.6.4.9 to 15) */
#include "html/table.h"

#include "html/formatting_list.h"
#include "html/body.h"
#include "html/template.h"
#include "html/stack.h"

/* ---- parts of tables --- */

/* Clear the stack back to the context of a mode: a table, a group of rows, or a row. */
static void
clear_to_context(struct tree *t, enum insertion_mode mode)
{
	for (;;) {
		const struct element *e = stack_current(t);

		if (e->ns == NS_HTML && (e->tag == TAG_TEMPLATE || e->tag == TAG_HTML ||
		    (mode == IN_TABLE && e->tag == TAG_TABLE) ||
		    (mode == IN_TABLE_BODY && tag_is_row_group(e->tag)) ||
		    (mode == IN_ROW && e->tag == TAG_TR)))
			return;
		stack_pop(t);
	}
}

/* Open a part of a table in its context. */
static void
open_part(struct tree *t, enum insertion_mode context, struct element e,
    enum insertion_mode inside)
{
	clear_to_context(t, context);
	stack_push(t, e);
	if (inside == IN_CAPTION || inside == IN_CELL)
		formatting_list_add_marker(t);
	t->mode = inside;
}

/* Close the current row or group of rows. */
static void
close_part(struct tree *t, enum insertion_mode context, enum insertion_mode outside)
{
	clear_to_context(t, context);
	stack_pop(t);
	t->mode = outside;
}

static bool
close_table(struct tree *t)
{
	if (!stack_has_in_scope(t, TAG_TABLE, SCOPE_TABLE))
		return false;
	stack_pop_until(t, TAG_TABLE);
	insertion_mode_reset(t);
	return true;
}

static bool
close_caption(struct tree *t)
{
	if (!stack_has_in_scope(t, TAG_CAPTION, SCOPE_TABLE))
		return false;
	stack_close_implied(t, TAG_OTHER);
	stack_pop_until(t, TAG_CAPTION);
	formatting_list_clear_to_marker(t);
	t->mode = IN_TABLE;
	return true;
}

/* Close the cell that is open. */
static void
close_cell(struct tree *t)
{
	stack_close_implied(t, TAG_OTHER);
	while (t->depth > 1) {
		bool is_last = stack_current(t)->ns == NS_HTML &&
		    tag_is_cell(stack_current(t)->tag);

		stack_pop(t);
		if (is_last)
			break;
	}
	formatting_list_clear_to_marker(t);
	t->mode = IN_ROW;
}

static bool
is_in_row_group(const struct tree *t)
{
	return stack_has_in_scope(t, TAG_TBODY, SCOPE_TABLE) ||
	    stack_has_in_scope(t, TAG_THEAD, SCOPE_TABLE) ||
	    stack_has_in_scope(t, TAG_TFOOT, SCOPE_TABLE);
}

/* ---- start tags --- */

bool
start_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_CAPTION) {
		open_part(t, IN_TABLE, tag->element, IN_CAPTION);
		return true;
	}
	if (name == TAG_COLGROUP || name == TAG_COL) {
		open_part(t, IN_TABLE, element_of_tag(TAG_COLGROUP), IN_COLUMN_GROUP);
		return name == TAG_COLGROUP;
	}
	if (tag_is_row_group(name) || name == TAG_TR || tag_is_cell(name)) {
		open_part(t, IN_TABLE, tag_is_row_group(name) ? tag->element :
		    element_of_tag(TAG_TBODY), IN_TABLE_BODY);
		return tag_is_row_group(name);
	}
	if (name == TAG_TABLE)
		return !close_table(t) && insertion_mode_ignore(t);
	if (name == TAG_STYLE || name == TAG_SCRIPT || name == TAG_TEMPLATE)
		return start_head_content(t, tag);
	if (name == TAG_INPUT && tag->attributes->is_hidden_input)
		return true;
	if (name != TAG_FORM)
		return start_in_body(t, tag);
	if (t->form || stack_has(t, TAG_TEMPLATE))
		return insertion_mode_ignore(t);
	t->form = ++t->last_id; /* opened and closed */
	return true;
}

bool
start_in_caption(struct tree *t, const struct tree_tag *tag)
{
	if (!tag_is_table_part(tag->element.tag))
		return start_in_body(t, tag);
	return !close_caption(t) && insertion_mode_ignore(t);
}

bool
start_in_column_group(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		return insertion_mode_ignore(t);
	if (tag->element.tag == TAG_COL)
		return true;
	if (tag->element.tag == TAG_TEMPLATE)
		return start_head_content(t, tag);
	if (!stack_is_current(t, TAG_COLGROUP))
		return insertion_mode_ignore(t);
	stack_pop(t);
	return insertion_mode_change(t, IN_TABLE);
}

bool
start_in_table_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TR || tag_is_cell(name)) {
		open_part(t, IN_TABLE_BODY, name == TAG_TR ? tag->element :
		    element_of_tag(TAG_TR), IN_ROW);
		return name == TAG_TR;
	}
	if (!tag_is_table_part(name))
		return start_in_table(t, tag);
	if (!is_in_row_group(t))
		return insertion_mode_ignore(t);
	close_part(t, IN_TABLE_BODY, IN_TABLE);
	return false;
}

bool
start_in_row(struct tree *t, const struct tree_tag *tag)
{
	if (tag_is_cell(tag->element.tag)) {
		open_part(t, IN_ROW, tag->element, IN_CELL);
		return true;
	}
	if (!tag_is_table_part(tag->element.tag))
		return start_in_table(t, tag);
	if (!stack_has_in_scope(t, TAG_TR, SCOPE_TABLE))
		return insertion_mode_ignore(t);
	close_part(t, IN_ROW, IN_TABLE_BODY);
	return false;
}

bool
start_in_cell(struct tree *t, const struct tree_tag *tag)
{
	if (!tag_is_table_part(tag->element.tag))
		return start_in_body(t, tag);
	if (!stack_has_in_scope(t, TAG_TD, SCOPE_TABLE) &&
	    !stack_has_in_scope(t, TAG_TH, SCOPE_TABLE))
		return insertion_mode_ignore(t);
	close_cell(t);
	return false;
}

/* ---- end tags --- */

bool
end_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TABLE)
		close_table(t);
	else if (name != TAG_BODY && name != TAG_HTML && !tag_is_table_part(name))
		return end_in_body(t, tag);
	return true;
}

bool
end_in_caption(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_CAPTION || name == TAG_TABLE)
		return !close_caption(t) || name == TAG_CAPTION;
	if (name == TAG_BODY || name == TAG_HTML || tag_is_table_part(name))
		return true;
	return end_in_body(t, tag);
}

bool
end_in_column_group(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TEMPLATE) {
		template_close(t);
		return true;
	}
	if (name == TAG_COL || !stack_is_current(t, TAG_COLGROUP))
		return true;
	stack_pop(t);
	t->mode = IN_TABLE;
	return name == TAG_COLGROUP;
}

bool
end_in_table_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (tag_is_row_group(name)) {
		if (stack_has_in_scope(t, name, SCOPE_TABLE))
			close_part(t, IN_TABLE_BODY, IN_TABLE);
		return true;
	}
	if (name == TAG_TABLE) {
		if (!is_in_row_group(t))
			return true;
		close_part(t, IN_TABLE_BODY, IN_TABLE);
		return false;
	}
	return tag_is_table_part(name) || end_in_table(t, tag);
}

bool
end_in_row(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name != TAG_TR && name != TAG_TABLE && !tag_is_row_group(name))
		return tag_is_table_part(name) || end_in_table(t, tag);
	if (tag_is_row_group(name) && !stack_has_in_scope(t, name, SCOPE_TABLE))
		return true;
	if (!stack_has_in_scope(t, TAG_TR, SCOPE_TABLE))
		return true;
	close_part(t, IN_ROW, IN_TABLE_BODY);
	return name == TAG_TR;
}

bool
end_in_cell(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (tag_is_cell(name)) {
		if (stack_has_in_scope(t, name, SCOPE_TABLE)) {
			stack_close_implied(t, TAG_OTHER);
			stack_pop_until(t, name);
			formatting_list_clear_to_marker(t);
			t->mode = IN_ROW;
		}
		return true;
	}
	if (name == TAG_TABLE || name == TAG_TR || tag_is_row_group(name)) {
		if (!stack_has_in_scope(t, name, SCOPE_TABLE))
			return true;
		close_cell(t);
		return false;
	}
	if (name == TAG_BODY || name == TAG_HTML || tag_is_table_part(name))
		return true;
	return end_in_body(t, tag);
}
