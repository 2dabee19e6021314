/* text_join.h - does a bare URL go on after a line break in text that is no mail? */
#ifndef TEXT_TEXT_JOIN_H
#define TEXT_TEXT_JOIN_H

#include "text/line_break.h"

/* Read the comment leaders of both lines of b, and find the run
 * after that of the next line. Answers YES; NO if the next line cannot continue what is in
 * the URL's line. b->prefix tells what quotes both in mail. */
enum scan_answer text_join_read_leaders(struct line_break *b);

/* Return true if the URL's line is one of a comment or of a diff, by
 * what text_join_read_leaders has found. */
bool text_join_is_source(const struct line_break *b);

/* Set *score to JOIN_CERTAIN, JOIN_POSSIBLE or less by what both lines look like, and keep
 * the reason as a sign in s->signs. The run of b, which is not empty, is not in c yet.
 * Answers YES; MORE if the lines that follow decide. */
enum scan_answer text_join_score(urlgrep_scanner *s, const struct candidate *c,
    const struct line_break *b, int *score);

#endif
