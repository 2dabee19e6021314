/* bare.c - URLs without brackets around them, within their line (rules B1-B5) */
#include "text/bare.h"

#include <string.h>

#include "text/trim.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* The run of an opaque scheme is short, or it is no URL. The limit keeps a text of
 * "mailto:mailto:..." linear. */
enum { MAX_OPAQUE_BYTES = 1000 };

/* ---- the run --- */

/* Characters beyond US-ASCII that end an IRI in running text: quotation marks,
 * punctuation and brackets of CJK, dashes, spaces, bidi controls. First and last. */
static const uint32_t iri_ends[][2] = {
	{ 0x80, 0xA0 }, { 0xAB, 0xAB }, { 0xAD, 0xAD }, { 0xBB, 0xBB },
	{ 0x61C, 0x61C }, { 0x1680, 0x1680 },
	{ 0x2000, 0x200B }, { 0x200E, 0x200F }, { 0x2013, 0x2014 },
	{ 0x2018, 0x201F }, { 0x2026, 0x2026 }, { 0x2028, 0x202F },
	{ 0x2039, 0x203A }, { 0x205F, 0x205F }, { 0x2060, 0x206F },
	{ 0x3000, 0x3003 }, { 0x3008, 0x3011 }, { 0x3014, 0x301B },
	{ 0xFEFF, 0xFEFF }, { 0xFF01, 0xFF01 }, { 0xFF08, 0xFF09 },
	{ 0xFF0C, 0xFF0C }, { 0xFF0E, 0xFF0E }, { 0xFF1A, 0xFF1F },
	{ 0xFF3B, 0xFF3B }, { 0xFF3D, 0xFF3D }, { 0xFF5B, 0xFF5B },
	{ 0xFF5D, 0xFF5D }, { 0xFF5F, 0xFF65 }, { 0xFFF0, 0xFFFF },
	{ 0xE0000, 0xE0FFF },
};

/* Return true if the beginning of a character is all there is in bytes[0..len). */
static bool
is_truncated_character(const char *bytes, size_t len)
{
	size_t i;

	if (utf8_length((unsigned char)bytes[0]) <= len)
		return false;
	for (i = 1; i < len; i++)
		if (((unsigned char)bytes[i] & 0xC0) != 0x80)
			return false;
	return true;
}

/* Return the length of the character at the beginning of bytes[0..len) if an IRI may
 * go on with it; else 0. */
static size_t
iri_character_length(const char *bytes, size_t len)
{
	uint32_t code;
	size_t n = utf8_decode(bytes, len, &code), i;

	for (i = 0; n && i < sizeof(iri_ends) / sizeof(iri_ends[0]); i++)
		if (code >= iri_ends[i][0] && code <= iri_ends[i][1])
			return 0;
	return n;
}

