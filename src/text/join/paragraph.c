/* paragraph.c - how wide the lines around a URL's line are */
#include "text/join/paragraph.h"

#include "text/join/next_line.h"
#include "text/lines/comment_leader.h"
#include "text/lines/text_line.h"
#include "util/ascii.h"

enum { MAX_LINES = 25 };

/* Return true if nothing but a comment leader is in the line, which ends in no blank. */
static bool
is_blank_line(const struct scan_text *t, size_t begin, size_t end)
{
	struct comment_leader leader;
	char last = end > begin ? t->bytes[end - 1] : ' ';

	if (ascii_is(last, ASCII_ALPHA | ASCII_DIGIT) && last != 'l' && last != 'M' &&
	    last != 'm') /* of "dnl" and "REM" */
		return false;
	comment_leader_read(t, begin, end, &leader);
	return leader.text >= end;
}

/* Count a line. *in_paragraph: no blank line is between it and the URL's. */
static void
count_line(const struct scan_text *t, size_t begin, size_t end, size_t columns,
    bool *in_paragraph, struct paragraph *p)
{
	size_t width;

	end = text_line_trim(t, begin, end);
	*in_paragraph = *in_paragraph && !is_blank_line(t, begin, end);
	width = text_line_column(t, begin, end);
	p->cut_lines += width == columns &&
	    ascii_is(t->bytes[end - 1], ASCII_ALPHA | ASCII_DIGIT);
	if (*in_paragraph && width > p->width && !next_line_ends_in_url(t, begin, end))
		p->width = width;
}

static void
count_lines_before(const struct line_break *b, size_t columns, size_t needed,
    struct paragraph *p)
{
	size_t begin = b->line, end;
	size_t floor = begin > MAX_LOOKBEHIND_BYTES / 2 ?
	    begin - MAX_LOOKBEHIND_BYTES / 2 : 0;
	bool in_paragraph = true;
	unsigned n;

	for (n = 0; n < MAX_LINES && p->width <= needed; n++) {
		if (!text_line_find_previous(b->text, floor, begin, &begin, &end))
			break;
		count_line(b->text, begin, end, columns, &in_paragraph, p);
	}
}

/* Count the next line and those after it. */
static enum scan_answer
count_lines_after(const struct line_break *b, size_t columns, size_t needed,
    struct paragraph *p)
{
	const struct scan_text *t = b->text;
	size_t begin = b->next_line, limit = begin + MAX_LOOKAHEAD_BYTES;
	bool in_paragraph = true;
	unsigned n;

	for (n = 0; n < MAX_LINES && begin < limit && p->width <= needed; n++) {
		size_t end = text_line_find_end(t, begin, limit < t->len ? limit : t->len);

		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		if (end == limit)
			break;
		count_line(t, begin, end, columns, &in_paragraph, p);
		if (end == t->len)
			break;
		if (!text_line_find_next(t, end, &begin))
			return SCAN_MORE;
	}
	return SCAN_YES;
}

enum scan_answer
paragraph_measure(const struct line_break *b, size_t columns, size_t needed,
    struct paragraph *p)
{
	*p = (struct paragraph){ MIN_PARAGRAPH_WIDTH, 0 };
	count_lines_before(b, columns, needed, p);
	return count_lines_after(b, columns, needed, p);
}
