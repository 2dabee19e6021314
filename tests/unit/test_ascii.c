/* test_ascii.c - searches that read many bytes at a time find what the table of characters
 * says, for all bytes, wherever the text begins and ends */
#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "tap.h"

enum { ROOM = 100, TEXTS = 20000 };

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
behind_break_plainly(const char *text, size_t len)
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

static bool
is_html_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* Return true if ascii_words stops where it must, and skips no more than it may. */
static bool
stops_after_words(const char *text, size_t len)
{
	size_t end = ascii_words(text, len), at;

	for (at = 0; at < end; at++) {
		bool is_single = text[at] == ' ' && at + 1 < len && text[at + 1] != '&' &&
		    !is_html_space(text[at + 1]);

		if (text[at] == '&' || (is_html_space(text[at]) && !is_single))
			return false;
	}
	return end == len || text[end] == '&' || is_html_space(text[end]);
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

static bool
finds_pair(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	while (at < len && !(text[at] == first && at + 1 < len && text[at + 1] == second))
		at++;
	return ascii_pair(text, len, first, second) == at;
}

static bool
same(const char *text, size_t len)
{
	return finds_pair(text, len, '\n', '.') && finds_pair(text, len, '=', 'a') &&
	    stops_after_words(text, len) && stops_after_plain(text, len) &&
	    stops_before_signs(text, len) && copies_literals(text, len) &&
	    ascii_run(text, len) == run_plainly(text, len) &&
	    ascii_break(text, len) == break_plainly(text, len) &&
	    ascii_until(text, len, '!', ':') == until_plainly(text, len, '!', ':') &&
	    ascii_until(text, len, ' ', '=') == until_plainly(text, len, ' ', '=') &&
	    ascii_after_break(text, len) == behind_break_plainly(text, len);
}

/* Look for one byte among others that are not searched for. */
static bool
each_byte(void)
{
	char text[40];
	bool good = true;
	unsigned byte, at;

	for (byte = 0; byte < 256; byte++)
		for (at = 0; at < sizeof(text); at++) {
			memset(text, 'a', sizeof(text));
			text[at] = (char)byte;
			good &= same(text, sizeof(text));
		}
	return good;
}

static bool
each_extent(void)
{
	static const char marks[] = " &=\n\v.:/*+\t\r";
	uint32_t random = 1;
	bool good = true;
	unsigned n;

	for (n = 0; n < TEXTS; n++) {
		size_t len = next_random(&random) % ROOM, i;
		char *text = malloc(len ? len : 1); /* its end is the end of what may be read */

		for (i = 0; i < len; i++)
			text[i] = next_random(&random) % 24 ? 'a' :
			    next_random(&random) % 3 ? marks[next_random(&random) % (sizeof(marks) - 1)] :
			    (char)(next_random(&random) % 256);
		for (i = 0; i <= len && i < 20; i++)
			good &= same(text + i, len - i);
		free(text);
	}
	return good;
}

int
main(void)
{
	ok(each_byte(), "every byte, at every place");
	ok(each_extent(), "texts of any length");
	return done_testing();
}
