/* lines.c - where pairs of bytes, and lines, end: 64 bytes at a time where the processor has
 * AVX2 */
#include "util/lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/block.h"
#include "util/wide.h"

#ifdef __SSE2__
/* Return a bit for each byte of two blocks that is `first` before `second`. */
static unsigned
pairs(const char *at, char first, char second)
{
	__m128i low = _mm_and_si128(block_equal(block_load(at), first),
	    block_equal(block_load(at + 1), second));
	__m128i high = _mm_and_si128(block_equal(block_load(at + BLOCK_BYTES), first),
	    block_equal(block_load(at + BLOCK_BYTES + 1), second));

	if (_mm_movemask_epi8(_mm_or_si128(low, high)) == 0)
		return 0;
	return (unsigned)_mm_movemask_epi8(low) | (unsigned)_mm_movemask_epi8(high) << BLOCK_BYTES;
}
#else
static unsigned
pairs(const char *at, char first, char second)
{
	return (at[0] == first && at[1] == second) | (at[1] == first && at[2] == second) << 1;
}
#endif

/* Like ascii_pair(), two blocks at a time. */
static size_t
pair_in_blocks(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	for (; len - at > 2 * BLOCK_BYTES; at += 2 * BLOCK_BYTES) {
		unsigned some = pairs(text + at, first, second);

		if (some)
			return at + (unsigned)__builtin_ctz(some);
	}
	while (at + 1 < len && (text[at] != first || text[at + 1] != second))
		at++;
	return at + 1 < len ? at : len;
}

/* Like ascii_feed_before(), but search from offset `at` on. */
static size_t
feed_from(const char *text, size_t len, size_t at, char letter)
{
	const char *feed;

	while ((feed = memchr(text + at, '\n', len - at)) != NULL) {
		at = (size_t)(feed - text) + 1;
		if (at == len)
			break;
		if (ascii_lower(text[at]) == letter || ascii_is(text[at], ASCII_BREAK))
			return at - 1;
	}
	return len;
}

/* Search from offset `at` on for a line feed that neither a space nor a tab follows. Return the
 * offset after it; len if there is none. Not inlined, so that line_in_wide_blocks(), which seldom
 * calls it, saves fewer registers. */
__attribute__((noinline)) static size_t
folded_line_end(const char *text, size_t len, size_t at)
{
	const char *feed;

	while ((feed = memchr(text + at, '\n', len - at)) != NULL) {
		at = (size_t)(feed - text) + 1;
		if (at == len || (text[at] != ' ' && text[at] != '\t'))
			return at;
	}
	return len;
}

#if HAS_WIDE_BLOCKS
enum { WIDE_BLOCK = 2 * WIDE_BYTES };

/* Return a bit for each byte of two halves of a block that is not zero. */
__attribute__((target("avx2"))) static inline uint64_t
wide_bits(__m256i low, __m256i high)
{
	return wide_mask(low) | (uint64_t)wide_mask(high) << WIDE_BYTES;
}

/* Return the bytes of at[0..WIDE_BYTES) that are `first` before `second`. */
__attribute__((target("avx2"))) static inline __m256i
wide_pairs(const char *at, char first, char second)
{
	return _mm256_and_si256(wide_equal(at, first), wide_equal(at + 1, second));
}

/* Return the offset of the first pair in at[0..WIDE_BLOCK); there is one. */
__attribute__((target("avx2"))) static inline size_t
first_wide_pair(const char *at, char first, char second)
{
	return (size_t)__builtin_ctzll(wide_bits(wide_pairs(at, first, second),
	    wide_pairs(at + WIDE_BYTES, first, second)));
}

/* Return the bytes of a half of at[0..WIDE_BLOCK) that are a pair there or in the other half. */
__attribute__((target("avx2"))) static inline __m256i
folded_pairs(const char *at, char first, char second)
{
	return _mm256_or_si256(wide_pairs(at, first, second),
	    wide_pairs(at + WIDE_BYTES, first, second));
}

/* Like ascii_pair(). Two blocks at a time take a fifth less than one. */
__attribute__((target("avx2"))) static size_t
pair_in_wide_blocks(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	for (; len - at > 2 * WIDE_BLOCK; at += 2 * WIDE_BLOCK) {
		__m256i low = folded_pairs(text + at, first, second);
		__m256i high = folded_pairs(text + at + WIDE_BLOCK, first, second);

		if (wide_mask(_mm256_or_si256(low, high)) == 0)
			continue;
		if (wide_mask(low) == 0)
			at += WIDE_BLOCK;
		return at + first_wide_pair(text + at, first, second);
	}
	return at + pair_in_blocks(text + at, len - at, first, second);
}

