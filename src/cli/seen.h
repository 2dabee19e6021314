/* seen.h - the URLs printed so far, for -u */
#ifndef SEEN_H
#define SEEN_H

#include <stdbool.h>

#include "urlgrep.h"

struct seen;

struct seen *seen_new(void);
void seen_free(struct seen *s);
bool seen_has(const struct seen *s, urlgrep_span url);
/* Remember all of another's. */
void seen_add_all(struct seen *s, const struct seen *other);

/* Is it the first time? Remembers it. Without memory: yes. */
bool seen_first(struct seen *s, urlgrep_span url);

#endif
