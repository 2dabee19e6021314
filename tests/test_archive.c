/* test_input.c - what is behind a file descriptor, packed in every way that is
 * known, cut, damaged, and in pieces */
#include <archive.h>
#include <archive_entry.h>
#include <sys/wait.h>
#include <unistd.h>

#include "input/archive.h"
#include "tap.h"

enum { ROOM = 1 << 20, TEXT_LEN = 300000 };

struct octets {
	size_t len;
	char at[ROOM];
};

static struct octets text; /* does not pack too well */
static struct octets packed, twice, got;

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
set_octets(struct octets *o, const char *at, size_t len)
{
	memcpy(o->at, at, len);
	o->len = len;
}

/* ---- packing --- */

struct member {
	const char *name;
	const struct octets *octets; /* NULL: a directory */
	const char *link;            /* or a link to this */
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
	} else if (m->octets == NULL) {
		archive_entry_set_filetype(e, AE_IFDIR);
	} else {
		archive_entry_set_size(e, (la_int64_t)m->octets->len);
	}
	archive_write_header(a, e);
	if (m->octets)
		archive_write_data(a, m->octets->at, m->octets->len);
	archive_entry_free(e);
}

/* format: "raw", "ustar", "pax", "zip"; filter: "gzip", ..., NULL. The rest of
 * the last block, zeros, is left out. */
