/* magic.h - recognize compressed files and archives by their first bytes, and by their names */
#ifndef INPUT_MAGIC_H
#define INPUT_MAGIC_H

#include <stdbool.h>
#include <stddef.h>

enum packing {
	PACKING_NONE,
	PACKING_COMPRESSED, /* gzip, bzip2, xz, zstd, lzip, lzma, lz4, compress */
	PACKING_ARCHIVE,    /* tar, zip */
	PACKING_SEEKABLE    /* 7z: an archive that can be read only by seeking */
};

enum { MAGIC_BYTES = 512 }; /* enough bytes for any format: the first block of a tar */

/* Return the packing of a file that begins with head[0..len). */
enum packing magic_detect(const char *head, size_t len);

/* Return the length of the path without the endings of compressed files (.gz), of old copies (.bak)
 * and of rotated logs (.1), even several of them: the ending before them shows the type of the
 * file. */
size_t file_name_length(const char *path);

/* Return the length of the skippable frames (RFC 8878, section 3.1.2) before the first frame of
 * zstd or lz4; 0 if there are none, or if they do not end within head[0..len). pzstd writes
 * one before each frame; libarchive 3.6 expects none before the first. */
size_t magic_skippable(const char *head, size_t len);

/* Return true if head[0..len) begins a gzip header (RFC 1952). */
bool magic_is_gzip(const char *head, size_t len);

/* Return true if head[0..len) has a whole line of text and begins as no packed file
 * does. Then there is no need to wait for more, which may come slowly through a pipe. */
bool magic_is_text(const char *head, size_t len);

/* Return the name of the format, if the file that begins with head[0..len) holds mail that
 * is not read: TNEF that is damaged, Outlook's .pst, or .msg; else NULL. A .msg is an OLE
 * compound file, as others of Microsoft's formats are, with that ending of its path, or with
 * names of streams that others do not have, if these are among the bytes at hand. */
const char *magic_unread_mail(const char *path, const char *head, size_t len);

#endif
