/* test_library.c - liburlgrep as seen by its users: failing allocations, pieces of any
 * size, limits, names */
#include "findings.h"
#include "meter.h"
#include "same_url.h"
#include "scanners.h"
#include "tap.h"
#include "urlgrep.h"
#include "urlgrep_tools.h"

/* ---- a caller's allocator that fails --- */

static const char sample[] =
    "> see <URL:http://h.example/over-\n> view.html> and \"http://q.example/a\n"
    "> b/c.html\" or http://h.example/~x/dddddddddddddddddddddddddddddd/abcdefg/\n"
    "> more/x.html, gopher://h.example/11%0A and mailto:ann@example.org\n"
    "news:comp.lang.c tel:+1-2 urn:a:b ftp://f.example/x;type=a http://h/\xC3\xA9\n"
    "hxxp://h.example/x, http;//h.example/y\n";

/* The findings, and the number of calls that had to be repeated. */
struct outcome {
	char *findings;
	unsigned again;
	bool good; /* there was no other error */
};

static void
find_all(urlgrep_scanner *s, struct outcome *o, struct report *r)
{
	const urlgrep_finding *f;
	urlgrep_status status = URLGREP_OK;

	urlgrep_scanner_text(s, sample, sizeof(sample) - 1,
	    URLGREP_LAST | URLGREP_ALL | URLGREP_FIND_MALFORMED);
	while (status != URLGREP_END && o->again < 3) {
		if ((f = urlgrep_next(s)) != NULL)
			report_finding(r, f);
		status = urlgrep_scanner_status(s);
		o->again += status == URLGREP_NOMEM;
		o->good &= status != URLGREP_MORE;
	}
}

/* Append the errors of invalid URLs to the findings. */
static void
explain_all(urlgrep_scanner *s, struct outcome *o, FILE *out)
{
	static const char *const urls[] = { "http://h/a\001b", "ftp://", "x",
		"gopher://h/1%0A", "http://999.1.1.1/", "mailto:a b@c" };

	FOR_EACH(url, urls) {
		urlgrep_error e;
		urlgrep_status status = urlgrep_explain(s, *url, strlen(*url), 0, &e);

		if (status == URLGREP_NOMEM) {
			o->again++;
			status = urlgrep_explain(s, *url, strlen(*url), 0, &e);
		}
		o->good &= status == URLGREP_OK || status == URLGREP_END;
		if (status == URLGREP_OK)
			fprintf(out, "%s: %zu %.*s %.*s\n", *url, e.offset,
			    (int)e.rule.len, e.rule.text, (int)e.message.len, e.message.text);
	}
}

/* Write a URL for readers, enclosed or not. One call at most fails. */
static void
write_readable(urlgrep_scanner *s, struct outcome *o)
{
	static const char text[] = "http://h.example/%E2%80%8B%CE%B1";
	urlgrep_span readable;
	urlgrep_url url;
	unsigned i;

	for (i = 0; i < 4; i++) {
		urlgrep_judge(s, text, strlen(text), 0, &url);
		if (urlgrep_readable(s, &url, i % 2 ? 0 : URLGREP_ENCLOSED, &readable) == URLGREP_NOMEM)
			o->good &= ++o->again == 1;
		else
			o->good &= memmem(readable.text, readable.len, "\u200B", 3) == NULL;
	}
}

static struct outcome
use_all(const char *name, unsigned flags, const urlgrep_memory *memory)
{
	struct outcome o = { NULL, 0, true };
	urlgrep_status why;
	urlgrep_grammar *g = urlgrep_grammar_new(name, flags, memory, &why);
	urlgrep_scanner *s;
	struct report r;

	if (g == NULL) {
		o.again++;
		o.good = why == URLGREP_NOMEM;
		g = urlgrep_grammar_new(name, flags, memory, &why);
	}
	s = urlgrep_scanner_new(g);
	if (s == NULL) {
		o.again++;
		s = urlgrep_scanner_new(g);
	}
	report_open(&r);
	find_all(s, &o, &r);
	explain_all(s, &o, r.file);
	write_readable(s, &o);
	fclose(r.file);
	o.findings = r.text;
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return o;
}

