/* malformed.c - malformed URLs, and the URLs that are probably meant
 *
 * Some are mistakes ("http;//", "http:/x", "http:\\x", "http//x", "ttp://"), some are
 * written so that nobody opens them ("hxxp://", "h t t p : / /", "[.]"). They are never
 * valid, and are searched for only with URLGREP_FIND_MALFORMED. */
#include "text/malformed.h"

#include <string.h>

#include "text/trim.h"
#include "util/ascii.h"

enum {
	MAX_NAME_BYTES = 8,
	MAX_MALFORMED_BYTES = 2048,
	MAX_SLASHES = 4,
	/* a colon, and four slashes that are spaced out or quoted */
	MAX_MARK_BYTES = 1 + 2 * MAX_SLASHES
};

/* Names of schemes as people write them, and what they mean. */
static const struct {
	const char *written, *scheme;
} names[] = { { "http", "http" }, { "https", "https" }, { "ftp", "ftp" },
	{ "hxxp", "http" }, { "hxxps", "https" }, { "fxp", "ftp" },
	{ "ttp", "http" }, { "htp", "http" }, { "htpp", "http" },
	{ "htttp", "http" }, { "hhttp", "http" }, { "httpp", "http" },
	{ "ttps", "https" }, { "htps", "https" }, { "htpps", "https" } };
enum { CORRECT_NAMES = 3 }; /* the first rows: what is wrong is elsewhere */

struct malformed_parts {
	size_t begin; /* of the name */
	size_t rest;  /* of host and path */
	size_t end;
	unsigned name;      /* index into names */
	bool is_spaced_out; /* "h t t p : / /" */
};

static bool
is_letter(const struct scan_text *t, size_t at)
{
	return at < t->len && ascii_is(t->bytes[at], ASCII_ALPHA);
}

/* Set *index to the row of names with that name. Returns false if there is none. Most words
 * differ in the first letter. */
static bool
find_name(const char *name, unsigned *index)
{
	unsigned i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (*names[i].written == *name && strcmp(names[i].written, name) == 0) {
			*index = i;
			return true;
		}
	return false;
}

/* Read the name before `end`; its letters may be spaced out. */
static bool
read_name(const struct scan_text *t, size_t end, size_t floor,
    struct malformed_parts *m)
{
	char name[MAX_NAME_BYTES + 1];
	size_t at = end, len = MAX_NAME_BYTES;

	m->is_spaced_out = at > floor && t->bytes[at - 1] == ' ';
	if (m->is_spaced_out)
		at--;
	name[len] = '\0';
	while (at > floor && len > 0 && is_letter(t, at - 1)) {
		name[--len] = ascii_lower(t->bytes[--at]);
		if (m->is_spaced_out && (at == floor || t->bytes[at - 1] != ' ' ||
		    at < floor + 2 || !is_letter(t, at - 2) ||
		    (at >= floor + 3 && t->bytes[at - 3] != ' ')))
			break;
		at -= m->is_spaced_out;
	}
	if (at > 0 && ascii_is(t->bytes[at - 1], ASCII_ALPHA | ASCII_DIGIT))
		return false;
	m->begin = at;
	return find_name(name + len, &m->name);
}

/* Return true if a slash is at `at`, written "\/" as in JSON or a regular expression. */
static bool
is_quoted_slash(const struct scan_text *t, size_t at)
{
	return t->bytes[at] == '\\' && at + 1 < t->len && t->bytes[at + 1] == '/';
}

/* Skip slashes and backslashes at *at, which may be spaced out, and return how many
 * there are. *are_plain: none is a backslash. */
static unsigned
skip_slashes(const struct scan_text *t, size_t *at, bool is_spaced_out, bool *are_plain)
{
	unsigned count = 0;

	*are_plain = true;
	while (*at < t->len && count < MAX_SLASHES) {
		size_t next = *at;

		if (is_spaced_out && t->bytes[next] == ' ')
			next++;
		if (next == t->len || (t->bytes[next] != '/' && t->bytes[next] != '\\'))
			break;
		*are_plain = *are_plain && t->bytes[next] == '/';
		next += is_quoted_slash(t, next);
		*at = next + 1;
		count++;
	}
	return count;
}

