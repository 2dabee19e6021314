/* details.h - the details of a row in words, and text that is safe to show */
#ifndef PICK_DETAILS_H
#define PICK_DETAILS_H

#include <stdbool.h>
#include <stddef.h>

#include "pick/url_list.h"
#include "util/strbuf.h"

enum { MAX_DETAILS = 64 };

/* A line, as it may be shown. */
struct detail {
	size_t begin, len; /* in the text */
	bool is_warning;
	bool is_url;
};

struct row_details {
	struct strbuf text; /* of all lines, each with a line feed */
	struct detail lines[MAX_DETAILS];
	unsigned count;
};

/* Write what is known about a row: first what is dangerous about it, then the URL. Of a URL
 * and its target a "*" marks the one that is opened. Free the text. */
void row_details_write(struct row_details *details, const struct url_row *row);

/* Append how a reading treats the line breaks of the URL, in words, to out. */
void row_details_append_how(struct strbuf *out, unsigned how);

/* ---- text for a terminal: safe, and so many columns wide --- */

/* Append text as it may be shown. Characters that are not safe, or that the locale does
 * not have, are escaped as \xHH, \uHHHH or \UHHHHHHHH. */
void shown_append(struct strbuf *out, const char *text, size_t len);

/* The same for a text of several lines: keep line feeds, expand tabs, drop carriage
 * returns. */
void shown_append_lines(struct strbuf *out, const char *text, size_t len);

/* Return how many columns shown text takes. */
size_t shown_columns(const char *shown, size_t len);

/* Return how many bytes of shown text fit into so many columns. */
size_t shown_fit(const char *shown, size_t len, size_t columns);

/* Return how many bytes of shown text the first line has if it is wrapped at so many
 * columns: at a blank in the second half of the line, if there is one. At least 1 if len
 * is. */
size_t shown_wrap(const char *shown, size_t len, size_t columns);

/* Append shown text, or the part of it that fits, and an ellipsis. */
void shown_append_cut(struct strbuf *out, const char *shown, size_t len, size_t columns);

/* Where the host is in what shown_append_url appended; len 0: it has none. */
struct shown_host {
	size_t begin, len;
};

/* Append a URL in at most so many columns. The end of the host is never cut off: it says
 * whose host that is. */
struct shown_host shown_append_url(struct strbuf *out, const char *url, size_t len,
    size_t columns);

/* Append the host of a URL, or all of a URL without one, in at most so many columns. */
void shown_append_host(struct strbuf *out, const char *url, size_t len, size_t columns);

/* Return U+2026 or U+2192, or US-ASCII if the locale lacks them. */
const char *shown_ellipsis(void);
const char *shown_arrow(void);

#endif
