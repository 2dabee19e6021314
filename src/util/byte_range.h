/* byte_range.h - ranges of bytes, and where in its source a text comes from */
#ifndef UTIL_BYTE_RANGE_H
#define UTIL_BYTE_RANGE_H

#include <stddef.h>

struct byte_range {
	size_t begin, end;
};

/* The offset in the source of byte `at` of a text. The bytes after both correspond, up to the next
 * point. */
struct source_point {
	size_t at, source;
};

/* Return the index of the last point that is not after byte `at`. There is at least one point. */
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
