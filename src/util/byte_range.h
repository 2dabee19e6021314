/* byte_range.h - ranges of bytes, a map from a text to its source, and a reader of bytes */
#ifndef UTIL_BYTE_RANGE_H
#define UTIL_BYTE_RANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

struct byte_range {
	size_t begin, end;
};

/* The offset in the source of byte `at` of a text. Up to the next point, the bytes after them
 * correspond. */
struct source_point {
	size_t at, source;
};

/* Append a point to an array of them. */
static inline void
source_point_add(struct strbuf *points, size_t at, size_t source)
{
	struct source_point point = { at, source };

	strbuf_append(points, (const char *)&point, sizeof(point));
}

/* Return the index of the last point at or before byte `at`. There is at least one point. */
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

/* Return the offset in the source of byte `at`. */
static inline size_t
source_point_map(const struct source_point *points, size_t count, size_t at)
{
	const struct source_point *point = &points[source_point_find(points, count, at)];

	return point->source + (at - point->at);
}

/* ---- reading little-endian numbers and bytes, with bounds checks --- */

/* A reader of consecutive bytes. Reading past the end yields 0 and sets is_short. */
struct byte_reader {
	const char *text;
	size_t at, end;
	bool is_short;
};

static inline uint32_t
read_little_endian(struct byte_reader *r, unsigned bytes)
{
	uint32_t value = 0;
	unsigned i;

	if (r->end - r->at < bytes) {
		r->is_short = true;
		r->at = r->end;
		return 0;
	}
	for (i = 0; i < bytes; i++)
		value |= (uint32_t)(unsigned char)r->text[r->at++] << (8 * i);
	return value;
}

/* Skip len bytes and return their range. If there are fewer, return those and set is_short. */
static inline struct byte_range
read_bytes(struct byte_reader *r, size_t len)
{
	size_t begin = r->at;

	if (r->end - r->at < len) {
		r->is_short = true;
		len = r->end - r->at;
	}
	r->at += len;
	return (struct byte_range){ begin, r->at };
}

#endif
