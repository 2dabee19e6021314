/* angle_prefix.c - what is before the text in the lines of a URL between angle brackets
 *
 * Quote marks, the columns of a diff, the leader of a comment, and any other mark that both
 * lines begin with. */
#include "text/angle_prefix.h"

#include <string.h>

#include "util/line_prefix.h"
#include "util/text_line.h"
#include "util/ascii.h"

enum {
	MAX_MARK_BYTES = 4,
	MAX_LINE_BYTES = 4096 /* as far as a line is read for its prefix */
};

/* Return the length of the mark at bytes[at..end): a few bytes, no letters or digits of US-ASCII
 * among them, before a blank, or a bar; 0 if there is none. */
static size_t
mark_length(const struct scan_text *t, size_t at, size_t end)
{
	size_t n = 0;

	while (at + n < end && n <= MAX_MARK_BYTES && !ascii_is_space(t->bytes[at + n]) &&
	    !ascii_is(t->bytes[at + n], ASCII_ALPHA | ASCII_DIGIT))
		n++;
	if (n && t->bytes[at] == '|')
		return 1;
	return n <= MAX_MARK_BYTES && at + n < end && ascii_is(t->bytes[at + n], ASCII_BLANK) ?
	    n : 0;
}

void
angle_prefix_read(const struct scan_text *t, size_t bracket, struct angle_prefix *p)
{
	size_t line = text_line_find_begin(t, bracket);
	struct comment_leader leader;

	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p->quote);
	if (p->quote.end > bracket) {
		p->quote.count = 0;
		p->quote.end = line;
	}
	p->marks = quote_prefix_first_column(t, &p->quote, line);
	p->diff_mark = t->bytes[p->marks] == '+' || t->bytes[p->marks] == '-' ?
	    t->bytes[p->marks] : 0;
	p->marks += p->diff_mark != 0;
	p->marks_end = bracket;
	comment_leader_read(t, p->marks, bracket, &leader);
	p->leader = leader.mark || comment_leader_find(t, leader.text, bracket, &leader) ?
	    leader.mark : 0;
}

/* Skip the quote prefix of the line that begins at *at if the line of the "<" has the same, or
 * more of it. Answers YES, with *first_column; or MORE. */
static enum scan_answer
skip_quote(const struct scan_text *t, const struct angle_prefix *p, size_t *at,
    size_t *first_column)
{
	struct quote_prefix next;

	*first_column = *at;
	if (p->quote.count == 0)
		return SCAN_YES;
	quote_prefix_read(t, *at, p->quote.count, &next);
	if (next.end == t->len && !t->is_last)
		return SCAN_MORE;
	if (memcmp(next.marks, p->quote.marks, next.count * sizeof(next.marks[0])) == 0) {
		*first_column = quote_prefix_first_column(t, &next, *at);
		*at = next.end;
	}
	return SCAN_YES;
}

/* Skip the marks of the line bytes[at..end) that the line of the "<" has, too. Returns where
 * the line goes on. */
static size_t
skip_marks(const struct scan_text *t, const struct angle_prefix *p, size_t at, size_t end)
{
	size_t own = text_line_skip_blanks(t, p->marks, p->marks_end);
	size_t next = text_line_skip_blanks(t, at, end), n;

	while ((n = mark_length(t, own, p->marks_end)) > 0 && mark_length(t, next, end) == n &&
	    memcmp(t->bytes + own, t->bytes + next, n) == 0) {
		own = text_line_skip_blanks(t, own + n, p->marks_end);
		at = next = text_line_skip_blanks(t, next + n, end);
	}
	return at;
}

enum scan_answer
angle_prefix_skip(const struct scan_text *t, const struct angle_prefix *p, size_t *at)
{
	struct comment_leader leader;
	size_t first, end;

	if (skip_quote(t, p, at, &first) == SCAN_MORE)
		return SCAN_MORE;
	end = text_line_find_end(t, *at, t->len - *at > MAX_LINE_BYTES ? *at + MAX_LINE_BYTES :
	    t->len);
	if (end == t->len && !t->is_last)
		return SCAN_MORE;
	if (p->diff_mark && first < end &&
	    (t->bytes[first] == '+' || t->bytes[first] == '-')) {
		if (t->bytes[first] != p->diff_mark)
			return SCAN_NO;
		*at = first + 1;
	}
	comment_leader_read(t, *at, end, &leader);
	*at = p->leader && leader.mark == p->leader ? leader.text : skip_marks(t, p, *at, end);
	return SCAN_YES;
}

enum scan_answer
angle_prefix_skip_border(const struct scan_text *t, size_t bracket, size_t *at)
{
	size_t limit = t->len - *at > MAX_LINE_BYTES ? *at + MAX_LINE_BYTES : t->len;
	size_t begin, n, end;

	if (ascii_is(t->bytes[*at], ASCII_ALPHA | ASCII_DIGIT))
		return SCAN_YES; /* as nearly always */
	begin = text_line_skip_blanks(t, text_line_find_begin(t, bracket), bracket);
	n = mark_length(t, begin, bracket);
	if (n == 0 || t->bytes[*at] != t->bytes[begin])
		return SCAN_YES;
	if (limit - *at <= n)
		return t->is_last ? SCAN_YES : SCAN_MORE;
	if (memcmp(t->bytes + *at, t->bytes + begin, n) != 0)
		return SCAN_YES;
	end = text_line_skip_blanks(t, *at + n, limit);
	if (end == limit)
		return limit == t->len && !t->is_last ? SCAN_MORE : SCAN_YES;
	if (ascii_is(t->bytes[end], ASCII_BREAK))
		*at = end;
	return SCAN_YES;
}
