/* prefilter.c - finds the colons of a text before which a scheme may end
 *
 * Nothing else looks at all of the text, so this is what its length costs: 64
 * octets at a time where the processor can. */
#include "text/prefilter.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "url/scheme.h"

enum { CODES = 32 };

static unsigned
bit_of(const struct scheme_ends *ends, const char *colon)
{
	const unsigned char *before = (const unsigned char *)colon - COLON_BACK;

	return (unsigned)ends->code[before[0]] << 10 |
	    (unsigned)ends->code[before[1]] << 5 | ends->code[before[2]];
}

static bool
may_end(const struct scheme_ends *ends, const char *colon)
{
	unsigned bit = bit_of(ends, colon);

	return ends->bits[bit / 8] >> bit % 8 & 1;
}

/* Were there more letters than codes, the last would stand for several. */
static unsigned
code_of(struct scheme_ends *ends, char letter)
{
	unsigned char c = (unsigned char)letter;

	if (ends->code[c] == 0) {
		if (ends->codes < CODES - 1)
			ends->codes++;
		ends->code[c] = ends->codes;
		if (c >= 'a' && c <= 'z')
			ends->code[c - 'a' + 'A'] = ends->codes;
	}
	return ends->code[c];
}

void
scheme_ends_add(struct scheme_ends *ends, const char *name, size_t len)
{
	unsigned bit = 0, any;
	size_t i;

	for (i = len < COLON_BACK ? 0 : len - COLON_BACK; i < len; i++)
		bit = bit << 5 | code_of(ends, name[i]);
	for (any = 0; any < CODES; any++) { /* before a short one stands anything */
		unsigned all = len < COLON_BACK ? any << 5 * len | bit : bit;

		ends->bits[all / 8] |= (unsigned char)(1u << all % 8);
	}
}

void
scheme_ends_fill(struct scheme_ends *ends)
{
	size_t i;

	memset(ends, 0, sizeof(*ends));
	for (i = 0; i < scheme_count; i++)
		scheme_ends_add(ends, scheme_table[i].name, strlen(scheme_table[i].name));
	scheme_ends_add(ends, "url", 3);
}

const char *
colon_find(const struct scheme_ends *ends, const char *at, const char *end)
{
	while ((at = memchr(at, ':', (size_t)(end - at))) != NULL &&
	    !may_end(ends, at))
		at++;
	return at;
}

/* All up to end, or as many as are wanted at a time: as far as the text is searched. */
static const char *
search_plainly(struct colons *c, const struct scheme_ends *ends, const char *at,
    const char *end)
{
	while (c->count < COLONS && (at = colon_find(ends, at, end)) != NULL)
		c->at[c->count++] = at++;
	return at ? at : end;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

enum { BLOCK = 64, BLOCKS = COLON_GROUP / BLOCK };

/* Where the colons of at[0..64) are, a bit each. */
__attribute__((target("avx2"))) static inline uint64_t
colons_at(const char *at)
{
	const __m256i colon = _mm256_set1_epi8(':');
	__m256i low = _mm256_loadu_si256((const __m256i *)(const void *)at);
	__m256i high = _mm256_loadu_si256((const __m256i *)(const void *)(at + 32));
	uint32_t lower = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, colon));
	uint32_t upper = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, colon));

	return (uint64_t)upper << 32 | lower;
}

/* Those of a block before which a scheme may end; nothing foretells which. */
static inline void
add_colons(struct colons *c, const struct scheme_ends *ends, const char *at,
    uint64_t colons)
{
	for (; colons; colons &= colons - 1) {
		const char *colon = at + __builtin_ctzll(colons);

		c->at[c->count] = colon;
		c->count += may_end(ends, colon);
	}
}

/* Most blocks of a group have none, and nothing foretells which: so first all are
 * looked at. */
__attribute__((target("avx2"))) static void
search_group(struct colons *c, const struct scheme_ends *ends, const char *at)
{
	uint64_t colons[BLOCKS];
	unsigned some = 0, i;

	for (i = 0; i < BLOCKS; i++) {
		colons[i] = colons_at(at + BLOCK * i);
		some |= (unsigned)(colons[i] != 0) << i;
	}
	for (; some; some &= some - 1) {
		i = (unsigned)__builtin_ctz(some);
		add_colons(c, ends, at + BLOCK * i, colons[i]);
	}
}

/* Groups begin where lines of the cache do. */
__attribute__((target("avx2"))) static const char *
search_by_groups(struct colons *c, const struct scheme_ends *ends, const char *at,
    const char *end)
{
	unsigned ahead = (unsigned)(-(uintptr_t)at % BLOCK);

	if (ahead && end - at >= BLOCK) {
		add_colons(c, ends, at, colons_at(at) & (((uint64_t)1 << ahead) - 1));
		at += ahead;
	}
	for (; end - at >= COLON_GROUP && c->count < COLONS; at += COLON_GROUP)
		search_group(c, ends, at);
	return end - at < COLON_GROUP ? search_plainly(c, ends, at, end) : at;
}

static const char *
search(struct colons *c, const struct scheme_ends *ends, const char *at,
    const char *end)
{
	return __builtin_cpu_supports("avx2") ? search_by_groups(c, ends, at, end) :
	    search_plainly(c, ends, at, end);
}
#else
static const char *
search(struct colons *c, const struct scheme_ends *ends, const char *at,
    const char *end)
{
	return search_plainly(c, ends, at, end);
}
#endif

void
colons_begin(struct colons *c, const char *at)
{
	c->next = c->count = 0;
	c->searched = at;
}

const char *
colons_next(struct colons *c, const struct scheme_ends *ends, const char *at,
    const char *end)
{
	for (;;) {
		for (; c->next < c->count; c->next++)
			if (c->at[c->next] >= at)
				return c->at[c->next];
		if (c->searched < at)
			c->searched = at;
		if (c->searched >= end)
			return NULL;
		c->next = c->count = 0;
		c->searched = search(c, ends, c->searched, end);
	}
}
