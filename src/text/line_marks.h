/* line_marks.h - how wide lines are, and the marks before quoted lines and comments */
#ifndef TEXT_LINE_MARKS_H
#define TEXT_LINE_MARKS_H

#include "util/text_line.h"

/* Return the columns that bytes[begin..end) takes: one for each character of UTF-8,
 * without the blanks at the end. */
size_t text_line_width(const struct scan_text *t, size_t begin, size_t end);

/* Return the column of `at` in the line that begins at `begin`, from 0, with tab stops
 * every eight columns. */
size_t text_line_column(const struct scan_text *t, size_t begin, size_t at);

/* ---- quoted lines --- */

/* Return where the line that begins at `line` goes on after its prefix and one blank: the first
 * column of a quoted diff. */
size_t quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p,
    size_t line);

/* Return the length of the "- " that OpenPGP writes before a line that begins with a hyphen
 * (RFC 4880, 7.1), if bytes[at..end) begins so; 0 if not. */
size_t quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end);

/* Return true if both consist of the same marks. */
bool quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b);

/* ---- comments --- */

/* A leader follows the indentation of its line, and a blank or the end of the line
 * follows it. */
struct comment_leader {
	uint32_t mark; /* equal for lines of one comment; 0: there is no leader */
	size_t text;   /* where the text begins, after the blanks */
};

/* Read the leader of the line that begins at `begin`, perhaps after the columns of a quote or a
 * diff, and ends at `end`. "*" and "+" are leaders only in a comment that an earlier line opened
 * with "/" and "*". */
void comment_leader_read(const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *leader);

#endif
