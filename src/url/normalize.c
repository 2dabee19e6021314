/* normalize.c - one form for URLs that are equivalent (RFC 3986, section 6.2) */
#include <stdbool.h>
#include <string.h>

#include "url/scheme.h"
#include "util/ascii.h"
#include "util/uri.h"
#include "urlgrep.h"

/* What is written so far. */
struct writer {
	char *out;
	size_t len;
};

static void
write_bytes(struct writer *w, const char *bytes, size_t len)
{
	memcpy(w->out + w->len, bytes, len);
	w->len += len;
}

/* Write a component: no unreserved character is percent-encoded, all bytes beyond US-ASCII are, and
 * the digits of escapes are capitals (6.2.2.1 and 6.2.2.2; RFC 3987, 3.1). */
static void
write_component(struct writer *w, urlgrep_span text)
{
	const char *at = text.text, *end = at + text.len;

	while (at < end) {
		char c = *at;
		bool is_escape = ascii_read_escape(at, (size_t)(end - at), '%', &c);

		if (is_escape ? ascii_is_alphanumeric(c) || ascii_is_one_of(c, "-._~") :
		    (unsigned char)c < 0x80) {
			w->out[w->len++] = c;
		} else {
			w->out[w->len] = '%';
			ascii_write_hex(w->out + w->len + 1, c);
			w->len += 3;
		}
		at += is_escape ? 3 : 1;
	}
}

static void
write_lower(struct writer *w, urlgrep_span text)
{
	size_t begin = w->len;

	write_component(w, text);
	for (; begin < w->len; begin++)
		w->out[begin] = w->out[begin] == '%' ? w->out[begin] : ascii_lower(w->out[begin]);
}

/* Write the authority: the host in small letters, no port that is empty or the scheme's (6.2.3). */
static void
write_authority(struct writer *w, urlgrep_span authority, const struct scheme *scheme)
{
	const char *end = authority.text + authority.len;
	const char *at = memrchr(authority.text, '@', authority.len);
	const char *host = at ? at + 1 : authority.text;
	const char *colon = memrchr(host, ':', (size_t)(end - host));
	unsigned long port = 0;
	const char *digit;

	if (colon && memchr(colon, ']', (size_t)(end - colon)))
		colon = NULL; /* of an IPv6 address */
	write_component(w, (urlgrep_span){ authority.text, (size_t)(host - authority.text) });
	write_lower(w, (urlgrep_span){ host, (size_t)((colon ? colon : end) - host) });
	if (colon == NULL || colon + 1 == end)
		return;
	for (digit = colon + 1; digit < end && port <= UINT16_MAX; digit++)
		port = ascii_is(*digit, ASCII_DIGIT) ? 10 * port + (unsigned long)(*digit - '0') :
		    UINT16_MAX + 1UL;
	if (scheme == NULL || port != scheme->port)
		write_bytes(w, colon, (size_t)(end - colon));
}

/* Split a URL. What has no scheme is a name or an address, which begins with its authority. */
static struct uri_parts
split(const char *text, size_t len)
{
	struct uri_parts parts = uri_split((urlgrep_span){ text, len });
	size_t n = ascii_until(text, len, ASCII_AUTHORITY_END);

	if (parts.scheme.text)
		return parts;
	parts = uri_split((urlgrep_span){ text + n, len - n });
	parts.authority = (urlgrep_span){ text, n };
	return parts;
}

size_t
urlgrep_normalize(const char *text, size_t len, unsigned flags, char *out)
{
	struct uri_parts parts = split(text, len);
	bool is_address = parts.scheme.text == NULL && memchr(text, '@', parts.authority.len) != NULL;
	struct writer w = { out, 0 };
	size_t path;

	if (parts.scheme.text) {
		write_lower(&w, parts.scheme);
		write_bytes(&w, "://", parts.authority.text ? 3 : 1);
	}
	if (parts.authority.text)
		write_authority(&w, parts.authority,
		    scheme_find(parts.scheme.text, parts.scheme.len));
	path = w.len;
	write_component(&w, parts.path);
	if (w.len > path && out[path] == '/')
		w.len = path + uri_remove_dot_segments(out + path, w.len - path);
	else if (w.len == path && parts.authority.len > 0 && !is_address)
		write_bytes(&w, "/", 1);
	if (parts.query.text) {
		write_bytes(&w, "?", 1);
		write_component(&w, parts.query);
	}
	if (parts.fragment.text && !(flags & URLGREP_STRIP_FRAGMENT)) {
		write_bytes(&w, "#", 1);
		write_component(&w, parts.fragment);
	}
	return w.len;
}
