/* line_break.c - a line break after a bare URL, its mark, and the lines around it */
#include "text/line_break.h"

#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

/* ---- marks of a break --- */

enum { HYPHEN = 0x2010, SOFT_HYPHEN = 0xAD, MAX_MARK_BYTES = 3 };

/* Return the end of the operator at `at` that joins strings: "+", or after a blank also "." of PHP,
 * ".." of Lua and "& _" of BASIC; without a blank, "\" of Python. Return `at` if there is none. */
static size_t
skip_operator(const struct scan_text *t, size_t at, bool after_blank)
{
	static const char *const operators[] = { "+", "& _", "..", "." };
	size_t i;

	if (!after_blank && scan_byte_at(t, at) == '\\')
		return at + 1;
	for (i = 0; i < (after_blank ? COUNT(operators) : 1); i++)
		if (text_begins_with(t->bytes + at, t->len - at, operators[i]))
			return at + strlen(operators[i]);
	return at;
}

size_t
line_break_literal_end(const struct scan_text *t, size_t at)
{
	size_t end;

	if (!ascii_is_one_of(scan_byte_at(t, at), "\"'"))
		return 0;
	end = text_line_skip_blanks(t, at + 1, t->len);
	end = skip_operator(t, end, end > at + 1);
	end = text_line_skip_blanks(t, end, t->len);
	return end < t->len && ascii_is(t->bytes[end], ASCII_BREAK) ? end : 0;
}

/* Return true if the line may be one that a diff removes. In lists, a blank follows the hyphen. */
static bool
is_removed(const struct scan_text *t, size_t at)
{
	return t->bytes[at] == '-' && !ascii_is_one_of(scan_byte_at(t, at + 1), "- \t");
}

