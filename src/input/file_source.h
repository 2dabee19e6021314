/* file_source.h - the bytes of a file descriptor or a buffer */
#ifndef INPUT_FILE_SOURCE_H
#define INPUT_FILE_SOURCE_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/byte_source.h"

enum { MIN_HOLE_BYTES = 1024 * 1024 };

/* The errno of a read from a file that has become shorter since it was opened: a system
 * gives it for no read of a file. */
#define FILE_TRUNCATED ENODATA

/* Return what is to be reported of a read that failed with this errno. */
const char *file_source_error(int error);

struct file_source {
	int fd;        /* borrowed */
	uint64_t base; /* position of the descriptor: offset 0 of the source */
	uint64_t size; /* of the source, when it was opened; 0 if that is not known */
	bool seekable;
	bool is_sparse;     /* it has holes */
	uint64_t zeros_end; /* where the last read ended, if it returned zeros only */
};

/* Return a source of the bytes from the current position of fd on. A regular file is
 * read with pread, which leaves that position as it is, anything else with read.
 * Interrupted reads are retried, and a file that ends before the size that it had fails
 * with FILE_TRUNCATED. The source refers to f. Holes of at least
 * MIN_HOLE_BYTES are found where the system can tell. */
struct byte_source file_source_open(struct file_source *f, int fd);

struct buffer_source {
	const char *text; /* borrowed */
	size_t len;
};

/* Return a source of the bytes of a buffer, which refers to b. */
struct byte_source buffer_source_open(struct buffer_source *b);

#endif