static void
check_failed_allocations(const char *name, unsigned flags)
{
	struct meter m = { 0 };
	urlgrep_memory memory = { metered_allocate, metered_release, &m };
	struct outcome all = use_all(name, flags, &memory);
	long calls = m.calls, n, unsaid = 0;
	bool same = true, leaked = m.alive != 0;

	for (n = 1; n <= calls; n++) {
		struct outcome o;

		m = (struct meter){ .failing = n };
		o = use_all(name, flags, &memory);
		if (!o.good || strcmp(o.findings, all.findings) != 0) {
			if (same)
				printf("# at allocation %ld: %s# not %s", n, o.findings, all.findings);
			same = false;
		}
		unsaid += o.again == 0;
		leaked |= m.alive != 0;
		free(o.findings);
	}
	ok(same && all.good && all.again == 0,
	    "%s%s: one of %ld allocations fails: asked again, it finds all", name,
	    flags == URLGREP_NO_JIT ? ", interpreted" : "", calls);
	/* without memory for JIT, patterns are interpreted */
	ok(unsaid < calls / (flags == URLGREP_NO_JIT ? 4 : 1),
	    "%s%s: %ld of them could be done without", name,
	    flags == URLGREP_NO_JIT ? ", interpreted" : "", unsaid);
	ok(!leaked, "%s: nothing leaks", name);
	free(all.findings);
}

/* ---- pieces of any size --- */

/* Make a text of pieces that matter to the scanner, the same for the same seed. Return its
 * length. */
static size_t
make_text(char *text, size_t size, unsigned seed)
{
	static const char *const shapes[] = { "http://h.example/a/", "\n", "\n> ",
		"<URL:", ">", " ", "-\n", "ftp://f.example/x-\n", "see ", "mailto:",
		"ann@example.org", "\n\n", "\r\n", ".", ", ", "(", ")", "\"", "'",
		"https://www.example.com/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/",
		"bbbbbbbbbbbb/c.html", "=", "&x=1", "%4", "1", "<", "news:", "x.y.z",
		"\f\n", "RFC 1738    URL    December 1994\n", "Name      [Page 3]\n",
		"\t", "\xC2\xA0", "\xE3\x80\x80", "\xFF", "word", ":", "//", "URL:" };
	size_t len = 0;

	while (len + 80 < size) {
		const char *shape;

		seed = seed * 1103515245 + 12345;
		shape = shapes[(seed >> 16) % (sizeof(shapes) / sizeof(shapes[0]))];
		memcpy(text + len, shape, strlen(shape));
		len += strlen(shape);
	}
	return len;
}

static void
show_difference(unsigned seed, size_t step, const char *whole, const char *pieces)
{
	size_t at = 0;

	while (whole[at] == pieces[at])
		at++;
	while (at > 0 && whole[at - 1] != '\n')
		at--;
	printf("# seed %u step %zu: whole %.300s\n# pieces %.300s\n", seed, step,
	    whole + at, pieces + at);
}

static void
check_pieces(const char *name)
{
	static const size_t steps[] = { 1, 2, 3, 7, 64, 999 };
	static char text[3000];
	urlgrep_scanner *s = scanner_of(name, 0);
	unsigned seed, i, bad = 0;

	for (seed = 1; seed <= 300; seed++) {
		size_t len = make_text(text, sizeof(text), seed);
		size_t step = steps[seed % 6];
		char *whole = findings_of(s, text, len, len, 1, 0);
		char *pieces = findings_of(s, text, len, step, step, 0);

		if (strcmp(whole, pieces) != 0 && bad++ == 0)
			show_difference(seed, step, whole, pieces);
		free(whole);
		free(pieces);
	}
	for (i = 0; i < 40; i++) { /* longer than the context read around a URL */
		static char big[60000];
		size_t len = make_text(big, sizeof(big), 1000 + i);
		char *whole = findings_of(s, big, len, len, 1, 0);
		char *pieces = findings_of(s, big, len, 4096, 4096 + i, 0);

		bad += strcmp(whole, pieces) != 0;
		free(whole);
		free(pieces);
	}
	ok(bad == 0, "%s: 340 random texts: the same findings in pieces", name);
}

