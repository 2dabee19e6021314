/* archive.h - read an input decompressed, and if it is an archive, its members one after
 * another; everything is streamed, nothing is written to disk */
#ifndef INPUT_ARCHIVE_H
#define INPUT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/source.h"
#include "urlgrep.h"

struct archive_reader;

/* Make a reader for one input after another; it takes 100 KB. Return NULL without memory.
 * memory is borrowed. libarchive allocates its own. */
struct archive_reader *archive_reader_new(const urlgrep_memory *memory);
/* Takes NULL. */
void archive_reader_free(struct archive_reader *r);

/* How to read an input. */
enum {
	ARCHIVE_RAW = 1,       /* as it is */
	ARCHIVE_READ_AHEAD = 2 /* if the source is seekable, decompress long members in
	                          another thread, which reads the source and allocates */
};

/* Begin to read the bytes of source from offset begin on; the objects that it refers to must last
 * until the next call. The format is detected by the first bytes: gzip, bzip2, xz, zstd, lzip,
 * lzma, lz4, compress, tar, zip, a tar that is compressed, 7z if the source is seekable, or none of
 * these. A compressed member of an archive is decompressed. If it is a tar or zip, its members are
 * read like the members of the outer archive. An archive at the third level is not unpacked, nor is
 * a 7z in an archive. */
void archive_reader_open(struct archive_reader *r, struct byte_source source,
    uint64_t begin, unsigned flags);

/* Go to the next member. An input that is not an archive has one.
 * Directories and links are skipped. Return 1; 0 at the end; or -1 on an error, see
 * archive_reader_error: members read before are good, and calling again goes on after
 * the error (a damaged header in a tar, the member after a damaged zip) or returns 0. */
int archive_reader_next(struct archive_reader *r);

/* Return the name of the member at level 0; at level 1, if that is an archive, the name of
 * the member in it; NULL after the last, and at level 0 if the input is not an archive.
 * After an error in an archive that is a member, only this has a name. It lasts until the
 * next call. */
const char *archive_reader_name(const struct archive_reader *r, unsigned level);

/* Return why the member, an archive, is read as it is; else NULL. */
const char *archive_reader_unread(const struct archive_reader *r);

/* Return true if the member is the input itself, as it is. */
bool archive_reader_is_plain(const struct archive_reader *r);

/* Read bytes of the member, like read(2): return 0 at its end, -1 on an error, and -1
 * again if called again. archive_reader_next then goes to the next member, if
 * there is one. */
ssize_t archive_reader_read(struct archive_reader *r, char *text, size_t size);

/* Return the last error, for people; "" if there was none. It lasts until the next
 * call. */
const char *archive_reader_error(const struct archive_reader *r);

/* Return the errno of that error, if the source could not be read, else 0. */
int archive_reader_system_error(const struct archive_reader *r);

/* Return how many bytes were read of the source so far. */
uint64_t archive_reader_bytes(const struct archive_reader *r);

#endif
