/* prefilter.c - find the places in a text where a URL, a name or an address may be
 *
 * Only this code reads every byte of a text. On x86-64 with AVX2, it compares 64 bytes at a time,
 * which takes less than half the time of memchr() for each colon. */
#include "text/prefilter.h"

#include <string.h>

#include "names/name.h"
#include "util/ascii.h"
#include "util/wide.h"

/* ---- colons that may end a scheme --- */

/* Append the colon if it is a hit. There is no branch, since it would be unpredictable. */
static inline void
append_if(struct prefilter *p, const char *colon, bool is_hit)
{
	p->hits[p->hit_count] = (uint16_t)(colon - p->begin);
	p->hit_count += is_hit;
}

/* Return true if the search continues at `at`: few hits were found, and the offsets of more fit. */
static bool
wants_more(const struct prefilter *p, const char *at)
{
	return p->hit_count < PREFILTER_HITS && at - p->begin <= UINT16_MAX - PREFILTER_GROUP_BYTES;
}

/* Append the hits in at..limit, but at most in its first PREFILTER_GROUP_BYTES. Return the end of
 * the searched bytes. */
static const char *
search_colons_bytewise(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *limit, const char *end)
{
	if (limit - at > PREFILTER_GROUP_BYTES)
		limit = at + PREFILTER_GROUP_BYTES;
	for (; (at = memchr(at, ':', (size_t)(limit - at))) != NULL; at++)
		append_if(p, at, at - p->text < SUFFIX_BYTES || suffix_table_has(t, at, end));
	return limit;
}

#if HAS_WIDE_BLOCKS
enum {
	BLOCK_BYTES = 2 * WIDE_BYTES,
	STRIPE_BLOCKS = 8,
	STRIPE_BYTES = STRIPE_BLOCKS * BLOCK_BYTES
};
_Static_assert(PREFILTER_GROUP_BYTES == 64 * BLOCK_BYTES, "a group has a bit for each block");

/* Return a vector that is not zero if any of at[0..BLOCK_BYTES) is a colon. */
WIDE static inline __m256i
compare_block(const char *at)
{
	return _mm256_or_si256(wide_equal(at, ':'), wide_equal(at + WIDE_BYTES, ':'));
}

/* Return the comparisons of two blocks, each in one half of each lane. Nonzero bytes remain
 * nonzero. */
WIDE static inline __m256i
compare_two(const char *at)
{
	return _mm256_packs_epi16(compare_block(at), compare_block(at + BLOCK_BYTES));
}

WIDE static inline unsigned
find_blocks(const char *at)
{
	__m256i first = _mm256_packs_epi16(compare_two(at), compare_two(at + 2 * BLOCK_BYTES));
	__m256i last = _mm256_packs_epi16(compare_two(at + 4 * BLOCK_BYTES),
	    compare_two(at + 6 * BLOCK_BYTES));
	__m256i all = _mm256_packs_epi16(first, last); /* a block has two bytes of each lane */
	__m128i words = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
	__m128i bytes = _mm_packs_epi16(words, _mm_setzero_si128());

	return ~(unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128())) &
	    ((1u << STRIPE_BLOCKS) - 1);
}

WIDE static inline uint64_t
find_colons(const char *at)
{
	return wide_mask(wide_equal(at, ':')) |
	    (uint64_t)wide_mask(wide_equal(at + WIDE_BYTES, ':')) << WIDE_BYTES;
}

/* Store the offsets of the colons of a block, which has at least one. Store three at once: few
 * blocks have more, and a branch on their number would be unpredictable. Return their number. */
WIDE static inline unsigned
store_colons(uint16_t *at, const char *block, unsigned offset)
{
	const uint64_t last = (uint64_t)1 << 63; /* stands for a missing colon */
	uint64_t colons = find_colons(block);
	unsigned count = (unsigned)__builtin_popcountll(colons);

	at[0] = (uint16_t)(offset + (unsigned)__builtin_ctzll(colons));
	colons &= colons - 1;
	at[1] = (uint16_t)(offset + (unsigned)__builtin_ctzll(colons | last));
	colons &= colons - 1;
	at[2] = (uint16_t)(offset + (unsigned)__builtin_ctzll(colons | last));
	colons &= colons - 1;
	for (at += 3; colons; colons &= colons - 1)
		*at++ = (uint16_t)(offset + (unsigned)__builtin_ctzll(colons));
	return count;
}

/* Keep only the hits among the colons that are stored after the hits, up to `end`. Return the
 * place after the hits. */
