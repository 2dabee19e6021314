/* without_urls.h - output of the text without its URLs (--without) */
#ifndef CMD_PRINT_WITHOUT_URLS_H
#define CMD_PRINT_WITHOUT_URLS_H

#include "cmd/print/printer.h"

extern const struct printer_format format_without;

#endif
