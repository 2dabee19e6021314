/* ascii.h - classes of bytes, the same in every locale */
#ifndef UTIL_ASCII_H
#define UTIL_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/classes.h" /* ASCII_ALPHA and the like, sets of bits: from classes.tsv */

#if defined(__APPLE__) || defined(_WIN32)
#include "util/platform.h" /* has the searches of GNU */
#endif

/* Also generated from classes.tsv: the classes of each byte; and, for each class and the low four
 * bits of a byte, the set of the high four bits of its members. */
extern const uint32_t ascii_class[256];
extern const unsigned char ascii_nibbles[][16];

/* The value of each letter of base64 (RFC 4648, 4), and 64 more; 0 for other bytes. */
extern const unsigned char ascii_base64[256];

/* 16 plus the value of each hexadecimal digit; 0 for other bytes. */
extern const unsigned char ascii_hex[256];

static inline bool
ascii_is(char c, unsigned classes)
{
	return (ascii_class[(unsigned char)c] & classes) != 0;
}

static inline bool
ascii_is_space(char c)
{
	return ascii_is(c, ASCII_BLANK | ASCII_BREAK);
}

static inline bool
ascii_is_alphanumeric(char c)
{
	return ascii_is(c, ASCII_ALPHA | ASCII_DIGIT);
}

/* Return true if c is in the set and not NUL. If the set is constant, the loop is unrolled, and
 * becomes a test of a bit. */
static inline bool
ascii_is_one_of(char c, const char *set)
{
	size_t len = strlen(set), i;

#ifndef __clang__ /* which unrolls the loop before it knows the set */
#pragma GCC unroll 32
#endif
	for (i = 0; i < len; i++)
		if (set[i] == c)
			return true;
	return false;
}

static inline bool
ascii_is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Return the value of a hexadecimal digit. */
static inline unsigned
ascii_hex_value(char c)
{
	return ascii_hex[(unsigned char)c] & 15;
}

/* Write the two hexadecimal digits of a byte, in capitals. */
static inline void
ascii_write_hex(char *digits, char byte)
{
	static const char hex[] = "0123456789ABCDEF";

	digits[0] = hex[(unsigned char)byte >> 4];
	digits[1] = hex[byte & 15];
}

/* If text[0..len) begins with the mark and two hexadecimal digits, set *byte to their value and
 * return true. */
static inline bool
ascii_read_escape(const char *text, size_t len, char mark, char *byte)
{
	unsigned high, low;

	if (len < 3 || *text != mark)
		return false;
	high = ascii_hex[(unsigned char)text[1]];
	low = ascii_hex[(unsigned char)text[2]];
	if ((high & low) == 0)
		return false;
	*byte = (char)(high << 4 | (low & 15));
	return true;
}

/* Return true if text[0..len) begins with a percent-escape. */
static inline bool
ascii_is_escape(const char *text, size_t len)
{
	char byte;

	return ascii_read_escape(text, len, '%', &byte);
}

/* ---- searches --- */

/* Return how many bytes at the beginning of text[0..len) are in the class. */
size_t ascii_span(const char *text, size_t len, unsigned class);

/* Return the offset of the first byte of text[0..len) that is in the class, or len. */
size_t ascii_until(const char *text, size_t len, unsigned class);

/* Return how many bytes at the beginning of text[0..len) are in the class, up to a dot before a
 * dot, star or plus. The class must contain the dot. */
size_t ascii_span_unrepeated(const char *text, size_t len, unsigned class);

/* Return the offset of the first `first` in text[0..len) that precedes a `second`, or len. */
size_t ascii_pair(const char *text, size_t len, char first, char second);

/* Return the number of line feeds in text[0..len). */
uint64_t line_count(const char *text, size_t len);

/* Return the offset of the first c in text[0..len); len if there is none. */
static inline size_t
ascii_find(const char *text, size_t len, char c)
{
	const char *found = memchr(text, c, len);

	return found ? (size_t)(found - text) : len;
}

/* Return the length of the first line of text[0..len), with its line feed if it has one. */
static inline size_t
ascii_line(const char *text, size_t len)
{
	size_t feed = ascii_find(text, len, '\n');

	return feed + (feed < len);
}

/* Return the offset just after the last CR or LF in text[0..len); 0 if there is none. */
size_t ascii_after_break(const char *text, size_t len);

/* Copy the words of HTML at the beginning of text[0..len), up to the first "<" or "&", or to white
 * space other than a single character between two words, which becomes a space. Return their
 * length. out has room for len bytes. */
size_t ascii_copy_words(char *out, const char *text, size_t len);

/* Return the offset just after the last white space in text[0..len); 0 if there is none. */
static inline size_t
ascii_after_space(const char *text, size_t len)
{
	while (len > 0 && !ascii_is_space(text[len - 1]))
		len--;
	return len;
}

static inline char
ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

/* Return the first "://" in text[0..len), or NULL. In a text as short as a URL, this is faster than
 * memmem(), which prepares a table for each search. */
const char *ascii_find_authority(const char *text, size_t len);

/* Return true if a[0..len) and b[0..len) are equal except for the case of letters. */
bool ascii_equal(const char *a, const char *b, size_t len);

/* Return true if text[0..len) begins with the bytes of a string. */
static inline bool
text_begins_with(const char *text, size_t len, const char *beginning)
{
	size_t n = strlen(beginning);

	return len >= n && memcmp(text, beginning, n) == 0;
}

/* Likewise, except for the case of letters. */
static inline bool
ascii_begins_with(const char *text, size_t len, const char *beginning)
{
	size_t n = strlen(beginning);

	return len >= n && ascii_equal(text, beginning, n);
}

/* Return true if text[0..len) ends in the bytes of a string. */
static inline bool
text_ends_with(const char *text, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len >= n && memcmp(text + len - n, end, n) == 0;
}

/* Return true if text[0..len) ends in `end`, in any case, after at least one byte. */
static inline bool
ascii_has_ending(const char *text, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len > n && ascii_equal(text + len - n, end, n);
}

/* Return true if text[0..len) is the word, in any case. The first letter is compared first, since
 * most words differ there. */
static inline bool
ascii_is_word(const char *text, size_t len, const char *word)
{
	const unsigned case_bit = 'a' ^ 'A';

	if (len == 0)
		return *word == '\0';
	return ((unsigned)(*text ^ *word) & ~case_bit) == 0 && strlen(word) == len &&
	    ascii_equal(text, word, len);
}

/* Return true if text[0..len) is, in any case, one of the words of a list, which are separated by
 * blanks, have no capitals, and at most 40 bytes. */
bool word_list_has(const char *list, const char *text, size_t len);

/* Return true if a label of the host is an A-label: "xn--..." in any case (RFC 5890). */
bool ascii_has_a_label(const char *host, size_t len);

#endif
