/* line_start.h - what begins a line: the leaders of comments, and URLs */
#ifndef TEXT_LINE_START_H
#define TEXT_LINE_START_H

#include "text/scanner.h"

/* The leader of a line, between its indentation and a blank or the end of the line. */
struct comment_leader {
	uint32_t mark; /* the same in all lines of a comment; 0: there is no leader */
	size_t text;   /* where the text after the leader and blanks begins */
};

/* Read the leader of the line that begins at `begin`, or after the columns of a quote or a diff
 * there, and ends at `end`. "*" and "+" are leaders only in a comment that an earlier line opened
 * with "/" and "*". */
void comment_leader_read(struct rules *rules, const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *leader);

/* Return true if text[begin..end) begins with a URL: a scheme of the grammar, "www.", "ftp." or
 * "URL:", perhaps after a bracket and other marks. */
bool line_begins_url(const urlgrep_scanner *s, size_t begin, size_t end);

#endif
