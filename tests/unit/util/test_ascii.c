/* test_ascii.c - searches that read many bytes at a time find what the table of characters
 * says, for all bytes, wherever the text begins and ends */
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
run_plainly(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && ascii_is(text[at], ASCII_RUN))
		at++;
	return at;
}

static size_t
break_plainly(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && text[at] != '\n' && text[at] != '\r')
		at++;
	return at;
}

static size_t
after_break_plainly(const char *text, size_t len)
{
	while (len > 0 && text[len - 1] != '\n' && text[len - 1] != '\r')
		len--;
	return len;
}

static size_t
until_plainly(const char *text, size_t len, char least, char stop)
{
	size_t at = 0;

	while (at < len && text[at] >= least && text[at] < 0x7F &&
	    (unsigned char)text[at] < 0x80 && text[at] != stop)
		at++;
	return at;
}

static size_t
quotable_plainly(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && text[at] >= ' ' && text[at] < 0x7F && text[at] != '"' &&
	    text[at] != '\\')
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

/* Copy with room for a block more; what is before it must stay as it is. */
static bool
copies_words(const char *text, size_t len)
{
	char out[1 + ROOM + ASCII_BLOCK_BYTES] = { 0 }, expected[ROOM];
	size_t count = 0;

	for (; count < len && text[count] != '&' && text[count] != '<'; count++) {
		if (is_html_space(text[count]) && !is_between_words(text, len, count))
			break;
		expected[count] = is_html_space(text[count]) ? ' ' : text[count];
	}
	out[0] = '#';
	return ascii_copy_words(out + 1, text, len) == count &&
	    memcmp(out + 1, expected, count) == 0 && out[0] == '#';
}

static bool
copies_name(const char *text, size_t len)
{
	char out[ASCII_BLOCK_BYTES], expected[ASCII_BLOCK_BYTES] = { 0 };
	size_t count = 0;

	while (count < len && count < sizeof(expected) && text[count] >= '!' &&
	    (unsigned char)text[count] < 0x80 && strchr("/>=", text[count]) == NULL) {
		expected[count] = ascii_lower(text[count]);
		count++;
	}
	return ascii_copy_name(out, text, len) == count &&
	    memcmp(out, expected, sizeof(out)) == 0;
}

/* Return true if ascii_plain stops where it must: before a byte that is not plain, "..", ".*",
 * ".+" and ":/"; and if it goes on where only plain bytes follow. */
static bool
stops_after_plain(const char *text, size_t len)
{
	size_t end = ascii_plain(text, len), at;

	for (at = 0; at < end; at++) {
		const char *seams = text[at] == '.' ? ".*+" : text[at] == ':' ? "/" : NULL;

		if (!ascii_is(text[at], ASCII_PLAIN) &&
		    (seams == NULL || (at + 1 < len && text[at + 1] != '\0' &&
		    strchr(seams, text[at + 1]))))
			return false;
	}
	return end == len || !ascii_is(text[end], ASCII_PLAIN);
}

static bool
is_sign(char c)
{
	return (unsigned char)c >= 0x80 || (c != '\0' && strchr("#$%(.[\\{|", c));
}

/* Return true if ascii_unmarked stops where it must: before a sign other than a dot, "..",
 * ".*" and ".+"; and if it goes on where no sign is. */
static bool
stops_before_signs(const char *text, size_t len)
{
	size_t end = ascii_unmarked(text, len), at;

	for (at = 0; at < end; at++) {
		bool is_pair = at + 1 < len && text[at + 1] != '\0' &&
		    strchr(".*+", text[at + 1]);

		if (is_sign(text[at]) && (text[at] != '.' || is_pair))
			return false;
	}
	return end == len || is_sign(text[end]);
}

/* Copy between bytes that must stay as they are. */
static bool
copies_literals(const char *text, size_t len)
{
	char out[ROOM + 2] = { 0 };
	size_t count = 0;

	while (count < len && text[count] != '=' &&
	    !((text[count] == ' ' || text[count] == '\t') &&
	    (count + 1 == len || ascii_is(text[count + 1], ASCII_BREAK))))
		count++;
	out[0] = out[len + 1] = '#';
	return ascii_copy_literals(out + 1, text, len) == count &&
	    memcmp(out + 1, text, count) == 0 && out[0] == '#' && out[len + 1] == '#';
}