/* A run of an opaque scheme that is about as long as allowed, followed by the beginning of a
 * character or a whole one, divided at any byte: the limit counts only whole characters. */
static void
check_opaque_runs(void)
{
	static const char *const tails[] = { "\xEF", "\xEF\xBB", "\xC3\xA9",
		"\xF0\x9F\x98", "\xEF tail", "\xC3\xA9 tail", "\xF0\x9F\x98 tail" };
	static const char unit[] = "urn:isbn:";
	urlgrep_scanner *s = scanner_of("iri", 0);
	size_t length, bad = 0;
	char text[1100];

	for (length = 990; length < 1004; length++)
		FOR_EACH(tail, tails) {
			size_t len, cut;
			char *whole;

			for (len = 0; len < length; len++)
				text[len] = unit[len % strlen(unit)];
			len += (size_t)sprintf(text + len, "!%s", *tail);
			whole = findings_of(s, text, len, len, 1, 0);
			for (cut = length - 2; cut < len; cut++) {
				char *pieces = findings_of(s, text, len, cut, len, 0);

				bad += strcmp(whole, pieces) != 0;
				free(pieces);
			}
			free(whole);
		}
	ok(bad == 0, "iri: opaque runs as long as they may be: the same in pieces");
}

/* ---- limits, absent and empty --- */

static void
check_limits(void)
{
	urlgrep_scanner *s = scanner_of("current", 0);
	size_t len = URLGREP_MAX_URL_BYTES + 1;
	bool has_meanings = true;
	unsigned i;
	char *long_url = malloc(len);
	const urlgrep_finding *f;
	urlgrep_url url;
	urlgrep_error e;
	urlgrep_status why;

	memset(long_url, 'a', len);
	memcpy(long_url, "http://h/", 9);
	ok(urlgrep_judge(s, long_url, len - 1, 0, &url) == URLGREP_VALID,
	    "the longest URL is judged");
	ok(urlgrep_judge(s, long_url, len, 0, &url) == URLGREP_LIMIT &&
	    urlgrep_explain(s, long_url, len, 0, &e) == URLGREP_REJECTED,
	    "of a longer one the verdict is LIMIT");
	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, long_url, len, URLGREP_LAST | URLGREP_ALL);
	ok((f = urlgrep_next(s)) != NULL && f->url.verdict == URLGREP_LIMIT &&
	    (f = urlgrep_next(s)) == NULL && urlgrep_scanner_status(s) == URLGREP_END,
	    "in a text it is found, with that verdict");
	urlgrep_judge(s, "http://h?", 9, 0, &url);
	ok(urlgrep_part_named(&url, "fragment").text == NULL &&
	    urlgrep_part_named(&url, "query").text != NULL &&
	    urlgrep_part_named(&url, "query").len == 0, "absent differs from empty");
	ok(urlgrep_explain(s, "http://h/", 9, 0, &e) == URLGREP_END,
	    "a valid URL has no explanation");
	ok(urlgrep_judge(s, NULL, 0, 0, &url) == URLGREP_INVALID &&
	    urlgrep_explain(s, "", 0, 0, &e) == URLGREP_OK && e.offset == 0,
	    "an empty text is not a URL");
	ok(urlgrep_grammar_new("rfc9999", 0, NULL, &why) == NULL &&
	    why == URLGREP_REJECTED, "an unknown grammar is reported");
	for (i = 0; urlgrep_name(URLGREP_WARNING_NAMES, i); i++)
		has_meanings &= urlgrep_warning_meaning(i) != NULL;
	ok(i > 20 && has_meanings && urlgrep_warning_meaning(i) == NULL,
	    "each warning has a meaning");
	ok(strcmp(urlgrep_version(), URLGREP_VERSION) == 0, "the version");
	free(long_url);
}

