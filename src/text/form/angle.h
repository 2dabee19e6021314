/* angle.h - URLs between angle brackets: <URL:...> and <scheme:...> */
#ifndef TEXT_FORM_ANGLE_H
#define TEXT_FORM_ANGLE_H

#include "text/candidate.h"

/* Read the URL between angle brackets whose "<" is at `open` and whose content begins
 * at `begin`; over line breaks if it may_break. Answers YES and fills c's fragments, extent,
 * notes and confidence; NO if no ">" ends it within reach; MORE. */
enum scan_answer angle_read(const struct scan_text *t, size_t open, size_t begin,
    bool may_break, struct candidate *c);

#endif
