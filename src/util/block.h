/* block.h - the blocks of bytes that the searches of this directory look at: 16 where the
 * processor has SSE2, else one */
#ifndef UTIL_BLOCK_H
#define UTIL_BLOCK_H

#ifdef __SSE2__
#include <emmintrin.h>

enum { BLOCK_BYTES = 16 };

static inline __m128i
block_load(const char *at)
{
	return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static inline __m128i
block_equal(__m128i block, char c)
{
	return _mm_cmpeq_epi8(block, _mm_set1_epi8(c));
}

/* Return the bytes of the block in first..last. */
static inline __m128i
block_between(__m128i block, char first, char last)
{
	return _mm_and_si128(_mm_cmpgt_epi8(block, _mm_set1_epi8((char)(first - 1))),
	    _mm_cmpgt_epi8(_mm_set1_epi8((char)(last + 1)), block));
}

/* Return a bit for each byte that ascii_quotable() looks for. */
static inline unsigned
block_unquotable(__m128i block)
{
	__m128i found = _mm_cmpgt_epi8(_mm_set1_epi8(' '), block);

	found = _mm_or_si128(found, _mm_or_si128(block_equal(block, '\177'),
	    block_equal(block, '"')));
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(found, block_equal(block, '\\')));
}

/* Return the number of the lowest bit that is set; there is one. */
static inline unsigned
block_lowest(unsigned bits)
{
	return (unsigned)__builtin_ctz(bits);
}

/* The same for the highest. */
static inline unsigned
block_highest(unsigned bits)
{
	return 31 - (unsigned)__builtin_clz(bits);
}
#else
enum { BLOCK_BYTES = 1 };

static inline unsigned
block_lowest(unsigned bits)
{
	(void)bits;
	return 0;
}

static inline unsigned
block_highest(unsigned bits)
{
	(void)bits;
	return 0;
}
#endif

#endif
