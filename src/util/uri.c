/* uri.c - resolve relative references (RFC 3986, section 5)
 *
 * GLib's resolver is not used, since a URL is reported as it is written, errors included. GLib
 * corrects errors, and writes "~" for "%7E". */
#include "util/uri.h"

#include <string.h>

#include "util/ascii.h"
#include "util/span.h"

/* ---- parts (5.2.1) --- */

size_t
uri_scheme_length(urlgrep_span text)
{
	size_t len = ascii_span(text.text, text.len, ASCII_SCHEME);

	return len > 0 && len < text.len && ascii_is(text.text[0], ASCII_ALPHA) &&
	    text.text[len] == ':' ? len : 0;
}

urlgrep_span
uri_cut_at(urlgrep_span *text, char mark)
{
	urlgrep_span after = *text;

	text->len = ascii_find(text->text, text->len, mark);
	if (text->len == after.len)
		return (urlgrep_span){ NULL, 0 };
	return span_from(after, after.text + text->len + 1);
}

struct uri_parts
uri_split(urlgrep_span rest)
{
	struct uri_parts parts = { .fragment = uri_cut_at(&rest, '#') };
	size_t scheme = uri_scheme_length(rest);

	parts.query = uri_cut_at(&rest, '?');
	if (scheme > 0) {
		parts.scheme = (urlgrep_span){ rest.text, scheme };
		rest = span_from(rest, rest.text + scheme + 1);
	}
	if (text_begins_with(rest.text, rest.len, "//")) {
		rest = span_from(rest, rest.text + 2);
		parts.authority = (urlgrep_span){ rest.text, ascii_find(rest.text, rest.len, '/') };
		rest = span_from(rest, rest.text + parts.authority.len);
	}
	parts.path = rest;
	return parts;
}

bool
uri_read_ipv4(urlgrep_span host, unsigned char group[4], bool *has_zeros)
{
	size_t i = 0;
	int n;

	*has_zeros = false;
	for (n = 0; n < 4; n++) {
		size_t begin = i;
		unsigned value = 0;

		while (i < host.len && ascii_is(host.text[i], ASCII_DIGIT) && value < 1000)
			value = value * 10 + (unsigned)(host.text[i++] - '0');
		if (i == begin || value > 255)
			return false;
		group[n] = (unsigned char)value;
		*has_zeros |= host.text[begin] == '0' && i - begin > 1;
		if (n < 3 && (i == host.len || host.text[i++] != '.'))
			return false;
	}
	return i == host.len;
}

bool
uri_is_base(urlgrep_span url)
{
	struct uri_parts parts;

	if (url.len > MAX_BASE_BYTES)
		return false;
	parts = uri_split(url);
	return parts.scheme.text && parts.authority.text;
}

bool
uri_is_relative_reference(urlgrep_span reference)
{
	return reference.len > 0 && *reference.text != '#' &&
	    uri_scheme_length(reference) == 0;
}

/* ---- resolution (5.2.2 to 5.3) --- */

/* Write prefix and part to out + at, unless part is absent. Return the end. */
static size_t
append(char *out, size_t at, const char *prefix, urlgrep_span part)
{
	size_t len = strlen(prefix);

	if (part.text == NULL)
		return at;
	memcpy(out + at, prefix, len);
	memcpy(out + at + len, part.text, part.len);
	return at + len + part.len;
}

/* Write the base's path up to its last "/", and then path (5.2.3). Return the length. */
static size_t
merge_paths(char *out, const struct uri_parts *base, urlgrep_span path)
{
	urlgrep_span directory = base->path;

	if (directory.len == 0)
		return append(out, 0, "/", path);
	while (directory.len > 0 && directory.text[directory.len - 1] != '/')
		directory.len--;
	return append(out, append(out, 0, "", directory), "", path);
}

size_t
uri_remove_dot_segments(char *path, size_t len)
{
	size_t at = 0, kept = 0;

	while (at < len) {
		const char *slash = memchr(path + at, '/', len - at);
		size_t end = slash ? (size_t)(slash - path) : len;
		bool is_up = end - at == 2 && memcmp(path + at, "..", 2) == 0;
		bool is_here = end - at == 1 && path[at] == '.';

		if (is_up && kept > 1) /* keep the first "/" */
			kept--;
		while (is_up && path[kept - 1] != '/')
			kept--;
		end += slash != NULL;
		if (!is_up && !is_here) {
			memmove(path + kept, path + at, end - at);
			kept += end - at;
		}
		at = end;
	}
	return kept;
}

size_t
uri_resolve(urlgrep_span base, urlgrep_span reference, char *out)
{
	struct uri_parts b = uri_split(base), r = uri_split(reference);
	bool has_authority = r.authority.text != NULL;
	size_t at = append(out, 0, "", b.scheme), path;

	at = append(out, at, "://", has_authority ? r.authority : b.authority);
	if (!has_authority && r.path.len == 0) {
		at = append(out, at, "", b.path);
		r.query = r.query.text ? r.query : b.query;
	} else {
		path = has_authority || *r.path.text == '/' ?
		    append(out + at, 0, "", r.path) : merge_paths(out + at, &b, r.path);
		at += uri_remove_dot_segments(out + at, path);
	}
	at = append(out, at, "?", r.query);
	return append(out, at, "#", r.fragment);
}
