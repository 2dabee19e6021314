/* scanner.c - searches a text for URLs, from colon to colon
 *
 * Every URL has a scheme and a colon, and colons are rare. Only where the letters before
 * one end the name of a scheme does anything but the prefilter read the text. */
#include "text/scanner.h"

#include <stddef.h>
#include <string.h>

#include "text/candidate.h"
#include "text/address_finding.h"
#include "text/angle.h"
#include "text/bare.h"
#include "text/malformed.h"
#include "text/name_finding.h"
#include "text/bare_join.h"
#include "text/quoted_printable.h"
#include "text/readings.h"
#include "text/refang.h"
#include "text/scheme_before.h"
#include "text/surroundings.h"
#include "url/grammar.h"
#include "util/ascii.h"
#include "util/text_line.h"

enum {
	MAX_BRACKET_DISTANCE = 128, /* from a URL back over blanks to its "<" */
	MAX_ELEMENT_BYTES = 4096    /* from a begin tag to its end tag */
};

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
	s->is_iri = grammar_is_iri(grammar);
	s->suffixes = grammar_suffixes(grammar);
	s->joined.memory = memory;
	explainer_init(&s->explainer, memory);
	s->matcher = matcher_new(grammar);
	s->rules = rules_new(grammar);
	if (s->matcher == NULL || s->rules == NULL) {
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
	strbuf_free(&s->joined);
	explainer_free(&s->explainer);
	matcher_free(s->matcher);
	rules_free(s->rules);
	memory_release(grammar_memory(s->grammar), s->refang_marks);
	memory_release(grammar_memory(s->grammar), s);
}

void
urlgrep_scanner_reset(urlgrep_scanner *s)
{
	memset(&s->text, 0, sizeof(s->text));
	s->searched = s->floor = 0;
	s->in_long_run = false;
	s->is_paused = false;
	s->run_begin = s->run_end = 0;
	if (s->refang_marks)
		refang_marks_reset(s->refang_marks);
}

const urlgrep_sign *
urlgrep_signs(const urlgrep_scanner *s, unsigned *count)
{
	*count = s->sign_count;
	return s->signs;
}

/* ---- the text in pieces --- */

size_t
urlgrep_scanner_kept(const urlgrep_scanner *s)
{
	return s->searched > MAX_LOOKBEHIND_BYTES * 2 ?
	    s->searched - MAX_LOOKBEHIND_BYTES * 2 : 0;
}

/* Return the set of needles for the flags, 0 for the prefilter. Malformed URLs have marks of
 * their own, colons among them. */
static unsigned
needle_set(unsigned flags)
{
	unsigned set = 0;

	if (flags & URLGREP_FIND_NAMES)
		set |= NEEDLE_DOT;
	if (flags & URLGREP_FIND_ADDRESSES)
		set |= NEEDLE_AT;
	if (flags & (URLGREP_REFANG | URLGREP_REFANG_HOSTS))
		set |= NEEDLE_PAIR;
	if (flags & URLGREP_REFANG_HOSTS)
		set |= NEEDLE_BRACKET;
	return set && !(flags & URLGREP_FIND_MALFORMED) ? set | NEEDLE_COLON : set;
}

void
urlgrep_scanner_text(urlgrep_scanner *s, const char *text, size_t len,
    unsigned flags)
{
	uint64_t end = s->text.origin + s->text.len;
	size_t dropped;

	if (s->text.is_last)
		urlgrep_scanner_reset(s);
	dropped = s->text.bytes ? urlgrep_scanner_kept(s) : 0;
	s->text.origin += dropped;
	s->is_paused = s->text.bytes && s->text.origin + len == end;
	s->searched -= dropped;
	s->floor -= s->floor < dropped ? s->floor : dropped;
	if (s->searched > len) /* a read error took the end away */
		s->searched = s->floor = len;
	s->text.bytes = text;
	s->text.len = len;
	s->text.is_last = (flags & URLGREP_LAST) != 0;
	s->flags = flags;
	prefilter_begin(&s->prefilter, text);
	needles_begin(&s->needles, needle_set(flags), text);
	s->url_mark = NULL;
}

/* ---- brackets and quotation marks around a URL --- */

