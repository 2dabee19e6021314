/* source.h - the source of an input's bytes: a file, a buffer or a caller's function */
#ifndef INPUT_SOURCE_H
#define INPUT_SOURCE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A file, a buffer or a caller's function. */
struct byte_source {
	/* Read up to size bytes that begin at offset, like pread(2). Returns 0 at the
	 * end, -1 and errno on an error. */
	ssize_t (*read)(void *data, char *buffer, size_t size, uint64_t offset);
	void *data;
	bool seekable; /* else offset must be where the last read ended */
};

/* The position in a source: the next read continues there. */
struct byte_stream {
	/* Like read(2). */
	ssize_t (*read)(void *data, char *buffer, size_t size);
	void *data;
};

/* ---- files and buffers --- */

/* The errno of a read from a file that has become shorter since it was opened: a system
 * gives it for no read of a file. */
#define FILE_TRUNCATED ENODATA

/* Return the message to report for a read that failed with this errno. */
const char *file_source_error(int error);

struct file_source {
	int fd;        /* borrowed */
	uint64_t base; /* position of the descriptor: offset 0 of the source */
	uint64_t size; /* of the source, when it was opened; 0 if that is not known */
	bool seekable;
};

/* Return a source of the bytes from the current position of fd on. A regular file is read with
 * pread, which leaves that position as it is, anything else with read. Interrupted reads are
 * retried, and a file that ends before the size that it had fails with FILE_TRUNCATED. The source
 * refers to f. */
struct byte_source file_source_open(struct file_source *f, int fd);

struct buffer_source {
	const char *text; /* borrowed */
	size_t len;
};

/* Return a source of the bytes of a buffer, which refers to b. */
struct byte_source buffer_source_open(struct buffer_source *b);

/* ---- a byte range of a source as a stream, and the bytes after it --- */

struct range_stream {
	struct byte_source source;
	uint64_t offset;     /* of the next byte */
	uint64_t begin, end; /* the range */
	uint64_t bytes_read; /* within it */
};

/* Begin to read at origin, some bytes before begin. Bytes after the end of the range are read, in
 * small pieces, only if a URL or a message continues there. */
void range_stream_open(struct range_stream *s, struct byte_source source,
    uint64_t origin, uint64_t begin, uint64_t end);

/* Return the stream; s must stay where it is while the stream is used. */
struct byte_stream range_stream_bytes(struct range_stream *s);

/* Return how many bytes of the range were read. */
uint64_t range_stream_bytes_read(const struct range_stream *s);

#endif
