/* check.h - --check: judge URLs one by one */
#ifndef CMD_CHECK_H
#define CMD_CHECK_H

#include <stdbool.h>

#include "cmd/options.h"
#include "cmd/print/printer.h"

/* Judge the names, or one URL a line from standard input if there are none.
 * Returns whether all are valid. */
bool check(struct printer *p, urlgrep_scanner *scanner, char **urls);

#endif
