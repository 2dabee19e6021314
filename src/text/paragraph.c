/* paragraph.c - how wide the lines around a URL's line are */
#include "text/paragraph.h"

#include <string.h>

#include "text/next_line.h"
#include "util/line_prefix.h"
#include "util/text_line.h"
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

/* Return true if the line may have so many columns: a tab takes several. */
static bool
may_have_columns(const struct scan_text *t, size_t begin, size_t end, size_t columns)
{
	return end - begin >= columns || memchr(t->bytes + begin, '\t', end - begin) != NULL;
}

/* Return true if the next line may count: one of the paragraph or, if cut lines do, any. */
static bool
is_wanted(bool in_paragraph, size_t columns, size_t needed, const struct paragraph *p)
{
	return p->width <= needed && (in_paragraph || columns > 0);
}

/* Count a line. *in_paragraph: no blank line is between it and the URL's. */
static void
count_line(const struct scan_text *t, size_t begin, size_t end, size_t columns,
    bool *in_paragraph, struct paragraph *p)
{
	size_t width, least = columns;
	bool may_be_cut;

	end = text_line_trim(t, begin, end);
	may_be_cut = end > begin && ascii_is(t->bytes[end - 1], ASCII_ALPHA | ASCII_DIGIT);
	*in_paragraph = *in_paragraph && !is_blank_line(t, begin, end);
	if (*in_paragraph && (columns == 0 || p->width < columns))
		least = p->width + 1;
	if ((!*in_paragraph && !may_be_cut) || !may_have_columns(t, begin, end, least))
		return;
	width = text_line_column(t, begin, end);
	p->cut_lines += width == columns && may_be_cut;
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

	for (n = 0; n < MAX_LINES && is_wanted(in_paragraph, columns, needed, p); n++) {
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

	for (n = 0; n < MAX_LINES && begin < limit &&
	    is_wanted(in_paragraph, columns, needed, p); n++) {
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
