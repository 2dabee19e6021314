/* formatting_list.h - the list of active formatting elements (HTML standard, 13.2.4.3)
 *
 * Only the last MAX_FORMATTING_ELEMENTS are kept. */
#ifndef HTML_FORMATTING_LIST_H
#define HTML_FORMATTING_LIST_H

#include <stddef.h>
#include <stdint.h>

#include "html/state.h"

/* Append an open element whose attributes have this hash. Of equal elements after the
 * last marker only three stay. */
void formatting_list_add(struct tree *t, const struct element *e, uint32_t hash);

/* Insert an entry before the one at index. There must be room. */
void formatting_list_insert(struct tree *t, size_t index, const struct formatting *f);
void formatting_list_remove(struct tree *t, size_t index);

void formatting_list_add_marker(struct tree *t);
void formatting_list_clear_to_marker(struct tree *t);

/* Return the index of the last entry after the last marker that is called tag; SIZE_MAX
 * if there is none. */
size_t formatting_list_find(const struct tree *t, enum tag tag);

/* Return the index of the entry of the element with this id; SIZE_MAX if there is none. */
size_t formatting_list_find_id(const struct tree *t, unsigned id);

#endif
