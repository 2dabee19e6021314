/* test_archive.c - inputs compressed and archived in every supported way, truncated,
 * damaged, and read in pieces of all sizes */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/input.h"
#include "meter.h"
#include "tap.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

enum { ROOM = 1 << 20, TEXT_LEN = 300000 };

struct bytes {
	size_t len;
	char at[ROOM];
};

static struct bytes text; /* not very compressible */
static struct bytes packed, got;

static struct archive_reader *reader; /* used for all inputs */
static const struct archive_state *state; /* of the reader */
static unsigned reading_ahead; /* URLGREP_READ_AHEAD, or 0 */
static struct file_source file;

static void
open_fd(int fd, bool raw)
{
	archive_reader_open(reader, file_source_open(&file, fd), raw ? URLGREP_RAW : reading_ahead);
}

/* Open a file with these bytes for reading from `at` on. Its descriptor is valid until the next
 * call. */
static int
open_bytes(const struct bytes *o, off_t at)
{
	static FILE *last;

	if (last)
		fclose(last);
	last = tmpfile();
	if (last == NULL)
		perror("tmpfile"), exit(2);
	fwrite(o->at, 1, o->len, last);
	fflush(last);
	lseek(fileno(last), at, SEEK_SET);
	open_fd(fileno(last), false);
	return fileno(last);
}

static int
next_member(const char **name)
{
	int found = archive_reader_next(reader);
	const char *inner = state->names[1];

	*name = inner ? inner : state->names[0];
	return found;
}

static ssize_t
read_some(char *at, size_t size)
{
	return archive_reader_read(reader, at, size);
}

static void
make_text(void)
{
	unsigned long n = 1738;

	text.len = 0;
	while (text.len < TEXT_LEN) {
		n = (n * 1103515245 + 12345) & 0x7fffffff;
		text.len += (size_t)sprintf(text.at + text.len,
		    "see http://h%lu.example/%lx\n", n % 977, n);
	}
}

static void
set_bytes(struct bytes *o, const char *at, size_t len)
{
	memcpy(o->at, at, len);
	o->len = len;
}

/* ---- packing --- */

struct member {
	const char *name;
	const struct bytes *bytes; /* NULL: a directory */
	const char *link;            /* target if the member is a link */
};

static void
add_member(struct archive *a, const struct member *m)
{
	struct archive_entry *e = archive_entry_new();

	archive_entry_set_pathname(e, m->name);
	archive_entry_set_perm(e, 0644);
	archive_entry_set_filetype(e, AE_IFREG);
	if (m->link) {
		archive_entry_set_hardlink(e, m->link);
	} else if (m->bytes == NULL) {
		archive_entry_set_filetype(e, AE_IFDIR);
	} else {
		archive_entry_set_size(e, (la_int64_t)m->bytes->len);
	}
	archive_write_header(a, e);
	if (m->bytes)
		archive_write_data(a, m->bytes->at, m->bytes->len);
	archive_entry_free(e);
}

/* Write an archive. format: "raw", "ustar", "pax", "zip"; filter: "gzip", ..., NULL. Omit the zeros
 * that pad the last block. */
static void
pack(struct bytes *to, const char *format, const char *filter,
    const char *options, const struct member *members, size_t count)
{
	struct archive *a = archive_write_new();

	archive_write_set_format_by_name(a, format);
	if (filter)
		archive_write_add_filter_by_name(a, filter);
	archive_write_set_bytes_in_last_block(a, 1);
	archive_write_set_options(a, options);
	to->len = 0;
	if (archive_write_open_memory(a, to->at, ROOM, &to->len) != ARCHIVE_OK)
		printf("Bail out! %s\n", archive_error_string(a)), exit(2);
	while (count--)
		add_member(a, members++);
	if (archive_write_close(a) != ARCHIVE_OK)
		printf("Bail out! %s\n", archive_error_string(a)), exit(2);
	archive_write_free(a);
}

