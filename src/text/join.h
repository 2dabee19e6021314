/* join.h - does a bare URL that reaches the end of its line go on in the next? */
#ifndef TEXT_JOIN_H
#define TEXT_JOIN_H

#include "text/candidate.h"
#include "text/scanner.h"

/* Add to c, a bare URL, the fragments of the next lines that certainly or possibly belong to it;
 * set c->certain_count and c->confidence. Returns SCAN_YES; SCAN_NO if c is not a URL without them;
 * SCAN_NOMEM. */
enum scan_answer join_lines(urlgrep_scanner *s, struct candidate *c);

#endif
