/* tree.c - which elements of HTML are open (HTML standard, 13.2.6)
 *
 * The standard's insertion modes say what a tag does: their functions are in
 * html/tree/modes, the state that they change in html/tree. */
#include "html/tree.h"

#include "html/foreign_content.h"
#include "html/body.h"
#include "html/formatting.h"
#include "html/frameset.h"
#include "html/head.h"
#include "html/select.h"
#include "html/table.h"
#include "html/template.h"
#include "html/stack.h"
#include "util/ascii.h"
#include "util/memory.h"

/* The rules of each insertion mode. */
static const struct {
	insertion_mode_fn *start_tag, *end_tag;
} modes[] = {
	[BEFORE_HTML] = { start_before_body, end_before_body },
	[BEFORE_HEAD] = { start_before_body, end_before_body },
	[IN_HEAD] = { start_before_body, end_before_body },
	[IN_HEAD_NOSCRIPT] = { start_before_body, end_before_body },
	[AFTER_HEAD] = { start_before_body, end_before_body },
	[IN_BODY] = { start_in_body, end_in_body },
	[IN_TABLE] = { start_in_table, end_in_table },
	[IN_CAPTION] = { start_in_caption, end_in_caption },
	[IN_COLUMN_GROUP] = { start_in_column_group, end_in_column_group },
	[IN_TABLE_BODY] = { start_in_table_body, end_in_table_body },
	[IN_ROW] = { start_in_row, end_in_row },
	[IN_CELL] = { start_in_cell, end_in_cell },
	[IN_SELECT] = { start_in_select, end_in_select },
	[IN_SELECT_IN_TABLE] = { start_in_select_in_table, end_in_select_in_table },
	[IN_TEMPLATE] = { start_in_template, end_in_template },
	[AFTER_BODY] = { start_after_body, end_after_body },
	[IN_FRAMESET] = { start_in_frameset, end_in_frameset },
	[AFTER_FRAMESET] = { start_after_frameset, end_after_frameset },
	[AFTER_AFTER_BODY] = { start_after_body, end_after_body },
	[AFTER_AFTER_FRAMESET] = { start_after_frameset, end_after_frameset },
};

struct tree *
tree_new(const urlgrep_memory *memory)
{
	return memory_allocate_zeroed(memory, sizeof(struct tree));
}

void
tree_free(struct tree *t, const urlgrep_memory *memory)
{
	memory_release(memory, t);
}

void
tree_set_doctype(struct tree *t, bool has_doctype)
{
	t->has_doctype = has_doctype;
}

static struct element
element_of(const char *html, const struct html_token *tag)
{
	return element_named(html + tag->name_range.begin,
	    tag->name_range.end - tag->name_range.begin, tag_find(tag->name));
}

/* ---- start tags --- */

bool
tree_begin_start_tag(struct tree *t, const char *html, const struct html_token *tag)
{
	enum tag name;

	t->start_tag = (struct tree_tag){ element_of(html, tag), &t->attributes };
	t->attributes = (struct tree_attributes){ .hash = 2166136261u };
	name = t->start_tag.element.tag;
	return tag_has_flag(name, FORMATTING) || name == TAG_ANNOTATION_XML || name == TAG_INPUT;
}

static bool
is_name(const char *html, struct html_range name, const char *word)
{
	return ascii_is_word(html + name.begin, name.end - name.begin, word);
}

static bool
is_html_type(const char *html, struct html_range value)
{
	return is_name(html, value, "text/html") ||
	    is_name(html, value, "application/xhtml+xml");
}

static uint32_t
add_to_hash(uint32_t hash, const char *html, const struct html_attribute *a)
{
	size_t i;

	for (i = a->name.begin; i < a->value.end; i++)
		hash = (hash ^ (unsigned char)html[i]) * 16777619u;
	return hash;
}

void
tree_add_attribute(struct tree *t, const char *html, const struct html_attribute *a)
{
	struct tree_attributes *all = &t->attributes;
	enum tag tag = t->start_tag.element.tag;

	if (tag_has_flag(tag, FORMATTING))
		all->hash = add_to_hash(all->hash, html, a);
	if (tag == TAG_FONT)
		all->is_colored_font |= is_name(html, a->name, "color") ||
		    is_name(html, a->name, "face") || is_name(html, a->name, "size");
	else if (tag == TAG_ANNOTATION_XML)
		all->is_html_annotation |= is_name(html, a->name, "encoding") &&
		    is_html_type(html, a->value);
	else if (tag == TAG_INPUT)
		all->is_hidden_input |= is_name(html, a->name, "type") &&
		    is_name(html, a->value, "hidden");
}

bool
tree_end_start_tag(struct tree *t, bool is_self_closing)
{
	const struct tree_tag *tag = &t->start_tag;

	t->attributes.is_self_closing = is_self_closing;
	t->is_ignored = false;
	if (foreign_content_takes_start(t, tag->element.tag) &&
	    foreign_content_start(t, tag))
		return false;
	while (!modes[t->mode].start_tag(t, tag))
		;
	return !t->is_ignored;
}

/* ---- end tags and text --- */

void
tree_add_end_tag(struct tree *t, const char *html, const struct html_token *token)
{
	static const struct tree_attributes no_attributes;
	struct tree_tag tag = { element_of(html, token), &no_attributes };

	if (tree_is_foreign(t) && foreign_content_end(t, &tag.element))
		return;
	while (!modes[t->mode].end_tag(t, &tag))
		;
}

void
tree_add_text(struct tree *t, bool is_space)
{
	if (tree_is_foreign(t) && !element_is_text_integration_point(stack_current(t)) &&
	    !element_is_html_integration_point(stack_current(t))) {
		t->has_body_content |= !is_space;
		return;
	}
	if (t->mode >= IN_FRAMESET && t->mode != AFTER_AFTER_BODY)
		return;
	if (t->mode == IN_SELECT || t->mode == IN_SELECT_IN_TABLE)
		return;
	if (t->mode < IN_BODY && is_space)
		return;
	if (t->mode < IN_BODY)
		begin_body(t);
	if (!is_space && (t->mode == AFTER_BODY || t->mode == AFTER_AFTER_BODY))
		t->mode = IN_BODY;
	if (t->mode == IN_COLUMN_GROUP && !is_space && stack_is_current(t, TAG_COLGROUP)) {
		stack_pop(t);
		t->mode = IN_TABLE;
	}
	if (t->mode == IN_COLUMN_GROUP || (is_space && t->mode >= IN_TABLE &&
	    t->mode <= IN_ROW && t->mode != IN_CAPTION))
		return;
	formatting_reconstruct(t);
	t->has_body_content |= !is_space;
}

bool
tree_is_foreign(const struct tree *t)
{
	return t->depth > 0 && t->stack[t->depth - 1].ns != NS_HTML;
}
