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
	ok(keeps(cache, 16, 3, 1, URLGREP_VALID) && keeps(cache, 92, 3, 1, URLGREP_VALID),
	    "the shortest and the longest");
	ok(!keeps(cache, 15, 3, 1, URLGREP_VALID) && !keeps(cache, 93, 3, 1, URLGREP_VALID),
	    "not a shorter or a longer one");
	ok(!keeps(cache, 52, 9, 1, URLGREP_VALID), "not one with more parts");
	ok(!keeps(cache, 53, 0, 1, URLGREP_UNJUDGED), "not one that was not judged");
	ok(!keeps(NULL, 50, 3, 1, URLGREP_VALID), "nothing without memory");
	match_cache_free(cache);
	return done_testing();
}
