/* json.h - output as JSON, one object per line, version 1 */
#ifndef CMD_PRINT_JSON_H
#define CMD_PRINT_JSON_H

#include "cmd/print/printer.h"

extern const struct printer_format format_json;

#endif
