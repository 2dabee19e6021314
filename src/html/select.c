/* select.c - tags in <select> (HTML standard, 13.2.6.4.16 and 17)
 *
 * Of what the standard opens in it, only <template> changes how what follows is read. */
#include "html/select.h"

#include "html/template.h"
#include "html/stack.h"

static bool
close_select(struct tree *t)
{
	if (!stack_is_current(t, TAG_SELECT))
		return false;
	stack_pop(t);
	insertion_mode_reset(t);
	return true;
}

bool
start_in_select(struct tree *t, const struct tree_tag *tag)
{
	enum tag name = tag->element.tag;

	if (name == TAG_OPTION || name == TAG_OPTGROUP || name == TAG_HR)
		return true; /* not kept open: nothing depends on that */
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
	if (tag->element.tag == TAG_SELECT)
		close_select(t);
	else if (tag->element.tag == TAG_TEMPLATE)
		template_close(t);
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
