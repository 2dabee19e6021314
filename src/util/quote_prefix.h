/* quote_prefix.h - the marks before quoted lines of mail: "> > ", "| ", "Bill> " */
#ifndef UTIL_QUOTE_PREFIX_H
#define UTIL_QUOTE_PREFIX_H

#include "util/scan_text.h"

enum { MAX_QUOTE_MARKS = 16 };

struct quote_prefix {
	unsigned count;
	uint32_t marks[MAX_QUOTE_MARKS]; /* a hash of each mark, blanks ignored */
	size_t end; /* where the line goes on after the prefix and its blanks */
};

/* Read the prefix of the line that begins at `begin`, at most max_marks marks of it.
 * Without a prefix, count is 0 and end is `begin`. */
void quote_prefix_read(const struct scan_text *t, size_t begin, unsigned max_marks,
    struct quote_prefix *p);

/* Return where the line that begins at `line` goes on after its prefix and one blank: the first
 * column of a quoted diff. */
size_t quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p,
    size_t line);

/* Return true if the first mark of the prefix, which has one, is a name: "Bill>". */
bool quote_prefix_has_name(const struct quote_prefix *p);

/* Return the length of the "- " that OpenPGP writes before a line that begins with a hyphen
 * (RFC 4880, 7.1), if bytes[at..end) begins so; 0 if not. */
size_t quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end);

/* Return true if both consist of the same marks. */
bool quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b);

#endif
