/* library.c - liburlgrep with an allocator that fails once, at each call in turn: it returns
 * NOMEM and, called again, all findings; it frees all memory. TAP. */
#include "findings.h"
#include "meter.h"
#include "tap.h"

static const char sample[] =
    "> see <URL:http://h.example/over-\n> view.html> and \"http://q.example/a\n"
    "> b/c.html\" or http://h.example/~x/dddddddddddddddddddddddddddddd/abcdefg/\n"
    "> more/x.html, gopher://h.example/11%0A and mailto:ann@example.org\n"
    "news:comp.lang.c tel:+1-2 urn:a:b ftp://f.example/x;type=a http://h/\xC3\xA9\n";

/* The findings, and how many calls had to be repeated. */
struct outcome {
	char *findings;
	unsigned again;
	bool good; /* nothing else went wrong */
};

static void
find_all(urlgrep_scanner *s, struct outcome *o, struct report *r)
{
	const urlgrep_finding *f;
	urlgrep_status status = URLGREP_OK;

	urlgrep_scanner_text(s, sample, sizeof(sample) - 1, URLGREP_LAST | URLGREP_ALL);
	while (status != URLGREP_END && o->again < 3) {
		if ((f = urlgrep_next(s)) != NULL)
			report_finding(r, f);
		status = urlgrep_scanner_status(s);
		o->again += status == URLGREP_NOMEM;
		o->good &= status != URLGREP_MORE;
	}
}

/* Report the errors of invalid URLs after the findings. */
static void
explain_all(urlgrep_scanner *s, struct outcome *o, FILE *out)
{
	static const char *const urls[] = { "http://h/a\001b", "ftp://", "x",
		"gopher://h/1%0A", "http://999.1.1.1/", "mailto:a b@c" };
	size_t i;

	for (i = 0; i < sizeof(urls) / sizeof(urls[0]); i++) {
		urlgrep_error e;
		urlgrep_status status =
		    urlgrep_explain(s, urls[i], strlen(urls[i]), 0, &e);

		if (status == URLGREP_NOMEM) {
			o->again++;
			status = urlgrep_explain(s, urls[i], strlen(urls[i]), 0, &e);
		}
		o->good &= status == URLGREP_OK || status == URLGREP_END;
		if (status == URLGREP_OK)
			fprintf(out, "%s: %zu %.*s %.*s\n", urls[i], e.offset,
			    (int)e.rule.len, e.rule.text, (int)e.message.len,
			    e.message.text);
	}
}

static struct outcome
use(const char *name, unsigned flags, const urlgrep_memory *memory)
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
	fclose(r.file);
	o.findings = r.text;
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return o;
}

static void
check(const char *name, unsigned flags)
{
	struct meter m = { 0 };
	urlgrep_memory memory = { metered_allocate, metered_release, &m };
	struct outcome all = use(name, flags, &memory);
	long calls = m.calls, n, unsaid = 0;
	bool same = true, leaked = m.alive != 0;

	for (n = 1; n <= calls; n++) {
		struct outcome o;

		m = (struct meter){ .failing = n };
		o = use(name, flags, &memory);
		if (!o.good || strcmp(o.findings, all.findings) != 0) {
			if (same)
				printf("# at allocation %ld: %s# not %s", n,
				    o.findings, all.findings);
			same = false;
		}
		unsaid += o.again == 0;
		leaked |= m.alive != 0;
		free(o.findings);
	}
	ok(same && all.good && all.again == 0,
	    "%s%s: one of %ld allocations fails: asked again, it finds all", name,
	    flags == URLGREP_NO_JIT ? ", interpreted" : "", calls);
	/* without memory for JIT it interprets */
	ok(unsaid < calls / (flags == URLGREP_NO_JIT ? 4 : 1),
	    "%s%s: %ld of them could be done without", name,
	    flags == URLGREP_NO_JIT ? ", interpreted" : "", unsaid);
	ok(!leaked, "%s: nothing leaks", name);
	free(all.findings);
}

int
main(void)
{
	static const char *const names[] = { "rfc1738", "current", "draft",
		"iri" };
	unsigned i;

	for (i = 0; i < 8; i++)
		check(names[i & 3], i & 4 ? URLGREP_NO_JIT : URLGREP_EARLY_JIT);
	return done_testing();
}
