/* csv.h - values of comma-separated records (RFC 4180) */
#ifndef CMD_PRINT_CSV_H
#define CMD_PRINT_CSV_H

#include <stddef.h>

#include "util/strbuf.h"

/* The end of a line. */
#define CSV_LINE_END "\r\n"

/* Write an apostrophe if a spreadsheet would take the value for a formula, because it begins
 * with "=", "+", "-" or "@". Spreadsheets do not show the apostrophe. */
void csv_write_guard(struct strbuf *out, const char *text, size_t len);

/* Write a value, guarded; in quotation marks if it needs them. Control and invisible
 * characters are escaped (see escape.h), so that no line end is in a value. */
void csv_write_value(struct strbuf *out, const char *text, size_t len);

#endif
