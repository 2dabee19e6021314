/* quote_prefix.c - lines of mail: their ends, quote prefixes and page breaks */
#include "text/quote_prefix.h"

#include <string.h>

#include "util/ascii.h"

enum { PAGE_LINES = 24, PAGE_LINE_LONGEST = 200, NAME_LONGEST = 8 };

size_t
line_break(const struct text *t, size_t at, size_t end)
{
	return at + ascii_break(t->at + at, end - at);
}

size_t
line_begin(const struct text *t, size_t at)
{
	size_t floor = at > LOOK_BACK / 2 ? at - LOOK_BACK / 2 : 0;

	return floor + ascii_after_break(t->at + floor, at - floor);
}

bool
line_next(const struct text *t, size_t end, size_t *next)
{
	if (end == t->len) {
		*next = end;
		return t->last;
	}
	if (t->at[end] == '\r') {
		if (end + 1 == t->len && !t->last)
			return false;
		if (end + 1 < t->len && t->at[end + 1] == '\n')
			end++;
	}
	*next = end + 1;
	return true;
}

/* How many of eight octets go on with a character of UTF-8: 10xxxxxx. */
static unsigned
continuations_in(const char *octets)
{
	uint64_t all, upper;

	memcpy(&all, octets, sizeof(all));
	upper = all & 0x8080808080808080u;
	if (upper == 0)
		return 0;
	upper &= ~(all << 1);
	return (unsigned)(((upper >> 7) * 0x0101010101010101u) >> 56);
}

size_t
line_width(const struct text *t, size_t begin, size_t end)
{
	size_t width;

	while (end > begin && ascii_is(t->at[end - 1], ASCII_BLANK))
		end--;
	width = end - begin;
	for (; end - begin >= 8; begin += 8)
		width -= continuations_in(t->at + begin);
	for (; begin < end; begin++)
		width -= ((unsigned char)t->at[begin] & 0xC0) == 0x80;
	return width;
}

/* ---- quote prefixes --- */

static char
octet(const struct text *t, size_t at)
{
	return at < t->len ? t->at[at] : '\n';
}

/* One mark at at (">", "|", ":", "Bill>"): its value, and *after; 0 if there is none. */
static uint32_t
read_mark(const struct text *t, size_t at, size_t *after)
{
	size_t begin = at;
	uint32_t value = 0;
	char c = octet(t, at);

	if (c == '|' || c == ':') {
		char next = octet(t, at + 1);

		if (next == '/' || next == '_' ||
		    ascii_is(next, ASCII_ALPHA | ASCII_DIGIT))
			return 0;
		*after = at + 1;
		return (uint32_t)c;
	}
	while (ascii_is(c, ASCII_ALPHA) && at - begin < NAME_LONGEST)
		c = octet(t, ++at);
	if (c != '>')
		return 0;
	for (; begin < at; begin++)
		value = value * 31 + (unsigned char)t->at[begin];
	*after = at + 1;
	return value << 8 | '>';
}

void
prefix_read(const struct text *t, size_t begin, unsigned most, struct prefix *p)
{
	size_t at = begin;

	p->count = 0;
	p->end = begin;
	for (;;) {
		uint32_t mark;

		while (ascii_is(octet(t, at), ASCII_BLANK))
			at++;
		if (p->count == most || p->count == PREFIX_MARKS)
			break;
		mark = read_mark(t, at, &at);
		if (mark == 0)
			break;
		p->mark[p->count++] = mark;
		p->end = at;
	}
	if (p->count)
		p->end = at;
}

bool
prefix_same(const struct prefix *a, const struct prefix *b)
{
	return a->count == b->count && (a->count == 0 ||
	    memcmp(a->mark, b->mark, a->count * sizeof(a->mark[0])) == 0);
}

/* ---- page breaks --- */

static bool
blank(const char *line, size_t len)
{
	while (len && ascii_is_space(line[len - 1]))
		len--;
	return len == 0;
}

static size_t
figures(const char *line, size_t len)
{
	size_t n = 0;

	while (n < len && ascii_is(line[n], ASCII_DIGIT))
		n++;
	return n;
}

/* "Author, Author & Author              [Page 7]" */
static bool
footer(const char *line, size_t len)
{
	size_t n = 0;

	while (len && ascii_is_space(line[len - 1]))
		len--;
	if (len < 9 || ascii_is_space(line[0]) || line[len - 1] != ']')
		return false;
	len--;
	while (len > n && ascii_is(line[len - 1], ASCII_DIGIT)) {
		len--;
		n = 1;
	}
	return n && len >= 7 && memcmp(line + len - 6, "[Page ", 6) == 0;
}

/* "RFC 1738       Uniform Resource Locators       December 1994" */
static bool
header(const char *line, size_t len)
{
	static const char *const begins[] = { "Internet-Draft", "Internet Draft",
		"INTERNET-DRAFT" };
	bool begun = false;
	size_t i;

	while (len && ascii_is_space(line[len - 1]))
		len--;
	if (len < 14)
		return false;
	if (memcmp(line, "RFC ", 4) == 0 && figures(line + 4, len - 4))
		begun = true;
	for (i = 0; i < sizeof(begins) / sizeof(begins[0]); i++)
		if (memcmp(line, begins[i], 14) == 0)
			begun = true;
	return begun && len > 14 && line[len - 5] == ' ' &&
	    figures(line + len - 4, 4) == 4 &&
	    (memcmp(line + len - 4, "19", 2) == 0 ||
		memcmp(line + len - 4, "20", 2) == 0);
}

enum look
page_break(const struct text *t, size_t begin, size_t *after)
{
	bool broken = false;
	unsigned lines;

	*after = begin;
	for (lines = 0; lines < PAGE_LINES; lines++) {
		size_t limit = t->len - begin > PAGE_LINE_LONGEST ?
		    begin + PAGE_LINE_LONGEST : t->len;
		size_t end = line_break(t, begin, limit), next;
		const char *line = t->at + begin;

		if (end == t->len && !t->last)
			return LOOK_MORE;
		if (end - begin == PAGE_LINE_LONGEST)
			break;
		if (memchr(line, '\f', end - begin) && blank(line, end - begin))
			broken = true;
		else if (footer(line, end - begin) || header(line, end - begin))
			broken = true;
		else if (!blank(line, end - begin))
			break;
		if (!line_next(t, end, &next))
			return LOOK_MORE;
		*after = begin = next;
		if (end == t->len)
			break;
	}
	return broken ? LOOK_YES : LOOK_NO;
}
