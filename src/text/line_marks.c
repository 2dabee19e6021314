/* line_marks.c - how wide lines are, and the marks before quoted lines and comments */
#include "text/line_marks.h"

#include <string.h>

#include "util/memory.h"
#include "util/utf8.h"

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

/* ---- quoted lines --- */

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

/* ---- comments --- */

enum { MAX_BLOCK_LINES = 200, BLOCK_COMMENT = '*' };

/* Leaders that may be repeated, and the least number of each. */
static const struct {
	char mark;
	unsigned least;
} repeated[] = { { '#', 1 }, { ';', 1 }, { '%', 1 }, { '>', 1 }, { '-', 2 } };

/* Leaders that are words. Those of C have one mark, since they begin lines of one
 * comment. */
static const struct {
	const char *text;
	size_t len;
	uint32_t mark;
} words[] = { { "///", 3, 0x2F2F2F }, { "//!", 3, 0x2F2F21 }, { "//", 2, 0x2F2F },
	{ "/**", 3, BLOCK_COMMENT }, { "/*!", 3, BLOCK_COMMENT },
	{ "/*", 2, BLOCK_COMMENT }, { "dnl", 3, 'd' }, { "REM", 3, 'R' },
	{ "rem", 3, 'R' }, { ".\\\"", 3, '.' }, { "'\\\"", 3, '\'' },
	{ "\"", 1, '"' }, { "!", 1, '!' } };

/* The first bytes of leaders: most lines begin with others. */
static const bool begins_leader[256] = { ['#'] = true, [';'] = true, ['%'] = true,
	['>'] = true, ['-'] = true, ['/'] = true, ['d'] = true, ['R'] = true,
	['r'] = true, ['.'] = true, ['\''] = true, ['"'] = true, ['!'] = true };

/* Return the length of the leader at bytes[at..end), whatever follows it, and set *mark;
 * 0 if there is none. */
static size_t
read_leader(const struct scan_text *t, size_t at, size_t end, uint32_t *mark)
{
	const char *bytes = t->bytes + at;
	size_t max = end - at, n, i;

	if (!begins_leader[(unsigned char)*bytes])
		return 0;
	for (i = 0; i < COUNT(repeated); i++) {
		for (n = 0; n < max && bytes[n] == repeated[i].mark; n++)
			;
		if (n >= repeated[i].least) {
			*mark = (uint32_t)n << 8 | (unsigned char)repeated[i].mark;
			return n;
		}
	}
	for (i = 0; i < COUNT(words); i++) {
		n = words[i].len;
		if (*bytes == *words[i].text && max >= n &&
		    memcmp(bytes, words[i].text, n) == 0) {
			*mark = words[i].mark;
			return n;
		}
	}
	return 0;
}

static bool
ends_word(const struct scan_text *t, size_t at, size_t end)
{
	return at >= end || ascii_is(t->bytes[at], ASCII_BLANK);
}

/* Return true if the lines above the one whose text begins at `text`, perhaps after the columns of a
 * quote or a diff, begin with the same mark, up to one that opens a block comment. */
static bool
is_in_block_comment(const struct scan_text *t, size_t text, char mark)
{
	size_t floor = text > MAX_LOOKBEHIND_BYTES / 2 ?
	    text - MAX_LOOKBEHIND_BYTES / 2 : 0;
	size_t begin = text_line_find_begin(t, text), line = begin;
	unsigned n;

	for (n = 0; n < MAX_BLOCK_LINES; n++) {
		size_t end, at;

		if (!text_line_find_previous(t, floor, line, &line, &end) || end - line < text - begin)
			return false;
		at = text_line_skip_blanks(t, line + (text - begin), end);
		if (end - at >= 2 && t->bytes[at] == '/' && t->bytes[at + 1] == '*')
			return memmem(t->bytes + at, end - at, "*/", 2) == NULL;
		if (at == end || t->bytes[at] != mark)
			return false;
	}
	return false;
}

void
comment_leader_read(const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *l)
{
	size_t at = text_line_skip_blanks(t, begin, end), n;

	*l = (struct comment_leader){ 0, at };
	if (at == end)
		return;
	n = read_leader(t, at, end, &l->mark);
	if (n == 0 && (t->bytes[at] == '*' || t->bytes[at] == '+') &&
	    ends_word(t, at + 1, end) && is_in_block_comment(t, begin, t->bytes[at])) {
		n = 1;
		l->mark = BLOCK_COMMENT;
	}
	if (n == 0 || !ends_word(t, at + n, end)) {
		l->mark = 0;
		return;
	}
	l->text = text_line_skip_blanks(t, at + n, end);
}
