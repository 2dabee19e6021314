/* archive.c - read an input decompressed, and the members of an archive
 *
 * An input is read through a chain of stages, each of which reads from the one before
 * it. The first bytes of a stage decide whether another one follows. libarchive does
 * all unpacking, and all decompression but that of gzip. */
#include "input/archive.h"

#include <errno.h>
#include <locale.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "input/file_source.h"
#include "input/gzip/gzip_reader.h"
#include "input/libarchive_dl.h"
#include "input/magic.h"
#include "input/read_ahead.h"
#include "util/memory.h"

enum {
	HEAD_BYTES = 1024,           /* at least MAGIC_BYTES */
	INPUT_HEAD_BYTES = 8192,     /* most messages are read whole at once */
	INPUT_BUFFER_BYTES = 1 << 16,
	MAX_LAYERS = 8,              /* a .gz in a .gz has two */
	MAX_ERROR_BYTES = 128,
	MIN_AHEAD_BYTES = 1 << 17    /* of a member before its rest is read ahead */
};

/* A stream of bytes that can be peeked at. The bytes are those of the source; or those
 * that the reader of gzip, or libarchive, which calls a compressed file an archive, too,
 * returns for the stage before. */
struct stage {
	struct archive_reader *reader; /* that the stage belongs to */
	char *head;                    /* a buffer for the bytes peeked at */
	size_t head_size;
	size_t head_at, head_len; /* head[head_at..head_len) is still unread */

	struct archive *archive;  /* if this and */
	struct gzip_reader *gzip; /* this are NULL, read the source */
	struct stage *parent;     /* the stage that the archive is read from */
	const char *block;        /* the unread rest of its block; borrowed */
	size_t block_len;

	bool is_ended; /* with an error, if there is one */
	bool is_fatal; /* nothing more can come from the archive */
	char error[MAX_ERROR_BYTES];
};

struct archive_reader {
	const urlgrep_memory *memory;
	struct byte_source source;
	uint64_t begin;
	_Atomic uint64_t bytes_read; /* of the source */
	unsigned flags;
	bool is_begun;
	bool is_over;
	bool is_head_read; /* it is known whether the member is compressed */
	bool is_damaged;   /* there was an error in a header, and no good header since */
	locale_t utf8;     /* in which libarchive keeps names in UTF-8 as they are */
	const char *error;

	/* The chain: a .tar.gz that has a .gz as its member uses one of each. What is
	 * decompressed and still compressed goes on to the next layer. */
	struct stage input, input_layers[MAX_LAYERS], member, member_layers[MAX_LAYERS];
	struct stage *top; /* the one to read the member from; NULL: no member */
	size_t member_bytes; /* up to MIN_AHEAD_BYTES; then it is known whether it is on */
	struct read_ahead *ahead;

	char heads[1 + 2 * MAX_LAYERS][HEAD_BYTES];
	/* the head of the input; after that, what libarchive reads of it */
	char buffer[INPUT_BUFFER_BYTES];
};

/* ---- a stage ---- */

static void
stage_reset(struct stage *s)
{
	*s = (struct stage){ .reader = s->reader, .head = s->head,
		.head_size = s->head_size };
}

static void
stage_set_error(struct stage *s, const char *error)
{
	snprintf(s->error, sizeof(s->error), "%s", error ? error : "damaged input");
}

/* End the stage with the error of its parent, which is the cause of libarchive's, or else
 * with that of libarchive. Return -1. */
static int
stage_fail(struct stage *s, int status)
{
	s->is_ended = true;
	s->is_fatal = status == ARCHIVE_FATAL;
	stage_set_error(s, s->parent->error[0] ? s->parent->error :
	    s->gzip ? gzip_reader_error(s->gzip) : libarchive()->error_string(s->archive));
	return -1;
}

static bool
is_source(const struct stage *s)
{
	return s->archive == NULL && s->gzip == NULL;
}

/* Read the source, like read(2). */
static ssize_t
read_source(struct stage *s, char *text, size_t size)
{
	struct archive_reader *r = s->reader;
	ssize_t n = r->source.read(r->source.data, text, size,
	    r->begin + r->bytes_read);

	if (n < 0)
		stage_set_error(s, file_source_error(errno));
	else
		r->bytes_read += (uint64_t)n;
	s->is_ended = n <= 0;
	return n;
}

/* End the stage if a read returned the end or an error. Return what it returned. */
static ssize_t
end_gzip(struct stage *s, ssize_t n)
{
	if (n < 0)
		stage_fail(s, ARCHIVE_FATAL);
	s->is_ended = n <= 0;
	return n;
}

