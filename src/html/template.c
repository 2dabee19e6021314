/* template.c - the start and end tags of <template> (HTML standard, 13.2.6.4.18) */
#include "html/template.h"

#include "html/formatting_list.h"
#include "html/stack.h"

static void
template_open(struct tree *t, const struct tree_tag *tag)
{
	if (t->depth == MAX_OPEN_ELEMENTS || t->template_count == MAX_OPEN_ELEMENTS) {
		t->is_ignored = true;
		return;
	}
	stack_push(t, tag->element);
	formatting_list_add_marker(t);
	t->has_body_content = true;
	t->template_count++;
	insertion_mode_set_template(t, IN_TEMPLATE);
}

void
template_close(struct tree *t)
{
	if (!stack_has(t, TAG_TEMPLATE))
		return;
	stack_close_implied_thoroughly(t);
	stack_pop_until(t, TAG_TEMPLATE);
	formatting_list_clear_to_marker(t);
	t->template_count -= t->template_count > 0;
	insertion_mode_reset(t);
}

bool
start_head_content(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_TEMPLATE)
		template_open(t, tag);
	return true;
}

bool
start_in_template(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (tag_has_flag(name, HEAD))
		return start_head_content(t, tag);
	insertion_mode_set_template(t, name == TAG_COL ? IN_COLUMN_GROUP :
	    name == TAG_TR ? IN_TABLE_BODY : tag_is_cell(name) ? IN_ROW :
	    tag_is_table_part(name) ? IN_TABLE : IN_BODY);
	return false;
}

bool
end_in_template(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_TEMPLATE)
		template_close(t);
	return true;
}
