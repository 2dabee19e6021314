/* rfc1738.c - the oracle: one function for each production, in the order of section 5; rules
 * from the text of the RFC are named in comments */
#include "rfc1738.h"

#include <stdbool.h>
#include <string.h>

/* The rest of the URL, at..end, without the fragment. */
struct reader {
	const char *at;
	const char *end;
	urlgrep_url *url;
};

/* ---- characters --- */

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
one_of(char c, const char *set)
{
	return c != '\0' && strchr(set, c) != NULL;
}

static int
hex_value(char c)
{
	if (is_digit(c))
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* unreserved = alpha | digit | safe | extra */
static bool
is_unreserved(char c)
{
	return is_alpha(c) || is_digit(c) || one_of(c, "$-_.+!*'(),");
}

/* Return the byte that the escape here encodes, or -1 if there is none. */
static int
peek_escape(const struct reader *r)
{
	int high, low;

	if (r->end - r->at < 3 || *r->at != '%')
		return -1;
	high = hex_value(r->at[1]);
	low = hex_value(r->at[2]);
	return high < 0 || low < 0 ? -1 : high * 16 + low;
}

static bool
at_end(const struct reader *r)
{
	return r->at == r->end;
}

static bool
literal(struct reader *r, char c)
{
	if (at_end(r) || *r->at != c)
		return false;
	r->at++;
	return true;
}

static bool
literals(struct reader *r, const char *text)
{
	size_t len = strlen(text);

	if ((size_t)(r->end - r->at) < len || memcmp(r->at, text, len) != 0)
		return false;
	r->at += len;
	return true;
}

/* One of unreserved, escape, or the reserved ones that are also allowed. */
static bool
character(struct reader *r, const char *also)
{
	if (peek_escape(r) >= 0) {
		r->at += 3;
		return true;
	}
	if (at_end(r) || !(is_unreserved(*r->at) || one_of(*r->at, also)))
		return false;
	r->at++;
	return true;
}

static void
characters(struct reader *r, const char *also)
{
	while (character(r, also))
		;
}

#define RESERVED ";/?:@&="

/* ---- parts --- */

static void
part(struct reader *r, const char *name, const char *begin, const char *end)
{
	r->url->parts[r->url->part_count++] = (urlgrep_part){ name,
		{ begin, (size_t)(end - begin) } };
}

/* *character, as a part */
static bool
run(struct reader *r, const char *name, const char *also)
{
	const char *begin = r->at;

	characters(r, also);
	part(r, name, begin, r->at);
	return true;
}

static bool
digits(struct reader *r, const char *name)
{
	const char *begin = r->at;

	while (!at_end(r) && is_digit(*r->at))
		r->at++;
	part(r, name, begin, r->at);
	return r->at > begin;
}

/* ---- host --- */

static bool
all_digits(const char *begin, const char *end)
{
	for (; begin < end; begin++)
		if (!is_digit(*begin))
			return false;
	return true;
}

/* A number up to the limit; leading zeros are allowed. */
static bool
at_most(const char *begin, const char *end, unsigned limit)
{
	unsigned long value = 0;

	for (; begin < end && value <= limit; begin++)
		value = value * 10 + (unsigned long)(*begin - '0');
	return value <= limit;
}

/* alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit */
static bool
is_label(const char *begin, const char *end)
{
	return begin < end && *begin != '-' && end[-1] != '-';
}

struct labels {
	unsigned count;
	bool good;      /* each a domainlabel */
	bool short_;    /* each of 63 characters at most: RFC 1034 */
	bool numbers;   /* each a number up to 255 */
	char last;      /* first character of the last one */
};

static struct labels
split_host(const char *begin, const char *end)
{
	struct labels l = { 0, true, true, true, '\0' };

	for (;;) {
		const char *dot = memchr(begin, '.', (size_t)(end - begin));
		const char *stop = dot ? dot : end;

		l.count++;
		l.good &= is_label(begin, stop);
		l.short_ &= stop - begin <= 63;
		l.numbers &= begin < stop && all_digits(begin, stop) &&
		    at_most(begin, stop, 255);
		l.last = begin < stop ? *begin : '\0';
		if (dot == NULL)
			return l;
		begin = dot + 1;
	}
}

/* host = hostname | hostnumber; no character that may follow a host may be part of one,
 * so that it ends after the last character of a host. */
static bool
host(struct reader *r)
{
	const char *begin = r->at;
	struct labels l;

	while (!at_end(r) &&
	    (is_alpha(*r->at) || is_digit(*r->at) || one_of(*r->at, "-.")))
		r->at++;
	l = split_host(begin, r->at);
	part(r, "host", begin, r->at);
	if (r->at - begin > 253) /* RFC 1034 section 3.1 */
		return false;
	return (l.good && l.short_ && is_alpha(l.last)) ||
	    (l.numbers && l.count == 4);
}

static bool
hostport(struct reader *r)
{
	const char *begin;

	if (!host(r))
		return false;
	if (!literal(r, ':'))
		return true;
	begin = r->at;
	return digits(r, "port") && at_most(begin, r->at, 65535);
}

/* login = [ user [ ":" password ] "@" ] hostport */
static bool
login(struct reader *r)
{
	struct reader ahead = *r;
	unsigned parts = r->url->part_count;

	run(&ahead, "user", ";?&=");
	if (literal(&ahead, ':'))
		run(&ahead, "password", ";?&=");
	if (literal(&ahead, '@'))
		r->at = ahead.at;
	else
		r->url->part_count = parts;
	return hostport(r);
}

/* ---- schemes --- */

/* ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ] ] */
static bool
ftp(struct reader *r)
{
	if (!literals(r, "//") || !login(r))
		return false;
	if (!literal(r, '/'))
		return true;
	run(r, "url-path", "?:@&=/");
	if (!literals(r, ";type="))
		return true;
	if (at_end(r) || !one_of(*r->at, "AIDaid"))
		return false;
	part(r, "ftptype", r->at, r->at + 1);
	r->at++;
	return true;
}

/* fileurl = "file://" [ host | "localhost" ] "/" fpath */
static bool
file(struct reader *r)
{
	if (!literals(r, "//"))
		return false;
	if (!at_end(r) && *r->at == '/')
		part(r, "host", r->at, r->at);
	else if (!host(r))
		return false;
	return literal(r, '/') && run(r, "url-path", "?:@&=/");
}

/* httpurl = "http://" hostport [ "/" hpath [ "?" search ] ] */
static bool
http(struct reader *r)
{
	if (!literals(r, "//") || !hostport(r))
		return false;
	if (!literal(r, '/'))
		return true;
	run(r, "url-path", ";:@&=/");
	return !literal(r, '?') || run(r, "search", ";:@&=");
}

static bool
escape_among(const struct reader *r, int a, int b, int c)
{
	int byte = peek_escape(r);

	return byte >= 0 && (byte == a || byte == b || byte == c);
}

/* 3.4: one character that a menu line can hold */
static bool
gtype(struct reader *r)
{
	const char *begin = r->at;

	if (escape_among(r, 0x09, 0x0A, 0x0D) || !character(r, RESERVED))
		return false;
	part(r, "gtype", begin, r->at);
	return true;
}

/* 3.4: no tab, line feed or carriage return */
static void
selector(struct reader *r)
{
	const char *begin = r->at;

	while (!escape_among(r, 0x09, 0x0A, 0x0D) && character(r, RESERVED))
		;
	part(r, "selector", begin, r->at);
}

static void
gopher_search(struct reader *r)
{
	const char *begin = r->at;

	while (!escape_among(r, 0x09, -1, -1) && character(r, ";:@&="))
		;
	part(r, "search", begin, r->at);
}

/* gopherurl = "gopher://" hostport [ "/" [ gtype selector
 *             [ "%09" search [ "%09" gopher+_string ] ] ] ], by erratum 5118 */
static bool
gopher(struct reader *r)
{
	if (!literals(r, "//") || !hostport(r))
		return false;
	if (!literal(r, '/') || at_end(r))
		return true;
	if (!gtype(r))
		return false;
	selector(r);
	if (!literals(r, "%09"))
		return true;
	gopher_search(r);
	return !literals(r, "%09") || run(r, "gopher+_string", RESERVED);
}

/* group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ] */
static bool
group(struct reader *r)
{
	const char *begin = r->at;

	if (at_end(r) || !is_alpha(*r->at))
		return false;
	while (!at_end(r) && (is_alpha(*r->at) || is_digit(*r->at) ||
	    one_of(*r->at, "-.+_")))
		r->at++;
	part(r, "group", begin, r->at);
	return true;
}

/* grouppart = "*" | group | article; only an article has an "@" */
static bool
news(struct reader *r)
{
	const char *begin = r->at;
	unsigned article = r->url->part_count;

	if (memchr(begin, '@', (size_t)(r->end - begin)) == NULL) {
		if (!literal(r, '*'))
			return group(r);
		part(r, "group", begin, r->at);
		return true;
	}
	part(r, "article", begin, r->end);
	run(r, "unique", ";/?:&=");
	if (r->at == begin || !literal(r, '@') || !host(r))
		return false;
	r->url->parts[article].value.len = (size_t)(r->at - begin);
	return true;
}

/* nntpurl = "nntp://" hostport "/" group [ "/" digits ] */
static bool
nntp(struct reader *r)
{
	if (!literals(r, "//") || !hostport(r) || !literal(r, '/') || !group(r))
		return false;
	return !literal(r, '/') || digits(r, "article-number");
}

/* telneturl = "telnet://" login [ "/" ] */
static bool
telnet(struct reader *r)
{
	if (!literals(r, "//") || !login(r))
		return false;
	literal(r, '/');
	return true;
}

/* waisurl: a database, a search of it, or a document of it */
static bool
wais(struct reader *r)
{
	if (!literals(r, "//") || !hostport(r) || !literal(r, '/'))
		return false;
	run(r, "database", "");
	if (literal(r, '?'))
		return run(r, "search", ";:@&=");
	if (!literal(r, '/'))
		return true;
	run(r, "wtype", "");
	return literal(r, '/') && run(r, "wpath", "");
}

/* *fieldspec; fieldspec = ";" fieldname "=" fieldvalue */
static bool
fieldspecs(struct reader *r)
{
	while (literal(r, ';')) {
		characters(r, "?:@&");
		if (!literal(r, '='))
			return false;
		characters(r, "?:@&");
	}
	return true;
}

/* prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ] */
static bool
prospero(struct reader *r)
{
	const char *begin;

	if (!literals(r, "//") || !hostport(r) || !literal(r, '/'))
		return false;
	run(r, "hsoname", "?:@&=/");
	begin = r->at;
	if (!fieldspecs(r))
		return false;
	part(r, "fieldspecs", begin, r->at);
	return true;
}

/* ---- mailto: the text decoded is an addr-spec of RFC 822 --- */

/* Return the next character, decoded; -1 at the end, for what is not a character of RFC 822,
 * and for what is not allowed in a URL. */
static int
decoded(struct reader *r)
{
	int byte = peek_escape(r);

	if (byte < 0 && !at_end(r))
		byte = (unsigned char)*r->at;
	return byte < 0x80 && character(r, RESERVED) ? byte : -1;
}

static int
peek_decoded(const struct reader *r)
{
	struct reader ahead = *r;

	return decoded(&ahead);
}

static bool
decoded_is(struct reader *r, int c)
{
	if (peek_decoded(r) != c)
		return false;
	decoded(r);
	return true;
}

/* atom = 1*<any CHAR except specials, SPACE and CTLs> */
static bool
atom(struct reader *r)
{
	const char *begin = r->at;
	int c;

	while ((c = peek_decoded(r)) > 0x20 && c < 0x7F &&
	    !one_of((char)c, "()<>@,;:\\\".[]"))
		decoded(r);
	return r->at > begin;
}

/* quoted-string and domain-literal: the text between two marks without these,
 * CR, and a backslash that does not quote. */
static bool
between(struct reader *r, int open, int close)
{
	if (!decoded_is(r, open))
		return false;
	while (!decoded_is(r, close)) {
		int c = decoded(r);

		if (c == '\\')
			c = decoded(r);
		else if (c == open || c == '\r')
			return false;
		if (c < 0)
			return false;
	}
	return true;
}

/* word *( "." word ), where a word may also be quoted */
static bool
words(struct reader *r, const char *name, int open, int close)
{
	const char *begin = r->at;

	do {
		if (!atom(r) && !between(r, open, close))
			return false;
	} while (decoded_is(r, '.'));
	part(r, name, begin, r->at);
	return true;
}

/* addr-spec = local-part "@" domain */
static bool
mailto(struct reader *r)
{
	unsigned spec = r->url->part_count;
	const char *begin = r->at;

	part(r, "addr-spec", begin, r->end);
	if (!words(r, "local-part", '"', '"') || !decoded_is(r, '@') ||
	    !words(r, "domain", '[', ']'))
		return false;
	r->url->parts[spec].value.len = (size_t)(r->at - begin);
	return true;
}

/* ---- the whole --- */

/* otherurl = genericurl; shown with its parts if it is an ip-schemepart */
static bool
other(struct reader *r)
{
	struct reader ahead = *r;
	unsigned parts = r->url->part_count;

	if (literals(&ahead, "//") && login(&ahead)) {
		if (literal(&ahead, '/'))
			run(&ahead, "url-path", RESERVED);
		if (at_end(&ahead)) {
			r->at = ahead.at;
			return true;
		}
	}
	r->url->part_count = parts;
	return run(r, "opaque", RESERVED);
}

static const struct {
	const char *name;
	bool (*read)(struct reader *);
} schemes[] = {
	{ "http", http }, { "ftp", ftp }, { "news", news }, { "nntp", nntp },
	{ "telnet", telnet }, { "gopher", gopher }, { "wais", wais },
	{ "mailto", mailto }, { "file", file }, { "prospero", prospero },
};

static bool
same_word(const char *name, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len && name[i]; i++)
		if (name[i] != (is_alpha(text[i]) ? text[i] | 0x20 : text[i]))
			return false;
	return i == len && name[i] == '\0';
}