/* The same for what may stand between double quotes. */
static bool
copies_quotable(const char *text, size_t len)
{
	char out[ROOM + 2] = { 0 };
	size_t count = quotable_plainly(text, len);

	out[0] = out[len + 1] = '#';
	return ascii_copy_quotable(out + 1, text, len) == count &&
	    memcmp(out + 1, text, count) == 0 && out[0] == '#' && out[len + 1] == '#';
}

static bool
finds_pair(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	while (at < len && !(text[at] == first && at + 1 < len && text[at + 1] == second))
		at++;
	return ascii_pair(text, len, first, second) == at;
}

static bool
finds_feed_before(const char *text, size_t len, char letter)
{
	size_t at = 0;

	while (at < len && !(text[at] == '\n' && at + 1 < len && (text[at + 1] == '\n' ||
	    text[at + 1] == '\r' || ascii_lower(text[at + 1]) == letter)))
		at++;
	return ascii_feed_before(text, len, letter) == at;
}

static bool
finds_authority(const char *text, size_t len)
{
	size_t at = 0;

	while (at + 3 <= len && memcmp(text + at, "://", 3) != 0)
		at++;
	return ascii_find_authority(text, len) == (at + 3 <= len ? text + at : NULL);
}

static bool
reads_folded_line(const char *text, size_t len)
{
	size_t end = 0, name_len;

	while (end < len && (text[end] != '\n' ||
	    (end + 1 < len && (text[end + 1] == ' ' || text[end + 1] == '\t'))))
		end++;
	return ascii_folded_line(text, len, &name_len) == end + (end < len) &&
	    name_len == until_plainly(text, len, '!', ':');
}

/* Return true if ascii_letters and ascii_unquoted, which read a short text, stop where they
 * must. */
static bool
ends_short_runs(const char *text, size_t len)
{
	size_t letters = 0, unquoted = 0, end;

	if (len < ASCII_SHORT_BYTES)
		return true;
	while (letters < ASCII_SHORT_BYTES && ascii_is(text[letters], ASCII_ALPHA))
		letters++;
	while (unquoted < ASCII_SHORT_BYTES && text[unquoted] > ' ' && text[unquoted] != '>')
		unquoted++;
	end = ascii_letters(text);
	return (end == letters || (end > letters && strchr("[\\]^_{|}~\177", text[letters]))) &&
	    ascii_unquoted(text) == unquoted;
}

static bool
finds_byte(const char *text, size_t len, char c)
{
	size_t at = 0;

	while (at < len && text[at] != c)
		at++;
	return ascii_find(text, len, c) == at;
}

static bool
ends_html_space(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && is_html_space(text[at]))
		at++;
	return ascii_html_space(text, len) == at;
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
	return finds_authority(text, len) && ends_short_runs(text, len) &&
	    finds_byte(text, len, '=') &&
	    finds_byte(text, len, '\n') && ends_html_space(text, len) &&
	    counts_lines(text, len) &&
	    finds_pair(text, len, '\n', '.') && finds_pair(text, len, '=', 'a') &&
	    copies_words(text, len) && copies_name(text, len) && stops_after_plain(text, len) &&
	    reads_folded_line(text, len) && finds_feed_before(text, len, 'c') &&
	    stops_before_signs(text, len) && copies_literals(text, len) &&
	    copies_quotable(text, len) &&
	    ascii_run(text, len) == run_plainly(text, len) &&
	    ascii_break(text, len) == break_plainly(text, len) &&
	    ascii_until(text, len, '!', ':') == until_plainly(text, len, '!', ':') &&
	    ascii_until(text, len, ' ', '=') == until_plainly(text, len, ' ', '=') &&
	    ascii_quotable(text, len) == quotable_plainly(text, len) &&
	    ascii_after_break(text, len) == after_break_plainly(text, len);
}

