/* needles.c - find the places of a text where a URL, a name or an address may be
 *
 * Most dots end sentences or stand in numbers and file names, so a dot is a needle only
 * if what follows may begin a top label. */
#include "text/needles.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "names/suffix.h"
#include "text/altered_scheme.h"
#include "util/ascii.h"
#include "util/wide.h"

enum {
	HOST_BYTES = 8, /* so many bytes before a needle are looked at, more than SUFFIX_BYTES */
	LABEL_BYTES = 3 /* and so many after it */
};

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

/* Return true if a host may go on before c, which is in US-ASCII. */
static bool
is_word(char c)
{
	return ascii_is(c, ASCII_ALPHA | ASCII_DIGIT) || c == '.' || c == '-' || c == '_';
}

/* Return true if the dot may be the first of an IPv4 address before a port or a path: no
 * other is a name. */
static bool
may_be_ipv4(const struct needles *n, const char *dot, const char *end)
{
	const char *at = dot;
	unsigned numbers;

	while (at > n->begin && dot - at < 4 && is_digit(at[-1]))
		at--;
	if (at == dot || (at > n->begin && is_word(at[-1])))
		return false;
	at = dot;
	for (numbers = 0; numbers < 3; numbers++) {
		const char *begin = at + 1;

		if (*at != '.')
			return false;
		for (at = begin; at < end && at - begin < 4 && is_digit(*at); at++)
			;
		if (at == end)
			return true;
		if (at == begin || at - begin > 3)
			return false;
	}
	return *at == ':' || *at == '/';
}

/* Return true if label[0..], which begins as one, may be a top label that ends the host.
 * What is beyond US-ASCII or has a hyphen is left to the reader of names. */
static bool
may_be_last_label(const char *label, const char *end)
{
	const char *at = label;

	while (at < end && ascii_is(*at, ASCII_ALPHA | ASCII_DIGIT))
		at++;
	if (at == end || *at == '-' || *at == '_' || (unsigned char)*at >= 0x80)
		return true;
	if (*at == '@')
		return false;
	if (*at == '.' && at + 1 < end && (is_digit(at[1]) || (at[1] >= 'a' && at[1] <= 'z')))
		return false;
	return at - label <= 3 ? top_label_is_short(label) :
	    top_label_find(label, (size_t)(at - label)) != NULL;
}

/* Like is_dot_needle() with a byte before the dot, and LABEL_BYTES after it. */
static inline bool
is_inner_dot_needle(const struct needles *n, const char *dot, const char *end)
{
	if (!is_label_byte(dot[-1]))
		return false;
	if (is_digit(dot[1]))
		return may_be_ipv4(n, dot, end);
	return top_label_may_begin(dot + 1) && may_be_last_label(dot + 1, end);
}

static bool
is_dot_needle(const struct needles *n, const char *dot, const char *end)
{
	return dot > n->begin &&
	    (end - dot <= LABEL_BYTES || is_inner_dot_needle(n, dot, end));
}

/* Return true if the colon may follow "localhost" before a port, or be the first of an
 * IPv6 address in brackets. */
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
is_colon_needle(const struct needles *n, const struct suffix_table *t, const char *colon,
    const char *end)
{
	if (n->set & NEEDLE_COLON && (colon - n->begin < SUFFIX_BYTES ||
		(end - colon > 1 ? suffix_table_has_inner(t, colon) :
		    suffix_table_has(t, colon, end))))
		return true;
	return n->set & NEEDLE_DOT && is_host_colon(n, colon);
}

/* Return true if the slash or underscore may be the first of two in "hxxp//" or "hxxp__". */
static bool
is_pair_needle(const struct needles *n, const char *at, const char *end)
{
	return at > n->begin && (at + 1 == end || at[1] == *at) &&
	    altered_scheme_may_end(at[-1]);
}

/* Return true if the bracket may be that of "[.]", "[dot]" or "[ . ]". */
static bool
is_bracket_needle(const char *bracket, const char *end)
{
	const char *next = bracket + 1;

	if (next < end && *next == ' ')
		next++;
	return next == end || *next == '.' || *next == 'd' || *next == 'D';
}

