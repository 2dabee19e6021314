/* byte_range.h - a range of bytes: half-open, so that begin == end is empty */
#ifndef UTIL_BYTE_RANGE_H
#define UTIL_BYTE_RANGE_H

#include <stddef.h>

struct byte_range {
	size_t begin, end;
};

#endif
