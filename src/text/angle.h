/* angle.h - URLs between angle brackets: <URL:...> and <scheme:...> */
#ifndef TEXT_ANGLE_H
#define TEXT_ANGLE_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Read the URL between angle brackets whose "<" is at `open` and whose content begins
 * at `begin`; over line breaks, but for URLGREP_JOIN_NEVER. Answers YES and fills c's fragments,
 * extent, notes and confidence; NO if no ">" ends it within reach; MORE. */
enum scan_answer angle_read(urlgrep_scanner *s, size_t open, size_t begin,
    struct candidate *c);

#endif
