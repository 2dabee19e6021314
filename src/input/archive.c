/* archive.c - owns the way from a file descriptor to the octets to be read: what
 * packed them is found by their first octets and undone by libarchive */
#include "input/archive.h"

#include <errno.h>
#include <locale.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "input/libarchive_dl.h"

enum {
	HEAD = 8192,        /* of most messages all, in one read */
	TOLD = 512,         /* so much tells: a tar's first block; others need less */
	FD_PIECE = 1 << 16, /* octets of a packed file to read at once */
	SHOWN = 1 << 19,    /* octets of a file that is better seen than read */
	WHY = 128
};

/* Octets, and the first of them again after they were looked at. They come from
 * fd, or are those of the member an archive stands at; the archive takes its
 * own from the source below. */
struct source {
	int fd;
	struct archive *archive; /* NULL: read fd */
	struct source *below;    /* what the archive is read from */
	char *buffer;            /* for an archive to read fd through */

	uint64_t passed; /* read of fd */
	size_t head_at, head_len;
	const char *piece; /* from the archive, left of it */
	size_t piece_len;

	bool ended; /* with an error if there is a why */
	bool fatal; /* nothing more can come from the archive */
	char why[WHY];
	char head[HEAD]; /* the last: it is not cleared */
};

/* From the file up, as far as it goes: a .tar.gz with a .gz in it takes all. */
struct input {
	struct source *top; /* the one of them to read; NULL: no member */
	bool raw;
	bool begun;
	bool over;
	bool looked;     /* at the first octets of this member */
	bool damaged;    /* since the last good header */
	locale_t names;  /* for libarchive to leave UTF-8 names alone */
	const char *why; /* the last error */
	struct source file, file_unpacked, member, member_unpacked;
};

/* ---- what the first octets say ---- */

enum packing { PLAIN, PACKED, ARCHIVE };

static bool
stands(const char *head, size_t len, size_t at, const char *magic, size_t n)
{
	return len >= at + n && memcmp(head + at, magic, n) == 0;
}

/* RFC 1952: method 8 is the only one, the flags' upper three bits are 0. */
static bool
is_gzip(const char *head, size_t len)
{
	return stands(head, len, 0, "\x1f\x8b\x08", 3) && len > 3 &&
	    ((unsigned char)head[3] & 0xe0) == 0;
}

/* A mail may begin with "BZh9"; not with a block's magic (the digits of pi) or
 * that of the end (those of its root) after it. */
static bool
is_bzip2(const char *head, size_t len)
{
	return stands(head, len, 0, "BZh", 3) && len > 3 && head[3] >= '1' &&
	    head[3] <= '9' &&
	    (stands(head, len, 4, "\x31\x41\x59\x26\x53\x59", 6) ||
	        stands(head, len, 4, "\x17\x72\x45\x38\x50\x90", 6));
}

/* A text that happens to have "ustar" there is none the worse: libarchive looks
 * at the block's checksum too, and gives what is no tar as it is. */
static bool
is_tar(const char *head, size_t len)
{
	return stands(head, len, 257, "ustar", 5);
}

static enum packing
packing_of(const char *head, size_t len)
{
	if (is_gzip(head, len) || is_bzip2(head, len) ||
	    stands(head, len, 0, "\xfd\x37zXZ\0", 6) ||
	    stands(head, len, 0, "\x28\xb5\x2f\xfd", 4))
		return PACKED;
	if (stands(head, len, 0, "PK\003\004", 4) ||
	    stands(head, len, 0, "PK\005\006", 4) || is_tar(head, len))
		return ARCHIVE;
	return PLAIN;
}

/* ---- a source ---- */

static void
clear_source(struct source *s)
{
	memset(s, 0, offsetof(struct source, head));
}

static void
set_why(struct source *s, const char *why)
{
	snprintf(s->why, sizeof s->why, "%s", why ? why : "damaged input");
}

/* What went wrong below is the cause of what libarchive then says. */
static ssize_t
fail_archive(struct source *s, int status)
{
	s->ended = true;
	s->fatal = status == ARCHIVE_FATAL;
	if (s->below->why[0])
		set_why(s, s->below->why);
	else
		set_why(s, libarchive()->error_string(s->archive));
	return -1;
}

