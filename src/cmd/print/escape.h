/* escape.h - octets that are fit to be shown; the rest escaped */
#ifndef CMD_PRINT_ESCAPE_H
#define CMD_PRINT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One character of UTF-8 at text[0..len): its code and its octets. 0 if text
 * does not begin with one. */
size_t utf8_character(const char *text, size_t len, unsigned *code);

/* The first octet of text[at..len) that is not printable US-ASCII, or len. */
size_t skip_printable(const char *text, size_t at, size_t len);

/* Not a control, nor a character that steers or hides text. */
bool fit_to_show(unsigned code);

/* Write text: controls, octets that are not UTF-8, and characters that are not
 * fit to be shown (C1, bidi controls, invisible ones) as \xHH or \uHHHH. Returns
 * the number of columns written, a character counted as one. */
size_t safe_write(FILE *out, const char *text, size_t len);

/* The same, as a line. */
void safe_line(FILE *out, const char *text, size_t len);

#endif
