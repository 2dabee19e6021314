/* test_ascii.c - searches that read many bytes at a time agree with the table of characters, for
 * all bytes, wherever the text begins and ends */
#include <stdint.h>
#include <string.h>

#include "fence.h"
#include "util/ascii.h"
#include "tap.h"

enum { ROOM = 200, TEXTS = 20000 };

static uint32_t
next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

static size_t
after_break_plainly(const char *text, size_t len)
{
	while (len > 0 && text[len - 1] != '\n' && text[len - 1] != '\r')
		len--;
	return len;
}

/* Return the offset of the first byte that is in the class or, unless is_member, is not in it. */
static size_t
find_plainly(const char *text, size_t len, unsigned class, bool is_member)
{
	size_t at = 0;

	while (at < len && ascii_is(text[at], class) != is_member)
		at++;
	return at;
}

static bool
is_html_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* Return true if white space at text[at] is one character between two words. */
static bool
is_between_words(const char *text, size_t len, size_t at)
{
	return at + 1 < len && text[at + 1] != '&' && text[at + 1] != '<' &&
	    !is_html_space(text[at + 1]);
}

/* Copy between bytes that must not change. */
static bool
copies_words(const char *text, size_t len)
{
	char out[ROOM + 2] = { 0 }, expected[ROOM];
	size_t count = 0;

	for (; count < len && text[count] != '&' && text[count] != '<'; count++) {
		if (is_html_space(text[count]) && !is_between_words(text, len, count))
			break;
		expected[count] = is_html_space(text[count]) ? ' ' : text[count];
	}
	out[0] = out[len + 1] = '#';
	return ascii_copy_words(out + 1, text, len) == count &&
	    memcmp(out + 1, expected, count) == 0 && out[0] == '#' && out[len + 1] == '#';
}

static bool
ends_before_repeated(const char *text, size_t len, unsigned class)
{
	size_t at = 0;

	while (at < len && ascii_is(text[at], class) && (text[at] != '.' || at + 1 == len ||
	    !ascii_is_one_of(text[at + 1], ".*+")))
		at++;
	return ascii_span_unrepeated(text, len, class) == at;
}

static bool
finds_pair(const char *text, size_t len, char first, char second)
{
	const char pair[] = { first, second }, *found = memmem(text, len, pair, 2);

	return ascii_pair(text, len, first, second) == (found ? (size_t)(found - text) : len);
}

static bool
finds_authority(const char *text, size_t len)
{
	return ascii_find_authority(text, len) == memmem(text, len, "://", 3);
}

static bool
finds_byte(const char *text, size_t len, char c)
{
	const char *found = memchr(text, c, len);

	return ascii_find(text, len, c) == (found ? (size_t)(found - text) : len);
}

static bool
counts_lines(const char *text, size_t len)
{
	uint64_t lines = 0;
	size_t at;

	for (at = 0; at < len; at++)
		lines += text[at] == '\n';
	return line_count(text, len) == lines;
}

static bool
same(const char *text, size_t len)
{
	static const unsigned classes[] = { ASCII_RUN, ASCII_BREAK, ASCII_QUOTABLE, ASCII_LABEL,
		ASCII_HTML_BREAK };
	bool good = true;

	FOR_EACH(class, classes)
		good &= ascii_span(text, len, *class) == find_plainly(text, len, *class, false) &&
		    ascii_until(text, len, *class) == find_plainly(text, len, *class, true);
	return good && finds_authority(text, len) && finds_byte(text, len, '=') &&
	    finds_byte(text, len, '\n') && counts_lines(text, len) &&
	    finds_pair(text, len, '\n', '.') && finds_pair(text, len, '=', 'a') &&
	    copies_words(text, len) && ends_before_repeated(text, len, ASCII_PLAIN) &&
	    ends_before_repeated(text, len, ASCII_UNMARKED) &&
	    ascii_after_break(text, len) == after_break_plainly(text, len);
}

/* Search for each byte among others that are not in the class. */
static bool
each_byte(void)
{
	static const size_t lengths[] = { 140, 66, 65, 64, 40, 16, 15, 9, 8, 7, 4, 3, 1 };
	char text[140];
	bool good = true;
	size_t at;
	unsigned byte;

	FOR_EACH(length, lengths)
		for (byte = 0; byte < 256; byte++)
			for (at = 0; at < *length; at++) {
				memset(text, 'a', sizeof(text));
				text[at] = (char)byte;
				good &= same(text, *length);
			}
	return good;
}

