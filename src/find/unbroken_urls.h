/* unbroken_urls.h - URLs that stand whole somewhere, which tell how the same URLs were
 * broken elsewhere */
#ifndef FIND_UNBROKEN_URLS_H
#define FIND_UNBROKEN_URLS_H

#include "urlgrep.h"

struct evidence;

/* NULL without memory. */
struct evidence *evidence_new(void);
void evidence_free(struct evidence *e);
void evidence_clear(struct evidence *e);

/* A finding that stands whole; others are left out. */
void evidence_add_finding(struct evidence *e, const urlgrep_finding *f);

/* Of the readings of f, which scanner made, let the longest that stands whole
 * elsewhere be the best. */
void evidence_decide(const struct evidence *e, urlgrep_scanner *scanner,
    urlgrep_finding *f);

#endif