/* Read name, mark and slashes; the mark at `at` is a colon, or the first of two slashes
 * without one. Returns false if there is no name, or nothing is wrong. */
static bool
read_front(const struct scan_text *t, size_t at, size_t floor,
    struct malformed_parts *m)
{
	bool has_colon = t->bytes[at] == ':', are_plain, has_correct_name;
	size_t end = at;
	unsigned slashes;

	if (!has_colon && end > floor && t->bytes[end - 1] == ';')
		end--;
	if (end == floor || !read_name(t, end, floor, m))
		return false;
	m->rest = has_colon ? at + 1 : at;
	slashes = skip_slashes(t, &m->rest, m->is_spaced_out, &are_plain);
	if (m->is_spaced_out && m->rest < t->len && t->bytes[m->rest] == ' ')
		m->rest++;
	has_correct_name = m->name < CORRECT_NAMES;
	if (slashes == 0 || (slashes > 2 && are_plain))
		return false;
	if (!has_colon)
		return slashes >= 2 && has_correct_name;
	return !has_correct_name || m->is_spaced_out || slashes != 2 || !are_plain;
}

/* Read host and path. Answers NO unless the host begins with a letter or digit and has
 * a dot; "[.]" is a dot, too. */
static enum scan_answer
read_rest(const struct scan_text *t, struct malformed_parts *m)
{
	bool in_host = true, has_dot = false;

	for (m->end = m->rest; m->end < t->len && m->end - m->rest < MAX_MALFORMED_BYTES;
	    m->end++) {
		char c = t->bytes[m->end];

		if (!ascii_is(c, ASCII_RUN) && c != '\\')
			break;
		if (c == '/' || c == '\\' || c == '?')
			in_host = false;
		has_dot = has_dot || (in_host && c == '.' && m->end > m->rest);
	}
	if (m->end == t->len && !t->is_last)
		return SCAN_MORE;
	return has_dot && ascii_is(t->bytes[m->rest], ASCII_ALPHA | ASCII_DIGIT) ?
	    SCAN_YES : SCAN_NO;
}

/* Write the URL that is probably meant to s->joined. */
static void
repair(urlgrep_scanner *s, const struct malformed_parts *m)
{
	const struct scan_text *t = &s->text;
	size_t at;

	strbuf_clear(&s->joined);
	strbuf_append_string(&s->joined, names[m->name].scheme);
	strbuf_append_string(&s->joined, "://");
	for (at = m->rest; at < m->end; at++) {
		const char *byte = t->bytes + at;

		if (m->end - at >= 3 && memcmp(byte, "[.]", 3) == 0) {
			strbuf_append(&s->joined, ".", 1);
			at += 2;
		} else if (!is_quoted_slash(t, at)) {
			strbuf_append(&s->joined, *byte == '\\' ? "/" : byte, 1);
		}
	}
}

enum scan_answer
malformed_read(urlgrep_scanner *s, size_t mark, struct malformed_url *url)
{
	const struct scan_text *t = &s->text;
	struct malformed_parts m;
	enum scan_answer answer;
	size_t len;

	if (t->len - mark < MAX_MARK_BYTES && !t->is_last)
		return SCAN_MORE;
	if (!read_front(t, mark, s->floor, &m))
		return SCAN_NO;
	answer = read_rest(t, &m);
	if (answer != SCAN_YES)
		return answer;
	repair(s, &m);
	if (s->joined.failed)
		return SCAN_NOMEM;
	len = trim_bare_url(m.begin > 0 ? t->bytes[m.begin - 1] : '\n', s->joined.at,
	    s->joined.len);
	url->begin = m.begin;
	url->end = m.end - (s->joined.len - len);
	url->repaired = (urlgrep_span){ s->joined.at, len };
	return len > 0 ? SCAN_YES : SCAN_NO;
}
