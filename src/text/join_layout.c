/* join_layout.c - what the lines around a break show: their marks, indentation and width */
#include "text/join_signs.h"

#include "util/ascii.h"

/* ---- the marks and the indentation of both lines --- */

/* Return how many blanks follow the quote marks of a line. */
static size_t
indentation(const struct scan_text *t, const struct quote_prefix *p, size_t line)
{
	size_t begin = p->count ? p->end : line;

	while (begin > line && ascii_is(t->bytes[begin - 1], ASCII_BLANK))
		begin--; /* the prefix ends after the blanks */
	return text_line_skip_blanks(t, begin, t->len) - begin;
}

enum join_sign
join_indent_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	size_t here = indentation(b->text, &b->prefix, b->line);
	size_t there = indentation(b->text, &b->next_prefix, b->next_line);

	if (here == there || (!b->has_same_prefix && j->is_alone && here <= there + 1))
		return SIGN_INDENT_SAME; /* some programs end the marks with a blank */
	return there > here + 1 && j->is_alone ? SIGN_INDENT_DEEPER : SIGN_INDENT_OTHER;
}

enum join_sign
join_prefix_sign(const struct join *j)
{
	if (j->b->has_same_prefix)
		return SIGN_NONE;
	if (!j->is_alone)
		return SIGN_PREFIX_OTHER_TEXT;
	return last_byte(j) == '/' && j->next_sign != SIGN_WORD_MESSAGE_ID &&
	    j->next_sign != SIGN_WORD_MESSAGE_ID_SLASH && !join_divides_commit(j) &&
	    !(has_byte(j->run, '?') && has_byte(j->run, *j->run.text == '?' ? '=' : '/')) ?
	    SIGN_PREFIX_OTHER_AFTER_SLASH : SIGN_NONE;
}

/* ---- the width of the lines --- */

enum {
	SHORT_COLUMNS = 50,
	MIN_CUT_COLUMNS = 55,
	MIN_MARGIN_COLUMNS = 60,
	WIDE_COLUMNS = 65,
	FULL_COLUMNS = 72, /* a usual margin or more */
	USUAL_COLUMNS = 80,
	MAX_COLUMNS = 100,
	MIN_SERVER_COLUMNS = 990, /* mail servers cut lines that are longer than this range */
	MAX_SERVER_COLUMNS = 998,
	MAX_RAGGED_COLUMNS = 8,
	MIN_SIMILAR_LINES = 3, /* enough to show the width of a paragraph */
	MIN_FULL_LINES = 2     /* enough to show that lines of text end near the URL's last column */
};

/* The widest lines around. */
struct widths {
	size_t own;         /* the URL's line */
	size_t same_prefix; /* lines with the URL's quote prefix */
	size_t any_prefix;
	size_t paragraph;   /* the lines between blank lines, in text that is not mail */
	size_t similar;     /* of those, lines at most one and a half times as wide as the URL's */
	unsigned similar_count; /* of those, lines at least three quarters as wide as the URL's */
	unsigned full_count;    /* lines of text nearly as wide as the URL's, without a URL */
};

static void
count_line_of_paragraph(struct widths *w, size_t width)
{
	if (width > w->paragraph)
		w->paragraph = width;
	if (2 * width > 3 * w->own)
		return;
	if (width > w->similar)
		w->similar = width;
	w->similar_count += 4 * width >= 3 * w->own;
}

/* Count a line. *in_paragraph: there is no blank line between it and the URL's. */
static void
count_line(const struct line_break *b, const struct byte_range *line, bool *in_paragraph,
    struct widths *w)
{
	const struct scan_text *t = b->text;
	size_t width = text_line_width(t, line->begin, line->end);
	size_t end = text_line_trim(t, line->begin, line->end), len = end - line->begin;
	const char *bytes = t->bytes + line->begin;
	struct quote_prefix p;

	w->full_count += b->is_text && width <= w->own && width + MAX_RAGGED_COLUMNS >= w->own &&
	    line != &b->lines[b->before_count] && !ascii_find_authority(bytes, len);
	*in_paragraph = *in_paragraph && ascii_until(bytes, len, ASCII_ALPHA) < len;
	if (*in_paragraph && join_find_last_url(t, line->begin, end) == SIZE_MAX)
		count_line_of_paragraph(w, width);
	if (width > MAX_COLUMNS || width <= w->same_prefix ||
	    (width > USUAL_COLUMNS && ascii_find_authority(bytes, len)))
		return; /* perhaps only its URL makes it so wide */
	if (width > w->any_prefix)
		w->any_prefix = width;
	quote_prefix_read(t, line->begin, MAX_QUOTE_MARKS, &p);
	if (quote_prefix_equal(&b->prefix, &p))
		w->same_prefix = width;
}

