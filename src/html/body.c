/* body.c - tags in the body and after it (HTML standard, 13.2.6.4.7 and 19) */
#include "html/body.h"

#include "html/adoption_agency.h"
#include "html/formatting_list.h"
#include "html/formatting.h"
#include "html/template.h"
#include "html/stack.h"

/* ---- start tags --- */

static bool
start_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (t->depth < 2 || !element_is_html(&t->stack[1], TAG_BODY) ||
	    t->has_body_content)
		return insertion_mode_ignore(t);
	stack_pop_to(t, 1);
	stack_push(t, tag->element);
	t->mode = IN_FRAMESET;
	return true;
}

static bool
is_list_item_pair(enum tag a, enum tag b)
{
	return a == TAG_LI ? b == TAG_LI : b == TAG_DD || b == TAG_DT;
}

static bool
start_list_item(struct tree *t, const struct tree_tag *tag)
{
	size_t i;

	t->has_body_content = true;
	for (i = t->depth; i-- > 0;) {
		const struct element *e = &t->stack[i];

		if (e->ns == NS_HTML && is_list_item_pair(tag->element.tag, e->tag)) {
			enum tag closed = e->tag;

			stack_close_implied(t, closed);
			stack_pop_until(t, closed);
			break;
		}
		if (e->is_special && !element_is_html(e, TAG_ADDRESS) &&
		    !element_is_html(e, TAG_DIV) && !element_is_html(e, TAG_P))
			break;
	}
	stack_close_p(t);
	stack_push(t, tag->element);
	return true;
}

static bool
start_form(struct tree *t, const struct tree_tag *tag)
{
	if (t->form && !stack_has(t, TAG_TEMPLATE))
		return insertion_mode_ignore(t);
	stack_close_p(t);
	stack_push(t, tag->element);
	if (!stack_has(t, TAG_TEMPLATE))
		t->form = stack_current(t)->id;
	return true;
}

static bool
start_select(struct tree *t, const struct tree_tag *tag)
{
	formatting_reconstruct(t);
	stack_push(t, tag->element);
	t->has_body_content = true;
	if (!stack_has(t, TAG_SELECT)) /* too deep */
		return true;
	t->mode = t->mode >= IN_TABLE && t->mode <= IN_CELL ? IN_SELECT_IN_TABLE :
	    IN_SELECT;
	return true;
}

static bool
start_foreign_root(struct tree *t, const struct tree_tag *tag, enum name_space ns)
{
	struct element e = tag->element;

	e.ns = ns;
	formatting_reconstruct(t);
	if (!tag->attributes->is_self_closing)
		stack_push(t, e);
	t->is_ignored = true; /* it is no element of HTML */
	return true;
}

static bool
start_void(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_HR) {
		stack_close_p(t);
	} else if (name != TAG_PARAM && name != TAG_SOURCE && name != TAG_TRACK) {
		formatting_reconstruct(t);
	} else {
		return true;
	}
	if (name != TAG_INPUT || !tag->attributes->is_hidden_input)
		t->has_body_content = true;
	return true;
}

/* Open an inline element, after the formatting elements. */
static bool
start_inline(struct tree *t, const struct tree_tag *tag)
{
	formatting_reconstruct(t);
	stack_push(t, tag->element);
	return true;
}

static bool
start_block(struct tree *t, const struct tree_tag *tag)
{
	stack_close_p(t);
	if (tag_is_heading(tag->element.tag) && stack_current(t)->ns == NS_HTML &&
	    tag_is_heading(stack_current(t)->tag))
		stack_pop(t);
	stack_push(t, tag->element);
	return true;
}

/* Handle an element by its name, if it has no class of its own. */
static bool
start_named(struct tree *t, const struct tree_tag *tag)
{
	switch (tag->element.tag) {
	case TAG_PRE:
	case TAG_LISTING:
		t->has_body_content = true;
		return start_block(t, tag);
	case TAG_PLAINTEXT:
		return start_block(t, tag);
	case TAG_BUTTON:
		stack_close_in_scope(t, TAG_BUTTON, SCOPE_DEFAULT);
		t->has_body_content = true;
		return start_inline(t, tag);
	case TAG_APPLET:
	case TAG_MARQUEE:
	case TAG_OBJECT:
		start_inline(t, tag);
		formatting_list_add_marker(t);
		t->has_body_content = true;
		return true;
	case TAG_TABLE:
		if (t->has_doctype)
			stack_close_p(t);
		stack_push(t, tag->element);
		t->has_body_content = true;
		t->mode = IN_TABLE;
		return true;
	case TAG_XMP:
		stack_close_p(t);
		formatting_reconstruct(t);
		t->has_body_content = true;
		return true;
	case TAG_TEXTAREA:
	case TAG_IFRAME:
		t->has_body_content = true;
		return true;
	case TAG_NOEMBED:
		return true;
	case TAG_IMAGE:
		formatting_reconstruct(t);
		t->has_body_content = true;
		return true;
	case TAG_OPTGROUP:
	case TAG_OPTION:
		if (stack_is_current(t, TAG_OPTION))
			stack_pop(t);
		return start_inline(t, tag);
	case TAG_RB:
	case TAG_RTC:
	case TAG_RP:
	case TAG_RT:
		if (stack_has_in_scope(t, TAG_RUBY, SCOPE_DEFAULT))
			stack_close_implied(t, tag->element.tag == TAG_RP ||
			    tag->element.tag == TAG_RT ? TAG_RTC : TAG_OTHER);
		stack_push(t, tag->element);
		return true;
	default:
		return start_inline(t, tag);
	}
}