static inline uint16_t *
keep_hits(struct prefilter *p, const struct suffix_table *t, const uint16_t *end)
{
	uint16_t *to = p->hits + p->hit_count;
	const uint16_t *from = to;
	const char *begin = p->begin;

	for (; from < end; from++) {
		unsigned colon = *from;

		*to = (uint16_t)colon;
		to += suffix_table_has_inner(t, begin + colon);
	}
	p->hit_count = (unsigned)(to - p->hits);
	return to;
}

/* Append the hits of a group of stripes. Branches that depend on the bytes are mispredicted, so
 * find first all blocks with colons, then their colons, then the hits among these. */
WIDE static void
search_group(struct prefilter *p, const struct suffix_table *t, const char *group, unsigned stripes)
{
	unsigned begin = (unsigned)(group - p->begin), i;
	uint16_t *at = p->hits + p->hit_count, *limit = at + PREFILTER_COLONS - BLOCK_BYTES;
	uint64_t blocks = 0;

	for (i = 0; i < stripes; i++)
		blocks |= (uint64_t)find_blocks(group + STRIPE_BYTES * i) << STRIPE_BLOCKS * i;
	for (; blocks; blocks &= blocks - 1) {
		unsigned offset = BLOCK_BYTES * (unsigned)__builtin_ctzll(blocks);

		at += store_colons(at, group + offset, begin + offset);
		if (at > limit) {
			at = keep_hits(p, t, at);
			limit = at + PREFILTER_COLONS - BLOCK_BYTES;
		}
	}
	keep_hits(p, t, at);
}

/* Append the hits in at..end, group by group, until there are PREFILTER_HITS. Another byte follows
 * each group, and the blocks are aligned to cache lines. Return the end of the searched bytes. */
WIDE static const char *
search_groups(struct prefilter *p, const struct suffix_table *t, const char *at, const char *end)
{
	ptrdiff_t unaligned = (ptrdiff_t)(-(uintptr_t)at % BLOCK_BYTES);

	if (at - p->text < SUFFIX_BYTES)
		unaligned += BLOCK_BYTES; /* so that enough bytes precede each group */
	if (end - at > unaligned)
		at = search_colons_bytewise(p, t, at, at + unaligned, end);
	if (p->hit_count > 0)
		return at; /* if they need more text, this text will be searched again */
	while (end - at > STRIPE_BYTES && wants_more(p, at)) {
		size_t stripes = (size_t)(end - at - 1) / STRIPE_BYTES;

		if (stripes > PREFILTER_GROUP_BYTES / STRIPE_BYTES)
			stripes = PREFILTER_GROUP_BYTES / STRIPE_BYTES;
		search_group(p, t, at, (unsigned)stripes);
		at += stripes * STRIPE_BYTES;
	}
	return wants_more(p, at) ? search_colons_bytewise(p, t, at, end, end) : at;
}

#endif

static const char *
search_colons(struct prefilter *p, const struct suffix_table *t, const char *at, const char *end)
{
#if HAS_WIDE_BLOCKS
	if (wide_is_supported())
		return search_groups(p, t, at, end);
#endif
	return search_colons_bytewise(p, t, at, end, end);
}

/* ---- needles: most dots end sentences or are part of numbers and file names, so a dot is a needle
 * only if a top label may follow it --- */

enum {
	HOST_BYTES = 8, /* bytes examined before a needle, more than SUFFIX_BYTES */
	LABEL_BYTES = 3 /* bytes examined after it */
};

/* Return true if the dot may be the first one of an IPv4 address before a port or a path. No other
 * number is a name. */
static bool
may_be_ipv4(const struct prefilter *p, const char *dot, const char *end)
{
	const char *at = dot;
	unsigned numbers;

	while (at > p->text && dot - at < 4 && ascii_is(at[-1], ASCII_DIGIT))
		at--;
	if (at == dot || (at > p->text && ascii_is(at[-1], ASCII_HOST)))
		return false;
	at = dot;
	for (numbers = 0; numbers < 3; numbers++) {
		const char *begin = at + 1;

		if (*at != '.')
			return false;
		for (at = begin; at < end && at - begin < 4 && ascii_is(*at, ASCII_DIGIT); at++)
			;
		if (at == end)
			return true;
		if (at == begin || at - begin > 3)
			return false;
	}
	return *at == ':' || *at == '/';
}

/* Return true if label, which begins like a top label, may be one that ends a host. Labels beyond
 * US-ASCII or with a hyphen are left to the reader of names. */
static bool
may_be_last_label(const char *label, const char *end)
{
	const char *at = label;

	while (at < end && ascii_is_alphanumeric(*at))
		at++;
	if (at == end || *at == '-' || *at == '_' || (unsigned char)*at >= 0x80)
		return true;
	if (*at == '@')
		return false;
	if (*at == '.' && at + 1 < end &&
	    (ascii_is(at[1], ASCII_DIGIT) || (at[1] >= 'a' && at[1] <= 'z')))
		return false;
	return at - label <= 3 ? top_label_is_short(label) :
	    top_label_find(label, (size_t)(at - label)) != NULL;
}

