/* ascii.h - classes of bytes, the same in every locale */
#ifndef UTIL_ASCII_H
#define UTIL_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
	ASCII_ALPHA = 1,
	ASCII_DIGIT = 2,
	ASCII_SCHEME = 4, /* scheme = 1*[ alpha | digit | "+" | "-" | "." ] */
	ASCII_RUN = 8,    /* may continue a bare URL (rule B2) */
	ASCII_BLANK = 16, /* white space within a line */
	ASCII_BREAK = 32, /* CR and LF */
	ASCII_HEX = 64,
	ASCII_PLAIN = 128, /* of a URL, and never the end of one or the sign of something else */
	ASCII_HOST = 256,  /* a host may hold it */
	ASCII_LABEL = 512, /* ... and a label: all of a host but its dots */
	ASCII_LOCAL = 1024, /* a local part of an address that is not quoted may hold it */
	ASCII_LOCAL_MARK = 2048,  /* ... but in running text it begins after such a byte */
	ASCII_LOCAL_PLAIN = 4096  /* a mailto URL has it as it is in a local part */
};

extern const unsigned short ascii_class[256];

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

/* Return true if c is one of set, and not NUL. For a few characters this is faster than
 * strchr(). */
static inline bool
ascii_is_one_of(char c, const char *set)
{
	while (*set && *set != c)
		set++;
	return *set != '\0';
}

static inline bool
ascii_is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Return true if text[0..len) begins with a percent-escape. */
static inline bool
ascii_is_escape(const char *text, size_t len)
{
	return len >= 3 && text[0] == '%' && ascii_is(text[1], ASCII_HEX) &&
	    ascii_is(text[2], ASCII_HEX);
}

/* Return how many bytes at the beginning of text[0..len) are of ASCII_RUN. */
size_t ascii_run(const char *text, size_t len);

/* Return how many bytes at the beginning of text[0..len) are of ASCII_PLAIN, a dot that no
 * dot, star or plus follows, or a colon that no slash follows; the last of them need not be
 * counted. */
size_t ascii_plain(const char *text, size_t len);

/* Return how many bytes at the beginning of text[0..len) are not signs of a template: "#$%([{", a
 * backslash, a bar, a byte beyond US-ASCII, or a dot before a dot, a star or a plus. A dot near the
 * end may count as one, too. */
size_t ascii_unmarked(const char *text, size_t len);

/* Return the offset of the first byte of text[0..len) that is less than least, more than
 * '~', or stop; len if there is none. */
size_t ascii_until(const char *text, size_t len, char least, char stop);

/* Return the offset of the first byte of text[0..len) that must be escaped between double quotes: a
 * control character, DEL, a byte beyond US-ASCII, a quote or a backslash. Returns len if all bytes
 * are plain. */
size_t ascii_quotable(const char *text, size_t len);

/* How many bytes the next two functions read. */
enum { ASCII_SHORT_BYTES = 16 };

/* Return how many bytes at the beginning of text[0..ASCII_SHORT_BYTES) are letters; "_", "~" and
 * the like may count as some. */
size_t ascii_letters(const char *text);

/* Return how many bytes at the beginning of text[0..ASCII_SHORT_BYTES) are US-ASCII but no
 * control, space or ">". */
size_t ascii_unquoted(const char *text);

/* Return the offset of the first c in text[0..len); len if there is none. If c is among the first
 * 16 bytes, this is faster than memchr(). */
size_t ascii_find(const char *text, size_t len, char c);

/* Return the offset of the first CR or LF in text[0..len); len if there is none. */
size_t ascii_break(const char *text, size_t len);
/* Return the offset just after the last CR or LF in text[0..len); 0 if there is none. */
size_t ascii_after_break(const char *text, size_t len);

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

/* Return the value of a hexadecimal digit. */
static inline unsigned
ascii_hex_value(char c)
{
	return (unsigned)(c <= '9' ? c - '0' : ascii_lower(c) - 'a' + 10);
}

/* Return the first "://" of text[0..len), or NULL. In the few bytes of a URL this is faster than
 * memmem(), which prepares a table for each search. */
const char *ascii_find_authority(const char *text, size_t len);

/* Return true if a[0..len) and b[0..len) are equal but for the case of letters. */
bool ascii_equal(const char *a, const char *b, size_t len);
/* Return true if text[0..len) ends in `end`, in any case, with something before it: the name of
 * a file. */
static inline bool
ascii_has_ending(const char *text, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len > n && ascii_equal(text + len - n, end, n);
}

/* Return true if text[0..len) is word, in any case. Most words differ in the first letter, by
 * more than its case. */
static inline bool
ascii_is_word(const char *text, size_t len, const char *word)
{
	const unsigned case_bit = 'a' ^ 'A';

	if (len == 0)
		return *word == '\0';
	return ((unsigned)(*text ^ *word) & ~case_bit) == 0 && strlen(word) == len &&
	    ascii_equal(text, word, len);
}

/* Return true if text[0..len) is one of the words of a list, which blanks divide, in any case. */
bool word_list_has(const char *list, const char *text, size_t len);

/* Return true if a label of a host is an A-label: it begins with "xn--", in any case (RFC 5890). */
bool ascii_has_a_label(const char *host, size_t len);

/* ---- pairs of bytes, and lines --- */

/* Return the offset of the first byte of text[0..len) that is `first` before `second`; len if
 * there is none. */
size_t ascii_pair(const char *text, size_t len, char first, char second);

/* Return the offset of the first line feed of text[0..len) that is before letter, which is in lower
 * case, in either case, or before a CR or LF; len if there is none. */
size_t ascii_feed_before(const char *text, size_t len, char letter);

/* Return the length of the line that text[0..len) begins with, with its line feed and the lines
 * after it that begin with a space or tab (folded lines). Set *name_len to the offset of its first
 * byte that is a colon or not visible US-ASCII: len if there is none. */
size_t ascii_folded_line(const char *text, size_t len, size_t *name_len);

/* Return the number of line feeds in text[0..len). */
uint64_t line_count(const char *text, size_t len);

/* ---- copies that end at certain bytes --- */

/* The most bytes that may be written after a copy; also the length of a copied name. */
enum { ASCII_BLOCK_BYTES = 16 };

/* Copy text[0..len), which is HTML, with a space for each single white space character (except VT)
 * between two words. Stop at the first "<" or "&", or at other white space; return its offset, or
 * len. The ASCII_BLOCK_BYTES after the copy in out may be overwritten, so out must have room for
 * them. */
size_t ascii_copy_words(char *out, const char *text, size_t len);

/* Return how many bytes at the beginning of text[0..len), which is HTML, are white space: space,
 * TAB, LF, FF or CR. */
size_t ascii_html_space(const char *text, size_t len);

/* Copy the first ASCII_BLOCK_BYTES of text[0..len) in lower case, up to a byte that occurs in no
 * element name of HTML (a byte less than '!' or beyond US-ASCII, "/", ">" or "="), and fill the
 * rest of out with NUL. Return the number of bytes copied. */
size_t ascii_copy_name(char out[ASCII_BLOCK_BYTES], const char *text, size_t len);

/* Copy text[0..len), which is quoted-printable, up to the first "=" or to a space or tab before
 * a CR, an LF or the end; return the offset of that, or len. The rest of out, which has room for
 * len bytes, may be overwritten. */
size_t ascii_copy_literals(char *out, const char *text, size_t len);

/* Copy text[0..len) up to the byte that ascii_quotable() finds; return its offset, or len. The rest
 * of out, which has room for len bytes, may be overwritten. */
size_t ascii_copy_quotable(char *out, const char *text, size_t len);

#endif