/* Like is_host_colon() after HOST_BYTES bytes. */
static inline bool
is_inner_host_colon(const char *colon)
{
	const uint64_t ones = 0x0101010101010101, tops = ones << 7;
	uint64_t before;

	if ((colon[-1] | 0x20) == 't')
		return (colon[-4] | 0x20) == 'h';
	memcpy(&before, colon - HOST_BYTES, sizeof(before));
	before ^= ones * '[';
	if (((before - ones) & ~before & tops) == 0)
		return false; /* no byte of them is a bracket, as nearly always */
	while (ascii_is(colon[-1], ASCII_HEX))
		colon--;
	return colon[-1] == '[';
}

static bool
is_needle(const struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	switch (*at) {
	case ':':
		return is_colon_needle(n, t, at, end);
	case '.':
		return n->set & NEEDLE_DOT && is_dot_needle(n, at, end);
	case '@':
		return n->set & NEEDLE_AT && at > n->begin &&
		    !ascii_is_space(at[-1]) && (at + 1 == end || !ascii_is(at[1], ASCII_BLANK));
	case '/': case '_':
		return n->set & NEEDLE_PAIR && is_pair_needle(n, at, end);
	case '[': case '(': case '{': case '<':
		return n->set & NEEDLE_BRACKET && is_bracket_needle(at, end);
	default:
		return false;
	}
}

/* ---- the search --- */

/* Append needles until there are NEEDLE_HITS. Returns the end of what was searched. */
static const char *
search_bytes(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	for (; at < end && n->hit_count < NEEDLE_HITS; at++)
		if (is_needle(n, t, at, end))
			n->hits[n->hit_count++] = at;
	return at;
}

#if HAS_WIDE_BLOCKS
/* The low four bits of these bytes differ, so that one instruction looks up all of them. */
static void
set_wanted(struct needles *n)
{
	const char bytes[] = { ':', n->set & NEEDLE_DOT ? '.' : ':',
		n->set & NEEDLE_AT ? '@' : ':' };
	unsigned i;

	for (i = 0; i < sizeof(n->wanted); i++)
		n->wanted[i] = (char)(i ^ 1); /* which is elsewhere */
	for (i = 0; i < sizeof(bytes); i++)
		n->wanted[bytes[i] & 15] = bytes[i];
}

/* Return the bytes of the block that are c. */
__attribute__((target("avx2"))) static inline __m256i
equal(__m256i block, char c)
{
	return _mm256_cmpeq_epi8(block, _mm256_set1_epi8(c));
}

/* Return the first of two slashes or underscores. */
__attribute__((target("avx2"))) static inline __m256i
find_pairs(__m256i block, __m256i next)
{
	return _mm256_and_si256(_mm256_cmpeq_epi8(block, next),
	    _mm256_or_si256(equal(block, '/'), equal(block, '_')));
}

/* Return the opening brackets before a blank, a dot or a "d". "[" and "{" differ in one bit,
 * and so do "D" and "d". */
__attribute__((target("avx2"))) static inline __m256i
find_brackets(__m256i block, __m256i next)
{
	__m256i case_bit = _mm256_set1_epi8(0x20);
	__m256i brackets = _mm256_or_si256(equal(_mm256_or_si256(block, case_bit), '{'),
	    _mm256_or_si256(equal(block, '('), equal(block, '<')));
	__m256i words = _mm256_or_si256(equal(_mm256_or_si256(next, case_bit), 'd'),
	    _mm256_or_si256(equal(next, '.'), equal(next, ' ')));

	return _mm256_and_si256(brackets, words);
}

