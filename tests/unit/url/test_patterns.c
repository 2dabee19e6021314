/* test_patterns.c - the version of PCRE2; percent-encoding and its map */
#include <string.h>

#include "tap.h"
#include "url/match.h"

/* ---- patterns --- */

static void
test_version(void)
{
	char text[64], cut[8];

	memset(cut, 'x', sizeof(cut));
	urlgrep_pcre2_version(text, sizeof(text));
	ok(strlen(text) > 5 && strchr(text, '.'), "the version of PCRE2: %s", text);
	urlgrep_pcre2_version(cut, 0);
	ok(cut[0] == 'x', "no room");
	urlgrep_pcre2_version(cut, 1);
	ok(cut[0] == '\0' && cut[1] == 'x', "room for nothing");
	urlgrep_pcre2_version(cut, 4);
	ok(strlen(cut) == 3 && strncmp(cut, text, 3) == 0 && cut[4] == 'x', "room for a part");
	memset(cut, 'x', sizeof(cut));
	urlgrep_pcre2_version(text, strlen(text) + 1);
	ok(strlen(text) > 5, "just enough room");
}

/* ---- percent-encoding --- */

static const struct {
	const char *text, *loose, *all; /* ENCODE_LOOSE; and space and Unicode */
} encoded[] = {
	{ "", "", "" },
	{ "a", "a", "a" },
	{ "a:", "a:", "a:" },
	{ "a:b", "a:b", "a:b" },
	{ "a:/", "a:/", "a:/" },
	{ "a://", "a://", "a://" },
	{ "a:///", "a:///", "a:///" },
	{ "a://b", "a://b", "a://b" },
	{ "a://b?c", "a://b?c", "a://b?c" },
	{ "a://b#c", "a://b#c", "a://b#c" },
	{ "a://b:c@d/e", "a://b:c@d/e", "a://b:c@d/e" },
	{ "|^\\{}[]`", "%7C%5E%5C%7B%7D%5B%5D%60", "%7C%5E%5C%7B%7D%5B%5D%60" },
	{ "a:|^\\{}[]`", "a:%7C%5E%5C%7B%7D%5B%5D%60", "a:%7C%5E%5C%7B%7D%5B%5D%60" },
	{ "a://|b/|c", "a://|b/%7Cc", "a://|b/%7Cc" },
	{ "a:b c\td\ne\rf\fg\vh", "a:b c\td\ne\rf\fg\vh", "a:b%20c%09d%0Ae%0Df%0Cg%0Bh" },
	{ "a://b c/d e", "a://b c/d e", "a://b c/d%20e" },
	{ "a:%", "a:%25", "a:%25" },
	{ "a:%4", "a:%254", "a:%254" },
	{ "a:%41%4g%g4%%41", "a:%41%254g%25g4%25%41", "a:%41%254g%25g4%25%41" },
	{ "a://\xC3\xA9/\xC3\xA9", "a://\xC3\xA9/\xC3\xA9", "a://%C3%A9/%C3%A9" },
	{ "a:\xC3", "a:%C3", "a:%C3" },
	{ "a:\xC3/\xFF", "a:%C3/%FF", "a:%C3/%FF" },
	{ "a://\xFF/", "a://\xFF/", "a://\xFF/" },
	{ "a:\x7F\x01<>\"~!'()*", "a:\x7F\x01<>\"~!'()*", "a:\x7F\x01<>\"~!'()*" },
};

static bool
encodes(const char *text, unsigned what, const char *wanted)
{
	struct strbuf out = { .memory = &memory_default };
	struct loose_map map;
	size_t at, i, last = 0;
	bool good;

	loose_encode(&out, (urlgrep_span){ text, strlen(text) }, 0, strlen(text), what);
	good = bytes_are(out.at, out.len, wanted);
	if (!good)
		printf("# got: %.*s\n", (int)out.len, out.at);
	/* Each offset maps to the byte that is there or is encoded there, and back. Texts whose
	 * "%" is not encoded are not mapped. */
	if (!(what & ENCODE_LOOSE) || strstr(wanted, "%/%")) {
		strbuf_free(&out);
		return good;
	}
	map = (struct loose_map){ text, out.at, strlen(text), 0, 0 };
	for (i = 0; good && i < out.len; i++) {
		at = loose_map_offset(&map, i);
		good = at >= last && at - last <= 1 && at < strlen(text) &&
		    (out.at[i] == text[at] || out.at[i] == '%' ||
		    (i > 0 && out.at[i - 1] == '%') || (i > 1 && out.at[i - 2] == '%'));
		last = at;
	}
	good = good && loose_map_offset(&map, out.len) == strlen(text) &&
	    loose_map_offset(&map, 0) == 0;
	strbuf_free(&out);
	return good;
}

static void
test_encoding(void)
{
	FOR_EACH(c, encoded) {
		const char *text = c->text;

		ok(encodes(text, 0, text) && encodes(text, ENCODE_LOOSE, c->loose) &&
		    encodes(text, ENCODE_LOOSE | ENCODE_SPACE | ENCODE_UNICODE, c->all),
		    "encoded: %zu", INDEX(c, encoded));
	}
}

int
main(void)
{
	test_version();
	test_encoding();
	return done_testing();
}
