/* insertion_mode.h - which rules the next tag follows (HTML standard, 13.2.4.1) */
#ifndef HTML_INSERTION_MODE_H
#define HTML_INSERTION_MODE_H

#include <stdbool.h>

#include "html/state.h"

/* Add a tag by the rules of one mode. Return true if the tag was handled; false if it is
 * to be handled again, in the new mode. */
typedef bool insertion_mode_fn(struct tree *t, const struct tree_tag *tag);

/* Ignore a start tag. Return true: it was handled. */
static inline bool
insertion_mode_ignore(struct tree *t)
{
	t->is_ignored = true;
	return true;
}

/* Return false: the tag is to be handled in the new mode. */
static inline bool
insertion_mode_change(struct tree *t, enum insertion_mode mode)
{
	t->mode = mode;
	return false;
}

/* Set the mode by the elements that are open. */
void insertion_mode_reset(struct tree *t);

/* Set the mode, also as the current template insertion mode. */
void insertion_mode_set_template(struct tree *t, enum insertion_mode mode);

#endif
