/* test_gzip.c - .gz files read by each library: whole, with several members, truncated,
 * damaged, in pieces of all sizes; the result must not depend on the library */
#include <errno.h>
#include <zlib.h>

#include "input/input.h"
#include "input/libraries.h"
#include "meter.h"
#include "tap.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

enum { ROOM = 1 << 21, TEXT_LEN = 300000 };

struct bytes {
	size_t len;
	unsigned char at[ROOM];
};

static struct bytes text, packed, damaged;

/* The bytes read, and how reading ended. */
struct outcome {
	struct bytes got;
	char error[128]; /* "": none */
};

static struct outcome by_zlib, by_isal;

/* ---- reading ---- */

/* Bytes that come in pieces. */
struct source {
	const struct bytes *bytes;
	size_t at, piece;
	bool fails; /* with an error at the end */
};

static ssize_t
next_piece(void *data, const void **bytes)
{
	struct source *s = data;
	size_t n = s->bytes->len - s->at;

	n = n < s->piece ? n : s->piece;
	*bytes = s->bytes->at + s->at;
	s->at += n;
	return n == 0 && s->fails ? -1 : (ssize_t)n;
}

/* Read everything, by blocks or into the buffer. */
static void
read_all(bool use_isal, struct source *source, bool by_block, struct outcome *o)
{
	const char *error;
	struct gzip_reader *r = gzip_reader_new(&counted, use_isal, next_piece, source);
	ssize_t n;

	o->got.len = 0;
	do {
		const void *block = o->got.at + o->got.len;

		n = by_block ? gzip_reader_next(r, &block) :
		    gzip_reader_read(r, (char *)o->got.at + o->got.len, ROOM - o->got.len);
		if (n > 0 && by_block)
			memcpy(o->got.at + o->got.len, block, (size_t)n);
		o->got.len += n > 0 ? (size_t)n : 0;
	} while (n > 0);
	error = gzip_reader_error(r);
	snprintf(o->error, sizeof(o->error), "%s", n == 0 ? "" : error);
	if (n < 0 && gzip_reader_next(r, &(const void *){ NULL }) != -1)
		snprintf(o->error, sizeof(o->error), "the error is not repeated");
	gzip_reader_free(r);
}

static bool
is_outcome(const struct outcome *o, const struct bytes *want, const char *error)
{
	bool good = o->got.len == want->len && strcmp(o->error, error) == 0 &&
	    memcmp(o->got.at, want->at, want->len) == 0;

	if (!good)
		printf("# %zu bytes, error \"%s\"\n", o->got.len, o->error);
	return good;
}

/* Return true if both libraries read the same. Without ISA-L there is only zlib. */
static bool
agree(const struct bytes *gz, size_t piece, bool by_block)
{
	struct source source = { gz, 0, piece, false };

	read_all(false, &source, by_block, &by_zlib);
	if (isal()->missing)
		return true;
	source.at = 0;
	read_all(true, &source, !by_block, &by_isal);
	if (is_outcome(&by_isal, &by_zlib.got, by_zlib.error))
		return true;
	printf("# by zlib: %zu bytes, error \"%s\"\n", by_zlib.got.len, by_zlib.error);
	return false;
}

/* Return true if ISA-L reads from a damaged file the same bytes as zlib, or a prefix of them. */
static bool
almost_agree(const struct bytes *gz, size_t piece)
{
	struct source source = { gz, 0, piece, false };

	read_all(false, &source, true, &by_zlib);
	if (isal()->missing)
		return true;
	source.at = 0;
	read_all(true, &source, false, &by_isal);
	return by_isal.got.len <= by_zlib.got.len && by_isal.got.len + 258 >= by_zlib.got.len &&
	    memcmp(by_isal.got.at, by_zlib.got.at, by_isal.got.len) == 0 &&
	    (by_isal.error[0] != '\0') == (by_zlib.error[0] != '\0');
}

/* ---- packing ---- */

static void
make_text(void)
{
	unsigned long n = 1738;

	while (text.len < TEXT_LEN) {
		n = (n * 1103515245 + 12345) & 0x7fffffff;
		text.len += (size_t)sprintf((char *)text.at + text.len,
		    "see http://h%lu.example/%lx\n", n % 977, n);
	}
}

/* Append a member that holds text[0..len). */
static void
pack(struct bytes *gz, size_t len, int level, int strategy, const char *name)
{
	enum { GZIP = 31, MEMORY = 8 };
	gz_header header = { .name = (unsigned char *)name, .comment = (unsigned char *)name,
		.hcrc = name != NULL, .extra = (unsigned char *)name, .extra_len = name ? 1 : 0 };
	z_stream z = { .next_in = text.at, .avail_in = (unsigned)len,
		.next_out = gz->at + gz->len, .avail_out = (unsigned)(ROOM - gz->len) };

	if (deflateInit2(&z, level, Z_DEFLATED, GZIP, MEMORY, strategy) != Z_OK ||
	    (name && deflateSetHeader(&z, &header) != Z_OK) ||
	    deflate(&z, Z_FINISH) != Z_STREAM_END)
		printf("Bail out! deflate\n"), exit(2);
	gz->len = ROOM - z.avail_out;
	deflateEnd(&z);
}

