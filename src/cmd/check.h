/* check.h - --check: judge URLs one by one */
#ifndef CMD_CHECK_H
#define CMD_CHECK_H

#include <stdbool.h>

#include "cmd/print/printer.h"

/* Judge and print each of urls, which end with NULL; if there are none, one URL per line
 * of standard input. Return true if all are valid. */
bool check_urls(struct printer *p, char **urls);

#endif