/* Look for one byte among others that are not searched for. */
static bool
each_byte(void)
{
	static const size_t lengths[] = { 140, 66, 65, 64, 40, 16, 15, 9, 8, 7, 4, 3, 1 };
	char text[140];
	bool good = true;
	size_t n, at;
	unsigned byte;

	for (n = 0; n < sizeof(lengths) / sizeof(lengths[0]); n++)
		for (byte = 0; byte < 256; byte++)
			for (at = 0; at < lengths[n]; at++) {
				memset(text, 'a', sizeof(text));
				text[at] = (char)byte;
				good &= same(text, lengths[n]);
			}
	return good;
}

/* The same for white space of each length. */
static bool
each_space(void)
{
	static const char space[] = " \t\n\f\r";
	char text[80];
	bool good = true;
	size_t len, at;

	for (len = 0; len < sizeof(text); len++)
		for (at = 0; at < 2 * sizeof(space); at++) {
			memset(text, space[at % 5], sizeof(text));
			text[len] = at < sizeof(space) ? '\v' : '!';
			good &= ends_html_space(text, len) && ends_html_space(text, sizeof(text));
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

/* ---- the classes, and comparing --- */

#define DIGITS "0123456789"
#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

static const struct {
	unsigned class;
	const char *members;
} classes[] = {
	{ ASCII_ALPHA, LETTERS },
	{ ASCII_DIGIT, DIGITS },
	{ ASCII_SCHEME, LETTERS DIGITS "+-." },
	{ ASCII_RUN, LETTERS DIGITS "!#$%&'()*+,-./:;=?@[]_{}~" },
	{ ASCII_BLANK, " \t\v\f" },
	{ ASCII_BREAK, "\r\n" },
	{ ASCII_HEX, DIGITS "ABCDEFabcdef" },
	{ ASCII_PLAIN, LETTERS DIGITS "-/=@_~" },
	{ ASCII_HOST, LETTERS DIGITS "-_." },
	{ ASCII_LABEL, LETTERS DIGITS "-_" },
	{ ASCII_LOCAL, LETTERS DIGITS "-_.!#$%&'*+/=?^`{|}~" }, /* atext of RFC 5322, and the dot */
	{ ASCII_LOCAL_MARK, "#$*?^`{|}~" },
	{ ASCII_LOCAL_PLAIN, LETTERS DIGITS "-_.!$'()*+~" },
};

static void
check_classes(void)
{
	size_t i;
	int c;

	for (i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
		bool good = true;

		for (c = 0; c < 256; c++)
			good &= ascii_is((char)c, classes[i].class) ==
			    (c != 0 && strchr(classes[i].members, c) != NULL);
		ok(good, "all bytes of class %u", classes[i].class);
	}
}

static void
check_authorities(void)
{
	static const char *const texts[] = { "", ":", ":/", "://", "a://b", "a:b://c", ":://",
		"a:/://", "a://b://c", "mailto:ann@h.example", "a:", "a:/", "a:/b", "//" };
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		size_t len = strlen(texts[i]);

		ok(finds_authority(fenced_copy(texts[i], len), len), "authority in \"%s\"", texts[i]);
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
	size_t i;
	int c;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *text = cases[i].text, *word = cases[i].word;
		size_t len = strlen(text);
		const char *copy = fenced_copy(text, len);

		ok(ascii_is_word(copy, len, word) == cases[i].is_equal &&
		    (len != strlen(word) || ascii_equal(copy, word, len) == cases[i].is_equal),
		    "\"%s\" is %s\"%s\"", text, cases[i].is_equal ? "" : "not ", word);
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
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len = strlen(cases[i].text);

		ok(ascii_is_escape(fenced_copy(cases[i].text, len), len) ==
		    cases[i].is_escape, "\"%s\" is %san escape", cases[i].text,
		    cases[i].is_escape ? "" : "not ");
	}
}

int
main(void)
{
	check_classes();
	check_authorities();
	check_words();
	check_escapes();
	ok(ascii_is_one_of('b', "ab") && !ascii_is_one_of('c', "ab") &&
	    !ascii_is_one_of('\0', "ab") && !ascii_is_one_of('a', ""), "one of a few");
	ok(each_byte(), "every byte, at every place");
	ok(each_space(), "white space of any length");
	ok(each_extent(), "texts of any length");
	return done_testing();
}
