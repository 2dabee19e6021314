/* line_count.c - count the lines of a text, 32 bytes at a time where the processor has AVX2,
 * 16 where it has SSE2, else eight */
#include "util/line_count.h"

#include <string.h>

#include "util/wide.h"

enum { MAX_SUM = 255 }; /* what one byte of a word can count to */

#ifdef __SSE2__
#include <emmintrin.h>

enum { WORD_BYTES = sizeof(__m128i) };

/* Return a word that has -1 in each byte where text[0..16) has a line feed, else 0. */
static __m128i
find_feeds(const char *text)
{
	__m128i word = _mm_loadu_si128((const __m128i *)(const void *)text);

	return _mm_cmpeq_epi8(word, _mm_set1_epi8('\n'));
}

/* Return the sum of the bytes of a word, each of which is at most MAX_SUM. */
static uint64_t
sum_bytes(__m128i word)
{
	__m128i sums = _mm_sad_epu8(word, _mm_setzero_si128());

	return (uint64_t)_mm_cvtsi128_si32(sums) +
	    (uint64_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
}

/* Count the line feeds of text[0..words), at most MAX_SUM words. */
static uint64_t
count_in_words(const char *text, size_t words)
{
	__m128i sums = _mm_setzero_si128(); /* one in each byte */

	for (; words > 1; words -= 2, text += 2 * WORD_BYTES)
		sums = _mm_sub_epi8(sums, _mm_add_epi8(find_feeds(text),
		    find_feeds(text + WORD_BYTES)));
	if (words > 0)
		sums = _mm_sub_epi8(sums, find_feeds(text));
	return sum_bytes(sums);
}
#else
enum { WORD_BYTES = sizeof(uint64_t) };

static const uint64_t ones = 0x0101010101010101;

/* Return a word that has 1 in each byte where text[0..8) has a line feed, else 0. The
 * additions carry nothing from one byte into the next. */
static uint64_t
find_feeds(const char *text)
{
	const uint64_t low_bits = ~(ones << 7);
	uint64_t word;

	memcpy(&word, text, sizeof(word));
	word ^= ones * '\n';
	return ~(((word & low_bits) + low_bits) | word | low_bits) >> 7;
}

static uint64_t
sum_bytes(uint64_t word)
{
	uint64_t sum = 0;

	for (; word; word >>= 8)
		sum += word & 0xFF;
	return sum;
}

/* Count the line feeds of text[0..words), at most MAX_SUM words. */
static uint64_t
count_in_words(const char *text, size_t words)
{
	uint64_t sums = 0; /* one in each byte */

	for (; words > 0; words--, text += WORD_BYTES)
		sums += find_feeds(text);
	return sum_bytes(sums);
}
#endif

#if HAS_WIDE_BLOCKS
enum { WIDE_WORDS = 8 };

/* Return for each byte of two words how many line feeds it is, negated. */
__attribute__((target("avx2"))) static inline __m256i
find_two(const char *text)
{
	return _mm256_add_epi8(wide_equal(text, '\n'), wide_equal(text + WIDE_BYTES, '\n'));
}

/* Count the line feeds of text[0..groups) in groups of WIDE_WORDS words, of which there are
 * at most MAX_SUM / WIDE_WORDS. */
__attribute__((target("avx2"))) static uint64_t
count_in_groups(const char *text, size_t groups)
{
	__m256i sums = _mm256_setzero_si256(); /* one in each byte */
	__m128i halves;

	for (; groups > 0; groups--, text += WIDE_WORDS * WIDE_BYTES)
		sums = _mm256_sub_epi8(sums, _mm256_add_epi8(
		    _mm256_add_epi8(find_two(text), find_two(text + 2 * WIDE_BYTES)),
		    _mm256_add_epi8(find_two(text + 4 * WIDE_BYTES),
		    find_two(text + 6 * WIDE_BYTES))));
	sums = _mm256_sad_epu8(sums, _mm256_setzero_si256());
	halves = _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
	return (uint64_t)_mm_cvtsi128_si64(halves) +
	    (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(halves, halves));
}

/* Return the line feeds of the last bytes of text[0..32), as many as `count`, which is not 0. */
__attribute__((target("avx2,popcnt"))) static inline unsigned
count_last(const char *text, size_t count)
{
	unsigned feeds = wide_mask(wide_equal(text, '\n'));

	return (unsigned)__builtin_popcount(feeds >> (WIDE_BYTES - count));
}

/* Count the line feeds of text[0..len), which is shorter than a group and has at least a word with
 * the bytes before it: the last bytes are a part of the word that ends there. */
__attribute__((target("avx2,popcnt"))) static uint64_t
count_rest(const char *text, size_t len)
{
	uint64_t lines = 0;

	for (; len >= WIDE_BYTES; len -= WIDE_BYTES, text += WIDE_BYTES)
		lines += count_last(text, WIDE_BYTES);
	return len > 0 ? lines + count_last(text + len - WIDE_BYTES, len) : lines;
}

/* Count the line feeds of text[0..len), which has at least a word. */
static uint64_t
count_wide(const char *text, size_t len)
{
	const char *end = text + len;
	uint64_t lines = 0;

	while (end - text >= WIDE_WORDS * WIDE_BYTES) {
		size_t groups = (size_t)(end - text) / (WIDE_WORDS * WIDE_BYTES);

		groups = groups > MAX_SUM / WIDE_WORDS ? MAX_SUM / WIDE_WORDS : groups;
		lines += count_in_groups(text, groups);
		text += groups * WIDE_WORDS * WIDE_BYTES;
	}
	return lines + count_rest(text, (size_t)(end - text));
}
#endif

uint64_t
line_count(const char *text, size_t len)
{
	const char *end = text + len;
	uint64_t lines = 0;

#if HAS_WIDE_BLOCKS
	if (len >= WIDE_BYTES && wide_is_supported() && __builtin_cpu_supports("popcnt"))
		return count_wide(text, len);
#endif

	while (end - text >= WORD_BYTES) {
		size_t words = (size_t)(end - text) / WORD_BYTES;

		words = words > MAX_SUM ? MAX_SUM : words;
		lines += count_in_words(text, words);
		text += words * WORD_BYTES;
	}
	for (; text < end; text++)
		lines += *text == '\n';
	return lines;
}
