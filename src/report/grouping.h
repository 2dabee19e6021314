/* grouping.h - what --by counts URLs by */
#ifndef REPORT_GROUPING_H
#define REPORT_GROUPING_H

#include <stdbool.h>

#include "report/entry.h"

/* Copy the key of a URL into *key, with a NUL. */
typedef void grouping_key_fn(const struct entry *e, struct strbuf *key);

struct grouping {
	const char *name;
	const char *plural;  /* "hosts" */
	bool is_ordered;     /* in the order of the keys, all of them by default */
	grouping_key_fn *key;
};

/* Return the grouping of that name, or NULL. */
const struct grouping *grouping_named(const char *name);

/* The key of a URL that has none, such as a mailto by host. */
#define GROUPING_NONE "(none)"

#endif
