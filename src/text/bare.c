/* bare.c - URLs without brackets around them, within their line (rules B1-B5) */
#include "text/bare.h"

#include <string.h>

#include "text/run.h"
#include "text/undo.h"
#include "util/ascii.h"

/* A long run after an opaque scheme is not a URL. The limits keep the time for "mailto:mailto:..."
 * linear: after several candidates that are too long, only the first bytes of the others in the
 * same run are read. */
enum { MAX_OPAQUE_BYTES = 1000, MAX_CROWDED_OPAQUE_BYTES = 128, MAX_TOO_LONG = 8,
	MAX_UNCROWDED = 8 };

/* ---- the run --- */

/* Return true if a run continues with c, a character outside the class ASCII_RUN: one beyond
 * US-ASCII, or one that is not legal in URLs but common there (rule I7). */
static bool
goes_on_with(char c)
{
	return (unsigned char)c >= 0x80 || c == '|' || c == '\\' || c == '^' || c == '`';
}

size_t
bare_run_end(const urlgrep_scanner *s, size_t begin, size_t max_len)
{
	const struct scan_text *t = &s->text;
	size_t end = t->len - begin > max_len ? begin + max_len : t->len;
	size_t at = begin;

	for (;;) {
		size_t n = 1;

		at += ascii_span(t->bytes + at, end - at, ASCII_RUN);
		if (at == end)
			return at;
		if (!goes_on_with(t->bytes[at]))
			n = t->bytes[at] == '\33' ? run_control_length(t->bytes + at, end - at) : 0;
		if (n == 0)
			return at;
		at += n;
	}
}

/* Return true if `begin` lies within a run that an earlier candidate began. */
static bool
is_within_run(const urlgrep_scanner *s, size_t begin)
{
	uint64_t at = s->text.origin + begin;

	return at > s->run_begin && at < s->run_end;
}

/* Return the end of the run at `begin`, at most begin + max_len. */
static size_t
find_run_end(urlgrep_scanner *s, size_t begin, size_t max_len)
{
	size_t end = (size_t)(s->run_end - s->text.origin);

	if (s->run_begin == UINT64_MAX)
		s->run_begin = s->text.origin + begin;
	return end - begin > max_len ? begin + max_len : end;
}

/* ---- the candidate --- */

/* Return true if a host may follow "scheme://" at bytes[0..len), or "/" where it may be
 * empty. In a manual page "\:" allows a break there. */
static bool
may_begin_host(const struct scheme *scheme, const char *bytes, size_t len)
{
	char c = bytes[0];

	switch (c) {
	case '\\':
		return len > 1 && bytes[1] == ':';
	case '/':
		return scheme->empty_host;
	case '?': case '#': case ':': case ',': case '(': case ')':
		return false;
	default:
		return (unsigned char)c >= 0x80 || ascii_is(c, ASCII_RUN) ||
		    run_control_length(bytes, len) > 0;
	}
}

/* Return how many bytes of the run are measured: one more than the URL may have. */
static size_t
max_run_length(const urlgrep_scanner *s, const struct candidate *c, bool has_slashes)
{
	bool is_long = strcmp(c->scheme->name, "data") == 0 || strcmp(c->scheme->name, "magnet") == 0;

	if (has_slashes || (is_long && !is_within_run(s, c->begin)))
		return URLGREP_MAX_URL_BYTES + 1;
	return (s->run_too_long < MAX_TOO_LONG ? MAX_OPAQUE_BYTES : MAX_CROWDED_OPAQUE_BYTES) + 1;
}

/* Fill c with the run as its only fragment. */
static void
set_run(struct candidate *c, const struct run *r)
{
	c->form = URLGREP_BARE;
	c->confidence = r->other_end || r->hidden_end ? URLGREP_MEDIUM : URLGREP_HIGH;
	c->fragment_count = c->certain_count = 1;
	c->chain_score = 0;
	c->has_typeset_hyphens = false;
	c->has_soft_breaks = false;
	c->is_escaped = false;
	c->other_end = r->other_end;
	c->fragments[0] = (struct fragment){ c->begin, r->end, false, "" };
	if (r->is_template)
		c->notes |= URLGREP_TEMPLATE;
}

/* Return true if "://" before offset content ends in a slash that is escaped as in HTML. */
static bool
has_escaped_slashes(const struct scan_text *t, const struct candidate *c, size_t content)
{
	return content - c->begin > 8 && t->bytes[content - 1] == ';' && !c->lacks_host;
}

/* Read the run of c that ends at end into r. Returns the same as run_find_end(). */
static enum scan_answer
read_run(urlgrep_scanner *s, struct candidate *c, size_t content, size_t end,
    bool has_slashes, struct run *r)
{
	enum scan_answer answer;

	*r = (struct run){ .text = &s->text, .rules = s->rules, .begin = c->begin, .content = content,
		.end = end, .has_authority = has_slashes,
		.has_fields = (s->flags & URLGREP_COMMA_ENDS) != 0,
		.is_xml = (s->flags & URLGREP_XML) != 0 ||
		    has_escaped_slashes(&s->text, c, content),
		.is_crowded = ++s->run_candidates > MAX_UNCROWDED };
	answer = run_find_end(r);
	if (answer == SCAN_YES)
		set_run(c, r);
	return answer;
}