static bool
each_extent(void)
{
	static const char marks[] = " &=\n\n\v.:/*+\t\r\f<cC#";
	uint32_t random = 1;
	bool good = true;
	unsigned n;

	for (n = 0; n < TEXTS; n++) {
		size_t len = next_random(&random) % ROOM, i;
		char bytes[ROOM], *text = bytes;

		for (i = 0; i < len; i++)
			text[i] = next_random(&random) % 24 ? 'a' :
			    next_random(&random) % 3 ? marks[next_random(&random) % (sizeof(marks) - 1)] :
			    (char)(next_random(&random) % 256);
		text = fenced_copy(text, len);
		for (i = 0; i <= len && i < 20; i++)
			good &= same(text + i, len - i);
	}
	return good;
}

/* ---- comparing --- */

static void
check_authorities(void)
{
	static const char *const texts[] = { "", ":", ":/", "://", "a://b", "a:b://c", ":://",
		"a:/://", "a://b://c", "mailto:ann@h.example", "a:", "a:/", "a:/b", "//" };

	FOR_EACH(text, texts) {
		size_t len = strlen(*text);

		ok(finds_authority(fenced_copy(*text, len), len), "authority in \"%s\"", *text);
	}
}

static void
check_words(void)
{
	static const struct {
		const char *text, *word;
		bool is_equal;
	} cases[] = {
		{ "", "", true }, { "", "a", false }, { "a", "", false }, { "a", "a", true },
		{ "A", "a", true }, { "a", "A", true }, { "aZ", "Az", true },
		{ "Za", "zA", true }, { "[x", "{x", false }, { "x[", "x{", false },
		{ "@x", "`x", false }, { "x@", "x`", false }, { "ab", "ac", false },
		{ "ab", "abc", false }, { "abc", "ab", false }, { "ba", "aa", false },
		{ "a-1", "A-1", true }, { "a\xC0", "a\xE0", false },
		{ "From", "from", true }, { "LIST-id", "list-ID", true }, { "AZaz", "azAZ", true },
		{ "ab@x", "ab`x", false }, { "ab[x", "ab{x", false }, { "a-bc", "a\rbc", false },
		{ "abc\xC1", "abc\xE1", false }, { "\xDA" "bcd", "\xFA" "bcd", false },
		{ "fromx", "from[", false }, { "from", "frow", false },
	};
	int c;

	FOR_EACH(row, cases) {
		const char *text = row->text, *word = row->word;
		size_t len = strlen(text);
		const char *copy = fenced_copy(text, len);

		ok(ascii_is_word(copy, len, word) == row->is_equal &&
		    (len != strlen(word) || ascii_equal(copy, word, len) == row->is_equal),
		    "\"%s\" is %s\"%s\"", text, row->is_equal ? "" : "not ", word);
	}
	for (c = 0; c < 128; c++)
		if (ascii_lower((char)c) != (c >= 'A' && c <= 'Z' ? c + 32 : c) ||
		    ascii_is_capital((char)c) != (c >= 'A' && c <= 'Z'))
			break;
	ok(c == 128, "capitals and their small letters");
}

static void
check_escapes(void)
{
	static const struct {
		const char *text;
		bool is_escape;
	} cases[] = {
		{ "%00", true }, { "%fF", true }, { "%9A", true }, { "%a0x", true },
		{ "%0", false }, { "%", false }, { "", false }, { "%0g", false },
		{ "%g0", false }, { "000", false },
	};

	FOR_EACH(c, cases) {
		size_t len = strlen(c->text);

		ok(ascii_is_escape(fenced_copy(c->text, len), len) ==
		    c->is_escape, "\"%s\" is %san escape", c->text, c->is_escape ? "" : "not ");
	}
}

/* Words are found at any position in a list, and nothing else is found. */
static void
check_list(void)
{
	static const struct {
		const char *text;
		size_t len;
		bool is_in;
	} cases[] = {
		{ "ab", 2, true }, { "ABC", 3, true }, { "x-y", 3, true }, { "b", 1, false },
		{ "a", 1, false }, { "bc", 2, false }, { "y", 1, false }, { "", 0, false },
		{ "ab abc", 6, false }, { "x-y\0", 4, false }, { "x\0y", 3, false },
		{ "a234567890123456789012345678901234567890x", 41, false },
	};

	FOR_EACH(c, cases)
		ok(word_list_has("ab abc x-y", fenced_copy(c->text, c->len), c->len) ==
		    c->is_in, "\"%s\" is %sin a list", c->text, c->is_in ? "" : "not ");
}

int
main(void)
{
	check_authorities();
	check_words();
	check_list();
	check_escapes();
	ok(ascii_is_one_of('b', "ab") && !ascii_is_one_of('c', "ab") &&
	    !ascii_is_one_of('\0', "ab") && !ascii_is_one_of('a', ""), "one of a few");
	ok(each_byte(), "every byte, at every place");
	ok(each_extent(), "texts of any length");
	return done_testing();
}