bool
start_in_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (tag_has_flag(name, HEAD))
		return start_head_content(t, tag);
	if (name == TAG_BODY && !stack_has(t, TAG_TEMPLATE))
		t->has_body_content = true;
	if (name == TAG_HTML || name == TAG_BODY || name == TAG_HEAD_ ||
	    name == TAG_FRAME || tag_is_table_part(name))
		return insertion_mode_ignore(t);
	if (name == TAG_FRAMESET)
		return start_frameset(t, tag);
	if (name == TAG_LI || name == TAG_DD || name == TAG_DT)
		return start_list_item(t, tag);
	if (name == TAG_FORM)
		return start_form(t, tag);
	if (name == TAG_SELECT)
		return start_select(t, tag);
	if (name == TAG_SVG || name == TAG_MATH)
		return start_foreign_root(t, tag, name == TAG_SVG ? NS_SVG : NS_MATHML);
	if (tag_has_flag(name, BLOCK) || name == TAG_P || tag_is_heading(name))
		return start_block(t, tag);
	if (tag_has_flag(name, FORMATTING))
		return formatting_start(t, tag);
	if (tag_has_flag(name, VOID))
		return start_void(t, tag);
	return start_named(t, tag);
}

/* ---- end tags --- */

static void
end_form(struct tree *t)
{
	size_t open;
	unsigned form = t->form;

	if (stack_has(t, TAG_TEMPLATE)) {
		stack_close_in_scope(t, TAG_FORM, SCOPE_DEFAULT);
		return;
	}
	t->form = 0;
	open = form ? stack_find(t, form) : SIZE_MAX;
	if (open == SIZE_MAX || !stack_has_in_scope(t, TAG_FORM, SCOPE_DEFAULT))
		return;
	stack_close_implied(t, TAG_OTHER);
	open = stack_find(t, form);
	if (open != SIZE_MAX)
		stack_remove(t, open);
}

static void
end_heading(struct tree *t)
{
	enum tag tag;
	bool is_last;

	for (tag = TAG_H1; tag <= TAG_H6; tag++)
		if (stack_has_in_scope(t, tag, SCOPE_DEFAULT))
			break;
	if (tag > TAG_H6)
		return;
	stack_close_implied(t, TAG_OTHER);
	do {
		is_last = stack_current(t)->ns == NS_HTML &&
		    tag_is_heading(stack_current(t)->tag);
		stack_pop(t);
	} while (!is_last && t->depth > 1);
}

bool
end_in_body(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_TEMPLATE) {
		template_close(t);
	} else if (name == TAG_BODY || name == TAG_HTML) {
		if (!stack_has_in_scope(t, TAG_BODY, SCOPE_DEFAULT))
			return true;
		t->mode = AFTER_BODY;
		return name == TAG_BODY;
	} else if (tag_has_flag(name, BLOCK) || name == TAG_BUTTON || name == TAG_PRE ||
	    name == TAG_LISTING || name == TAG_DD || name == TAG_DT) {
		stack_close_in_scope(t, name, SCOPE_DEFAULT);
	} else if (name == TAG_FORM) {
		end_form(t);
	} else if (name == TAG_P) {
		stack_close_p(t);
	} else if (name == TAG_LI) {
		stack_close_in_scope(t, name, SCOPE_LIST);
	} else if (tag_is_heading(name)) {
		end_heading(t);
	} else if (tag_has_flag(name, FORMATTING)) {
		adoption_agency_run(t, &tag->element);
	} else if (name == TAG_APPLET || name == TAG_MARQUEE || name == TAG_OBJECT) {
		if (stack_close_in_scope(t, name, SCOPE_DEFAULT))
			formatting_list_clear_to_marker(t);
	} else if (name == TAG_BR) {
		formatting_reconstruct(t);
		t->has_body_content = true;
	} else {
		stack_close_any(t, &tag->element);
	}
	return true;
}

/* ---- after the body --- */

bool
start_after_body(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		return insertion_mode_ignore(t);
	return insertion_mode_change(t, IN_BODY);
}

bool
end_after_body(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML && t->mode == AFTER_BODY) {
		t->mode = AFTER_AFTER_BODY;
		return true;
	}
	return insertion_mode_change(t, IN_BODY);
}