static void
pack_text(int level, int strategy)
{
	packed.len = 0;
	pack(&packed, text.len, level, strategy, NULL);
}

/* ---- the cases ---- */

static void
check_whole(void)
{
	static const size_t pieces[] = { 1, 2, 7, 4096, ROOM };
	static const int strategies[] = { Z_DEFAULT_STRATEGY, Z_HUFFMAN_ONLY, Z_FIXED };
	size_t i, k;
	int level;

	for (i = 0; i < 3; i++)
		for (level = 0; level <= 9; level += 3)
			for (k = 0; k < 5; k++) {
				pack_text(level, strategies[i]);
				ok(agree(&packed, pieces[k], k % 2) &&
				        is_outcome(&by_zlib, &text, ""),
				    "strategy %zu, level %d, pieces of %zu bytes", i, level,
				    pieces[k]);
			}
}

static void
check_members(void)
{
	static struct bytes want;
	static const size_t lens[] = { 0, 1, 3, TEXT_LEN, 0, 131072, 50, 131073 };
	size_t piece;

	packed.len = want.len = 0;
	FOR_EACH(len, lens) {
		pack(&packed, *len, 6, Z_DEFAULT_STRATEGY, INDEX(len, lens) % 2 ? "name" : NULL);
		memcpy(want.at + want.len, text.at, *len);
		want.len += *len;
	}
	for (piece = 1; piece < 30; piece++)
		ok(agree(&packed, piece, piece % 2) && is_outcome(&by_zlib, &want, ""),
		    "eight members in pieces of %zu bytes", piece);
	memset(packed.at + packed.len, 0, 100);
	packed.len += 100;
	ok(agree(&packed, ROOM, false) && is_outcome(&by_zlib, &want, ""), "zeros after them");
	packed.len -= 80;
	memcpy(packed.at + packed.len, "\x1f\x8b\x08\xff garbage", 12);
	packed.len += 12;
	ok(agree(&packed, ROOM, false) && is_outcome(&by_zlib, &want, ""), "garbage after them");
}

static void
check_truncated(void)
{
	size_t len, step, errors = 0, different = 0;

	packed.len = 0;
	pack(&packed, 3000, 6, Z_DEFAULT_STRATEGY, "name");
	pack(&packed, text.len, 6, Z_DEFAULT_STRATEGY, NULL);
	for (len = 0; len < packed.len; len += step) {
		damaged.len = len;
		memcpy(damaged.at, packed.at, len);
		different += !almost_agree(&damaged, ROOM) ||
		    (!isal()->missing && strcmp(by_isal.error, by_zlib.error) != 0);
		errors += by_zlib.error[0] != '\0';
		step = len < 600 || len + 30 > packed.len ? 1 : 499;
	}
	ok(different == 0, "truncated: almost the same bytes, and the same errors by both libraries");
	ok(errors > 600, "truncated: %zu errors", errors);
	damaged.len = packed.len - 1;
	memcpy(damaged.at, packed.at, damaged.len);
	ok(agree(&damaged, ROOM, true) && by_zlib.got.len == 3000 + text.len &&
	        strcmp(by_zlib.error, "truncated gzip input") == 0,
	    "truncated in the last checksum: all bytes, and an error");
}

/* Change bits at random places. */
static void
check_damaged(void)
{
	static const int strategies[] = { Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY };
	enum { ROUNDS = 500 };
	size_t round, almost = 0, errors = 0;
	unsigned long n = 20261;

	for (round = 0; round < ROUNDS; round++) {
		if (round % 50 == 0) {
			packed.len = 0;
			pack(&packed, round % 100 ? text.len : 2000, (int)(round / 50 % 9) + 1,
			    strategies[round / 50 % 3], NULL);
		}
		memcpy(damaged.at, packed.at, damaged.len = packed.len);
		n = (n * 1103515245 + 12345) & 0x7fffffff;
		damaged.at[10 + n / 8 % (round % 4 ? packed.len - 10 : 60)] ^=
		    (unsigned char)(1 << n % 8);
		almost += almost_agree(&damaged, round % 2 ? ROOM : 999);
		errors += by_zlib.error[0] != '\0';
	}
	ok(almost >= ROUNDS - 10, "damaged: almost the same bytes by both libraries in %zu of %d",
	    almost, ROUNDS);
	ok(errors >= ROUNDS - 10, "damaged: %zu of %d are errors", errors, ROUNDS);
}

static void
check_checksums(void)
{
	static struct bytes want;

	packed.len = 0;
	pack(&packed, 1000, 6, Z_DEFAULT_STRATEGY, NULL);
	packed.at[packed.len - 8] ^= 1;
	pack(&packed, 1000, 6, Z_DEFAULT_STRATEGY, NULL);
	memcpy(want.at, text.at, 1000);
	memcpy(want.at + 1000, text.at, want.len = 1000);
	want.len = 2000;
	ok(agree(&packed, ROOM, false) &&
	        is_outcome(&by_zlib, &want, "damaged gzip input: wrong checksum"),
	    "a wrong checksum is reported after the next member");
	packed.at[packed.len - 1] ^= 1;
	ok(agree(&packed, ROOM, false) && by_zlib.error[0] != '\0', "a wrong length");
}

