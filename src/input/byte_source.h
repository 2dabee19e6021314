/* byte_source.h - where the bytes of an input come from */
#ifndef INPUT_BYTE_SOURCE_H
#define INPUT_BYTE_SOURCE_H

#include <stdbool.h>
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

/* What has been read of a source so far: the next read continues there. */
struct byte_stream {
	/* Like read(2). */
	ssize_t (*read)(void *data, char *buffer, size_t size);
	void *data;
};

#endif
