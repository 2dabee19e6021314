/* name_finding.c - names without a scheme as findings: rejoined and judged as URLs */
#include "text/name_finding.h"

#include <string.h>

#include "names/address.h"
#include "names/name.h"
#include "text/angle.h"
#include "text/bare.h"
#include "text/bare_join.h"
#include "text/readings.h"
#include "url/grammar.h"
#include "util/ascii.h"

/* After a name in a longer run than this whose URL is invalid, the search goes on after
 * the run. */
enum { MAX_REJECTED_BYTES = 4096 };

static bool
is_wanted(const urlgrep_scanner *s, urlgrep_confidence certainty)
{
	return certainty != URLGREP_LOW || s->flags & URLGREP_LOW_NAMES;
}

static const char *
scheme_of(const urlgrep_scanner *s, const struct name *name)
{
	return name_scheme(name, s->flags & URLGREP_SUPPLY_HTTPS);
}

/* Make of f, whose URL is that of c, a finding of a name. */
static void
set_name(urlgrep_scanner *s, const struct candidate *c,
    urlgrep_confidence certainty, urlgrep_finding *f)
{
	f->kind = URLGREP_KIND_NAME;
	f->certainty = certainty;
	f->supplied = (urlgrep_span){ c->supplied, strlen(c->supplied) };
	s->has_omission = c->omitted != SIZE_MAX;
	readings_set_written(s, f);
}

/* ---- between angle brackets (rule N14) --- */

/* Read the name that is all of text. */
static bool
read_whole(const urlgrep_scanner *s, urlgrep_span text, struct name *name)
{
	struct scan_text t = { .bytes = text.text, .len = text.len, .is_last = true };
	size_t end = 0;
	const char *dot;

	while (end < text.len && !memchr(":/?#", text.text[end], 4))
		end++;
	dot = memrchr(text.text, '.', end);
	return dot && name_read(&t, 0, (size_t)(dot - text.text), s->is_iri, name) ==
	    SCAN_YES && name->begin == 0 && (name->tail || name->host_end == text.len);
}

/* Supply a scheme if c is a name. Answers YES with its certainty, NO or NOMEM. */
static enum scan_answer
supply_scheme(urlgrep_scanner *s, struct candidate *c,
    urlgrep_confidence *certainty)
{
	urlgrep_span text = readings_join_fragments(s, c);
	struct scan_text t = { .bytes = text.text, .len = text.len, .is_last = true };
	struct name name;

	if (text.text == NULL)
		return SCAN_NOMEM;
	if (!read_whole(s, text, &name) || name.omitted != SIZE_MAX)
		return SCAN_NO;
	*certainty = name_certainty(&t, &name, text.len);
	c->supplied = scheme_of(s, &name);
	c->omitted = SIZE_MAX;
	return is_wanted(s, *certainty) ? SCAN_YES : SCAN_NO;
}

/* Make a finding of a URL whose scheme was supplied. */
static enum scan_answer
judge_name(urlgrep_scanner *s, const struct candidate *c, urlgrep_confidence certainty,
    urlgrep_finding *f)
{
	urlgrep_status status = readings_make_finding(s, c, f);

	if (status == URLGREP_NOMEM)
		return SCAN_NOMEM;
	if (status != URLGREP_OK || !grammar_accepts(s->grammar, f->url.verdict))
		return SCAN_NO;
	set_name(s, c, certainty, f);
	return SCAN_YES;
}

enum scan_answer
name_make_wrapped(urlgrep_scanner *s, struct candidate *c, urlgrep_finding *f)
{
	urlgrep_confidence certainty;
	enum scan_answer answer = supply_scheme(s, c, &certainty);

	return answer == SCAN_YES ? judge_name(s, c, certainty, f) : answer;
}

/* Return true if only line breaks divide the fragments: blanks within a line are those of
 * prose. */
static bool
is_broken_by_lines(const struct scan_text *t, const struct candidate *c)
{
	unsigned i;

	for (i = 0; i + 1 < c->fragment_count; i++) {
		const struct fragment *f = &c->fragments[i];

		if (ascii_break(t->bytes + f->end, f[1].begin - f->end) ==
		    f[1].begin - f->end)
			return false;
	}
	return true;
}

/* Find the name between the "<" at `open` and its ">". */
static enum scan_answer
find_enclosed(urlgrep_scanner *s, size_t open, struct candidate *c, urlgrep_finding *f)
{
	enum scan_answer answer = angle_read(s, open, open + 1, c);

	if (answer != SCAN_YES || !is_broken_by_lines(&s->text, c))
		return answer == SCAN_YES ? SCAN_NO : answer;
	c->form = URLGREP_ANGLE;
	c->scheme = NULL;
	return name_make_wrapped(s, c, f);
}

/* Return the offset of the "<" that encloses the name: just before it, or in a line
 * before; SIZE_MAX if there is none. */
