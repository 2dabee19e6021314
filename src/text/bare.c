/* bare.c - URLs without brackets around them, within one line (rules B1-B5) */

#include <string.h>

#include "text/run.h"
#include "text/undo.h"
#include "util/ascii.h"

/* A long run after an opaque scheme is not a URL. The limits keep the time for "mailto:mailto:..."
 * linear: after several candidates of a run were too long, only the first bytes of its further
 * candidates are read. */
enum { MAX_OPAQUE_BYTES = 1000, MAX_CROWDED_OPAQUE_BYTES = 128, MAX_TOO_LONG = 8 };

/* ---- the run --- */

size_t
text_find_run_end(const struct scan_text *t, size_t begin, size_t max_len, bool *has_escapes)
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

bool
bare_is_cut(const struct scan_text *t, const struct scheme *scheme, size_t colon)
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
	if (!c->is_too_long && c->lacks_host)
		c->end = content;
	if (has_slashes && c->end - (t->bytes[c->end - 1] == '.') == content + 3 &&
	    word_list_has("ftp ssl www", t->bytes + content, 3))
		c->lacks_host = true; /* the host is cut, or the beginning of a pattern */
	return c->lacks_host || c->end > content;
}

bool
bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct run_limits *limits = &run_limits[s->run_candidates >= MAX_UNCROWDED];
	const struct scan_text *t = &s->text;
	size_t slashes = undo_slashes_after(t, colon), begin = c->begin;
	/* An escape takes at most six bytes. */
	size_t run_end = scanner_run_end(s, begin, 6 * max_run_length(s, c, slashes != 0));
	size_t end = scan_limit(begin, limits->front, run_end), less;
	bool is_url;

	if (slashes && !c->scheme->slashes)
		return false; /* "tel[://]h" */
	if (slashes == 8 && t->bytes[colon + 2] == 'x' && !ascii_is_one_of(c->byte_before, "\"'"))
		return false; /* GnuPG prints the names of certificates so, and divides them */
	for (;; end = run_end) {
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
