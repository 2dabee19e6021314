/* names_in_text.c - names without a scheme ("www.example.org") and e-mail addresses as findings:
 * rejoined, and judged as URLs */
#include "text/forms.h"

#include <string.h>

#include "names/host.h"
#include "names/name.h"
#include "text/run.h"
#include "text/undo.h"
#include "url/grammar.h"
#include "util/ascii.h"

enum {
	/* After a name in a longer run than this whose URL is invalid, the search goes on
	 * after the run. */
	MAX_REJECTED_BYTES = 4096,
	MAX_ADDRESS_BREAKS = 2
};

/* Count the line breaks between the fragments; SIZE_MAX if something else divides two of them:
 * blanks within a line are those of prose. */
static size_t
count_breaks(const struct scan_text *t, const struct candidate *c)
{
	unsigned i;

	for (i = 0; i + 1 < c->fragment_count; i++) {
		const struct fragment *f = &c->fragments[i];
		size_t gap = f[1].begin - f->end;

		if (ascii_until(t->bytes + f->end, gap, ASCII_BREAK) == gap)
			return SIZE_MAX;
	}
	return i;
}

/* ---- names --- */

static bool
is_name_wanted(const urlgrep_scanner *s, urlgrep_confidence certainty)
{
	return certainty != URLGREP_LOW || s->flags & URLGREP_LOW_NAMES;
}

static const char *
scheme_of(const urlgrep_scanner *s, const struct name *name)
{
	return name_scheme(name, s->flags & URLGREP_SUPPLY_HTTPS);
}

/* Turn f, which has the URL of c, into a finding of a name. */
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

/* ---- names between angle brackets (rule N14) --- */

/* Read the name that is all of text. */
static bool
read_whole_name(const urlgrep_scanner *s, urlgrep_span text, struct name *name)
{
	struct scan_text t = { .bytes = text.text, .len = text.len, .is_last = true };
	size_t end = 0;
	const char *dot;

	while (end < text.len && !memchr(":/?#", text.text[end], 4))
		end++;
	dot = memrchr(text.text, '.', end);
	return dot && name_read(&t, 0, (size_t)(dot - text.text), s->is_iri, name) &&
	    name->begin == 0 && (name->tail || name->host_end == text.len);
}

/* Supply a scheme and set the confidence if c is a name. Returns SCAN_YES, SCAN_NO or
 * SCAN_NOMEM. */
static enum scan_answer
supply_scheme(urlgrep_scanner *s, struct candidate *c,
    urlgrep_confidence *certainty)
{
	urlgrep_span text = readings_join_fragments(s, c);
	struct scan_text t = { .bytes = text.text, .len = text.len, .is_last = true };
	struct name name;

	if (text.text == NULL)
		return SCAN_NOMEM;
	if (!read_whole_name(s, text, &name) || name.omitted != SIZE_MAX)
		return SCAN_NO;
	*certainty = name_certainty(&t, &name, text.len);
	c->supplied = scheme_of(s, &name);
	c->omitted = SIZE_MAX;
	return is_name_wanted(s, *certainty) ? SCAN_YES : SCAN_NO;
}

/* Make a finding of a URL whose scheme was supplied. */
static enum scan_answer
judge_as_name(urlgrep_scanner *s, const struct candidate *c, urlgrep_confidence certainty,
    urlgrep_finding *f)
{
	enum scan_answer answer = readings_make_finding(s, c, f);

	if (answer != SCAN_YES || !urlgrep_accepts(s->grammar, f->url.verdict))
		return answer == SCAN_NOMEM ? answer : SCAN_NO;
	set_name(s, c, certainty, f);
	return SCAN_YES;
}

enum scan_answer
name_make_wrapped(urlgrep_scanner *s, struct candidate *c, urlgrep_finding *f)
{
	urlgrep_confidence certainty;
	enum scan_answer answer = supply_scheme(s, c, &certainty);

	return answer == SCAN_YES ? judge_as_name(s, c, certainty, f) : answer;
}

/* Find the name between the "<" at `open` and its ">". */
static enum scan_answer
find_enclosed_name(urlgrep_scanner *s, size_t open, struct candidate *c, urlgrep_finding *f)
{
	if (!angle_read(s, open, open + 1, c) || count_breaks(&s->text, c) == SIZE_MAX)
		return SCAN_NO;
	c->form = URLGREP_ANGLE;
	c->scheme = NULL;
	return name_make_wrapped(s, c, f);
}

/* Return the offset of the "<" that encloses the name: just before it, or in a line
 * before; SIZE_MAX if there is none. */
static size_t
find_name_bracket(const urlgrep_scanner *s, const struct name *name)
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

/* ---- names in running text --- */