static size_t
find_open_bracket(const urlgrep_scanner *s, const struct name *name)
{
	const struct scan_text *t = &s->text;
	size_t at = name->begin;

	if (at == 0)
		return SIZE_MAX;
	if (at > s->floor && t->bytes[at - 1] == '<')
		return name_may_be_wrapped(name) ? at - 1 : SIZE_MAX;
	while (at > s->floor && name->begin - at < 64 &&
	    (ascii_is(t->bytes[at - 1], ASCII_BLANK) || t->bytes[at - 1] == '>'))
		at--;
	if (at == s->floor || !ascii_is(t->bytes[at - 1], ASCII_BREAK))
		return SIZE_MAX;
	return address_find_open_bracket(t, s->floor, name->begin);
}

/* ---- in running text --- */

/* Fill c with the name up to its tail, which is not a path. */
static void
set_host(const struct name *name, struct candidate *c)
{
	c->confidence = URLGREP_HIGH;
	c->fragment_count = c->certain_count = 1;
	c->end = name->tail_begin;
	c->fragments[0] = (struct fragment){ .begin = c->begin, .end = c->end };
}

/* Read the path or query of the name and the lines that it goes on in; drop it from *name
 * if nothing is left of it. Answers YES, MORE or NOMEM; NO if the name is not wanted, or
 * too long. */
static enum scan_answer
read_tail(urlgrep_scanner *s, struct name *name, struct candidate *c)
{
	enum scan_answer answer = bare_read_run(s, name->begin, URLGREP_MAX_URL_BYTES + 1,
	    true, c);
	urlgrep_confidence certainty;

	if (answer != SCAN_YES)
		return answer;
	if (c->notes & URLGREP_TEMPLATE)
		return SCAN_NO;
	certainty = name_certainty(&s->text, name, c->end);
	if (!is_wanted(s, certainty))
		return SCAN_NO;
	if (c->is_too_long) {
		s->in_long_run = true;
		return SCAN_NO;
	}
	if (c->end <= name->tail_begin) {
		name->tail = name->port ? TAIL_PORT : TAIL_NONE;
		set_host(name, c);
		return SCAN_YES;
	}
	return name->omitted == SIZE_MAX && !c->is_escaped ? bare_join_lines(s, c) :
	    SCAN_YES;
}

/* Fill *c with the name as it is in the text. Answers as read_tail(). */
static enum scan_answer
read_name(urlgrep_scanner *s, struct name *name, struct candidate *c,
    urlgrep_confidence *certainty)
{
	const struct scan_text *t = &s->text;
	enum scan_answer answer = SCAN_YES;

	c->begin = name->begin;
	c->byte_before = name->begin > 0 ? t->bytes[name->begin - 1] : '\n';
	c->supplied = scheme_of(s, name);
	c->omitted = name->omitted;
	if (name->tail == TAIL_PATH || name->tail == TAIL_QUERY)
		answer = read_tail(s, name, c);
	else
		set_host(name, c);
	c->form = URLGREP_SCHEMELESS;
	if (answer != SCAN_YES)
		return answer;
	if ((name->tail == TAIL_NONE || name->tail == TAIL_PORT) && !name_may_end(t, name))
		return SCAN_NO;
	*certainty = name_certainty(t, name, c->end);
	return is_wanted(s, *certainty) ? SCAN_YES : SCAN_NO;
}

/* Find the name, which is not between angle brackets. */
static enum scan_answer
find_bare(urlgrep_scanner *s, struct name *name, struct candidate *c,
    urlgrep_finding *f)
{
	urlgrep_confidence certainty;
	enum scan_answer answer = read_name(s, name, c, &certainty);

	if (answer != SCAN_YES)
		return answer;
	answer = judge_name(s, c, certainty, f);
	s->in_long_run |= answer == SCAN_NO && c->end - c->begin > MAX_REJECTED_BYTES;
	return answer;
}

static enum scan_answer
read_at(urlgrep_scanner *s, size_t mark, struct name *name)
{
	enum scan_answer answer = SCAN_NO;

	if (s->text.bytes[mark] == '.')
		answer = name_read(&s->text, s->floor, mark, s->is_iri, name);
	if (answer == SCAN_NO && (s->text.bytes[mark] == ':' ||
		(mark + 1 < s->text.len &&
		    ascii_is(s->text.bytes[mark + 1], ASCII_DIGIT))))
		answer = name_read_numeric(&s->text, s->floor, mark, name);
	return answer;
}

enum scan_answer
name_find(urlgrep_scanner *s, size_t mark, struct candidate *c, urlgrep_finding *f)
{
	struct name name;
	enum scan_answer answer = read_at(s, mark, &name);
	size_t open;

	if (answer != SCAN_YES)
		return answer;
	memset(c, 0, offsetof(struct candidate, fragments));
	open = find_open_bracket(s, &name);
	if (open != SIZE_MAX) {
		answer = find_enclosed(s, open, c, f);
		if (answer != SCAN_NO)
			return answer;
		memset(c, 0, offsetof(struct candidate, fragments));
	}
	return find_bare(s, &name, c, f);
}