/* Return true if the dot is a needle. is_inner, a constant: HOST_BYTES bytes precede the dot and
 * LABEL_BYTES follow it, so that no bounds need to be checked. */
__attribute__((always_inline)) static inline bool
is_dot_needle(const struct prefilter *p, const char *dot, const char *end, bool is_inner)
{
	if (!is_inner && (dot == p->text || end - dot <= LABEL_BYTES))
		return dot > p->text;
	if (!ascii_is_alphanumeric(dot[-1]) && (unsigned char)dot[-1] < 0x80)
		return false;
	if (ascii_is(dot[1], ASCII_DIGIT))
		return may_be_ipv4(p, dot, end);
	return top_label_may_begin(dot + 1) && may_be_last_label(dot + 1, end);
}

/* Return true if the colon may be between "localhost" and a port, or the first one of an IPv6
 * address in brackets. */
static bool
is_host_colon(const struct prefilter *p, const char *colon)
{
	const char *at = colon;

	if (at == p->text)
		return false;
	if ((at[-1] | 0x20) == 't')
		return at - p->text > 4 && (at[-4] | 0x20) == 'h';
	while (at > p->text && colon - at < 4 && ascii_is(at[-1], ASCII_HEX))
		at--;
	return at > p->text && at[-1] == '[';
}

/* Return true if the colon may end a scheme, or if too few bytes are around it to decide. */
__attribute__((always_inline)) static inline bool
is_scheme_colon(const struct prefilter *p, const struct suffix_table *t, const char *colon,
    const char *end, bool is_inner)
{
	if (is_inner)
		return suffix_table_has_inner(t, colon);
	return colon - p->text < SUFFIX_BYTES || suffix_table_has(t, colon, end);
}

/* Return true if the bracket may begin "[.]", "[dot]", "[ . ]", "[@]" or "[at]". */
static bool
is_bracket_needle(const char *bracket, const char *end)
{
	const char *next = bracket + 1;

	if (next < end && *next == ' ')
		next++;
	return next == end || *next == '.' || *next == '@' || ascii_lower(*next) == 'd' ||
	    ascii_lower(*next) == 'a';
}

/* Return true if the slash or underscore may be the first of two in "hxxp//" or "hxxp__", or in
 * "http//" of a malformed URL. */
static inline bool
is_pair_needle(const struct prefilter *p, const char *at, const char *end)
{
	if (at == p->text || (at + 1 < end && at[1] != *at))
		return false;
	return (p->set & NEEDLE_PAIR && ascii_is_one_of(ascii_lower(at[-1]), ALTERED_ENDS "s")) ||
	    (p->set & NEEDLE_SLASHES && *at == '/' && at[-1] != ':');
}

__attribute__((always_inline)) static inline bool
is_needle(const struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end, bool is_inner)
{
	switch (*at) {
	case ':':
		return p->set & NEEDLE_ANY_COLON ||
		    is_scheme_colon(p, t, at, end, is_inner) ||
		    (p->set & NEEDLE_DOT && is_host_colon(p, at));
	case '.':
		return p->set & NEEDLE_DOT && is_dot_needle(p, at, end, is_inner);
	case '@':
		return p->set & NEEDLE_AT && at > p->text && !ascii_is_space(at[-1]) &&
		    (at + 1 == end || !ascii_is(at[1], ASCII_BLANK));
	case '/': case '_':
		return is_pair_needle(p, at, end);
	case '[': case '(': case '{': case '<':
		return p->set & NEEDLE_BRACKET && is_bracket_needle(at, end);
	default:
		return false;
	}
}

/* Append the needles in at..limit until there are enough. Return the end of the searched bytes. */
static const char *
search_bytewise(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *limit, const char *end)
{
	for (; at < limit && wants_more(p, at); at++)
		append_if(p, at, is_needle(p, t, at, end, false));
	return at;
}

#if HAS_WIDE_BLOCKS
WIDE static inline __m256i
equal(__m256i block, char c)
{
	return _mm256_cmpeq_epi8(block, _mm256_set1_epi8(c));
}

/* Return the slashes or underscores that are the first of two. */
WIDE static inline __m256i
find_pairs(__m256i block, __m256i next)
{
	return _mm256_and_si256(_mm256_cmpeq_epi8(block, next),
	    _mm256_or_si256(equal(block, '/'), equal(block, '_')));
}

/* Return the opening brackets before a blank, a dot, an at sign, "d" or "a". "[" and "{" differ in
 * one bit, and so do "D" and "d". */
