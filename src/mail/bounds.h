/* bounds.h - how much of a message is read, so that memory is bounded for any input
 *
 * src/doc/LIMITS.md lists all bounds, and what happens beyond each. */
#ifndef MAIL_BOUNDS_H
#define MAIL_BOUNDS_H

#include <stddef.h>

enum {
	MAX_PARTS = 10 * 1000,        /* texts of the body of a message */
	MAX_FIELDS = 10 * 1000,       /* in the header of a message */
	MAX_FIELD_BYTES = 1024 * 1024, /* a longer value is searched as it stands */
	/* Of a message that GMime parses, in all headers together: it takes 1.4 KB for a
	 * part, and up to 100 times the bytes of a header. */
	MAX_GMIME_BOUNDARIES = 10 * 1000, /* lines that look like boundaries */
	MAX_GMIME_FIELDS = 50 * 1000,
	MAX_GMIME_HEADER_BYTES = 1024 * 1024
};

/* What is reported of a message that exceeds a bound. */
#define BOUND_PARTS "more than 10,000 parts"
#define BOUND_FIELDS "more than 10,000 header fields"
#define BOUND_FIELD_BYTES "a header field longer than 1 MiB"
#define BOUND_ENCODED_WORDS "an encoded word longer than 8 KiB"
#define BOUND_DEPTH "parts nested too deeply"
#define BOUND_GMIME_BOUNDARIES "more than 10,000 boundaries"
#define BOUND_GMIME_FIELDS "more than 50,000 header fields of parts"
#define BOUND_GMIME_HEADER_BYTES "more than 1 MiB of header fields"

/* Return which bound the message text[0..len) exceeds that GMime must not parse; NULL if
 * it may. Takes one pass over the lines. */
const char *bounds_exceeded_for_gmime(const char *text, size_t len);

#endif
