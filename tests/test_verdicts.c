/* test_verdicts.c - what was judged lately is known again, with its parts, at other
 * octets */
#include <stdio.h>
#include <string.h>

#include "util/strbuf.h"
#include "tap.h"
#include "url/match_cache.h"

/* A URL of len octets and so many parts: each is one octet longer than the last. */
static urlgrep_url
make_url(char *text, size_t len, unsigned parts)
{
	urlgrep_url url = { { text, len }, URLGREP_OK, parts, { { NULL, { NULL, 0 } } } };
	unsigned i;

	snprintf(text, len + 1, "%0*zu", (int)len, len * 100 + parts);
	for (i = 0; i < parts; i++)
		url.parts[i] = (urlgrep_part){ "part", { text + i, len - parts + i } };
	return url;
}

/* Is it known, and are its parts the same of copy? */
static bool
is_known(const struct verdicts *v, const urlgrep_url *url)
{
	char copy[200];
	urlgrep_url found;
	unsigned i;

	memcpy(copy, url->text.text, url->text.len);
	if (!verdicts_find(v, copy, url->text.len, &found) || found.text.text != copy ||
	    found.text.len != url->text.len || found.verdict != url->verdict ||
	    found.part_count != url->part_count)
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
is_kept(struct verdicts *v, size_t len, unsigned parts, urlgrep_status verdict)
{
	char text[200];
	urlgrep_url url = make_url(text, len, parts);

	url.verdict = verdict;
	if (is_known(v, &url))
		return false; /* it was not yet */
	verdicts_keep(v, &url);
	return is_known(v, &url);
}

int
main(void)
{
	struct verdicts *v = verdicts_new(&memory_default);
	unsigned parts;
	bool good = true;

	for (parts = 0; parts <= 8; parts++)
		good &= is_kept(v, 50, parts, URLGREP_OK);
	ok(good, "up to eight parts");
	ok(is_kept(v, 51, 0, URLGREP_INVALID), "an invalid one");
	ok(is_kept(v, 16, 3, URLGREP_OK) && is_kept(v, 120, 3, URLGREP_OK),
	    "the shortest and the longest");
	ok(!is_kept(v, 15, 3, URLGREP_OK) && !is_kept(v, 121, 3, URLGREP_OK),
	    "not a shorter or a longer one");
	ok(!is_kept(v, 52, 9, URLGREP_OK), "not one of more parts");
	ok(!is_kept(v, 53, 0, URLGREP_NOMEM), "not one that was not judged");
	ok(!is_kept(NULL, 50, 3, URLGREP_OK), "nothing without memory");
	verdicts_free(v);
	return done_testing();
}