/* Return the offset of the "<" before `at`, over white space; SIZE_MAX if there is none.
 * *has_break: a line break is between them. */
static size_t
find_open_bracket(const struct scan_text *t, size_t at, size_t floor, bool *has_break)
{
	size_t limit = at > MAX_BRACKET_DISTANCE ? at - MAX_BRACKET_DISTANCE : 0;

	*has_break = false;
	if (limit < floor)
		limit = floor;
	while (at > limit && ascii_is_space(t->bytes[at - 1]))
		*has_break |= ascii_is(t->bytes[--at], ASCII_BREAK);
	return at > limit && t->bytes[at - 1] == '<' ? at - 1 : SIZE_MAX;
}

/* Return true if the bare URL at `begin` follows a "<URL:" that has no ">". */
static bool
is_in_open_wrapper(const struct scan_text *t, size_t begin)
{
	bool has_break;

	return begin >= 5 && t->bytes[begin - 1] == ':' &&
	    scheme_before_is_url_prefix(t, begin - 4, begin - 1) &&
	    find_open_bracket(t, begin - 4, 0, &has_break) != SIZE_MAX;
}

static bool
is_quoted(const struct scan_text *t, const struct candidate *c)
{
	return (c->byte_before == '"' || c->byte_before == '\'') && c->end < t->len &&
	    t->bytes[c->end] == c->byte_before;
}

/* ---- the candidate at a colon --- */

/* Read <URL:...> whose "URL" begins at `begin`. */
static enum scan_answer
read_wrapped(urlgrep_scanner *s, size_t begin, size_t colon, struct candidate *c)
{
	bool has_break;
	size_t open = find_open_bracket(&s->text, begin, s->floor, &has_break);

	if (open == SIZE_MAX)
		return SCAN_NO;
	c->form = URLGREP_WRAPPED;
	c->scheme = NULL;
	return angle_read(s, open, colon + 1, c);
}

/* Return true if "Tel:" is the label of a number, as in signatures, and no scheme. */
static bool
is_label_of_number(const struct scan_text *t, size_t begin, size_t colon)
{
	return colon - begin == 3 && t->bytes[begin] == 'T' &&
	    ascii_equal(t->bytes + begin, "tel", 3);
}

/* Return true if a star that may open an emphasis is before the URL in its paragraph. */
static bool
follows_star(const struct scan_text *t, size_t begin)
{
	enum { MAX_EMPHASIS_BYTES = 256 };
	size_t limit = begin > MAX_EMPHASIS_BYTES ? begin - MAX_EMPHASIS_BYTES : 0;
	const char *end = t->bytes + begin, *star = end;

	while ((star = memrchr(t->bytes + limit, '*',
	    (size_t)(star - t->bytes) - limit)) != NULL) {
		size_t len = (size_t)(end - star);

		if (!ascii_is_space(star[1]))
			return ascii_pair(star, len, '\n', '\n') == len;
	}
	return false;
}

/* Return true if the URL is the value in "name=URL": the sign is not one of a line drawn around
 * the URL. */
static bool
is_value(const struct scan_text *t, size_t begin)
{
	return begin > 1 && t->bytes[begin - 1] == '=' && t->bytes[begin - 2] != '=' &&
	    !ascii_is_space(t->bytes[begin - 2]);
}

/* Return the byte before the URL, or what it stands for when the end of the URL is looked for: a
 * star if one further away may open an emphasis; a space before a value. */
static char
find_byte_before(const struct scan_text *t, size_t begin)
{
	char before = begin > 0 ? t->bytes[begin - 1] : '\n';

	if (is_value(t, begin))
		before = ' ';
	return ascii_is_space(before) && follows_star(t, begin) ? '*' : before;
}

