/* test_text.c - UTF-16 and UTF-32: each edge case of the detection, characters, pieces of every
 * size, and the length of the original; unfolding lines of iCalendar and vCard in pieces of every
 * size, and the places they come from */
#include "input/input.h"
#include "meter.h"
#include "pieces.h"
#include "tap.h"

#define TEXT(literal) literal, sizeof(literal) - 1

enum { ROOM = 2048 };

/* ---- detection --- */

static const struct detected {
	const char *head;
	size_t len;
	enum text_encoding encoding;
} marks[] = {
	{ TEXT("\xFF"), ENCODING_BYTES },
	{ TEXT("\xFF\xFE"), ENCODING_UTF16LE },
	{ TEXT("\xFF\xFE\0"), ENCODING_UTF16LE },
	{ TEXT("\xFF\xFE\0\1"), ENCODING_UTF16LE },
	{ TEXT("\xFF\xFE\1\0"), ENCODING_UTF16LE },
	{ TEXT("\xFF\xFE\0\0"), ENCODING_UTF32LE },
	{ TEXT("\xFF\xFD\0\0"), ENCODING_BYTES },
	{ TEXT("\xFE"), ENCODING_BYTES },
	{ TEXT("\xFE\xFF"), ENCODING_UTF16BE },
	{ TEXT("\0\0\xFE"), ENCODING_BYTES },
	{ TEXT("\0\0\xFE\xFF"), ENCODING_UTF32BE },
	{ TEXT("abcdefghijklmnop"), ENCODING_BYTES },
};

/* The units of a text without a byte order mark, as letters: "?" stands for a non-ASCII character,
 * "0" for NUL. */
static const struct unmarked {
	const char *units;
	bool is_text;
} unmarked[] = {
	{ "abcdefgh", true },
	{ "abcdefg?", true },
	{ "a?cdefgh", true },
	{ "a?cdefg?", false },
	{ "a?cdefghijklmn?", false },
	{ "a?cdefghijklmn??", false },
	{ "abcdefg0", false },
	{ "a0cdefghijklmnopqrstuvwx", false },
};

static size_t
put_unit(char *to, enum text_encoding encoding, uint32_t c)
{
	bool is_wide = encoding == ENCODING_UTF32LE || encoding == ENCODING_UTF32BE;
	bool is_big = encoding == ENCODING_UTF16BE || encoding == ENCODING_UTF32BE;
	size_t size = is_wide ? 4 : 2, i;

	for (i = 0; i < size; i++)
		to[is_big ? size - 1 - i : i] = (char)(c >> 8 * i);
	return size;
}

static size_t
put_units(char *to, enum text_encoding encoding, const char *units)
{
	size_t len = 0;

	for (; *units; units++)
		len += put_unit(to + len, encoding, *units == '?' ? 0x141 :
		    *units == '0' ? 0 : (unsigned char)*units);
	return len;
}

static void
test_marks(void)
{
	FOR_EACH(mark, marks)
		ok(utf16_detect(mark->head, mark->len) == mark->encoding,
		    "byte order mark %zu", INDEX(mark, marks));
}

static void
test_unmarked(void)
{
	char text[ROOM];
	enum text_encoding e;

	for (e = ENCODING_UTF16LE; e <= ENCODING_UTF32BE; e++)
		FOR_EACH(u, unmarked) {
			size_t len = put_units(text, e, u->units);

			ok(utf16_detect(text, len) == (u->is_text ? e : ENCODING_BYTES),
			    "encoding %d: %s", (int)e, u->units);
		}
	put_units(text, ENCODING_UTF16LE, "abcdefghi");
	ok(utf16_detect(text, 15) == ENCODING_BYTES, "15 bytes are too few");
	ok(utf16_detect(text, 16) == ENCODING_UTF16LE, "16 are enough");
	ok(utf16_detect(text, 17) == ENCODING_UTF16LE, "half a unit at the end");
	put_units(text, ENCODING_UTF32BE, "abcde");
	ok(utf16_detect(text, 15) == ENCODING_BYTES, "15 bytes of UTF-32 are too few");
	ok(utf16_detect(text, 16) == ENCODING_UTF32BE, "16 are enough");
}

