/* check.h - --check: judge URLs one by one */
#ifndef CMD_CHECK_H
#define CMD_CHECK_H

#include <stdbool.h>

#include "cmd/search.h"

/* Judge and print each of urls that the options select, which end with NULL; if there are
 * none, one URL per line of standard input. Return true if all are valid and selected. */
bool check_urls(const struct search_context *context, char **urls);

#endif