/* Get the next block of the archive's member, and return its length; 0 at the end, -1 on
 * an error. Holes in sparse files are skipped: they hold no URL, and a header may
 * claim any number of bytes. */
static ssize_t
next_archive_block(struct stage *s, const void **block)
{
	size_t len;
	la_int64_t offset;
	int status;

	do
		status = libarchive()->read_data_block(s->archive, block, &len,
		    &offset);
	while (status == ARCHIVE_OK && len == 0);
	if (status == ARCHIVE_EOF) {
		s->is_ended = true;
		return 0;
	}
	return status == ARCHIVE_OK ? (ssize_t)len : stage_fail(s, status);
}

static ssize_t
next_block(struct stage *s)
{
	const void *block;
	ssize_t n = s->gzip ? end_gzip(s, gzip_reader_next(s->gzip, &block)) :
	    next_archive_block(s, &block);

	if (n > 0) {
		s->block = block;
		s->block_len = (size_t)n;
	}
	return n;
}

/* Like read(2), for the bytes after the head. */
static ssize_t
read_after_head(struct stage *s, char *text, size_t size)
{
	if (is_source(s))
		return read_source(s, text, size);
	if (s->gzip && s->block_len == 0 && size >= MIN_INFLATE_ROOM)
		return end_gzip(s, gzip_reader_read(s->gzip, text, size));
	if (s->block_len == 0) {
		ssize_t n = next_block(s);

		if (n <= 0)
			return n;
	}
	if (size > s->block_len)
		size = s->block_len;
	memcpy(text, s->block, size);
	s->block += size;
	s->block_len -= size;
	return (ssize_t)size;
}

/* Read enough of the stage to return how it is packed. If reading fails, read_stage
 * returns the error after the bytes before it. */
static enum packing
read_head(struct stage *s)
{
	s->head_at = s->head_len = 0;
	while (s->head_len < MAGIC_BYTES && !s->is_ended &&
	    !magic_is_text(s->head, s->head_len)) {
		ssize_t n = read_after_head(s, s->head + s->head_len,
		    s->head_size - s->head_len);

		if (n > 0)
			s->head_len += (size_t)n;
	}
	return magic_detect(s->head, s->head_len);
}

/* Like read(2): the head, then the rest. */
static ssize_t
read_stage(struct stage *s, char *text, size_t size)
{
	size_t left = s->head_len - s->head_at;

	if (left == 0 && s->is_ended)
		return s->error[0] ? -1 : 0;
	if (left == 0)
		return read_after_head(s, text, size);
	if (size > left)
		size = left;
	memcpy(text, s->head + s->head_at, size);
	s->head_at += size;
	return (ssize_t)size;
}

/* ---- an archive in a stage ---- */

/* Return the next bytes of a stage, without a copy. They last until the next call:
 * libarchive calls again only when it is done with them. */
static ssize_t
next_bytes(struct stage *s, const void **bytes)
{
	size_t n = s->head_len - s->head_at;

	*bytes = s->head + s->head_at;
	s->head_at = s->head_len;
	if (n > 0)
		return (ssize_t)n;
	if (!is_source(s) && s->block_len == 0 && !s->is_ended)
		next_block(s);
	if (s->block_len > 0) {
		*bytes = s->block;
		n = s->block_len;
		s->block_len = 0;
	} else if (is_source(s) && !s->is_ended) {
		*bytes = s->reader->buffer;
		return read_source(s, s->reader->buffer, INPUT_BUFFER_BYTES);
	}
	return (ssize_t)n;
}

/* For gzip_reader_new: data is the stage to read from. */
static ssize_t
read_for_gzip(void *data, const void **bytes)
{
	struct stage *s = data;
	ssize_t n = next_bytes(s, bytes);

	return n <= 0 && s->is_ended && s->error[0] ? -1 : n;
}

/* Also for gzip_reader_new. The first bytes are read once more, too. */
static bool
rewind_for_gzip(void *data)
{
	struct stage *s = data;

	if (!is_source(s) || !s->reader->source.seekable)
		return false;
	s->reader->bytes_read = 0;
	s->head_at = s->head_len = 0;
	s->is_ended = false;
	s->error[0] = '\0';
	return true;
}

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
find_source_end(struct archive_reader *r)
{
	uint64_t low = 0, high = 1;
	char byte;
	ssize_t n;

	/* reading succeeds before the end, and returns 0 after it */
	while ((n = r->source.read(r->source.data, &byte, 1, r->begin + high - 1)) > 0 &&
	    high < (uint64_t)1 << 61) {
		low = high;
		high *= 2;
	}
	while (n >= 0 && low + 1 < high) {
		uint64_t middle = low + (high - low) / 2;

		n = r->source.read(r->source.data, &byte, 1, r->begin + middle - 1);
		if (n > 0)
			low = middle;
		else
			high = middle;
	}
	return n < 0 ? -1 : (la_int64_t)low;
}