/* Fill c with the name up to its tail, which is not a path. */
static void
set_host(const struct name *name, struct candidate *c)
{
	c->doubts = 0;
	c->fragment_count = c->certain_count = 1;
	c->end = name->tail_begin;
	c->fragments[0] = (struct fragment){ .begin = c->begin, .end = c->end };
}

/* Read the path or query of the name and the lines that it goes on in; remove it from *name if it
 * becomes empty. Returns SCAN_YES; SCAN_NO if the name is not wanted, or too long; SCAN_NOMEM. */
static enum scan_answer
read_tail(urlgrep_scanner *s, struct name *name, struct candidate *c)
{
	urlgrep_confidence certainty;

	if (!bare_read_run(s, name->begin, URLGREP_MAX_URL_BYTES + 1, true, c) ||
	    c->notes & URLGREP_TEMPLATE)
		return SCAN_NO;
	certainty = name_certainty(&s->text, name, c->end);
	if (!is_name_wanted(s, certainty))
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
	return name->omitted == SIZE_MAX && !undo_is_active(s) ? join_lines(s, c) :
	    SCAN_YES;
}

/* Fill *c with the name as it is in the text. Returns the same as read_tail(). */
static enum scan_answer
read_bare_name(urlgrep_scanner *s, struct name *name, struct candidate *c,
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
	return is_name_wanted(s, *certainty) ? SCAN_YES : SCAN_NO;
}

/* Find the name, which is not between angle brackets. */
static enum scan_answer
find_bare_name(urlgrep_scanner *s, struct name *name, struct candidate *c,
    urlgrep_finding *f)
{
	urlgrep_confidence certainty;
	enum scan_answer answer = read_bare_name(s, name, c, &certainty);

	if (answer != SCAN_YES)
		return answer;
	answer = judge_as_name(s, c, certainty, f);
	s->in_long_run |= answer == SCAN_NO && c->end - c->begin > MAX_REJECTED_BYTES;
	return answer;
}

static bool
read_name_at(urlgrep_scanner *s, size_t mark, struct name *name)
{
	const struct scan_text *t = &s->text;
	bool is_dot = t->bytes[mark] == '.';

	if (is_dot && name_read(t, s->floor, mark, s->is_iri, name))
		return true;
	return (!is_dot || ascii_is(scan_byte_at(t, mark + 1), ASCII_DIGIT)) &&
	    name_read_numeric(t, s->floor, mark, s->is_iri, name);
}

enum scan_answer
name_find(urlgrep_scanner *s, size_t mark, urlgrep_finding *f)
{
	struct candidate c;
	struct name name;
	enum scan_answer answer;
	size_t open, undone;

	if (!read_name_at(s, mark, &name))
		return SCAN_NO;
	memset(&c, 0, offsetof(struct candidate, fragments));
	open = find_name_bracket(s, &name);
	if (open != SIZE_MAX) {
		answer = find_enclosed_name(s, open, &c, f);
		if (answer != SCAN_NO)
			return answer;
		memset(&c, 0, offsetof(struct candidate, fragments));
	}
	undone = name.tail == TAIL_PATH || name.tail == TAIL_QUERY ? undo_begin(s, name.begin, mark,
	    (size_t)(s->run_end - s->text.origin)) : SIZE_MAX;
	if (undone != SIZE_MAX && !read_name_at(s, mark - undone, &name))
		return SCAN_NO;
	return undo_failed(s) ? SCAN_NOMEM : find_bare_name(s, &name, &c, f);
}

/* ---- addresses --- */

/* Return true if the byte is written as it is in a mailto URL (RFC 6068, 2). In the domain
 * letters beyond US-ASCII are those of an IRI. */
static bool
is_plain_byte(char c, bool is_domain)
{
	return is_domain ? c != '[' && c != ']' : ascii_is(c, ASCII_LOCAL_PLAIN);
}

/* Append the part of an address before or after its "@" to s->joined. */
static void
append_part(urlgrep_scanner *s, urlgrep_span part, bool is_domain, bool is_quoted)
{
	size_t at = 0, begin;

	while (at < part.len) {
		for (begin = at; at < part.len && is_plain_byte(part.text[at], is_domain); at++)
			;
		strbuf_append(&s->joined, part.text + begin, at - begin);
		if (at == part.len)
			break;
		if (is_quoted && part.text[at] == ' ' && part.text[at - 1] != '\\')
			strbuf_append_escaped(&s->joined, '\\');
		strbuf_append_escaped(&s->joined, part.text[at++]);
	}
}

