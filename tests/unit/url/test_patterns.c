/* test_patterns.c - compiled patterns and their machine code; percent-encoding and its map;
 * names of schemes; invisible characters; explanations without memory */
#include <string.h>

#include "meter.h"
#include "tap.h"
#include "url/pattern.h"
#include "url/scheme.h"
#include "url/warnings.h"
#include "url/loose.h"
#include "util/ascii.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

/* ---- patterns --- */

/* Return after how many calls the code of a pattern is another one, up to 100. */
static int
calls_before_jit(bool use_jit, bool use_jit_early)
{
	struct pattern_options options = { .memory = &counted, .use_jit = use_jit,
		.use_jit_early = use_jit_early };
	struct pattern_set set;
	struct pattern *p;
	const pcre2_code *jit = NULL;
	int calls = 0, later;

	if (!pattern_set_init(&set, grammar_find("current"), &options))
		return -1;
	p = pattern_find(&set, 1, PATTERN_JUDGE);
	ok(p && p->code && p == pattern_find(&set, 1, PATTERN_JUDGE) &&
	    p != pattern_find(&set, 2, PATTERN_JUDGE) && p != pattern_find(&set, 1, PATTERN_TRACE) &&
	    p == pattern_find(&set, 1, PATTERN_JUDGE), "a pattern is compiled once");
	while (calls < 100 && (jit = pattern_code(&set.options, p, JIT_AFTER_MATCHES)) == p->code)
		calls++;
	for (later = 0; later < 50; later++)
		if (pattern_code(&set.options, p, JIT_AFTER_MATCHES) != jit)
			calls = -1;
	pattern_set_free(&set);
	return calls;
}

static void
test_patterns(void)
{
	struct pattern_options options = { .memory = &counted };
	struct pattern_set set = { NULL };
	struct pattern *p = NULL;
	long failing;

	ok(calls_before_jit(true, false) == 32, "machine code after 32 matches");
	ok(calls_before_jit(true, true) == 0, "at once, if asked to");
	ok(calls_before_jit(false, false) == 100 && calls_before_jit(false, true) == 100, "never, if asked to");
	ok(meter.alive == 0, "all is freed");
	pattern_set_free(&set);
	for (failing = 1; p == NULL && failing < 50; failing++) {
		meter.calls = 0;
		meter.failing = failing;
		if (pattern_set_init(&set, grammar_find("draft"), &options)) {
			p = pattern_find(&set, 0, PATTERN_JUDGE);
			meter.failing = 0;
			ok(p || pattern_find(&set, 0, PATTERN_JUDGE), "later there is memory");
			pattern_set_free(&set);
		}
		meter.failing = 0;
	}
	ok(p && failing > 3 && meter.alive == 0, "without memory there is no pattern");
}

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
	size_t authority_end;
} encoded[] = {
	{ "", "", "", 0 },
	{ "a", "a", "a", 1 },
	{ "a:", "a:", "a:", 2 },
	{ "a:b", "a:b", "a:b", 2 },
	{ "a:/", "a:/", "a:/", 2 },
	{ "a://", "a://", "a://", 4 },
	{ "a:///", "a:///", "a:///", 4 },
	{ "a://b", "a://b", "a://b", 5 },
	{ "a://b?c", "a://b?c", "a://b?c", 5 },
	{ "a://b#c", "a://b#c", "a://b#c", 5 },
	{ "a://b:c@d/e", "a://b:c@d/e", "a://b:c@d/e", 9 },
	{ "|^\\{}[]`", "|^\\{}[]`", "|^\\{}[]`", 8 },
	{ "a:|^\\{}[]`", "a:%7C%5E%5C%7B%7D%5B%5D%60", "a:%7C%5E%5C%7B%7D%5B%5D%60", 2 },
	{ "a://|b/|c", "a://|b/%7Cc", "a://|b/%7Cc", 6 },
	{ "a:b c\td\ne\rf\fg\vh", "a:b c\td\ne\rf\fg\vh", "a:b%20c%09d%0Ae%0Df%0Cg%0Bh", 2 },
	{ "a://b c/d e", "a://b c/d e", "a://b c/d%20e", 7 },
	{ "a:%", "a:%25", "a:%25", 2 },
	{ "a:%4", "a:%254", "a:%254", 2 },
	{ "a:%41%4g%g4%%41", "a:%41%254g%25g4%25%41", "a:%41%254g%25g4%25%41", 2 },
	{ "a://\xC3\xA9/\xC3\xA9", "a://\xC3\xA9/\xC3\xA9", "a://%C3%A9/%C3%A9", 6 },
	{ "a:\xC3", "a:%C3", "a:%C3", 2 },
	{ "a:\xC3/\xFF", "a:%C3/%FF", "a:%C3/%FF", 2 },
	{ "a://\xFF/", "a://\xFF/", "a://\xFF/", 5 },
	{ "a:\x7F\x01<>\"~!'()*", "a:\x7F\x01<>\"~!'()*", "a:\x7F\x01<>\"~!'()*", 2 },
};