static void
check_names(void)
{
	ok(strcmp(urlgrep_name(URLGREP_FORM_NAMES, URLGREP_ANGLE), "angle") == 0 &&
	    strcmp(urlgrep_name(URLGREP_CONFIDENCE_NAMES, URLGREP_LOW), "low") == 0 &&
	    strcmp(urlgrep_name(URLGREP_TREATMENT_NAMES, 0), "joined") == 0 &&
	    strcmp(urlgrep_name(URLGREP_TREATMENT_NAMES, 5), "mended") == 0 &&
	    strcmp(urlgrep_name(URLGREP_TREATMENT_NAMES, 6), "decoded") == 0 &&
	    strcmp(urlgrep_name(URLGREP_NOTE_NAMES, 2), "malformed") == 0,
	    "values of findings have names");
	ok(urlgrep_name(URLGREP_TREATMENT_NAMES, 7) == NULL &&
	    urlgrep_name(URLGREP_TREATMENT_NAMES, 32) == NULL &&
	    urlgrep_name(URLGREP_NOTE_NAMES, 5) == NULL, "other values have none");
	ok(urlgrep_form_is_delimited(URLGREP_WRAPPED) && urlgrep_form_is_delimited(URLGREP_ANGLE) &&
	    !urlgrep_form_is_delimited(URLGREP_QUOTED) &&
	    !urlgrep_form_is_delimited(URLGREP_BARE), "angle brackets delimit");
}

/* A finding keeps its length when its only reading is chosen. */
static void
check_choose(void)
{
	static const char text[] = "http://h.example/dddddddddddddddddddd-\nx.html http://h/a ";
	urlgrep_scanner *s = scanner_of("current", 0);
	const urlgrep_finding *next;
	urlgrep_finding f;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, text, sizeof(text) - 1, URLGREP_LAST | URLGREP_ALL);
	while ((next = urlgrep_next(s)) != NULL && next->reading_count > 1)
		;
	f = *next;
	ok(f.length == 10 && urlgrep_choose(s, &f, 0) == URLGREP_OK && f.length == 10,
	    "the only reading may be chosen");
	ok(urlgrep_choose(s, &f, 1) == URLGREP_REJECTED, "another one may not");
}

static bool
is_span(urlgrep_span span, const char *text)
{
	return span.text && span_bytes_are(span, text);
}

/* Return true if a URL has that verdict and is converted to that URI; NULL: to none. */
static bool
has_uri(urlgrep_scanner *s, const char *text, unsigned flags, urlgrep_verdict verdict,
    const char *wanted)
{
	const urlgrep_span none = { NULL, 0 };
	urlgrep_status status;
	urlgrep_url url;
	urlgrep_span uri;

	if (urlgrep_judge(s, text, strlen(text), flags, &url) != verdict)
		return false;
	status = urlgrep_uri(s, &url, none, &uri);
	return wanted ? status == URLGREP_OK && is_span(uri, wanted) :
	    status == URLGREP_REJECTED && uri.text == NULL;
}

