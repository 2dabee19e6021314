/* check.h - --check: judge URLs one by one */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>

#include "options.h"
#include "print.h"

/* Judge the names, or one URL a line from standard input if there are none.
 * Returns whether all are valid. */
bool check(struct printer *p, urlgrep_scanner *scanner, char **urls);

#endif