static enum scan_answer
read_bare(urlgrep_scanner *s, size_t begin, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	enum scan_answer answer;

	if (is_label_of_number(t, begin, colon))
		return SCAN_NO;
	c->notes = 0;
	c->begin = begin;
	c->byte_before = find_byte_before(t, begin);
	answer = bare_read(s, colon, c);
	if (answer == SCAN_YES && !c->is_too_long && !c->is_escaped &&
	    !(c->notes & URLGREP_TEMPLATE))
		answer = bare_join_lines(s, c);
	if (answer != SCAN_YES)
		return answer;
	if (!(s->flags & URLGREP_DECODED) && quoted_printable_holds_bytes(t, c)) {
		c->is_quoted_printable = true;
		c->confidence = URLGREP_MEDIUM;
	}
	if (is_quoted(t, c))
		c->form = URLGREP_QUOTED;
	if (is_in_open_wrapper(t, begin))
		c->notes |= URLGREP_UNTERMINATED;
	return SCAN_YES;
}

static bool
has_slashes(const struct scan_text *t, size_t colon)
{
	return t->len - colon > 2 && memcmp(t->bytes + colon + 1, "//", 2) == 0;
}

/* Answer YES if "<name:word>" is an element's begin tag, since its end tag
 * "</name:word>" follows (rule V4); MORE if that may follow. */
static enum scan_answer
find_end_tag(const struct scan_text *t, const struct candidate *c)
{
	size_t name = c->begin, end = c->end, len = end - name, at;
	const char *tag;

	if (c->fragment_count != 1 || t->bytes[end] != '>' ||
	    memchr(t->bytes + name, '@', len)) /* most are addresses */
		return SCAN_NO;
	for (at = name; at < end; at++)
		if (!ascii_is(t->bytes[at], ASCII_SCHEME) && t->bytes[at] != ':' &&
		    t->bytes[at] != '_')
			return SCAN_NO;
	at = end;
	end = t->len - at > MAX_ELEMENT_BYTES ? at + MAX_ELEMENT_BYTES : t->len;
	while ((tag = memmem(t->bytes + at, end - at, "</", 2)) != NULL) {
		at = (size_t)(tag - t->bytes) + 2;
		if (end - at > len && t->bytes[at + len] == '>' &&
		    memcmp(t->bytes + at, t->bytes + name, len) == 0)
			return SCAN_YES;
	}
	return end == t->len && !t->is_last ? SCAN_MORE : SCAN_NO;
}

/* Read the URL of a listed scheme: bare, or just after a "<". White space may be between
 * them only where the line was broken; "a < http://" is a comparison. "<http:\/\/h>" in
 * JSON is read as a bare URL, whose escapes are undone. */
static enum scan_answer
read_listed(urlgrep_scanner *s, size_t begin, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	const struct scheme *scheme = c->scheme;
	size_t slashes = bare_slashes_length(t, colon);
	bool is_opaque = slashes == 0, has_break;
	size_t open = find_open_bracket(t, begin, s->floor, &has_break);
	enum scan_answer answer = SCAN_NO, markup;

	if (is_opaque ? !scheme->opaque && !scheme->only_wrapped : !scheme->slashes)
		return SCAN_NO;
	if (is_opaque && begin >= 2 && memcmp(t->bytes + begin - 2, "</", 2) == 0)
		return SCAN_NO; /* an end tag (rule V4) */
	if (open != SIZE_MAX && (has_break || open + 1 == begin) && slashes <= 2 &&
	    t->bytes[colon] == ':') {
		c->form = URLGREP_ANGLE;
		answer = angle_read(s, open, begin, c);
		markup = answer == SCAN_YES && is_opaque ? find_end_tag(t, c) : SCAN_NO;
		if (markup != SCAN_NO)
			return markup == SCAN_YES ? SCAN_NO : markup;
	}
	if (answer != SCAN_NO || (is_opaque && scheme->only_wrapped))
		return answer;
	return read_bare(s, begin, colon, c);
}

/* Return true if the scheme is the label of an address: "<mailto: ann@example.org>". */
static bool
is_address_label(const urlgrep_scanner *s, const struct candidate *c, size_t colon)
{
	return s->flags & URLGREP_FIND_ADDRESSES && strcmp(c->scheme->name, "mailto") == 0 &&
	    colon + 1 < s->text.len && ascii_is(s->text.bytes[colon + 1], ASCII_BLANK);
}

/* Return true if a backslash is before the colon, and two slashes after it (rule K6). */
static bool
is_escaped_colon(const struct scan_text *t, size_t colon)
{
	return colon > 0 && t->bytes[colon - 1] == '\\' && t->len - colon > 2 &&
	    memcmp(t->bytes + colon, "://", 3) == 0;
}