/* For 7z: move in the input, which is the source itself. */
static la_int64_t
archive_seek_cb(struct archive *a, void *data, la_int64_t offset, int whence)
{
	struct stage *s = data;
	struct archive_reader *r = s->reader;
	la_int64_t base = 0;

	if (whence == SEEK_CUR)
		base = (la_int64_t)r->bytes_read - (la_int64_t)(s->head_len - s->head_at);
	if (whence == SEEK_END)
		base = find_source_end(r);
	if (base < 0 || offset < -base) {
		libarchive()->set_error(a, EIO, "cannot seek");
		return ARCHIVE_FATAL;
	}
	s->head_at = s->head_len;
	s->is_ended = false;
	r->bytes_read = (uint64_t)(base + offset);
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
static bool
support_archives(struct archive *a)
{
	const struct libarchive *la = libarchive();

	return la->read_support_format_tar(a) >= ARCHIVE_WARN &&
	    la->read_support_format_zip_streamable(a) >= ARCHIVE_WARN &&
	    la->read_support_format_raw(a) >= ARCHIVE_WARN;
}

static bool
support_7z(struct archive *a)
{
	return libarchive()->read_support_format_7zip(a) >= ARCHIVE_WARN;
}

static bool
fail_open(struct stage *s, const char *error)
{
	s->is_ended = s->is_fatal = true;
	stage_set_error(s, error);
	return false;
}

static bool
open_archive(struct stage *s, struct stage *parent,
    bool (*support)(struct archive *))
{
	stage_reset(s);
	s->parent = parent;
	if (libarchive()->missing)
		return fail_open(s, libarchive()->missing);
	s->archive = libarchive()->read_new();
	if (s->archive == NULL || !support(s->archive))
		return fail_open(s, strerror(ENOMEM));
	libarchive()->read_set_callback_data(s->archive, parent);
	libarchive()->read_set_read_callback(s->archive, archive_read_cb);
	if (support == support_7z)
		libarchive()->read_set_seek_callback(s->archive, archive_seek_cb);
	if (libarchive()->read_open1(s->archive) < ARCHIVE_WARN) {
		stage_fail(s, ARCHIVE_FATAL);
		return false;
	}
	return true;
}

static void
open_gzip(struct stage *s, struct stage *parent)
{
	const struct inflate_library *exact, *library;
	const char *missing;
	struct gzip_input input = { read_for_gzip, rewind_for_gzip, parent };

	stage_reset(s);
	s->parent = parent;
	library = inflate_library(&exact, &missing);
	if (library)
		s->gzip = gzip_reader_new(s->reader->memory, library, exact, &input);
	if (s->gzip == NULL)
		fail_open(s, library ? strerror(ENOMEM) : missing);
}

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
	if (!open_archive(s, parent, support_compression))
		return;
	status = libarchive()->read_next_header(s->archive, &entry);
	if (status == ARCHIVE_EOF)
		s->is_ended = true;
	else if (status < ARCHIVE_WARN)
		stage_fail(s, status);
	else if (libarchive()->filter_count(s->archive) < 2)
		fail_open(s, "damaged compressed input");
}

/* Decompress s, as long as what comes out is compressed. Return the last layer, or s, and
 * set *packing to what it has. */
static struct stage *
open_layers(struct stage layers[MAX_LAYERS], struct stage *s, enum packing *packing)
{
	size_t count;

	*packing = read_head(s);
	for (count = 0; count < MAX_LAYERS && *packing == PACKING_COMPRESSED; count++) {
		open_decompressed(&layers[count], s);
		s = &layers[count];
		*packing = read_head(s);
	}
	if (*packing == PACKING_COMPRESSED) {
		s->head_len = 0;
		fail_open(s, "compressed more than 8 times");
		*packing = PACKING_NONE;
	}
	return s;
}

static void
close_archive(struct stage *s)
{
	if (s->archive)
		libarchive()->read_free(s->archive);
	gzip_reader_free(s->gzip);
	s->archive = NULL;
	s->gzip = NULL;
}

