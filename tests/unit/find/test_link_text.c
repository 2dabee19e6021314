/* test_link_text.c - the text of a link in one line: each character of white space, and the
 * longest text */
#include "find/find.h"
#include "tap.h"
#include "util/utf8.h"

static const struct collapsed {
	const char *text, *line;
} rows[] = {
	{ "", "" }, { " ", "" }, { " a ", "a" }, { "a b", "a b" },
	{ "  a \t\r\n\v\f b  c ", "a b c" },
	{ "caf\xC3\xA9 b", "caf\xC3\xA9 b" },
	{ "a\xE9 b\xFF", "a\xE9 b\xFF" }, /* bytes of another charset */
	{ "\xC3", "\xC3" },
	{ "\xC2\xA0" "a\xE3\x80\x80" "b\xE2\x80\x89", "a b" },
};

static void
check_row(const struct collapsed *row)
{
	char line[MAX_LINK_TEXT_BYTES];
	size_t len = link_text_collapse((urlgrep_span){ row->text, strlen(row->text) }, line);

	ok(len == strlen(row->line) && memcmp(line, row->line, len) == 0, "row %d",
	    (int)(row - rows));
}

/* Return what becomes of a character between two letters. */
static bool
is_space(uint32_t code)
{
	char text[10] = "a", line[MAX_LINK_TEXT_BYTES];
	size_t len = 1 + utf8_encode(code, text + 1);

	text[len++] = 'b';
	len = link_text_collapse((urlgrep_span){ text, len }, line);
	return len == 3 && memcmp(line, "a b", 3) == 0;
}

/* The property White_Space of Unicode, as ranges; and nothing beside them. */
static void
test_spaces(void)
{
	static const uint32_t ranges[][2] = {
		{ 0x09, 0x0D }, { 0x20, 0x20 }, { 0x85, 0x85 }, { 0xA0, 0xA0 },
		{ 0x1680, 0x1680 }, { 0x2000, 0x200A }, { 0x2028, 0x2029 },
		{ 0x202F, 0x202F }, { 0x205F, 0x205F }, { 0x3000, 0x3000 },
	};
	uint32_t code;
	size_t i = 0;

	for (code = 1; code < 0x3100; code++) {
		bool wanted = i < sizeof(ranges) / sizeof(*ranges) && code >= ranges[i][0];

		if (is_space(code) != wanted)
			break;
		i += wanted && code == ranges[i][1];
	}
	ok(code == 0x3100, "white space, up to U+%04X", (unsigned)code);
}

static void
test_longest(void)
{
	enum { MOST = MAX_LINK_TEXT_CHARACTERS };
	char text[4 * MOST + 16], line[MAX_LINK_TEXT_BYTES];
	size_t i, len;

	memset(text, 'a', sizeof(text));
	ok(link_text_collapse((urlgrep_span){ text, MOST }, line) == MOST &&
	    link_text_collapse((urlgrep_span){ text, MOST - 1 }, line) == MOST - 1 &&
	    link_text_collapse((urlgrep_span){ text, MOST + 1 }, line) == MOST,
	    "at most %d characters", MOST);
	text[MOST - 2] = ' ';
	ok(link_text_collapse((urlgrep_span){ text, MOST + 9 }, line) == MOST, "the last letter");
	text[MOST - 2] = 'a';
	text[MOST - 1] = ' ';
	ok(link_text_collapse((urlgrep_span){ text, MOST + 9 }, line) == MOST - 1,
	    "no space is the last character");
	for (i = len = 0; i < MOST + 1; i++)
		len += utf8_encode(0x1F600, text + len);
	ok(link_text_collapse((urlgrep_span){ text, len }, line) == 4 * MOST,
	    "the longest characters");
}

static void
test_shortened(void)
{
	static const struct {
		const char *text, *url;
		bool is_shortened;
	} cases[] = {
		{ "http://h.example/a/b...", "http://h.example/a/bc", true },
		{ "http://h.example/a/b....", "http://r.example/?1", true },
		{ "http://h.example/a/b \xE2\x80\xA6 ", "http://h.example/a/bc", true },
		{ "http://h.example/a/b...yz", "http://h.example/a/bcd/wxyz", true },
		{ "http://h.example/a/b\xE2\x80\xA6yz", "http://h.example/a/bcd/wxyz", true },
		{ "http://h.example/a/b ... yz", "http://h.example/a/bcd/wxyz", true },
		{ "http://h.example/v1...v2", "http://r.example/v1...v2", false },
		{ "http://h.example/v1...v2", "http://h.example/v1v2", false },
		{ "http://h.example/v1...v2", "http://h.example/v1..v3", false },
		{ "http://h.example/a for more...", "http://h.example/ab", false },
		{ "http://h.example/a", "http://h.example/ab", false },
		{ "http://h.example/a..", "http://h.example/ab", false },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		ok(link_text_is_shortened((urlgrep_span){ cases[i].text, strlen(cases[i].text) },
			(urlgrep_span){ cases[i].url, strlen(cases[i].url) }) == cases[i].is_shortened,
		    "shortened: %s, %s", cases[i].text, cases[i].url);
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		check_row(&rows[i]);
	test_spaces();
	test_longest();
	test_shortened();
	return done_testing();
}
