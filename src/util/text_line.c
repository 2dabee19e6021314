/* text_line.c - where the lines of a text begin and end, and the marks before quoted lines of
 * mail */
#include "util/text_line.h"

#include <string.h>

#include "util/memory.h"
#include "util/utf8.h"

size_t
text_line_find_begin(const struct scan_text *t, size_t at)
{
	size_t floor = scan_floor(at, MAX_LOOKBEHIND_BYTES / 2, 0);

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

size_t
text_line_trim(const struct scan_text *t, size_t begin, size_t end)
{
	while (end > begin && ascii_is(t->bytes[end - 1], ASCII_BLANK))
		end--;
	return end;
}

/* ---- marks of a break --- */

enum { HYPHEN = 0x2010, SOFT_HYPHEN = 0xAD, MAX_MARK_BYTES = 3 };

/* Return where an operator that joins strings ends, if one is at `at`: "+", or "." of PHP, ".." of Lua
 * and "& _" of BASIC after a blank; else `at`. */
static size_t
skip_operator(const struct scan_text *t, size_t at, bool after_blank)
{
	static const char *const operators[] = { "+", "& _", "..", "." };
	size_t i, len;

	for (i = 0; i < (after_blank ? COUNT(operators) : 1); i++) {
		len = strlen(operators[i]);
		if (t->len - at > len && memcmp(t->bytes + at, operators[i], len) == 0)
			return at + len;
	}
	return at;
}

size_t
text_find_literal_end(const struct scan_text *t, size_t at)
{
	size_t end = text_line_skip_blanks(t, at + 1, t->len);

	if (!ascii_is_one_of(scan_byte_at(t, at), "\"'"))
		return 0;
	end = skip_operator(t, end, end > at + 1);
	end = text_line_skip_blanks(t, end, t->len);
	return end < t->len && ascii_is(t->bytes[end], ASCII_BREAK) ? end : 0;
}

size_t
text_find_next_literal(const struct scan_text *t, size_t at)
{
	enum { MAX_LITERAL_INDENT = 100 };
	size_t end = text_find_literal_end(t, at), next, limit;
	char quote;

	if (end == 0 || !text_line_find_next(t, end, &next))
		return 0;
	quote = t->bytes[at];
	limit = scan_limit(next, MAX_LITERAL_INDENT, t->len);
	while (next < limit && ascii_is_one_of(t->bytes[next], " \t#~|+>."))
		next++;
	next += ascii_is_one_of(scan_byte_at(t, next), "bfru") && scan_byte_at(t, next + 1) == quote;
	if (scan_byte_at(t, next++) != quote)
		return 0;
	return ascii_is(scan_byte_at(t, next), ASCII_RUN) || scan_byte_at(t, next) == '>' ? next : 0;
}

enum break_mark
break_mark_read(const struct scan_text *t, size_t at, size_t end, size_t *len)
{
	uint32_t code;

	*len = 0;
	if (at == end)
		return MARK_NONE;
	*len = 1;
	if (t->bytes[at] == '\\')
		return MARK_BACKSLASH;
	if ((unsigned char)t->bytes[at] < 0x80) {
		if (text_find_next_literal(t, at) == 0)
			return MARK_NONE;
		*len = text_find_literal_end(t, at) - at;
		return MARK_LITERAL;
	}
	*len = utf8_decode(t->bytes + at, end - at, &code);
	return *len && (code == HYPHEN || code == SOFT_HYPHEN) ? MARK_HYPHEN : MARK_NONE;
}

enum break_mark
break_mark_read_last(const struct scan_text *t, size_t begin, size_t end, size_t *len)
{
	char last = end > begin ? t->bytes[end - 1] : ' ';
	size_t n;

	*len = 0;
	if ((unsigned char)last < 0x80 && last != '\\' && last != '\'')
		return MARK_NONE; /* as nearly always */
	for (n = 1; n <= MAX_MARK_BYTES && n < end - begin; n++) {
		enum break_mark mark = break_mark_read(t, end - n, end, len);

		if (mark != MARK_NONE && *len == n)
			return mark;
	}
	*len = 0;
	return MARK_NONE;
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
