/* loose.c - repair invalid URLs, and percent-encode characters that are illegal in URIs
 *
 * Browsers open "http://h.example/a|b" by escaping the "|". A URL is loose if it becomes a URI of
 * RFC 3986 when such characters, whose meaning is never in doubt, are escaped. The authority is
 * never repaired: a host with such characters is not valid. */
#include "url/matcher.h"

#include <string.h>

#include "util/ascii.h"
#include "util/uri.h"
#include "util/utf8.h"

/* Return true if the "#" at `at`, not the first, is data of the fragment: a route, as in
 * "https://h.example/#/#room" and "/#!/page#a", or a page, as in "/#a/b.html#c", precedes it. Any
 * other belongs to a template such as "/#!/#name#", or to a reference. */
static bool
is_in_route(const char *text, size_t len, size_t at, size_t fragment)
{
	const char *route = text + fragment + 1;
	size_t n = at - fragment - 1;

	if (*route == '/')
		return true;
	return at + 1 < len && ((n > 1 && memcmp(route, "!/", 2) == 0) ||
	    (n > 4 && memcmp(text + at - 5, ".html", 5) == 0));
}

unsigned
loose_set_of(const char *text, size_t len, size_t at, size_t fragment)
{
	switch (text[at]) {
	case '#':
		return at <= fragment ? 0 : is_in_route(text, len, at, fragment) ?
		    ENCODE_LOOSE : ENCODE_ILLEGAL;
	case '|': case '^': case '\\': case '{': case '}': case '[': case ']': case '`':
		return ENCODE_LOOSE;
	case '%':
		return ascii_is_escape(text + at, len - at) ? 0 : ENCODE_LOOSE;
	case '"': case '<': case '>': case 0x7F:
		return ENCODE_ILLEGAL;
	default:
		return ascii_is_space(text[at]) ? ENCODE_SPACE : text[at] < ' ' ? ENCODE_ILLEGAL : 0;
	}
}

void
loose_encode(struct strbuf *out, urlgrep_span text, size_t begin, size_t end, unsigned what)
{
	size_t path = (size_t)(uri_split(text).path.text - text.text), at, n, i;
	size_t fragment = ascii_find(text.text, text.len, '#');
	uint32_t code;

	for (at = begin; at < end; at += n) {
		size_t plain = ascii_span(text.text + at, end - at, ASCII_PLAIN);
		unsigned allowed, reason;

		strbuf_append(out, text.text + at, plain);
		at += plain;
		if (at == end)
			break;
		allowed = at < path ? what & ENCODE_UNICODE : what;
		n = utf8_decode(text.text + at, end - at, &code);
		reason = n == 1 ? loose_set_of(text.text, end, at, fragment) :
		    n == 0 ? ENCODE_LOOSE : ENCODE_UNICODE;
		n += n == 0;
		if (!(reason & allowed))
			strbuf_append(out, text.text + at, n);
		for (i = 0; reason & allowed && i < n; i++)
			strbuf_append_escaped(out, text.text[at + i]);
	}
}

size_t
loose_map_offset(struct loose_map *m, size_t offset)
{
	if (offset < m->encoded_at)
		m->text_at = m->encoded_at = 0;
	while (m->text_at < m->text_len) {
		const char *byte = m->text + m->text_at;
		bool is_encoded = m->encoded[m->encoded_at] == '%' &&
		    !ascii_is_escape(byte, m->text_len - m->text_at);
		size_t n = is_encoded ? 3 : 1;

		if (m->encoded_at + n > offset)
			break;
		m->encoded_at += n;
		m->text_at++;
	}
	return m->text_at;
}