static enum scan_answer
read_candidate(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	size_t begin;

	if (is_escaped_colon(t, colon) && colon > s->floor)
		colon--;
	begin = scheme_before_begin(t, colon, s->floor);
	if (scheme_before_is_url_prefix(t, begin, colon))
		return read_wrapped(s, begin, colon, c);
	c->scheme = scheme_before_find(s->grammar, t, &begin, colon);
	if (c->scheme == NULL || is_address_label(s, c, colon))
		return SCAN_NO;
	return read_listed(s, begin, colon, c);
}

/* Return true if the finding is a word of prose and a colon: a bare opaque URL counts only
 * if it is valid, and one between angle brackets only if it looks like one of its scheme
 * or is not even valid. */
static bool
is_prose(urlgrep_scanner *s, const urlgrep_finding *f)
{
	urlgrep_url url;

	if (f->url.verdict == URLGREP_OK || f->form == URLGREP_WRAPPED ||
	    !readings_is_opaque(f->url.text))
		return false;
	return f->form != URLGREP_ANGLE ||
	    matcher_judge(s->matcher, f->url.text.text, f->url.text.len, &url) == URLGREP_OK;
}

/* Read the URL of a scheme that is not listed, "NAME://" (rule S5), but not one that holds
 * another URL, which is found by itself. */
static enum scan_answer
read_unlisted(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	static const struct scheme unlisted = { .name = "", .slashes = true };
	const struct scan_text *t = &s->text;
	size_t begin = scheme_before_begin(t, colon, s->floor);
	enum scan_answer answer;

	begin += scheme_before_escape_length(t, begin, colon);
	while (begin < colon && !ascii_is(t->bytes[begin], ASCII_ALPHA))
		begin++;
	if (!has_slashes(t, colon) || colon + 3 == t->len ||
	    ascii_is_space(t->bytes[colon + 3]) || scheme_before_is_url_prefix(t, begin, colon) ||
	    !scheme_is_name(t->bytes + begin, colon - begin) ||
	    grammar_find_scheme(s->grammar, t->bytes + begin, colon - begin))
		return SCAN_NO;
	c->scheme = &unlisted;
	answer = read_bare(s, begin, colon, c);
	return answer == SCAN_YES && ascii_find_authority(t->bytes + colon + 3,
	    c->end - colon - 3) ? SCAN_NO : answer;
}

/* Make a finding invalid, since its scheme is not listed, and keep its best reading only. */
static void
set_unlisted(urlgrep_scanner *s, urlgrep_finding *f)
{
	f->notes |= URLGREP_UNLISTED_SCHEME;
	f->reading_count = 1;
	f->url.verdict = URLGREP_INVALID;
	f->url.part_count = 0;
	s->readings[0].verdict = URLGREP_INVALID;
}

/* ---- from mark to mark --- */

/* A mark is a place where a URL may be: a colon or, with URLGREP_FIND_MALFORMED, the
 * first of two slashes without a colon; for names and addresses a dot or an "@"; for
 * defanged URLs two slashes or underscores, or a bracket. */

/* Return the first of two slashes in [at, end) that do not follow a colon, or NULL. */
static const char *
find_slashes(const urlgrep_scanner *s, const char *at, const char *end)
{
	while ((at = memmem(at, (size_t)(end - at), "//", 2)) != NULL &&
	    at > s->text.bytes && at[-1] == ':')
		at++;
	return at;
}

/* Return true if the word before the colon follows a "<", perhaps over white space. */
static bool
follows_open_bracket(const struct scan_text *t, size_t colon)
{
	size_t at = scheme_before_begin(t, colon, 0);

	while (at > 0 && ascii_is_space(t->bytes[at - 1]))
		at--;
	return at > 0 && t->bytes[at - 1] == '<';
}

/* Return true if the word before the colon may be a scheme. Most colons are those of
 * prose and of header fields. Blanks may follow it in "<mailto: " and "<URL: ". */
