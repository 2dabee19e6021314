/* filter.h - which findings are wanted: --invalid, --all, --deny, --scheme, --host, -e */
#ifndef CMD_FILTER_H
#define CMD_FILTER_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"

/* One thread's filter. */
struct filter;

/* Return a filter, or NULL after a message if a pattern is wrong. settings must
 * outlive it. */
struct filter *filter_new(const struct settings *settings);
/* Takes NULL. */
void filter_free(struct filter *filter);

/* Return true if the finding is wanted. */
bool filter_wants(struct filter *filter, const urlgrep_finding *finding,
    const urlgrep_location *location);

/* Return true if the finding counts as valid: the grammar accepts its URL, and
 * --deny names none of its warnings. location is NULL for a URL that is in no file. */
bool filter_is_valid(const struct settings *settings,
    const urlgrep_finding *finding, const urlgrep_location *location);

#endif
