/* quoted_printable.c - URLs in quoted-printable text that is not decoded (RFC 2045, 6.7) */
#include "text/quoted_printable.h"

#include <string.h>

#include "util/text_line.h"
#include "util/character.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* Of an encoded line. RFC 2045, 6.7, allows 76, but some programs write up to 78, the limit of
 * RFC 5322, 2.1.1, for other lines. */
enum { MAX_COLUMNS = 78 };

/* ---- is it? --- */

/* Return true if the line holds "=3D" or "=20" or, unless is_strict, ends in "=". */
static bool
is_encoded_line(const struct scan_text *t, size_t begin, size_t end, bool is_strict)
{
	const char *line = t->bytes + begin;
	size_t len = end - begin;

	return len > 0 && ((line[len - 1] == '=' && !is_strict) ||
	    memmem(line, len, "=3D", 3) != NULL || memmem(line, len, "=20", 3) != NULL);
}

/* Return true if a line around the URL's is encoded. */
static bool
is_among_encoded_lines(struct line_break *b, bool is_strict)
{
	unsigned i;

	line_break_read_lines_around(b, MAX_LINES_BEFORE);
	for (i = 0; i < b->before_count; i++)
		if (is_encoded_line(b->text, b->before[i].begin, b->before[i].end, is_strict))
			return true;
	for (i = 0; i < b->after_count; i++)
		if (is_encoded_line(b->text, b->after[i].begin, b->after[i].end, is_strict))
			return true;
	return is_encoded_line(b->text, b->next_line, b->next_end, is_strict);
}

size_t
quoted_printable_run(const struct line_break *b)
{
	return b->prefix.count > 0 ? b->next_prefix.end : b->next_line;
}

/* Return true if the "=" is a soft line break without evidence from other lines: it is before any
 * "?" of the URL, the URL is not the value in "name=URL" (an encoder encodes that sign), and the
 * next line does not begin with a word of prose. */
static bool
is_soft_break_alone(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t begin = quoted_printable_run(b), end = begin;
	char front = end < b->next_end ? t->bytes[end] : ' ';

	if (memchr(t->bytes + c->begin, '?', b->fragment_end - c->begin) ||
	    (c->begin > 0 && t->bytes[c->begin - 1] == '=') ||
	    t->bytes[b->fragment_end - 2] == '=' || !ascii_is(front, ASCII_RUN))
		return false;
	while (end < b->next_end && ascii_is(t->bytes[end], ASCII_ALPHA))
		end++;
	while (end < b->next_end && ascii_is_one_of(t->bytes[end], ".,;:!?)'\""))
		end++;
	return end < b->next_end && !ascii_is(t->bytes[end], ASCII_BLANK);
}

/* Return true if the next line begins with a URL: "http://". */
static bool
is_before_url(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t begin = quoted_printable_run(b), at = begin;

	while (at < b->next_end && ascii_is(t->bytes[at], ASCII_SCHEME))
		at++;
	return at > begin && b->next_end - at >= 3 &&
	    memcmp(t->bytes + at, "://", 3) == 0;
}

/* Return true if a URL may follow in the one before the "=": after "/", "?", "&" or "=",
 * which is "=3D". */
static bool
may_hold_url(const struct line_break *b)
{
	const char *end = b->text->bytes + b->fragment_end - 1;

	return strchr("/?&", end[-1]) != NULL ||
	    (b->fragment_end >= 4 && memcmp(end - 3, "=3D", 3) == 0);
}

/* Return true if the "=" ends the name of a field: "?a=1&name=". Then other lines that end in "="
 * are no evidence. */
static bool
is_parameter(const struct candidate *c, const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	size_t at = b->fragment_end - 1, name = at;

	while (at > c->begin && (ascii_is(bytes[at - 1], ASCII_ALPHA | ASCII_DIGIT) ||
	    bytes[at - 1] == '_' || bytes[at - 1] == '-'))
		at--;
	return at < name && (bytes[at - 1] == '?' || bytes[at - 1] == '&' ||
	    bytes[at - 1] == ';');
}

/* Return true if the URL's line is not too wide, and both lines are quoted alike. */
static bool
has_fitting_lines(const struct line_break *b)
{
	return b->line_end - b->prefix.end <= MAX_COLUMNS &&
	    (b->prefix.count == 0 || b->has_same_prefix);
}

/* Return true if every "=" in the URL's line but the last begins an encoded byte: an
 * encoder encodes "=" itself. No control character is in a text. */
static bool
is_encoded(const struct line_break *b)
{
	const char *at = b->text->bytes + b->fragment_begin;
	const char *end = b->text->bytes + b->fragment_end - 1;

	while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
		if (end - at < 3 || at[1] == '0' || at[1] == '1' ||
		    !ascii_is(at[1], ASCII_HEX) || !ascii_is(at[2], ASCII_HEX))
			return false;
		at += 3;
	}
	return true;
}

/* Return true if the URL has an encoded "=" in this line, and not as its last character. */
static bool
has_encoded_equals(const struct line_break *b)
{
	size_t len = b->fragment_end - b->fragment_begin;

	return len > 4 && memmem(b->text->bytes + b->fragment_begin, len - 2, "=3D", 3) != NULL;
}