/* Which characters may be part of a text: two of eight are the character. */
static void
test_characters(void)
{
	static const char all[] = " ~\t\r\n\fAz", none[] = "\x7F\x1F\v\b\x0E\x1B\1";
	char units[] = "abcdefxx", text[ROOM];
	const char *c;

	for (c = all; *c; c++) {
		units[6] = units[7] = *c;
		ok(utf16_detect(text, put_units(text, ENCODING_UTF16BE, units)) ==
		    ENCODING_UTF16BE, "0x%02X is of a text", (unsigned)*c);
	}
	for (c = none; *c; c++) {
		units[6] = units[7] = *c;
		ok(utf16_detect(text, put_units(text, ENCODING_UTF16BE, units)) ==
		    ENCODING_BYTES, "0x%02X is not", (unsigned)*c);
	}
}

/* A NUL must be among the first four bytes. Bytes after the first 512 do not count. */
static void
test_head(void)
{
	char text[ROOM];
	size_t i, len = put_units(text, ENCODING_UTF16LE, "?acdefghijklmnop");

	ok(utf16_detect(text, len) == ENCODING_UTF16LE, "the fourth byte is NUL");
	len = put_units(text, ENCODING_UTF16BE, "??cdefghijklmnop");
	ok(utf16_detect(text, len) == ENCODING_BYTES, "the fifth byte is NUL");
	for (i = 0; i < 300; i++)
		put_unit(text + 2 * i, ENCODING_UTF16LE, i < 256 ? 'a' : 0);
	ok(utf16_detect(text, 600) == ENCODING_UTF16LE, "NULs after 512 bytes");
	put_unit(text + 510, ENCODING_UTF16LE, 0);
	ok(utf16_detect(text, 600) == ENCODING_BYTES, "NULs at their end");
}

static void
test_needs_more(void)
{
	static const struct {
		const char *head;
		size_t len;
		bool needs_more;
	} heads[] = {
		{ TEXT(""), true }, { TEXT("a"), true }, { TEXT("\xFF"), true },
		{ TEXT("ab"), false }, { TEXT("\0a"), true },
		{ TEXT("ab\0"), true }, { TEXT("abc"), false }, { TEXT("abc\0"), true },
		{ TEXT("abcd\0"), false }, { TEXT("\xFF\xFE"), true },
		{ TEXT("\xFF\xFE" "a"), true }, { TEXT("\xFF\xFE" "ab"), false },
		{ TEXT("\xFF\xFE" "a\0"), true }, { TEXT("\xFE\xFF"), false },
		{ TEXT("\xFF" "a"), false },
	};
	char text[ROOM] = "a";

	FOR_EACH(c, heads)
		ok(utf16_needs_more(c->head, c->len) == c->needs_more,
		    "more is needed, %zu", INDEX(c, heads));
	ok(utf16_needs_more(text, 511), "511 bytes with NULs");
	ok(!utf16_needs_more(text, 512), "512 bytes are enough");
}

/* ---- conversion --- */