static void
check_uris(urlgrep_scanner *s)
{
	static const char text[] = "http://b\xC3\xBC" "cher.example/\xC3\xBC|";
	const urlgrep_span host = { "xn--bcher-kva.example", 21 };
	urlgrep_url url;
	urlgrep_span uri;

	ok(has_uri(s, "http://h/a", 0, URLGREP_VALID, "http://h/a") &&
	    has_uri(s, "sip:a@h.example;x=[", 0, URLGREP_VALID, "sip:a@h.example;x=["),
	    "a valid URL is its own URI");
	ok(has_uri(s, "http://h/%zz[x]\xFF|%41", 0, URLGREP_LOOSE,
		"http://h/%25zz%5Bx%5D%FF%7C%41"), "a loose URL is percent-encoded");
	ok(has_uri(s, "http://h/\xC3\xBC", 0, URLGREP_VALID, "http://h/%C3%BC"),
	    "so is one beyond US-ASCII");
	ok(has_uri(s, "http://{h}/", 0, URLGREP_INVALID, NULL) &&
	    has_uri(s, "http://h\xFF/", 0, URLGREP_INVALID, NULL) &&
	    has_uri(s, "http:///|", 0, URLGREP_INVALID, NULL) &&
	    has_uri(s, "http:x|", 0, URLGREP_INVALID, NULL), "no host is repaired");
	ok(has_uri(s, "http://h/a b", 0, URLGREP_INVALID, NULL) &&
	    has_uri(s, "http://h/a b", URLGREP_ATTRIBUTE, URLGREP_LOOSE, "http://h/a%20b") &&
	    has_uri(s, "http://h h/", URLGREP_ATTRIBUTE, URLGREP_INVALID, NULL),
	    "white space is repaired in attributes only");
	ok(urlgrep_judge(s, text, strlen(text), 0, &url) == URLGREP_LOOSE &&
	    is_span(urlgrep_part_named(&url, "host"), "b\xC3\xBC" "cher.example") &&
	    is_span(urlgrep_part_named(&url, "path"), "/\xC3\xBC|"),
	    "the parts are those of the URL as written");
	ok(urlgrep_uri(s, &url, host, &uri) == URLGREP_OK &&
	    is_span(uri, "http://xn--bcher-kva.example/%C3%BC%7C"), "a host of the caller");
}

/* ---- the text after a URL --- */

/* The beginning of a text is judged as if nothing followed it. */
static void
check_beginnings(urlgrep_scanner *s, const char *text)
{
	size_t len = strlen(text), n;
	bool good = true;

	for (n = 0; n <= len; n++) {
		char *alone = malloc(n + 1);
		urlgrep_url in_text, by_itself;

		memcpy(alone, text, n);
		alone[n] = '\0';
		urlgrep_judge(s, text, n, 0, &in_text);
		urlgrep_judge(s, alone, n, 0, &by_itself);
		if (!same_url(&in_text, &by_itself) ||
		    urlgrep_url_warnings(&in_text) != urlgrep_url_warnings(&by_itself)) {
			printf("# %s\n", alone);
			good = false;
		}
		free(alone);
	}
	ok(good, "the beginnings of %s", text);
}

static const char *const beginnings[] = {
	"http://h.example/%0A%00%1F%7F", "http://h.example/%C2%9B%C2%80", "http://h.example/%C0%AF%E0%80%80",
	"http://h.example/%F0%80%80%80", "http://h.example/%250A%25ff", "gopher://h.example/1%0D%0A%09",
	"http://u%2Ev%2e@h.example/", "http://u.v:p@h.example:25/", "http://h.example/%E2%80%AE%E2%80%8B",
	"http://h.example/a\xE2\x80\xAE\xE2\x80\x8D\xD9\x85", "http://1.2.3.256/", "http://0x7f.0.0.1/",
	"http://10.0.0.1:10080/", "http://[::ffff:10.0.0.1]/", "http://[fe80::1]/", "http://[v1.a:b]/",
	"http://xn--bcher-kva.example/", "http://a.localhost./", "http://a-.b.example./", "file:\\\\h\\a",
	"file://h:1/a", "news:a..b.", "mailto:a@b.example?subject=x", "javascript:alert(1)", "data:,x",
	"http://h.example/a|b[c]^d`e{f}g\\h%zi", "http://h.example/caf\xC3\xA9/\xF0\x9F\x98\x80#x#y",
	"http://\xC3\xBC.example/", "ftp://h.example/a;type=ix", "urn:ab:c?+r?=q#f", "tel:+1-2;ext=3;isub=4",
};

/* Judge text by a grammar with these flags. */
static urlgrep_verdict
judge_with(const char *name, unsigned flags, const char *text, int *accepted)
{
	struct kept *k = kept_of(name, flags);
	urlgrep_url url;

	urlgrep_judge(k->scanner, text, strlen(text), 0, &url);
	*accepted = urlgrep_accepts(k->grammar, url.verdict);
	return url.verdict;
}