static struct widths
measure_lines(struct line_break *b)
{
	struct widths w = { .own = text_line_width(b->text, b->line, b->line_end) };
	bool in_paragraph = b->is_text; /* in mail, the width of the paragraph decides nothing */
	unsigned i;

	line_break_read_lines_around(b);
	for (i = 0; i < b->line_count; i++) {
		in_paragraph = in_paragraph || (b->is_text && i == b->before_count);
		count_line(b, &b->lines[i], &in_paragraph, &w);
	}
	return w;
}

/* Return true if the URL ends in a delimiter, and the next word looks like a path, a field or a
 * file name. */
static bool
may_go_on_after_delimiter(const struct join *j)
{
	return ascii_is_one_of(last_byte(j), "/?&_") && ascii_is_alphanumeric(*j->run.text) &&
	    (j->word_sign == SIGN_WORD_PATH || j->word_sign == SIGN_WORD_FILE || j->word_sign == SIGN_WORD_UNDERSCORE);
}

/* Return the sign of the room for the next word in the URL's line. If there was room, nothing
 * forced the break; but programs break lines after a hyphen anyway, and columns of printed pages
 * have their own margins (rule J4). */
static enum join_sign
room_sign(const struct join *j, const struct widths *w)
{
	const struct line_break *b = j->b;
	size_t needed = w->own + 1 + text_line_width(b->text, b->run, b->word_end);
	size_t margin = w->own >= SHORT_COLUMNS && w->similar_count >= MIN_SIMILAR_LINES ?
	    w->similar : w->paragraph;

	if (b->is_text && needed >= MIN_MARGIN_COLUMNS && needed > margin)
		return SIGN_ROOM_NO;
	if (b->is_text)
		return may_go_on_after_delimiter(j) ? SIGN_ROOM_YES_DELIMITERS : SIGN_ROOM_YES;
	if (needed < MIN_MARGIN_COLUMNS && !join_is_open_end(j))
		return SIGN_ROOM_YES; /* the line would be narrower than any margin */
	if (needed <= w->same_prefix && last_byte(j) != '-')
		return SIGN_ROOM_YES;
	return needed <= w->any_prefix ? SIGN_NONE : SIGN_ROOM_NO;
}

/* Return true if lines of text end about where the URL's does, and none is wider: in the paragraph,
 * or among all lines around. */
static bool
is_at_margin(const struct widths *w)
{
	return w->own <= MAX_COLUMNS &&
	    ((w->similar_count >= MIN_SIMILAR_LINES && w->own >= w->similar) || (w->own >= w->any_prefix &&
	    w->full_count >= MIN_FULL_LINES && w->own >= MIN_MARGIN_COLUMNS));
}

/* Return true if a program that wraps text cut the URL because no line is wide enough for it (rule
 * J4): the URL's line ends at the margin, and the next word is the rest of a path. */
static bool
is_cut_at_margin(const struct join *j, const struct widths *w)
{
	const struct line_break *b = j->b;

	return j->next_sign == SIGN_WORD_PATH && ascii_is_alphanumeric(*j->run.text) && is_at_margin(w) &&
	    (join_ends_as_file(j->inner) || has_byte(j->run, '#') || has_byte(j->run, '?') ||
	    (j->is_alone && w->own >= MIN_MARGIN_COLUMNS && !memmem(j->run.text, j->run.len, "//", 2))) &&
	    j->joined.len + indentation(b->text, &b->prefix, b->line) > w->own;
}

/* Return true if a program may have cut the URL at its last column (rule J4): the URL begins its
 * line, no line around is wider, the next line begins in the same column, and the word there may be
 * the rest of the URL. */
static bool
may_be_cut_at_column(const struct join *j, const struct widths *w)
{
	const struct line_break *b = j->b;
	bool is_hanging = b->run - b->next_line == j->c->fragments[0].begin - b->line; /* "* http://h" */

	if ((!j->is_alone || j->word_sign == SIGN_WORD_PROSE) && (join_is_frequent(b) ||
	    !join_may_be_cut(b->text, &j->c->fragments[0], b->run)))
		return false;
	return w->own >= MIN_MARGIN_COLUMNS && w->own <= USUAL_COLUMNS && w->own >= w->any_prefix &&
	    !join_has_text_before(j) && (is_hanging || join_indent_sign(j) == SIGN_INDENT_SAME) &&
	    j->next_sign != SIGN_WORD_HYPHENATED && !join_ends_as_file(j->url) &&
	    !(ascii_is(last_byte(j), ASCII_DIGIT) && ascii_is(*j->run.text, ASCII_ALPHA));
}