static void
pack(struct octets *to, const char *format, const char *filter,
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
pack_text(struct octets *to, const char *filter)
{
	struct member m = { "data", &text, NULL };

	pack(to, "raw", filter,
	    strcmp(filter, "bzip2") ? NULL : "bzip2:compression-level=1", &m,
	    1); /* blocks of 100,000 */
}

/* ---- reading --- */

static int
file_of(const struct octets *o)
{
	FILE *file = tmpfile();
	int fd;

	if (file == NULL)
		perror("tmpfile"), exit(2);
	fwrite(o->at, 1, o->len, file);
	fflush(file);
	fd = dup(fileno(file));
	fclose(file);
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* All of the member in got. Its length, or -1: then got holds what came. */
static ssize_t
read_all(struct input *in, size_t step)
{
	ssize_t n = 0;

	got.len = 0;
	while (got.len < ROOM) {
		size_t room = ROOM - got.len;

		n = input_read(in, got.at + got.len, step < room ? step : room);
		if (n <= 0)
			break;
		got.len += (size_t)n;
	}
	return n < 0 ? -1 : (ssize_t)got.len;
}

static bool
got_is(const struct octets *o)
{
	return got.len == o->len && memcmp(got.at, o->at, got.len) == 0;
}

static bool
got_begins(const struct octets *o)
{
	return got.len <= o->len && memcmp(got.at, o->at, got.len) == 0;
}

/* It is a file of one member without a name, and that is want. */
static bool
reads_fd(int fd, bool raw, const struct octets *want, size_t step)
{
	struct input *in = input_new(fd, raw);
	const char *name = "";
	bool good = input_member(in, &name) == 1 && name == NULL &&
	    read_all(in, step) >= 0 && got_is(want) &&
	    input_read(in, got.at, 1) == 0 && input_member(in, &name) == 0 &&
	    input_read(in, got.at, 1) == 0 && input_member(in, &name) == 0;

	if (!good)
		printf("# %zu octets, %s\n", got.len, input_error(in));
	input_free(in);
	return good;
}

static bool
reads_as(const struct octets *o, bool raw, const struct octets *want)
{
	int fd = file_of(o);
	bool good = reads_fd(fd, raw, want, 4096);

	close(fd);
	return good;
}

/* The next member has this name and these octets. */
static bool
is_next(struct input *in, const char *want, const struct octets *octets)
{
	const char *name = "";
	bool good = input_member(in, &name) == 1 && name &&
	    strcmp(name, want) == 0 && read_all(in, 1000) >= 0 &&
	    got_is(octets);

	if (!good)
		printf("# %s: %zu octets, %s\n", name ? name : "no name",
		    got.len, input_error(in));
	return good;
}

/* ---- the cases --- */

static void
check_plain(const char *what, const char *at, size_t len)
{
	set_octets(&packed, at, len);
	ok(reads_as(&packed, false, &packed), "plain: %s", what);
}

static void
check_plains(void)
{
	static char block[600] = "From a@b\n";

	ok(reads_as(&text, false, &text), "plain: a text");
	check_plain("nothing", "", 0);
	check_plain("one octet", "x", 1);
	check_plain("a mail that begins like bzip2", "BZh9 is a word\n", 15);
	check_plain("no more than that", "BZh9", 4);
	check_plain("two octets of gzip", "\x1f\x8b", 2);
	check_plain("a gzip method there is not", "\x1f\x8b\x09\0text", 8);
	check_plain("a gzip flag there is not", "\x1f\x8b\x08\xff text", 9);
	check_plain("PK and more", "PKZIP was a program\n", 20);
	check_plain("512 octets", text.at, 512);
	check_plain("513 octets", text.at, 513);
	memset(block + 9, 'x', sizeof block - 9);
	memcpy(block + 257, "ustar", 5);
	check_plain("ustar at octet 257 of a text", block, sizeof block);
	check_plain("and no whole block of it", block, 300);
}

static const char *const filters[] = { "gzip", "bzip2", "xz", "zstd" };
enum { FILTERS = sizeof filters / sizeof *filters };

static void
check_filter(const char *filter)
{
	struct octets *none = calloc(1, sizeof *none);
	struct member empty = { "data", none, NULL };

	pack_text(&packed, filter);
	ok(reads_as(&packed, false, &text), "%s", filter);
	ok(reads_as(&packed, true, &packed), "%s, raw", filter);
	set_octets(&twice, packed.at, packed.len);
	memcpy(twice.at + twice.len, packed.at, packed.len);
	twice.len += packed.len;
	memcpy(none->at, text.at, text.len);
	memcpy(none->at + text.len, text.at, text.len);
	none->len = 2 * text.len;
	ok(reads_as(&twice, false, none), "%s, one after the other", filter);
	memset(none->at, 0, none->len = 2000); /* no tar without members */
	pack(&packed, "raw", filter, NULL, &empty, 1);
	ok(reads_as(&packed, false, none), "%s of NULs", filter);
	none->len = 0;
	pack(&packed, "raw", filter, NULL, &empty, 1);
	ok(reads_as(&packed, false, none), "%s of nothing", filter);
	free(none);
}

/* gzip of "hi\n", by hand: as it is stored, with a name in the header */
static void
check_hand_made(void)
{
	static const char gz[] = "\x1f\x8b\x08\x08\0\0\0\0\0\x03hi.txt\0"
	                         "\x01\x03\0\xfc\xffhi\n"
	                         "\x7a\x7a\x6f\xed\x03\0\0\0";
	struct octets *hi = calloc(1, sizeof *hi);

	set_octets(hi, "hi\n", 3);
	set_octets(&packed, gz, sizeof gz - 1);
	ok(reads_as(&packed, false, hi), "gzip by hand");
	set_octets(hi, "begin 644 x\n#86)C\n`\nend\n", 24);
	pack(&packed, "raw", "gzip", NULL,
	    &(struct member){ "data", hi, NULL }, 1);
	ok(reads_as(&packed, false, hi), "uuencode in gzip stays");
	free(hi);
}

static void
check_archive(const char *format, const char *filter, const char *options)
{
	static struct octets gz, tar, none;
	const struct member members[] = {
		{ "box/", NULL, NULL },
		{ "box/plain", &text, NULL },
		{ "box/packed.gz", &gz, NULL },
		{ "box/none", &none, NULL },
		{ "box/link", NULL, "box/plain" },
		{ "caf\xc3\xa9.tar", &tar, NULL },
	};
	bool zip = strcmp(format, "zip") == 0; /* it has no hard links */
	const char *name;
	struct input *in;
	int fd;

	pack_text(&gz, "gzip");
	pack(&tar, "ustar", NULL, NULL, &members[3], 1);
	pack(&packed, format, filter, options, members, zip ? 4 : 6);
	fd = file_of(&packed);
	in = input_new(fd, false);
	ok(is_next(in, "box/plain", &text) &&
	        is_next(in, "box/packed.gz", &text) &&
	        is_next(in, "box/none", &none) &&
	        (zip || is_next(in, "caf\xc3\xa9.tar", &tar)) &&
	        input_member(in, &name) == 0 && input_member(in, &name) == 0,
	    "%s, %s, %s", format, filter ? filter : "not packed",
	    options ? options : "no options");
	input_free(in);
	lseek(fd, 0, SEEK_SET);
	in = input_new(fd, false);
	ok(input_member(in, &name) == 1 && input_read(in, got.at, 9) == 9 &&
	        input_member(in, &name) == 1 && input_member(in, &name) == 1,
	    "members need not be read");
	input_free(in);
	close(fd);
}

/* The second member says it is encrypted, the name of the first that it is
 * UTF-8. */
static void
check_zip(void)
{
	const struct member members[] = {
		{ "\xc3\xa9", &text, NULL },
		{ "secret", &text, NULL },
		{ "last", &text, NULL },
	};
	const char *name = NULL;
	struct input *in;
	char *secret;
	bool good;
	int fd;

	pack(&packed, "zip", NULL, "zip:compression=store", members, 3);
	packed.at[7] = (char)(packed.at[7] | 8);
	secret = memmem(packed.at, packed.len, "secret", 6);
	secret[6 - 30] |= 1;
	fd = file_of(&packed);
	in = input_new(fd, false);
	ok(is_next(in, "\xc3\xa9", &text), "zip: a name in UTF-8");
	good = input_member(in, &name) == 1 && strcmp(name, "secret") == 0 &&
	    read_all(in, 4096) == -1;
	ok(good, "zip: an encrypted member: %s", input_error(in));
	ok(is_next(in, "last", &text) && input_member(in, &name) == 0,
	    "zip: the member after it");
	input_free(in);
	close(fd);
	memset(packed.at, 0, packed.len = 22);
	memcpy(packed.at, "PK\005\006", 4);
	fd = file_of(&packed);
	in = input_new(fd, false);
	ok(input_member(in, &name) == 0, "zip of nothing");
	input_free(in);
	close(fd);
}

/* Whatever it is, it ends. Returns how often there was an error, and whether
 * all that came was the begin of the text. */
static unsigned
survive(const struct octets *o, bool *prefix)
{
	int fd = file_of(o);
	struct input *in = input_new(fd, false);
	const char *name;
	unsigned errors = 0, members = 0;
	int more;

	*prefix = true;
	got.len = 0;
	while ((more = input_member(in, &name)) != 0 && members++ < 1000) {
		if (more > 0 && read_all(in, 4096) < 0)
			more = -1;
		*prefix = *prefix && got_begins(&text);
		errors += more < 0 && *input_error(in) != '\0';
	}
	input_free(in);
	close(fd);
	return members < 1000 ? errors : 1000;
}

static void
check_cut(const char *what)
{
	struct octets *cut = calloc(1, sizeof *cut);
	bool good = true, prefix;
	size_t most = 0;
	unsigned n;

	for (n = 1; n < 16; n++) {
		set_octets(cut, packed.at, packed.len * n / 16);
		good = survive(cut, &prefix) == 1 && prefix && good;
		most = got.len > most ? got.len : most;
	}
	ok(good, "%s, cut: the begin of the text, one error", what);
	ok(most > text.len / 2, "%s, cut: %zu octets of it", what, most);
	for (n = 1, good = true; n < 64; n++) {
		set_octets(cut, packed.at, n);
		good = survive(cut, &prefix) < 1000 && good;
	}
	ok(good, "%s, cut in its head", what);
	free(cut);
}

static void
check_damage(const char *what)
{
	struct octets *bad = calloc(1, sizeof *bad);
	unsigned long n = 1994;
	bool good = true, prefix;

	for (int i = 0; i < 200; i++) {
		size_t at;

		set_octets(bad, packed.at, packed.len);
		n = (n * 1103515245 + 12345) & 0x7fffffff;
		at = i < 100 ? (size_t)i * 6 : (n >> 4) % bad->len;
		bad->at[at] = (char)(bad->at[at] ^ (1 << (n >> 16) % 8));
		good = survive(bad, &prefix) < 1000 && good;
	}
	ok(good, "%s, damaged", what);
	free(bad);
}

static void
check_trouble(void)
{
	static struct octets gz;
	const struct member members[] = { { "a", &text, NULL } };
	const struct member nested[] = { { "a.gz", &gz, NULL } };

	for (size_t i = 0; i < FILTERS; i++) {
		pack_text(&packed, filters[i]);
		check_cut(filters[i]);
		check_damage(filters[i]);
	}
	pack(&packed, "ustar", NULL, NULL, members, 1);
	packed.len -= 1024; /* a tar may lack its end */
	check_cut("tar");
	check_damage("tar");
	pack(&packed, "pax", "gzip", NULL, members, 1);
	check_cut("tar, gzip");
	check_damage("tar, gzip");
	pack(&packed, "zip", NULL, NULL, members, 1);
	packed.len -= 80; /* and a zip its directory, that is not needed */
	check_cut("zip");
	check_damage("zip");
	pack_text(&gz, "gzip");
	pack(&packed, "ustar", NULL, NULL, nested, 1);
	packed.len -= 1024;
	check_cut("gzip in tar");
	check_damage("gzip in tar");
}

/* One bad header among three, and the members at its sides stand. */
static void
check_bad_header(void)
{
	static struct octets small;
	const struct member members[] = {
		{ "a", &small, NULL },
		{ "b", &small, NULL },
		{ "c", &small, NULL },
	};
	const char *name;
	struct input *in;
	bool good;
	int fd;

	set_octets(&small, text.at, 5000);
	pack(&packed, "ustar", NULL, NULL, members, 3);
	packed.at[512 + 5120] ^= 1;
	fd = file_of(&packed);
	in = input_new(fd, false);
	good = is_next(in, "a", &small) && input_member(in, &name) == -1;
	ok(good, "tar: a bad header is told: %s", input_error(in));
	ok(is_next(in, "c", &small) && input_member(in, &name) == 0,
	    "tar: once, and the next member is found");
	input_free(in);
	close(fd);
}

/* A pipe whose writer gives one octet at a time */
static bool
reads_pipe(const struct octets *o, bool raw, const struct octets *want)
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
	good = reads_fd(fd[0], raw, want, 1 << 16);
	close(fd[0]);
	waitpid(child, &status, 0);
	return good && status == 0;
}

static void
check_pipes(void)
{
	static struct octets small;

	set_octets(&small, text.at, 20000);
	ok(reads_pipe(&small, false, &small), "pipe: a text");
	ok(reads_pipe(&small, true, &small), "pipe: a text, raw");
	for (size_t i = 0; i < FILTERS; i++) {
		pack(&packed, "raw", filters[i], NULL,
		    &(struct member){ "data", &small, NULL }, 1);
		ok(reads_pipe(&packed, false, &small), "pipe: %s", filters[i]);
	}
}

/* A directory can be opened, not read. */
static void
check_unreadable(void)
{
	FILE *file = fopen("/", "r");
	struct input *in = input_new(file ? fileno(file) : -1, false);
	const char *name;
	bool good = input_member(in, &name) == 1 && read_all(in, 9) == -1 &&
	    *input_error(in) != '\0' && input_member(in, &name) == 0;

	ok(good, "unreadable: %s", input_error(in));
	input_free(in);
	if (file)
		fclose(file);
}

int
main(void)
{
	make_text();
	check_plains();
	for (size_t i = 0; i < FILTERS; i++)
		check_filter(filters[i]);
	check_hand_made();
	check_archive("ustar", NULL, NULL);
	check_archive("pax", "gzip", NULL);
	check_archive("gnutar", "xz", NULL);
	check_archive("zip", NULL, "zip:compression=store");
	check_archive("zip", NULL, "zip:compression=deflate");
	check_zip();
	check_bad_header();
	check_trouble();
	check_pipes();
	check_unreadable();
	return done_testing();
}
