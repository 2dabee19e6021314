/* line_start.h - what begins a line: the marks of quotes and comments, and URLs */
#ifndef TEXT_LINE_START_H
#define TEXT_LINE_START_H

#include "text/rules.h"
#include "util/text_line.h"

/* Read the prefix of the line that contains `at`; it is empty if it would end after `at`. Returns
 * the beginning of the line. */
size_t quote_prefix_read_before(const struct scan_text *t, size_t at, struct quote_prefix *p);

/* Return where the line that begins at `line` continues after its prefix and one blank: the first
 * column of a quoted diff. */
size_t quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p,
    size_t line);

/* Return the length of the "- " that OpenPGP writes before a line that begins with a hyphen (RFC
 * 4880, 7.1), if bytes[at..end) begins with one; otherwise 0. */
size_t quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end);

bool quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b);

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

/* Return true if text[begin..end) begins with a URL: a listed scheme, "www.", "ftp." or "URL:",
 * perhaps after a bracket and other marks. */
bool text_begins_url(const struct scan_text *t, size_t begin, size_t end);

#endif