static void
pack_text(struct bytes *to, const char *filter)
{
	struct member m = { "data", &text, NULL };

	pack(to, "raw", filter, strcmp(filter, "bzip2") ? NULL : "bzip2:compression-level=1", &m,
	    1); /* blocks of 100,000 */
}

/* ---- reading --- */

/* Read the member into got. Return its length, or -1 on error; got then holds the bytes read
 * before the error. */
static ssize_t
read_all(size_t step)
{
	ssize_t n = 0;

	got.len = 0;
	while (got.len < ROOM) {
		size_t room = ROOM - got.len;

		n = read_some(got.at + got.len, step < room ? step : room);
		if (n <= 0)
			break;
		got.len += (size_t)n;
	}
	return n < 0 ? -1 : (ssize_t)got.len;
}

static bool
got_is(const struct bytes *o)
{
	return got.len == o->len && memcmp(got.at, o->at, got.len) == 0;
}

static bool
got_begins(const struct bytes *o)
{
	return got.len <= o->len && memcmp(got.at, o->at, got.len) == 0;
}

/* Return true if the open file has one member, without a name, whose bytes are `want`. */
static bool
reads(const struct bytes *want, size_t step)
{
	const char *name = "";
	bool good;

	good = next_member(&name) == 1 && name == NULL && read_all(step) >= 0 && got_is(want) &&
	    read_some(got.at, 1) == 0 && next_member(&name) == 0 &&
	    read_some(got.at, 1) == 0 && next_member(&name) == 0;

	if (!good)
		printf("# %zu bytes, %s\n", got.len, state->error);
	return good;
}

/* Return true if the next member has this name and these bytes. */
static bool
is_next(const char *want, const struct bytes *bytes)
{
	const char *name = "";
	bool good = next_member(&name) == 1 && name &&
	    strcmp(name, want) == 0 && read_all(1000) >= 0 && got_is(bytes);

	if (!good)
		printf("# %s: %zu bytes, %s\n", name ? name : "no name", got.len, state->error);
	return good;
}

/* ---- the cases --- */

/* Reads of one byte and of zero bytes. */
static void
check_small_reads(void)
{
	static struct bytes small;
	const char *name;
	unsigned i;

	set_bytes(&small, text.at, 500);
	for (i = 0; i < 2; i++) {
		packed = small;
		if (i > 0)
			pack(&packed, "raw", "gzip", NULL, &(struct member){ "data", &small, NULL }, 1);
		open_bytes(&packed, 0);
		ok(reads(&small, 1), "%s, byte by byte", i ? "gzip" : "a text");
		open_bytes(&packed, 0);
		ok(next_member(&name) == 1 && read_some(got.at, 0) == 0 && read_some(got.at, 1) == 1 &&
		    read_some(got.at + 1, 0) == 0 && read_some(got.at + 1, ROOM) == 499 &&
		    memcmp(got.at, small.at, 500) == 0, "%s, reads of nothing", i ? "gzip" : "a text");
	}
}

static const char *const filters[] = { "gzip", "bzip2", "xz", "zstd" };

/* Return true if the error of bytes that end too early is one of these. */
static bool
fails_with(const struct bytes *o, const char *error, const char *other)
{
	const char *name;
	bool good;

	open_bytes(o, 0);
	while (next_member(&name) == 1)
		read_all(4096);
	good = strcasecmp(state->error, error) == 0 || strcasecmp(state->error, other) == 0;
	if (!good)
		printf("# %s\n", state->error);
	return good;
}

/* The error for a truncated stream names its format, unless its header is truncated. */
static void
check_cut_message(const char *filter)
{
	char wanted[64];

	pack_text(&packed, filter);
	snprintf(wanted, sizeof(wanted), "truncated %s input", filter);
	packed.len /= 2;
	ok(fails_with(&packed, wanted, wanted), "%s, its half", filter);
	packed.len = 14;
	ok(fails_with(&packed, wanted, "truncated compressed input"), "%s, 14 bytes", filter);
}

