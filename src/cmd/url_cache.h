/* url_cache.h - what was found out about the URLs that came last: in mail most URLs come
 * again */
#ifndef CMD_URL_CACHE_H
#define CMD_URL_CACHE_H

#include "urlgrep.h"

struct url_cache;

/* Make an empty cache. It takes 8 KiB, and up to half a megabyte more with texts. */
struct url_cache *url_cache_new(void);
/* Takes NULL. */
void url_cache_free(struct url_cache *cache);

/* Return the text that was kept of the URL with this tag, which may be empty; it lasts
 * until another is kept. Absent if there is none. */
urlgrep_span url_cache_find(const struct url_cache *cache, urlgrep_span url, unsigned tag);

/* Keep a text of a URL, unless they are long. It may displace another. The tag is below
 * 256. */
void url_cache_keep(struct url_cache *cache, urlgrep_span url, unsigned tag,
    urlgrep_span text);

#endif