static bool
encodes(const char *text, unsigned what, const char *wanted)
{
	struct strbuf out = { .memory = &memory_default };
	struct loose_map map;
	size_t at, i, last = 0;
	bool good;

	loose_encode(&out, text, strlen(text), what);
	good = out.len == strlen(wanted) && (out.len == 0 || memcmp(out.at, wanted, out.len) == 0);
	if (!good)
		printf("# got: %.*s\n", (int)out.len, out.at);
	/* Each offset maps to the byte that is there, or is encoded there; also back again. No
	 * text is mapped whose "%" stays as it is. */
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
	size_t i;

	for (i = 0; i < sizeof(encoded) / sizeof(*encoded); i++) {
		const char *text = encoded[i].text;

		ok(encodes(text, 0, text) && encodes(text, ENCODE_LOOSE, encoded[i].loose) &&
		    encodes(text, ENCODE_LOOSE | ENCODE_SPACE | ENCODE_UNICODE, encoded[i].all),
		    "encoded: %zu", i);
		ok(loose_find_authority_end(text, strlen(text)) == encoded[i].authority_end,
		    "the end of the authority: %zu", i);
	}
	ok(loose_find_authority_end("a://b/", 4) == 4 && loose_find_authority_end("a://b", 3) == 2,
	    "a text that ends earlier");
}

/* ---- schemes --- */

/* ---- invisible characters --- */

static void
test_invisible(void)
{
	static const uint32_t edges[][2] = { { 0xAD, 0xAD }, { 0x61C, 0x61C }, { 0x180E, 0x180E },
		{ 0x200B, 0x200F }, { 0x202A, 0x202E }, { 0x2060, 0x2069 }, { 0xFEFF, 0xFEFF },
		{ 0xE0000, 0xE007F } };
	static const uint32_t bidi[] = { 0x61C, 0x200E, 0x200F, 0x202A, 0x202E, 0x2066, 0x2069 };
	static const uint32_t others[] = { 0xAD, 0x180E, 0x200B, 0x200D, 0x2060, 0x2065, 0xFEFF,
		0xE0000, 0xE007F };
	size_t i;

	for (i = 0; i < sizeof(edges) / sizeof(*edges); i++)
		ok(!urlgrep_is_invisible(edges[i][0] - 1) && urlgrep_is_invisible(edges[i][0]) &&
		    urlgrep_is_invisible(edges[i][1]) && !urlgrep_is_invisible(edges[i][1] + 1),
		    "from %X to %X", (unsigned)edges[i][0], (unsigned)edges[i][1]);
	for (i = 0; i < sizeof(bidi) / sizeof(*bidi); i++)
		ok(invisible_note(bidi[i]) == URLGREP_BIDI_BESIDE, "%X turns the direction", (unsigned)bidi[i]);
	for (i = 0; i < sizeof(others) / sizeof(*others); i++)
		ok(invisible_note(others[i]) == URLGREP_INVISIBLE_BESIDE, "%X does not", (unsigned)others[i]);
}

/* ---- explanations --- */

static bool
same_span(urlgrep_span a, const char *b)
{
	return b ? a.text && a.len == strlen(b) && memcmp(a.text, b, a.len) == 0 : a.text == NULL;
}

/* Without memory there is no explanation, or it is whole. */
static void
test_explanations(void)
{
	static const char *const rows[][3] = {
		{ "http://h.example/#a#b", "'#' is not allowed in fragment: a fragment begins only once",
		    "http://h.example/#a%23b" },
		{ "http://[h.example/", "'h' is not allowed in h16", NULL },
		{ "http://h.example/\"x\"",
		    "'\"' is not allowed in path: unsafe, it delimits URLs in text (RFC 1738 section 2.2)",
		    "http://h.example/%22x%22" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		urlgrep_status status = URLGREP_NOMEM;
		long failing, refused = 0;
		bool good = true;

		for (failing = 1; failing < 200; failing++) {
			urlgrep_grammar *g = urlgrep_grammar_new("current", URLGREP_NO_JIT, &counted, NULL);
			urlgrep_scanner *s = urlgrep_scanner_new(g);
			urlgrep_error e;

			meter.calls = meter.failed = 0;
			meter.failing = failing;
			status = urlgrep_explain(s, rows[i][0], strlen(rows[i][0]), 0, &e);
			meter.failing = 0;
			refused += status == URLGREP_NOMEM;
			good = good && (status == URLGREP_NOMEM || (status == URLGREP_OK &&
			    same_span(e.message, rows[i][1]) && same_span(e.suggestion, rows[i][2])));
			urlgrep_scanner_free(s);
			urlgrep_grammar_free(g);
			if (meter.failed == 0)
				break;
		}
		ok(good && status == URLGREP_OK && refused > 3 && meter.alive == 0,
		    "%s: %ld times without memory", rows[i][0], refused);
	}
}

int
main(void)
{
	test_patterns();
	test_version();
	test_encoding();
	test_invisible();
	test_explanations();
	return done_testing();
}