static void
check_read_error(void)
{
	struct source source = { &packed, 0, 100, true };

	pack_text(6, Z_DEFAULT_STRATEGY);
	packed.len /= 2;
	read_all(!isal()->missing, &source, false, &by_zlib);
	ok(strcmp(by_zlib.error, "read error") == 0 && by_zlib.got.len > text.len / 3,
	    "an error of the input, after the bytes before it");
}

/* A member whose header has all fields. check_members() reads it in pieces. */
static void
check_headers(void)
{
	enum { HEADER_LEN = 25 };
	static const struct bytes nothing;
	size_t len;
	unsigned i;

	for (i = 0; i < 3; i++) {
		packed.len = 0;
		pack(&packed, 100, 6, Z_DEFAULT_STRATEGY, "name");
		packed.at[i] ^= 1;
		ok(agree(&packed, ROOM, true) && is_outcome(&by_zlib, &nothing, "gzip decompression failed"),
		    "byte %u of a header is wrong", i);
		packed.at[i] ^= 1;
	}
	for (len = 0; len < HEADER_LEN; len++) {
		packed.len = len;
		ok(agree(&packed, ROOM, len % 2) && is_outcome(&by_zlib, &nothing,
		    len < 3 ? "gzip decompression failed" : "truncated gzip input"),
		    "%zu bytes of a header", len);
	}
}

/* ---- reads, and memory ---- */

/* The buffer is filled, except for less than the minimum room. */
static void
check_reads(void)
{
	static const size_t sizes[] = { MIN_INFLATE_ROOM, MIN_INFLATE_ROOM + 1,
		2 * MIN_INFLATE_ROOM - 1, 2 * MIN_INFLATE_ROOM, 3 * MIN_INFLATE_ROOM + 7, ROOM };

	FOR_EACH(size, sizes) {
		struct source source = { &packed, 0, 4096, false };
		struct gzip_reader *r;
		size_t got = 0, least = *size;
		ssize_t n;
		bool good = true;

		packed.len = 0;
		pack(&packed, TEXT_LEN, 6, Z_DEFAULT_STRATEGY, NULL);
		pack(&packed, TEXT_LEN, 1, Z_DEFAULT_STRATEGY, "x");
		r = gzip_reader_new(&counted, false, next_piece, &source);
		while ((n = gzip_reader_read(r, (char *)damaged.at, *size)) > 0) {
			good = good && (size_t)n <= *size;
			least = got + (size_t)n < 2 * TEXT_LEN && (size_t)n < least ? (size_t)n : least;
			got += (size_t)n;
		}
		ok(good && n == 0 && got == 2 * TEXT_LEN && least + MIN_INFLATE_ROOM > *size,
		    "reads of %zu bytes: at least %zu", *size, least);
		ok(gzip_reader_read(r, (char *)damaged.at, *size) == 0 && !gzip_reader_error(r),
		    "the end again");
		gzip_reader_free(r);
	}
}

static void
check_no_memory(void)
{
	const unsigned libraries = isal()->missing ? 1 : 2;
	const void *block;
	long before, fails;
	unsigned i;

	pack_text(6, Z_DEFAULT_STRATEGY);
	for (i = 0; i < libraries; i++) {
		struct source source = { &packed, 0, ROOM, false };
		struct gzip_reader *r = NULL;

		before = meter.alive;
		for (fails = 1; r == NULL && fails < 20; fails++) {
			meter.calls = 0;
			meter.failing = fails;
			r = gzip_reader_new(&counted, i == 1, next_piece, &source);
			ok(r != NULL || meter.alive == before, "no memory for a reader, call %ld", fails);
		}
		ok(r != NULL && fails > 3, "a reader takes %ld calls", fails - 2);
		meter.failing = 1;
		meter.calls = 0;
		ok(gzip_reader_next(r, &block) == -1 && gzip_reader_error(r) &&
		    strcmp(gzip_reader_error(r), strerror(ENOMEM)) == 0, "no memory for a block");
		ok(gzip_reader_next(r, &block) == -1 && gzip_reader_error(r), "the error is kept");
		meter.failing = 0;
		gzip_reader_free(r);
		ok(meter.alive == before, "all is freed");
	}
	gzip_reader_free(NULL);
}

int
main(void)
{
	make_text();
	ok(zlib()->missing == NULL, "zlib is loaded");
	if (isal()->missing)
		skip("both libraries", "ISA-L or its header is not installed (install libisal-dev)");
	check_whole();
	check_members();
	check_truncated();
	check_damaged();
	check_checksums();
	check_read_error();
	check_headers();
	check_reads();
	check_no_memory();
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
