/* line_marks.c - how wide lines are, and the marks before quoted lines and comments */
#include "text/line_break.h"

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

/* Return true if the lines above the one whose text begins at `text`, perhaps after the columns of
 * a quote or a diff, begin with the same mark, up to one that opens a block comment. */
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
comment_leader_read(struct rules *rules, const struct scan_text *t, size_t begin, size_t end,
    struct comment_leader *l)
{
	size_t at = text_line_skip_blanks(t, begin, end);
	struct rule_match m;
	unsigned rule;

	*l = (struct comment_leader){ 0, at };
	if (ascii_is_alphanumeric(scan_byte_at(t, at)) && !ascii_is_space(scan_byte_at(t, at + 3)))
		return; /* as most lines begin; "rem" and the like have three letters */
	rule = rules_find(rules, RULES_LEADER, 0, t->bytes, end, at, &m);
	if (rule == 0 || (rule == LEADER_STAR && !is_in_block_comment(t, begin, t->bytes[at])))
		return;
	l->mark = rule == LEADER_MARK ? (uint32_t)(m.end - at) << 8 |
	    (unsigned char)ascii_lower(t->bytes[m.end - 1]) : BLOCK_COMMENT;
	l->text = text_line_skip_blanks(t, m.end, end);
}
