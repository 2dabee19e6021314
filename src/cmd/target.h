/* target.h - what a URL leads to: --unwrap, --strip-tracking, --wrappers */
#ifndef CMD_TARGET_H
#define CMD_TARGET_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "urlgrep.h"

/* One thread's finder of targets. */
struct target_finder;

/* What a URL leads to; lasts until the next is looked for. */
struct target {
	const urlgrep_unwrapped *unwrapped; /* NULL: it is no wrapper, or nobody asked */
	const urlgrep_cleaned *cleaned;     /* NULL: nothing was removed, or nobody asked */
	const urlgrep_url *shown; /* what is printed: the URL, its target, or that cleaned */
};

/* Make a finder. settings and grammar must outlive it. */
struct target_finder *target_finder_new(const struct settings *settings,
    const urlgrep_grammar *grammar);
/* Takes NULL. */
void target_finder_free(struct target_finder *finder);

/* Return what a URL leads to. */
const struct target *target_find(struct target_finder *finder, const urlgrep_url *url);

/* Return true if the URL has an innermost target. */
static inline bool
target_is_unwrapped(const struct target *t)
{
	return t->unwrapped && t->unwrapped->status == URLGREP_UNWRAP_TARGET;
}

/* Return the warnings of the URL as a wrapper: which services it is of and, if what it
 * leads to is wanted (--unwrap), why that is not known. */
urlgrep_warnings target_warnings_of_wrapper(const struct target *t,
    const struct settings *settings);

/* Return all of these, and those of all URLs that it leads to. */
urlgrep_warnings target_warnings_of_all(const struct target *t);

#endif
