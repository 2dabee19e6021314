/* wide.h - blocks of 32 bytes, for processors that have AVX2 */
#ifndef UTIL_WIDE_H
#define UTIL_WIDE_H

#include <stdbool.h>
#include <stddef.h>

enum { WIDE_BYTES = 32 };

#if defined(__SSE2__) && defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#include <stdint.h>

#define HAS_WIDE_BLOCKS 1
#define WIDE __attribute__((target("avx2"))) /* a function that is called only if supported */

WIDE static inline __m256i
wide_load(const char *at)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

/* Return the bytes of at[0..WIDE_BYTES) that are c. */
WIDE static inline __m256i
wide_equal(const char *at, char c)
{
	return _mm256_cmpeq_epi8(wide_load(at), _mm256_set1_epi8(c));
}

/* Return a bit for each nonzero byte of the block. */
WIDE static inline uint32_t
wide_mask(__m256i block)
{
	return (uint32_t)_mm256_movemask_epi8(block);
}

static inline bool
wide_is_supported(void)
{
	return __builtin_cpu_supports("avx2");
}
#else
#define HAS_WIDE_BLOCKS 0

static inline bool
wide_is_supported(void)
{
	return false;
}
#endif

#endif
