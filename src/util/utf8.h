/* utf8.h - UTF-8 (RFC 3629): the only decoder and encoder of the tree */
#ifndef UTIL_UTF8_H
#define UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return the length in bytes of a character by its first byte: 1 to 4; 0 if no
 * character begins with it. */
static inline size_t
utf8_length(unsigned char lead)
{
	return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 :
	    lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

/* Return true if the byte continues a character: no character begins with it. */
static inline bool
utf8_is_continuation(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Decode the character at the beginning of text[0..len). Returns its length in bytes and sets
 * *code; 0 if the bytes are ill-formed (overlong, a surrogate, beyond U+10FFFF) or end too
 * early. */
size_t utf8_decode(const char *text, size_t len, uint32_t *code);

/* Encode a character into out[0..4); returns its length. */
size_t utf8_encode(uint32_t code, char *out);

/* Return the length of the byte order mark (U+FEFF) at the beginning of text[0..len), 0
 * if there is none. */
size_t utf8_bom_length(const char *text, size_t len);

/* Return true if text[0..len) is well-formed. */
bool utf8_is_valid(const char *text, size_t len);

/* Return how many bytes at the beginning of text[0..len) are US-ASCII. */
size_t utf8_ascii_length(const char *text, size_t len);

/* Return true if no byte of text[0..len) is beyond US-ASCII. */
static inline bool
utf8_is_ascii(const char *text, size_t len)
{
	return utf8_ascii_length(text, len) == len;
}

#endif
