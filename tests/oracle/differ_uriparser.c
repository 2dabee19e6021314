/* differ_uriparser.c - check that, for schemes without their own rules, the grammar "current" (RFC
 * 3986) and liburiparser give the same verdict and parts for generated URLs
 *
 *	differ_uriparser [COUNT [SEED]]
 *
 * Two differences are known: the grammar limits a port to 16 bits, and liburiparser reads
 * C strings, which end at a NUL. */
#include <uriparser/Uri.h>

#include "tap.h"
#include "made.h"
#include "show.h"

enum { SHOWN = 10 };

struct count {
	unsigned long all, valid, damaged, ports, different;
};

/* ---- parts --- */

static bool
is_part(const urlgrep_url *url, const char *name, const char *value, size_t len)
{
	urlgrep_span span = urlgrep_part_named(url, name);

	return value == NULL ? span.text == NULL :
	    span.text && span.len == len && memcmp(span.text, value, len) == 0;
}

static bool
is_range(const urlgrep_url *url, const char *name, const UriTextRangeA *range)
{
	return is_part(url, name, range->first, (size_t)(range->afterLast - range->first));
}

/* Compare the hosts. liburiparser omits brackets and empty hosts. */
static bool
is_host(const urlgrep_url *url, const UriUriA *uri)
{
	UriTextRangeA host = uri->hostText;
	bool literal = uri->hostData.ip6 || uri->hostData.ipFuture.first;

	if (literal) {
		host.first--;
		host.afterLast++;
	}
	if (host.first == host.afterLast)
		return urlgrep_part_named(url, "host").len == 0;
	return is_range(url, "host", &host);
}

/* Compare the paths. liburiparser has segments; the name of the part in the grammar depends on
 * whether there is a host. */
static bool
is_path(const urlgrep_url *url, const UriUriA *uri)
{
	const UriPathSegmentA *segment;
	char path[MADE_LONGEST + 2];
	size_t len = 0;
	bool host = urlgrep_part_named(url, "host").text != NULL;
	bool slash = uri->absolutePath || (uri->pathHead && host);

	if (uri->pathHead == NULL && slash)
		path[len++] = '/';
	for (segment = uri->pathHead; segment; segment = segment->next) {
		size_t n = (size_t)(segment->text.afterLast - segment->text.first);

		if (slash)
			path[len++] = '/';
		slash = true;
		memcpy(path + len, segment->text.first, n);
		len += n;
	}
	return is_part(url, host ? "path" : "opath", path, len);
}

static bool
same_parts(const urlgrep_url *url, const UriUriA *uri)
{
	return is_range(url, "scheme", &uri->scheme) &&
	    is_range(url, "userinfo", &uri->userInfo) && is_host(url, uri) &&
	    is_range(url, "port", &uri->portText) && is_path(url, uri) &&
	    is_range(url, "query", &uri->query) && is_range(url, "fragment", &uri->fragment);
}

/* ---- the run --- */

/* The known difference: a port of more than 16 bits. */
static bool
port_too_big(const UriUriA *uri)
{
	const char *at = uri->portText.first;
	unsigned long port = 0;

	if (at == NULL)
		return false;
	for (; at < uri->portText.afterLast && port <= 65535; at++)
		port = port * 10 + (unsigned long)(*at - '0');
	return port > 65535;
}

static bool
compare(urlgrep_scanner *s, const struct made *m, struct count *count)
{
	char text[MADE_LONGEST + 1];
	UriUriA uri;
	urlgrep_url url;
	bool theirs, good;

	memcpy(text, m->text, m->len);
	text[m->len] = '\0';
	theirs = uriParseSingleUriA(&uri, text, NULL) == URI_SUCCESS;
	if (theirs && uri.scheme.first == NULL) { /* a relative reference */
		uriFreeUriMembersA(&uri);
		theirs = false;
	}
	urlgrep_judge(s, text, m->len, 0, &url);
	if (theirs && port_too_big(&uri)) {
		count->ports++;
		good = url.verdict == URLGREP_INVALID;
	} else {
		good = theirs == (url.verdict == URLGREP_VALID) &&
		    (!theirs || same_parts(&url, &uri));
	}
	count->all++;
	count->valid += theirs;
	if (!good && count->different++ < SHOWN) {
		show_bytes(m->text, m->len);
		show_url(theirs ? "they: valid; we" : "they: invalid; we", &url);
	}
	if (theirs)
		uriFreeUriMembersA(&uri);
	return good;
}

/* Return true if the URL has no NUL, and its scheme has no rules of its own. */
static bool
is_generic(const struct made *m)
{
	static const char *const ruled[] = { "cid:", "mid:", "ws:", "wss:", "tel:",
		"sip:", "urn:", "ftp:", "git:", "svn:", "ssh:", "irc:", "nfs:",
		"data:", "http:", "file:", "news:", "xmpp:", "ldap:", "imap:" };

	FOR_EACH(c, ruled)
		if (m->len >= strlen(*c) && strncasecmp(m->text, *c, strlen(*c)) == 0)
			return false;
	return memchr(m->text, '\0', m->len) == NULL;
}

int
main(int argc, char **argv)
{
	unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 50000;
	struct made m = { .seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 3986 };
	struct count count = { 0, 0, 0, 0, 0 };
	urlgrep_grammar *g = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scanner *s = urlgrep_scanner_new(g);

	while (count.all < wanted) {
		unsigned damages = made_number(&m, 3) ? 0 : 1 + made_number(&m, 3);

		made_grow(&m, "generic");
		count.damaged += damages > 0;
		while (damages-- > 0)
			made_damage(&m);
		if (is_generic(&m))
			compare(s, &m, &count);
	}
	ok(count.different == 0, "current, generic: %lu URLs, %lu of them valid, "
	    "%lu damaged: as liburiparser says, verdict and parts", count.all,
	    count.valid, count.damaged);
	ok(count.ports > 0, "except for %lu ports of more than 16 bits", count.ports);
	ok(count.valid > wanted / 5 && count.valid < wanted * 4 / 5,
	    "neither valid nor invalid ones are rare");
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(g);
	return done_testing();
}