static const struct conversion {
	enum text_encoding encoding;
	uint32_t units[4]; /* 0-terminated */
	const char *text;
} conversions[] = {
	{ ENCODING_UTF16LE, { 'a', 0x7F, 0x80, 0x7FF }, "a\x7F\xC2\x80\xDF\xBF" },
	{ ENCODING_UTF16BE, { 0x1234, 0x3412 }, "\xE1\x88\xB4\xE3\x90\x92" },
	{ ENCODING_UTF16LE, { 0x1234, 0x3412 }, "\xE1\x88\xB4\xE3\x90\x92" },
	{ ENCODING_UTF16LE, { 0xFEFF, 'a' }, "\xEF\xBB\xBF" "a" },
	{ ENCODING_UTF16LE, { 0xD83D, 0xDE00 }, "\xF0\x9F\x98\x80" },
	{ ENCODING_UTF16BE, { 0xD83D, 0xDE00, 'b' }, "\xF0\x9F\x98\x80" "b" },
	{ ENCODING_UTF16LE, { 0xD800, 0xDC00 }, "\xF0\x90\x80\x80" },
	{ ENCODING_UTF16LE, { 0xDBFF, 0xDFFF }, "\xF4\x8F\xBF\xBF" },
	{ ENCODING_UTF16LE, { 0xDBFF, 0xDC00 }, "\xF4\x8F\xB0\x80" },
	{ ENCODING_UTF16LE, { 0xD7FF, 0xDC00 }, "\xED\x9F\xBF\xEF\xBF\xBD" },
	{ ENCODING_UTF16LE, { 0xD800, 'a' }, "\xEF\xBF\xBD" "a" },
	{ ENCODING_UTF16LE, { 0xDBFF, 0xE000 }, "\xEF\xBF\xBD\xEE\x80\x80" },
	{ ENCODING_UTF16LE, { 0xD800, 0xDBFF, 'a' }, "\xEF\xBF\xBD\xEF\xBF\xBD" "a" },
	{ ENCODING_UTF16LE, { 0xD800, 0xD83D, 0xDE00 }, "\xEF\xBF\xBD\xF0\x9F\x98\x80" },
	{ ENCODING_UTF16LE, { 0xD83D, 0xDE00, 0xDE00 }, "\xF0\x9F\x98\x80\xEF\xBF\xBD" },
	{ ENCODING_UTF16LE, { 0xDC00, 0xDFFF, 'a' }, "\xEF\xBF\xBD\xEF\xBF\xBD" "a" },
	{ ENCODING_UTF16LE, { 'a', 0xD800 }, "a" },
	{ ENCODING_UTF16LE, { 0xE000, 0xFFFF }, "\xEE\x80\x80\xEF\xBF\xBF" },
	{ ENCODING_UTF32LE, { 'a', 0x1F600, 0x10FFFF }, "a\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF" },
	{ ENCODING_UTF32BE, { 'a', 0x1F600, 0x10FFFF }, "a\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF" },
	{ ENCODING_UTF32LE, { 0x110000, 0x01000061 }, "\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ ENCODING_UTF32BE, { 0x110000, 0x01000061 }, "\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ ENCODING_UTF32LE, { 0x80000061, 0x800061 }, "\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ ENCODING_UTF32BE, { 0x80000061, 0x800061 }, "\xEF\xBF\xBD\xEF\xBF\xBD" },
	{ ENCODING_UTF32BE, { 0xD7FF, 0xD800, 0xDFFF, 0xE000 },
	    "\xED\x9F\xBF\xEF\xBF\xBD\xEF\xBF\xBD\xEE\x80\x80" },
};

/* Convert in pieces of `step` bytes. */
static bool
converts(const struct conversion *c, size_t step)
{
	struct utf16_decoder d = { .encoding = c->encoding };
	char units[ROOM], text[ROOM];
	size_t len = 0, done = 0, at, i;

	for (i = 0; i < 4 && c->units[i]; i++)
		len += put_unit(units + len, c->encoding, c->units[i]);
	for (at = 0; at < len; at += step)
		done += utf16_decode(&d, units + at, at + step < len ? step : len - at,
		    text + done);
	return bytes_are(text, done, c->text);
}

static void
test_conversions(void)
{
	size_t step;

	FOR_EACH(conversion, conversions)
		for (step = 1; step <= 16; step++)
			ok(converts(conversion, step), "conversion %zu by %zu", INDEX(conversion, conversions), step);
}

static void
test_source_bytes(void)
{
	static const struct {
		const char *text;
		unsigned units, wide_units;
	} rows[] = {
		{ "", 0, 0 }, { "\xC3\xA9", 1, 1 },
		{ "\xEF\xBF\xBF", 1, 1 }, { "\xF0\x90\x80\x80", 2, 1 },
		{ "a\xF4\x8F\xBF\xBF\xEF\xBF\xBD", 4, 3 },
	};

	FOR_EACH(row, rows) {
		const char *text = row->text;
		size_t len = strlen(text);

		ok(utf16_source_bytes(ENCODING_UTF16LE, text, len) == 2 * row->units &&
		    utf16_source_bytes(ENCODING_UTF16BE, text, len) == 2 * row->units &&
		    utf16_source_bytes(ENCODING_UTF32LE, text, len) == 4 * row->wide_units &&
		    utf16_source_bytes(ENCODING_UTF32BE, text, len) ==
		        4 * row->wide_units, "source %zu", INDEX(row, rows));
	}
}

/* ---- folded lines --- */

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

static const struct folded {
	const char *folded, *text;
} foldeds[] = {
	{ "", "" },
	{ "ab", "ab" },
	{ "a\nb\n", "a\nb\n" },
	{ "a\n b", "ab" },
	{ "a\r\n b", "ab" },
	{ "a\n\tb", "ab" },
	{ "a\r\n\tb\r\n", "ab\r\n" },
	{ "a\n  b", "a b" },
	{ "a\n b\n c", "abc" },
	{ "a\n \n b", "ab" }, /* an empty line of blanks */
	{ "a\n\n b", "a\nb" },
	{ "a\r\n\r\n b", "a\r\nb" },
	{ "a\n\r\n b", "a\nb" },
	{ "a\r b", "a\r b" },
	{ "a\r\rb\n", "a\r\rb\n" },
	{ "a\r\r\n b", "a\rb" },
	{ "\n b", "b" },
	{ " a\n b", " ab" },
	{ "a\n", "a\n" },
	{ "a\r\n", "a\r\n" },
	{ "a\r", "a\r" },
	{ "a\n ", "a" },
	{ "a\nb c\n\td e\r\n f", "a\nb cd ef" },
	{ "https\\://h", "https://h" },
	{ "a\\:b\n \\:c\\:\\:", "a:b:c::" },
	{ "\\a\\,\\\\b\\", "\\a\\,\\\\b\\" }, /* other escapes stay */
	{ "a\\\n :b", "a\\:b" },
	{ "a\\\r\nb\\\r\n", "a\\\r\nb\\\r\n" },
	{ "caf\xC3\n \xA9", "caf\xC3\xA9" }, /* in the middle of a character */
};

/* Read everything, at most `size` bytes at a time. Return the length, or SIZE_MAX if a read
 * returned more. */
static size_t
read_all(struct byte_stream stream, char *text, size_t size)
{
	size_t len = 0;
	ssize_t n;

	while ((n = stream.read(stream.data, text + len, size)) > 0)
		len = (size_t)n > size ? SIZE_MAX : len + (size_t)n;
	return len;
}

/* Check that each byte is that at its source, and that the number of lines before it is right. */
static bool
leads_back(struct unfolder *u, const char *folded, const char *text, size_t len)
{
	size_t at, i;

	for (at = 0; at < len; at++) {
		struct fold fold = unfolder_take(u, at);
		uint64_t lines = 0, unfolded = 0;

		if (fold.offset > at || folded[at + fold.bytes] != text[at])
			return false;
		for (i = 0; i < at + fold.bytes; i++)
			lines += folded[i] == '\n';
		for (i = 0; i < at; i++)
			unfolded += text[i] == '\n';
		if (lines != unfolded + fold.lines)
			return false;
	}
	return true;
}

static void
check_row(const struct folded *row)
{
	struct pieces p = { .text = row->folded, .len = strlen(row->folded) };
	struct unfolder u = { .folds.memory = &counted };
	char text[ROOM];
	size_t len;

	for (p.step = 1; p.step <= 2 * p.len + 2; p.step++) {
		struct byte_stream stream = { .read = pieces_read, .data = &p };

		p.at = 0;
		len = read_all(unfolder_open(&u, stream), text,
		    p.step <= p.len ? sizeof(text) : p.step - p.len + 6);
		ok(bytes_are(text, len, row->text) &&
		    leads_back(&u, row->folded, text, len), "row %d by %zu",
		    (int)(row - foldeds), p.step);
	}
	strbuf_free(&u.folds);
}

/* Leftovers of one text are not part of the next. */
static void
test_reopen(void)
{
	struct pieces first = { .text = "a\n b\r\n", .len = 6, .step = 6 };
	struct pieces second = { .text = " c", .len = 2, .step = 2 };
	struct unfolder u = { .folds.memory = &counted };
	struct byte_stream stream;
	char text[ROOM];

	stream = unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &first });
	ok(stream.read(stream.data, text, sizeof(text)) == 2, "a line break is held");
	ok(unfolder_take(&u, 0).bytes == 0 && unfolder_take(&u, 1).bytes == 2, "one fold");
	stream = unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &second });
	ok(stream.read(stream.data, text, sizeof(text)) == 2 && memcmp(text, " c", 2) == 0,
	    "it is not in the next text");
	ok(unfolder_take(&u, 1).bytes == 0, "nor are its folds");
	strbuf_free(&u.folds);
}

