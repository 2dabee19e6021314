/* filter.h - which findings are wanted: --all, --deny, --scheme, --host, -e, --from... */
#ifndef CMD_FILTER_H
#define CMD_FILTER_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "row/fields.h"

/* One thread's filter. */
struct filter;

/* Return a filter, or NULL after a message if a pattern is wrong. settings must
 * outlive it. */
struct filter *filter_new(const struct settings *settings);
/* Takes NULL. */
void filter_free(struct filter *filter);

enum filter_answer {
	FILTER_UNWANTED,
	FILTER_WANTED,
	FILTER_FAILED /* PCRE2 gave up matching a pattern */
};

/* Return whether a finding is wanted, and set row->is_denied. After FILTER_FAILED,
 * filter_failure says which pattern failed, and why. */
enum filter_answer filter_judge(struct filter *filter, struct row *row);

/* The same by --scheme, --host, -e and -f alone. */
enum filter_answer filter_match(struct filter *filter, const struct row *row);

/* Return the option or the line of a file with the pattern that failed last, and set *reason.
 * Both last until the next call of filter_judge. */
const char *filter_failure(const struct filter *filter, const char **reason);

/* Return those warnings of the finding and of its target that --deny names. A row without details
 * has no target. */
urlgrep_warnings filter_denied_warnings(const struct settings *settings,
    const struct row *row);

/* Return true if the grammar accepts the URL, but --deny does not. */
bool filter_denies(const struct settings *settings, const struct row *row);

#endif
