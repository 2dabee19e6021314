/* ascii.h - classes of octets, the same in every locale */
#ifndef UTIL_ASCII_H
#define UTIL_ASCII_H

#include <stdbool.h>
#include <stddef.h>

enum {
	ASCII_ALPHA = 1,
	ASCII_DIGIT = 2,
	ASCII_SCHEME = 4, /* scheme = 1*[ alpha | digit | "+" | "-" | "." ] */
	ASCII_RUN = 8,    /* what a bare URL goes on with (RULES B2) */
	ASCII_BLANK = 16, /* white space within a line */
	ASCII_BREAK = 32, /* CR and LF */
	ASCII_HEX = 64
};

extern const unsigned char ascii_class[256];

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

/* How many octets at the front of text[0..len) are of ASCII_RUN. */
size_t ascii_run(const char *text, size_t len);

/* Where in text[0..len) the first CR or LF stands, and where what follows the last one
 * begins; len and 0 if there is none. */
size_t ascii_break(const char *text, size_t len);
size_t ascii_behind_break(const char *text, size_t len);

static inline char
ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

#endif
