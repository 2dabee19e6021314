/* test_match_cache.c - a judged URL is found again, with its parts, in other bytes */
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "url/match.h"

static const char *const part_names[URLGREP_MAX_PARTS] = { "a", "b", "c", "d", "e",
	"f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p" };
static const struct grammar_section section = { .part_names = part_names,
	.part_count = URLGREP_MAX_PARTS };

/* Make a URL of len bytes with every step-th part of the section from the first on. */
static urlgrep_url
make_url(char *text, size_t len, unsigned parts, unsigned step)
{
	urlgrep_url url = { { text, len }, URLGREP_VALID, parts, { { NULL, { NULL, 0 } } } };
	unsigned i;

	snprintf(text, len + 1, "%0*zu", (int)len, len * 100 + parts * 10 + step);
	for (i = 0; i < parts; i++)
		url.parts[i] = (urlgrep_part){ part_names[i * step],
			{ text + i, len - parts + i } };
	return url;
}

/* Return true if the URL is found for a copy of its bytes, with parts of the copy. */
static bool
is_known(struct match_cache *cache, const urlgrep_url *url)
{
	char copy[200];
	urlgrep_url found;
	unsigned i;

	memcpy(copy, url->text.text, url->text.len);
	if (!match_cache_find(cache, copy, url->text.len, &found) ||
	    found.text.text != copy || found.text.len != url->text.len ||
	    found.verdict != url->verdict || found.part_count != url->part_count)
		return false;
	for (i = 0; i < found.part_count; i++) {
		urlgrep_span want = url->parts[i].value, value = found.parts[i].value;

		if (found.parts[i].name != url->parts[i].name ||
		    value.text - copy != want.text - url->text.text ||
		    value.len != want.len)
			return false;
	}
	return true;
}

static bool
keeps(struct match_cache *cache, size_t len, unsigned parts, unsigned step,
    urlgrep_verdict verdict)
{
	char text[200];
	urlgrep_url url = make_url(text, len, parts, step);

	url.verdict = verdict;
	if (is_known(cache, &url))
		return false; /* it was not kept yet */
	match_cache_keep(cache, &url, &section);
	return is_known(cache, &url);
}

/* Keep so many other URLs that the first one's text is overwritten, and more. */
static bool
forgets(struct match_cache *cache)
{
	char first[64], other[64];
	urlgrep_url url = { .verdict = URLGREP_INVALID };
	bool all_right = true;
	unsigned i;

	snprintf(first, sizeof(first), "http://first.example/%040d", 0);
	url.text = (urlgrep_span){ first, strlen(first) };
	match_cache_keep(cache, &url, &section);
	for (i = 0; i < 5000; i++) {
		snprintf(other, sizeof(other), "http://other.example/%040u", i);
		url.text = (urlgrep_span){ other, strlen(other) };
		match_cache_keep(cache, &url, &section);
		all_right &= is_known(cache, &url);
	}
	url.text = (urlgrep_span){ first, strlen(first) };
	return all_right && !is_known(cache, &url);
}

/* Return the least number of the last hundred URLs that are known, while 2,000 are kept; some
 * share an entry. */
static unsigned
count_known(struct match_cache *cache, size_t len)
{
	static char texts[100][200];
	urlgrep_url url = { .verdict = URLGREP_INVALID };
	unsigned i, k, known, least = 100;

	for (i = 0; i < 2000; i++) {
		snprintf(texts[i % 100], sizeof(texts[0]), "%0*u", (int)len, i * 7919);
		url.text = (urlgrep_span){ texts[i % 100], len };
		match_cache_keep(cache, &url, &section);
		for (k = known = 0; i >= 100 && k < 100; k++) {
			url.text = (urlgrep_span){ texts[k], len };
			known += is_known(cache, &url);
		}
		least = i >= 100 && known < least ? known : least;
	}
	return least;
}

/* The verdict on the shape of a URL is kept with the URL, and goes with it. */
static bool
keeps_shapes(void)
{
	static const char shaped[] = "doi:10.1000/182-and-more", other[] = "doi:see-the-section-on";
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	struct matcher *m = matcher_new(grammar);
	bool good = true;
	urlgrep_url url;
	unsigned i;

	for (i = 0; i < 3; i++) {
		matcher_judge(m, shaped, strlen(shaped), &url);
		matcher_judge(m, other, strlen(other), &url);
		good &= matcher_judge_shape(m, shaped, strlen(shaped)) == URLGREP_VALID &&
		    matcher_judge_shape(m, other, strlen(other)) == URLGREP_INVALID;
	}
	matcher_free(m);
	urlgrep_grammar_free(grammar);
	return good;
}

int
main(void)
{
	struct match_cache *cache = match_cache_new(&memory_default);
	unsigned parts;
	bool all = true, gaps = true;

	for (parts = 0; parts <= 8; parts++)
		all &= keeps(cache, 50, parts, 1, URLGREP_VALID);
	ok(all, "up to eight parts");
	for (parts = 2; parts <= 8; parts++)
		gaps &= keeps(cache, 50, parts, 2, URLGREP_VALID);
	ok(gaps, "parts with others missing between them");
	ok(keeps(cache, 51, 0, 1, URLGREP_INVALID), "an invalid URL");
	ok(forgets(cache), "a text that others have overwritten");
	ok(count_known(cache, 90) > 70 && count_known(cache, 92) > 70 &&
	    count_known(cache, 40) > 70, "most of the last hundred URLs are known");
	ok(keeps(cache, 16, 3, 1, URLGREP_VALID) && keeps(cache, 92, 3, 1, URLGREP_VALID),
	    "the shortest and the longest");
	ok(!keeps(cache, 15, 3, 1, URLGREP_VALID) && !keeps(cache, 93, 3, 1, URLGREP_VALID),
	    "not a shorter or a longer one");
	ok(!keeps(cache, 52, 9, 1, URLGREP_VALID), "not one with more parts");
	ok(!keeps(cache, 53, 0, 1, URLGREP_UNJUDGED), "not one that was not judged");
	ok(!keeps(NULL, 50, 3, 1, URLGREP_VALID), "nothing without memory");
	ok(keeps_shapes(), "the verdict on a shape, as often as it is asked for");
	match_cache_free(cache);
	return done_testing();
}
