/* text.h - output as text: [FILE:][MESSAGE-ID:][LINE:][OFFSET:]URL, like grep -o */
#ifndef CMD_PRINT_TEXT_H
#define CMD_PRINT_TEXT_H

#include "cmd/print/printer.h"

extern const struct printer_format format_text;

/* The same where a valid finding is its URL and a newline: no option adds to that. */
extern const struct printer_format format_plain;

#endif
