/* names_in_text.c - find names without a scheme ("www.example.org") and e-mail addresses, rejoin
 * them, and judge them as URLs */
#include "text/forms.h"

#include <string.h>

#include "names/name.h"
#include "text/run.h"
#include "text/undo.h"
#include "url/grammar.h"
#include "util/ascii.h"

enum {
	/* A run longer than this is skipped if its name makes an invalid URL. */
	MAX_REJECTED_BYTES = 4096
};

/* ---- names --- */

static bool
is_name_wanted(const urlgrep_scanner *s, urlgrep_confidence certainty)
{
	return certainty != URLGREP_LOW || s->flags & URLGREP_LOW_NAMES;
}

/* Fill c with the name up to its tail, which is not a path or query. */
static void
set_host(const struct name *name, struct candidate *c)
{
	c->doubts = 0;
	c->fragment_count = c->certain_count = 1;
	c->end = name->tail_begin;
	c->fragments[0] = (struct fragment){ .begin = c->begin, .end = c->end };
}

/* Read the path or query of the name and the lines that continue it. If that turns out to be empty,
 * remove it from *name. Return false if the name is not wanted or too long. */
static bool
read_tail(urlgrep_scanner *s, struct name *name, struct candidate *c)
{
	urlgrep_confidence certainty;

	s->run_candidates++;
	if (!run_read(s, name->begin, URLGREP_MAX_URL_BYTES + 1, true, c) ||
	    c->notes & URLGREP_TEMPLATE)
		return false;
	certainty = name_certainty(&s->text, name, c->end);
	if (!is_name_wanted(s, certainty))
		return false;
	if (c->is_too_long) {
		s->in_long_run = true;
		return false;
	}
	if (c->end <= name->tail_begin) {
		name->tail = name->port ? TAIL_PORT : TAIL_NONE;
		set_host(name, c);
		return true;
	}
	return name->omitted != SIZE_MAX || undo_is_active(s) || join_lines(s, c);
}

/* Make the finding of the name, which has no escapes in s->text. */
static bool
find_bare_name(urlgrep_scanner *s, struct name *name, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	struct candidate c;
	urlgrep_confidence certainty;

	candidate_clear(&c);
	c.begin = name->begin;
	c.opener = scan_byte_before(t, name->begin);
	c.supplied = name_scheme(name, s->flags & URLGREP_SUPPLY_HTTPS);
	c.omitted = name->omitted;
	if (name->tail < TAIL_QUERY)
		set_host(name, &c);
	else if (!read_tail(s, name, &c))
		return false;
	c.form = URLGREP_SCHEMELESS;
	certainty = name_certainty(t, name, c.end);
	if ((name->tail < TAIL_QUERY && !name_may_end(t, name)) || !is_name_wanted(s, certainty))
		return false;
	if (!readings_make_finding(s, &c, f) || !urlgrep_accepts(s->grammar, f->url.verdict)) {
		s->in_long_run |= !s->failed && c.end - c.begin > MAX_REJECTED_BYTES;
		return false;
	}
	f->kind = URLGREP_KIND_NAME;
	f->certainty = certainty;
	f->supplied = (urlgrep_span){ c.supplied, strlen(c.supplied) };
	s->has_omission = c.omitted != SIZE_MAX;
	readings_set_written(s, f);
	return true;
}

static bool
read_name_at(urlgrep_scanner *s, size_t hit, struct name *name)
{
	const struct scan_text *t = &s->text;
	bool is_dot = t->bytes[hit] == '.';

	if (is_dot && name_read(t, hit, name))
		return true;
	return (!is_dot || ascii_is(scan_byte_at(t, hit + 1), ASCII_DIGIT)) &&
	    name_read_numeric(t, hit, name);
}

bool
name_find(urlgrep_scanner *s, size_t hit, urlgrep_finding *f)
{
	struct name name;
	size_t undone;

	if (!read_name_at(s, hit, &name))
		return false;
	undone = name.tail < TAIL_QUERY ? SIZE_MAX : undo_begin(s, name.begin, hit,
	    (size_t)(s->run_end - s->text.origin));
	return (undone == SIZE_MAX || read_name_at(s, hit - undone, &name)) && !s->failed &&
	    find_bare_name(s, &name, f);
}

/* ---- addresses --- */

/* Append the part of an address before or after its "@" to s->joined, as written in a mailto URL
 * (RFC 6068, 2). Letters beyond US-ASCII in the domain stay, as in an IRI. */
static void
append_part(urlgrep_scanner *s, urlgrep_span part, bool is_domain, bool is_quoted)
{
	size_t i;

	for (i = 0; i < part.len; i++) {
		char c = part.text[i];

		if (is_domain ? c != '[' && c != ']' : ascii_is(c, ASCII_LOCAL_PLAIN)) {
			strbuf_append_byte(&s->joined, c);
			continue;
		}
		if (is_quoted && c == ' ' && part.text[i - 1] != '\\')
			strbuf_append_escaped(&s->joined, '\\');
		strbuf_append_escaped(&s->joined, c);
	}
}

bool
address_find(urlgrep_scanner *s, size_t at, urlgrep_finding *f)
{
	struct address a;
	size_t len;

	if (!address_read(&s->text, at, &a) ||
	    (a.certainty == URLGREP_LOW && !(s->flags & URLGREP_LOW_ADDRESSES)))
		return false;
	strbuf_clear(&s->joined);
	strbuf_append_string(&s->joined, "mailto:");
	append_part(s, scan_span(&s->text, a.begin, a.local_end), false, a.is_quoted);
	strbuf_append_byte(&s->joined, '@');
	append_part(s, scan_span(&s->text, a.at + 1, a.end), true, false);
	len = s->joined.len;
	strbuf_append(&s->joined, s->text.bytes + a.begin, a.local_end - a.begin);
	strbuf_append(&s->joined, s->text.bytes + a.at, a.end - a.at);
	s->failed |= s->joined.failed || matcher_judge(s->matcher, s->joined.at, len, 0,
	    &f->url) == URLGREP_UNJUDGED;
	if (a.is_invalid) {
		f->url.verdict = URLGREP_INVALID;
		f->url.part_count = 0;
	}
	finding_begin(s, f, URLGREP_EMAIL, a.begin, a.end);
	finding_set_reading(s, f);
	f->kind = URLGREP_KIND_ADDRESS;
	f->certainty = a.certainty;
	f->written = (urlgrep_span){ s->joined.at + len, s->joined.len - len };
	return true;
}