static bool
schemepart(struct reader *r, const char *scheme, size_t len)
{
	size_t i;

	for (i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++)
		if (same_word(schemes[i].name, scheme, len))
			return schemes[i].read(r);
	return other(r);
}

/* scheme = 1*[ lowalpha | digit | "+" | "-" | "." ], in any case */
static bool
url(struct reader *r)
{
	const char *begin = r->at;

	while (!at_end(r) && (is_alpha(*r->at) || is_digit(*r->at) ||
	    one_of(*r->at, "+-.")))
		r->at++;
	if (r->at == begin || at_end(r) || *r->at != ':')
		return false;
	part(r, "scheme", begin, r->at);
	r->at++;
	return schemepart(r, begin, (size_t)(r->at - 1 - begin)) && at_end(r);
}

/* appendix: url [ "#" fragment ] */
urlgrep_verdict
rfc1738_judge(const char *text, size_t len, urlgrep_url *u)
{
	const char *end = text + len;
	const char *mark = memchr(text, '#', len);
	struct reader r = { text, mark ? mark : end, u };
	bool good;

	*u = (urlgrep_url){ .text = { text, len } };
	good = url(&r);
	if (good && mark) {
		r = (struct reader){ mark + 1, end, u };
		run(&r, "fragment", RESERVED);
		good = at_end(&r);
	}
	u->verdict = good ? URLGREP_VALID : URLGREP_INVALID;
	if (!good)
		u->part_count = 0;
	return u->verdict;
}