size_t
bare_escaped_slashes_length(const struct scan_text *t, size_t colon)
{
	static const char *const slashes[] = { "\\/\\/", "\\\\/\\\\/", "\\\\\\/\\\\\\/", "\\u002f\\u002f",
		"\\\\u002f\\\\u002f", "\\x2f\\x2f" };
	size_t at = colon + bare_colon_length(t, colon), len = t->len - at, n, second, i;
	const char *next = t->bytes + at;
	char character;

	for (i = 0; i < sizeof(slashes) / sizeof(slashes[0]); i++) {
		n = strlen(slashes[i]);
		if (n < len && ascii_equal(next, slashes[i], n))
			return n;
	}
	n = undo_read_reference(next, len, &character);
	if (n == 0 || character != '/')
		return 0;
	second = undo_read_reference(next + n, len - n, &character);
	return second && character == '/' ? n + second : 0;
}

/* Return true if white space follows, or a backslash that breaks the line. */
static bool
ends_line(const struct scan_text *t, size_t at)
{
	return ascii_is_space(t->bytes[at]) || (t->bytes[at] == '\\' &&
	    at + 1 < t->len && ascii_is(t->bytes[at + 1], ASCII_BREAK));
}

/* End a run that begins with "http:\/\/" before a slash that is not escaped: JSON escapes all
 * slashes of a URL, and in "s/http:\/\/h/x/" or "/http:\/\/h/" the unescaped slash does not belong
 * to it. */
static void
end_before_plain_slash(struct run *r)
{
	const char *begin = r->text->bytes + r->content, *end = r->text->bytes + r->end;
	const char *slash = begin;

	while ((slash = memchr(slash, '/', (size_t)(end - slash))) != NULL && slash > begin &&
	    slash[-1] == '\\')
		slash++;
	if (slash)
		r->end = (size_t)(slash - r->text->bytes);
}

enum scan_answer
bare_read_run(urlgrep_scanner *s, size_t content, size_t max_len, bool has_authority,
    struct candidate *c)
{
	size_t end = find_run_end(s, c->begin, max_len), delimited_end = 0;
	enum scan_answer answer;
	struct run r;
	char emphasis = '\0';

	answer = read_run(s, c, content, end, has_authority, &r);
	if (answer != SCAN_YES)
		return answer;
	if (!r.is_plain && undo_has_reference(&r, c->begin)) {
		r.is_xml = r.is_xml || run_is_attribute(&r);
		r.has_escapes = r.has_escapes || r.is_xml;
	}
	if (has_authority && content - c->begin > 4 && s->text.bytes[content - 4] == '\\' &&
	    undo_has_escaped_scheme(s->text.bytes, c->begin, r.end))
		r.has_escapes = true;
	if (has_authority && content - c->begin > 4 && s->text.bytes[content - 3] != ':' &&
	    !c->lacks_host && memchr(s->text.bytes + c->begin, '\\', content - c->begin)) {
		if (s->text.bytes[content - 3] == 'x' && !ascii_is_one_of(c->byte_before, "\"'"))
			return SCAN_NO; /* GnuPG prints names of certificates so, and divides them */
		r.has_escapes = true; /* in "http:\/\/" */
		if (memcmp(s->text.bytes + content - 2, "\\/", 2) == 0)
			end_before_plain_slash(&r);
	}
	c->is_too_long = r.end - c->begin >= max_len;
	if (!r.is_plain || !ascii_is(s->text.bytes[r.end - 1], ASCII_ALPHA | ASCII_DIGIT)) {
		if (c->confidence == URLGREP_HIGH && run_ends_before_value(&r))
			c->confidence = URLGREP_MEDIUM;
		delimited_end = run_delimited_end(&r);
		emphasis = run_emphasis(&r);
	}
	c->is_delimited = delimited_end != 0;
	if (emphasis)
		c->byte_before = emphasis;
	c->end = c->is_too_long ? end : delimited_end ? delimited_end : c->begin +
	    trim_bare_url(r.is_paired ? '"' : c->byte_before, s->text.bytes + c->begin,
		(r.hidden_end ? r.hidden_end : r.end) - c->begin);
	c->notes |= r.has_hidden ? URLGREP_UNICODE_SPACE : 0;
	if (r.has_escapes && !c->is_too_long)
		undo_run(&r, c);
	return SCAN_YES;
}

enum scan_answer
bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	size_t slashes = bare_slashes_length(t, colon);
	size_t content = colon + bare_colon_length(t, colon) + slashes;
	enum scan_answer answer;

	if (slashes ? !c->scheme->slashes : !c->scheme->opaque)
		return SCAN_NO;
	if (content >= t->len)
		return SCAN_NO;
	c->lacks_host = slashes && !c->scheme->empty_host && ends_line(t, content);
	if (slashes && !c->lacks_host &&
	    !may_begin_host(c->scheme, t->bytes + content, t->len - content))
		return SCAN_NO;
	answer = bare_read_run(s, content, max_run_length(s, c, slashes != 0), slashes != 0, c);
	if (answer != SCAN_YES)
		return answer;
	if (c->is_too_long && !slashes) {
		s->run_too_long++;
		return SCAN_NO;
	}
	if (!c->is_too_long && c->lacks_host)
		c->end = content;
	return c->lacks_host || c->end > content ? SCAN_YES : SCAN_NO;
}