/* Append "mailto:" and the address, whose "@" is number `at`, to s->joined. */
static void
append_url(urlgrep_scanner *s, urlgrep_span address, size_t at, bool is_quoted)
{
	urlgrep_span domain = { address.text + at + 1, address.len - at - 1 };

	strbuf_append(&s->joined, "mailto:", 7);
	append_part(s, (urlgrep_span){ address.text, at }, false, is_quoted);
	strbuf_append(&s->joined, "@", 1);
	append_part(s, domain, true, false);
}

/* Fill *f with the address, whose bytes outlast it. */
static enum scan_answer
judge_address(urlgrep_scanner *s, urlgrep_span written, const struct address *a,
    const struct candidate *c, urlgrep_finding *f)
{
	size_t at = a->at - a->begin, begin = s->joined.len;

	append_url(s, written, at, a->is_quoted);
	if (s->joined.failed ||
	    matcher_judge(s->matcher, s->joined.at + begin, s->joined.len - begin,
		&f->url) == URLGREP_UNJUDGED)
		return SCAN_NOMEM;
	if (a->is_invalid) {
		f->url.verdict = URLGREP_INVALID;
		f->url.part_count = 0;
	}
	finding_begin(s, f, URLGREP_EMAIL, c->begin, c->end);
	finding_set_reading(s, f, f->url.text, f->url.verdict);
	f->kind = URLGREP_KIND_ADDRESS;
	f->certainty = a->certainty;
	f->written = written;
	return SCAN_YES;
}

static bool
is_address_wanted(const urlgrep_scanner *s, const struct address *a)
{
	return a->certainty != URLGREP_LOW || s->flags & URLGREP_LOW_ADDRESSES;
}

/* ---- an address that line breaks divide (rule E10) --- */

/* Read the address that is all of text, between angle brackets. */
static bool
read_whole_address(urlgrep_scanner *s, urlgrep_span text, struct address *a)
{
	struct scan_text t = { .bytes = text.text, .len = text.len, .is_last = true };
	const char *at = memrchr(text.text, '@', text.len);

	return at && address_read(&t, 0, (size_t)(at - text.text), s->is_iri, a) &&
	    a->begin == 0 && a->end == text.len;
}

/* Find the address whose "@" is next to a line break, or whose domain reaches one. */
static enum scan_answer
find_broken_address(urlgrep_scanner *s, size_t at, struct candidate *c, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	size_t open = address_find_open_bracket(t, s->floor, at), breaks;
	struct address a;
	urlgrep_span text;

	if (open == SIZE_MAX || !angle_read(s, open, open + 1, c))
		return SCAN_NO;
	breaks = count_breaks(t, c);
	if (breaks == 0 || breaks > MAX_ADDRESS_BREAKS)
		return SCAN_NO;
	text = readings_join_fragments(s, c);
	if (text.text == NULL || !strbuf_reserve(&s->joined, 4 * text.len + 8))
		return SCAN_NOMEM;
	text.text = s->joined.at;
	if (!read_whole_address(s, text, &a) || !is_address_wanted(s, &a) ||
	    address_is_message_id(t, c->begin, at))
		return SCAN_NO;
	return judge_address(s, text, &a, c, f);
}

/* Return true if the "@" is next to a line break, or a line break follows the run of
 * bytes after it. */
static bool
may_be_broken(const struct scan_text *t, size_t at)
{
	enum { MAX_BYTES = 256 };
	size_t end = at + 1, begin = at;

	while (end < t->len && end - at < MAX_BYTES && !ascii_is_space(t->bytes[end]) &&
	    t->bytes[end] != '>' && t->bytes[end] != '@')
		end++;
	if (end < t->len && t->bytes[end] == '@')
		return false;
	if (end < t->len && ascii_is_space(t->bytes[end]))
		return true;
	while (begin > 0 && at - begin < MAX_BYTES && ascii_is(t->bytes[begin - 1], ASCII_LOCAL))
		begin--;
	return begin > 0 && (ascii_is_space(t->bytes[begin - 1]) || t->bytes[begin - 1] == '>');
}

/* ---- the address --- */

enum scan_answer
address_find(urlgrep_scanner *s, size_t at, urlgrep_finding *f)
{
	struct candidate c;
	struct address a;

	memset(&c, 0, offsetof(struct candidate, fragments));
	if (!address_read(&s->text, s->floor, at, s->is_iri, &a))
		return may_be_broken(&s->text, at) ? find_broken_address(s, at, &c, f) : SCAN_NO;
	if (!is_address_wanted(s, &a))
		return SCAN_NO;
	c.form = URLGREP_EMAIL;
	c.begin = a.begin;
	c.end = a.end;
	c.fragment_count = 1;
	c.fragments[0] = (struct fragment){ .begin = a.begin, .end = a.end };
	strbuf_clear(&s->joined);
	return judge_address(s, (urlgrep_span){ s->text.bytes + a.begin, a.end - a.begin }, &a, &c,
	    f);
}
