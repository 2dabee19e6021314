/* archive.c - decompress an input and read the members of an archive
 *
 * An input is read through a stack of stages, each of which reads from the stage below it. The
 * first bytes of a stage decide whether another stage is needed. libarchive does all unpacking, and
 * all decompression except gzip. */
#include "input/input.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "input/libraries.h"
#include "util/memory.h"
#include "util/platform.h"

enum {
	MAX_LAYERS = 8,           /* of compression: a .gz in a .gz has two layers */
	MAX_STAGES = (MAX_LAYERS + 1) * (MAX_NESTED_ARCHIVES + 1),
	INPUT_BUFFER_BYTES = 1 << 16,
	HEAD_BYTES = 1024,        /* at least MAGIC_BYTES */
	INPUT_HEAD_BYTES = 8192,  /* most messages fit into one read */
	MIN_AHEAD_BYTES = 1 << 17, /* read from a member before its rest is read ahead */
	MAX_BYTES_AFTER_END = 1 << 15, /* of a range, in one read */
	MAX_ERROR_BYTES = 128
};

/* A stream of bytes that can be peeked at. The bytes come from the source or, through the gzip
 * reader or libarchive, from the parent stage. libarchive calls compressed files archives, too. */
struct stage {
	struct archive_reader *reader;
	char head[HEAD_BYTES]; /* the bytes peeked at, except those of the input */
	/* The unread bytes of the head, and then those of the last block, which is borrowed. */
	urlgrep_span peeked, block;

	struct archive *archive;  /* if both this and */
	struct gzip_reader *gzip; /* this are NULL, the stage reads the source */
	struct stage *parent;     /* the stage that the archive is read from */

	bool is_ended; /* normally or with an error */
	bool is_fatal; /* nothing more can be read from the archive */
	char error[MAX_ERROR_BYTES];
	int system_error; /* the errno of the error, or 0 */

	bool has_members; /* the stage is an archive, not a compressed file */
	const char *name; /* of the member; NULL: no member, or no archive after all */
	bool is_damaged;  /* the last header that was read is damaged */
};

struct archive_reader {
	const urlgrep_memory *memory;
	urlgrep_mail_source source;
	uint64_t at;         /* offset of the next byte of the source */
	uint64_t begin, end; /* the range of the source that is read; 0 and UINT64_MAX: all of it */
	struct archive_state state;
	unsigned flags;
	locale_t utf8;      /* in this locale libarchive does not convert UTF-8 names */

	/* The input and what is unpacked from it: for the .gz in a .tar.gz these are the input, the
	 * tar, the members of the tar, and the content of the .gz. */
	struct stage stages[MAX_STAGES];
	unsigned count;      /* stages in use; 0 before the first member */
	unsigned depth;      /* stages that are archives */
	struct stage *top;   /* the stage that yields the bytes of the member; NULL: no member */
	size_t member_bytes; /* read from a packed member, counted up to MIN_AHEAD_BYTES */
	struct read_ahead *ahead;

	/* the head of the input, and later the bytes of the input that need no other buffer */
	char buffer[INPUT_BUFFER_BYTES];
};

/* ---- stages --- */

static void
stage_set_error(struct stage *s, const char *error, int system_error)
{
	error = error ? error : "damaged input";
	/* some messages of libarchive end in a line break */
	snprintf(s->error, sizeof(s->error), "%.*s", (int)strcspn(error, "\n"), error);
	s->system_error = system_error;
}

/* End the stage with the error of its parent, which caused its own, or else with the error of gzip
 * or libarchive. Return -1. For xz, lzip and lzma, libarchive passes on liblzma's message about a
 * stream that ends too early; it is replaced by the one for other formats, "truncated ... input".
 * The filter has no name if the stream ends in its header. */
static int
stage_fail(struct stage *s, int status)
{
	const char *error = s->parent->error, *name;

	s->is_ended = true;
	s->is_fatal = status == ARCHIVE_FATAL;
	if (*error == '\0')
		error = s->gzip ? gzip_reader_error(s->gzip) : libarchive()->error_string(s->archive);
	stage_set_error(s, error, s->parent->system_error);
	if (s->archive && strstr(s->error, "No progress is possible")) {
		name = libarchive()->filter_name(s->archive, 0);
		snprintf(s->error, sizeof(s->error), "truncated %s input", name ? name : "compressed");
	}
	return -1;
}

/* Return how many of the next n bytes of the source are in the range. */
static uint64_t
count_in_range(const struct archive_reader *r, uint64_t n)
{
	uint64_t begin = r->at > r->begin ? r->at : r->begin;
	uint64_t end = r->at + n < r->end ? r->at + n : r->end;

	return end > begin ? end - begin : 0;
}

