/* match_cache.h - remember the URLs that were judged last
 *
 * Mail repeats the same URLs over and over: in quotations, signatures, footers. */
#ifndef URL_MATCH_CACHE_H
#define URL_MATCH_CACHE_H

#include <stdbool.h>

#include "url/grammar.h"
#include "util/memory.h"

struct match_cache;

/* Return a new cache, or NULL; the other functions take NULL as an empty cache that
 * stays empty. */
struct match_cache *match_cache_new(const urlgrep_memory *memory);
void match_cache_free(struct match_cache *cache);

/* If text[0..len) is known, fill *url, with spans of this text, and return true. */
bool match_cache_find(const struct match_cache *cache, const char *text, size_t len,
    urlgrep_url *url);

/* Remember a judged URL. Its parts are those of section whose bits are set in groups;
 * bit 0 is the first. */
void match_cache_keep(struct match_cache *cache, const urlgrep_url *url,
    const struct grammar_section *section, unsigned groups);

/* Return where the verdict on the shape of text[0..len) is kept, and 1; 0 is there if it is not
 * known. NULL if the cache does not know the URL. */
unsigned char *match_cache_shape(struct match_cache *cache, const char *text, size_t len);

#endif
