/* test_link_judge.c - links are judged as the scanner would judge them, also those that it does
 * not see */
#include "find/find.h"
#include "same_url.h"
#include "tap.h"
#include "util/memory.h"

enum { MAX_PIECES = 5, ROUNDS = 100000 };

/* What URLs are made of: each delimiter, and all that may end a URL, be trimmed from its end or
 * make it a template. */
static const char *const pieces[] = { "a", "B", "c", "page.html", "page.htmlThe", "h.comThe", "7",
	"www.", ".", "..", "...", "/", "//", "://", ":", ":80", "?", "??", "?a=", "&", "&b=", "&lt;",
	"&#", "&amp;", "%41", "%", "%s", "#", "#x", "=", "-", "-->", "_", "~", "@", "+", ".*", ".+",
	"*", "!", ",", ";", "'", "'s", "(", ")", "[", "]", "[1]", "{", "}", "{{", "$", "|", "\\", "^",
	"`", "\"", "<", ">", " ", "\t", "\xC3\xA9", "\xE3\x80\x82", "http://", "https://" };

static const char *const beginnings[] = { "http://", "https://", "http://h.example/",
	"https://h.example:8/", "HTTP://h.example/", "http:/", "https:", "http//", "ftp://h.example/",
	"h.example/", "" };

static unsigned
next_number(unsigned limit)
{
	static unsigned state = 1;

	state = state * 1103515245u + 12345u;
	return (state >> 16) % limit;
}

static size_t
make_url(char *out)
{
	unsigned count = 1 + next_number(MAX_PIECES), i;

	strcpy(out, beginnings[next_number(sizeof(beginnings) / sizeof(*beginnings))]);
	for (i = 0; i < count; i++)
		strcat(out, pieces[next_number(sizeof(pieces) / sizeof(*pieces))]);
	return strlen(out);
}

static bool
is_same_span(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.text, b.text, a.len) == 0);
}

/* Return true if the finding of a link is that of the scanner in other respects than its form. */
static bool
is_same(const urlgrep_finding *f, const urlgrep_finding *found)
{
	return is_same_span(f->url.text, found->url.text) &&
	    same_url(&f->url, &found->url) &&
	    f->notes == (found->notes & ~(unsigned)URLGREP_HOST_BESIDE) &&
	    f->kind == found->kind && f->certainty == found->certainty &&
	    f->defang_signs == 0 && f->defanged.text == NULL && f->written.text == NULL &&
	    f->supplied.text == NULL && f->offset == 0 && f->length == found->url.text.len &&
	    f->form == URLGREP_QUOTED && f->confidence == URLGREP_HIGH &&
	    f->reading_count == 1 && is_same_span(f->readings[0].url, f->url.text) &&
	    f->readings[0].verdict == f->url.verdict;
}

/* Return true for a finding of what browsers open for a link that is no URL as it is written. */
static bool
is_mended(const urlgrep_finding *f)
{
	return f->notes == URLGREP_MALFORMED && f->url.verdict <= URLGREP_LOOSE &&
	    f->confidence == URLGREP_MEDIUM && f->readings[0].how == URLGREP_REPAIRED;
}

/* Return true if a link to text[0..len) agrees with what the scanner finds there. Where that
 * ends earlier, all of it is judged as an attribute; a template is not valid. */
static bool
agrees(urlgrep_scanner *scanner, const char *text, size_t len, urlgrep_status status,
    const urlgrep_finding *f)
{
	const urlgrep_finding *next;
	urlgrep_finding found;

	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST | URLGREP_ALL);
	if ((next = urlgrep_next(scanner)) == NULL || next->offset > 0)
		return status == URLGREP_END || (status == URLGREP_OK && is_mended(f));
	found = *next;
	if (status != URLGREP_OK)
		return false;
	if (is_mended(f))
		return found.url.text.len != len || found.url.verdict != URLGREP_VALID;
	if (memchr(text, ' ', len) || memchr(text, '\t', len)) /* see find_template() */
		return f->url.verdict != URLGREP_VALID;
	if (found.notes & URLGREP_TEMPLATE)
		return f->notes & URLGREP_TEMPLATE && f->url.verdict == URLGREP_INVALID;
	if (found.url.text.len != len)
		urlgrep_judge(scanner, text, len, URLGREP_ATTRIBUTE, &found.url);
	return found.url.verdict != URLGREP_VALID ? f->url.verdict != URLGREP_VALID :
	    is_same(f, &found);
}

/* Judge links to random URLs, some of them twice. */
static void
test_grammar(const char *name)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new(name, 0, NULL, NULL);
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	struct link_judge j = { .scanner = urlgrep_scanner_new(grammar) };
	struct html *h = html_new(&memory_default, "", 0);
	char text[128];
	size_t len = 0;
	int i;

	j.resolved.memory = j.mended.memory = &memory_default;
	for (i = 0; i < ROUNDS; i++) {
		struct html_link link = { .is_anchor = true };
		urlgrep_finding f;
		urlgrep_status status;

		if (i == 0 || next_number(8) > 0)
			len = make_url(text);
		memset(&f, 0xA5, sizeof(f));
		link.url = (urlgrep_span){ text, len };
		status = link_judge(&j, h, &link, link.url, &f);
		if (!agrees(scanner, text, len, status, &f))
			break;
	}
	ok(i == ROUNDS, "%s: %d links%s%s", name, ROUNDS, i == ROUNDS ? "" : ", not ",
	    i == ROUNDS ? "" : text);
	html_free(h);
	strbuf_free(&j.resolved);
	strbuf_free(&j.mended);
	urlgrep_scanner_free(j.scanner);
	urlgrep_scanner_free(scanner);
	urlgrep_grammar_free(grammar);
}

int
main(void)
{
	test_grammar("current");
	test_grammar("rfc1738");
	test_grammar("iri");
	return done_testing();
}
