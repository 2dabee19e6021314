/* byte_range.h - a range of bytes: half-open, so that begin == end is empty */
#ifndef UTIL_BYTE_RANGE_H
#define UTIL_BYTE_RANGE_H

#include <stddef.h>

struct byte_range {
	size_t begin, end;
};

/* Where byte `at` of a text comes from; bytes after it come from what is after that. */
struct source_point {
	size_t at, source;
};

/* Return the number of the last of the points, of which there is at least one, that is not after
 * byte `at`. */
static inline size_t
source_point_find(const struct source_point *points, size_t count, size_t at)
{
	size_t low = 0, high = count;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (points[middle].at <= at)
			low = middle;
		else
			high = middle;
	}
	return low;
}

#endif
