/* test_html_links.c - finding the link of an HTML alternative for a URL of the plain text: in the
 * same order, in a different order, among very many; the text of a link in one line; links are
 * judged as the scanner would judge them, even those that it does not see */
#include "find/find.h"
#include "same_url.h"
#include "tap.h"
#include "util/memory.h"
#include "util/utf8.h"

#define PAGE "<a href=http://a/>0</a> <a href=http://b/>1</a> <img src=http://b/> " \
	"<a href=http://b/c>3</a> <a href=http://a/>4</a>"

/* A search for a URL from link `from` on, the link that is found (-1: none), and the link at which
 * the next search begins. */
static const struct {
	const char *url;
	size_t from;
	int found;
	size_t next;
} searches[] = {
	{ "http://b/", 0, 1, 2 },
	{ "http://a/", 1, 4, 5 },
	{ "http://b/", 2, 1, 2 },   /* an image is not a link */
	{ "http://b/c", 0, 3, 4 },
	{ "http://b/d", 0, -1, 0 },
	{ "http://b/d", 3, -1, 3 },
	{ "http://c/", 5, -1, 5 },
	{ "http://", 0, -1, 0 },
};

static void
check_searches(void)
{
	struct html *html = html_new(&memory_default, PAGE, sizeof(PAGE) - 1, NULL);
	size_t count;
	const struct html_link *links = html_links(html, &count);

	ok(count == 5, "five links");
	FOR_EACH(search, searches) {
		size_t next = search->from;
		urlgrep_span url = { search->url, strlen(search->url) };
		const struct html_link *found = link_find(html, url, &next);

		ok(found == (search->found < 0 ? NULL : links + search->found) &&
		    next == search->next, "%s from link %zu on", search->url, search->from);
	}
	html_free(html);
}

/* At most 512 links are compared, so that many URLs and many links take linear time. */
static void
check_limit(void)
{
	enum { LINKS = 600, COMPARED = 512 };
	char *page = NULL;
	size_t size, i, next;
	FILE *out = open_memstream(&page, &size);
	struct html *html;
	unsigned wrong = 0;

	for (i = 0; i < LINKS; i++)
		fprintf(out, "<a href=http://h/%zu>x</a>\n", i);
	fclose(out);
	html = html_new(&memory_default, page, size, NULL);
	for (i = 0; i < LINKS; i++) {
		char url[32];
		int len = sprintf(url, "http://h/%zu", i);
		bool is_found;

		next = 0;
		is_found = link_find(html, (urlgrep_span){ url, (size_t)len }, &next) != NULL;
		wrong += is_found != (i < COMPARED) || next != (is_found ? i + 1 : 0);
	}
	ok(wrong == 0, "the first 512 of 600 links are compared");
	html_free(html);
	free(page);
	html = html_new(&memory_default, "x", 1, NULL);
	next = 0;
	ok(link_find(html, (urlgrep_span){ "http://h/", 9 }, &next) == NULL, "HTML without links");
	html_free(html);
}

/* ---- the text of a link --- */

static const struct collapsed {
	const char *text, *line;
} collapsed[] = {
	{ "", "" }, { " ", "" }, { " a ", "a" }, { "a b", "a b" },
	{ "  a \t\r\n\v\f b  c ", "a b c" },
	{ "caf\xC3\xA9 b", "caf\xC3\xA9 b" },
	{ "a\xE9 b\xFF", "a\xE9 b\xFF" }, /* bytes of another charset */
	{ "\xC3", "\xC3" },
	{ "\xC2\xA0" "a\xE3\x80\x80" "b\xE2\x80\x89", "a b" },
};

static void
check_row(const struct collapsed *row)
{
	char line[MAX_LINK_TEXT_BYTES];
	size_t len = link_text_collapse((urlgrep_span){ row->text, strlen(row->text) }, line);

	ok(bytes_are(line, len, row->line), "row %d",
	    (int)(row - collapsed));
}

