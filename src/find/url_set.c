/* url_set.c - a set of URLs: a hash table with open addressing
 *
 * The set stores a hash of each URL, not the URL: 128 bits of SipHash-1-3. The key is random, so
 * that nobody can construct two URLs with the same hash. The probability that any two of 10^9 URLs
 * have the same hash is 10^-21. */
#include "find/find.h"

#include <stdbool.h>
#include <string.h>

#include "urlgrep_tools.h"
#include "util/platform.h"

enum { FIRST_SLOTS = 64 };

/* The hash of a URL; all zeros if the slot is free. No URL is expected to have that hash. */
struct slot {
	uint64_t low, high;
};

struct urlgrep_url_set {
	urlgrep_memory memory;
	uint64_t key[2];
	struct slot *slots;
	size_t slot_count; /* a power of two; more may be allocated */
	size_t count;
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
	if (getentropy(set->key, sizeof(set->key)) != 0)
		set->key[0] = (uint64_t)(uintptr_t)set;
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
	memory_release(&memory, set);
}

/* Halve a table that was hardly used, because clearing a table that was once enlarged for many URLs
 * would take long each time. */
void
url_set_clear(urlgrep_url_set *set)
{
	if (set->count)
		memset(set->slots, 0, set->slot_count * sizeof(*set->slots));
	if (set->count < set->slot_count / 8 && set->slot_count > FIRST_SLOTS)
		set->slot_count /= 2;
	set->count = 0;
}

/* ---- hashing --- */

static inline uint64_t
rotate(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

/* Mix the state of SipHash `rounds` times. */
static inline void
sip_rounds(uint64_t v[4], unsigned rounds)
{
	while (rounds-- > 0) {
		v[0] += v[1];
		v[2] += v[3];
		v[1] = rotate(v[1], 13) ^ v[0];
		v[3] = rotate(v[3], 16) ^ v[2];
		v[0] = rotate(v[0], 32);
		v[2] += v[1];
		v[0] += v[3];
		v[1] = rotate(v[1], 17) ^ v[2];
		v[3] = rotate(v[3], 21) ^ v[0];
		v[2] = rotate(v[2], 32);
	}
}

static inline void
sip_add(uint64_t v[4], uint64_t bytes)
{
	v[3] ^= bytes;
	sip_rounds(v, 1);
	v[0] ^= bytes;
}

static struct slot
hash_url(const uint64_t key[2], urlgrep_span url)
{
	uint64_t v[4] = { key[0] ^ 0x736F6D6570736575u, key[1] ^ 0x646F72616E646F6Du ^ 0xEE,
		key[0] ^ 0x6C7967656E657261u, key[1] ^ 0x7465646279746573u };
	struct slot hash;
	uint64_t bytes;
	size_t at;

	for (at = 0; url.len - at >= sizeof(bytes); at += sizeof(bytes)) {
		memcpy(&bytes, url.text + at, sizeof(bytes));
		sip_add(v, bytes);
	}
	bytes = 0;
	if (at < url.len)
		memcpy(&bytes, url.text + at, url.len - at);
	sip_add(v, bytes ^ (uint64_t)url.len << 56);
	v[2] ^= 0xEE;
	sip_rounds(v, 3);
	hash.low = v[0] ^ v[1] ^ v[2] ^ v[3];
	v[1] ^= 0xDD;
	sip_rounds(v, 3);
	hash.high = v[0] ^ v[1] ^ v[2] ^ v[3];
	return hash;
}

/* ---- slots --- */

static bool
is_free(const struct slot *slot)
{
	return (slot->low | slot->high) == 0;
}

/* Return the slot that contains the hash, or the free slot where it belongs. */
static struct slot *
find_slot(const urlgrep_url_set *set, struct slot hash)
{
	size_t mask = set->slot_count - 1, i = (size_t)hash.low & mask;

	while (!is_free(&set->slots[i]) &&
	    (set->slots[i].low != hash.low || set->slots[i].high != hash.high))
		i = (i + 1) & mask;
	return &set->slots[i];
}

/* Ensure that a quarter of the table is free. Return false if out of memory. */
static bool
reserve_slot(urlgrep_url_set *set)
{
	struct slot *old = set->slots, *slots;
	size_t old_count = set->slot_count, size = old_count ? old_count * 2 : FIRST_SLOTS, i;

	if (set->count < old_count / 4 * 3)
		return true;
	slots = memory_allocate_zeroed(&set->memory, size * sizeof(*slots));
	if (slots == NULL)
		return false;
	set->slots = slots;
	set->slot_count = size;
	for (i = 0; i < old_count; i++)
		if (!is_free(&old[i]))
			*find_slot(set, old[i]) = old[i];
	memory_release(&set->memory, old);
	return true;
}

urlgrep_status
urlgrep_url_set_add(urlgrep_url_set *set, urlgrep_span url)
{
	struct slot hash = hash_url(set->key, url), *slot;

	if (!reserve_slot(set))
		return URLGREP_NOMEM;
	slot = find_slot(set, hash);
	if (!is_free(slot))
		return URLGREP_END;
	*slot = hash;
	set->count++;
	return URLGREP_OK;
}

int
urlgrep_url_set_has(const urlgrep_url_set *set, urlgrep_span url)
{
	return set->count > 0 && !is_free(find_slot(set, hash_url(set->key, url)));
}

/* ---- URLs that occur unbroken --- */

/* Return true if the reading may replace the best one. A prefix of a best reading that was joined
 * with high confidence may not: it may come from a copy that was cut at the same place. */
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

	if (urls == NULL || f->reading_count < 2)
		return URLGREP_OK;
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