/* Return the bytes of at[0..WIDE_BYTES) that ascii_feed_before() looks for. */
__attribute__((target("avx2"))) static inline __m256i
wide_feeds_before(const char *at, char letter)
{
	__m256i lower = _mm256_or_si256(wide_load(at + 1), _mm256_set1_epi8(0x20));
	__m256i breaks = _mm256_or_si256(wide_equal(at + 1, '\n'), wide_equal(at + 1, '\r'));
	__m256i found = _mm256_or_si256(breaks, _mm256_cmpeq_epi8(lower, _mm256_set1_epi8(letter)));

	return _mm256_and_si256(wide_equal(at, '\n'), found);
}

/* Like ascii_feed_before(). */
__attribute__((target("avx2"))) static size_t
feed_in_wide_blocks(const char *text, size_t len, char letter)
{
	size_t at = 0;

	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		uint64_t found = wide_bits(wide_feeds_before(text + at, letter),
		    wide_feeds_before(text + at + WIDE_BYTES, letter));

		if (found)
			return at + (size_t)__builtin_ctzll(found);
	}
	return feed_from(text, len, at, letter);
}

/* Return the bytes of at[0..WIDE_BYTES) that are line feeds before neither a space nor a
 * tab. */
__attribute__((target("avx2"))) static inline __m256i
wide_line_ends(const char *at)
{
	__m256i blanks = _mm256_or_si256(wide_equal(at + 1, ' '), wide_equal(at + 1, '\t'));

	return _mm256_andnot_si256(blanks, wide_equal(at, '\n'));
}

/* Return a bit for each byte of at[0..WIDE_BYTES) that ends a name. */
__attribute__((target("avx2"))) static inline uint32_t
wide_name_ends(const char *at)
{
	__m256i other = _mm256_cmpgt_epi8(_mm256_set1_epi8('!'), wide_load(at));

	other = _mm256_or_si256(other, wide_equal(at, '\177'));
	return wide_mask(_mm256_or_si256(other, wide_equal(at, ':')));
}

/* Like ascii_folded_line(), but *name_len is at most WIDE_BYTES: then the name may be longer. */
__attribute__((target("avx2"))) static size_t
line_in_wide_blocks(const char *text, size_t len, size_t *name_len)
{
	uint32_t name_ends = wide_name_ends(text);
	size_t at = 0;

	*name_len = name_ends ? (size_t)__builtin_ctz(name_ends) : WIDE_BYTES;
	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		uint64_t ends = wide_bits(wide_line_ends(text + at),
		    wide_line_ends(text + at + WIDE_BYTES));

		if (ends)
			return at + (size_t)__builtin_ctzll(ends) + 1;
	}
	return folded_line_end(text, len, at);
}

#else
static size_t
pair_in_wide_blocks(const char *text, size_t len, char first, char second)
{
	return pair_in_blocks(text, len, first, second);
}

static size_t
feed_in_wide_blocks(const char *text, size_t len, char letter)
{
	return feed_from(text, len, 0, letter);
}

static size_t
line_in_wide_blocks(const char *text, size_t len, size_t *name_len)
{
	*name_len = 0;
	return folded_line_end(text, len, 0);
}
#endif

size_t
ascii_pair(const char *text, size_t len, char first, char second)
{
	return wide_is_usable(len) ? pair_in_wide_blocks(text, len, first, second) :
	    pair_in_blocks(text, len, first, second);
}

size_t
ascii_feed_before(const char *text, size_t len, char letter)
{
	return wide_is_usable(len) ? feed_in_wide_blocks(text, len, letter) :
	    feed_from(text, len, 0, letter);
}

size_t
ascii_folded_line(const char *text, size_t len, size_t *name_len)
{
	bool is_wide = wide_is_usable(len);
	size_t end = is_wide ? line_in_wide_blocks(text, len, name_len) :
	    folded_line_end(text, len, 0);

	if (!is_wide || *name_len == WIDE_BYTES)
		*name_len = ascii_until(text, len, '!', ':');
	return end;
}