static inline bool
may_be_scheme(const struct scan_text *t, size_t colon)
{
	return colon > 0 && (ascii_is(t->bytes[colon - 1], ASCII_ALPHA | ASCII_DIGIT) ||
		t->bytes[colon - 1] == '\\') &&
	    (colon + 1 == t->len || !ascii_is(t->bytes[colon + 1], ASCII_BLANK) ||
		follows_open_bracket(t, colon));
}

/* Return the first colon in [at, end) that may end a listed scheme, or NULL. */
static const char *
find_colon(urlgrep_scanner *s, const char *at, const char *end)
{
	for (; at < end && at - s->text.bytes < SUFFIX_BYTES; at++)
		if (*at == ':')
			return at;
	while ((at = prefilter_next(&s->prefilter, s->suffixes, at, end)) != NULL &&
	    !may_be_scheme(&s->text, (size_t)(at - s->text.bytes)))
		at++;
	return at;
}

static bool
wants_refang(const urlgrep_scanner *s)
{
	return s->flags & (URLGREP_REFANG | URLGREP_REFANG_HOSTS);
}

/* Return the first mark of a URL or a malformed one in [at, end), or NULL. */
static const char *
find_url_mark(urlgrep_scanner *s, const char *at, const char *end)
{
	const char *colon, *slashes;

	if (!(s->flags & URLGREP_FIND_MALFORMED))
		return find_colon(s, at, end);
	colon = memchr(at, ':', (size_t)(end - at));
	slashes = find_slashes(s, at, colon ? colon : end);
	return slashes ? slashes : colon;
}

/* Return the first needle in [at, end), or NULL. */
static const char *
find_needle(urlgrep_scanner *s, const char *at, const char *end)
{
	return needles_next(&s->needles,
	    wants_refang(s) ? &s->refang_marks->suffixes : s->suffixes, at, end);
}

/* Return the first mark in [at, end), or NULL. */
static const char *
find_mark(urlgrep_scanner *s, const char *at, const char *end)
{
	const char *needle;

	if (s->needles.set == 0)
		return find_url_mark(s, at, end);
	needle = find_needle(s, at, end);
	if (s->needles.set & NEEDLE_COLON)
		return needle;
	if (s->url_mark < end && s->url_mark < at)
		s->url_mark = NULL;
	if (s->url_mark == NULL)
		s->url_mark = find_url_mark(s, at, end);
	if (s->url_mark == NULL)
		s->url_mark = end;
	if (s->url_mark == end)
		return needle;
	return needle && needle < s->url_mark ? needle : s->url_mark;
}

/* Return how far a text without a further mark is searched. A slash at its end may be
 * the first of two. */
static size_t
searched_end(const urlgrep_scanner *s)
{
	const struct scan_text *t = &s->text;

	return s->flags & URLGREP_FIND_MALFORMED && !t->is_last &&
	    s->searched < t->len && t->bytes[t->len - 1] == '/' ? t->len - 1 : t->len;
}

/* Skip the rest of a run that is too long for a URL. Returns false at the end of the
 * text. */
static bool
skip_long_run(urlgrep_scanner *s)
{
	s->searched = bare_run_end(s, s->searched, s->text.len);
	if (s->searched == s->text.len)
		return false;
	s->in_long_run = false;
	s->floor = s->searched;
	return true;
}

/* Set *mark and s->searched to the next mark. Returns false if there is none. */
static bool
next_mark(urlgrep_scanner *s, size_t *mark)
{
	const struct scan_text *t = &s->text;
	const char *found = NULL;

	if (s->in_long_run && !skip_long_run(s))
		return false;
	if (s->searched < t->len)
		found = find_mark(s, t->bytes + s->searched, t->bytes + t->len);
	s->searched = found ? (size_t)(found - t->bytes) : searched_end(s);
	*mark = s->searched;
	return found != NULL;
}

/* ---- the finding at a mark --- */

static enum scan_answer
answer_of(urlgrep_status status)
{
	return status == URLGREP_OK ? SCAN_YES :
	    status == URLGREP_NOMEM ? SCAN_NOMEM : SCAN_NO;
}

/* Note what is beside the finding of a candidate, and go on after it. Answers YES or
 * MORE. */