/* Return true if the current member is from an archive of this name, and is unpacked. */
static bool
is_in(const char *outer)
{
	return strcmp(state->names[0], outer) == 0 && state->names[1] && state->names[2] == NULL &&
	    state->unread == NULL;
}

/* Archives within an archive: their members come first, then the rest of the outer archive. */
static void
check_nested(const char *outer, const char *inner, const char *filter)
{
	static struct bytes gz, nested, none, empty;
	const struct member inside[] = { { "dir/", NULL, NULL }, { "a", &text, NULL },
		{ "b.gz", &gz, NULL }, { "none", &none, NULL } };
	const struct member members[] = { { "nested", &nested, NULL },
		{ "empty.zip", &empty, NULL }, { "again", &nested, NULL },
		{ "last", &text, NULL } };
	const char *name;
	bool good;
	int i;

	pack_text(&gz, "gzip");
	pack(&nested, inner, filter, NULL, inside, 4);
	memcpy(empty.at, "PK\005\006", 4);
	empty.len = 22;
	pack(&packed, outer, NULL, NULL, members, 4);
	open_bytes(&packed, 0);
	for (i = 0, good = true; i < 2; i++)
		good = good && is_next("a", &text) && is_in(i ? "again" : "nested") &&
		    is_next("b.gz", &text) && is_in(i ? "again" : "nested") &&
		    is_next("none", &none) && is_in(i ? "again" : "nested");
	ok(good && is_next("last", &text) && state->names[1] == NULL &&
	        next_member(&name) == 0 && next_member(&name) == 0,
	    "%s, %s, in %s", inner, filter ? filter : "not packed", outer);
	open_bytes(&packed, 0);
	ok(next_member(&name) == 1 && read_some(got.at, 9) == 9 && next_member(&name) == 1 &&
	    next_member(&name) == 1 && is_next("a", &text) && is_in("again"),
	    "%s in %s: members need not be read", inner, outer);
}

/* A third level of archives, and a 7z in another archive, are read without unpacking. */
static void
check_nested_too_deep(void)
{
	static struct bytes first, second, seven;
	const struct member one = { "a", &text, NULL }, two = { "first", &first, NULL };
	const struct member members[] = { { "second", &second, NULL }, { "7z", &seven, NULL },
		{ "last", &text, NULL } };
	bool good;

	pack(&first, "zip", NULL, NULL, &one, 1);
	pack(&second, "zip", NULL, NULL, &two, 1);
	pack(&seven, "7zip", NULL, NULL, &one, 1);
	pack(&packed, "ustar", NULL, NULL, members, 3);
	open_bytes(&packed, 0);
	good = is_next("first", &first) && state->unread != NULL;
	ok(good, "the third archive: %s", state->unread);
	good = is_next("7z", &seven) && state->unread != NULL;
	ok(good, "7z in an archive: %s", state->unread);
	ok(is_next("last", &text) && state->unread == NULL, "the member after these");
}

/* A damaged archive in an archive: the error names it, and the member after it is read. */
static void
check_nested_damage(void)
{
	static struct bytes nested;
	const struct member inside[] = { { "a", &text, NULL }, { "b", &text, NULL } };
	const struct member members[] = { { "nested", &nested, NULL }, { "last", &text, NULL } };
	const char *name;
	bool good;

	pack(&nested, "zip", NULL, "zip:compression=store", inside, 2);
	nested.len = TEXT_LEN + 400; /* in the second member */
	pack(&packed, "ustar", NULL, NULL, members, 2);
	open_bytes(&packed, 0);
	good = is_next("a", &text) && next_member(&name) == 1 && is_in("nested") &&
	    read_all(4096) == -1;
	ok(good, "a truncated zip in a tar: %s", state->error);
	ok(is_next("last", &text) && next_member(&name) == 0, "the member after it");
	nested.len = 40; /* in the name of the first member */
	memset(nested.at + 26, 99, 1);
	pack(&packed, "ustar", NULL, NULL, members, 2);
	open_bytes(&packed, 0);
	good = next_member(&name) == -1 && strcmp(state->names[0], "nested") == 0;
	ok(good, "no header in a zip in a tar: %s", state->error);
	ok(is_next("last", &text) && next_member(&name) == 0, "the member after it");
}

