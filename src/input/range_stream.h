/* range_stream.h - a byte range of a source as a stream, and what follows it */
#ifndef INPUT_RANGE_STREAM_H
#define INPUT_RANGE_STREAM_H

#include "input/byte_source.h"

struct range_stream {
	struct byte_source source;
	uint64_t offset;     /* of the next byte */
	uint64_t begin, end; /* the range */
	uint64_t bytes_read; /* within it */
};

/* Begin to read at origin, some bytes before begin. What is read after the end of the
 * range, because a URL or a message continues there, is read in small pieces. */
void range_stream_open(struct range_stream *s, struct byte_source source,
    uint64_t origin, uint64_t begin, uint64_t end);

/* Return the stream; s must stay where it is while the stream is used. */
struct byte_stream range_stream_bytes(struct range_stream *s);

/* Return how many bytes of the range were read. */
uint64_t range_stream_bytes_read(const struct range_stream *s);

#endif
