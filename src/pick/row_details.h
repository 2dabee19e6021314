/* row_details.h - what is said about a row, in words */
#ifndef PICK_ROW_DETAILS_H
#define PICK_ROW_DETAILS_H

#include <stdbool.h>

#include "pick/url_row.h"
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

#endif
