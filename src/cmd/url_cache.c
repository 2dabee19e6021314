/* url_cache.c - what was found out about the URLs that came last
 *
 * A hash table in which a URL displaces the one that has the same hash. */
#include "cmd/url_cache.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

enum {
	ENTRY_BITS = 9,
	ENTRIES = 1 << ENTRY_BITS,
	MIN_URL_BYTES = 8,
	MAX_ENTRY_BYTES = 1024
};

struct cache_entry {
	char *at; /* the URL, then the text; NULL: none yet */
	uint16_t url_len, text_len, room;
	unsigned char tag;
};

struct url_cache {
	struct cache_entry entries[ENTRIES];
};

struct url_cache *
url_cache_new(void)
{
	return x_calloc(1, sizeof(struct url_cache));
}

void
url_cache_free(struct url_cache *cache)
{
	size_t i;

	for (i = 0; cache && i < ENTRIES; i++)
		free(cache->entries[i].at);
	free(cache);
}

/* Hash the length, the middle and the end: URLs often begin alike. */
static size_t
entry_index(urlgrep_span url)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t end, middle;

	memcpy(&end, url.text + url.len - sizeof(end), sizeof(end));
	memcpy(&middle, url.text + (url.len - sizeof(middle)) / 2, sizeof(middle));
	return ((end ^ middle * 31 ^ url.len) * golden_ratio) >> (64 - ENTRY_BITS);
}

urlgrep_span
url_cache_find(const struct url_cache *cache, urlgrep_span url, unsigned tag)
{
	const urlgrep_span none = { NULL, 0 };
	const struct cache_entry *e;

	if (url.len < MIN_URL_BYTES)
		return none;
	e = &cache->entries[entry_index(url)];
	if (e->at == NULL || e->url_len != url.len || e->tag != tag ||
	    memcmp(e->at, url.text, url.len) != 0)
		return none;
	return (urlgrep_span){ e->at + url.len, e->text_len };
}

void
url_cache_keep(struct url_cache *cache, urlgrep_span url, unsigned tag, urlgrep_span text)
{
	size_t len = url.len + text.len;
	struct cache_entry *e;

	if (url.len < MIN_URL_BYTES || len > MAX_ENTRY_BYTES)
		return;
	e = &cache->entries[entry_index(url)];
	if (e->room < len) {
		e->at = x_realloc(e->at, len);
		e->room = (uint16_t)len;
	}
	memcpy(e->at, url.text, url.len);
	memcpy(e->at + url.len, text.text, text.len);
	e->url_len = (uint16_t)url.len;
	e->text_len = (uint16_t)text.len;
	e->tag = (unsigned char)tag;
}
