/* pattern_signs.h - whether "http://example[.]com" is a regular expression */
#ifndef TEXT_PATTERN_SIGNS_H
#define TEXT_PATTERN_SIGNS_H

#include "text/reader.h"

/* Return true if what was read up to r->at, and what is around it, has signs of a regular
 * expression. */
bool pattern_signs_has_any(const struct reader *r);

#endif