/* A name marked as UTF-8, and a member marked as encrypted. */
static void
check_zip(void)
{
	const struct member members[] = { { "\xc3\xa9", &text, NULL }, { "secret", &text, NULL },
		{ "last", &text, NULL } };
	const char *name = NULL;
	char *secret;
	bool good;

	pack(&packed, "zip", NULL, "zip:compression=store", members, 3);
	packed.at[7] = (char)(packed.at[7] | 8);
	secret = memmem(packed.at, packed.len, "secret", 6);
	secret[6 - 30] |= 1;
	open_bytes(&packed, 0);
	ok(is_next("\xc3\xa9", &text), "zip: a name in UTF-8");
	good = next_member(&name) == 1 && strcmp(name, "secret") == 0 && read_all(4096) == -1;
	ok(good, "zip: an encrypted member: %s", state->error);
	ok(is_next("last", &text) && next_member(&name) == 0, "zip: the member after it");
	memset(packed.at, 0, packed.len = 22);
	memcpy(packed.at, "PK\005\006", 4);
	open_bytes(&packed, 0);
	ok(next_member(&name) == 0, "zip of nothing");
}

/* Read o to its end, which must come. Return the number of errors. Set *prefix to whether the
 * bytes read are the beginning of the text. */
static unsigned
survive(const struct bytes *o, bool *prefix)
{
	const char *name;
	unsigned errors = 0, members = 0;
	int more;

	open_bytes(o, 0);
	*prefix = true;
	got.len = 0;
	while ((more = next_member(&name)) != 0 && members++ < 1000) {
		if (more > 0 && read_all(4096) < 0)
			more = -1;
		*prefix = *prefix && got_begins(&text);
		errors += more < 0 && *state->error != '\0';
	}
	return members < 1000 ? errors : 1000;
}

static void
check_cut(const char *what)
{
	struct bytes *cut = calloc(1, sizeof *cut);
	bool good = true, prefix;
	size_t most = 0;
	unsigned n;

	for (n = 1; n < 16; n++) {
		set_bytes(cut, packed.at, packed.len * n / 16);
		good = survive(cut, &prefix) == 1 && prefix && good;
		most = got.len > most ? got.len : most;
	}
	ok(good, "%s, truncated: the beginning of the text, one error", what);
	ok(most > text.len / 2, "%s, truncated: %zu bytes of it", what, most);
	for (n = 1, good = true; n < 64; n++) {
		set_bytes(cut, packed.at, n);
		good = survive(cut, &prefix) < 1000 && good;
	}
	ok(good, "%s, truncated in its header", what);
	free(cut);
}

static void
check_damage(const char *what)
{
	struct bytes *bad = calloc(1, sizeof *bad);
	unsigned long n = 1994;
	bool good = true, prefix;

	for (int i = 0; i < 200; i++) {
		size_t at;

		set_bytes(bad, packed.at, packed.len);
		n = (n * 1103515245 + 12345) & 0x7fffffff;
		at = i < 100 ? (size_t)i * 6 : (n >> 4) % bad->len;
		bad->at[at] = (char)(bad->at[at] ^ (1 << (n >> 16) % 8));
		good = survive(bad, &prefix) < 1000 && good;
	}
	ok(good, "%s, damaged", what);
	free(bad);
}

