/* angle_prefix.h - what is before the text in the lines of a URL between angle brackets */
#ifndef TEXT_ANGLE_PREFIX_H
#define TEXT_ANGLE_PREFIX_H

#include "util/line_prefix.h"

/* What the line with the "<" begins with (rules W5, J9). */
struct angle_prefix {
	struct quote_prefix quote;
	char diff_mark;          /* "+" or "-" in the first column of a diff, or 0 */
	uint32_t leader;         /* the mark of a comment's leader, also after code; 0: none */
	size_t marks, marks_end; /* where other marks may be, up to the "<" */
};

/* Read the prefix of the line that holds the "<" at `bracket`. */
void angle_prefix_read(const struct scan_text *t, size_t bracket, struct angle_prefix *p);

/* Skip the same prefix of the line that begins at *at. A line without it is taken whole.
 * Answers YES or MORE; NO if it is another line of a diff, as a removed one after an added
 * one. */
enum scan_answer angle_prefix_skip(const struct scan_text *t, const struct angle_prefix *p,
    size_t *at);

/* Skip the mark with which the line of the "<" begins, at *at after a blank, if nothing else is in
 * the rest of the line: the right side of a box. Answers YES or MORE. */
enum scan_answer angle_prefix_skip_border(const struct scan_text *t, size_t bracket, size_t *at);

#endif
