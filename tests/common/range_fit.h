/* range_fit.h - test whether a range fits the ranges before it, by urlgrep_mail_sums */
#ifndef TESTS_COMMON_RANGE_FIT_H
#define TESTS_COMMON_RANGE_FIT_H

#include <stdbool.h>
#include <stdint.h>

#include "urlgrep_mail.h"

static inline uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* left_after is the last nonzero left_after of the ranges before. */
static inline bool
range_fits(uint64_t left_after, const urlgrep_mail_range *range, const urlgrep_mail_sums *sums)
{
	uint64_t left = later(left_after, range->begin);
	uint64_t entered = later(sums->entered_after, range->begin);

	return range->begin == 0 || left == entered || (left >= range->end && entered >= range->end);
}

#endif
