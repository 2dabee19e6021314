/* archive.c - read an input decompressed, and the members of an archive
 *
 * An input is read through a chain of stages, each of which reads from the one before
 * it. The first bytes of a stage decide whether another one follows. libarchive does
 * all unpacking, and all decompression but that of gzip. */
#include "input/archive.h"

#include <locale.h>
#include <stddef.h>
#include <string.h>

#include "input/libraries.h"
#include "input/magic.h"
#include "input/stage.h"
#include "input/unpack.h"
#include "input/read_ahead.h"
#include "util/memory.h"

enum {
	MAX_NESTED = 2,           /* archives: the input, and its members */
	HEAD_BYTES = 1024,        /* at least MAGIC_BYTES */
	INPUT_HEAD_BYTES = 8192,  /* most messages are read whole at once */
	MIN_AHEAD_BYTES = 1 << 17 /* of a member before its rest is read ahead */
};

/* An archive, and how its current member is compressed. */
struct level {
	struct stage archive, layers[MAX_LAYERS];
	const char *name; /* of the member; NULL: there is none, or this is no archive */
	bool is_over;
	bool is_damaged; /* there was an error in a header, and no good header since */
};

struct archive_reader {
	const urlgrep_memory *memory;
	struct stage_source source;
	unsigned flags;
	bool is_begun;
	locale_t utf8;      /* in which libarchive keeps names in UTF-8 as they are */
	const char *error;
	int system_error;   /* of that error: an errno, or 0 */
	const char *unread; /* why the member, an archive, is not unpacked */

	/* The chain: a .tar.gz that has a .gz as its member uses a layer of the input, a
	 * level and a layer of that. What is decompressed and still compressed goes on to
	 * the next layer. */
	struct stage input, input_layers[MAX_LAYERS];
	struct level levels[MAX_NESTED];
	unsigned depth;      /* how many of the levels are in use */
	struct stage *top;   /* the one to read the member from; NULL: no member */
	size_t member_bytes; /* of a packed member, up to MIN_AHEAD_BYTES */
	struct read_ahead *ahead;

	char heads[MAX_LAYERS + MAX_NESTED * (1 + MAX_LAYERS)][HEAD_BYTES];
	/* the head of the input; after that, what libarchive reads of it */
	char buffer[INPUT_BUFFER_BYTES];
};

/* ---- members --- */

/* Return -1 with the error of a stage. */
static int
fail_member(struct archive_reader *r, const struct stage *s)
{
	r->top = NULL;
	r->error = s->error;
	r->system_error = s->system_error;
	return -1;
}

static int
end_members(struct archive_reader *r)
{
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
read_header(const struct archive_reader *r, struct archive *a, struct archive_entry **entry)
{
	locale_t before = uselocale(r->utf8);
	int status = libarchive()->read_next_header(a, entry);

	uselocale(before);
	return status;
}

/* Find the next good header. In a damaged tar one block after another is no header:
 * report one error for all of them, and then go on at the next good one. */
static int
find_header(const struct archive_reader *r, struct level *l, struct archive_entry **entry)
{
	struct archive *a = l->archive.archive;
	la_int64_t at = -1, before;
	int status;

	do {
		before = at;
		status = read_header(r, a, entry);
		at = libarchive()->filter_bytes(a, 0);
	} while (status == ARCHIVE_RETRY && l->is_damaged && at > before);
	if (status == ARCHIVE_RETRY && l->is_damaged)
		return ARCHIVE_EOF; /* it makes no progress */
	l->is_damaged = status == ARCHIVE_RETRY;
	return status;
}

/* Return the name of a member; NULL if this is no archive. */
static const char *
name_of(const struct level *l, struct archive_entry *entry)
{
	const char *name;

	if (libarchive()->format(l->archive.archive) == ARCHIVE_FORMAT_RAW)
		return NULL;
	name = libarchive()->entry_pathname(entry);
	return name ? name : "?"; /* not in UTF-8, although it claims to be */
}

/* Go to the next header of an archive, and return what archive_reader_next does. */
static int
next_entry(struct archive_reader *r, struct level *l)
{
	struct stage *s = &l->archive;
	struct archive_entry *entry;
	int status;

	unpack_close_layers(l->layers);
	l->name = NULL;
	if (l->is_over || s->is_fatal)
		return 0;
	stage_begin_member(s);
	do
		status = find_header(r, l, &entry);
	while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) &&
	    !is_file(entry));
	if (status == ARCHIVE_EOF)
		return 0;
	if (status == ARCHIVE_RETRY || status < ARCHIVE_WARN) {
		stage_fail(s, status);
		l->is_over = status != ARCHIVE_RETRY;
		return fail_member(r, s);
	}
	l->name = name_of(l, entry);
	return 1;
}

/* Begin to read the archive that s has. Return false after an error. */
static bool
enter_archive(struct archive_reader *r, struct stage *s, unpack_support_fn *support)
{
	struct level *l = &r->levels[r->depth++];

	if (r->utf8 == (locale_t)0)
		r->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	l->name = NULL;
	l->is_damaged = false;
	l->is_over = !unpack_archive(&l->archive, s, support);
	if (l->is_over)
		fail_member(r, &l->archive);
	return !l->is_over;
}

