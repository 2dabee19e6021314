/* record.h - output as one record per finding: --csv, --tsv and --format */
#ifndef CMD_PRINT_RECORD_H
#define CMD_PRINT_RECORD_H

#include "cmd/print/printer.h"

extern const struct printer_format format_csv;
extern const struct printer_format format_tsv;
extern const struct printer_format format_template;

#endif
