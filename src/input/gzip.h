/* gzip.h - the decompressed bytes of a .gz, RFC 1952
 *
 * This is not left to libarchive, which uses zlib, withholds up to 64 KiB before damage,
 * and does not compare checksums. */
#ifndef INPUT_GZIP_H
#define INPUT_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "urlgrep.h"

/* The least room that a read needs. */
enum { MIN_INFLATE_ROOM = 128 * 1024 };

struct gzip_reader;

/* Return the length of the next bytes of the .gz, which last until the next call; 0 at the end,
 * -1 on an error. */
typedef ssize_t gzip_next_fn(void *data, const void **bytes);

/* Return a reader of one .gz, or NULL without memory. ISA-L or zlib decompresses, which must be
 * loaded: ISA-L takes a third of zlib's time. memory and data are borrowed. */
struct gzip_reader *gzip_reader_new(const urlgrep_memory *memory, bool use_isal,
    gzip_next_fn *next, void *data);
/* Takes NULL. */
void gzip_reader_free(struct gzip_reader *r);

/* Read like read(2) into at least MIN_INFLATE_ROOM bytes: return 0 at the end, -1 on an
 * error, and -1 again if called again. All that comes before an error is returned first, but for
 * up to 258 bytes before damage, which ISA-L withholds. Several members are read as one; bytes
 * after the last that are not a member are ignored. */
ssize_t gzip_reader_read(struct gzip_reader *r, char *text, size_t size);

/* The same, but set *bytes to the next bytes, which last until the next call. */
ssize_t gzip_reader_next(struct gzip_reader *r, const void **bytes);

/* Return the error for people; NULL if reading the input failed, or if there was none. */
const char *gzip_reader_error(const struct gzip_reader *r);

#endif