/* ---- members ---- */

static int
fail_member(struct archive_reader *r)
{
	r->top = NULL;
	r->error = r->member.error;
	return -1;
}

static int
end_members(struct archive_reader *r)
{
	r->is_over = true;
	r->top = NULL;
	return 0;
}

/* Links have no bytes of their own. */
static bool
is_file(struct archive_entry *entry)
{
	return libarchive()->entry_filetype(entry) == AE_IFREG &&
	    libarchive()->entry_hardlink(entry) == NULL;
}

/* A zip may say that its names are in UTF-8; in the locale "C" libarchive would then not
 * return them. It uses the locale of the thread. */
static int
read_header(struct archive_reader *r, struct archive_entry **entry)
{
	locale_t before = uselocale(r->utf8);
	int status = libarchive()->read_next_header(r->member.archive, entry);

	uselocale(before);
	return status;
}

/* Find the next good header. In a damaged tar one block after another is no header:
 * report one error for all of them, and then go on at the next good one. */
static int
find_header(struct archive_reader *r, struct archive_entry **entry)
{
	struct archive *a = r->member.archive;
	la_int64_t at = -1, before;
	int status;

	do {
		before = at;
		status = read_header(r, entry);
		at = libarchive()->filter_bytes(a, 0);
	} while (status == ARCHIVE_RETRY && r->is_damaged && at > before);
	if (status == ARCHIVE_RETRY && r->is_damaged)
		return ARCHIVE_EOF; /* it makes no progress */
	r->is_damaged = status == ARCHIVE_RETRY;
	return status;
}

static void
begin_member(struct stage *s)
{
	s->head_at = s->head_len = 0;
	s->block_len = 0;
	s->is_ended = false;
	s->error[0] = '\0';
}

static int
next_member(struct archive_reader *r, const char **name)
{
	struct stage *s = &r->member;
	struct archive_entry *entry;
	bool is_archive;
	int status;

	r->top = s;
	begin_member(s);
	r->member_bytes = 0;
	do
		status = find_header(r, &entry);
	while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) &&
	    !is_file(entry));
	if (status == ARCHIVE_EOF)
		return end_members(r);
	if (status == ARCHIVE_RETRY || status < ARCHIVE_WARN) {
		stage_fail(s, status);
		r->is_over = status != ARCHIVE_RETRY;
		return fail_member(r);
	}
	is_archive = libarchive()->format(s->archive) != ARCHIVE_FORMAT_RAW;
	r->is_head_read = !is_archive;
	*name = is_archive ? libarchive()->entry_pathname(entry) : NULL;
	if (*name == NULL && is_archive)
		*name = "?"; /* not in UTF-8, although it claims to be */
	return 1;
}

/* Decompress a member of an archive, if it is compressed. */
static void
open_member(struct archive_reader *r)
{
	enum packing packing;

	r->is_head_read = true;
	r->top = open_layers(r->member_layers, &r->member, &packing);
}

/* ---- the input ---- */

/* Begin the only member of an input that is not an archive. */
static int
begin_only_member(struct archive_reader *r, struct stage *s, const char **name)
{
	r->top = s;
	r->is_over = r->is_head_read = true;
	*name = NULL;
	return 1;
}

static int
begin_archive(struct archive_reader *r, struct stage *s, const char **name,
    bool (*support)(struct archive *))
{
	if (r->utf8 == (locale_t)0)
		r->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!open_archive(&r->member, s, support))
		return fail_member(r);
	return next_member(r, name);
}

static int
begin_input(struct archive_reader *r, const char **name)
{
	struct stage *s = &r->input;
	enum packing packing;

	r->is_begun = true;
	if (r->flags & ARCHIVE_RAW)
		return begin_only_member(r, s, name);
	s = open_layers(r->input_layers, s, &packing);
	if (packing == PACKING_ARCHIVE)
		return begin_archive(r, s, name, support_archives);
	if (packing == PACKING_SEEKABLE && s == &r->input && r->source.seekable)
		return begin_archive(r, s, name, support_7z);
	if (packing == PACKING_SEEKABLE) {
		fail_open(&r->member, "7z archives cannot be read from a stream");
		return fail_member(r);
	}
	return begin_only_member(r, s, name);
}

static void
init_stage(struct archive_reader *r, struct stage *s, char *head, size_t size)
{
	s->reader = r;
	s->head = head;
	s->head_size = size;
}