bool
quoted_printable_find(const struct candidate *c, struct line_break *b)
{
	if (b->text->bytes[b->fragment_end - 1] != '=' || b->line_end != b->fragment_end ||
	    b->fragment_end - c->begin < 2 || !has_fitting_lines(b) || !is_encoded(b))
		return false;
	if (is_before_url(b) && !may_hold_url(b))
		return false;
	return (!is_before_url(b) && (is_soft_break_alone(c, b) ||
	    (has_encoded_equals(b) && !is_parameter(c, b)))) ||
	    is_among_encoded_lines(b, is_parameter(c, b));
}

/* ---- encoded bytes --- */

/* Return true if text[0..len) begins with an encoded byte. "=3d" is one, although RFC 2045
 * demands capitals, but "=ad" may be a word. */
static bool
is_encoded_byte(const char *text, size_t len)
{
	return len >= 3 && text[0] == '=' && ascii_is(text[1], ASCII_HEX) && text[1] < 'a' &&
	    ascii_is(text[2], ASCII_HEX);
}

bool
quoted_printable_ends_byte(const struct scan_text *t, size_t end)
{
	return end >= 3 && is_encoded_byte(t->bytes + end - 3, 3);
}

bool
quoted_printable_holds_bytes(const struct scan_text *t, const struct candidate *c)
{
	const char *at = t->bytes + c->begin, *end = t->bytes + c->fragments[0].end;

	if (c->fragment_count != 1 || !quoted_printable_ends_byte(t, c->begin))
		return false;
	if (end[-1] == '=' && ascii_is(scan_byte_at(t, c->fragments[0].end), ASCII_BREAK))
		return true;
	while ((at = memchr(at, '=', (size_t)(end - at))) != NULL) {
		if (is_encoded_byte(at, (size_t)(end - at)))
			return true;
		at++;
	}
	return false;
}

/* ---- decoding --- */

/* Decode one byte at bytes[at..end) and return how many bytes it takes; 0 if they are a
 * final "=". */
static size_t
decode(const struct scan_text *t, size_t at, size_t end, char *byte)
{
	const char *bytes = t->bytes + at;

	*byte = *bytes;
	if (*bytes != '=')
		return 1;
	if (end - at == 1)
		return 0;
	if (end - at < 3 || !ascii_is(bytes[1], ASCII_HEX) || !ascii_is(bytes[2], ASCII_HEX))
		return 1;
	*byte = (char)(ascii_hex_value(bytes[1]) << 4 | ascii_hex_value(bytes[2]));
	return 3;
}

/* Return the number of literal (not encoded) bytes at the beginning of bytes[at..end), at most
 * `max`. */
static size_t
count_plain(const struct scan_text *t, size_t at, size_t end, size_t max)
{
	size_t len = end - at < max ? end - at : max;
	const char *equals = memchr(t->bytes + at, '=', len);

	return equals ? (size_t)(equals - (t->bytes + at)) : len;
}

/* Decode up to `max` bytes, append them to text if that is not NULL, and return the
 * offset where they end. A byte that cannot be in a URL ends it. */
static size_t
decode_fragments(const struct scan_text *t, const struct candidate *c, size_t max,
    struct strbuf *text)
{
	size_t at = c->begin, n;
	unsigned i;
	char byte;

	for (i = 0; i < c->certain_count; i++) {
		const struct fragment *f = &c->fragments[i];

		for (at = f->begin; max > 0 && at < f->end; at += n, max--) {
			size_t plain = count_plain(t, at, f->end, max);

			if (text)
				strbuf_append(text, t->bytes + at, plain);
			at += plain;
			max -= plain;
			if (max == 0 || at == f->end)
				break;
			n = decode(t, at, f->end, &byte);
			if (n == 0 && (i + 1 < c->certain_count || c->fragment_count == 1))
				break; /* a soft line break */
			n += n == 0;
			if (n == 3 && (unsigned char)byte < 0x80 &&
			    !ascii_is(byte, ASCII_RUN))
				return at;
			if (text)
				strbuf_append(text, &byte, 1);
		}
		if (max == 0)
			break;
	}
	return at;
}

/* Return the length of text[0..len) before the first character that no URL has, such as a
 * no-break space. A byte that is not in UTF-8 is taken for one of ISO 8859-1. */
static size_t
count_characters_of_url(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len) {
		uint32_t code = (unsigned char)text[at];
		size_t n = code < 0x80 ? 1 : utf8_decode(text + at, len - at, &code);

		if (n == 0)
			code = (unsigned char)text[at];
		if (code >= 0x80 && character_class_of(code) == CHARACTER_END)
			break;
		at += n ? n : 1;
	}
	return at;
}

void
quoted_printable_append(const struct scan_text *t, const struct candidate *c,
    struct strbuf *text)
{
	size_t begin = text->len;

	decode_fragments(t, c, SIZE_MAX, text);
	if (!text->failed)
		text->len = begin + count_characters_of_url(text->at + begin,
		    text->len - begin);
}

size_t
quoted_printable_offset(const struct scan_text *t, const struct candidate *c, size_t len)
{
	return decode_fragments(t, c, len, NULL);
}
