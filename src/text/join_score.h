/* join_score.h - the score of a line break: does a bare URL go on after it? */
#ifndef TEXT_JOIN_SCORE_H
#define TEXT_JOIN_SCORE_H

#include "text/line_break.h"
#include "text/join_points.h" /* generated: JOIN_CERTAIN, JOIN_LIKELY, JOIN_POSSIBLE */

enum { JOIN_NEVER = -10000 }; /* a score below all thresholds: there is nothing to join */

/* Set *score to the sum of the points for and against the join of c's last fragment,
 * which is the run after the break b, and keep each sign in s->signs. Answers YES; MORE
 * if the lines that follow decide; NOMEM. */
enum scan_answer join_score(urlgrep_scanner *s, const struct candidate *c,
    const struct line_break *b, int *score);

#endif