static enum scan_answer
accept_finding(urlgrep_scanner *s, const struct candidate *c, urlgrep_finding *finding)
{
	const struct scan_text *t = &s->text;

	if (!surroundings_are_ascii(t, c)) {
		if (!surroundings_available(t, c))
			return SCAN_MORE;
		surroundings_note(s, finding);
	}
	s->in_long_run = c->is_too_long; /* the rest of the run is no URL either */
	s->searched = s->floor = c->begin + (size_t)finding->length;
	return SCAN_YES;
}

/* Make the finding of a candidate, and go on after it. */
static enum scan_answer
make_finding(urlgrep_scanner *s, struct candidate *c, urlgrep_finding *finding)
{
	enum scan_answer answer = answer_of(readings_make_finding(s, c, finding));

	if (answer == SCAN_NO && c->form == URLGREP_WRAPPED && s->flags & URLGREP_FIND_NAMES)
		answer = name_make_wrapped(s, c, finding);
	if (answer == SCAN_YES && is_prose(s, finding))
		answer = SCAN_NO;
	return answer == SCAN_YES ? accept_finding(s, c, finding) : answer;
}

/* Find the URL whose colon is at `colon`. */
static enum scan_answer
find_url(urlgrep_scanner *s, size_t colon, urlgrep_finding *finding)
{
	struct candidate c;
	enum scan_answer answer;

	s->sign_count = 0;
	if (!may_be_scheme(&s->text, colon))
		return SCAN_NO;
	memset(&c, 0, offsetof(struct candidate, fragments));
	answer = read_candidate(s, colon, &c);
	return answer == SCAN_YES ? make_finding(s, &c, finding) : answer;
}

/* Find what would be a URL if its scheme were listed. */
static enum scan_answer
find_unlisted(urlgrep_scanner *s, size_t colon, urlgrep_finding *finding)
{
	struct candidate c;
	enum scan_answer answer;

	s->sign_count = 0;
	memset(&c, 0, offsetof(struct candidate, fragments));
	answer = read_unlisted(s, colon, &c);
	if (answer == SCAN_YES)
		answer = make_finding(s, &c, finding);
	if (answer == SCAN_YES)
		set_unlisted(s, finding);
	return answer;
}

/* Find the name or the address at a needle. */
static enum scan_answer
find_without_scheme(urlgrep_scanner *s, size_t needle, urlgrep_finding *finding)
{
	struct candidate c;
	enum scan_answer answer = SCAN_NO;
	char mark = s->text.bytes[needle];

	s->sign_count = 0;
	if (mark == '@' && s->flags & URLGREP_FIND_ADDRESSES)
		answer = address_find(s, needle, &c, finding);
	else if ((mark == '.' || mark == ':') && s->flags & URLGREP_FIND_NAMES)
		answer = name_find(s, needle, &c, finding);
	return answer == SCAN_YES ? accept_finding(s, &c, finding) : answer;
}

/* Find the malformed URL whose mark is at `mark`. */
static enum scan_answer
find_malformed(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding)
{
	struct malformed_url url;
	enum scan_answer answer = malformed_read(s, mark, &url);

	s->sign_count = 0;
	if (answer == SCAN_YES)
		answer = answer_of(readings_make_malformed_finding(s, &url, finding));
	if (answer == SCAN_YES)
		s->searched = s->floor = url.end;
	return answer;
}

/* Find the defanged URL whose mark is at `mark`. */
static enum scan_answer
find_defanged(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding)
{
	size_t end;
	enum scan_answer answer = refang_read(s, mark, finding, &end);

	s->sign_count = 0;
	if (answer == SCAN_YES)
		s->searched = s->floor = end;
	return answer;
}

/* ---- how much text is examined with a mark --- */

/* Return the end of the run of the mark, or a place after all of it that a URL may have. The
 * run is measured once for all its marks: "mailto:mailto:..." has many. */
static size_t
measure_run(urlgrep_scanner *s, size_t mark)
{
	const struct scan_text *t = &s->text;
	uint64_t at = t->origin + mark;
	size_t end, limit = mark + URLGREP_MAX_URL_BYTES + 1;

	if (at >= s->run_end) {
		s->run_begin = UINT64_MAX;
		s->run_end = at;
		s->run_is_complete = false;
	}
	end = (size_t)(s->run_end - t->origin);
	if (!s->run_is_complete && end < limit) {
		end = bare_run_end(s, end, limit - end);
		s->run_end = t->origin + end;
		s->run_is_complete = end < limit && (end < t->len || t->is_last);
	}
	return end;
}

