/* select.c - tags in <select> (HTML standard, 13.2.6.4.16 and 17) */
#include "html/tree/modes/select.h"

#include "html/tree/modes/template.h"
#include "html/tree/stack.h"

static bool
close_select(struct tree *t)
{
	if (!stack_has_in_scope(t, TAG_SELECT, SCOPE_SELECT))
		return false;
	stack_pop_until(t, TAG_SELECT);
	insertion_mode_reset(t);
	return true;
}

bool
start_in_select(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_OPTION || name == TAG_OPTGROUP || name == TAG_HR) {
		if (stack_is_current(t, TAG_OPTION))
			stack_pop(t);
		if (name != TAG_OPTION && stack_is_current(t, TAG_OPTGROUP))
			stack_pop(t);
		if (name != TAG_HR)
			stack_push(t, tag->element);
		return true;
	}
	if (name == TAG_SELECT) {
		close_select(t);
		return true;
	}
	if (name == TAG_INPUT || name == TAG_KEYGEN || name == TAG_TEXTAREA)
		return !close_select(t) && insertion_mode_ignore(t);
	if (name == TAG_SCRIPT || name == TAG_TEMPLATE)
		return start_head_content(t, tag);
	return insertion_mode_ignore(t);
}

bool
start_in_select_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name != TAG_CAPTION && name != TAG_TABLE && name != TAG_TR &&
	    !tag_is_row_group(name) && !tag_is_cell(name))
		return start_in_select(t, tag);
	stack_pop_until(t, TAG_SELECT);
	insertion_mode_reset(t);
	return false;
}

bool
end_in_select(struct tree *t, const struct tree_tag *tag)
{
	switch (tag->element.tag) {
	case TAG_OPTGROUP:
		if (stack_is_current(t, TAG_OPTION) && t->depth > 1 &&
		    element_is_html(&t->stack[t->depth - 2], TAG_OPTGROUP))
			stack_pop(t);
		if (stack_is_current(t, TAG_OPTGROUP))
			stack_pop(t);
		break;
	case TAG_OPTION:
		if (stack_is_current(t, TAG_OPTION))
			stack_pop(t);
		break;
	case TAG_SELECT:
		close_select(t);
		break;
	case TAG_TEMPLATE:
		template_close(t);
		break;
	default:
		break;
	}
	return true;
}

bool
end_in_select_in_table(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name != TAG_CAPTION && name != TAG_TABLE && name != TAG_TR &&
	    !tag_is_row_group(name) && !tag_is_cell(name))
		return end_in_select(t, tag);
	if (!stack_has_in_scope(t, name, SCOPE_TABLE))
		return true;
	stack_pop_until(t, TAG_SELECT);
	insertion_mode_reset(t);
	return false;
}