/* Read the source, like read(2). */
static ssize_t
read_source(struct stage *s, char *text, size_t size)
{
	struct archive_reader *r = s->reader;
	uint64_t most = r->at < r->end ? r->end - r->at : MAX_BYTES_AFTER_END;
	ssize_t n = r->source.read(r->source.data, text, most < size ? (size_t)most : size, r->at);

	if (n < 0) {
		int error = errno;

		stage_set_error(s, error == FILE_TRUNCATED ? "truncated while being read" :
		    strerror(error), error);
	} else {
		r->state.bytes_read += count_in_range(r, (uint64_t)n);
		r->at += (uint64_t)n;
	}
	s->is_ended = n <= 0;
	return n;
}

/* Record the end or the error of a gzip read that returned n. Return n. */
static ssize_t
end_gzip(struct stage *s, ssize_t n)
{
	if (n < 0)
		stage_fail(s, ARCHIVE_FATAL);
	s->is_ended = n <= 0;
	return n;
}

/* Set *block to the next block of the archive's member, and return its length; 0 at the end, -1 on
 * an error. Skip holes in sparse files: they contain no URL, and a header may claim any number of
 * bytes. The last block of a zip member may come with an error, such as a wrong checksum. */
static ssize_t
next_archive_block(struct stage *s, const void **block)
{
	size_t len = 0;
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
	if (status != ARCHIVE_OK)
		stage_fail(s, status);
	return status == ARCHIVE_OK || (status == ARCHIVE_WARN && len > 0) ? (ssize_t)len : -1;
}

/* Return the bytes at hand; if there are none, those of the next block. The result is empty at the
 * end and after an error. */
static urlgrep_span *
bytes_at_hand(struct stage *s)
{
	const void *block = s->reader->buffer;
	ssize_t n;

	if (s->peeked.len > 0)
		return &s->peeked;
	if (s->block.len == 0 && !s->is_ended) {
		n = s->archive ? next_archive_block(s, &block) :
		    s->gzip ? end_gzip(s, gzip_reader_next(s->gzip, &block)) :
		    read_source(s, s->reader->buffer, INPUT_BUFFER_BYTES);
		s->block = (urlgrep_span){ block, n > 0 ? (size_t)n : 0 };
	}
	return &s->block;
}

/* Set *bytes to the next bytes, without copying them, and return their number; 0 at the end, -1
 * after an error. They are valid until the next call. */
static ssize_t
stage_next_bytes(void *stage, const void **bytes)
{
	struct stage *s = stage;
	urlgrep_span *next = bytes_at_hand(s);
	size_t n = next->len;

	*bytes = next->text;
	next->len = 0;
	return n > 0 ? (ssize_t)n : s->error[0] ? -1 : 0;
}

/* Read like read(2). The source and gzip read into a large `text` directly, without a block. */
static ssize_t
stage_read(void *stage, char *text, size_t size)
{
	struct stage *s = stage;
	urlgrep_span *next;

	if (s->peeked.len == 0 && s->block.len == 0 && !s->is_ended) {
		if (s->archive == NULL && s->gzip == NULL)
			return read_source(s, text, size);
		if (s->gzip && size >= MIN_INFLATE_ROOM)
			return end_gzip(s, gzip_reader_read(s->gzip, text, size));
	}
	next = bytes_at_hand(s);
	if (next->len == 0)
		return s->error[0] ? -1 : 0;
	if (size > next->len)
		size = next->len;
	memcpy(text, next->text, size);
	next->text += size;
	next->len -= size;
	return (ssize_t)size;
}

/* Read enough of the stage to detect how it is packed, and return that. If reading fails,
 * stage_read() returns the bytes before the error, and then the error. */
static enum packing
stage_peek(struct stage *s)
{
	bool is_input = s == s->reader->stages;
	char *head = is_input ? s->reader->buffer : s->head;
	size_t size = is_input ? INPUT_HEAD_BYTES : HEAD_BYTES, len = 0, skipped;

	while (len < MAGIC_BYTES && !s->is_ended && !magic_is_text(head, len)) {
		ssize_t n = stage_read(s, head + len, size - len);

		len += n > 0 ? (size_t)n : 0;
	}
	skipped = magic_skippable(head, len);
	s->peeked = (urlgrep_span){ head + skipped, len - skipped };
	return magic_detect(s->peeked.text, s->peeked.len);
}

/* ---- unpacking --- */

