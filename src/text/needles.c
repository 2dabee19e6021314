/* needles.c - find the places of a text where a URL, a name or an address may be
 *
 * Most dots end sentences or stand in numbers and file names, so a dot is a needle only
 * if what follows may begin a top label. */
#include "text/needles.h"

#include <stdbool.h>
#include <stdint.h>

#include "names/suffix.h"
#include "util/ascii.h"

/* ---- is it a needle? --- */

static bool
is_digit(char c)
{
	return ascii_is(c, ASCII_DIGIT);
}

/* Return true if c may end or begin a label. */
static bool
is_label_byte(char c)
{
	return ascii_is(c, ASCII_ALPHA | ASCII_DIGIT) || (unsigned char)c >= 0x80;
}

/* Return true if the dot, which precedes a digit, may be the first of an IPv4 address. */
static bool
may_be_ipv4(const char *dot, const char *end)
{
	const char *at = dot + 1;

	while (at < end && at - dot <= 3 && is_digit(*at))
		at++;
	return is_digit(dot[-1]) && (at == end || (*at == '.' && at - dot <= 4));
}

static bool
is_dot_needle(const struct needles *n, const char *dot, const char *end)
{
	if (dot == n->begin)
		return false;
	if (end - dot < 4)
		return true;
	if (!is_label_byte(dot[-1]) || !is_label_byte(dot[1]))
		return false;
	return is_digit(dot[1]) ? may_be_ipv4(dot, end) : top_label_may_begin(dot + 1);
}

/* Return true if the colon may follow "localhost", or be the first of an IPv6 address
 * in brackets. */
static bool
is_host_colon(const struct needles *n, const char *colon)
{
	const char *at = colon;

	if (at == n->begin)
		return false;
	if (at[-1] == 't' || at[-1] == 'T')
		return at - n->begin > 4 && (at[-4] == 'h' || at[-4] == 'H');
	while (at > n->begin && colon - at < 4 && ascii_is(at[-1], ASCII_HEX))
		at--;
	return at > n->begin && at[-1] == '[';
}

static bool
is_needle(const struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	switch (*at) {
	case '.':
		return (n->set & NEEDLE_DOT) && is_dot_needle(n, at, end);
	case '@':
		return (n->set & NEEDLE_AT) && at > n->begin &&
		    !ascii_is_space(at[-1]) && (at + 1 == end || !ascii_is(at[1], ASCII_BLANK));
	default:
		if (n->set & NEEDLE_DOT && is_host_colon(n, at))
			return true;
		return (n->set & NEEDLE_COLON) && (at - n->begin < SUFFIX_BYTES ||
			suffix_table_has(t, at, end));
	}
}

static void
append_if_needle(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	if (is_needle(n, t, at, end))
		n->hits[n->hit_count++] = at;
}

/* ---- the search --- */

/* Append needles until there are NEEDLE_HITS. Returns the end of what was searched. */
static const char *
search_bytes(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	for (; at < end && n->hit_count < NEEDLE_HITS; at++)
		if (*at == ':' || *at == '.' || *at == '@')
			append_if_needle(n, t, at, end);
	return at;
}

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

/* Return a bit for each of at[0..32) that is one of the bytes. */
__attribute__((target("avx2"))) static inline uint32_t
find_bytes(const char *at)
{
	__m256i block = _mm256_loadu_si256((const __m256i *)(const void *)at);
	__m256i dots = _mm256_cmpeq_epi8(block, _mm256_set1_epi8('.'));
	__m256i colons = _mm256_cmpeq_epi8(block, _mm256_set1_epi8(':'));
	__m256i ats = _mm256_cmpeq_epi8(block, _mm256_set1_epi8('@'));

	return (uint32_t)_mm256_movemask_epi8(
	    _mm256_or_si256(_mm256_or_si256(dots, colons), ats));
}

/* Like search_bytes(), by blocks. */
__attribute__((target("avx2"))) static const char *
search_blocks(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	for (; end - at >= NEEDLE_BLOCK_BYTES && n->hit_count < NEEDLE_HITS;
	    at += NEEDLE_BLOCK_BYTES) {
		uint64_t found = (uint64_t)find_bytes(at + NEEDLE_BLOCK_BYTES / 2) << 32 |
		    find_bytes(at);

		for (; found; found &= found - 1)
			append_if_needle(n, t, at + __builtin_ctzll(found), end);
	}
	return end - at < NEEDLE_BLOCK_BYTES ? search_bytes(n, t, at, end) : at;
}

static const char *
search(struct needles *n, const struct suffix_table *t, const char *at, const char *end)
{
	return __builtin_cpu_supports("avx2") ? search_blocks(n, t, at, end) :
	    search_bytes(n, t, at, end);
}
#else
static const char *
search(struct needles *n, const struct suffix_table *t, const char *at, const char *end)
{
	return search_bytes(n, t, at, end);
}
#endif

void
needles_begin(struct needles *n, unsigned set, const char *at)
{
	n->next = n->hit_count = 0;
	n->set = set;
	n->begin = n->searched = at;
}

const char *
needles_next(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	for (;;) {
		for (; n->next < n->hit_count; n->next++)
			if (n->hits[n->next] >= at)
				return n->hits[n->next];
		if (n->searched < at)
			n->searched = at;
		if (n->searched >= end)
			return NULL;
		n->next = n->hit_count = 0;
		n->searched = search(n, t, n->searched, end);
	}
}
