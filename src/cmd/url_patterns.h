/* url_patterns.h - the patterns of -e and -f that URLs are matched by */
#ifndef CMD_URL_PATTERNS_H
#define CMD_URL_PATTERNS_H

#include "cmd/filter.h"
#include "cmd/settings.h"
#include "urlgrep.h"

/* One thread's compiled patterns. */
struct url_patterns;

/* Compile the patterns of settings, which must outlive them. Return NULL after a message if
 * one is wrong. */
struct url_patterns *url_patterns_new(const struct settings *settings);
/* Takes NULL. */
void url_patterns_free(struct url_patterns *patterns);

/* Return whether one of the patterns matches the URL, or there are none. */
enum filter_answer url_patterns_match(struct url_patterns *patterns, urlgrep_span url);

/* Return the option or the line of a file with the pattern that failed last, and set
 * *reason. Both last until the next match. */
const char *url_patterns_failure(const struct url_patterns *patterns, const char **reason);

#endif