/* End the stage with an error. Return false. */
static bool
unpack_fail(struct stage *s, const char *error)
{
	s->is_ended = s->is_fatal = true;
	stage_set_error(s, error, 0);
	return false;
}

static void
open_gzip(struct stage *s)
{
	bool use_isal = isal()->missing == NULL;
	const char *missing = use_isal ? NULL : zlib()->missing;

	if (missing == NULL)
		s->gzip = gzip_reader_new(s->reader->memory, use_isal, stage_next_bytes, s->parent);
	if (s->gzip == NULL)
		unpack_fail(s, missing ? missing : strerror(ENOMEM));
}

/* For archive_read_open: data is the stage to read from, which keeps the error, if any. */
static la_ssize_t
archive_read_cb(struct archive *a, void *data, const void **bytes)
{
	(void)a;
	return stage_next_bytes(data, bytes);
}

/* For 7z: seek in the input, which is the source itself. libarchive seeks from the end only to
 * learn the length; if the length is too large, it reads up to the real end. */
static la_int64_t
archive_seek_cb(struct archive *a, void *data, la_int64_t offset, int whence)
{
	const la_int64_t endless = (la_int64_t)1 << 62;
	struct stage *s = data;

	(void)a;
	if (whence == SEEK_END)
		offset += endless;
	if (offset < 0) {
		stage_set_error(s, "cannot seek", 0);
		return ARCHIVE_FATAL;
	}
	s->peeked.len = s->block.len = 0;
	s->is_ended = false;
	s->reader->at = (uint64_t)offset;
	s->reader->state.bytes_read = (uint64_t)offset;
	return offset;
}

/* Enable the formats and filters of libarchive for the packing. Return false if out of memory.
 * archive_read_support_filter_all would also run programs (lzop, grzip) and decode uuencode, which
 * a message in a compressed mbox may contain. */
static bool
support_packing(struct archive *a, enum packing packing)
{
	typedef int support_fn(struct archive *);
	const struct libarchive *la = libarchive();
	support_fn *const compressed[] = { la->read_support_filter_bzip2, la->read_support_filter_xz,
		la->read_support_filter_zstd, la->read_support_filter_compress,
		la->read_support_filter_lzip, la->read_support_filter_lzma,
		la->read_support_filter_lz4, la->read_support_format_raw,
		la->read_support_format_empty /* raw needs a byte */, NULL };
	/* the zip reader that does not seek; "raw" reads text that only looked like a tar */
	support_fn *const archives[] = { la->read_support_format_tar,
		la->read_support_format_zip_streamable, la->read_support_format_raw, NULL };
	support_fn *const seekable[] = { la->read_support_format_7zip, NULL };
	support_fn *const *support = packing == PACKING_COMPRESSED ? compressed :
	    packing == PACKING_ARCHIVE ? archives : seekable;

	while (*support && (*support)(a) >= ARCHIVE_WARN)
		support++;
	return *support == NULL;
}

/* Make s the members of the archive in its parent. Return false after an error, which is also
 * returned when s is read. */
static bool
unpack_archive(struct stage *s, enum packing packing)
{
	if (libarchive()->missing)
		return unpack_fail(s, libarchive()->missing);
	s->archive = libarchive()->read_new();
	if (s->archive == NULL || !support_packing(s->archive, packing))
		return unpack_fail(s, strerror(ENOMEM));
	libarchive()->read_set_callback_data(s->archive, s->parent);
	libarchive()->read_set_read_callback(s->archive, archive_read_cb);
	if (packing == PACKING_SEEKABLE)
		libarchive()->read_set_seek_callback(s->archive, archive_seek_cb);
	if (libarchive()->read_open1(s->archive) < ARCHIVE_WARN) {
		stage_fail(s, ARCHIVE_FATAL);
		return false;
	}
	return true;
}

/* Make s the decompressed bytes of its parent. An error is returned when s is read. Bytes
 * that libarchive cannot decompress at all are an error, not text. libarchive withholds
 * the last bytes of a truncated stream: up to 64 KiB, or the last block of bzip2 and xz. */
static void
open_decompressed(struct stage *s)
{
	struct archive_entry *entry;
	int status;

	if (!unpack_archive(s, PACKING_COMPRESSED))
		return;
	status = libarchive()->read_next_header(s->archive, &entry);
	if (status == ARCHIVE_EOF)
		s->is_ended = true;
	else if (status < ARCHIVE_WARN)
		stage_fail(s, status);
	else if (libarchive()->filter_count(s->archive) < 2)
		unpack_fail(s, "damaged compressed input");
}

