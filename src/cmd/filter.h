/* filter.h - which findings are wanted: --all, --deny, --scheme, --host, -e, --from... */
#ifndef CMD_FILTER_H
#define CMD_FILTER_H

#include <stdbool.h>

#include "cmd/settings.h"
#include "cmd/target.h"
#include "urlgrep.h"
#include "urlgrep_mail.h"

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
	FILTER_FAILED /* PCRE2 cannot tell whether a pattern matches */
};

/* Return whether the finding, which leads to target, is wanted; it is the last one of mail
 * unless that is NULL. After FILTER_FAILED, filter_failure says which pattern failed, and
 * why. */
enum filter_answer filter_judge(struct filter *filter, urlgrep_mail *mail,
    const urlgrep_finding *finding, const urlgrep_location *location,
    const struct target *target);

/* The same by --scheme, --host, -e and -f alone. */
enum filter_answer filter_match(struct filter *filter, const urlgrep_finding *finding,
    const struct target *target);

/* Return the option or the line of a file with the pattern that failed last, and set *reason.
 * Both last until the next call of filter_judge. */
const char *filter_failure(const struct filter *filter, const char **reason);

/* Return those warnings of the finding and of its target that --deny names. location is NULL
 * for a URL that is in no file. */
urlgrep_warnings filter_denied_warnings(const struct settings *settings,
    const urlgrep_finding *finding, const urlgrep_location *location,
    const struct target *target);

/* Return the verdict of the grammar, or INVALID if --deny names a warning. */
urlgrep_verdict filter_verdict(const struct settings *settings,
    const urlgrep_finding *finding, const urlgrep_location *location,
    const struct target *target);

/* Return true if the finding is printed by default: by its verdict it is valid or, without
 * --strict, loose. */
bool filter_accepts(const struct settings *settings, const urlgrep_finding *finding,
    const urlgrep_location *location, const struct target *target);

#endif
