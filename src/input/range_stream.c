/* range_stream.c - a byte range of a source as a stream, and what follows it */
#include "input/range_stream.h"

enum { MAX_BYTES_AFTER_END = 32 * 1024 }; /* to be read at once */

void
range_stream_open(struct range_stream *s, struct byte_source source,
    uint64_t origin, uint64_t begin, uint64_t end)
{
	*s = (struct range_stream){ source, origin, begin, end, 0 };
}

/* Return how much to read next. */
static size_t
next_size(const struct range_stream *s, size_t size)
{
	if (s->offset >= s->end)
		return size < MAX_BYTES_AFTER_END ? size : MAX_BYTES_AFTER_END;
	return s->end - s->offset < size ? (size_t)(s->end - s->offset) : size;
}

/* Return how many of n bytes at the current offset are in the range. */
static uint64_t
count_in_range(const struct range_stream *s, uint64_t n)
{
	uint64_t begin = s->offset > s->begin ? s->offset : s->begin;
	uint64_t end = s->offset + n < s->end ? s->offset + n : s->end;

	return end > begin ? end - begin : 0;
}

static ssize_t
read_range(void *range_stream, char *buffer, size_t size)
{
	struct range_stream *s = range_stream;
	ssize_t n = s->source.read(s->source.data, buffer, next_size(s, size),
	    s->offset);

	if (n > 0) {
		s->bytes_read += count_in_range(s, (uint64_t)n);
		s->offset += (uint64_t)n;
	}
	return n;
}

static uint64_t
skip_hole(void *range_stream)
{
	struct range_stream *s = range_stream;
	uint64_t end, skipped;

	if (s->source.find_hole_end == NULL || s->offset >= s->end)
		return 0;
	end = s->source.find_hole_end(s->source.data, s->offset);
	skipped = (end < s->end ? end : s->end) - s->offset;
	s->bytes_read += count_in_range(s, skipped);
	s->offset += skipped;
	return skipped;
}

static ssize_t
peek(void *range_stream, char *buffer, size_t size, uint64_t ahead)
{
	struct range_stream *s = range_stream;
	uint64_t offset = s->offset + ahead;
	size_t len = 0;
	ssize_t n = 1;

	while (len < size && n > 0) {
		n = s->source.read(s->source.data, buffer + len, size - len, offset + len);
		if (n < 0)
			return -1;
		len += (size_t)n;
	}
	return (ssize_t)len;
}

struct byte_stream
range_stream_bytes(struct range_stream *s)
{
	return (struct byte_stream){ read_range, s, skip_hole,
		s->source.seekable ? peek : NULL };
}

uint64_t
range_stream_bytes_read(const struct range_stream *s)
{
	return s->bytes_read;
}