static void
check_verdicts(void)
{
	urlgrep_scanner *s = scanner_of("current", 0);
	int accepted;

	check_uris(s);
	FOR_EACH(beginning, beginnings)
		check_beginnings(s, *beginning);
	ok(judge_with("current", 0, "http://h/|", &accepted) == URLGREP_LOOSE && accepted &&
	    judge_with("current", URLGREP_STRICT, "http://h/|", &accepted) == URLGREP_LOOSE &&
	    !accepted, "a strict grammar does not accept loose URLs");
	ok(judge_with("current", URLGREP_NO_IRI, "http://h/\xC3\xBC", &accepted) ==
	    URLGREP_INVALID && judge_with("current", URLGREP_NO_IRI, "http://h/\xC3\xBC|",
		&accepted) == URLGREP_INVALID, "without IRIs, URLs end at non-ASCII characters");
	ok(judge_with("rfc1738", 0, "http://h.example/|", &accepted) == URLGREP_INVALID &&
	    judge_with("draft", 0, "http://h.example/|", &accepted) == URLGREP_INVALID,
	    "in other grammars nothing is loose");
	ok(strcmp(urlgrep_name(URLGREP_VERDICT_NAMES, URLGREP_VALID), "valid") == 0 &&
	    strcmp(urlgrep_name(URLGREP_VERDICT_NAMES, URLGREP_LOOSE), "loose") == 0 &&
	    strcmp(urlgrep_name(URLGREP_VERDICT_NAMES, URLGREP_LIMIT), "limit") == 0,
	    "their names");
}

static void
check_schemes(void)
{
	static const char text[] = "see x://a/b and foo+bar://c/d and baz://e/f";
	urlgrep_grammar *g = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scheme scheme;
	urlgrep_scanner *s;
	char *found;
	unsigned i;

	ok(urlgrep_grammar_add_scheme(g, "X") == URLGREP_OK &&
	    urlgrep_grammar_add_scheme(g, "foo+bar") == URLGREP_OK &&
	    urlgrep_grammar_add_scheme(g, "http") == URLGREP_OK &&
	    urlgrep_grammar_add_scheme(g, "1a") == URLGREP_REJECTED &&
	    urlgrep_grammar_add_scheme(g, "") == URLGREP_REJECTED, "schemes are added");
	s = urlgrep_scanner_new(g);
	found = findings_of(s, text, sizeof(text) - 1, 3, 1, 0);
	ok(strstr(found, "x://a/b valid") && strstr(found, "foo+bar://c/d valid") &&
	    !strstr(found, "baz"), "and found, others not");
	free(found);
	for (i = 0; urlgrep_scheme_at(i, &scheme) == URLGREP_OK; i++)
		if (strcmp(scheme.name, "news") == 0)
			ok(scheme.has_slashes && scheme.is_opaque && scheme.is_registered &&
			    scheme.port == 119 && scheme.rfc == 5538, "a row of the table");
	ok(i > 600, "%u schemes are listed", i);
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
}

/* ---- consecutive texts --- */

/* Return the number of URLs found up to END or MORE. */
static unsigned
count_urls(urlgrep_scanner *s, const char *text, size_t len, unsigned flags)
{
	const urlgrep_finding *f;
	unsigned count = 0;

	urlgrep_scanner_text(s, text, len, flags);
	while ((f = urlgrep_next(s)) != NULL)
		count++;
	return count;
}

/* The components of a URL in two grammars, and lengths in other units than bytes. */
static void
check_components(void)
{
	static const char url[] = "http://h.example:8080/a?q", text[] = "a\xC3\xBC\xF0\x9F\x98\x80\xFF";
	static const struct {
		const char *grammar, *path;
	} rows[] = { { "current", "/a" }, { "rfc1738", "a" } };
	const size_t len = sizeof(text) - 1;
	urlgrep_url judged;

	FOR_EACH(row, rows) {
		urlgrep_judge(scanner_of(row->grammar, 0), url, sizeof(url) - 1, 0, &judged);
		ok(is_span(urlgrep_component_of(&judged, URLGREP_PATH), row->path) &&
		    is_span(urlgrep_component_of(&judged, URLGREP_HOST), "h.example") &&
		    is_span(urlgrep_component_of(&judged, URLGREP_PORT), "8080") &&
		    urlgrep_component_of(&judged, URLGREP_USER).text == NULL,
		    "components in %s", row->grammar);
	}
	ok(urlgrep_length_in(text, len, URLGREP_CHARACTERS) == 4 &&
	    urlgrep_length_in(text, len, URLGREP_UTF16) == 5 &&
	    urlgrep_length_in(text, 0, URLGREP_UTF16) == 0, "lengths in other units");
}

