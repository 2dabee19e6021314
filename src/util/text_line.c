/* text_line.c - the bounds of lines, and the marks before quoted lines of mail */
#include "util/text_line.h"

#include <string.h>

#include "util/utf8.h"

size_t
text_line_begin_within(const struct scan_text *t, size_t at, size_t max)
{
	size_t floor = scan_floor(at, max, 0);

	return floor + ascii_after_break(t->bytes + floor, at - floor);
}

size_t
text_line_find_begin(const struct scan_text *t, size_t at)
{
	return text_line_begin_within(t, at, MAX_LOOKBEHIND_BYTES);
}

size_t
text_line_find_next(const struct scan_text *t, size_t end)
{
	if (end + 1 < t->len && t->bytes[end] == '\r' && t->bytes[end + 1] == '\n')
		end++;
	return end < t->len ? end + 1 : end;
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

size_t
text_line_trim(const struct scan_text *t, size_t begin, size_t end)
{
	while (end > begin && ascii_is(t->bytes[end - 1], ASCII_BLANK))
		end--;
	return end;
}

size_t
text_line_width(const struct scan_text *t, size_t begin, size_t end)
{
	size_t len = text_line_trim(t, begin, end) - begin, width, i;

	width = i = utf8_ascii_length(t->bytes + begin, len);
	for (; i < len; i++)
		width += !utf8_is_continuation(t->bytes[begin + i]);
	return width;
}

/* ---- the marks before quoted lines --- */

enum { MAX_NAME_BYTES = 8 };

/* Read one mark (">", "|", ":", "Bill>") at `at`. Returns its hash and sets *after to
 * its end; 0 if there is none. */
static uint32_t
read_mark(const struct scan_text *t, size_t at, size_t *after)
{
	size_t begin = at;
	uint32_t hash = 0;
	char c = scan_byte_at(t, at);

	if (c == '|' || c == ':') {
		char next = scan_byte_at(t, at + 1);

		if (next == '/' || next == '_' || ascii_is_alphanumeric(next))
			return 0;
		*after = at + 1;
		return (uint32_t)c;
	}
	while (ascii_is(c, ASCII_ALPHA) && at - begin < MAX_NAME_BYTES)
		c = scan_byte_at(t, ++at);
	if (c != '>')
		return 0;
	for (; begin < at; begin++)
		hash = hash * 31 + (unsigned char)t->bytes[begin];
	*after = at + 1;
	return hash << 8 | '>';
}

void
quote_prefix_read(const struct scan_text *t, size_t begin, unsigned max_marks,
    struct quote_prefix *p)
{
	size_t at = begin;

	p->count = 0;
	p->end = begin;
	for (;;) {
		uint32_t mark;

		at = text_line_skip_blanks(t, at, t->len);
		if (p->count == max_marks || p->count == MAX_QUOTE_MARKS)
			break;
		mark = read_mark(t, at, &at);
		if (mark == 0)
			break;
		p->marks[p->count++] = mark;
		p->end = at;
	}
	if (p->count)
		p->end = at;
}

size_t
quote_prefix_read_before(const struct scan_text *t, size_t at, struct quote_prefix *p)
{
	size_t line = text_line_find_begin(t, at);

	quote_prefix_read(t, line, MAX_QUOTE_MARKS, p);
	if (p->end > at) {
		p->count = 0;
		p->end = line;
	}
	return line;
}

size_t
quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p, size_t line)
{
	size_t at = p->end;

	if (p->count == 0)
		return line;
	while (ascii_is(t->bytes[at - 1], ASCII_BLANK))
		at--;
	return at < p->end ? at + 1 : at;
}

bool
quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b)
{
	return a->count == b->count && (a->count == 0 ||
	    memcmp(a->marks, b->marks, a->count * sizeof(a->marks[0])) == 0);
}

size_t
quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end)
{
	const char *line = t->bytes + at;

	return end - at > 3 && memcmp(line, "- -", 3) == 0 && line[3] != ' ' && line[3] != '-' ?
	    2 : 0;
}