/* The end of an archive may be missing: it is left out before the rest is cut. */
static void
check_trouble(void)
{
	static struct bytes gz;
	static const struct {
		const char *what, *format, *filter;
		size_t end;
		struct member member;
	} archives[] = {
		{ "tar", "ustar", NULL, 1024, { "a", &text, NULL } },
		{ "tar, gzip", "pax", "gzip", 0, { "a", &text, NULL } },
		{ "zip", "zip", NULL, 80, { "a", &text, NULL } },
		{ "gzip in tar", "ustar", NULL, 1024, { "a.gz", &gz, NULL } },
	};

	FOR_EACH(filter, filters) {
		pack_text(&packed, *filter);
		check_cut(*filter);
		check_damage(*filter);
	}
	pack_text(&gz, "gzip");
	FOR_EACH(archive, archives) {
		pack(&packed, archive->format, archive->filter, NULL, &archive->member, 1);
		packed.len -= archive->end;
		check_cut(archive->what);
		check_damage(archive->what);
	}
}

/* One bad header among three: the members before and after it are found. */
static void
check_bad_header(void)
{
	static struct bytes small;
	const struct member members[] = { { "a", &small, NULL }, { "b", &small, NULL },
		{ "c", &small, NULL } };
	const char *name;
	bool good;

	set_bytes(&small, text.at, 5000);
	pack(&packed, "ustar", NULL, NULL, members, 3);
	packed.at[512 + 5120] ^= 1;
	open_bytes(&packed, 0);
	good = is_next("a", &small) && next_member(&name) == -1;
	ok(good, "tar: a bad header is reported: %s", state->error);
	ok(is_next("c", &small) && next_member(&name) == 0,
	    "tar: once, and the next member is found");
}

/* Read from a pipe whose writer writes one byte at a time. */
static bool
reads_pipe(const struct bytes *o, bool raw, const struct bytes *want)
{
	int fd[2], status;
	bool good;
	pid_t child;

	fflush(stdout);
	if (pipe(fd) < 0 || (child = fork()) < 0)
		perror("pipe"), exit(2);
	if (child == 0) {
		close(fd[0]);
		for (size_t i = 0; i < o->len; i++)
			if (write(fd[1], o->at + i, 1) != 1)
				_exit(1);
		_exit(0);
	}
	close(fd[1]);
	open_fd(fd[0], raw);
	good = reads(want, 1 << 16);
	close(fd[0]);
	waitpid(child, &status, 0);
	return good && status == 0;
}

static void
check_pipes(void)
{
	static struct bytes small;

	set_bytes(&small, text.at, 20000);
	ok(reads_pipe(&small, false, &small), "pipe: a text");
	ok(reads_pipe(&small, true, &small), "pipe: a text, raw");
	FOR_EACH(filter, filters) {
		pack(&packed, "raw", *filter, NULL, &(struct member){ "data", &small, NULL }, 1);
		ok(reads_pipe(&packed, false, &small), "pipe: %s", *filter);
	}
}

/* A directory can be opened but not read. */
static void
check_unreadable(void)
{
	FILE *directory = fopen("/", "r");
	const char *name;
	bool good;

	open_fd(directory ? fileno(directory) : -1, false);
	good = next_member(&name) == 1 && read_all(9) == -1 && *state->error != '\0' &&
	    next_member(&name) == 0;
	ok(good, "unreadable: %s", state->error);
	if (directory)
		fclose(directory);
}

/* ---- sources --- */

/* A file is read from the position of its descriptor, which stays there, to the end that it had. */
static void
check_position(void)
{
	struct bytes *tail = calloc(1, sizeof *tail);
	int fd = open_bytes(&text, 1000);

	set_bytes(tail, text.at + 1000, text.len - 1000);
	ok(pwrite(fd, "more", 4, (off_t)text.len) == 4, "bytes are appended");
	ok(reads(tail, 5000) && lseek(fd, 0, SEEK_CUR) == 1000, "a file is read from its position");
	ok(state->bytes_read == tail->len, "its bytes are counted");
	free(tail);
}

