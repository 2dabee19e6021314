/* uri_resolve.c - a relative reference made whole by a base (RFC 3986, section 5)
 *
 * Octet by octet, since what is wrong in it is to be told: GLib's resolver mends it,
 * and writes "~" for "%7E". */
#include "html/uri_resolve.h"

#include <string.h>

struct span {
	const char *at; /* NULL: absent */
	size_t len;
};

struct reference {
	struct span scheme, authority, path, query, fragment;
};

/* ---- its parts (5.2.1) --- */

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The length of its scheme; 0: it has none. */
static size_t
scheme_length(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (!is_letter(text[i]) && (i == 0 ||
		    ((text[i] < '0' || text[i] > '9') && text[i] != '+' &&
			text[i] != '-' && text[i] != '.')))
			break;
	return i < len && text[i] == ':' ? i : 0;
}

/* What stands at the front of rest up to one of stops, taken from there. */
static struct span
take_until(struct span *rest, const char *stops)
{
	struct span taken = { rest->at, 0 };

	while (taken.len < rest->len && (rest->at[taken.len] == '\0' ||
	    strchr(stops, rest->at[taken.len]) == NULL))
		taken.len++;
	rest->at += taken.len;
	rest->len -= taken.len;
	return taken;
}

/* Take so much from the front. */
static void
pass(struct span *rest, size_t len)
{
	rest->at += len;
	rest->len -= len;
}

static struct reference
split(const char *text, size_t len)
{
	struct reference r = { .path = { NULL, 0 } };
	struct span rest = { text, len };
	size_t scheme = scheme_length(text, len);

	if (scheme > 0) {
		r.scheme = (struct span){ text, scheme };
		pass(&rest, scheme + 1);
	}
	if (rest.len >= 2 && memcmp(rest.at, "//", 2) == 0) {
		pass(&rest, 2);
		r.authority = take_until(&rest, "/?#");
	}
	r.path = take_until(&rest, "?#");
	if (rest.len > 0 && *rest.at == '?') {
		pass(&rest, 1);
		r.query = take_until(&rest, "#");
	}
	if (rest.len > 0) {
		pass(&rest, 1);
		r.fragment = rest;
	}
	return r;
}

bool
relative_base(const char *url, size_t len)
{
	struct reference base = split(url, len);

	return len <= BASE_LONGEST && base.scheme.at && base.authority.at;
}

bool
relative_leads(const char *reference, size_t len)
{
	return len > 0 && *reference != '#' && scheme_length(reference, len) == 0;
}

/* ---- whole again (5.2.2 to 5.3) --- */

static size_t
put(char *out, size_t at, const char *before, struct span s)
{
	size_t len = strlen(before);

	if (s.at == NULL)
		return at;
	memcpy(out + at, before, len);
	memcpy(out + at + len, s.at, s.len);
	return at + len + s.len;
}

/* The path of base up to its last "/", and that of the reference (5.2.3). */
static size_t
merge(char *out, const struct reference *base, struct span path)
{
	struct span front = base->path;

	if (front.len == 0)
		return put(out, 0, "/", path);
	while (front.len > 0 && front.at[front.len - 1] != '/')
		front.len--;
	return put(out, put(out, 0, "", front), "", path);
}

static bool
is_dots(const char *segment, size_t len, size_t dots)
{
	return len == dots && memcmp(segment, "..", dots) == 0;
}

/* Remove "." and ".." of a path that is empty or begins with "/" (5.2.4). */
static size_t
remove_dots(char *path, size_t len)
{
	size_t at = 0, kept = 0;

	while (at < len) {
		const char *slash = memchr(path + at, '/', len - at);
		size_t end = slash ? (size_t)(slash - path) : len;
		bool up = is_dots(path + at, end - at, 2);
		bool stay = is_dots(path + at, end - at, 1);

		if (up && kept > 1) /* the "/" at its front stays */
			kept--;
		while (up && path[kept - 1] != '/')
			kept--;
		end += slash != NULL;
		if (!up && !stay) {
			memmove(path + kept, path + at, end - at);
			kept += end - at;
		}
		at = end;
	}
	return kept;
}

size_t
relative_resolve(const char *base, size_t base_len, const char *reference,
    size_t len, char *out)
{
	struct reference b = split(base, base_len), r = split(reference, len);
	bool other = r.authority.at != NULL;
	size_t at = put(out, 0, "", b.scheme), path;

	at = put(out, at, "://", other ? r.authority : b.authority);
	if (!other && r.path.len == 0) {
		at = put(out, at, "", b.path);
		r.query = r.query.at ? r.query : b.query;
	} else {
		path = other || *r.path.at == '/' ? put(out + at, 0, "", r.path) :
		    merge(out + at, &b, r.path);
		at += remove_dots(out + at, path);
	}
	at = put(out, at, "?", r.query);
	return put(out, at, "#", r.fragment);
}