/* Return a bit for each of at[0..32), which a byte follows, that may be of the set. */
__attribute__((target("avx2"), always_inline)) static inline uint32_t
find_bytes(const char *at, unsigned set, __m256i wanted)
{
	__m256i block = wide_load(at), next = wide_load(at + 1);
	__m256i found = _mm256_cmpeq_epi8(block, _mm256_shuffle_epi8(wanted, block));

	if (set & NEEDLE_PAIR)
		found = _mm256_or_si256(found, find_pairs(block, next));
	if (set & NEEDLE_BRACKET)
		found = _mm256_or_si256(found, find_brackets(block, next));
	return wide_mask(found);
}

/* Return true if the byte, which HOST_BYTES others precede and LABEL_BYTES follow, is a
 * needle. */
__attribute__((always_inline)) static inline bool
is_inner_needle(const struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	switch (*at) {
	case ':':
		return (n->set & NEEDLE_COLON && suffix_table_has_inner(t, at)) ||
		    (n->set & NEEDLE_DOT && is_inner_host_colon(at));
	case '.':
		return is_inner_dot_needle(n, at, end);
	case '@':
		return !ascii_is_space(at[-1]) && !ascii_is(at[1], ASCII_BLANK);
	case '/': case '_':
		return altered_scheme_may_end(at[-1]);
	default:
		return is_needle(n, t, at, end);
	}
}

/* Append the needles among the bytes found in a block. Most are colons, and which of them
 * are needles cannot be predicted. */
__attribute__((always_inline)) static inline void
append_needles(struct needles *n, const struct suffix_table *t, const char *block,
    uint64_t found, const char *end)
{
	bool has_plain_colons = (n->set & (NEEDLE_COLON | NEEDLE_DOT)) == NEEDLE_COLON;

	for (; found; found &= found - 1) {
		const char *at = block + __builtin_ctzll(found);

		n->hits[n->hit_count] = at;
		n->hit_count += *at == ':' && has_plain_colons ?
		    suffix_table_has_inner(t, at) : is_inner_needle(n, t, at, end);
	}
}

/* Like search_bytes(), by blocks, each after HOST_BYTES bytes and before LABEL_BYTES. set: what
 * besides n->wanted may be there, a constant. */
__attribute__((target("avx2"), always_inline)) static inline const char *
search_blocks(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end, unsigned set)
{
	__m256i wanted = _mm256_broadcastsi128_si256(
	    _mm_loadu_si128((const __m128i *)(const void *)n->wanted));

	for (; end - at >= NEEDLE_BLOCK_BYTES + LABEL_BYTES && n->hit_count < NEEDLE_HITS;
	    at += NEEDLE_BLOCK_BYTES) {
		uint64_t found =
		    (uint64_t)find_bytes(at + NEEDLE_BLOCK_BYTES / 2, set, wanted) << 32 |
		    find_bytes(at, set, wanted);

		append_needles(n, t, at, found, end);
	}
	return end - at < NEEDLE_BLOCK_BYTES + LABEL_BYTES ? search_bytes(n, t, at, end) : at;
}

__attribute__((target("avx2"))) static const char *
search_wanted(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	return search_blocks(n, t, at, end, 0);
}

__attribute__((target("avx2"))) static const char *
search_pairs(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	return search_blocks(n, t, at, end, NEEDLE_PAIR);
}

__attribute__((target("avx2"))) static const char *
search_brackets(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end)
{
	return search_blocks(n, t, at, end, NEEDLE_PAIR | NEEDLE_BRACKET);
}

/* Search the first bytes of the text one by one, so that others precede each block. */
static const char *
search(struct needles *n, const struct suffix_table *t, const char *at, const char *end)
{
	const char *first = end - n->begin > HOST_BYTES ? n->begin + HOST_BYTES : end;

	if (!wide_is_supported())
		return search_bytes(n, t, at, end);
	for (; at < first; at++)
		if (is_needle(n, t, at, end))
			n->hits[n->hit_count++] = at;
	if (n->set & NEEDLE_BRACKET)
		return search_brackets(n, t, at, end);
	return n->set & NEEDLE_PAIR ? search_pairs(n, t, at, end) :
	    search_wanted(n, t, at, end);
}
#else
static void
set_wanted(struct needles *n)
{
	(void)n;
}

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
	set_wanted(n);
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