/* Return true if a character between two letters becomes a space. */
static bool
is_space(uint32_t code)
{
	char text[10] = "a", line[MAX_LINK_TEXT_BYTES];
	size_t len = 1 + utf8_encode(code, text + 1);

	text[len++] = 'b';
	len = link_text_collapse((urlgrep_span){ text, len }, line);
	return len == 3 && memcmp(line, "a b", 3) == 0;
}

/* The characters with the Unicode property White_Space, and no others, become spaces. */
static void
test_spaces(void)
{
	static const uint32_t ranges[][2] = {
		{ 0x09, 0x0D }, { 0x20, 0x20 }, { 0x85, 0x85 }, { 0xA0, 0xA0 },
		{ 0x1680, 0x1680 }, { 0x2000, 0x200A }, { 0x2028, 0x2029 },
		{ 0x202F, 0x202F }, { 0x205F, 0x205F }, { 0x3000, 0x3000 },
	};
	uint32_t code;
	size_t i = 0;

	for (code = 1; code < 0x3100; code++) {
		bool wanted = i < COUNT(ranges) && code >= ranges[i][0];

		if (is_space(code) != wanted)
			break;
		i += wanted && code == ranges[i][1];
	}
	ok(code == 0x3100, "white space, up to U+%04X", (unsigned)code);
}

static void
test_longest(void)
{
	enum { MOST = MAX_LINK_TEXT_CHARACTERS };
	char text[4 * MOST + 16], line[MAX_LINK_TEXT_BYTES];
	size_t i, len;

	memset(text, 'a', sizeof(text));
	ok(link_text_collapse((urlgrep_span){ text, MOST }, line) == MOST &&
	    link_text_collapse((urlgrep_span){ text, MOST - 1 }, line) == MOST - 1 &&
	    link_text_collapse((urlgrep_span){ text, MOST + 1 }, line) == MOST,
	    "at most %d characters", MOST);
	text[MOST - 2] = ' ';
	ok(link_text_collapse((urlgrep_span){ text, MOST + 9 }, line) == MOST, "the last letter");
	text[MOST - 2] = 'a';
	text[MOST - 1] = ' ';
	ok(link_text_collapse((urlgrep_span){ text, MOST + 9 }, line) == MOST - 1,
	    "no space is the last character");
	for (i = len = 0; i < MOST + 1; i++)
		len += utf8_encode(0x1F600, text + len);
	ok(link_text_collapse((urlgrep_span){ text, len }, line) == 4 * MOST,
	    "the longest characters");
}

static void
test_shortened(void)
{
	static const struct {
		const char *text, *url;
		bool is_shortened;
	} cases[] = {
		{ "http://h.example/a/b...", "http://h.example/a/bc", true },
		{ "http://h.example/a/b....", "http://r.example/?1", true },
		{ "http://h.example/a/b \xE2\x80\xA6 ", "http://h.example/a/bc", true },
		{ "http://h.example/a/b...yz", "http://h.example/a/bcd/wxyz", true },
		{ "http://h.example/a/b\xE2\x80\xA6yz", "http://h.example/a/bcd/wxyz", true },
		{ "http://h.example/a/b ... yz", "http://h.example/a/bcd/wxyz", true },
		{ "http://h.example/v1...v2", "http://r.example/v1...v2", false },
		{ "http://h.example/v1...v2", "http://h.example/v1v2", false },
		{ "http://h.example/v1...v2", "http://h.example/v1..v3", false },
		{ "http://h.example/a for more...", "http://h.example/ab", false },
		{ "http://h.example/a", "http://h.example/ab", false },
		{ "http://h.example/a..", "http://h.example/ab", false },
	};

	FOR_EACH(c, cases)
		ok(link_text_is_shortened((urlgrep_span){ c->text, strlen(c->text) },
			(urlgrep_span){ c->url, strlen(c->url) }) == c->is_shortened,
		    "shortened: %s, %s", c->text, c->url);
}

/* ---- verdicts --- */

enum { MAX_PIECES = 5, ROUNDS = 100000 };