/* ---- the stack --- */

/* Push a stage that will be unpacked from the current last one. */
static struct stage *
push_stage(struct archive_reader *r)
{
	struct stage *s = &r->stages[r->count++];

	*s = (struct stage){ .reader = r, .parent = s - 1 };
	return s;
}

static void
pop_stage(struct archive_reader *r)
{
	struct stage *s = &r->stages[--r->count];

	if (s->archive)
		libarchive()->read_free(s->archive);
	gzip_reader_free(s->gzip);
	r->depth -= s->has_members;
}

/* ---- members --- */

/* Report the error of a stage to the caller. Return -1. */
static int
fail_member(struct archive_reader *r, const struct stage *s)
{
	r->state.error = s->error;
	r->state.system_error = s->system_error;
	return -1;
}

/* Find the next good header. In a damaged tar, one block after another may fail to be a header:
 * report one error for all of them, and continue at the next good header. Names in a zip may be
 * marked as UTF-8. libarchive converts them to the locale of the thread, and would not return them
 * in the locale "C". */
static int
find_header(const struct archive_reader *r, struct stage *s, struct archive_entry **entry)
{
	locale_t locale = uselocale(r->utf8);
	la_int64_t at = -1, before;
	int status;

	do {
		before = at;
		status = libarchive()->read_next_header(s->archive, entry);
		at = libarchive()->filter_bytes(s->archive, 0);
	} while (status == ARCHIVE_RETRY && s->is_damaged && at > before);
	uselocale(locale);
	if (status == ARCHIVE_RETRY && s->is_damaged)
		return ARCHIVE_EOF; /* no progress */
	s->is_damaged = status == ARCHIVE_RETRY;
	return status;
}

/* Go to the next header of an archive. Return the same values as archive_reader_next(). */
static int
next_entry(struct archive_reader *r, struct stage *s)
{
	struct archive_entry *entry;
	int status;

	s->name = NULL;
	if (s->is_fatal)
		return 0;
	s->peeked.len = s->block.len = 0;
	s->is_ended = false;
	s->error[0] = '\0';
	s->system_error = 0;
	do /* skip links, which have no bytes of their own */
		status = find_header(r, s, &entry);
	while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) &&
	    (libarchive()->entry_filetype(entry) != AE_IFREG || libarchive()->entry_hardlink(entry)));
	if (status == ARCHIVE_EOF)
		return 0;
	if (status == ARCHIVE_RETRY || status < ARCHIVE_WARN) {
		stage_fail(s, status);
		s->is_fatal = status != ARCHIVE_RETRY;
		return fail_member(r, s);
	}
	if (libarchive()->format(s->archive) == ARCHIVE_FORMAT_RAW)
		return 1;
	s->name = libarchive()->entry_pathname(entry);
	if (s->name == NULL)
		s->name = "?"; /* not in UTF-8, although it claims to be */
	return 1;
}

/* Begin to read the archive in the last stage. Return 0, or -1 after an error. */
static int
enter_archive(struct archive_reader *r, enum packing packing)
{
	struct stage *s = push_stage(r);

	if (r->utf8 == (locale_t)0 && libarchive()->missing == NULL)
		r->utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	s->has_members = true;
	r->depth++;
	return unpack_archive(s, packing) ? 0 : fail_member(r, s);
}

static bool
is_compressed(enum packing packing)
{
	return packing == PACKING_GZIP || packing == PACKING_COMPRESSED;
}

/* Decompress the last stage (the input or a member) as often as it is compressed. Return 1 if the
 * result is to be read; 0 if the result is an archive, which was entered; or -1 on an error. */
static int
open_content(struct archive_reader *r)
{
	struct stage *s = &r->stages[r->count - 1];
	enum packing packing = r->flags & URLGREP_RAW ? PACKING_NONE : stage_peek(s);
	unsigned layers;

	for (layers = 0; is_compressed(packing) && layers < MAX_LAYERS; layers++) {
		s = push_stage(r);
		if (packing == PACKING_GZIP)
			open_gzip(s);
		else
			open_decompressed(s);
		packing = stage_peek(s);
	}
	if (is_compressed(packing)) {
		s->peeked.len = 0;
		unpack_fail(s, "compressed more than 8 times");
	} else if (packing == PACKING_SEEKABLE && r->depth > 0) {
		r->state.unread = "not unpacked: 7z in an archive";
	} else if (packing == PACKING_SEEKABLE && (r->count > 1 || !r->source.seekable)) {
		unpack_fail(s, "7z archives cannot be read from a stream");
		return fail_member(r, s);
	} else if (packing == PACKING_ARCHIVE && r->depth == MAX_NESTED_ARCHIVES) {
		r->state.unread = "not unpacked: archive nested too deeply";
	} else if (packing != PACKING_NONE) {
		return enter_archive(r, packing);
	}
	r->top = s;
	return 1;
}

