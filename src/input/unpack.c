/* unpack.c - read a stage unpacked: by libarchive, or by the reader of gzip */
#include "input/unpack.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

bool
unpack_fail(struct stage *s, const char *error)
{
	s->is_ended = s->is_fatal = true;
	stage_set_error(s, error);
	return false;
}

/* ---- gzip --- */

/* For gzip_reader_new: data is the stage to read from. */
static ssize_t
read_for_gzip(void *data, const void **bytes)
{
	struct stage *s = data;
	ssize_t n = stage_next_bytes(s, bytes);

	return n <= 0 && s->is_ended && s->error[0] ? -1 : n;
}

static void
open_gzip(struct stage *s, struct stage *parent)
{
	const struct inflate_library *library = inflate_isal();

	stage_reset(s);
	s->parent = parent;
	if (library == NULL)
		library = inflate_zlib();
	if (library)
		s->gzip = gzip_reader_new(s->memory, library, read_for_gzip, parent);
	if (s->gzip == NULL)
		unpack_fail(s, library ? strerror(ENOMEM) : zlib()->missing);
}

/* ---- libarchive --- */

/* For archive_read_open: data is the stage to read from. */
static la_ssize_t
archive_read_cb(struct archive *a, void *data, const void **bytes)
{
	struct stage *s = data;
	ssize_t n = read_for_gzip(s, bytes);

	if (n < 0)
		libarchive()->set_error(a, EIO, "%s", s->error);
	return n;
}

/* Return the length of the source, which can be read at any offset; -1 if that fails. */
static la_int64_t
find_source_end(const struct stage_source *s)
{
	uint64_t low = 0, high = 1;
	char byte;
	ssize_t n;

	/* reading succeeds before the end, and returns 0 after it */
	while ((n = s->bytes.read(s->bytes.data, &byte, 1, s->begin + high - 1)) > 0 &&
	    high < (uint64_t)1 << 61) {
		low = high;
		high *= 2;
	}
	while (n >= 0 && low + 1 < high) {
		uint64_t middle = low + (high - low) / 2;

		n = s->bytes.read(s->bytes.data, &byte, 1, s->begin + middle - 1);
		if (n > 0)
			low = middle;
		else
			high = middle;
	}
	return n < 0 ? -1 : (la_int64_t)low;
}

/* For 7z: move in the input, which is the source itself. libarchive counts from its begin or
 * its end, never from the position. */
static la_int64_t
archive_seek_cb(struct archive *a, void *data, la_int64_t offset, int whence)
{
	struct stage *s = data;
	struct stage_source *source = s->source;
	la_int64_t base = whence == SEEK_END ? find_source_end(source) : 0;

	if (base < 0 || offset < -base) {
		libarchive()->set_error(a, EIO, "cannot seek");
		return ARCHIVE_FATAL;
	}
	s->head_at = s->head_len;
	s->is_ended = false;
	source->bytes_read = (uint64_t)(base + offset);
	return base + offset;
}

/* archive_read_support_filter_all would also decode uuencode, which a message in a
 * compressed mbox may hold, and run programs (lzop, grzip). */
static bool
support_compression(struct archive *a)
{
	const struct libarchive *la = libarchive();

	return la->read_support_filter_bzip2(a) >= ARCHIVE_WARN &&
	    la->read_support_filter_xz(a) >= ARCHIVE_WARN &&
	    la->read_support_filter_zstd(a) >= ARCHIVE_WARN &&
	    la->read_support_filter_compress(a) >= ARCHIVE_WARN &&
	    la->read_support_filter_lzip(a) >= ARCHIVE_WARN &&
	    la->read_support_filter_lzma(a) >= ARCHIVE_WARN &&
	    la->read_support_filter_lz4(a) >= ARCHIVE_WARN &&
	    la->read_support_format_raw(a) >= ARCHIVE_WARN &&
	    la->read_support_format_empty(a) >= ARCHIVE_WARN; /* raw needs a byte */
}

/* The zip reader is the one that does not seek; raw reads what only looked like a tar. */
bool
unpack_support_archives(struct archive *a)
{
	const struct libarchive *la = libarchive();

	return la->read_support_format_tar(a) >= ARCHIVE_WARN &&
	    la->read_support_format_zip_streamable(a) >= ARCHIVE_WARN &&
	    la->read_support_format_raw(a) >= ARCHIVE_WARN;
}

bool
unpack_support_7z(struct archive *a)
{
	return libarchive()->read_support_format_7zip(a) >= ARCHIVE_WARN;
}

bool
unpack_archive(struct stage *s, struct stage *parent, unpack_support_fn *support)
{
	stage_reset(s);
	s->parent = parent;
	if (libarchive()->missing)
		return unpack_fail(s, libarchive()->missing);
	s->archive = libarchive()->read_new();
	if (s->archive == NULL || !support(s->archive))
		return unpack_fail(s, strerror(ENOMEM));
	libarchive()->read_set_callback_data(s->archive, parent);
	libarchive()->read_set_read_callback(s->archive, archive_read_cb);
	if (support == unpack_support_7z)
		libarchive()->read_set_seek_callback(s->archive, archive_seek_cb);
	if (libarchive()->read_open1(s->archive) < ARCHIVE_WARN) {
		stage_fail(s, ARCHIVE_FATAL);
		return false;
	}
	return true;
}

/* ---- layers --- */

/* Make s the decompressed bytes of parent. An error is returned when s is read. Bytes
 * that libarchive cannot decompress at all are an error, not text. Of a truncated stream
 * it withholds up to 64 KiB at the end (of bzip2 and xz, the last block). */
static void
open_decompressed(struct stage *s, struct stage *parent)
{
	struct archive_entry *entry;
	int status;

	if (magic_is_gzip(parent->head, parent->head_len)) {
		open_gzip(s, parent);
		return;
	}
	if (!unpack_archive(s, parent, support_compression))
		return;
	status = libarchive()->read_next_header(s->archive, &entry);
	if (status == ARCHIVE_EOF)
		s->is_ended = true;
	else if (status < ARCHIVE_WARN)
		stage_fail(s, status);
	else if (libarchive()->filter_count(s->archive) < 2)
		unpack_fail(s, "damaged compressed input");
}

struct stage *
unpack_layers(struct stage layers[MAX_LAYERS], struct stage *s, enum packing *packing)
{
	size_t count;

	*packing = stage_read_head(s);
	for (count = 0; count < MAX_LAYERS && *packing == PACKING_COMPRESSED; count++) {
		open_decompressed(&layers[count], s);
		s = &layers[count];
		*packing = stage_read_head(s);
	}
	if (*packing == PACKING_COMPRESSED) {
		s->head_at = s->head_len = 0;
		unpack_fail(s, "compressed more than 8 times");
		*packing = PACKING_NONE;
	}
	return s;
}

void
unpack_close(struct stage *s)
{
	if (s->archive)
		libarchive()->read_free(s->archive);
	gzip_reader_free(s->gzip);
	s->archive = NULL;
	s->gzip = NULL;
}

void
unpack_close_layers(struct stage layers[MAX_LAYERS])
{
	size_t i;

	for (i = MAX_LAYERS; i-- > 0;)
		unpack_close(&layers[i]);
}
