/* line_count.c - count the lines of a text, 16 bytes at a time where the processor has
 * SSE2, else eight */
#include "util/line_count.h"

#include <string.h>

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

uint64_t
line_count(const char *text, size_t len)
{
	const char *end = text + len;
	uint64_t lines = 0;

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
