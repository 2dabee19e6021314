/* byte_reader.h - little-endian numbers and bytes, one after the other, with bounds */
#ifndef UTIL_BYTE_READER_H
#define UTIL_BYTE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"
#include "util/byte_range.h"

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

/* Skip len bytes and return where they are: fewer, and set is_short, if there are not as
 * many. */
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
