/* http_url.c - the pieces of an http URL, found without a grammar */
#include "unwrap/http_url.h"

#include <string.h>

#include "util/ascii.h"

enum { MAX_HOST_BYTES = 254 }; /* RFC 1035, 2.3.4, and a final dot */

bool
span_equals(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && ascii_equal(a.text, b.text, a.len);
}

urlgrep_span
span_from(urlgrep_span span, const char *at)
{
	return (urlgrep_span){ at, span.len - (size_t)(at - span.text) };
}

size_t
http_url_scheme_length(const char *text, size_t len)
{
	if (len >= 7 && ascii_equal(text, "http://", 7))
		return 7;
	return len >= 8 && ascii_equal(text, "https://", 8) ? 8 : 0;
}

/* Return true if the host consists of labels that are not empty, of the characters that
 * names of hosts have. */
static bool
is_name(urlgrep_span host)
{
	size_t i, label = 0;

	for (i = 0; i < host.len; i++) {
		char c = host.text[i];

		if (c == '.' ? label == 0 :
		    !ascii_is(c, ASCII_ALPHA | ASCII_DIGIT) && c != '-' && c != '_')
			return false;
		label = c == '.' ? 0 : label + 1;
	}
	return label > 0 && host.len <= MAX_HOST_BYTES;
}

static bool
is_usual_port(urlgrep_span port)
{
	return port.len == 0 || (port.len == 2 && memcmp(port.text, "80", 2) == 0) ||
	    (port.len == 3 && memcmp(port.text, "443", 3) == 0);
}

/* Divide an authority into user, host and port. Return the host, which may end in a dot; *user and
 * *port are absent if the authority has none. */
static urlgrep_span
divide_authority(urlgrep_span authority, urlgrep_span *user, urlgrep_span *port)
{
	const char *at = memrchr(authority.text, '@', authority.len), *colon = NULL;
	urlgrep_span host = at ? span_from(authority, at + 1) : authority;

	*user = (urlgrep_span){ at ? authority.text : NULL, authority.len - host.len };
	*port = (urlgrep_span){ NULL, 0 };
	if (host.len > 0 && host.text[0] != '[') /* an IPv6 address, which is no name */
		colon = memchr(host.text, ':', host.len);
	if (colon) {
		*port = span_from(host, colon + 1);
		host.len = (size_t)(colon - host.text);
	}
	return host;
}

/* Cut *span at the first `mark`, and return what follows it; absent if there is none. */
static urlgrep_span
cut_at(urlgrep_span *span, char mark)
{
	const char *at = memchr(span->text, mark, span->len);
	urlgrep_span after = { NULL, 0 };

	if (at) {
		after = span_from(*span, at + 1);
		span->len = (size_t)(at - span->text);
	}
	return after;
}

bool
http_url_read(struct http_url *url, const char *text, size_t len)
{
	size_t scheme = http_url_scheme_length(text, len), end;
	urlgrep_span user, port;

	if (scheme == 0)
		return false;
	for (end = scheme; end < len && text[end] != '/' && text[end] != '?' &&
	    text[end] != '#'; end++)
		;
	url->whole = (urlgrep_span){ text, len };
	url->rest = url->path = span_from(url->whole, text + end);
	url->fragment = cut_at(&url->path, '#');
	url->query = cut_at(&url->path, '?');
	url->authority = (urlgrep_span){ text + scheme, end - scheme };
	url->host = divide_authority(url->authority, &user, &port);
	if (url->host.len > 0 && url->host.text[url->host.len - 1] == '.')
		url->host.len--;
	return true;
}

bool
http_url_is_plain(const struct http_url *url)
{
	urlgrep_span user, port;

	divide_authority(url->authority, &user, &port);
	return user.text == NULL && is_usual_port(port) && is_name(url->host);
}

bool
parameter_next(urlgrep_span *query, struct parameter *parameter)
{
	urlgrep_span part = *query;

	if (query->text == NULL)
		return false;
	*query = cut_at(&part, '&');
	if (query->len >= 4 && memcmp(query->text, "amp;", 4) == 0)
		*query = span_from(*query, query->text + 4);
	parameter->name = part;
	parameter->value = cut_at(&parameter->name, '=');
	return true;
}