static void
leave_archive(struct archive_reader *r)
{
	unpack_close(&r->levels[--r->depth].archive);
}

/* Decompress the member of an archive, if it is compressed. Return how it is packed. */
static enum packing
open_member(struct archive_reader *r, struct level *l)
{
	enum packing packing = PACKING_NONE;

	r->top = &l->archive;
	if (l->name)
		r->top = unpack_layers(l->layers, &l->archive, &packing);
	if (packing == PACKING_SEEKABLE)
		r->unread = "not unpacked: 7z in an archive";
	else if (packing == PACKING_ARCHIVE && r->depth == MAX_NESTED)
		r->unread = "not unpacked: an archive in two others";
	return packing;
}

/* Go to the next member, also of an archive that is a member. */
static int
next_member(struct archive_reader *r)
{
	r->member_bytes = 0;
	r->unread = NULL;
	while (r->depth > 0) {
		struct level *l = &r->levels[r->depth - 1];
		int status = next_entry(r, l);

		if (status < 0)
			return status;
		if (status == 0)
			leave_archive(r);
		else if (open_member(r, l) != PACKING_ARCHIVE || r->unread)
			return 1;
		else if (!enter_archive(r, r->top, unpack_support_archives))
			return -1;
	}
	return end_members(r);
}

/* ---- the input --- */

/* Begin the only member of an input that is not an archive. */
static int
begin_only_member(struct archive_reader *r, struct stage *s)
{
	r->top = s;
	return 1;
}

static int
begin_archive(struct archive_reader *r, struct stage *s, unpack_support_fn *support)
{
	return enter_archive(r, s, support) ? next_member(r) : -1;
}

static int
begin_input(struct archive_reader *r)
{
	struct stage *s = &r->input;
	enum packing packing;

	r->is_begun = true;
	if (r->flags & ARCHIVE_RAW)
		return begin_only_member(r, s);
	s = unpack_layers(r->input_layers, s, &packing);
	if (packing == PACKING_ARCHIVE)
		return begin_archive(r, s, unpack_support_archives);
	if (packing == PACKING_SEEKABLE && s == &r->input && r->source.bytes.seekable)
		return begin_archive(r, s, unpack_support_7z);
	if (packing == PACKING_SEEKABLE) {
		unpack_fail(s, "7z archives cannot be read from a stream");
		return fail_member(r, s);
	}
	return begin_only_member(r, s);
}

/* Prepare the layers; the first one gets the head of this number. */
static void
init_layers(struct archive_reader *r, struct stage layers[MAX_LAYERS], size_t head)
{
	size_t i;

	for (i = 0; i < MAX_LAYERS; i++)
		stage_init(&layers[i], &r->source, r->memory, r->heads[head + i],
		    HEAD_BYTES);
}

static void
init_stages(struct archive_reader *r)
{
	size_t i, head = MAX_LAYERS;

	stage_init(&r->input, &r->source, r->memory, r->buffer, INPUT_HEAD_BYTES);
	init_layers(r, r->input_layers, 0);
	for (i = 0; i < MAX_NESTED; i++, head += 1 + MAX_LAYERS) {
		stage_init(&r->levels[i].archive, &r->source, r->memory, r->heads[head],
		    HEAD_BYTES);
		init_layers(r, r->levels[i].layers, head + 1);
	}
}

struct archive_reader *
archive_reader_new(const urlgrep_memory *memory)
{
	struct archive_reader *r = memory_allocate(memory, sizeof(*r));

	if (r == NULL)
		return NULL;
	memset(r, 0, offsetof(struct archive_reader, heads));
	r->memory = memory;
	r->error = "";
	r->is_begun = true; /* nothing is open */
	init_stages(r);
	return r;
}

static void
close_archives(struct archive_reader *r)
{
	while (r->depth > 0) {
		unpack_close_layers(r->levels[r->depth - 1].layers);
		leave_archive(r);
	}
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
	r->source = (struct stage_source){ .bytes = source, .begin = begin,
		.buffer = r->buffer };
	r->flags = flags;
	r->member_bytes = 0;
	r->is_begun = false;
	r->unread = NULL;
	r->error = "";
	r->top = NULL;
}

int
archive_reader_next(struct archive_reader *r)
{
	read_ahead_stop(r->ahead);
	return r->is_begun ? next_member(r) : begin_input(r);
}

const char *
archive_reader_name(const struct archive_reader *r, unsigned level)
{
	return level < r->depth ? r->levels[level].name : NULL;
}

const char *
archive_reader_unread(const struct archive_reader *r)
{
	return r->unread;
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
	n = read_ahead_is_on(r->ahead) ? read_ahead_read(r->ahead, text, size) :
	    stage_read(r->top, text, size);
	count_member_bytes(r, n);
	if (n < 0) {
		r->error = r->top->error;
		r->system_error = r->top->system_error;
	}
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

int
archive_reader_system_error(const struct archive_reader *r)
{
	return *r->error ? r->system_error : 0;
}

uint64_t
archive_reader_bytes(const struct archive_reader *r)
{
	return r->source.bytes_read;
}
