/* test_uri.c - the resolution of relative references (RFC 3986, section 5.4), and the
 * normalization of equivalent URLs (section 6.2) */
#include "tap.h"
#include "util/uri.h"

static const struct resolve_case {
	const char *base, *reference, *target;
} cases[] = {
	/* 5.4.1 */
	{ "http://a/b/c/d;p?q", "g", "http://a/b/c/g" },
	{ "http://a/b/c/d;p?q", "//g", "http://g" },
	{ "http://a/b/c/d;p?q", "g?y#s", "http://a/b/c/g?y#s" },
	{ "http://a/b/c/d;p?q", ";x", "http://a/b/c/;x" },
	{ "http://a/b/c/d;p?q", "g;x?y#s", "http://a/b/c/g;x?y#s" },
	{ "http://a/b/c/d;p?q", ".", "http://a/b/c/" },
	/* 5.4.2 */
	{ "http://a/b/c/d;p?q", ".g", "http://a/b/c/.g" },
	{ "http://a/b/c/d;p?q", "./../g", "http://a/b/g" },
	{ "http://a/b/c/d;p?q", "g;x=1/../y", "http://a/b/c/y" },
	/* bases without a path, with a fragment, with empty parts */
	{ "http://a", "g", "http://a/g" },
	{ "http://a", "../g", "http://a/g" },
	{ "http://a?q", "g", "http://a/g" },
	{ "http://a/b?", "", "http://a/b?" },
	{ "http://a/b?q", "?", "http://a/b?" },
	{ "http://a/b", "g#", "http://a/g#" },
	{ "http://a/b//c", "..", "http://a/b/" },
	{ "http://a/b", "c//d", "http://a/c//d" },
	{ "http://a/b", "//g?y", "http://g?y" },
	{ "file:///a/b", "c", "file:///a/c" },
};

static const struct class_case {
	const char *text;
	bool is_base, is_relative;
} classes[] = {
	{ "http://h/", true, false }, { "x-y.z+1://", true, false },
	{ "mailto:a@b", false, false }, { "data:,x", false, false },
	{ "//h/", false, true }, { "a", false, true },
	{ "a/b:c", false, true }, { "1a:b", false, true },
	{ "", false, false }, { "#", false, false },
	{ "#a:b", false, false }, { "http", false, true },
};

static const struct normal_case {
	const char *text, *normal;
} normals[] = {
	/* 6.2.2 */
	{ "HTTP://User@Example.ORG/Path", "http://User@example.org/Path" },
	{ "http://h/%7eann/%c3%a9%2f", "http://h/~ann/%C3%A9%2F" },
	{ "http://h/\u00E9?q=\u00E9", "http://h/%C3%A9?q=%C3%A9" },
	{ "http://%48.example/", "http://h.example/" },
	{ "http://h/a/./b/../c/%2e%2E/d", "http://h/a/d" },
	{ "http://h/a?../b/./c", "http://h/a?../b/./c" },
	{ "http://h/%", "http://h/%" },
	/* 6.2.3 */
	{ "http://h", "http://h/" },
	{ "http://h?q", "http://h/?q" },
	{ "http://h:80/", "http://h/" },
	{ "https://h:80/", "https://h:80/" },
	{ "http://h:/", "http://h/" },
	{ "ftp://u:p@h:21/a", "ftp://u:p@h/a" },
	{ "http://[2001:DB8::1]:80/", "http://[2001:db8::1]/" },
	{ "http://[2001:DB8::80]/", "http://[2001:db8::80]/" },
	{ "http://h:65536/", "http://h:65536/" },
	{ "acd://h:0/x", "acd://h:0/x" },
	{ "http://%C3%84.Example/%", "http://%C3%84.example/%" },
	{ "http://h%", "http://h%/" },
	{ "http://h/%%41b%4%31", "http://h/%%41b%4%31" },
	{ "http://h/#", "http://h/#" },
	{ "file:///A/../b", "file:///b" },
	{ "mailto:Ann@Example.ORG", "mailto:Ann@Example.ORG" },
	{ "URN:isbn:a/../b", "urn:isbn:a/../b" },
	{ "file:/a/..//h/b", "file:/.//h/b" },
	{ "foo:/.//b", "foo:/.//b" },
	/* a name and an address */
	{ "WWW.Example.org/A", "www.example.org/A" },
	{ "example.org//a/b", "example.org//a/b" },
	{ "Ann@Example.ORG", "Ann@example.org" },
};

