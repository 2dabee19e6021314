/* test_unfold.c - lines of iCalendar and vCard unfolded, in pieces of every size, and where
 * they come from */
#include "input/input.h"
#include "meter.h"
#include "pieces.h"
#include "tap.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

enum { ROOM = 20000 };

static const struct folded {
	const char *folded, *text;
} rows[] = {
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

/* Read all, `size` bytes at most at a time; return the length, or SIZE_MAX if more came. */
static size_t
read_all(struct byte_stream stream, char *text, size_t size)
{
	size_t len = 0;
	ssize_t n;

	while ((n = stream.read(stream.data, text + len, size)) > 0)
		len = (size_t)n > size ? SIZE_MAX : len + (size_t)n;
	return len;
}

/* Check that each byte is the one of its source, and that the lines before it are. */
static bool
leads_back(const struct unfolder *u, const char *folded, const char *text, size_t len)
{
	size_t at, i;

	for (at = 0; at < len; at++) {
		struct fold fold = unfolder_find(u, at);
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
	struct unfolder u;
	char text[ROOM];
	size_t len;

	unfolder_init(&u, &counted);
	for (p.step = 1; p.step <= 2 * p.len + 2; p.step++) {
		struct byte_stream stream = { .read = pieces_read, .data = &p };

		p.at = 0;
		len = read_all(unfolder_open(&u, stream), text,
		    p.step <= p.len ? sizeof(text) : p.step - p.len + 6);
		ok(len == strlen(row->text) && memcmp(text, row->text, len) == 0 &&
		    leads_back(&u, row->folded, text, len), "row %d by %zu",
		    (int)(row - rows), p.step);
	}
	unfolder_free(&u);
}

/* What was left of one text is not in the next one. */
static void
test_reopen(void)
{
	struct pieces first = { .text = "a\n b\r\n", .len = 6, .step = 6 };
	struct pieces second = { .text = " c", .len = 2, .step = 2 };
	struct unfolder u;
	struct byte_stream stream;
	char text[ROOM];

	unfolder_init(&u, &counted);
	unfolder_forget(&u, 0);
	stream = unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &first });
	ok(stream.read(stream.data, text, sizeof(text)) == 2, "a line break is held");
	unfolder_forget(&u, 0);
	unfolder_forget(&u, 1);
	ok(unfolder_find(&u, 1).bytes == 2 && unfolder_find(&u, 0).bytes == 0, "one fold");
	stream = unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &second });
	ok(stream.read(stream.data, text, sizeof(text)) == 2 && memcmp(text, " c", 2) == 0,
	    "it is not in the next text");
	ok(unfolder_find(&u, 1).bytes == 0, "nor are its folds");
	unfolder_free(&u);
}

/* Many folds, read in small pieces. What is forgotten changes nothing after it. */
static void
test_many(void)
{
	enum { TIMES = 2000 };
	static char folded[ROOM], text[ROOM];
	struct pieces p = { .text = folded, .step = ROOM };
	struct unfolder u;
	size_t len, i;

	for (i = 0; i < TIMES; i++)
		p.len += (size_t)sprintf(folded + p.len, "%c%s", "abc"[i % 3],
		    i % 5 ? "\n " : "\r\n\r\n ");
	unfolder_init(&u, &counted);
	len = read_all(unfolder_open(&u, (struct byte_stream){ .read = pieces_read, .data = &p }), text,
	    100);
	ok(len == TIMES + 2 * TIMES / 5 && leads_back(&u, folded, text, len), "many folds");
	for (i = 0; i < len; i += 7) {
		struct fold before = unfolder_find(&u, i);
		struct fold last = unfolder_find(&u, len - 1);

		unfolder_forget(&u, i);
		if (unfolder_find(&u, i).bytes != before.bytes ||
		    unfolder_find(&u, i).lines != before.lines ||
		    unfolder_find(&u, len - 1).bytes != last.bytes)
			break;
	}
	ok(i >= len, "what is forgotten changes nothing after it, up to %zu", i);
	ok(u.folds.len < 10 * sizeof(struct fold), "%zu bytes are kept", u.folds.len);
	unfolder_free(&u);
}

static ssize_t
fail(void *data, char *buffer, size_t size)
{
	(void)data, (void)buffer, (void)size;
	return -1;
}

int
main(void)
{
	struct unfolder u;
	struct byte_stream stream;
	char text[100];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check_row(&rows[i]);
	test_reopen();
	test_many();
	unfolder_init(&u, &counted);
	stream = unfolder_open(&u, (struct byte_stream){ .read = fail });
	ok(stream.read(stream.data, text, sizeof(text)) == -1, "a read error");
	unfolder_free(&u);
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
