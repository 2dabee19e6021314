/* line_widths.c - how wide the lines around a break are, and what that says about it */
#include "text/line_widths.h"

#include <string.h>

#include "util/text_line.h"

enum { MAX_LINES_BEFORE = 16, MAX_LINES_AFTER = 8, MAX_LINE_COLUMNS = 100,
	USUAL_LINE_COLUMNS = 80 };

static void
count_wide_line(const struct line_break *b, size_t begin, size_t end,
    struct line_widths *w)
{
	size_t width = text_line_width(b->text, begin, end);
	struct quote_prefix p;

	if (width > MAX_LINE_COLUMNS || width <= w->same_prefix ||
	    (width > USUAL_LINE_COLUMNS && ascii_find_authority(b->text->bytes + begin, end - begin)))
		return; /* a URL alone may be as wide as that */
	if (width > w->any_prefix)
		w->any_prefix = width;
	quote_prefix_read(b->text, begin, MAX_QUOTE_MARKS, &p);
	if (quote_prefix_equal(&b->prefix, &p))
		w->same_prefix = width;
}

static void
count_line(const struct line_break *b, size_t begin, size_t end, struct line_widths *w)
{
	if (end - begin > w->same_prefix) /* a line has no more columns than bytes */
		count_wide_line(b, begin, end, w);
}

/* Count the lines before the URL's; not one that begins before the bytes that are
 * read. */
static void
count_lines_before(const struct line_break *b, struct line_widths *w)
{
	const struct scan_text *t = b->text;
	size_t begin = b->line, end;
	size_t floor = begin > MAX_LOOKBEHIND_BYTES / 2 ?
	    begin - MAX_LOOKBEHIND_BYTES / 2 : 0;
	unsigned n;

	for (n = 0; n < MAX_LINES_BEFORE; n++) {
		if (!text_line_find_previous(t, floor, begin, &begin, &end))
			break;
		count_line(b, begin, end, w);
	}
}

/* Count the lines from `begin` on, which follow the next line. Answers YES or MORE. */
static enum scan_answer
count_lines_after(const struct line_break *b, size_t begin, struct line_widths *w)
{
	const struct scan_text *t = b->text;
	size_t limit = begin + MAX_LOOKAHEAD_BYTES;
	unsigned n;

	for (n = 0; n < MAX_LINES_AFTER && begin < limit; n++) {
		size_t end = text_line_find_end(t, begin, limit < t->len ? limit : t->len);

		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		if (end == limit)
			break;
		if (n == 0) {
			struct quote_prefix p;

			quote_prefix_read(t, begin, MAX_QUOTE_MARKS, &p);
			w->ends_paragraph = text_line_is_blank(t, p.end, end);
		}
		count_line(b, begin, end, w);
		if (end == t->len)
			break;
		if (!text_line_find_next(t, end, &begin))
			return SCAN_MORE;
	}
	return SCAN_YES;
}

void
line_widths_begin(const struct line_break *b, struct line_widths *w)
{
	*w = (struct line_widths){ 0, 0, true };
	count_lines_before(b, w);
	count_line(b, b->next_line, b->next_end, w);
}

enum scan_answer
line_widths_finish(const struct line_break *b, struct line_widths *w)
{
	const struct scan_text *t = b->text;
	size_t after = b->next_end;

	if (after == t->len)
		return t->is_last ? SCAN_YES : SCAN_MORE;
	if (!text_line_find_next(t, after, &after))
		return SCAN_MORE;
	return count_lines_after(b, after, w);
}

enum join_sign
line_widths_room_sign(const struct line_break *b, const struct line_widths *w, size_t width)
{
	size_t needed = width + 1 + text_line_width(b->text, b->run, b->word_end);

	if (needed <= w->same_prefix && b->text->bytes[b->line_end - 1] != '-')
		return SIGN_ROOM_YES;
	return needed <= w->any_prefix ? SIGN_ROOM_OTHER_DEPTH : SIGN_ROOM_NO;
}

enum join_sign
line_widths_line_sign(const struct line_widths *w, size_t width)
{
	if (width < SHORT_LINE_COLUMNS)
		return SIGN_LINE_SHORT;
	if (width > USUAL_LINE_COLUMNS && width > w->same_prefix + 4)
		return SIGN_LINE_LONG;
	if (width >= w->same_prefix)
		return width >= 72 ? SIGN_LINE_FULL : SIGN_LINE_WIDEST;
	if (width + 2 >= w->same_prefix)
		return width >= 72 ? SIGN_LINE_NEARLY_FULL : SIGN_LINE_NEARLY_WIDEST;
	return width < 65 ? SIGN_LINE_NARROW : SIGN_LINE_NOT_WIDEST;
}

enum join_sign
line_widths_then_sign(const struct join *j, const struct line_widths *w)
{
	if (!j->is_alone)
		return SIGN_THEN_TEXT;
	return w->ends_paragraph ? SIGN_THEN_END : SIGN_THEN_LINES;
}