/* Return a copy of the text followed by a colon, which is not part of the span. */
static urlgrep_span
span_of(const char *text)
{
	static char rooms[4][256];
	static unsigned turn;
	char *room = rooms[turn++ % 4];
	int len = snprintf(room, sizeof(rooms[0]), "%s:", text);

	if (len >= (int)sizeof(rooms[0]))
		exit(2);
	return (urlgrep_span){ room, (size_t)len - 1 };
}

static void
check_resolved(const struct resolve_case *c)
{
	urlgrep_span base = span_of(c->base), reference = span_of(c->reference);
	char *out = malloc(base.len + reference.len + 1); /* for sanitizers */
	size_t n = uri_resolve(base, reference, out);

	ok(bytes_are(out, n, c->target), "\"%s\" by %s: %.*s", c->reference, c->base, (int)n, out);
	free(out);
}

/* Check a URL with and without its fragment. */
static void
check_normal(const struct normal_case *c)
{
	urlgrep_span text = span_of(c->text);
	char *out = malloc(3 * text.len + 1);
	size_t wanted = strlen(c->normal), n = urlgrep_normalize(text.text, text.len, 0, out);
	const char *mark = strchr(c->normal, '#');

	ok(n == wanted && memcmp(out, c->normal, n) == 0, "%s: %.*s", c->text, (int)n, out);
	n = urlgrep_normalize(text.text, text.len, URLGREP_STRIP_FRAGMENT, out);
	ok(n == (mark ? (size_t)(mark - c->normal) : wanted) && memcmp(out, c->normal, n) == 0,
	    "%s without a fragment: %.*s", c->text, (int)n, out);
	free(out);
}

static void
check_class(const struct class_case *c)
{
	ok(uri_is_base(span_of(c->text)) == c->is_base &&
	    uri_is_relative_reference(span_of(c->text)) == c->is_relative,
	    "\"%s\": %s, %s", c->text, c->is_base ? "a base" : "no base",
	    c->is_relative ? "relative" : "not relative");
}

static void
check_longest_base(void)
{
	char base[MAX_BASE_BYTES + 1];

	memset(base, 'a', sizeof(base));
	memcpy(base, "http://", 7);
	ok(uri_is_base((urlgrep_span){ base, MAX_BASE_BYTES }),
	    "a base of %d bytes", MAX_BASE_BYTES);
	ok(!uri_is_base((urlgrep_span){ base, MAX_BASE_BYTES + 1 }), "a longer one is no base");
}

/* Each ".." removes a segment kept from the path before. */
static void
check_many_segments(void)
{
	enum { TIMES = 100000 };
	char *up = malloc(6 * TIMES), *out = malloc(6 * TIMES + 12);
	size_t i, n;

	for (i = 0; i < TIMES; i++) {
		memcpy(up + 3 * i, "ab/", 3);
		memcpy(up + 3 * TIMES + 3 * i, "../", 3);
	}
	n = uri_resolve(span_of("http://h/c/"), (urlgrep_span){ up, 6 * TIMES }, out);
	ok(n == 11 && memcmp(out, "http://h/c/", n) == 0, "%d segments and as many \"..\"", TIMES);
	free(up);
	free(out);
}

int
main(void)
{
	FOR_EACH(c, cases)
		check_resolved(c);
	FOR_EACH(class, classes)
		check_class(class);
	FOR_EACH(normal, normals)
		check_normal(normal);
	check_longest_base();
	check_many_segments();
	return done_testing();
}
