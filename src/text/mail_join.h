/* mail_join.h - does a bare URL go on after a line break in mail or news? */
#ifndef TEXT_MAIL_JOIN_H
#define TEXT_MAIL_JOIN_H

#include "text/line_break.h"

/* Set *score to that of the break b, by the lines before and after it; JOIN_NEVER if the next
 * line cannot continue the URL. Answers YES, MORE or NOMEM. */
enum scan_answer mail_join_score(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score);

#endif
