/* gzip_reader.h - the decompressed bytes of a .gz, RFC 1952
 *
 * This is not left to libarchive, which uses zlib, withholds up to 64 KiB before damage,
 * and does not compare checksums. */
#ifndef INPUT_GZIP_READER_H
#define INPUT_GZIP_READER_H

#include <stdbool.h>
#include <sys/types.h>

#include "input/inflate.h"
#include "urlgrep.h"

struct gzip_reader;

/* Where the bytes of the .gz come from. */
struct gzip_input {
	/* Return the length of the next bytes, which last until the next call; 0 at the
	 * end, -1 on an error. */
	ssize_t (*next)(void *data, const void **bytes);
	/* Go back to the first byte; return false if that is not possible. */
	bool (*rewind)(void *data);
	void *data;
};

/* Return a reader of one .gz, or NULL without memory. What is given is borrowed. Where the
 * library finds damage, `exact` is asked instead, if it is another one and the input can be
 * rewound: libraries stop at different bytes. */
struct gzip_reader *gzip_reader_new(const urlgrep_memory *memory,
    const struct inflate_library *library, const struct inflate_library *exact,
    const struct gzip_input *input);
/* Takes NULL. */
void gzip_reader_free(struct gzip_reader *r);

/* Read like read(2) into at least MIN_INFLATE_ROOM bytes: return 0 at the end, -1 on an
 * error, and -1 again if called again. All that comes before an error is returned first.
 * Several members are read as one; bytes after the last that are not a member are ignored. */
ssize_t gzip_reader_read(struct gzip_reader *r, char *text, size_t size);

/* The same, but set *bytes to the next bytes, which last until the next call. */
ssize_t gzip_reader_next(struct gzip_reader *r, const void **bytes);

/* Return the error for people; NULL if reading the input failed, or if there was none. */
const char *gzip_reader_error(const struct gzip_reader *r);

#endif
