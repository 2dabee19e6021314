/* prefilter.c - find the colons of a text that may end a scheme
 *
 * No other code reads all bytes of a text, so this is what its length costs. On x86-64
 * with AVX2, 64 bytes are compared at a time. Against memchr() alone, this takes 21 ms
 * of CPU time in place of 30 for 200 MB of text without URLs, and 46 ms in place of 57
 * for 200 MB of mail read as text, where there is a colon every few lines (the fastest
 * of 24 runs; SSE2: 26 and 51 ms). */
#include "text/search/prefilter.h"

#include <stdint.h>

/* ---- some at a time --- */

/* Append hits until there are PREFILTER_HITS. Returns the end of what was searched. */
static const char *
search_bytes(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end)
{
	while (p->hit_count < PREFILTER_HITS &&
	    (at = suffix_table_find(t, at, end)) != NULL)
		p->hits[p->hit_count++] = at++;
	return at ? at : end;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

enum { BLOCK_BYTES = 64, GROUP_BLOCKS = PREFILTER_GROUP_BYTES / BLOCK_BYTES };

/* Return a bit for each of at[0..BLOCK_BYTES) that is a colon. */
__attribute__((target("avx2"))) static inline uint64_t
find_colons(const char *at)
{
	const __m256i colon = _mm256_set1_epi8(':');
	__m256i low = _mm256_loadu_si256((const __m256i *)(const void *)at);
	__m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(at + 32));
	uint32_t lower = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, colon));
	uint32_t upper = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, colon));

	return (uint64_t)upper << 32 | lower;
}

/* Append the hits among the colons of a block, without a branch: which of them are hits
 * cannot be predicted. */
static inline void
append_hits(struct prefilter *p, const struct suffix_table *t, const char *block,
    uint64_t colons)
{
	for (; colons; colons &= colons - 1) {
		const char *colon = block + __builtin_ctzll(colons);

		p->hits[p->hit_count] = colon;
		p->hit_count += suffix_table_has_inner(t, colon);
	}
}

/* Append the hits of at[0..PREFILTER_GROUP_BYTES). Most blocks have no colon, and which
 * ones cannot be predicted, so compare all of them first. */
__attribute__((target("avx2"))) static void
search_group(struct prefilter *p, const struct suffix_table *t, const char *at)
{
	uint64_t colons[GROUP_BLOCKS];
	unsigned blocks = 0, i;

	for (i = 0; i < GROUP_BLOCKS; i++) {
		colons[i] = find_colons(at + BLOCK_BYTES * i);
		blocks |= (unsigned)(colons[i] != 0) << i;
	}
	for (; blocks; blocks &= blocks - 1) {
		i = (unsigned)__builtin_ctz(blocks);
		append_hits(p, t, at + BLOCK_BYTES * i, colons[i]);
	}
}

/* Like search_bytes(), by groups, each followed by another byte. Blocks are aligned to
 * cache lines. */
__attribute__((target("avx2"))) static const char *
search_groups(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end)
{
	unsigned unaligned = (unsigned)(-(uintptr_t)at % BLOCK_BYTES);

	if (unaligned && end - at > BLOCK_BYTES) {
		append_hits(p, t, at, find_colons(at) & (((uint64_t)1 << unaligned) - 1));
		at += unaligned;
	}
	for (; end - at > PREFILTER_GROUP_BYTES && p->hit_count < PREFILTER_HITS;
	    at += PREFILTER_GROUP_BYTES)
		search_group(p, t, at);
	return end - at <= PREFILTER_GROUP_BYTES ? search_bytes(p, t, at, end) : at;
}

static const char *
search(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end)
{
	return __builtin_cpu_supports("avx2") ? search_groups(p, t, at, end) :
	    search_bytes(p, t, at, end);
}
#else
static const char *
search(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end)
{
	return search_bytes(p, t, at, end);
}
#endif

void
prefilter_begin(struct prefilter *p, const char *at)
{
	p->next = p->hit_count = 0;
	p->searched = at;
}

const char *
prefilter_next(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end)
{
	for (;;) {
		for (; p->next < p->hit_count; p->next++)
			if (p->hits[p->next] >= at)
				return p->hits[p->next];
		if (p->searched < at)
			p->searched = at;
		if (p->searched >= end)
			return NULL;
		p->next = p->hit_count = 0;
		p->searched = search(p, t, p->searched, end);
	}
}
