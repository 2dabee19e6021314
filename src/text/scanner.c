/* scanner.c - goes through a text from colon to colon and finds the URLs
 *
 * Every URL has a scheme and a colon, and colons are rare: only where the letters
 * before one are the last of a scheme does anything else look at the text. */
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "util/ascii.h"
#include "text/candidate.h"
#include "text/surroundings.h"

enum { OPEN_LOOK = 128 }; /* how far back a "<" is looked for over blanks */

/* ---- the scanner's life --- */

urlgrep_scanner *
urlgrep_scanner_new(const urlgrep_grammar *grammar)
{
	const urlgrep_memory *memory = grammar_memory(grammar);
	urlgrep_scanner *s = memory_allocate(memory, sizeof(*s));

	if (s == NULL)
		return NULL;
	memset(s, 0, sizeof(*s));
	s->grammar = grammar;
	s->iri = grammar_is_iri(grammar);
	suffix_table_init(&s->suffixes);
	s->folded.memory = memory;
	explainer_init(&s->explainer, memory);
	s->matcher = matcher_new(grammar);
	if (s->matcher == NULL) {
		urlgrep_scanner_free(s);
		return NULL;
	}
	return s;
}

void
urlgrep_scanner_free(urlgrep_scanner *s)
{
	if (s == NULL)
		return;
	strbuf_free(&s->folded);
	explainer_free(&s->explainer);
	matcher_free(s->matcher);
	memory_release(grammar_memory(s->grammar), s);
}

void
urlgrep_scanner_reset(urlgrep_scanner *s)
{
	memset(&s->text, 0, sizeof(s->text));
	s->searched = s->floor = 0;
	s->in_run = false;
	s->run_begin = s->run_end = 0;
}

/* ---- the text in pieces --- */

size_t
urlgrep_scanner_kept(const urlgrep_scanner *s)
{
	return s->searched > LOOK_BACK * 2 ? s->searched - LOOK_BACK * 2 : 0;
}

const urlgrep_sign *
urlgrep_signs(const urlgrep_scanner *s, unsigned *count)
{
	*count = s->sign_count;
	return s->signs;
}

void
urlgrep_scanner_text(urlgrep_scanner *s, const char *text, size_t len,
    unsigned flags)
{
	size_t gone = s->text.at ? urlgrep_scanner_kept(s) : 0;

	s->text.origin += gone;
	s->searched -= gone;
	s->floor -= s->floor < gone ? s->floor : gone;
	s->text.at = text;
	s->text.len = len;
	s->text.last = (flags & URLGREP_LAST) != 0;
	s->flags = flags;
	prefilter_begin(&s->prefilter, text);
}

/* ---- at a colon --- */

/* The beginning of the word of scheme characters before a colon. */
static size_t
word_before(const struct text *t, size_t colon, size_t floor)
{
	size_t at = colon;

	while (at > floor && colon - at <= MAX_SCHEME_BYTES + 1 &&
	    ascii_is(t->at[at - 1], ASCII_SCHEME))
		at--;
	return at;
}

static bool
is_prefix_word(const struct text *t, size_t begin, size_t colon)
{
	return colon - begin == 3 && ascii_lower(t->at[begin]) == 'u' &&
	    ascii_lower(t->at[begin + 1]) == 'r' &&
	    ascii_lower(t->at[begin + 2]) == 'l';
}

/* Behind "ESC [ 1 ; 31 m", which colors what follows, if the word at begin is the
 * end of that; else begin. */
static size_t
over_color(const struct text *t, size_t begin, size_t colon)
{
	size_t letter = begin, at = begin;

	if (begin == colon || !(t->at[begin] == 'm' || ascii_is(t->at[begin], ASCII_DIGIT)))
		return begin;
	while (letter < colon && ascii_is(t->at[letter], ASCII_DIGIT))
		letter++;
	while (at > 0 && begin - at < MAX_SCHEME_BYTES &&
	    (ascii_is(t->at[at - 1], ASCII_DIGIT) || t->at[at - 1] == ';'))
		at--;
	return letter < colon && t->at[letter] == 'm' && at >= 2 &&
	    t->at[at - 1] == '[' && t->at[at - 2] == '\33' ? letter + 1 : begin;
}

/* Where "http" or "https" begins that a word ends in: "athttp://" lost its blank
 * where HTML was made text. (One letter may make it a scheme of its own: "shttp".) */
static size_t
http_at_end(const struct text *t, size_t begin, size_t colon)
{
	static const char *const names[] = { "https", "http" };
	size_t i;

	for (i = 0; i < 2; i++) {
		size_t len = strlen(names[i]);

		if (colon - begin > len + 1 && ascii_is(t->at[colon - len - 1], ASCII_ALPHA) &&
		    ascii_is(t->at[colon - len - 2], ASCII_ALPHA) &&
		    strncasecmp(t->at + colon - len, names[i], len) == 0)
			return colon - len;
	}
	return begin;
}

