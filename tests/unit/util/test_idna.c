/* test_idna.c - hosts as browsers process them: escapes, A-labels, ICU; equality of hosts */
#include "fence.h"
#include "tap.h"
#include "util/ascii.h"
#include "util/idna.h"
#include "util/platform.h"

static urlgrep_span
span(const char *text)
{
	size_t len = strlen(text);

	return (urlgrep_span){ fenced_copy(text, len), len };
}

static void
check_ace_labels(void)
{
	static const struct {
		const char *host;
		bool has;
	} cases[] = {
		{ "xn--a.example", true }, { "a.XN--b", true }, { "a.xn--", true },
		{ "xn--", true }, { "xn-", false }, { "xn-a.example", false }, { "", false },
		{ "axn--b.example", false }, { "a.xn-", false }, { "a.b.example", false },
		{ "a-xn--b", false }, { "..xn--", true },
	};

	FOR_EACH(c, cases) {
		urlgrep_span host = span(c->host);

		ok(ascii_has_a_label(host.text, host.len) == c->has, "%s has %s A-label",
		    c->host, c->has ? "an" : "no");
	}
}

static void
check_decoding(void)
{
	static const struct {
		const char *host, *decoded; /* NULL: cannot be a name */
	} cases[] = {
		{ "h.example", "h.example" }, { "", NULL }, { "%68.example", "h.example" },
		{ "a%2E%2eb", "a..b" }, { "%aF%Af%09%90", "\xAF\xAF\t\x90" }, { "a%6", "a%6" },
		{ "a%", "a%" }, { "a%61", "aa" }, { "%00a", NULL }, { "a%00", NULL },
		{ "%C3%A9.example", "\xC3\xA9.example" }, { "%4a%4F%fa", "JO\xFA" },
	};
	char text[MAX_HOST_NAME_BYTES], long_host[MAX_HOST_NAME_BYTES + 1];

	FOR_EACH(c, cases) {
		const char *decoded = c->decoded;
		size_t len = idna_decode_host(span(c->host), text);

		ok(len == (decoded ? strlen(decoded) : 0) &&
		    (decoded == NULL || memcmp(text, decoded, len) == 0), "decode %s", c->host);
	}
	memset(long_host, 'a', sizeof(long_host));
	ok(idna_decode_host((urlgrep_span){ long_host, MAX_HOST_NAME_BYTES }, text) ==
	    MAX_HOST_NAME_BYTES, "the longest host");
	ok(idna_decode_host((urlgrep_span){ long_host, MAX_HOST_NAME_BYTES + 1 }, text) == 0,
	    "a host that is too long");
	ok(idna_decode_host((urlgrep_span){ "a\0b", 3 }, text) == 0, "a host with a NUL");
}

static void
check_translation(void)
{
	static const struct {
		const char *host, *ascii, *unicode;
		bool is_refused, is_deviant, has_joiner_errors;
	} cases[] = {
		{ "B\xC3\xBC" "cher.example", "xn--bcher-kva.example", "b\xC3\xBC" "cher.example",
		    false, false, false },
		{ "xn--bcher-kva.example", "xn--bcher-kva.example", "b\xC3\xBC" "cher.example",
		    false, false, false },
		{ "fa\xC3\x9F.example", "xn--fa-hia.example", "fa\xC3\x9F.example", false, true,
		    false },
		{ "a..example", "a..example", "a..example", false, false, false },
		{ "-a-.example", "-a-.example", "-a-.example", false, false, false },
		{ "ab--c.example", "ab--c.example", "ab--c.example", false, false, false },
		{ "a\xE2\x80\x8D" "b.example", NULL, NULL, true, true, true },
		{ "\xD7\x90" "a.example", NULL, NULL, true, false, false },
		{ "xn--a.example", NULL, NULL, true, false, false },
	};
	struct idna_name name;

	FOR_EACH(c, cases) {
		const char *host = c->host;

		ok(idna_translate(host, strlen(host), &name), "translate %s", host);
		ok(name.is_refused == c->is_refused && name.is_deviant == c->is_deviant &&
		    name.has_joiner_errors == c->has_joiner_errors &&
		    !name.is_without_memory, "%s is %s", host,
		    c->is_refused ? "refused" : "accepted");
		if (c->ascii)
			ok(strcmp(name.ascii, c->ascii) == 0 &&
			    strcmp(name.unicode, c->unicode) == 0, "%s is %s, %s", host,
			    c->ascii, c->unicode);
	}
}

