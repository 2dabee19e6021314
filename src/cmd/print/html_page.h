/* html_page.h - output as an HTML page: the text with its URLs as links (--html) */
#ifndef CMD_PRINT_HTML_PAGE_H
#define CMD_PRINT_HTML_PAGE_H

#include "cmd/print/printer.h"

extern const struct printer_format format_html;

#endif
