/* lines.c - where pairs of bytes, and lines, end: 64 bytes at a time where the processor has
 * AVX2 */
#include "util/ascii/lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/ascii/ascii.h"
#include "util/ascii/block.h"

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

#if defined(__SSE2__) && defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

enum { WIDE_BLOCK = 64, HALF_BLOCK = WIDE_BLOCK / 2 };

__attribute__((target("avx2"))) static inline __m256i
load_wide(const char *at)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

/* Return the bytes of at[0..HALF_BLOCK) that are c. */
__attribute__((target("avx2"))) static inline __m256i
equal_wide(const char *at, char c)
{
	return _mm256_cmpeq_epi8(load_wide(at), _mm256_set1_epi8(c));
}

/* Return a bit for each byte of two halves of a block that is not zero. */
__attribute__((target("avx2"))) static inline uint64_t
wide_bits(__m256i low, __m256i high)
{
	return (uint32_t)_mm256_movemask_epi8(low) |
	    (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << HALF_BLOCK;
}

/* Return the bytes of at[0..HALF_BLOCK) that are `first` before `second`. */
__attribute__((target("avx2"))) static inline __m256i
wide_pairs(const char *at, char first, char second)
{
	return _mm256_and_si256(equal_wide(at, first), equal_wide(at + 1, second));
}

/* Return the offset of the first pair in the whole blocks of text[0..len), each of which
 * another byte follows, or of the end of these blocks. */
__attribute__((target("avx2"))) static size_t
pair_in_wide_blocks(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		__m256i low = wide_pairs(text + at, first, second);
		__m256i high = wide_pairs(text + at + HALF_BLOCK, first, second);
		__m256i both = _mm256_or_si256(low, high);

		if (!_mm256_testz_si256(both, both))
			return at + (size_t)__builtin_ctzll(wide_bits(low, high));
	}
	return at;
}

/* Return the bytes of at[0..HALF_BLOCK) that ascii_feed_before() looks for. */
__attribute__((target("avx2"))) static inline __m256i
wide_feeds_before(const char *at, char letter)
{
	__m256i lower = _mm256_or_si256(load_wide(at + 1), _mm256_set1_epi8(0x20));
	__m256i breaks = _mm256_or_si256(equal_wide(at + 1, '\n'), equal_wide(at + 1, '\r'));
	__m256i found = _mm256_or_si256(breaks, _mm256_cmpeq_epi8(lower, _mm256_set1_epi8(letter)));

	return _mm256_and_si256(equal_wide(at, '\n'), found);
}

/* Like pair_in_wide_blocks(), of what ascii_feed_before() looks for. */
__attribute__((target("avx2"))) static size_t
feed_in_wide_blocks(const char *text, size_t len, char letter)
{
	size_t at = 0;

	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		uint64_t found = wide_bits(wide_feeds_before(text + at, letter),
		    wide_feeds_before(text + at + HALF_BLOCK, letter));

		if (found)
			return at + (size_t)__builtin_ctzll(found);
	}
	return at;
}

/* Return the bytes of at[0..HALF_BLOCK) that are line feeds before neither a space nor a
 * tab. */
__attribute__((target("avx2"))) static inline __m256i
wide_line_ends(const char *at)
{
	__m256i blanks = _mm256_or_si256(equal_wide(at + 1, ' '), equal_wide(at + 1, '\t'));

	return _mm256_andnot_si256(blanks, equal_wide(at, '\n'));
}

/* Return a bit for each byte of at[0..HALF_BLOCK) that ends a name. */
__attribute__((target("avx2"))) static inline uint32_t
wide_name_ends(const char *at)
{
	__m256i other = _mm256_cmpgt_epi8(_mm256_set1_epi8('!'), load_wide(at));

	other = _mm256_or_si256(other, equal_wide(at, '\177'));
	return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(other, equal_wide(at, ':')));
}

/* Like pair_in_wide_blocks(), of the line feed that ends the line. text has a block and
 * another byte. */
__attribute__((target("avx2"))) static size_t
line_in_wide_blocks(const char *text, size_t len, size_t *name_len)
{
	uint32_t name_ends = wide_name_ends(text);
	size_t at = 0;

	*name_len = name_ends ? (size_t)__builtin_ctz(name_ends) :
	    ascii_until(text, len, '!', ':');
	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		uint64_t ends = wide_bits(wide_line_ends(text + at),
		    wide_line_ends(text + at + HALF_BLOCK));

		if (ends)
			return at + (size_t)__builtin_ctzll(ends);
	}
	return at;
}

static bool
has_wide_blocks(size_t len)
{
	return len > WIDE_BLOCK && __builtin_cpu_supports("avx2");
}
#else
static bool
has_wide_blocks(size_t len)
{
	(void)len;
	return false;
}

static size_t
pair_in_wide_blocks(const char *text, size_t len, char first, char second)
{
	(void)text, (void)len, (void)first, (void)second;
	return 0;
}

static size_t
feed_in_wide_blocks(const char *text, size_t len, char letter)
{
	(void)text, (void)len, (void)letter;
	return 0;
}

static size_t
line_in_wide_blocks(const char *text, size_t len, size_t *name_len)
{
	(void)text, (void)len, (void)name_len;
	return 0;
}
#endif

size_t
ascii_pair(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	if (has_wide_blocks(len))
		at = pair_in_wide_blocks(text, len, first, second);
	for (; len - at > 2 * BLOCK_BYTES; at += 2 * BLOCK_BYTES) {
		unsigned some = pairs(text + at, first, second);

		if (some)
			return at + (unsigned)__builtin_ctz(some);
	}
	while (at + 1 < len && (text[at] != first || text[at + 1] != second))
		at++;
	return at + 1 < len ? at : len;
}

size_t
ascii_feed_before(const char *text, size_t len, char letter)
{
	size_t at = has_wide_blocks(len) ? feed_in_wide_blocks(text, len, letter) : 0;
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

size_t
ascii_folded_line(const char *text, size_t len, size_t *name_len)
{
	size_t at = 0;

	if (has_wide_blocks(len))
		at = line_in_wide_blocks(text, len, name_len);
	else
		*name_len = ascii_until(text, len, '!', ':');
	for (; at < len; at++) {
		if (text[at] != '\n') {
			const char *feed = memchr(text + at, '\n', len - at);

			if (feed == NULL)
				return len;
			at = (size_t)(feed - text);
		}
		if (at + 1 == len || (text[at + 1] != ' ' && text[at + 1] != '\t'))
			return at + 1;
	}
	return len;
}
