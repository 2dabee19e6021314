/* copy.h - copies of text that end at certain bytes, and the white space between them */
#ifndef UTIL_COPY_H
#define UTIL_COPY_H

#include <stddef.h>

/* What may be written after a copy, at most; and the length of a name that is copied. */
enum { ASCII_BLOCK_BYTES = 16 };

/* Copy text[0..len), which is HTML, with a space for each white space character (but VT) between
 * two words, up to the first "<" or "&", or to white space that is not one such character; return
 * the offset of that, or len. What follows it in out, which has room for ASCII_BLOCK_BYTES more
 * than that, may be overwritten. */
size_t ascii_copy_words(char *out, const char *text, size_t len);

/* Return how many bytes at the beginning of text[0..len), which is HTML, are white space: space,
 * TAB, LF, FF or CR. */
size_t ascii_html_space(const char *text, size_t len);

/* Copy the first ASCII_BLOCK_BYTES of text[0..len) in lower case, up to what is not in the name of
 * any element of HTML (a byte less than '!' or beyond US-ASCII, "/", ">" or "="), and fill out with
 * NUL. Return how many were copied. */
size_t ascii_copy_name(char out[ASCII_BLOCK_BYTES], const char *text, size_t len);

/* Copy text[0..len), which is quoted-printable, up to the first "=" or to a space or tab before
 * a CR, an LF or the end; return the offset of that, or len. What follows it in out, which has
 * room for len bytes, may be overwritten. */
size_t ascii_copy_literals(char *out, const char *text, size_t len);

/* Copy text[0..len) up to what ascii_quotable() looks for; return the offset of that, or len. What
 * follows it in out, which has room for len bytes, may be overwritten. */
size_t ascii_copy_quotable(char *out, const char *text, size_t len);

#endif