/* Leave the last stage, and those below it up to the archive that it is in. If the last stage is an
 * archive without an error, read the rest of each stage that it was unpacked from: that may end with
 * an error. Return 0, or -1 after an error. */
static int
leave_content(struct archive_reader *r)
{
	struct stage *s = &r->stages[r->count - 1];
	bool is_good = s->has_members && s->error[0] == '\0';
	const void *bytes;
	ssize_t n = 0;
	int status = 0;

	do {
		pop_stage(r);
		s = &r->stages[r->count - 1];
		while (is_good && r->count > 1 && (n = stage_next_bytes(s, &bytes)) > 0)
			;
		if (n < 0 && status == 0)
			status = fail_member(r, s);
	} while (r->count > 1 && !s->has_members);
	return status;
}

/* ---- the input --- */

struct archive_reader *
archive_reader_new(const urlgrep_memory *memory)
{
	struct archive_reader *r = memory_allocate(memory, sizeof(*r));

	if (r == NULL)
		return NULL;
	memset(r, 0, offsetof(struct archive_reader, buffer));
	r->memory = memory;
	return r;
}

static void
close_archives(struct archive_reader *r)
{
	while (r->count > 1)
		pop_stage(r);
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
archive_reader_open(struct archive_reader *r, urlgrep_mail_source source, unsigned flags)
{
	read_ahead_stop(r->ahead);
	close_archives(r);
	r->stages[0] = (struct stage){ .reader = r };
	r->count = 0;
	r->source = source;
	r->at = r->begin = 0;
	r->end = UINT64_MAX;
	r->state = (struct archive_state){ .error = "" };
	r->flags = flags;
	r->top = NULL;
}

/* Describe the member in the state. */
static void
describe_member(struct archive_reader *r)
{
	unsigned level = 0, i;

	for (i = 0; i < r->count; i++)
		if (r->stages[i].has_members)
			r->state.names[level++] = r->stages[i].name;
	r->state.names[level] = NULL;
	r->state.is_plain = r->top == r->stages;
}

/* The members of a nested archive come before the next member of the outer one. */
int
archive_reader_next(struct archive_reader *r)
{
	int status = 0;

	read_ahead_stop(r->ahead);
	r->member_bytes = 0;
	r->state.unread = NULL;
	r->top = NULL;
	if (r->count == 0) {
		r->count = 1;
		status = open_content(r);
	}
	while (status == 0 && r->count > 1) {
		struct stage *s = &r->stages[r->count - 1];

		status = s->has_members ? next_entry(r, s) : 0;
		if (status == 0)
			status = leave_content(r);
		else if (status > 0 && s->name)
			status = open_content(r);
		else if (status > 0)
			r->top = s; /* it only looked like an archive */
	}
	describe_member(r);
	return status;
}

uint64_t
archive_reader_open_range(struct archive_reader *r, urlgrep_mail_source source,
    const urlgrep_mail_range *range, uint64_t context)
{
	archive_reader_open(r, source, URLGREP_RAW);
	r->at = range->begin > context ? range->begin - context : 0;
	r->begin = range->begin;
	r->end = range->end;
	archive_reader_next(r);
	return r->at;
}

/* Count n bytes of a packed member. After MIN_AHEAD_BYTES, let a thread read the rest ahead if one
 * can be started. Pipes are excluded because a thread that waits for a pipe could not be ended. */
static void
count_member_bytes(struct archive_reader *r, ssize_t n)
{
	bool may_read_ahead = r->flags & URLGREP_READ_AHEAD && r->source.seekable && !r->state.is_plain;

	if (n <= 0 || r->member_bytes >= MIN_AHEAD_BYTES || !may_read_ahead)
		return;
	r->member_bytes += (size_t)n;
	if (r->member_bytes < MIN_AHEAD_BYTES)
		return;
	if (r->ahead == NULL)
		r->ahead = read_ahead_new(r->memory);
	if (r->ahead)
		read_ahead_start(r->ahead, (struct byte_stream){ .read = stage_read, .data = r->top });
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
	return n < 0 ? fail_member(r, r->top) : n;
}

const struct archive_state *
archive_reader_state(const struct archive_reader *r)
{
	return &r->state;
}
