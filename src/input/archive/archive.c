/* archive.c - read an input decompressed, and the members of an archive
 *
 * An input is read through a chain of stages, each of which reads from the one before
 * it. The first bytes of a stage decide whether another one follows. libarchive does
 * all unpacking, and all decompression but that of gzip. */
#include "input/archive/archive.h"

#include <locale.h>
#include <stddef.h>
#include <string.h>

#include "input/archive/stage.h"
#include "input/archive/unpack.h"
#include "input/libarchive_dl.h"
#include "input/magic.h"
#include "input/read_ahead.h"
#include "util/memory.h"

enum {
	HEAD_BYTES = 1024,        /* at least MAGIC_BYTES */
	INPUT_HEAD_BYTES = 8192,  /* most messages are read whole at once */
	MIN_AHEAD_BYTES = 1 << 17 /* of a member before its rest is read ahead */
};

struct archive_reader {
	const urlgrep_memory *memory;
	struct stage_source source;
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
	size_t member_bytes; /* of a packed member, up to MIN_AHEAD_BYTES */
	struct read_ahead *ahead;

	char heads[1 + 2 * MAX_LAYERS][HEAD_BYTES];
	/* the head of the input; after that, what libarchive reads of it */
	char buffer[INPUT_BUFFER_BYTES];
};

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

static int
next_member(struct archive_reader *r, const char **name)
{
	struct stage *s = &r->member;
	struct archive_entry *entry;
	bool is_archive;
	int status;

	r->top = s;
	stage_begin_member(s);
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
	r->top = unpack_layers(r->member_layers, &r->member, &packing);
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
    unpack_support_fn *support)
{
	if (r->utf8 == (locale_t)0)
		r->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!unpack_archive(&r->member, s, support))
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
	s = unpack_layers(r->input_layers, s, &packing);
	if (packing == PACKING_ARCHIVE)
		return begin_archive(r, s, name, unpack_support_archives);
	if (packing == PACKING_SEEKABLE && s == &r->input && r->source.bytes.seekable)
		return begin_archive(r, s, name, unpack_support_7z);
	if (packing == PACKING_SEEKABLE) {
		unpack_fail(&r->member, "7z archives cannot be read from a stream");
		return fail_member(r);
	}
	return begin_only_member(r, s, name);
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
	stage_init(&r->input, &r->source, memory, r->buffer, INPUT_HEAD_BYTES);
	stage_init(&r->member, &r->source, memory, r->heads[0], HEAD_BYTES);
	for (i = 0; i < MAX_LAYERS; i++) {
		stage_init(&r->input_layers[i], &r->source, memory, r->heads[1 + i],
		    HEAD_BYTES);
		stage_init(&r->member_layers[i], &r->source, memory,
		    r->heads[1 + MAX_LAYERS + i], HEAD_BYTES);
	}
	return r;
}

static void
close_archives(struct archive_reader *r)
{
	unpack_close_layers(r->member_layers);
	unpack_close(&r->member);
	unpack_close_layers(r->input_layers);
}

void
archive_reader_free(struct archive_reader *r)
{
	if (r == NULL)
		return;
	read_ahead_free(r->ahead);
	close_archives(r);
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
	r->source = (struct stage_source){ .bytes = source, .begin = begin,
		.buffer = r->buffer };
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
	unpack_close_layers(r->member_layers);
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

	return stage_read(r->top, text, size);
}

/* Read the rest of the member ahead. If that is not possible, it is read as before. */
static void
start_reading_ahead(struct archive_reader *r)
{
	if (r->ahead == NULL)
		r->ahead = read_ahead_new(r->memory);
	if (r->ahead)
		read_ahead_start(r->ahead, (struct byte_stream){ .read = read_top, .data = r });
}

/* Return true if the member may be read ahead. A thread that waits for a pipe could not be
 * ended. */
static bool
may_read_ahead(const struct archive_reader *r)
{
	return r->flags & ARCHIVE_READ_AHEAD && r->source.bytes.seekable &&
	    !archive_reader_is_plain(r);
}

/* Count the bytes of a packed member until they are many. */
static void
count_member_bytes(struct archive_reader *r, ssize_t n)
{
	if (n <= 0 || r->member_bytes >= MIN_AHEAD_BYTES || !may_read_ahead(r))
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
	    stage_read(r->top, text, size);
	count_member_bytes(r, n);
	if (n < 0)
		r->error = r->top->error;
	return n;
}

uint64_t
archive_reader_skip_hole(struct archive_reader *r)
{
	uint64_t at = r->source.begin + r->source.bytes_read, end;

	if (r->top != &r->input || r->input.is_ended ||
	    r->input.head_at < r->input.head_len || r->source.bytes.find_hole_end == NULL)
		return 0;
	end = r->source.bytes.find_hole_end(r->source.bytes.data, at);
	r->source.bytes_read += end - at;
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
	return r->source.bytes_read;
}
