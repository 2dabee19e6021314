/* url_set.h - the URLs printed so far, for -u */
#ifndef FIND_URL_SET_H
#define FIND_URL_SET_H

#include <stdbool.h>

#include "urlgrep.h"

struct seen;

struct seen *seen_new(void);
void seen_free(struct seen *s);
bool seen_has(const struct seen *s, urlgrep_span url);

/* Is it the first time? Remembers it. */
bool seen_first(struct seen *s, urlgrep_span url);

#endif
