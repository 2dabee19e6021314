/* scan_text.h - the text that a scanner searches, and the answers of its readers */
#ifndef UTIL_SCAN_TEXT_H
#define UTIL_SCAN_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"

enum {
	/* How far a candidate's surroundings are read: back from its colon, and
	 * ahead from the end of its line. */
	MAX_LOOKBEHIND_BYTES = 8192,
	MAX_LOOKAHEAD_BYTES = 2048,
	/* The text after the run of a mark that may affect its finding. */
	WINDOW_BYTES = 8192
};

/* The part of the text that the scanner was given last, bytes[0..len). */
struct scan_text {
	const char *bytes;
	size_t len;
	uint64_t origin; /* offset of bytes[0] in the whole text */
	bool is_last;    /* no more text follows */
};

/* Return the byte at an offset; a line feed at the end of the text. */
static inline char
scan_byte_at(const struct scan_text *t, size_t at)
{
	return at < t->len ? t->bytes[at] : '\n';
}

/* Return the byte before an offset; a line feed at the beginning of the text. */
static inline char
scan_byte_before(const struct scan_text *t, size_t at)
{
	return at > 0 ? t->bytes[at - 1] : '\n';
}

/* Return bytes[begin..end). */
static inline urlgrep_span
scan_span(const struct scan_text *t, size_t begin, size_t end)
{
	return (urlgrep_span){ t->bytes + begin, end - begin };
}

/* The answer of a function that reads a part of the text. */
enum scan_answer {
	SCAN_NO,
	SCAN_YES,
	SCAN_MORE, /* the text ends too early to decide */
	SCAN_NOMEM
};

#endif