size_t
bare_run_end(const urlgrep_scanner *s, size_t begin, size_t max_len)
{
	const struct scan_text *t = &s->text;
	size_t end = t->len - begin > max_len ? begin + max_len : t->len;
	size_t at = begin;

	for (;;) {
		size_t n;

		at += ascii_run(t->bytes + at, end - at);
		if (!s->is_iri || at == end || (unsigned char)t->bytes[at] < 0x80)
			return at;
		n = iri_character_length(t->bytes + at, t->len - at);
		if (n > end - at) /* the limit divides a character */
			return end;
		if (n == 0) /* the rest of a character may follow with more text */
			return end == t->len && !t->is_last &&
			    is_truncated_character(t->bytes + at, end - at) ? end : at;
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

/* Return `end`, or where the character before it begins if more text may follow: then the
 * character may be truncated. */
static size_t
find_character_end(const struct scan_text *t, size_t begin, size_t end)
{
	size_t at = end;

	if (end < t->len || t->is_last)
		return end;
	while (at > begin && end - at < 4 && (unsigned char)t->bytes[at - 1] >= 0x80)
		if ((unsigned char)t->bytes[--at] >= 0xC0)
			break;
	return at;
}

/* Return the end of the run at `begin`, at most begin + max_len. *needs_more: it may go on
 * in the text that follows, and is not too long without a character that may be
 * truncated. What is measured is remembered for candidates that begin later in the same
 * run. */
static size_t
measure_run(urlgrep_scanner *s, size_t begin, size_t max_len, bool *needs_more)
{
	const struct scan_text *t = &s->text;
	uint64_t at = t->origin + begin;
	size_t end, certain_end;

	if (at < s->run_begin || at >= s->run_end) {
		s->run_begin = s->run_end = at;
		s->run_is_complete = false;
	}
	end = certain_end = (size_t)(s->run_end - t->origin);
	if (!s->run_is_complete && end - begin < max_len) {
		size_t limit = begin + URLGREP_MAX_URL_BYTES + 1;

		end = bare_run_end(s, end, limit - end);
		certain_end = find_character_end(t, begin, end);
		s->run_end = t->origin + certain_end;
		s->run_is_complete = end < limit && (end < t->len || t->is_last);
	}
	*needs_more = end == t->len && !t->is_last && certain_end - begin < max_len;
	return end - begin > max_len ? begin + max_len : end;
}

/* ---- the candidate --- */

/* Return true if c may follow "scheme://": a host, or "/" where that may be empty. */
static bool
may_begin_host(const struct scheme *scheme, char c)
{
	if (c == '/')
		return scheme->empty_host;
	return (unsigned char)c >= 0x80 ||
	    (ascii_is(c, ASCII_RUN) && c != '?' && c != '#' && c != ':');
}

/* Return how many bytes of the run are measured: one more than the URL may have. */
static size_t
max_run_length(const urlgrep_scanner *s, const struct candidate *c, bool has_slashes)
{
	bool is_short = !has_slashes &&
	    (strcmp(c->scheme->name, "data") != 0 || is_within_run(s, c->begin));

	return (is_short ? MAX_OPAQUE_BYTES : URLGREP_MAX_URL_BYTES) + 1;
}

/* Fill c with the run up to `end` as its only fragment. */
static void
set_run(struct candidate *c, size_t end)
{
	c->form = URLGREP_BARE;
	c->confidence = URLGREP_HIGH;
	c->fragment_count = c->certain_count = 1;
	c->has_soft_breaks = false;
	c->fragments[0] = (struct fragment){ c->begin, end, false };
}

enum scan_answer
bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	bool has_slashes = t->len - colon > 2 &&
	    memcmp(t->bytes + colon + 1, "//", 2) == 0;
	size_t content = colon + (has_slashes ? 3 : 1);
	size_t max_len, end;
	bool needs_more;

	if (has_slashes ? !c->scheme->slashes : !c->scheme->opaque)
		return SCAN_NO;
	if (content >= t->len)
		return t->is_last ? SCAN_NO : SCAN_MORE;
	c->lacks_host = has_slashes && !c->scheme->empty_host &&
	    ascii_is_space(t->bytes[content]);
	if (has_slashes && !c->lacks_host &&
	    !may_begin_host(c->scheme, t->bytes[content]))
		return SCAN_NO;
	max_len = max_run_length(s, c, has_slashes);
	end = measure_run(s, c->begin, max_len, &needs_more);
	if (needs_more)
		return SCAN_MORE;
	c->is_too_long = end - c->begin >= max_len;
	if (c->is_too_long && !has_slashes)
		return SCAN_NO;
	set_run(c, end);
	if (c->is_too_long)
		c->end = end;
	else if (c->lacks_host)
		c->end = content;
	else
		c->end = c->begin + trim_bare_url(c->byte_before,
		    t->bytes + c->begin, end - c->begin);
	return c->lacks_host || c->end > content ? SCAN_YES : SCAN_NO;
}