/* Return true if the text, which does not go on for now, has all lines that decide in most
 * cases: that of the mark and, if its run reaches the end of the line, the next one. */
static bool
has_lines(const urlgrep_scanner *s, size_t run_end)
{
	const struct scan_text *t = &s->text;
	size_t end = text_line_find_end(t, run_end, t->len), next;

	if (s->flags & URLGREP_JOIN_NEVER || !text_line_is_blank(t, run_end, end))
		return end < t->len;
	return text_line_find_next(t, end, &next) && text_line_find_end(t, next, t->len) < t->len;
}

/* Set *end to the end of the text that decides what is at the mark: its run, and
 * WINDOW_BYTES more. Returns false if that is not there yet. */
static bool
find_window(urlgrep_scanner *s, size_t mark, size_t *end)
{
	const struct scan_text *t = &s->text;
	size_t run_end = measure_run(s, mark);

	if (t->len - run_end >= WINDOW_BYTES) {
		*end = run_end + WINDOW_BYTES;
		return true;
	}
	*end = t->len;
	return t->is_last || (s->is_paused && has_lines(s, run_end));
}

/* Find what is at the mark. */
static enum scan_answer
find_at(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding)
{
	const struct scan_text *t = &s->text;
	bool is_url_mark = t->bytes[mark] != '.' && t->bytes[mark] != '@';
	enum scan_answer answer = SCAN_NO;

	if (wants_refang(s) && is_url_mark)
		answer = find_defanged(s, mark, finding);
	if (answer == SCAN_NO && t->bytes[mark] == ':')
		answer = find_url(s, mark, finding);
	if (answer == SCAN_NO && s->needles.set)
		answer = find_without_scheme(s, mark, finding);
	if (answer == SCAN_NO && s->flags & URLGREP_FIND_MALFORMED && is_url_mark)
		answer = find_malformed(s, mark, finding);
	if (answer == SCAN_NO && s->flags & URLGREP_FIND_MALFORMED && is_url_mark &&
	    t->bytes[mark] == ':')
		answer = find_unlisted(s, mark, finding);
	return answer;
}

/* Answer as find_at(), which sees the window of the mark as if the text ended there: so the
 * findings do not depend on the pieces in which the text comes. MORE if the window is not
 * complete. */
static enum scan_answer
examine(urlgrep_scanner *s, size_t mark, urlgrep_finding *finding)
{
	const size_t len = s->text.len;
	const bool is_last = s->text.is_last;
	enum scan_answer answer;
	size_t end;

	if (!find_window(s, mark, &end))
		return SCAN_MORE;
	s->text.len = end;
	s->text.is_last = true;
	answer = find_at(s, mark, finding);
	s->text.len = len;
	s->text.is_last = is_last;
	return answer;
}

/* Make what finding defanged URLs needs. Returns false without memory. */
static bool
prepare(urlgrep_scanner *s)
{
	const urlgrep_memory *memory = grammar_memory(s->grammar);

	if (wants_refang(s) && s->refang_marks == NULL) {
		s->refang_marks = refang_marks_new(memory, s->suffixes);
		if (s->refang_marks == NULL)
			return false;
	}
	return true;
}

urlgrep_status
urlgrep_next(urlgrep_scanner *s, urlgrep_finding *finding)
{
	size_t mark;

	if (!prepare(s))
		return URLGREP_NOMEM;
	while (next_mark(s, &mark)) {
		enum scan_answer answer = examine(s, mark, finding);

		if (rules_failed(s->rules))
			return URLGREP_NOMEM;
		switch (answer) {
		case SCAN_YES:
			return URLGREP_OK;
		case SCAN_MORE:
			return URLGREP_MORE;
		case SCAN_NOMEM:
			return URLGREP_NOMEM;
		case SCAN_NO:
			s->searched = mark + 1;
		}
	}
	return s->text.is_last ? URLGREP_END : URLGREP_MORE;
}