WIDE static inline __m256i
find_brackets(__m256i block, __m256i next)
{
	__m256i case_bit = _mm256_set1_epi8(0x20);
	__m256i brackets = _mm256_or_si256(equal(_mm256_or_si256(block, case_bit), '{'),
	    _mm256_or_si256(equal(block, '('), equal(block, '<')));
	__m256i small = _mm256_or_si256(next, case_bit);
	__m256i words = _mm256_or_si256(equal(small, 'd'), equal(small, 'a'));
	__m256i marks = _mm256_or_si256(equal(next, '@'),
	    _mm256_or_si256(equal(next, '.'), equal(next, ' ')));

	return _mm256_and_si256(brackets, _mm256_or_si256(words, marks));
}

/* Return a bit for each of at[0..32) that may be a needle of the set. Another byte follows. */
WIDE __attribute__((always_inline)) static inline uint32_t
find_wanted(const char *at, unsigned set, __m256i wanted)
{
	__m256i block = wide_load(at), next = wide_load(at + 1);
	__m256i found = _mm256_cmpeq_epi8(block, _mm256_shuffle_epi8(wanted, block));

	if (set & (NEEDLE_PAIR | NEEDLE_SLASHES))
		found = _mm256_or_si256(found, find_pairs(block, next));
	if (set & NEEDLE_BRACKET)
		found = _mm256_or_si256(found, find_brackets(block, next));
	return wide_mask(found);
}

/* Append the needles among the bytes found in a block. Most are colons, and a branch on which of
 * them are needles would be unpredictable. */
__attribute__((always_inline)) static inline void
append_needles(struct prefilter *p, const struct suffix_table *t, const char *block,
    uint64_t found, const char *end)
{
	bool has_plain_colons = (p->set & (NEEDLE_DOT | NEEDLE_ANY_COLON)) == 0;

	for (; found; found &= found - 1) {
		const char *at = block + __builtin_ctzll(found);

		append_if(p, at, *at == ':' && has_plain_colons ?
		    suffix_table_has_inner(t, at) : is_needle(p, t, at, end, true));
	}
}

/* Do the same by blocks, with HOST_BYTES bytes or more before each and LABEL_BYTES after it. */
WIDE static const char *
search_blocks(struct prefilter *p, const struct suffix_table *t, const char *at, const char *end)
{
	unsigned set = p->set;
	__m256i wanted = _mm256_broadcastsi128_si256(
	    _mm_loadu_si128((const __m128i *)(const void *)p->wanted));

	for (; end - at >= BLOCK_BYTES + LABEL_BYTES && wants_more(p, at); at += BLOCK_BYTES) {
		uint64_t found = (uint64_t)find_wanted(at + WIDE_BYTES, set, wanted) << WIDE_BYTES |
		    find_wanted(at, set, wanted);

		append_needles(p, t, at, found, end);
	}
	return end - at < BLOCK_BYTES + LABEL_BYTES ? search_bytewise(p, t, at, end, end) : at;
}

#endif

/* Search for needles. The first bytes of the text are searched one by one, so that enough bytes
 * precede each block. */
static const char *
search_needles(struct prefilter *p, const struct suffix_table *t, const char *at, const char *end)
{
#if HAS_WIDE_BLOCKS
	const char *first = end - p->text > HOST_BYTES ? p->text + HOST_BYTES : end;

	if (wide_is_supported())
		return search_blocks(p, t, at < first ? search_bytewise(p, t, at, first, end) : at, end);
#endif
	return search_bytewise(p, t, at, end, end);
}

/* Prepare the table for looking up all wanted bytes at once. Their low four bits differ. */
static void
set_wanted(struct prefilter *p)
{
	const char bytes[] = { ':', p->set & NEEDLE_DOT ? '.' : ':',
		p->set & NEEDLE_AT ? '@' : ':' };
	unsigned i;

	for (i = 0; i < sizeof(p->wanted); i++)
		p->wanted[i] = (char)(i ^ 1); /* a byte that belongs elsewhere */
	for (i = 0; i < sizeof(bytes); i++)
		p->wanted[bytes[i] & 15] = bytes[i];
}

/* ---- from hit to hit --- */

void
prefilter_begin(struct prefilter *p, unsigned set, const char *at)
{
	p->next = p->hit_count = 0;
	p->set = set;
	p->text = p->begin = p->searched = at;
	if (set)
		set_wanted(p);
}

bool
prefilter_search(struct prefilter *p, const struct suffix_table *t, const char *at, const char *end)
{
	if (p->searched < at)
		p->searched = at;
	if (p->searched >= end)
		return false;
	p->next = p->hit_count = 0;
	p->begin = p->searched;
	p->searched = p->set ? search_needles(p, t, p->begin, end) :
	    search_colons(p, t, p->begin, end);
	return true;
}
