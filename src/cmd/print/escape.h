/* escape.h - text that is safe to show on a terminal: the rest is escaped */
#ifndef CMD_PRINT_ESCAPE_H
#define CMD_PRINT_ESCAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

/* Return the offset of the first byte of text[at..len) that is not printable US-ASCII,
 * or len. */
size_t escape_skip_printable(const char *text, size_t at, size_t len);

/* Return true if a character may be shown as it is wherever it stands: it is no control,
 * separates no lines, and is neither invisible nor a bidi control. */
bool escape_is_safe(uint32_t code);

/* Append text to out; bytes that are not UTF-8 and characters that are not safe are written as
 * \xHH, \uHHHH or \UHHHHHHHH, but for joiners within words beyond US-ASCII. Return the
 * number of columns, one for each character unless the locale tells. */
size_t escape_write(struct strbuf *out, const char *text, size_t len);

/* Return the number of columns that escape_write would return; *used is how many of the bytes
 * fit into `most` columns. */
size_t escape_columns(const char *text, size_t len, size_t most, size_t *used);
/* The same, but tabs are written as they are. */
void escape_write_tabs(struct strbuf *out, const char *text, size_t len);

/* The same as escape_write, followed by a newline. */
void escape_write_line(struct strbuf *out, const char *text, size_t len);

#endif