/* Pieces of URLs: each delimiter, and everything that may end a URL, be trimmed from its end, or
 * make it a template. */
static const char *const pieces[] = { "a", "B", "c", "page.html", "page.htmlThe", "h.comThe", "7",
	"web.", ".", "..", "...", "/", "//", "://", ":", ":80", "?", "??", "?a=", "&", "&b=", "&lt;",
	"&#", "&amp;", "%41", "%", "%s", "#", "#x", "=", "-", "-->", "_", "~", "@", "+", ".*", ".+",
	"*", "!", ",", ";", "'", "'s", "(", ")", "[", "]", "[1]", "{", "}", "{{", "$", "|", "\\", "^",
	"`", "\"", "<", ">", " ", "\t", "\xC3\xA9", "\xE3\x80\x82", "http://", "https://" };

static const char *const beginnings[] = { "http://", "https://", "http://h.example/",
	"https://h.example:8/", "HTTP://h.example/", "http:/", "https:", "http//", "ftp://h.example/",
	"nope://h.example/", "h.example/", "" };

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

	strcpy(out, beginnings[next_number(COUNT(beginnings))]);
	for (i = 0; i < count; i++)
		strcat(out, pieces[next_number(COUNT(pieces))]);
	return strlen(out);
}

static bool
is_same_span(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.text, b.text, a.len) == 0);
}

/* Return true if the finding of a link is that of the scanner in all respects except its form. */
static bool
is_same(const urlgrep_finding *f, const urlgrep_finding *found)
{
	return is_same_span(f->url.text, found->url.text) && same_url(&f->url, &found->url) &&
	    f->notes == (found->notes & ~(unsigned)URLGREP_HOST_BESIDE) &&
	    f->kind == found->kind && f->certainty == found->certainty &&
	    f->defang_signs == 0 && f->defanged.text == NULL && f->written.text == NULL &&
	    f->supplied.text == NULL && f->offset == 0 && f->length == found->url.text.len &&
	    f->form == URLGREP_QUOTED && f->confidence == URLGREP_HIGH &&
	    f->reading_count == 1 && is_same_span(f->readings[0].url, f->url.text) &&
	    f->readings[0].verdict == f->url.verdict;
}

/* Return true for a finding of the URL that browsers open for a link that is invalid as written. */
static bool
is_repaired(const urlgrep_finding *f)
{
	return f->notes == URLGREP_MALFORMED && f->url.verdict <= URLGREP_LOOSE &&
	    f->confidence == URLGREP_MEDIUM && f->readings[0].how == URLGREP_REPAIRED;
}

/* Return true if a link to text[0..len) agrees with what the scanner finds there. If the scanner's
 * finding ends earlier, the whole text is judged as an attribute; a template is not valid. */
static bool
agrees(urlgrep_scanner *scanner, const char *text, size_t len, urlgrep_status status,
    const urlgrep_finding *f)
{
	const urlgrep_finding *next;
	urlgrep_finding found;

	urlgrep_scanner_reset(scanner);
	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST | URLGREP_ALL);
	if ((next = urlgrep_next(scanner)) == NULL || next->offset > 0)
		return status == URLGREP_END || (status == URLGREP_OK && is_repaired(f));
	found = *next;
	if (status != URLGREP_OK)
		return false;
	if (is_repaired(f))
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
	struct html *h = html_new(&memory_default, "", 0, NULL);
	char text[128];
	size_t len = 0;
	int i;

	j.resolved.memory = j.repaired.memory = &memory_default;
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
	strbuf_free(&j.repaired);
	urlgrep_scanner_free(j.scanner);
	urlgrep_scanner_free(scanner);
	urlgrep_grammar_free(grammar);
}

int
main(void)
{
	check_searches();
	check_limit();
	FOR_EACH(c, collapsed)
		check_row(c);
	test_spaces();
	test_longest();
	test_shortened();
	test_grammar("current");
	test_grammar("rfc1738");
	test_grammar("iri");
	return done_testing();
}
