/* byte_source.h - where the bytes of an input come from */
#ifndef INPUT_BYTE_SOURCE_H
#define INPUT_BYTE_SOURCE_H

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
	/* If the byte at offset, where the last read ended, is in a long hole of a sparse
	 * file, return an offset near the end of the hole; else offset. Called after
	 * a read that returned zeros only. May be NULL. */
	uint64_t (*find_hole_end)(void *data, uint64_t offset);
};

/* What has been read of a source so far: the next read continues there. */
struct byte_stream {
	/* Like read(2). */
	ssize_t (*read)(void *data, char *buffer, size_t size);
	void *data;
	/* If what follows is a long hole of a sparse file, skip most of it, and return the
	 * number of bytes, zeros, that will not be read; else return 0. The last read
	 * returned zeros only then, as the next one will. May be NULL. */
	uint64_t (*skip_hole)(void *data);
	/* Read up to size bytes that lie so many bytes ahead, which read() returns again.
	 * Returns fewer only at the end, -1 on an error. NULL if that cannot be done. */
	ssize_t (*peek)(void *data, char *buffer, size_t size, uint64_t ahead);
};

static inline uint64_t
byte_stream_skip_hole(const struct byte_stream *s)
{
	return s->skip_hole ? s->skip_hole(s->data) : 0;
}

#endif
