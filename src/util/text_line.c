/* text_line.c - where the lines of a text begin and end, and how wide they are */
#include "util/text_line.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

size_t
text_line_find_end(const struct scan_text *t, size_t at, size_t end)
{
	return at + ascii_until(t->bytes + at, end - at, ASCII_BREAK);
}

size_t
text_line_find_begin(const struct scan_text *t, size_t at)
{
	size_t floor = at > MAX_LOOKBEHIND_BYTES / 2 ? at - MAX_LOOKBEHIND_BYTES / 2 : 0;

	return floor + ascii_after_break(t->bytes + floor, at - floor);
}

bool
text_line_find_next(const struct scan_text *t, size_t end, size_t *next)
{
	if (end == t->len) {
		*next = end;
		return t->is_last;
	}
	if (t->bytes[end] == '\r') {
		if (end + 1 == t->len && !t->is_last)
			return false;
		if (end + 1 < t->len && t->bytes[end + 1] == '\n')
			end++;
	}
	*next = end + 1;
	return true;
}

bool
text_line_find_previous(const struct scan_text *t, size_t floor, size_t line,
    size_t *begin, size_t *end)
{
	size_t at = line;

	if (at <= floor)
		return false;
	at--;
	if (at > floor && t->bytes[at] == '\n' && t->bytes[at - 1] == '\r')
		at--;
	*end = at;
	*begin = floor + ascii_after_break(t->bytes + floor, at - floor);
	return *begin > floor || (floor == 0 && t->origin == 0);
}

/* Return how many of eight bytes continue a character of UTF-8 (10xxxxxx). */
static unsigned
count_continuations(const char *bytes)
{
	uint64_t all, upper;

	memcpy(&all, bytes, sizeof(all));
	upper = all & 0x8080808080808080u;
	if (upper == 0)
		return 0;
	upper &= ~(all << 1);
	return (unsigned)(((upper >> 7) * 0x0101010101010101u) >> 56);
}

/* Return how many characters begin in bytes[0..len). */
static size_t
count_characters(const char *bytes, size_t len)
{
	size_t count = len, i;

	for (i = 0; i + 8 <= len; i += 8)
		count -= count_continuations(bytes + i);
	for (; i < len; i++)
		count -= utf8_is_continuation(bytes[i]);
	return count;
}

size_t
text_line_width(const struct scan_text *t, size_t begin, size_t end)
{
	return count_characters(t->bytes + begin, text_line_trim(t, begin, end) - begin);
}

size_t
text_line_column(const struct scan_text *t, size_t begin, size_t at)
{
	size_t column = 0;

	if (at > begin && ascii_span(t->bytes + begin, at - begin, ASCII_PRINTABLE) == at - begin)
		return at - begin; /* visible US-ASCII and spaces, as nearly always */
	for (; begin < at; begin++) {
		if (t->bytes[begin] == '\t')
			column |= 7;
		column += !utf8_is_continuation(t->bytes[begin]);
	}
	return column;
}

size_t
text_line_trim(const struct scan_text *t, size_t begin, size_t end)
{
	while (end > begin && ascii_is(t->bytes[end - 1], ASCII_BLANK))
		end--;
	return end;
}

bool
text_line_is_blank(const struct scan_text *t, size_t begin, size_t end)
{
	while (begin < end && ascii_is(t->bytes[begin], ASCII_BLANK))
		begin++;
	return begin >= end;
}

/* ---- marks of a break --- */

enum { HYPHEN = 0x2010, SOFT_HYPHEN = 0xAD, MAX_MARK_BYTES = 3 };

enum break_mark
break_mark_read(const struct scan_text *t, size_t at, size_t end, size_t *len)
{
	uint32_t code;

	*len = 0;
	if (at == end)
		return MARK_NONE;
	*len = 1;
	if ((unsigned char)t->bytes[at] < 0x80)
		return t->bytes[at] == '\\' ? MARK_BACKSLASH : MARK_NONE;
	*len = utf8_decode(t->bytes + at, end - at, &code);
	return *len && (code == HYPHEN || code == SOFT_HYPHEN) ? MARK_HYPHEN : MARK_NONE;
}

enum break_mark
break_mark_read_last(const struct scan_text *t, size_t begin, size_t end, size_t *len)
{
	size_t n;

	for (n = 1; n <= MAX_MARK_BYTES && n < end - begin; n++) {
		enum break_mark mark = break_mark_read(t, end - n, end, len);

		if (mark != MARK_NONE && *len == n)
			return mark;
	}
	*len = 0;
	return MARK_NONE;
}

/* ---- page breaks --- */

enum { MAX_PAGE_BREAK_LINES = 24, MAX_PAGE_LINE_BYTES = 200 };

/* Return true for the line after or before a page of an RFC or a draft:
 *
 *	Author, Author & Author                                          [Page 7]
 *	RFC 1738            Uniform Resource Locators          December 1994 */
static bool
is_footer_or_header(const char *line, size_t len)
{
	size_t digits = 0;
	bool is_footer = len > 0 && line[len - 1] == ']';

	len -= is_footer;
	while (digits < len && ascii_is(line[len - 1 - digits], ASCII_DIGIT))
		digits++;
	len -= digits;
	if (is_footer)
		return digits > 0 && len >= 7 && !ascii_is_space(line[0]) &&
		    memcmp(line + len - 6, "[Page ", 6) == 0;
	return digits == 4 && len > 10 && line[len - 1] == ' ' &&
	    ((memcmp(line, "RFC ", 4) == 0 && ascii_is(line[4], ASCII_DIGIT)) ||
		(len > 14 && (ascii_equal(line, "Internet-Draft", 14) ||
		    ascii_equal(line, "Internet Draft", 14))));
}

size_t
page_break_skip(const struct scan_text *t, size_t begin)
{
	const size_t first = begin;
	bool is_break = false;
	unsigned lines;

	for (lines = 0; lines < MAX_PAGE_BREAK_LINES; lines++) {
		size_t limit = t->len - begin > MAX_PAGE_LINE_BYTES ?
		    begin + MAX_PAGE_LINE_BYTES : t->len;
		size_t end = text_line_find_end(t, begin, limit), next;
		const char *line = t->bytes + begin;
		size_t len = text_line_trim(t, begin, end) - begin;

		if (end - begin == MAX_PAGE_LINE_BYTES)
			break;
		if (len == 0)
			is_break = is_break || memchr(line, '\f', end - begin);
		else if (is_footer_or_header(line, len))
			is_break = true;
		else
			break;
		if (!text_line_find_next(t, end, &next))
			break;
		begin = next;
		if (end == t->len)
			break;
	}
	return is_break ? begin : first;
}
