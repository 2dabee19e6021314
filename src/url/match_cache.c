/* match_cache.c - remember the URLs that were judged last: one in each slot of a hash
 * table */
#include "url/match_cache.h"

#include <stdint.h>
#include <string.h>

/* 128 slots of 128 bytes. Instructions to search 16 MB archives, in millions, without a
 * cache, with 128, 256 and 2048 slots:
 *   linux-man  217.3  212.9  212.6  212.6
 *   r-lists    258.4  240.0  239.6  239.7 */
enum {
	SLOT_BITS = 7,
	SLOTS = 1 << SLOT_BITS,
	MIN_TEXT_BYTES = 16,
	MAX_TEXT_BYTES = 100,
	MAX_PARTS = 8
};

/* Part number i is that of the i-th bit of groups; bit 0 is the first group. */
struct slot {
	const struct grammar_section *section;
	uint16_t groups;
	unsigned char len; /* 0: the slot is empty */
	unsigned char verdict;
	unsigned char part_begin[MAX_PARTS], part_len[MAX_PARTS];
	char text[MAX_TEXT_BYTES];
};

_Static_assert(URLGREP_MAX_PARTS <= 16, "struct slot has a bit for each group");

struct match_cache {
	const urlgrep_memory *memory;
	struct slot slots[SLOTS];
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
static unsigned
slot_index(const char *text, size_t len)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t end = 0, middle = 0;

	memcpy(&end, text + len - sizeof(end), sizeof(end));
	memcpy(&middle, text + len / 2, sizeof(middle));
	return (unsigned)(((end ^ middle * 31 ^ len) * golden_ratio) >>
	    (64 - SLOT_BITS));
}

bool
match_cache_find(const struct match_cache *cache, const char *text, size_t len,
    urlgrep_url *url)
{
	const struct slot *slot;
	unsigned groups, group = 0, i = 0;

	if (cache == NULL || !is_kept(len))
		return false;
	slot = &cache->slots[slot_index(text, len)];
	if (slot->len != len || memcmp(slot->text, text, len) != 0)
		return false;
	url->text = (urlgrep_span){ text, len };
	url->verdict = (urlgrep_status)slot->verdict;
	for (groups = slot->groups; groups; groups >>= 1, group++) {
		if (!(groups & 1))
			continue;
		url->parts[i] = (urlgrep_part){ slot->section->part_names[group],
			{ text + slot->part_begin[i], slot->part_len[i] } };
		i++;
	}
	url->part_count = i;
	return true;
}

void
match_cache_keep(struct match_cache *cache, const urlgrep_url *url,
    const struct grammar_section *section)
{
	urlgrep_span text = url->text;
	struct slot *slot;
	unsigned group, i = 0;

	if (cache == NULL || !is_kept(text.len) || url->part_count > MAX_PARTS ||
	    url->verdict == URLGREP_NOMEM)
		return;
	slot = &cache->slots[slot_index(text.text, text.len)];
	memcpy(slot->text, text.text, text.len);
	slot->len = (unsigned char)text.len;
	slot->verdict = (unsigned char)url->verdict;
	slot->section = section;
	slot->groups = 0;
	for (group = 0; i < url->part_count; group++) {
		const urlgrep_part *part = &url->parts[i];

		if (part->name != section->part_names[group])
			continue;
		slot->groups = (uint16_t)(slot->groups | 1u << group);
		slot->part_begin[i] = (unsigned char)(part->value.text - text.text);
		slot->part_len[i] = (unsigned char)part->value.len;
		i++;
	}
}
