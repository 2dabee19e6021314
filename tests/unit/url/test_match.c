/* test_match.c - matching by machine code and by the interpreter: where the stack of the first is too
 * small, the second answers; what the results of PCRE2 mean; a judged URL is found again, with its
 * parts, in other bytes; the version of PCRE2; percent-encoding and its map */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include "tap.h"
#include "url/loose.h"
#include "url/match.h"
#include "url/pattern.h"
#include "util/memory.h"

enum { LEN = 60000 };

/* Match a text that needs as deep a stack as it is long. */
static void
check_deep_match(struct match_state *m)
{
	static const char pattern[] = "\\A(?:(a)|b(?=c))*?c\\z";
	static char text[LEN];
	PCRE2_SIZE offset;
	int error, by_machine;
	pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &error,
	    &offset, NULL);

	pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
	memset(text, 'a', LEN);
	text[LEN - 1] = 'c';
	by_machine = pcre2_match(code, (PCRE2_SPTR)text, LEN, 0, 0, m->data, m->context);
	if (by_machine == PCRE2_ERROR_JIT_STACKLIMIT)
		ok(match_run(m, code, text, LEN, 0) > 0, "the interpreter matches");
	else
		skip("the interpreter matches", "machine code has stack enough, or there is none");
	text[LEN - 1] = 'd';
	ok(match_run(m, code, text, LEN, 0) == PCRE2_ERROR_NOMATCH, "and does not match");
	pcre2_code_free(code);
}

static void
check_statuses(void)
{
	static const struct {
		int rc;
		urlgrep_verdict verdict;
	} cases[] = {
		{ 0, URLGREP_VALID }, { 1, URLGREP_VALID }, { 17, URLGREP_VALID },
		{ PCRE2_ERROR_NOMATCH, URLGREP_INVALID }, { PCRE2_ERROR_PARTIAL, URLGREP_INVALID },
		{ PCRE2_ERROR_UTF8_ERR1, URLGREP_INVALID }, { PCRE2_ERROR_UTF8_ERR2, URLGREP_INVALID },
		{ PCRE2_ERROR_UTF8_ERR20, URLGREP_INVALID }, { PCRE2_ERROR_UTF8_ERR21, URLGREP_INVALID },
		{ PCRE2_ERROR_UTF8_ERR21 - 1, URLGREP_LIMIT }, { PCRE2_ERROR_NOMEMORY, URLGREP_UNJUDGED },
		{ PCRE2_ERROR_MATCHLIMIT, URLGREP_LIMIT }, { PCRE2_ERROR_DEPTHLIMIT, URLGREP_LIMIT },
		{ PCRE2_ERROR_HEAPLIMIT, URLGREP_LIMIT }, { PCRE2_ERROR_JIT_STACKLIMIT, URLGREP_LIMIT },
		{ PCRE2_ERROR_RECURSELOOP, URLGREP_LIMIT },
	};
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		ok(match_verdict(cases[i].rc) == cases[i].verdict, "the verdict of %d", cases[i].rc);
}

/* ---- URLs that were judged --- */

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

static void
check_cache(void)
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
}

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

int
main(void)
{
	pcre2_general_context *general = pcre2_general_context_create(
	    memory_default.allocate, memory_default.release, NULL);
	struct match_state m;

	ok(match_state_init(&m, general), "a state");
	check_deep_match(&m);
	check_statuses();
	match_state_free(&m);
	pcre2_general_context_free(general);
	check_cache();
	test_version();
	test_encoding();
	return done_testing();
}
