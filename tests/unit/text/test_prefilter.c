/* test_prefilter.c - the colons that may end a scheme: prefilter_next() finds the same as
 * find_one_by_one(), wherever the text begins and ends */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "text/prefilter.h"

enum { ROOM = 6000, TEXTS = 300, LONG_TEXT = 200000 };

static const char *const words[] = { "http:", "HTTPS:", "Subject:", ":", "::", "To:",
	"mailto:", "x", "url:", "ws:", " ws:", "Date: ", "tn3270:", "\n", "news:",
	"12:34:56", "svn+ssh:", "\xC3\xA9:", "<URL:", "a long piece without any, " };

static uint32_t
next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* Make a text of all words or, if dense, of a single one, with as many hits as possible. */
static size_t
make_text(char text[ROOM], uint32_t *random, bool dense)
{
	size_t len = 0, wanted = next_random(random) % (ROOM - 64);

	while (len < wanted) {
		const char *word = dense ? "ws:" : words[next_random(random) %
		    (sizeof(words) / sizeof(words[0]))];

		memcpy(text + len, word, strlen(word));
		len += strlen(word);
	}
	return len;
}

/* Find the next hit by testing each colon. The first colons of a text have too few bytes before
 * them to decide. */
static const char *
find_one_by_one(const struct suffix_table *t, const char *text, const char *at, const char *end)
{
	while ((at = memchr(at, ':', (size_t)(end - at))) != NULL && at - text >= SUFFIX_BYTES &&
	    !suffix_table_has(t, at, end))
		at++;
	return at;
}

/* Compare both, hit by hit. Sometimes skip some of the text. */
static bool
same(const struct suffix_table *suffixes, const char *text, const char *end, uint32_t *random)
{
	static struct prefilter prefilter;
	const char *at = text;
	bool leaps = next_random(random) % 2;

	prefilter_begin(&prefilter, 0, at);
	while (at && at <= end) {
		const char *found = prefilter_next(&prefilter, suffixes, at, end);

		if (found != find_one_by_one(suffixes, text, at, end) ||
		    found != prefilter_next(&prefilter, suffixes, at, end))
			return false;
		at = found ? found + 1 : NULL;
		if (at && leaps && next_random(random) % 4 == 0)
			at += next_random(random) % (next_random(random) % 3000 + 1);
	}
	return true;
}

/* Compare both in a text with few hits far from each other, so that one search covers as many bytes
 * as it can count. */
static bool
same_in_long_text(const struct suffix_table *suffixes, uint32_t *random)
{
	char *text = malloc(LONG_TEXT + 1);
	size_t at;
	bool good;

	memset(text, 'x', LONG_TEXT);
	for (at = 20; at + 20 < LONG_TEXT; at += next_random(random) % 20000)
		memcpy(text + at, " http:// 12:34 ", 15);
	text[LONG_TEXT] = '/';
	good = same(suffixes, text, text + LONG_TEXT, random);
	free(text);
	return good;
}

/* Return true if the colon after name is a hit if `after` follows. */
static bool
is_found(const struct suffix_table *suffixes, const char *before, const char *name,
    const char *after)
{
	char text[64];
	size_t len = (size_t)snprintf(text, sizeof(text), "%s%s:%s", before, name, after);

	return find_one_by_one(suffixes, text, text + SUFFIX_BYTES, text + len) ==
	    text + strlen(before) + strlen(name);
}

int
main(void)
{
	static const char *const names[] = { "http", "https", "ftp", "mailto", "news",
		"ws", "wss", "url", "URL", "tn3270", "svn+ssh", "prospero", "MAILTO" };
	static const char *const others[] = { "Subject", "From", "Received", "12",
		"std", "X-Mailer", "Message-ID", "List-Id", "a", "", "=" };
	struct suffix_table suffixes;
	uint32_t random = 1738;
	bool good = true, all = true, none = true;
	size_t i, at;

	suffix_table_init(&suffixes);
	for (i = 0; i < TEXTS; i++) {
		char *text = malloc(ROOM); /* so that valgrind reports reads beyond its end */
		size_t len = make_text(text, &random, i % 10 == 0);

		text = realloc(text, len + 1);
		for (at = 0; at <= len && good; at += 1 + at / 8)
			good = same(&suffixes, text + at, text + len, &random);
		free(text);
	}
	ok(good, "%d texts, from many places in them", TEXTS);
	for (i = 0; i < 20 && good; i++)
		good = same_in_long_text(&suffixes, &random);
	ok(good, "long texts with few hits");
	FOR_EACH(name, names)
		all &= is_found(&suffixes, " <\n", *name, "//") &&
		    is_found(&suffixes, "...", *name, "/") &&
		    is_found(&suffixes, "...", *name, "\\/") &&
		    is_found(&suffixes, "...", *name, "");
	ok(all, "the colon after each scheme is found");
	FOR_EACH(name, others)
		none &= !is_found(&suffixes, " <\n", *name, " x");
	ok(none, "those after other words are not");
	ok(is_found(&suffixes, " <\n", "mailto", "x") && is_found(&suffixes, " <\n", "url", " ") &&
	    !is_found(&suffixes, " <\n", "http", "x") && !is_found(&suffixes, " <\n", "ssh", " "),
	    "only the colon of an opaque scheme is found without a slash");
	suffix_table_add_word(&suffixes, "foo-qqq", true);
	ok(is_found(&suffixes, " <\n", "qqq", "/") && !is_found(&suffixes, " <\n", "qqq", "x"),
	    "a scheme that was added");
	suffix_table_add_word(&suffixes, "foo-qqx", false);
	suffix_table_add_word(&suffixes, "foo-qqz", false);
	ok(is_found(&suffixes, " <\n", "qqx", "x") && is_found(&suffixes, " <\n", "qqz", "x") &&
	    is_found(&suffixes, " <\n", "qqx", "/"), "others, before anything");
	ok(!is_found(&suffixes, " <\n", "qqy", "/") && !is_found(&suffixes, " <\n", "qqw", "x") &&
	    !is_found(&suffixes, " <\n", "qrl", "x") && !is_found(&suffixes, " <\n", "vrl", "x"),
	    "and no others");
	return done_testing();
}