static void
check_long_label(void)
{
	char host[MAX_HOST_NAME_BYTES];
	struct idna_name name;

	memset(host, 'a', sizeof(host));
	ok(idna_translate(host, 64, &name) && !name.is_refused, "a long label");
	ok(idna_translate(host, 300, &name) && !name.is_refused, "a long name");
	ok(!idna_translate(host, sizeof(host), &name), "no room for the NUL");
}

static void
check_same_hosts(void)
{
	static const struct {
		const char *a, *b;
		bool is_same;
	} cases[] = {
		{ "h.example", "h.example", true }, { "h.example", "H.Example", true },
		{ "h.example", "h.example.", true }, { "h.example.", "h.example", true },
		{ "h.example", "g.example", false }, { "h.example", "h.example.a", false },
		{ "h.example..", "h.example", false }, { "", "", true }, { "", ".", true },
		{ "", "a", false }, { "a", ".", false }, { "%68.example", "h.example", true },
		{ "H.example", "%48.EXAMPLE.", true }, { "a%00b", "a%00B", true },
		{ "a%00b", "A%00b.", true }, { "a%00b", "ab", false },
		{ "b\xC3\xBC" "cher.example", "xn--bcher-kva.example", true },
		{ "xn--bcher-kva.example.", "B\xC3\x9C" "CHER.example", true },
		{ "b%C3%BCcher.example", "xn--bcher-kva.example", true },
		{ "b\xC3\xBC" "cher.example", "bucher.example", false },
		{ "xn--a.example", "xn--b.example", false },
		{ "xn--a.example", "XN--A.example.", true },
	};
	char a[MAX_HOST_NAME_BYTES + 2], b[MAX_HOST_NAME_BYTES + 2];

	FOR_EACH(c, cases)
		ok(idna_is_same_host((urlgrep_span){ c->a, strlen(c->a) },
			(urlgrep_span){ c->b, strlen(c->b) }) == c->is_same,
		    "%s is %s%s", c->a, c->is_same ? "" : "not ", c->b);
	memset(a, 'a', sizeof(a));
	memset(b, 'a', sizeof(b));
	ok(idna_is_same_host((urlgrep_span){ a, sizeof(a) },
	    (urlgrep_span){ b, sizeof(b) }), "long hosts that are equal");
	b[MAX_HOST_NAME_BYTES] = '.';
	ok(!idna_is_same_host((urlgrep_span){ a, MAX_HOST_NAME_BYTES },
	    (urlgrep_span){ b, MAX_HOST_NAME_BYTES + 1 }), "a host that is too long");
	b[MAX_HOST_NAME_BYTES - 1] = '.';
	ok(idna_is_same_host((urlgrep_span){ a, MAX_HOST_NAME_BYTES - 1 },
	    (urlgrep_span){ b, MAX_HOST_NAME_BYTES }), "the longest host, with a dot");
}

/* Return NOMEM at the first call, and END at the third, which does not happen. */
static urlgrep_status
load(void)
{
	static const urlgrep_status results[] = { URLGREP_NOMEM, URLGREP_OK, URLGREP_END };
	static unsigned calls;

	return results[calls++];
}

int
main(void)
{
	struct dynload_once once = DYNLOAD_ONCE(load);

	ok(dynload_once(&once) == URLGREP_NOMEM && dynload_once(&once) == URLGREP_OK &&
	    dynload_once(&once) == URLGREP_OK, "after a lack of memory, loading is tried once more");
	check_ace_labels();
	check_decoding();
	ok(idna_load() == URLGREP_OK && idna_load() == URLGREP_OK, "ICU is loaded");
	check_translation();
	check_long_label();
	check_same_hosts();
	return done_testing();
}
