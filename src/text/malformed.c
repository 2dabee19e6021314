/* malformed.c - what was meant for a URL, but is none: "http;//", "http:/x", "http:\\x",
 * "http//x", "hxxp://", "h t t p : / /", "ttp://". Never valid; it is said what it
 * would be. Looked for only when asked (URLGREP_MEANT) */
#include <string.h>

#include "util/ascii.h"
#include "text/candidate.h"

enum { NAME_MOST = 8, LONGEST = 2048 };

/* How people write it, and what they mean. */
static const struct {
	const char *written, *meant;
} names[] = { { "http", "http" }, { "https", "https" }, { "ftp", "ftp" },
	{ "hxxp", "http" }, { "hxxps", "https" }, { "fxp", "ftp" },
	{ "ttp", "http" }, { "htp", "http" }, { "htpp", "http" },
	{ "htttp", "http" }, { "hhttp", "http" }, { "httpp", "http" },
	{ "ttps", "https" }, { "htps", "https" }, { "htpps", "https" } };
enum { RIGHT = 3 }; /* so many are schemes as they stand */

/* The parts of what was written. */
struct shape {
	size_t begin;  /* of the name */
	size_t rest;   /* what would be host and path */
	size_t end;
	unsigned name; /* of names */
	bool spaced;   /* "h t t p : / /" */
};

static bool
is_letter(const struct text *t, size_t at)
{
	return at < t->len && ascii_is(t->at[at], ASCII_ALPHA);
}

/* The name that ends before end; its letters may stand apart. */
static bool
read_name(const struct text *t, size_t end, size_t floor, struct shape *m)
{
	char name[NAME_MOST + 1];
	size_t at = end, len = NAME_MOST;
	unsigned i;

	m->spaced = at > floor && t->at[at - 1] == ' ';
	if (m->spaced)
		at--;
	name[len] = '\0';
	while (at > floor && len > 0 && is_letter(t, at - 1)) {
		name[--len] = ascii_lower(t->at[--at]);
		if (m->spaced && (at == floor || t->at[at - 1] != ' ' ||
		    at < floor + 2 || !is_letter(t, at - 2) ||
		    (at >= floor + 3 && t->at[at - 3] != ' ')))
			break;
		at -= m->spaced;
	}
	if (at > 0 && ascii_is(t->at[at - 1], ASCII_ALPHA | ASCII_DIGIT))
		return false;
	m->begin = at;
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(names[i].written, name + len) == 0) {
			m->name = i;
			return true;
		}
	return false;
}

/* Slashes and backslashes at *at, perhaps apart; *straight: slashes only. */
static unsigned
count_slashes(const struct text *t, size_t *at, bool spaced, bool *straight)
{
	unsigned count = 0;

	*straight = true;
	while (*at < t->len && count < 4) {
		size_t next = *at;

		if (spaced && t->at[next] == ' ')
			next++;
		if (next == t->len || !strchr("/\\", t->at[next]) ||
		    t->at[next] == '\0')
			break;
		*straight = *straight && t->at[next] == '/';
		if (t->at[next] == '\\' && next + 1 < t->len &&
		    t->at[next + 1] == '/')
			next++; /* a slash as some languages quote it */
		*at = next + 1;
		count++;
	}
	return count;
}

/* The mark at at is a colon, or the first of two slashes without one. */
static bool
read_shape(const struct text *t, size_t at, size_t floor, struct shape *m)
{
	bool colon = t->at[at] == ':', straight;
	size_t end = at;
	unsigned slashes;

	if (!colon && end > floor && t->at[end - 1] == ';')
		end--;
	if (end == floor || !read_name(t, end, floor, m))
		return false;
	m->rest = colon ? at + 1 : at;
	slashes = count_slashes(t, &m->rest, m->spaced, &straight);
	if (m->spaced && m->rest < t->len && t->at[m->rest] == ' ')
		m->rest++;
	if (slashes == 0 || (slashes > 2 && straight) || (!colon && (slashes < 2 || m->name >= RIGHT)))
		return false;
	return m->name >= RIGHT || m->spaced || !colon || slashes != 2 || !straight;
}

/* Letters and figures with a dot between, before the path: "[.]" is one, too. */
static enum look
read_rest(const struct text *t, struct shape *m)
{
	bool host = true, dotted = false;

	for (m->end = m->rest; m->end < t->len && m->end - m->rest < LONGEST;
	    m->end++) {
		char c = t->at[m->end];

		if (!ascii_is(c, ASCII_RUN) && c != '\\')
			break;
		if (c == '/' || c == '\\' || c == '?')
			host = false;
		dotted = dotted || (host && c == '.' && m->end > m->rest);
	}
	if (m->end == t->len && !t->last)
		return LOOK_MORE;
	return dotted && ascii_is(t->at[m->rest], ASCII_ALPHA | ASCII_DIGIT) ?
	    LOOK_YES : LOOK_NO;
}

static void
mend(urlgrep_scanner *s, const struct shape *m)
{
	const char *text = s->text.at;
	size_t at;

	strbuf_clear(&s->folded);
	strbuf_append_string(&s->folded, names[m->name].meant);
	strbuf_append_string(&s->folded, "://");
	for (at = m->rest; at < m->end; at++) {
		if (m->end - at >= 3 && memcmp(text + at, "[.]", 3) == 0) {
			strbuf_append_string(&s->folded, ".");
			at += 2;
		} else if (text[at] == '\\' && text[at + 1] == '/') {
			continue; /* a slash as some languages quote it */
		} else {
			strbuf_append(&s->folded, text[at] == '\\' ? "/" :
			    text + at, 1);
		}
	}
}

enum look
meant_read(urlgrep_scanner *s, size_t mark, struct meant *found)
{
	const struct text *t = &s->text;
	struct shape m;
	enum look look;
	size_t len;

	if (t->len - mark < 8 && !t->last)
		return LOOK_MORE;
	if (!read_shape(t, mark, s->floor, &m))
		return LOOK_NO;
	look = read_rest(t, &m);
	if (look != LOOK_YES)
		return look;
	mend(s, &m);
	if (s->folded.failed)
		return LOOK_NO;
	len = bare_trim(m.begin > 0 ? t->at[m.begin - 1] : '\n', s->folded.at,
	    s->folded.len);
	found->begin = m.begin;
	found->end = m.end - (s->folded.len - len);
	found->url = (urlgrep_span){ s->folded.at, len };
	return len > 0 ? LOOK_YES : LOOK_NO;
}
