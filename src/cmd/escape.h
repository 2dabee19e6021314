/* escape.h - escape text for a terminal and for CSV */
#ifndef CMD_ESCAPE_H
#define CMD_ESCAPE_H

#include <stddef.h>

#include "util/strbuf.h"

/* Append text to out; bytes that are not UTF-8 and characters that are not safe are written as
 * \xHH, \uHHHH or \UHHHHHHHH, but for joiners within words beyond US-ASCII. Return the number of
 * columns, one for each character that the locale does not know. */
size_t escape_write(struct strbuf *out, const char *text, size_t len);

/* Return the number of columns that escape_write would return; *used is how many of the bytes
 * fit into `most` columns. */
size_t escape_columns(const char *text, size_t len, size_t most, size_t *used);
/* Write text as escape_write does, but tabs as they are. */
void escape_write_tabs(struct strbuf *out, const char *text, size_t len);

/* Write text as escape_write does, and a newline. */
void escape_write_line(struct strbuf *out, const char *text, size_t len);

/* ---- CSV: values of comma-separated records (RFC 4180) --- */

/* The end of a line. */
#define CSV_LINE_END "\r\n"

/* Write an apostrophe if a spreadsheet would take the value for a formula, because it begins
 * with "=", "+", "-" or "@". Spreadsheets do not show the apostrophe. */
void csv_write_guard(struct strbuf *out, const char *text, size_t len);

/* Write a value, guarded; in quotation marks if it needs them. Control and invisible
 * characters are escaped, so that no line end is in a value. */
void csv_write_value(struct strbuf *out, const char *text, size_t len);

#endif
