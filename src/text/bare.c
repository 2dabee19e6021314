/* bare.c - the URL at a colon: without brackets around it, within one line (rules B1-B5); or as
 * angle.c reads it */
#include "text/forms.h"

#include <stddef.h>
#include <string.h>

#include "text/join_signs.h"
#include "text/run.h"
#include "text/undo.h"
#include "url/grammar.h"
#include "util/ascii.h"

enum { MAX_BRACKET_DISTANCE = 128 /* from a URL back over white space to its "<" */ };

/* A long run after an opaque scheme is not a URL. The limits keep the time for "mailto:mailto:..."
 * linear: after several candidates of a run were too long, only the first bytes of its further
 * candidates are read. */
enum { MAX_OPAQUE_BYTES = 1000, MAX_CROWDED_OPAQUE_BYTES = 128, MAX_TOO_LONG = 8 };

/* ---- the run --- */

size_t
bare_find_run_end(const struct scan_text *t, size_t begin, size_t max_len, bool *has_escapes)
{
	size_t end = scan_limit(begin, max_len, t->len), at = begin, n;
	char c;

	while (at < end) {
		c = t->bytes[at];
		if (ascii_is(c, ASCII_RUN)) {
			at += ascii_span(t->bytes + at, end - at, ASCII_RUN);
			continue;
		}
		n = c == '\33' ? undo_control_length(t->bytes + at, end - at) :
		    (unsigned char)c >= 0x80 || c == '|' || c == '^' || c == '`' || c == '\\';
		if (n == 0)
			return at; /* "|", "^" and "`" are common in URLs (rule I7) */
		if (has_escapes)
			*has_escapes |= c != '|' && c != '^' && c != '`';
		for (at += n; at < end && (unsigned char)t->bytes[at] >= 0x80; at++)
			;
	}
	return at;
}

/* Return true if `begin` is in a run that an earlier candidate began. */
static bool
is_within_run(const urlgrep_scanner *s, size_t begin)
{
	uint64_t at = s->text.origin + begin;

	return at > s->run_begin && at < s->run_end;
}

/* ---- the candidate --- */

/* Return true if c may follow "scheme://": it may begin a host, or be the "/" after an empty host
 * if the scheme allows that. */
static bool
may_begin_host(const struct scheme *scheme, char c)
{
	return c == '/' ? scheme->empty_host : !ascii_is_one_of(c, "?#:,()\\") &&
	    ((unsigned char)c >= 0x80 || ascii_is(c, ASCII_RUN));
}

/* Return the number of bytes of the run to measure: one more than the URL may have. */
static size_t
max_run_length(const urlgrep_scanner *s, const struct candidate *c, bool has_slashes)
{
	const char *scheme = c->scheme->name;

	if (has_slashes || (!is_within_run(s, c->begin) &&
	    (strcmp(scheme, "data") == 0 || strcmp(scheme, "magnet") == 0)))
		return URLGREP_MAX_URL_BYTES + 1;
	return (s->run_too_long < MAX_TOO_LONG ? MAX_OPAQUE_BYTES : MAX_CROWDED_OPAQUE_BYTES) + 1;
}

/* Return true if white space is at `at`, or a backslash that precedes a line break. */
static bool
ends_line(const struct scan_text *t, size_t at)
{
	return ascii_is_space(t->bytes[at]) || (t->bytes[at] == '\\' &&
	    at + 1 < t->len && ascii_is(t->bytes[at + 1], ASCII_BREAK));
}

/* Return true if the line ends after the colon, or the first slash after it, and the next line
 * begins with the slashes that are missing and a host, perhaps after quote marks. Typesetting
 * programs also break "http://www.example.com/" there. */