struct archive_reader *
archive_reader_new(const urlgrep_memory *memory)
{
	struct archive_reader *r = memory_allocate(memory, sizeof(*r));
	size_t i;

	if (r == NULL)
		return NULL;
	memset(r, 0, offsetof(struct archive_reader, heads));
	r->memory = memory;
	r->error = "";
	r->is_begun = r->is_over = true; /* nothing is open */
	init_stage(r, &r->input, r->buffer, INPUT_HEAD_BYTES);
	init_stage(r, &r->member, r->heads[0], HEAD_BYTES);
	for (i = 0; i < MAX_LAYERS; i++) {
		init_stage(r, &r->input_layers[i], r->heads[1 + i], HEAD_BYTES);
		init_stage(r, &r->member_layers[i], r->heads[1 + MAX_LAYERS + i], HEAD_BYTES);
	}
	return r;
}

/* Close them, each before the stage that it reads from. */
static void
close_layers(struct stage layers[MAX_LAYERS])
{
	size_t i;

	for (i = MAX_LAYERS; i-- > 0;)
		close_archive(&layers[i]);
}

static void
close_archives(struct archive_reader *r)
{
	close_layers(r->member_layers);
	close_archive(&r->member);
	close_layers(r->input_layers);
}

void
archive_reader_free(struct archive_reader *r)
{
	if (r == NULL)
		return;
	read_ahead_stop(r->ahead);
	close_archives(r);
	read_ahead_free(r->ahead);
	if (r->utf8)
		freelocale(r->utf8);
	memory_release(r->memory, r);
}

void
archive_reader_open(struct archive_reader *r, struct byte_source source,
    uint64_t begin, unsigned flags)
{
	read_ahead_stop(r->ahead);
	close_archives(r);
	stage_reset(&r->input);
	stage_reset(&r->member);
	r->source = source;
	r->begin = begin;
	r->bytes_read = 0;
	r->flags = flags;
	r->member_bytes = 0;
	r->is_begun = r->is_over = r->is_head_read = r->is_damaged = false;
	r->error = "";
	r->top = NULL;
}

int
archive_reader_next(struct archive_reader *r, const char **name)
{
	read_ahead_stop(r->ahead);
	if (!r->is_begun)
		return begin_input(r, name);
	if (r->is_over || r->member.is_fatal)
		return end_members(r);
	close_layers(r->member_layers);
	return next_member(r, name);
}

bool
archive_reader_is_plain(const struct archive_reader *r)
{
	return r->top == &r->input;
}

static ssize_t
read_top(void *data, char *text, size_t size)
{
	struct archive_reader *r = data;

	return read_stage(r->top, text, size);
}

/* Read the rest of the member ahead, if it is packed and long. If that is not possible, it
 * is read as before. */
static void
start_reading_ahead(struct archive_reader *r)
{
	if (r->ahead == NULL)
		r->ahead = read_ahead_new(r->memory);
	if (r->ahead)
		read_ahead_start(r->ahead, (struct byte_stream){ read_top, r, NULL });
}

/* Count the bytes of the member until they are many. */
static void
count_member_bytes(struct archive_reader *r, ssize_t n)
{
	if (!(r->flags & ARCHIVE_READ_AHEAD) || archive_reader_is_plain(r) || n <= 0 ||
	    r->member_bytes >= MIN_AHEAD_BYTES)
		return;
	r->member_bytes += (size_t)n;
	if (r->member_bytes >= MIN_AHEAD_BYTES)
		start_reading_ahead(r);
}

ssize_t
archive_reader_read(struct archive_reader *r, char *text, size_t size)
{
	ssize_t n;

	if (r->top == NULL || size == 0)
		return 0;
	if (!r->is_head_read)
		open_member(r);
	n = read_ahead_is_on(r->ahead) ? read_ahead_read(r->ahead, text, size) :
	    read_stage(r->top, text, size);
	count_member_bytes(r, n);
	if (n < 0)
		r->error = r->top->error;
	return n;
}

uint64_t
archive_reader_skip_hole(struct archive_reader *r)
{
	uint64_t at = r->begin + r->bytes_read, end;

	if (r->top != &r->input || r->input.is_ended ||
	    r->input.head_at < r->input.head_len || r->source.find_hole_end == NULL)
		return 0;
	end = r->source.find_hole_end(r->source.data, at);
	r->bytes_read += end - at;
	return end - at;
}

const char *
archive_reader_error(const struct archive_reader *r)
{
	return r->error;
}

uint64_t
archive_reader_bytes(const struct archive_reader *r)
{
	return r->bytes_read;
}