/* The default grammar is used if none is given. Invalid URLs are returned only on request. */
static void
check_defaults(void)
{
	static const char text[] = "http://h.example/a http://{host}/ http;//h.example/b ";
	urlgrep_scanner *s = urlgrep_scanner_new(NULL);
	const urlgrep_finding *f;
	urlgrep_url url;

	urlgrep_scanner_text(s, text, sizeof(text) - 1, URLGREP_LAST);
	f = urlgrep_next(s);
	ok(f && f->url.verdict == URLGREP_VALID && urlgrep_scanner_status(s) == URLGREP_OK &&
	    urlgrep_next(s) == NULL && urlgrep_scanner_status(s) == URLGREP_END,
	    "only URLs that the grammar accepts are returned");
	ok(count_urls(s, text, sizeof(text) - 1, URLGREP_LAST | URLGREP_ALL) == 2 &&
	    count_urls(s, text, sizeof(text) - 1, URLGREP_LAST | URLGREP_FIND_MALFORMED) == 2 &&
	    count_urls(s, text, sizeof(text) - 1, 0) == 0 &&
	    urlgrep_scanner_status(s) == URLGREP_MORE, "or those that are asked for");
	ok(urlgrep_judge(s, "http://h.example/\xC3\xBC", 19, 0, &url) == URLGREP_VALID,
	    "the default grammar is current");
	urlgrep_scanner_free(s);
}

/* ---- the memory of a scanner --- */

/* Return how many bytes a new scanner with the grammar allocates for 2,000 URLs. */
static size_t
bytes_of_scanner(const urlgrep_grammar *g, const struct meter *m, unsigned *found)
{
	size_t before = m->bytes;
	urlgrep_scanner *s = urlgrep_scanner_new(g);
	const urlgrep_finding *f;
	char text[64];
	unsigned i;

	for (i = 0, *found = 0; s && i < 2000; i++) {
		urlgrep_scanner_reset(s);
		urlgrep_scanner_text(s, text, (size_t)snprintf(text, sizeof(text),
		    "see http://h%u.example/page/%u.html\n", i % 9, i), URLGREP_LAST | URLGREP_ALL);
		while ((f = urlgrep_next(s)) != NULL)
			++*found;
	}
	urlgrep_scanner_free(s);
	return m->bytes - before;
}

/* Patterns are interpreted, which takes the most memory in PCRE2. The first scanner makes the
 * grammar compile them, the second does not. */
static void
check_scanner_bytes(void)
{
	struct meter m = { 0 };
	urlgrep_memory memory = { metered_allocate, metered_release, &m };
	urlgrep_grammar *g = urlgrep_grammar_new("current", URLGREP_NO_JIT, &memory, NULL);
	unsigned found;
	size_t bytes;

	bytes_of_scanner(g, &m, &found);
	bytes = bytes_of_scanner(g, &m, &found);
	ok(found == 2000 && bytes > 16384 && bytes <= 98304,
	    "a scanner allocates %zu bytes for %u URLs, at most 98,304", bytes, found);
	urlgrep_grammar_free(g);
}

int
main(void)
{
	static const char *const names[] = { "rfc1738", "current", "draft", "iri" };
	unsigned i;

	for (i = 0; i < 4; i++) {
		check_failed_allocations(names[i], URLGREP_EARLY_JIT);
		check_failed_allocations(names[i], URLGREP_NO_JIT);
		check_pieces(names[i]);
	}
	check_opaque_runs();
	check_defaults();
	check_components();
	check_scanner_bytes();
	check_names();
	check_choose();
	check_verdicts();
	check_schemes();
	check_limits();
	free_scanners();
	return done_testing();
}