static bool
is_cut(const struct scan_text *t, const struct scheme *scheme, size_t colon)
{
	size_t at = colon + 1, slashes = scan_byte_at(t, at) == '/' ? 1 : 2;

	at += 2 - slashes;
	if (!ascii_is(scan_byte_at(t, at), ASCII_BREAK) ||
	    !word_list_has("http https ftp", scheme->name, scheme->len))
		return false;
	while (at < t->len && (ascii_is_space(t->bytes[at]) || ascii_is_one_of(t->bytes[at], ">|")))
		at++;
	return t->len > at + slashes && memcmp(t->bytes + at, "//", slashes) == 0 &&
	    ascii_is_alphanumeric(t->bytes[at + slashes]);
}

/* Return true if c begins a host in a string of code: "http://h." + a, "http://h." . a */
static bool
is_beginning_of_host(const struct scan_text *t, const struct candidate *c)
{
	size_t end = c->end + (t->bytes[c->end - 1] != '.'), next;
	char quote = scan_byte_before(t, c->begin);

	if (!ascii_is_one_of(quote, "\"'") || scan_byte_at(t, end) != quote ||
	    t->bytes[end - 1] != '.' || !join_ends_in_open_host(scan_span(t, c->begin, end)))
		return false;
	next = text_line_skip_blanks(t, end + 1, t->len);
	return scan_byte_at(t, next) == '+' || (scan_byte_at(t, next) == '.' && next > end + 1);
}

/* Read the bare URL of c in s->text as it is; see bare_read(). */
static bool
read_here(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	bool has_slashes = undo_slashes_length(t, colon + 1) == 2;
	size_t content = colon + (has_slashes ? 3 : 1);

	if (content >= t->len)
		return false;
	c->lacks_host = has_slashes ? !c->scheme->empty_host && ends_line(t, content) :
	    !c->scheme->opaque;
	if ((c->lacks_host && undo_is_active(s)) ||
	    (has_slashes && !c->lacks_host && !may_begin_host(c->scheme, t->bytes[content])) ||
	    !run_read(s, content, max_run_length(s, c, has_slashes), has_slashes, c))
		return false;
	if (c->is_too_long && !has_slashes) {
		s->run_too_long++;
		return false;
	}
	if (has_slashes && t->bytes[content] == '-' && c->end > content &&
	    !memchr(t->bytes + content, '.', c->end - content) &&
	    !memchr(t->bytes + content, '=', c->end - content))
		return false; /* "http://-URLs" in German: the rest of a compound, not a host */
	if (!c->is_too_long && c->lacks_host)
		c->end = content;
	if (has_slashes && c->end > content && (is_beginning_of_host(t, c) ||
	    (c->end - (t->bytes[c->end - 1] == '.') == content + 3 &&
	    word_list_has("ftp ssl www", t->bytes + content, 3))))
		c->lacks_host = true; /* the host is cut, or the beginning of a pattern */
	return c->lacks_host || c->end > content;
}

bool
bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct run_limits *limits;
	const struct scan_text *t = &s->text;
	size_t slashes = undo_slashes_after(t, colon), begin = c->begin;
	/* An escape takes at most six bytes. */
	size_t run_end = scanner_run_end(s, begin, 6 * max_run_length(s, c, slashes != 0));
	size_t end, less;
	bool is_url;

	if (slashes && !c->scheme->slashes)
		return false; /* "tel[://]h" */
	if (slashes == 8 && t->bytes[colon + 2] == 'x' && !ascii_is_one_of(c->opener, "\"'"))
		return false; /* GnuPG prints the names of certificates so, and divides them */
	s->run_candidates++;
	limits = &run_limits[run_is_crowded(s)];
	for (end = scan_limit(begin, limits->front, run_end);; end = run_end) {
		less = undo_is_active(s) ? SIZE_MAX : undo_begin(s, begin, colon, end);
		if (s->failed)
			return false;
		c->begin = less == SIZE_MAX ? begin : begin - less;
		if (less == SIZE_MAX)
			return read_here(s, colon, c);
		is_url = read_here(s, colon - less, c);
		if (end == run_end || !is_url ||
		    c->end + limits->margin < (size_t)(s->run_end - s->text.origin))
			return is_url; /* these bytes are enough */
		undo_finish(s, NULL);
	}
}

/* ---- brackets and quotation marks around a URL --- */