/* Where the listed scheme begins that the word ends in: the word without what no
 * scheme begins with ("+http://", "8https://"), or what stands behind its last
 * "." or "-" ("--http://", "exist.http://"). */
static const struct scheme *
listed_scheme(const struct text *t, size_t *begin, size_t colon)
{
	const struct scheme *scheme;
	size_t at = colon;

	*begin = over_color(t, *begin, colon);
	while (*begin < colon && !ascii_is(t->at[*begin], ASCII_ALPHA))
		++*begin;
	scheme = scheme_find(t->at + *begin, colon - *begin);
	if (scheme)
		return scheme;
	while (at > *begin && t->at[at - 1] != '.' && t->at[at - 1] != '-')
		at--;
	if (at == *begin)
		at = http_at_end(t, *begin, colon);
	if (at == *begin)
		return NULL;
	*begin = at;
	scheme = scheme_find(t->at + at, colon - at);
	return scheme && scheme->slashes ? scheme : NULL;
}

/* The "<" before at, over white space; SIZE_MAX: there is none. *broken: a line
 * break stands between. */
static size_t
open_before(const struct text *t, size_t at, size_t floor, bool *broken)
{
	size_t least = at > OPEN_LOOK ? at - OPEN_LOOK : 0;

	*broken = false;
	if (least < floor)
		least = floor;
	while (at > least && ascii_is_space(t->at[at - 1]))
		*broken |= ascii_is(t->at[--at], ASCII_BREAK);
	return at > least && t->at[at - 1] == '<' ? at - 1 : SIZE_MAX;
}

/* Does the bare URL at begin stand in a "<URL:" that does not end? */
static bool
in_open_wrapper(const struct text *t, size_t begin)
{
	bool broken;

	return begin >= 5 && t->at[begin - 1] == ':' &&
	    is_prefix_word(t, begin - 4, begin - 1) &&
	    open_before(t, begin - 4, 0, &broken) != SIZE_MAX;
}

/* Is the URL between quotation marks? */
static bool
quoted(const struct text *t, const struct candidate *c)
{
	return (c->before == '"' || c->before == '\'') && c->end < t->len &&
	    t->at[c->end] == c->before;
}

/* <URL:...> whose "URL" begins at begin. */
static enum look
read_prefixed(urlgrep_scanner *s, size_t begin, size_t colon,
    struct candidate *c)
{
	bool broken;
	size_t open = open_before(&s->text, begin, s->floor, &broken);

	if (open == SIZE_MAX)
		return LOOK_NO;
	c->form = URLGREP_WRAPPED;
	c->scheme = NULL;
	return wrapper_read(&s->text, open, colon + 1, c);
}

/* A listed scheme: bare, or right behind an angle bracket; white space between
 * them only where the line was broken there ("a < http://" is no wrapper). */
static enum look
read_listed(urlgrep_scanner *s, size_t begin, size_t colon, struct candidate *c)
{
	const struct text *t = &s->text;
	bool broken;
	size_t open = open_before(t, begin, s->floor, &broken);
	bool slashes = t->len - colon > 2 &&
	    memcmp(t->at + colon + 1, "//", 2) == 0;
	enum look look = LOOK_NO;

	if (slashes ? !c->scheme->slashes : !c->scheme->opaque)
		return LOOK_NO;
	if (open != SIZE_MAX && (broken || open + 1 == begin)) {
		c->form = URLGREP_ANGLE;
		look = wrapper_read(t, open, begin, c);
	}
	if (look != LOOK_NO)
		return look;
	c->notes = 0;
	c->begin = begin;
	c->before = begin > 0 ? t->at[begin - 1] : '\n';
	look = bare_read(s, colon, c);
	if (look == LOOK_YES && !c->too_long)
		look = rejoin(s, c);
	if (look == LOOK_YES && quoted(t, c))
		c->form = URLGREP_QUOTED;
	if (look == LOOK_YES && in_open_wrapper(t, begin))
		c->notes |= URLGREP_UNTERMINATED;
	return look;
}

static enum look
read_candidate(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct text *t = &s->text;
	size_t begin = word_before(t, colon, s->floor);

	s->sign_count = 0;
	if (is_prefix_word(t, begin, colon))
		return read_prefixed(s, begin, colon, c);
	c->scheme = listed_scheme(t, &begin, colon);
	if (c->scheme == NULL)
		return LOOK_NO;
	return read_listed(s, begin, colon, c);
}

/* An opaque scheme is a word of prose unless what follows validates. */
static bool
is_prose(const struct candidate *c, const urlgrep_finding *f)
{
	const char *colon;

	if (f->url.verdict == URLGREP_OK || c->form <= URLGREP_ANGLE)
		return false;
	colon = memchr(f->url.text.text, ':', f->url.text.len);
	return colon == NULL || /* the text changed meanwhile */
	    f->url.text.len < (size_t)(colon - f->url.text.text) + 3 ||
	    memcmp(colon + 1, "//", 2) != 0;
}

