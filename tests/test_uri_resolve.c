/* test_relative.c - relative references made whole, as RFC 3986 section 5.4 has them */
#include "html/uri_resolve.h"
#include "tap.h"

static const struct resolve_case {
	const char *base, *reference, *whole;
} cases[] = {
	/* 5.4.1 */
	{ "http://a/b/c/d;p?q", "g", "http://a/b/c/g" },
	{ "http://a/b/c/d;p?q", "./g", "http://a/b/c/g" },
	{ "http://a/b/c/d;p?q", "g/", "http://a/b/c/g/" },
	{ "http://a/b/c/d;p?q", "/g", "http://a/g" },
	{ "http://a/b/c/d;p?q", "//g", "http://g" },
	{ "http://a/b/c/d;p?q", "?y", "http://a/b/c/d;p?y" },
	{ "http://a/b/c/d;p?q", "g?y", "http://a/b/c/g?y" },
	{ "http://a/b/c/d;p?q", "#s", "http://a/b/c/d;p?q#s" },
	{ "http://a/b/c/d;p?q", "g#s", "http://a/b/c/g#s" },
	{ "http://a/b/c/d;p?q", "g?y#s", "http://a/b/c/g?y#s" },
	{ "http://a/b/c/d;p?q", ";x", "http://a/b/c/;x" },
	{ "http://a/b/c/d;p?q", "g;x", "http://a/b/c/g;x" },
	{ "http://a/b/c/d;p?q", "g;x?y#s", "http://a/b/c/g;x?y#s" },
	{ "http://a/b/c/d;p?q", "", "http://a/b/c/d;p?q" },
	{ "http://a/b/c/d;p?q", ".", "http://a/b/c/" },
	{ "http://a/b/c/d;p?q", "./", "http://a/b/c/" },
	{ "http://a/b/c/d;p?q", "..", "http://a/b/" },
	{ "http://a/b/c/d;p?q", "../", "http://a/b/" },
	{ "http://a/b/c/d;p?q", "../g", "http://a/b/g" },
	{ "http://a/b/c/d;p?q", "../..", "http://a/" },
	{ "http://a/b/c/d;p?q", "../../", "http://a/" },
	{ "http://a/b/c/d;p?q", "../../g", "http://a/g" },
	/* 5.4.2 */
	{ "http://a/b/c/d;p?q", "../../../g", "http://a/g" },
	{ "http://a/b/c/d;p?q", "../../../../g", "http://a/g" },
	{ "http://a/b/c/d;p?q", "/./g", "http://a/g" },
	{ "http://a/b/c/d;p?q", "/../g", "http://a/g" },
	{ "http://a/b/c/d;p?q", "g.", "http://a/b/c/g." },
	{ "http://a/b/c/d;p?q", ".g", "http://a/b/c/.g" },
	{ "http://a/b/c/d;p?q", "g..", "http://a/b/c/g.." },
	{ "http://a/b/c/d;p?q", "..g", "http://a/b/c/..g" },
	{ "http://a/b/c/d;p?q", "./../g", "http://a/b/g" },
	{ "http://a/b/c/d;p?q", "./g/.", "http://a/b/c/g/" },
	{ "http://a/b/c/d;p?q", "g/./h", "http://a/b/c/g/h" },
	{ "http://a/b/c/d;p?q", "g/../h", "http://a/b/c/h" },
	{ "http://a/b/c/d;p?q", "g;x=1/./y", "http://a/b/c/g;x=1/y" },
	{ "http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y" },
	{ "http://a/b/c/d;p?q", "g?y/./x", "http://a/b/c/g?y/./x" },
	{ "http://a/b/c/d;p?q", "g?y/../x", "http://a/b/c/g?y/../x" },
	{ "http://a/b/c/d;p?q", "g#s/./x", "http://a/b/c/g#s/./x" },
	{ "http://a/b/c/d;p?q", "g#s/../x", "http://a/b/c/g#s/../x" },
	/* bases without a path, with a fragment, with empty parts */
	{ "http://a", "g", "http://a/g" },
	{ "http://a", "../g", "http://a/g" },
	{ "http://a", "?y", "http://a?y" },
	{ "http://a?q", "g", "http://a/g" },
	{ "http://a/b#f", "c", "http://a/c" },
	{ "http://a/b#f", "", "http://a/b" },
	{ "http://a/b?", "", "http://a/b?" },
	{ "http://a/b?q", "?", "http://a/b?" },
	{ "http://a/b", "g#", "http://a/g#" },
	{ "http://a/b//c", "..", "http://a/b/" },
	{ "http://a/b", "c//d", "http://a/c//d" },
	{ "http://a/b", "//g/x/../y", "http://g/y" },
	{ "http://a/b", "//g?y", "http://g?y" },
	{ "file:///a/b", "c", "file:///a/c" },
};

static const struct ask_case {
	const char *text;
	bool base, leads;
} asked[] = {
	{ "http://h/", true, false }, { "x-y.z+1://", true, false },
	{ "http:/h/", false, false }, { "http:g", false, false },
	{ "mailto:a@b", false, false }, { "data:,x", false, false },
	{ "//h/", false, true }, { "/a", false, true }, { "a", false, true },
	{ "?a", false, true }, { "a/b:c", false, true }, { "1a:b", false, true },
	{ ":a", false, true }, { "", false, false }, { "#", false, false },
	{ "#a:b", false, false },
};

static void
check_resolved(const struct resolve_case *c)
{
	size_t base = strlen(c->base), len = strlen(c->reference), n;
	char *out = malloc(base + len + 1); /* so that one octet more is told */

	n = relative_resolve(c->base, base, c->reference, len, out);
	ok(n == strlen(c->whole) && memcmp(out, c->whole, n) == 0, "\"%s\" by %s",
	    c->reference, c->base);
	free(out);
}

static void
check_asked(const struct ask_case *c)
{
	size_t len = strlen(c->text);

	ok(relative_base(c->text, len) == c->base &&
	    relative_leads(c->text, len) == c->leads, "\"%s\": %s, %s", c->text,
	    c->base ? "a base" : "no base", c->leads ? "relative" : "not relative");
}

static void
check_longest(void)
{
	char base[BASE_LONGEST + 1];

	memset(base, 'a', sizeof(base));
	memcpy(base, "http://", 7);
	ok(relative_base(base, BASE_LONGEST), "a base of %d octets", BASE_LONGEST);
	ok(!relative_base(base, BASE_LONGEST + 1), "a longer one is none");
}

/* Each way up leaves the front of the path. */
static void
check_up(void)
{
	enum { TIMES = 100000 };
	char *up = malloc(6 * TIMES), *out = malloc(6 * TIMES + 12);
	size_t i, n;

	for (i = 0; i < TIMES; i++) {
		memcpy(up + 3 * i, "ab/", 3);
		memcpy(up + 3 * TIMES + 3 * i, "../", 3);
	}
	n = relative_resolve("http://h/c/", 11, up, 6 * TIMES, out);
	ok(n == 11 && memcmp(out, "http://h/c/", n) == 0, "%d times down and up", TIMES);
	free(up);
	free(out);
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_resolved(&cases[i]);
	for (i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		check_asked(&asked[i]);
	check_longest();
	check_up();
	return done_testing();
}
