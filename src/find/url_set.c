/* url_set.c - a set of URLs: a hash table with open addressing, the bytes of all members
 * in one buffer
 *
 * The hash is seeded, since a mailbox could be made of URLs that collide. */
#include "find/find.h"

#include <stdbool.h>
#include <string.h>

#include "urlgrep_tools.h"
#include "util/platform.h"

enum { FIRST_SLOTS = 64 };

/* A member's bytes in the buffer; len 0: the slot is free. (The empty URL is never
 * added.) */
struct slot {
	uint64_t hash;
	size_t at;
	size_t len;
};

struct urlgrep_url_set {
	urlgrep_memory memory;
	uint64_t seed;
	struct slot *slots;
	size_t slot_count; /* a power of two; there may be more */
	size_t count;
	struct strbuf bytes;
};

urlgrep_url_set *
urlgrep_url_set_new(const urlgrep_memory *memory)
{
	urlgrep_url_set *set;

	if (memory == NULL)
		memory = &memory_default;
	set = memory_allocate_zeroed(memory, sizeof(*set));
	if (set == NULL)
		return NULL;
	set->memory = *memory;
	set->bytes.memory = &set->memory;
	if (getentropy(&set->seed, sizeof(set->seed)) != 0)
		set->seed = (uint64_t)(uintptr_t)set;
	return set;
}

void
urlgrep_url_set_free(urlgrep_url_set *set)
{
	urlgrep_memory memory;

	if (set == NULL)
		return;
	memory = set->memory;
	memory_release(&memory, set->slots);
	strbuf_free(&set->bytes);
	memory_release(&memory, set);
}

/* A table that was hardly used is halved: clearing a table that many URLs once enlarged would take
 * long each time. */
void
url_set_clear(urlgrep_url_set *set)
{
	if (set->count)
		memset(set->slots, 0, set->slot_count * sizeof(*set->slots));
	if (set->count < set->slot_count / 8 && set->slot_count > FIRST_SLOTS)
		set->slot_count /= 2;
	set->count = 0;
	strbuf_clear(&set->bytes);
}

/* ---- hashing --- */

/* Multiply to 128 bits and fold: every bit of the result depends on both. */
static uint64_t
mix(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
	unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
#else
	a = (a ^ b) * 0x9E3779B97F4A7C15u;
	a = (a ^ a >> 32) * 0xD6E8FEB86659FD93u;
	return a ^ a >> 29;
#endif
}

static uint64_t
mix_bytes(uint64_t seed, uint64_t hash, uint64_t bytes)
{
	return mix(hash ^ bytes ^ 0xA0761D6478BD642Fu, seed ^ 0xE7037ED1A0B428DBu);
}

static uint64_t
hash_url(uint64_t seed, urlgrep_span url)
{
	uint64_t hash = seed ^ url.len;
	uint64_t bytes = 0;
	size_t at = 0;

	for (; url.len - at > sizeof(bytes); at += sizeof(bytes)) {
		memcpy(&bytes, url.text + at, sizeof(bytes));
		hash = mix_bytes(seed, hash, bytes);
	}
	bytes = 0;
	memcpy(&bytes, url.text + at, url.len - at);
	hash = mix_bytes(seed, hash, bytes);
	return mix(hash, 0x8EBC6AF09C88C6E3u);
}

/* ---- slots --- */

/* Return the slot that holds url, or the free one where it belongs. */
static struct slot *
find_slot(const urlgrep_url_set *set, uint64_t hash, urlgrep_span url)
{
	size_t mask = set->slot_count - 1, i = hash & mask;

	while (set->slots[i].len > 0) {
		const struct slot *slot = &set->slots[i];

		if (slot->hash == hash && slot->len == url.len &&
		    memcmp(set->bytes.at + slot->at, url.text, url.len) == 0)
			break;
		i = (i + 1) & mask;
	}
	return &set->slots[i];
}

/* Keep the table at most half full. Returns false without memory. */
static bool
reserve_slot(urlgrep_url_set *set)
{
	struct slot *old = set->slots, *slots;
	size_t old_count = set->slot_count, size = old_count ? old_count * 2 : FIRST_SLOTS, i;

	if (set->count * 2 < old_count)
		return true;
	slots = memory_allocate_zeroed(&set->memory, size * sizeof(*slots));
	if (slots == NULL)
		return false;
	set->slots = slots;
	set->slot_count = size;
	for (i = 0; i < old_count; i++)
		if (old[i].len > 0)
			*find_slot(set, old[i].hash,
			    (urlgrep_span){ set->bytes.at + old[i].at, old[i].len }) = old[i];
	memory_release(&set->memory, old);
	return true;
}

urlgrep_status
urlgrep_url_set_add(urlgrep_url_set *set, urlgrep_span url)
{
	uint64_t hash = hash_url(set->seed, url);
	struct slot *slot;
	size_t at = set->bytes.len;

	if (url.len == 0)
		return URLGREP_END;
	if (!reserve_slot(set))
		return URLGREP_NOMEM;
	slot = find_slot(set, hash, url);
	if (slot->len > 0)
		return URLGREP_END;
	strbuf_append(&set->bytes, url.text, url.len);
	if (set->bytes.failed) {
		set->bytes.failed = false; /* the old bytes are still valid */
		return URLGREP_NOMEM;
	}
	*slot = (struct slot){ hash, at, url.len };
	set->count++;
	return URLGREP_OK;
}

int
urlgrep_url_set_has(const urlgrep_url_set *set, urlgrep_span url)
{
	if (set->count == 0 || url.len == 0)
		return 0;
	return find_slot(set, hash_url(set->seed, url), url)->len > 0;
}

/* ---- URLs that occur unbroken --- */

urlgrep_status
unbroken_urls_add(urlgrep_url_set *urls, const urlgrep_finding *f)
{
	if (f->reading_count != 1 ||
	    (f->url.verdict != URLGREP_VALID && f->url.verdict != URLGREP_LOOSE))
		return URLGREP_OK;
	return urlgrep_url_set_add(urls, f->url.text) == URLGREP_NOMEM ?
	    URLGREP_NOMEM : URLGREP_OK;
}

/* Return true if the reading may replace the best one. If the best one was joined with high
 * confidence, a prefix of it may not: it may come from a copy that was cut at the same place. */
static bool
may_replace_best(const urlgrep_scanner *scanner, const urlgrep_finding *f,
    const urlgrep_reading *r)
{
	if (!urlgrep_accepts(urlgrep_scanner_grammar(scanner), r->verdict))
		return false;
	return f->confidence != URLGREP_HIGH || urlgrep_form_is_delimited(f->form) ||
	    r->how & URLGREP_HYPHEN_DROPPED || r->url.len >= f->url.text.len;
}

urlgrep_status
unbroken_urls_choose(const urlgrep_url_set *urls, urlgrep_scanner *scanner,
    urlgrep_finding *f)
{
	unsigned chosen = f->reading_count, i;
	size_t longest = 0;

	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		if (r->url.len > longest && may_replace_best(scanner, f, r) &&
		    urlgrep_url_set_has(urls, r->url)) {
			longest = r->url.len;
			chosen = i;
		}
	}
	return chosen < f->reading_count ? urlgrep_choose(scanner, f, chosen) :
	    URLGREP_OK;
}
