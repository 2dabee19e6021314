/* filter.h - which findings are wanted */
#ifndef CMD_FILTER_H
#define CMD_FILTER_H

#include <stdbool.h>

#include "cmd/options.h"
#include "find/location.h"
#include "urlgrep.h"

struct filter;

/* NULL, after a complaint, if a pattern is wrong. */
struct filter *filter_new(const struct options *o);
void filter_free(struct filter *f);

/* The URL counts as valid: the grammar says so, and no warning of it is denied.
 * place is NULL for a URL that stands nowhere. */
bool filter_valid(const struct options *o, const urlgrep_finding *f,
    const struct place *place);
bool filter_wants(struct filter *filter, const urlgrep_finding *f,
    const struct place *place);

#endif
