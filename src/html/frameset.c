/* frameset.c - tags in <frameset> and after it (HTML standard, 13.2.6.4.20 and 21) */
#include "html/frameset.h"

#include "html/stack.h"

bool
start_in_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_FRAMESET)
		stack_push(t, tag->element);
	else if (tag->element.tag != TAG_FRAME && tag->element.tag != TAG_NOFRAMES)
		return insertion_mode_ignore(t);
	return true;
}

bool
end_in_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_FRAMESET && t->depth > 1) {
		stack_pop(t);
		if (!stack_is_current(t, TAG_FRAMESET))
			t->mode = AFTER_FRAMESET;
	}
	return true;
}

bool
start_after_frameset(struct tree *t, const struct tree_tag *tag)
{
	return tag->element.tag == TAG_NOFRAMES || insertion_mode_ignore(t);
}

bool
end_after_frameset(struct tree *t, const struct tree_tag *tag)
{
	if (tag->element.tag == TAG_HTML)
		t->mode = AFTER_AFTER_FRAMESET;
	return true;
}