/* ---- from colon to colon --- */

/* The first of two slashes behind at that follow no colon: they may be meant for a
 * URL. */
static const char *
find_slashes(const urlgrep_scanner *s, const char *at, const char *end)
{
	while ((at = memmem(at, (size_t)(end - at), "//", 2)) != NULL &&
	    at > s->text.at && at[-1] == ':')
		at++;
	return at;
}

/* The first colon of at..end that a scheme may stand before. */
static const char *
find_colon(urlgrep_scanner *s, const char *at, const char *end)
{
	for (; at < end && at - s->text.at < SUFFIX_BYTES; at++)
		if (*at == ':')
			return at;
	return prefilter_next(&s->prefilter, &s->suffixes, at, end);
}

/* What is worth a look in at..end, or NULL. */
static const char *
find_mark(urlgrep_scanner *s, const char *at, const char *end)
{
	const char *colon, *slashes;

	if (!(s->flags & URLGREP_MEANT))
		return find_colon(s, at, end);
	colon = memchr(at, ':', (size_t)(end - at));
	slashes = find_slashes(s, at, colon ? colon : end);
	return slashes ? slashes : colon;
}

/* As far as a text without a mark is searched: a last slash may be the first of two. */
static size_t
searched_end(const urlgrep_scanner *s)
{
	const struct text *t = &s->text;

	return s->flags & URLGREP_MEANT && !t->last && s->searched < t->len &&
	    t->at[t->len - 1] == '/' ? t->len - 1 : t->len;
}

/* The next mark from s->searched on, over a run that is too long for a URL. */
static bool
next_mark(urlgrep_scanner *s, size_t *mark)
{
	const struct text *t = &s->text;
	const char *found = NULL;

	if (s->in_run) {
		s->searched = bare_run_end(s, s->searched, t->len);
		if (s->searched == t->len)
			return false;
		s->in_run = false;
		s->floor = s->searched;
	}
	if (s->searched < t->len)
		found = find_mark(s, t->at + s->searched, t->at + t->len);
	s->searched = found ? (size_t)(found - t->at) : searched_end(s);
	*mark = s->searched;
	return found != NULL;
}

/* Can the word before the colon be a scheme? Most colons are those of prose and of
 * header fields: a blank behind it is for "<mailto: ", "<URL: ". */
static bool
may_be_scheme(const struct text *t, size_t colon)
{
	size_t at = colon;

	if (colon == 0 || !ascii_is(t->at[colon - 1], ASCII_ALPHA | ASCII_DIGIT))
		return false;
	if (colon + 1 == t->len || !ascii_is(t->at[colon + 1], ASCII_BLANK))
		return true;
	while (at > 0 && colon - at <= MAX_SCHEME_BYTES &&
	    ascii_is(t->at[at - 1], ASCII_SCHEME))
		at--;
	while (at > 0 && ascii_is_space(t->at[at - 1]))
		at--;
	return at > 0 && t->at[at - 1] == '<';
}

/* YES: something at mark was meant for a URL. */
static enum look
next_meant(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding)
{
	struct meant m;
	enum look look = meant_read(s, mark, &m);

	s->sign_count = 0;
	if (look != LOOK_YES)
		return look;
	if (reading_make_meant(s, &m, finding) != URLGREP_OK)
		return LOOK_NO;
	s->searched = s->floor = m.end;
	return LOOK_YES;
}

urlgrep_status
urlgrep_next(urlgrep_scanner *s, urlgrep_finding *finding)
{
	const struct text *t = &s->text;
	size_t colon;

	while (next_mark(s, &colon)) {
		struct candidate c;
		enum look look;
		urlgrep_status status;

		memset(&c, 0, offsetof(struct candidate, pieces));
		look = LOOK_NO;
		if (t->len - colon < 3 && !t->last)
			return URLGREP_MORE;
		if (t->at[colon] == ':' && may_be_scheme(t, colon))
			look = read_candidate(s, colon, &c);
		if (look == LOOK_NO && s->flags & URLGREP_MEANT) {
			look = next_meant(s, colon, finding);
			if (look == LOOK_YES)
				return URLGREP_OK;
		}
		if (look == LOOK_MORE)
			return URLGREP_MORE;
		if (look == LOOK_NO) {
			if (s->searched == colon)
				s->searched = colon + 1;
			continue;
		}
		status = reading_make(s, &c, finding);
		if (status == URLGREP_NOMEM)
			return status;
		if (status == URLGREP_INVALID || is_prose(&c, finding)) {
			s->searched = colon + 1;
			continue;
		}
		if (!surroundings_are_ascii(t, &c)) {
			if (!surroundings_available(t, &c))
				return URLGREP_MORE;
			surroundings_note(s, finding);
		}
		s->searched = s->floor = c.begin + (size_t)finding->length;
		return URLGREP_OK;
	}
	return t->last ? URLGREP_END : URLGREP_MORE;
}
