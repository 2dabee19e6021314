/* normalize.c - convert equivalent URLs to one form (RFC 3986, section 6.2) */
#include <stdbool.h>
#include <string.h>

#include "url/scheme.h"
#include "util/ascii.h"
#include "util/uri.h"
#include "urlgrep.h"

/* The following functions write to out and return the end of the output. */

static char *
write_bytes(char *out, const char *bytes, size_t len)
{
	memcpy(out, bytes, len);
	return out + len;
}

/* Return true if out, which begins at begin, ends in a "%" with less than two digits: in "%%41b" the
 * "A" would make an escape of it. */
static bool
ends_in_percent(const char *begin, const char *out)
{
	return (out > begin && out[-1] == '%') || (out > begin + 1 && out[-2] == '%');
}

/* Write a component: no unreserved character is percent-encoded, all bytes beyond US-ASCII are, and
 * the digits of escapes are capitals (6.2.2.1 and 6.2.2.2; RFC 3987, 3.1). */
static char *
write_component(char *out, urlgrep_span text)
{
	const char *at = text.text, *end = at + text.len, *begin = out;

	while (at < end) {
		char c = *at;
		bool is_escape = ascii_read_escape(at, (size_t)(end - at), '%', &c);

		if (is_escape ? (ascii_is_alphanumeric(c) || ascii_is_one_of(c, "-._~")) &&
		    !ends_in_percent(begin, out) : (unsigned char)c < 0x80) {
			*out++ = c;
		} else {
			*out = '%';
			ascii_write_hex(out + 1, c);
			out += 3;
		}
		at += is_escape ? 3 : 1;
	}
	return out;
}

/* Write a host or a scheme in lower case, except the digits of its escapes. */
static char *
write_lower(char *out, urlgrep_span text)
{
	char *end = write_component(out, text);

	for (; out < end; out++)
		if (ascii_is_escape(out, (size_t)(end - out)))
			out += 2;
		else
			*out = ascii_lower(*out);
	return end;
}

/* Write the authority: the host in lower case, and the port unless empty or the scheme's default
 * (6.2.3). */
static char *
write_authority(char *out, urlgrep_span authority, const struct scheme *scheme)
{
	const char *end = authority.text + authority.len;
	const char *at = memrchr(authority.text, '@', authority.len);
	const char *host = at ? at + 1 : authority.text;
	const char *colon = memrchr(host, ':', (size_t)(end - host));
	unsigned long port = 0;
	const char *digit;

	if (colon && memchr(colon, ']', (size_t)(end - colon)))
		colon = NULL; /* the colon is in an IPv6 address */
	out = write_component(out,
	    (urlgrep_span){ authority.text, (size_t)(host - authority.text) });
	out = write_lower(out, (urlgrep_span){ host, (size_t)((colon ? colon : end) - host) });
	if (colon == NULL || colon + 1 == end)
		return out;
	for (digit = colon + 1; digit < end && port <= UINT16_MAX; digit++)
		port = ascii_is(*digit, ASCII_DIGIT) ? 10 * port + (unsigned long)(*digit - '0') :
		    UINT16_MAX + 1UL;
	if (scheme && scheme->port != 0 && port == scheme->port)
		return out;
	return write_bytes(out, colon, (size_t)(end - colon));
}

/* Split a URL. A text without a scheme is a name or an address, which begins with its authority. */
static struct uri_parts
split(const char *text, size_t len)
{
	struct uri_parts parts = uri_split((urlgrep_span){ text, len });
	size_t n = ascii_until(text, len, ASCII_AUTHORITY_END);

	if (parts.scheme.text)
		return parts;
	parts = uri_split((urlgrep_span){ text + n, len - n });
	parts.path.len += (size_t)(parts.path.text - (text + n)); /* it may begin with "//" */
	parts.path.text = text + n;
	parts.authority = (urlgrep_span){ text, n };
	return parts;
}

size_t
urlgrep_normalize(const char *text, size_t len, unsigned flags, char *out)
{
	struct uri_parts parts = split(text = text ? text : "", len);
	bool is_address = parts.scheme.text == NULL && memchr(text, '@', parts.authority.len) != NULL;
	char *end = out, *path;

	if (parts.scheme.text) {
		end = write_lower(end, parts.scheme);
		end = write_bytes(end, "://", parts.authority.text ? 3 : 1);
	}
	if (parts.authority.text)
		end = write_authority(end, parts.authority,
		    scheme_find(parts.scheme.text, parts.scheme.len));
	path = end;
	end = write_component(end, parts.path);
	if (end > path && *path == '/') {
		end = path + uri_remove_dot_segments(path, (size_t)(end - path));
		if (parts.authority.text == NULL && end > path + 1 && path[1] == '/') {
			memmove(path + 2, path, (size_t)(end - path)); /* "//" would begin a host */
			end = write_bytes(path, "/.", 2) + (end - path);
		}
	} else if (end == path && parts.authority.len > 0 && !is_address) {
		end = write_bytes(end, "/", 1);
	}
	if (parts.query.text) {
		end = write_bytes(end, "?", 1);
		end = write_component(end, parts.query);
	}
	if (parts.fragment.text && !(flags & URLGREP_STRIP_FRAGMENT)) {
		end = write_bytes(end, "#", 1);
		end = write_component(end, parts.fragment);
	}
	return (size_t)(end - out);
}
