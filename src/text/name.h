/* name.h - defanged names without a scheme: "evil[.]example" */
#ifndef TEXT_NAME_H
#define TEXT_NAME_H

#include "text/reader.h"

/* Return where the name whose first dot in brackets is at `mark` begins, at `floor` or
 * after it; SIZE_MAX if there is none. */
size_t name_find_begin(const struct reader *r, size_t floor, size_t mark);

/* Return true if what was read up to r->at is a name and not code, mathematics, a file or
 * an address; has_path: a path or query follows. */
bool name_is_likely(const struct reader *r, bool has_path);

#endif