/* Return the sign of a URL that a program may have cut because no line is wide enough for it, or
 * SIGN_NONE. The URL is joined, and b->is_cut_to_fit set, if the next word is alone in its line, or
 * the rest of a path, and some lines of text are nearly as wide, since in a list the word below a
 * URL may be a version or a checksum. Otherwise both readings are reported. */
static enum join_sign
filled_sign(struct join *j, const struct widths *w)
{
	bool is_rest = j->is_alone ? j->word_sign != SIGN_WORD_PROSE :
	    j->word_sign == SIGN_WORD_PATH || j->word_sign == SIGN_WORD_FILE;

	if (is_cut_at_margin(j, w))
		j->b->is_cut_to_fit = true;
	else if (may_be_cut_at_column(j, w))
		j->b->is_cut_to_fit = is_rest && w->full_count >= MIN_FULL_LINES;
	else
		return SIGN_NONE;
	return j->word_sign == SIGN_WORD_PROSE || j->word_sign == SIGN_WORD_LOWER ? SIGN_LINE_FILLED_WORD :
	    SIGN_LINE_FILLED;
}

/* Return the sign of the width of the URL's line. Between two letters or digits, a URL can be cut
 * only at a margin; filled_sign() decides that, unless the other signs already join the lines. */
static enum join_sign
line_sign(struct join *j, const struct widths *w, enum join_sign room)
{
	enum join_sign filled;
	bool is_ragged = w->own < FULL_COLUMNS && w->own > w->any_prefix + MAX_RAGGED_COLUMNS &&
	    j->next_sign != SIGN_WORD_PATH && j->next_sign != SIGN_WORD_FIELDS && j->next_sign != SIGN_WORD_OF_TITLE;

	if (j->b->is_text && j->score < JOIN_HIGH && ascii_is_alphanumeric(last_byte(j)) &&
	    (filled = filled_sign(j, w)) != SIGN_NONE)
		return filled;
	if ((w->own < MIN_CUT_COLUMNS || is_ragged) && !join_is_open_end(j) &&
	    ascii_is_alphanumeric(last_byte(j)) && ascii_is_alphanumeric(*j->run.text))
		return SIGN_LINE_NO_MARGIN;
	if (w->own < SHORT_COLUMNS) /* after a hyphen, the next word may not have fit */
		return last_byte(j) == '-' && w->any_prefix >= MIN_MARGIN_COLUMNS &&
		    room == SIGN_ROOM_NO ? SIGN_NONE : SIGN_LINE_SHORT;
	if (w->own >= MIN_SERVER_COLUMNS && w->own <= MAX_SERVER_COLUMNS)
		return SIGN_LINE_LIMIT;
	if (w->own > USUAL_COLUMNS && w->own > w->same_prefix + 4)
		return SIGN_LINE_LONG;
	if (w->own >= w->same_prefix)
		return w->own >= FULL_COLUMNS ? SIGN_LINE_FULL : SIGN_LINE_WIDE;
	return w->own >= WIDE_COLUMNS ? SIGN_LINE_WIDE : SIGN_NONE;
}

/* ---- the end of the paragraph --- */

/* Return the sign of text after the run, or of the end of the paragraph there. */
static enum join_sign
then_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	const struct byte_range *after = &b->lines[b->before_count + 1];
	struct quote_prefix p;

	if (!j->is_alone)
		return SIGN_THEN_TEXT;
	if (b->before_count + 1 == b->line_count)
		return SIGN_THEN_END;
	quote_prefix_read(b->text, after->begin, MAX_QUOTE_MARKS, &p);
	return text_line_is_blank(b->text, p.end, after->end) ? SIGN_THEN_END : SIGN_NONE;
}

void
join_add_line_signs(struct join *j)
{
	struct widths w = measure_lines(j->b);
	enum join_sign room = room_sign(j, &w);

	/* a later line may be the short rest of a wrapped line: its width is no evidence */
	if (j->c->fragment_count == 2 || w.own >= SHORT_COLUMNS) {
		join_add_sign(j, room);
		join_add_sign(j, line_sign(j, &w, room));
	}
	join_add_sign(j, then_sign(j));
}