size_t
bare_find_open_bracket(const struct scan_text *t, size_t at)
{
	size_t limit = at > t->floor ? scan_floor(at, MAX_BRACKET_DISTANCE, t->floor) : at;

	while (at > limit && ascii_is_space(t->bytes[at - 1]))
		at--;
	return at > limit && t->bytes[at - 1] == '<' ? at - 1 : SIZE_MAX;
}

/* Return true if the bare URL at `begin` follows a "<URL:" that has no ">". */
static bool
is_in_open_wrapper(const struct scan_text *t, size_t begin)
{
	return begin >= 5 && t->bytes[begin - 1] == ':' &&
	    scheme_before_is_url_prefix(t, begin - 4, begin - 1) &&
	    bare_find_open_bracket(t, begin - 4) != SIZE_MAX;
}

static bool
is_quoted(const struct scan_text *t, const struct candidate *c)
{
	return (c->opener == '"' || c->opener == '\'') && c->end < t->len &&
	    t->bytes[c->end] == c->opener;
}

/* ---- the candidate at a colon --- */

/* Return true if the word is "Tel", a label of numbers in signatures, and not the scheme "tel". */
static bool
is_tel_label(const struct scan_text *t, size_t begin, size_t colon)
{
	return colon - begin == 3 && t->bytes[begin] == 'T' &&
	    ascii_equal(t->bytes + begin, "tel", 3);
}

/* Return true if a star that may open emphasized text precedes the URL in its paragraph. */
static bool
follows_star(const struct scan_text *t, size_t begin)
{
	enum { MAX_EMPHASIS_BYTES = 256 };
	size_t limit = scan_floor(begin, MAX_EMPHASIS_BYTES, 0);
	const char *end = t->bytes + begin, *star = end;

	while ((star = memrchr(t->bytes + limit, '*', (size_t)(star - t->bytes) - limit)) != NULL) {
		size_t len = (size_t)(end - star);

		if (!ascii_is_space(star[1]))
			return ascii_pair(star, len, '\n', '\n') == len && !memmem(star, len, "\n\r\n", 3);
	}
	return false;
}

/* Return true if the URL is the value in "name=URL" and not inside a line drawn with "=". */
static bool
is_value(const struct scan_text *t, size_t begin)
{
	return begin > 1 && t->bytes[begin - 1] == '=' && t->bytes[begin - 2] != '=' &&
	    !ascii_is_space(t->bytes[begin - 2]);
}

/* Return the byte before the URL, or the byte that replaces it in the search for the end of the
 * URL: a star if an earlier star may open emphasized text; a space before a value. */
static char
find_opener(const struct scan_text *t, size_t begin)
{
	char before = scan_byte_before(t, begin);

	if (is_value(t, begin))
		before = ' ';
	return ascii_is_space(before) && follows_star(t, begin) ? '*' : before;
}

static bool
read_bare(urlgrep_scanner *s, size_t begin, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;

	if (is_tel_label(t, begin, colon))
		return false;
	c->notes = 0;
	c->begin = begin;
	c->opener = find_opener(t, begin);
	if (!bare_read(s, colon, c))
		return false;
	if (!c->is_too_long && !undo_is_active(s) && !(c->notes & URLGREP_TEMPLATE) && !join_lines(s, c))
		return false;
	if (is_quoted(t, c))
		c->form = URLGREP_QUOTED;
	if (is_in_open_wrapper(t, c->begin))
		c->notes |= URLGREP_UNTERMINATED;
	return true;
}

/* Read the URL of a listed scheme: bare, or right after a "<". White space may separate them only
 * where the line was broken: "a < http://" is a comparison. "<http:\/\/h>" in JSON is read as a
 * bare URL, whose escapes are undone. */
