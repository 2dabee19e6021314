/* utf16_text.h - text in UTF-16 or UTF-32: detect it, convert it to UTF-8, and map that
 * back */
#ifndef INPUT_UTF16_TEXT_H
#define INPUT_UTF16_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum text_encoding {
	ENCODING_BYTES, /* a superset of US-ASCII: not converted */
	ENCODING_UTF16LE,
	ENCODING_UTF16BE,
	ENCODING_UTF32LE,
	ENCODING_UTF32BE
};

enum { ENCODING_HEAD_BYTES = 512 }; /* so many are enough to detect the encoding */

/* Return the encoding of a text that begins with head[0..len), all of it or
 * ENCODING_HEAD_BYTES: by its byte order mark or, without one, if nearly all characters
 * are US-ASCII. */
enum text_encoding utf16_detect(const char *head, size_t len);

/* Return true if more of the head is needed to detect the encoding. */
bool utf16_needs_more(const char *head, size_t len);

struct utf16_decoder {
	enum text_encoding encoding;
	uint32_t high;         /* a surrogate that waits for the second one, or 0 */
	unsigned char unit[4]; /* an incomplete code unit */
	size_t unit_len;
};

/* Convert text[0..len) to UTF-8, and return the length. out has room for 2 * len + 8 bytes.
 * What is not a character becomes U+FFFD; the byte order mark is kept. An incomplete
 * character at the end is kept for the next call. */
size_t utf16_decode(struct utf16_decoder *d, const char *text, size_t len, char *out);

/* Return how many bytes of the original the converted text[0..len) comes from. */
uint64_t utf16_source_bytes(enum text_encoding encoding, const char *text, size_t len);

#endif
