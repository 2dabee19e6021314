/* loose.h - repair URLs that are not valid, and percent-encode characters illegal in URIs */
#ifndef URL_LOOSE_H
#define URL_LOOSE_H

#include <stddef.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* The characters to percent-encode: a set of bits. */
enum {
	/* Outside the authority: | ^ \ { } [ ], the backquote, "%" without two hexadecimal
	 * digits, a second "#" directly after a slash, and bytes above 7F that are not well-formed
	 * UTF-8. */
	ENCODE_LOOSE = 1,
	ENCODE_SPACE = 2,   /* outside the authority: white space */
	ENCODE_UNICODE = 4, /* all characters beyond US-ASCII (RFC 3987 section 3.1) */
	ENCODE_ILLEGAL = 8  /* not in loose URLs: the double quote, < and >, another second "#", and
	                     * control characters */
};

/* Return which of these sets the character of US-ASCII at text[at] is of; 0: it may be in a URL.
 * fragment: the offset of the first "#". */
unsigned loose_set_of(const char *text, size_t len, size_t at, size_t fragment);

/* Append text[begin..end), a part of a URL, with those bytes percent-encoded. */
void loose_encode(struct strbuf *out, urlgrep_span text, size_t begin, size_t end, unsigned what);

/* Maps offsets in the output of loose_encode() to its input. Initialize with both texts
 * and zeros. */
struct loose_map {
	const char *text, *encoded;
	size_t text_len;
	size_t text_at, encoded_at;
};

/* Return the offset in the text of the byte that is, or was encoded, at encoded[offset]. */
size_t loose_map_offset(struct loose_map *m, size_t offset);

#endif