size_t
line_break_next_literal(const struct scan_text *t, size_t at)
{
	enum { MAX_LITERAL_INDENT = 100 };
	size_t end = line_break_literal_end(t, at), next, limit;
	char quote;

	if (end == 0)
		return 0;
	next = text_line_find_next(t, end);
	quote = t->bytes[at];
	limit = scan_limit(next, MAX_LITERAL_INDENT, t->len);
	next += next < limit && is_removed(t, next);
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

	*len = 1;
	if (t->bytes[at] == '\\')
		return MARK_BACKSLASH;
	if ((unsigned char)t->bytes[at] < 0x80) {
		if (line_break_next_literal(t, at) == 0)
			return MARK_NONE;
		*len = line_break_literal_end(t, at) - at;
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
		return MARK_NONE; /* in nearly all lines */
	for (n = 1; n <= MAX_MARK_BYTES && n < end - begin; n++) {
		enum break_mark mark = break_mark_read(t, end - n, end, len);

		if (mark != MARK_NONE && *len == n)
			return mark;
	}
	*len = 0;
	return MARK_NONE;
}

/* ---- the URL's line and the next line --- */

/* Return the offset of the first byte of bytes[at..end) that is not part of a blank; `at` if it is
 * beyond `end`, as after a prefix longer than the look-ahead. Blanks include no-break spaces
 * (U+00A0), which browsers write into indentation, and ideographic spaces (U+3000). */
static size_t
skip_all_blanks(const struct scan_text *t, size_t at, size_t end)
{
	for (;;) {
		at = text_line_skip_blanks(t, at, end);
		if (at + 2 < end && memcmp(t->bytes + at, "\302\240", 2) == 0)
			at += 2;
		else if (at + 3 < end && memcmp(t->bytes + at, "\343\200\200", 3) == 0)
			at += 3;
		else
			return at;
	}
}

/* Find the end of the URL's line, and the mark there. Return false if the URL ends before it. */
static bool
read_line_end(const struct scan_text *t, size_t url_end, struct line_break *b)
{
	size_t len;

	if (t->bytes[url_end - 1] == '\'' && line_break_next_literal(t, url_end - 1))
		url_end--;
	b->line_end = b->unmarked_end = url_end;
	b->mark = MARK_NONE;
	if (url_end < t->len && !ascii_is_space(t->bytes[url_end])) {
		b->mark = break_mark_read(t, url_end, t->len, &len);
		if (b->mark == MARK_NONE)
			return false;
		b->line_end += len;
	}
	b->line_end = skip_all_blanks(t, b->line_end, t->len);
	if (b->line_end == t->len || !ascii_is(t->bytes[b->line_end], ASCII_BREAK))
		return false;
	if (b->mark == MARK_NONE) { /* the mark may be part of the run */
		b->mark = break_mark_read_last(t, b->fragment_begin, url_end, &len);
		b->unmarked_end -= len;
	}
	return true;
}

/* Return the end of the line that begins at `begin`, or a place within a very long line. */
static size_t
find_line_end(const struct scan_text *t, size_t begin)
{
	return text_line_find_end(t, begin, scan_limit(begin, MAX_LOOKAHEAD_BYTES, t->len));
}

/* Find the next line and its prefix. Return false if it is blank. */
static bool
read_next_line(const struct scan_text *t, struct line_break *b)
{
	b->next_line = text_line_find_next(t, b->line_end);
	b->next_end = find_line_end(t, b->next_line);
	quote_prefix_read(t, b->next_line, MAX_QUOTE_MARKS, &b->next_prefix);
	b->run = skip_all_blanks(t, b->next_prefix.end, b->next_end);
	return b->run < b->next_end;
}

void
line_break_read_lines_around(struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t begin = b->line, end = b->next_end;
	size_t floor = scan_floor(b->line, MAX_LOOKBEHIND_BYTES, 0);
	struct byte_range *line = b->lines;

	if (b->line_count > 0)
		return;
	while (line - b->lines < MAX_LINES_BEFORE &&
	    text_line_find_previous(t, floor, begin, &line->begin, &line->end))
		begin = line++->begin;
	b->before_count = (unsigned)(line - b->lines);
	*line++ = (struct byte_range){ b->next_line, b->next_end };
	while ((unsigned)(line - b->lines) <= b->before_count + MAX_LINES_AFTER && end < t->len &&
	    end - b->next_end < MAX_LOOKAHEAD_BYTES) {
		line->begin = text_line_find_next(t, end);
		end = line->end = find_line_end(t, line->begin);
		line++;
	}
	b->line_count = (unsigned)(line - b->lines);
}

bool
line_break_read(const urlgrep_scanner *s, const struct candidate *c, bool over_empty,
    struct line_break *b)
{
	const struct fragment *last = &c->fragments[c->fragment_count - 1];

	b->text = &s->text;
	b->fragment_begin = last->begin;
	b->fragment_end = last->end;
	b->next_prefix.count = 0;
	b->is_cut_to_fit = false;
	b->line_count = 0;
	b->is_text = (s->flags & URLGREP_NOT_MAIL) != 0;
	if (!read_line_end(&s->text, b->fragment_end, b))
		return false;
	if (!read_next_line(&s->text, b)) {
		b->line_end = b->next_end;
		if (!over_empty || b->next_prefix.count == 0 || !read_next_line(&s->text, b))
			return false;
	}
	b->line = quote_prefix_read_before(b->text, b->fragment_begin, &b->prefix);
	b->has_same_prefix = quote_prefix_equal(&b->prefix, &b->next_prefix);
	if (b->has_same_prefix)
		b->run += quote_prefix_dash_escape(b->text, b->run, b->next_end);
	return true;
}

/* ---- comments, diffs, lists --- */

bool
line_break_read_leaders(const urlgrep_scanner *s, struct line_break *b)
{
	const struct scan_text *t = b->text;
	struct comment_leader leader, next;
	size_t text, next_text;
	bool in_diff;

	if (!b->has_same_prefix)
		return !b->is_text;
	text = quote_prefix_first_column(t, &b->prefix, b->line);
	next_text = quote_prefix_first_column(t, &b->next_prefix, b->next_line);
	in_diff = t->bytes[text] == '+' ? ascii_is_one_of(t->bytes[next_text], "+-") :
	    t->bytes[next_text] == '+' ? ascii_is_one_of(t->bytes[text], " -") :
	    is_removed(t, text) && is_removed(t, next_text);
	if (!in_diff && ascii_is_one_of(t->bytes[text], "+-") && t->bytes[next_text] == ' ') {
		comment_leader_read(s->rules, t, text + 1, b->line_end, &leader);
		if (leader.mark)
			return false; /* a changed comment before an unchanged line */
	}
	comment_leader_read(s->rules, t, text + in_diff, b->line_end, &leader);
	comment_leader_read(s->rules, t, next_text + in_diff, b->next_end, &next);
	if (!b->is_text && !in_diff && !leader.mark)
		return true;
	b->is_text = true;
	b->run = skip_all_blanks(t, next.text, b->next_end);
	return b->run < b->next_end && (!in_diff || t->bytes[text] == t->bytes[next_text]) &&
	    leader.mark == next.mark;
}
