/* quoted_printable.c - read URLs in quoted-printable text that is not decoded (RFC 2045, 6.7) */
#include "text/undo.h"

#include <string.h>

#include "text/join_signs.h"
#include "util/ascii.h"
#include "util/text_line.h"

/* The length of an encoded line. RFC 2045, 6.7, allows 76, but some programs write up to 78, the
 * limit for other lines (RFC 5322, 2.1.1). */
enum { MAX_ENCODED_COLUMNS = 78 };
/* Encoders fill a line to this column or more before they break it. */
enum { MIN_FILLED_COLUMNS = 73 };

/* ---- recognizing quoted-printable --- */

/* Return true if the line contains "=3D" or "=20" or, unless is_strict, ends in "=". */
static bool
is_encoded_line(const struct scan_text *t, size_t begin, size_t end, bool is_strict)
{
	const char *line = t->bytes + begin;
	size_t len = end - begin;

	return len > 0 && ((line[len - 1] == '=' && !is_strict) ||
	    memmem(line, len, "=3D", 3) != NULL || memmem(line, len, "=20", 3) != NULL);
}

/* Return true if a line near the URL's line is encoded, or the URL itself before its last "="
 * unless is_strict. */
static bool
is_among_encoded_lines(struct line_break *b, bool is_strict)
{
	unsigned i;

	line_break_read_lines_around(b);
	for (i = 0; i < b->line_count; i++)
		if (is_encoded_line(b->text, b->lines[i].begin, b->lines[i].end, is_strict))
			return true;
	return !is_strict && b->unmarked_end - b->fragment_begin > 1 &&
	    is_encoded_line(b->text, b->fragment_begin, b->unmarked_end - 2, true);
}

/* Return true if the "=" is a soft line break by the URL and its next line alone: the "=" precedes
 * any "?" of the URL, the URL is not the value in "name=URL" (an encoder encodes that "="), and the
 * next line does not begin with a word of prose. A word alone in it may be the rest of the URL if
 * the URL's line is filled. */
static bool
is_soft_break_alone(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t end = b->run;
	char front = end < b->next_end ? t->bytes[end] : ' ';

	if (memchr(t->bytes + c->begin, '?', b->unmarked_end - c->begin) ||
	    (c->begin > 0 && t->bytes[c->begin - 1] == '=') ||
	    t->bytes[b->unmarked_end - 2] == '=' || !ascii_is(front, ASCII_RUN))
		return false;
	end += ascii_span(t->bytes + end, b->next_end - end, ASCII_ALPHA);
	while (end < b->next_end && ascii_is_one_of(t->bytes[end], ".,;:!?)'\""))
		end++;
	return end < b->next_end ? !ascii_is(t->bytes[end], ASCII_BLANK) :
	    b->line_end - b->line >= MIN_FILLED_COLUMNS;
}

/* Return true if the "=" follows the name of a field: "?a=1&name=". Other lines that end in "=" are
 * then no evidence. */
static bool
is_parameter(const struct candidate *c, const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	size_t at = b->unmarked_end - 1, name = at;

	while (at > c->begin && ascii_is(bytes[at - 1], ASCII_LABEL))
		at--;
	return at < name && ascii_is_one_of(bytes[at - 1], "?&;");
}

/* Return true if every "=" in the URL's line except the last begins an encoded byte, since an
 * encoder also encodes "=", and no control character is encoded, since text has none. */
static bool
is_encoded(const struct line_break *b)
{
	const char *at = b->text->bytes + b->fragment_begin;
	const char *end = b->text->bytes + b->unmarked_end - 1;
	char byte;

	while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
		if (!ascii_read_escape(at, (size_t)(end - at), '=', &byte) || (unsigned char)byte < 0x20)
			return false;
		at += 3;
	}
	return true;
}

bool
quoted_printable_find(const urlgrep_scanner *s, const struct candidate *c, struct line_break *b)
{
	const char *end = b->text->bytes + b->unmarked_end;
	const size_t run = b->run;
	bool is_found;

	if (end[-1] != '=' || b->line_end != b->unmarked_end || b->unmarked_end - c->begin < 2 ||
	    b->line_end - b->prefix.end > MAX_ENCODED_COLUMNS || !is_encoded(b) ||
	    (b->prefix.count && !b->has_same_prefix && b->next_prefix.count))
		return false; /* if quoted text was encoded, the next line has no marks */
	b->run = b->has_same_prefix && b->prefix.count > 0 ? b->next_prefix.end : b->next_line;
	if (join_is_before_url(s, b)) /* that URL may be the value of a field */
		is_found = (ascii_is_one_of(end[-2], "/?&") || memcmp(end - 4, "=3D", 3) == 0) &&
		    is_among_encoded_lines(b, is_parameter(c, b));
	else
		is_found = is_soft_break_alone(c, b) || is_among_encoded_lines(b, is_parameter(c, b));
	if (!is_found)
		b->run = run;
	return is_found;
}

/* ---- encoded bytes --- */

/* "=3d" counts, although RFC 2045 requires capitals, but "=ad" may be a word. */
bool
quoted_printable_ends_byte(const struct scan_text *t, size_t end)
{
	char byte;

	return end >= 3 && ascii_read_escape(t->bytes + end - 3, 3, '=', &byte) &&
	    t->bytes[end - 2] < 'a';
}

/* ---- decoding --- */

/* Return true if the byte is a no-break space of ISO 8859-1, or the last byte of one in UTF-8,
 * whose first byte is then removed. */
static bool
is_no_break_space(struct undone *u, char byte)
{
	char before = u->text.len ? u->text.at[u->text.len - 1] : '\0';

	if (byte != '\xA0' || ((unsigned char)before >= 0x80 && before != '\xC2'))
		return false;
	u->text.len -= before == '\xC2';
	return true;
}

/* Append the fragment f of a URL with its encoded bytes decoded. goes_on: another fragment follows.
 * Return false if the URL ends at a byte that cannot be in one. */
static bool
decode_fragment(const struct scan_text *t, const struct fragment *f, bool goes_on, struct undone *to)
{
	size_t at = f->begin, begin = at, end = f->end - (goes_on && t->bytes[f->end - 1] == '=');
	char decoded[2] = "";

	for (; at < end; at++) {
		if (!ascii_read_escape(t->bytes + at, end - at, '=', decoded))
			continue;
		undone_copy(to, t, begin, at - begin);
		if (((unsigned char)*decoded < 0x80 && !ascii_is(*decoded, ASCII_RUN)) ||
		    is_no_break_space(to, *decoded))
			return false;
		undone_replace(to, at, 3, decoded);
		at += 2;
		begin = at + 1;
	}
	undone_copy(to, t, begin, end - begin);
	return true;
}

void
quoted_printable_undo(const struct scan_text *t, const struct candidate *c, struct undone *to)
{
	unsigned i = 0, count = c->certain_count;

	undone_clear(to);
	while (i < count && decode_fragment(t, &c->fragments[i], i + 1 < count, to))
		i++;
}