static void
check_buffer(void)
{
	urlgrep_span b = { text.at, text.len };
	const char *name;

	archive_reader_open(reader, buffer_source_open(&b), reading_ahead);
	ok(next_member(&name) == 1 && read_all(777) >= 0 &&
	    got_is(&text) && state->is_plain, "buffer: a text");
	pack_text(&packed, "gzip");
	b = (urlgrep_span){ packed.at, packed.len };
	archive_reader_open(reader, buffer_source_open(&b), reading_ahead);
	ok(next_member(&name) == 1 && read_all(777) >= 0 &&
	    got_is(&text) && !state->is_plain, "buffer: gzip");
	ok(state->bytes_read == packed.len, "buffer: its bytes are counted");
}

/* A source that can be read at any offset less than `failing`. */
struct failing_source {
	urlgrep_span buffer;
	uint64_t failing;
};

static ssize_t
read_failing(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct failing_source *f = data;
	urlgrep_mail_source source = buffer_source_open(&f->buffer);

	if (offset >= f->failing) {
		errno = EIO;
		return -1;
	}
	return source.read(source.data, buffer, size, offset);
}

/* 7z, which is read in any order: in several sizes, and from a source that fails. */
static void
check_7z(void)
{
	static struct bytes small;
	const struct member members[] = { { "a", &small, NULL }, { "b", &text, NULL } };
	struct failing_source failing;
	urlgrep_mail_source source = { .read = read_failing, .data = &failing,
		.seekable = true };
	bool good = true;
	const char *name;
	size_t len;

	for (len = 1; len < 700; len += 13) {
		set_bytes(&small, text.at, len);
		pack(&packed, "7zip", NULL, "7zip:compression=store", members, 1);
		failing.buffer = (urlgrep_span){ packed.at, packed.len };
		archive_reader_open(reader, buffer_source_open(&failing.buffer), reading_ahead);
		good = good && is_next("a", &small) && next_member(&name) == 0;
	}
	ok(good, "7z: members of 1 to 700 bytes");
	pack(&packed, "7zip", NULL, "7zip:compression=deflate", members, 2);
	failing.buffer = (urlgrep_span){ packed.at, packed.len };
	archive_reader_open(reader, buffer_source_open(&failing.buffer), reading_ahead);
	ok(is_next("a", &small) && is_next("b", &text) && next_member(&name) == 0,
	    "7z: two members");
	failing.failing = packed.len / 2;
	archive_reader_open(reader, source, reading_ahead);
	ok(next_member(&name) == -1 && *state->error != '\0' &&
	    next_member(&name) == 0, "7z: its end cannot be read");
	source.seekable = false;
	failing.failing = UINT64_MAX;
	archive_reader_open(reader, source, reading_ahead);
	ok(next_member(&name) == -1 && strstr(state->error, "from a stream"),
	    "7z: not from a stream");
}

static void
check_all(void)
{
	check_small_reads();
	FOR_EACH(filter, filters)
		check_cut_message(*filter);
	check_cut_message("lzip");
	check_cut_message("lzma");
	check_cut_message("lz4");
	check_nested("ustar", "zip", NULL);
	check_nested("zip", "zip", NULL);
	check_nested("zip", "pax", "gzip");
	check_nested("7zip", "ustar", NULL);
	check_nested_too_deep();
	check_nested_damage();
	check_zip();
	check_7z();
	check_bad_header();
	check_trouble();
	check_pipes();
	check_unreadable();
	check_position();
	check_buffer();
}

int
main(void)
{
	make_text();
	reader = archive_reader_new(&counted);
	state = archive_reader_state(reader);
	check_all();
	printf("# the same, read ahead\n");
	reading_ahead = URLGREP_READ_AHEAD;
	check_all();
	archive_reader_free(reader);
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
