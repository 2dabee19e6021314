/* mbox.h - output as an mbox of the messages that hold a finding (--print-message) */
#ifndef CMD_PRINT_MBOX_H
#define CMD_PRINT_MBOX_H

#include "cmd/print/printer.h"

extern const struct printer_format format_mbox;

#endif
