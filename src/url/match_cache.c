/* match_cache.c - remember the URLs that were judged last
 *
 * A hash table of entries of one URL each; a new URL replaces the previous one. The size is 64
 * KiB. */
#include "url/match_cache.h"

#include <stdint.h>
#include <string.h>

enum { ENTRY_BITS = 9, MIN_TEXT_BYTES = 16, MAX_TEXT_BYTES = 96, MAX_PARTS = 8 };

/* Part number i belongs to the i-th bit of groups; bit 0 is the first group. */
struct match_entry {
	const struct grammar_section *section;
	uint16_t groups;
	unsigned char len; /* 0: the entry is empty */
	unsigned char verdict;
	unsigned char shape; /* its verdict, and 1; 0: not known */
	unsigned char part_begin[MAX_PARTS], part_len[MAX_PARTS];
	char text[MAX_TEXT_BYTES];
};

_Static_assert(URLGREP_MAX_PARTS <= 16, "struct match_entry has a bit for each group");

struct match_cache {
	const urlgrep_memory *memory;
	struct match_entry entries[1 << ENTRY_BITS];
};

struct match_cache *
match_cache_new(const urlgrep_memory *memory)
{
	struct match_cache *cache = memory_allocate_zeroed(memory, sizeof(*cache));

	if (cache)
		cache->memory = memory;
	return cache;
}

void
match_cache_free(struct match_cache *cache)
{
	if (cache)
		memory_release(cache->memory, cache);
}

static bool
is_kept(size_t len)
{
	return len >= MIN_TEXT_BYTES && len <= MAX_TEXT_BYTES;
}

/* Hash the length, the middle and the end: URLs often begin alike. */
static size_t
entry_index(const char *text, size_t len)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t end = 0, middle = 0;

	memcpy(&end, text + len - sizeof(end), sizeof(end));
	memcpy(&middle, text + len / 2, sizeof(middle));
	return ((end ^ middle * 31 ^ len) * golden_ratio) >> (64 - ENTRY_BITS);
}

/* Return true if the entry is for text[0..len). */
static bool
entry_is(const struct match_entry *e, const char *text, size_t len)
{
	return e->len == len && memcmp(e->text, text, len) == 0;
}

unsigned char *
match_cache_shape(struct match_cache *cache, const char *text, size_t len)
{
	struct match_entry *e;

	if (cache == NULL || !is_kept(len))
		return NULL;
	e = &cache->entries[entry_index(text, len)];
	return entry_is(e, text, len) ? &e->shape : NULL;
}

bool
match_cache_find(const struct match_cache *cache, const char *text, size_t len,
    urlgrep_url *url)
{
	const struct match_entry *e;
	unsigned groups, i = 0;

	if (cache == NULL || !is_kept(len))
		return false;
	e = &cache->entries[entry_index(text, len)];
	if (!entry_is(e, text, len))
		return false;
	url->text = (urlgrep_span){ text, len };
	url->verdict = (urlgrep_verdict)e->verdict;
	for (groups = e->groups; groups; groups &= groups - 1, i++)
		url->parts[i] = (urlgrep_part){
			e->section->part_names[__builtin_ctz(groups)],
			{ text + e->part_begin[i], e->part_len[i] } };
	url->part_count = i;
	return true;
}

void
match_cache_keep(struct match_cache *cache, const urlgrep_url *url,
    const struct grammar_section *section, unsigned groups)
{
	urlgrep_span text = url->text;
	struct match_entry *e;
	unsigned i;

	if (cache == NULL || !is_kept(text.len) || url->part_count > MAX_PARTS ||
	    url->verdict == URLGREP_UNJUDGED)
		return;
	e = &cache->entries[entry_index(text.text, text.len)];
	memcpy(e->text, text.text, text.len);
	e->len = (unsigned char)text.len;
	e->verdict = (unsigned char)url->verdict;
	e->shape = 0;
	e->section = section;
	e->groups = (uint16_t)groups;
	for (i = 0; i < url->part_count; i++) {
		urlgrep_span part = url->parts[i].value;

		e->part_begin[i] = (unsigned char)(part.text - text.text);
		e->part_len[i] = (unsigned char)part.len;
	}
}
