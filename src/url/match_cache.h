/* match_cache.h - URLs that were judged lately: the same ones come again and again in
 * mail, in quotations, signatures and footers */
#ifndef URL_MATCH_CACHE_H
#define URL_MATCH_CACHE_H

#include <stdbool.h>

#include "util/strbuf.h"

struct verdicts;

/* NULL without memory: the others take that. */
struct verdicts *verdicts_new(const urlgrep_memory *memory);
void verdicts_free(struct verdicts *v);

/* Was text[0..len) judged? Then *url is what came of it, for these octets. */
bool verdicts_find(const struct verdicts *v, const char *text, size_t len,
    urlgrep_url *url);
void verdicts_keep(struct verdicts *v, const urlgrep_url *url);

#endif