static ssize_t
read_fd(struct source *s, char *text, size_t size)
{
	ssize_t n;

	do
		n = read(s->fd, text, size);
	while (n < 0 && errno == EINTR);
	if (n < 0)
		snprintf(s->why, sizeof s->why, "%s", strerror(errno));
	else
		s->passed += (uint64_t)n;
	s->ended = n <= 0;
	return n;
}

/* The next piece the archive holds of its member. A hole in a sparse file is
 * left out: no URL stands in it, and a header may claim years of it. */
static ssize_t
next_piece(struct source *s)
{
	const void *piece;
	size_t len;
	la_int64_t offset;
	int status;

	do
		status = libarchive()->read_data_block(s->archive, &piece, &len,
		    &offset);
	while (status == ARCHIVE_OK && len == 0);
	if (status == ARCHIVE_EOF) {
		s->ended = true;
		return 0;
	}
	if (status != ARCHIVE_OK)
		return fail_archive(s, status);
	s->piece = piece;
	s->piece_len = len;
	return (ssize_t)len;
}

/* As read(2), but not from the head. */
static ssize_t
read_on(struct source *s, char *text, size_t size)
{
	if (s->archive == NULL)
		return read_fd(s, text, size);
	if (s->piece_len == 0) {
		ssize_t n = next_piece(s);

		if (n <= 0)
			return n;
	}
	if (size > s->piece_len)
		size = s->piece_len;
	memcpy(text, s->piece, size);
	s->piece += size;
	s->piece_len -= size;
	return (ssize_t)size;
}

/* A line of text has come, and it begins as nothing packed does: no need to wait
 * for more of it (it may come slowly, through a pipe). */
static bool
is_line(const char *head, size_t len)
{
	return len > 0 && !memchr("\x1f\xfd\x28" "BP", head[0], 5) &&
	    memchr(head, '\n', len) && !memchr(head, '\0', len);
}

/* An error waits until the head before it has been read. */
static void
fill_head(struct source *s)
{
	s->head_at = s->head_len = 0;
	while (s->head_len < TOLD && !s->ended &&
	    !is_line(s->head, s->head_len)) {
		ssize_t n = read_on(s, s->head + s->head_len,
		    HEAD - s->head_len);

		if (n > 0)
			s->head_len += (size_t)n;
	}
}

/* As read(2), the head first. */
static ssize_t
read_source(struct source *s, char *text, size_t size)
{
	size_t left = s->head_len - s->head_at;

	if (left == 0 && s->ended)
		return s->why[0] ? -1 : 0;
	if (left == 0)
		return read_on(s, text, size);
	if (size > left)
		size = left;
	memcpy(text, s->head + s->head_at, size);
	s->head_at += size;
	return (ssize_t)size;
}

/* ---- an archive on a source ---- */

/* The same without a copy, except from fd, for libarchive: it asks again only
 * when it is done with the piece before. */
static la_ssize_t
hand_out(struct archive *a, void *data, const void **piece)
{
	struct source *s = data;
	ssize_t n = (ssize_t)(s->head_len - s->head_at);

	*piece = s->head + s->head_at;
	s->head_at = s->head_len;
	if (n > 0)
		return n;
	if (s->archive && s->piece_len == 0 && !s->ended)
		next_piece(s);
	if (s->piece_len > 0) {
		*piece = s->piece;
		n = (ssize_t)s->piece_len;
		s->piece_len = 0;
	} else if (s->archive == NULL && !s->ended) {
		*piece = s->buffer;
		n = read_fd(s, s->buffer, FD_PIECE);
	}
	if (s->ended && s->why[0] && n <= 0) {
		libarchive()->set_error(a, EIO, "%s", s->why);
		return -1;
	}
	return n;
}

/* Not archive_read_support_filter_all: that would also undo uuencode, which a
 * message in a packed mbox may hold, and start programs (lzop, grzip). */