static bool
read_listed(urlgrep_scanner *s, size_t begin, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	const struct scheme *scheme = c->scheme;
	size_t slashes = undo_slashes_after(t, colon);
	bool is_opaque = slashes == 0;
	size_t open = bare_find_open_bracket(t, begin);

	if (is_opaque ? !scheme->opaque && !scheme->only_wrapped && !is_cut(t, scheme, colon) :
	    !scheme->slashes)
		return false;
	if (is_opaque && begin >= 2 && memcmp(t->bytes + begin - 2, "</", 2) == 0)
		return false; /* an end tag (rule V4) */
	if (open != SIZE_MAX && slashes <= 2 && t->bytes[colon] == ':' && (open + 1 == begin ||
	    text_line_find_end(t, open, begin) < begin)) {
		c->form = URLGREP_ANGLE;
		if (angle_read(s, open, begin, c))
			return true;
	}
	return !(is_opaque && scheme->only_wrapped) && read_bare(s, begin, colon, c);
}

/* Return true if a backslash precedes the colon, and two slashes follow it (rule K6). */
static bool
is_escaped_colon(const struct scan_text *t, size_t colon)
{
	return colon > 0 && t->bytes[colon - 1] == '\\' &&
	    text_begins_with(t->bytes + colon, t->len - colon, "://");
}

/* Return true if the scheme is a label before an address: "<mailto: ann@example.org>". */
static bool
is_address_label(const urlgrep_scanner *s, const struct candidate *c, size_t colon)
{
	return s->flags & URLGREP_FIND_ADDRESSES && strcmp(c->scheme->name, "mailto") == 0 &&
	    ascii_is(scan_byte_at(&s->text, colon + 1), ASCII_BLANK);
}

/* Read the URL of a scheme that is not listed, "NAME://" (rule S5). If it contains another URL,
 * only that one is found. */
static bool
read_unlisted(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	static const struct scheme unlisted = { .name = "", .slashes = true };
	const struct scan_text *t = &s->text;
	size_t begin = scheme_before_begin(t, colon);
	unsigned rule;

	begin += scheme_before_glued_length(s, begin, colon, &rule);
	while (begin < colon && !ascii_is(t->bytes[begin], ASCII_ALPHA))
		begin++;
	if (undo_slashes_length(t, colon + 1) != 2 || colon + 3 == t->len ||
	    ascii_is_space(t->bytes[colon + 3]) || scheme_before_is_url_prefix(t, begin, colon) ||
	    !scheme_is_name(t->bytes + begin, colon - begin) ||
	    grammar_find_scheme(s->grammar, t->bytes + begin, colon - begin))
		return false;
	c->scheme = &unlisted;
	if (!read_bare(s, begin, colon, c))
		return false;
	colon = c->begin + (colon - begin);
	return !ascii_find_authority(t->bytes + colon + 3, c->end - colon - 3);
}

/* ---- the finding --- */

bool
bare_find(urlgrep_scanner *s, size_t colon, urlgrep_finding *finding)
{
	const struct scan_text *t = &s->text;
	struct candidate c;
	size_t begin, open;

	/* without other needles, find_hit() has checked it */
	if (s->prefilter.set && !bare_may_be_scheme(t, colon))
		return false;
	candidate_clear(&c);
	if (is_escaped_colon(t, colon) && colon > t->floor)
		colon--;
	begin = scheme_before_begin(t, colon);
	if (scheme_before_is_url_prefix(t, begin, colon)) { /* <URL:...> */
		open = bare_find_open_bracket(t, begin);
		c.form = URLGREP_WRAPPED;
		return open != SIZE_MAX && angle_read(s, open, colon + 1, &c) &&
		    readings_make_finding(s, &c, finding);
	}
	c.scheme = scheme_before_find(s, &begin, colon);
	return c.scheme && !is_address_label(s, &c, colon) && read_listed(s, begin, colon, &c) &&
	    readings_make_finding(s, &c, finding);
}

bool
bare_find_unlisted(urlgrep_scanner *s, size_t colon, urlgrep_finding *finding)
{
	struct candidate c;

	candidate_clear(&c);
	if (!read_unlisted(s, colon, &c) || !readings_make_finding(s, &c, finding))
		return false;
	finding_reject(s, finding, URLGREP_UNLISTED_SCHEME);
	return true;
}
