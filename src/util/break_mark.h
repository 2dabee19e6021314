/* break_mark.h - marks at the end of a line that say that it is broken there */
#ifndef UTIL_BREAK_MARK_H
#define UTIL_BREAK_MARK_H

#include "util/scan_text.h"

/* What a mark is of. It belongs to neither line. */
enum break_mark {
	MARK_NONE,
	MARK_HYPHEN,    /* U+2010, as groff prints it, or a soft hyphen */
	MARK_BACKSLASH, /* of shells, Python and reStructuredText */
	MARK_PERCENT,   /* of TeX */
	MARK_EQUALS     /* of quoted-printable that was not decoded */
};

/* Return the hyphen or backslash at bytes[at..end), and set *len to its length. */
enum break_mark break_mark_read(const struct scan_text *t, size_t at, size_t end,
    size_t *len);

/* Return the hyphen or backslash that bytes[begin..end) end in, after something else, and
 * set *len to its length. */
enum break_mark break_mark_read_last(const struct scan_text *t, size_t begin, size_t end,
    size_t *len);

#endif