static bool
support_filters(struct archive *a)
{
	return libarchive()->read_support_filter_gzip(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_filter_bzip2(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_filter_xz(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_filter_zstd(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_format_raw(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_format_empty(a) >= ARCHIVE_WARN; /* no raw */
}

/* The zip reader is the one that does not seek; raw is what is no tar. */
static bool
support_members(struct archive *a)
{
	return libarchive()->read_support_format_tar(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_format_zip_streamable(a) >= ARCHIVE_WARN &&
	    libarchive()->read_support_format_raw(a) >= ARCHIVE_WARN;
}

static bool
fail_open(struct source *s, const char *why)
{
	s->ended = s->fatal = true;
	set_why(s, why);
	return false;
}

/* Make of s the source of what below holds. */
static bool
open_archive(struct source *s, struct source *below,
    bool (*support)(struct archive *))
{
	struct archive *a;

	clear_source(s);
	s->below = below;
	if (libarchive()->missing)
		return fail_open(s, libarchive()->missing);
	s->archive = a = libarchive()->read_new();
	if (a == NULL || !support(a))
		return fail_open(s, strerror(ENOMEM));
	if (libarchive()->read_open(a, below, NULL, hand_out, NULL) < ARCHIVE_WARN) {
		fail_archive(s, ARCHIVE_FATAL);
		return false;
	}
	return true;
}

/* An error shows when s is read. Packed octets that libarchive finds no way
 * into (a name in the gzip header without an end) are one, no text. Of a cut
 * stream libarchive keeps its last 64 KiB at most to itself (of bzip2 and xz:
 * what their own blocks do not give); gzip's CRC it does not look at. */
static void
unpack(struct source *s, struct source *below)
{
	struct archive_entry *entry;
	int status;

	if (!open_archive(s, below, support_filters))
		return;
	status = libarchive()->read_next_header(s->archive, &entry);
	if (status == ARCHIVE_EOF)
		s->ended = true;
	else if (status < ARCHIVE_WARN)
		fail_archive(s, status);
	else if (libarchive()->filter_count(s->archive) < 2)
		fail_open(s, "damaged compressed input");
}

static void
close_archive(struct source *s)
{
	if (s->archive)
		libarchive()->read_free(s->archive);
	s->archive = NULL;
}

/* ---- members ---- */

static int
fail_member(struct input *in, const struct source *s)
{
	in->top = NULL;
	in->why = s->why;
	return -1;
}

static int
end_members(struct input *in)
{
	in->over = true;
	in->top = NULL;
	return 0;
}

static void
begin_member(struct source *s)
{
	s->head_at = s->head_len = 0;
	s->piece_len = 0;
	s->ended = false;
	s->why[0] = '\0';
}

/* Links have no octets of their own. */
static bool
is_file(struct archive_entry *entry)
{
	return libarchive()->entry_filetype(entry) == AE_IFREG &&
	    libarchive()->entry_hardlink(entry) == NULL;
}

/* A zip says that its names are UTF-8; in the locale "C" libarchive would then
 * not give them at all. It asks for the locale of the thread. */
static int
read_header(struct input *in, struct archive_entry **entry)
{
	locale_t before = uselocale(in->names);
	int status = libarchive()->read_next_header(in->member.archive, entry);

	uselocale(before);
	return status;
}

/* Where a tar is damaged, block after block is no header: that is one error,
 * then the next good header counts. */
static int
find_header(struct input *in, struct archive_entry **entry)
{
	struct archive *a = in->member.archive;
	la_int64_t at = -1, before;
	int status;

	do {
		before = at;
		status = read_header(in, entry);
		at = libarchive()->filter_bytes(a, 0);
	} while (status == ARCHIVE_RETRY && in->damaged && at > before);
	if (status == ARCHIVE_RETRY && in->damaged)
		return ARCHIVE_EOF; /* it stands still */
	in->damaged = status == ARCHIVE_RETRY;
	return status;
}

static int
next_member(struct input *in, const char **name)
{
	struct source *s = &in->member;
	struct archive_entry *entry;
	int status;

	in->top = s;
	begin_member(s);
	do
		status = find_header(in, &entry);
	while ((status == ARCHIVE_OK || status == ARCHIVE_WARN) &&
	    !is_file(entry));
	if (status == ARCHIVE_EOF)
		return end_members(in);
	if (status == ARCHIVE_RETRY || status < ARCHIVE_WARN) {
		fail_archive(s, status);
		in->over = status != ARCHIVE_RETRY;
		return fail_member(in, s);
	}
	in->looked = libarchive()->format(s->archive) == ARCHIVE_FORMAT_RAW;
	*name = in->looked ? NULL : libarchive()->entry_pathname(entry);
	if (*name == NULL && !in->looked)
		*name = "?"; /* not the UTF-8 it claims to be */
	return 1;
}

/* A member of an archive may be packed itself. That is undone once: an archive
 * in an archive is given as its octets. */
static void
look_into_member(struct input *in)
{
	struct source *s = &in->member;

	in->looked = true;
	fill_head(s);
	if (packing_of(s->head, s->head_len) != PACKED)
		return;
	in->top = &in->member_unpacked;
	unpack(in->top, s);
}

/* ---- the input ---- */

/* One member, no name */
static int
begin_plain(struct input *in, struct source *s, const char **name)
{
	in->top = s;
	in->over = in->looked = true;
	*name = NULL;
	return 1;
}

static int
begin_archive(struct input *in, struct source *s, const char **name)
{
	in->names = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
	if (!open_archive(&in->member, s, support_members))
		return fail_member(in, &in->member);
	return next_member(in, name);
}

static int
begin(struct input *in, const char **name)
{
	struct source *s = &in->file;
	enum packing packing;

	in->begun = true;
	if (in->raw)
		return begin_plain(in, s, name);
	fill_head(s);
	packing = packing_of(s->head, s->head_len);
	if (packing == PLAIN)
		return begin_plain(in, s, name);
	s->buffer = malloc(FD_PIECE);
	if (s->buffer == NULL) {
		fail_open(&in->member, strerror(ENOMEM));
		return fail_member(in, &in->member);
	}
	if (packing == PACKED) {
		s = &in->file_unpacked;
		unpack(s, &in->file);
		fill_head(s);
		packing = packing_of(s->head, s->head_len);
	}
	if (packing == ARCHIVE)
		return begin_archive(in, s, name);
	return begin_plain(in, s, name);
}

struct input *
input_new(int fd, bool raw)
{
	struct input *in = malloc(sizeof *in);

	if (in == NULL)
		return NULL;
	memset(in, 0, offsetof(struct input, file));
	clear_source(&in->file);
	clear_source(&in->file_unpacked);
	clear_source(&in->member);
	clear_source(&in->member_unpacked);
	in->file.fd = fd;
	in->raw = raw;
	in->why = "";
	return in;
}

void
input_free(struct input *in)
{
	if (in == NULL)
		return;
	close_archive(&in->member_unpacked); /* from the top down */
	close_archive(&in->member);
	close_archive(&in->file_unpacked);
	if (in->names)
		freelocale(in->names);
	free(in->file.buffer);
	free(in);
}

int
input_member(struct input *in, const char **name)
{
	if (!in->begun)
		return begin(in, name);
	if (in->over || in->member.fatal)
		return end_members(in);
	close_archive(&in->member_unpacked);
	return next_member(in, name);
}

bool
input_plain(const struct input *in)
{
	return in->top == &in->file;
}

ssize_t
input_read(struct input *in, char *text, size_t size)
{
	ssize_t n;

	if (in->top == NULL || size == 0)
		return 0;
	if (!in->looked)
		look_into_member(in);
	n = read_source(in->top, text, size);
	if (n < 0)
		in->why = in->top->why;
	return n;
}

bool
input_window(const struct input *in, struct window *w, uint64_t *begin)
{
	bool small = !in->raw && in->file.passed < HEAD; /* or it comes slowly */
	off_t at = small || !input_plain(in) ? -1 : lseek(in->file.fd, 0, SEEK_CUR);

	if (at < 0 || (uint64_t)at < in->file.passed)
		return false;
	*begin = (uint64_t)at - in->file.passed;
	return window_open(w, in->file.fd, *begin, SHOWN);
}

const char *
input_error(const struct input *in)
{
	return in->why;
}