/* Many folds, read in small pieces. */
static void
test_many(void)
{
	enum { TIMES = 2000, LONG = 20000 };
	static char folded[LONG], text[LONG];
	struct pieces p = { .text = folded, .step = LONG };
	struct unfolder u = { .folds.memory = &counted };
	size_t len;
	unsigned i;

	for (i = 0; i < TIMES; i++)
		p.len += (size_t)sprintf(folded + p.len, "%c%s", "abc"[i % 3],
		    i % 5 ? "\n " : "\r\n\r\n ");
	len = read_all(unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &p }), text,
	    100);
	ok(len == TIMES + 2 * TIMES / 5 && leads_back(&u, folded, text, len), "many folds");
	ok(u.folds.len < 10 * sizeof(struct fold), "%zu bytes are kept", u.folds.len);
	strbuf_free(&u.folds);
}

/* Folds with nothing between them. */
static void
test_empty_folds(void)
{
	enum { TIMES = 5000 };
	static char folded[2 * TIMES + 2];
	struct pieces p = { .text = folded, .len = sizeof(folded) - 1, .step = 100 };
	struct unfolder u = { .folds.memory = &counted };
	char text[ROOM];
	size_t i, len;

	for (i = 0; i < 2 * TIMES; i += 2)
		memcpy(folded + i, "\n ", 2);
	folded[2 * TIMES] = 'a';
	len = read_all(unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &p }), text,
	    sizeof(text));
	ok(len == 1 && *text == 'a', "empty folds are removed");
	ok(u.folds.len <= 2 * sizeof(struct fold), "%zu bytes are kept", u.folds.len);
	strbuf_free(&u.folds);
}

static ssize_t
fail(void *data, char *buffer, size_t size)
{
	(void)data, (void)buffer, (void)size;
	return -1;
}

static void
test_read_error(void)
{
	struct unfolder u = { .folds.memory = &counted };
	struct byte_stream stream;
	char text[100];

	stream = unfolder_open(&u, (struct byte_stream){ .read = fail });
	ok(stream.read(stream.data, text, sizeof(text)) == -1, "a read error");
	strbuf_free(&u.folds);
}

int
main(void)
{
	test_marks();
	test_unmarked();
	test_characters();
	test_head();
	test_needs_more();
	test_conversions();
	test_source_bytes();
	FOR_EACH(folded, foldeds)
		check_row(folded);
	test_reopen();
	test_many();
	test_empty_folds();
	test_read_error();
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
