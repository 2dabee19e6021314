/* test_header.c - header fields: their names and values, which are searched, white space and
 * comments */
#include "mail/header.h"
#include "tap.h"
#include "util/ascii.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static urlgrep_span
span_of(const char *text)
{
	return (urlgrep_span){ text, strlen(text) };
}

/* ---- names --- */

static void
test_field_lengths(void)
{
	static const struct {
		const char *text;
		size_t len, name_len;
	} texts[] = {
		{ "a: b\nc: d\n", 5, 1 }, { "ab: c\r\n\r\n", 7, 2 }, { "a: b", 4, 1 },
		{ "a: b\n", 5, 1 }, { "a:\n b\n\tc\n\nd", 9, 1 }, { "a: b\n ", 6, 1 },
		{ "a: b\n \n \n", 9, 1 }, { "", 0, 0 }, { "\na: b", 0, 0 },
		{ "\n b: c", 0, 0 }, { " a: b\n", 0, 0 }, { "a b: c\n", 0, 0 },
		{ "a : b\n", 6, 1 }, { "a \t : b\n", 8, 1 }, { "a ", 0, 0 }, { "a //", 0, 0 },
		{ "http://h/\n", 0, 0 }, { "http:/\n/", 7, 4 },
		{ "X-Long: a field of three lines, of which the first one has more than\n"
		    "\tsixty-four bytes, so\n that the end is searched by blocks\nb: c", 127, 6 },
	};
	size_t i;

	for (i = 0; i < COUNT(texts); i++) {
		const char *text = texts[i].text;
		struct header_field f = { .name.len = 0 };
		size_t len = header_read_field(text, strlen(text), &f);

		ok(len == texts[i].len && (len == 0 || (f.name.len == texts[i].name_len &&
		    f.value.text + f.value.len == text + len && f.value.text[-1] == ':')),
		    "field of text %zu", i);
	}
}

/* Return how many bytes at the beginning of text[0..len) are fields that may be skipped. */
static size_t
skippable_length(const char *text, size_t len)
{
	struct header_field f;
	size_t at = 0, n;

	while ((n = header_read_field(text + at, len - at, &f)) > 0 &&
	    !(f.name.len > 1 && (ascii_equal(f.name.text, "su", 2) || ascii_equal(f.name.text, "co", 2))))
		at += n;
	return at;
}

/* What is skipped are whole fields, and no field but those that may be skipped; and nearly all of
 * them, unless their names are long. */
static void
test_skipping(void)
{
	static const char *const lines[] = { "From: ann@example.org\n", "To : bob@example.org\n",
		"X-A:\n", "\tfolded\n", " folded, with a colon: and more than thirty-two bytes\n",
		"Received: from a.example by b.example; a line of more than sixty-four bytes\n",
		"http://a.example/\n", "http:/a\n", "no field\n", "\n", "\r\n", "> quoted: text\n",
		"caf\xC3\xA9: text\n", "del\x7F: text\n", ": no name\n", "sUbject: x\n", "COntent-Type: x\n",
		"X-A-Name-That-Is-Longer-Than-A-Block-Of-Bytes: x\n", "S: x\n", "C: x\r\n" };
	char text[1200];
	uint32_t seed = 1;
	struct header_field f;
	size_t bad = 0, skipped = 0, i;

	for (i = 0; i < 20000; i++) {
		size_t len = 0, n, limit, end, field;

		while (len < 1000) {
			seed = seed * 1664525 + 1013904223;
			/* mostly the first lines */
			n = seed >> 28 ? (seed >> 24) % 6 : (seed >> 20) % COUNT(lines);
			len += (size_t)sprintf(text + len, "%s", lines[n]);
		}
		len -= seed >> 12 & 63;
		limit = skippable_length(text, len);
		end = header_skip_others(text, len);
		for (n = 0; n < end && (field = header_read_field(text + n, len - n, &f)) > 0;)
			n += field;
		bad += n != end || end > limit;
		skipped += end > 0;
	}
	ok(bad == 0, "%zu of %zu headers, in which other bytes were skipped", bad, i);
	ok(skipped == 0 || skipped > i / 3, "in %zu of %zu headers fields were skipped", skipped, i);
}

/* ---- values --- */

static void
test_plain(void)
{
	static const struct {
		const char *value, *trimmed; /* NULL: not plain */
	} values[] = {
		{ "a", "a" }, { " a b\r\n", "a b" }, { "\t a \t\n", "a" }, { "", "" },
		{ " \r\n", "" }, { "a\n b", NULL }, { "a\x1F" "b", NULL }, { "a\x7F" "b", NULL },
		{ "a\tb", NULL }, { "=?utf-8?q?a?=", NULL }, { "a =? b", NULL }, { "a=b?", "a=b?" },
		{ "a=", "a=" }, { "a==?", NULL }, { "~a\x7E", "~a~" }, { "caf\xC3\xA9", "caf\xC3\xA9" },
		{ "caf\xE9", NULL }, { "\xE9 a", NULL }, { "> [a]", "> [a]" },
	};
	size_t i;

	for (i = 0; i < COUNT(values); i++) {
		urlgrep_span value = span_of(values[i].value);
		bool is_plain = header_trim_if_plain(&value);
		const char *wanted = values[i].trimmed;

		ok(is_plain == (wanted != NULL) && (!wanted || (value.len == strlen(wanted) &&
		    memcmp(value.text, wanted, value.len) == 0)), "value %zu", i);
	}
}

static void
test_unfolding(void)
{
	static const char *const values[][2] = {
		{ " a\n b", "a b" }, { " a\r\n b", "a b" }, { "\ta \t\n\t b ", "a b" },
		{ "a\n\n b", "a b" }, { "a\rb", "a b" }, { "a\tb", "a\tb" },
		{ "a \n  \n c", "a c" }, { "a\r\r\n b \r\n", "a b" }, { "  a  b  ", "a  b" },
		{ "a\f\n b\f", "a\f b\f" }, { "\v a", "\v a" }, { "a\n", "a" }, { "", "" },
		{ " \n \n", "" }, { "\n a", "a" }, { "a\001b\n c", "a\001b c" },
		{ "\xC3\xA9\n \xE9", "\xC3\xA9 \xE9" },
	};
	char room[32] = " ", *out = room + 1;
	size_t i;

	ok(header_unfold(out, (urlgrep_span){ "\0\rb", 3 }) == 2 && memcmp(out, " b", 2) == 0,
	    "a line of NULs, which are blanks, unfolded");
	for (i = 0; i < COUNT(values); i++) {
		size_t len = header_unfold(out, span_of(values[i][0]));

		ok(len == strlen(values[i][1]) && memcmp(out, values[i][1], len) == 0,
		    "value %zu, unfolded", i);
	}
}

int
main(void)
{
	test_field_lengths();
	test_skipping();
	test_plain();
	test_unfolding();
	return done_testing();
}
