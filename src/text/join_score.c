/* join_score.c - what speaks for a bare URL going on after a line break, and what against
 *
 * Each sign is of one kind, and join_points.tsv has the points of each and where they
 * come from. Their sum is the score. */
#include "text/join_score.h"

#include "text/line_widths.h"
#include "text/punctuation.h"
#include "text/text_signs.h"
#include "text/words.h"
#include "util/text_line.h"
#include "text/readings.h"
#include "text/trim.h"
#include "unwrap/wrapper_table.h"
#include "util/ascii.h"

static const struct {
	const char *name;
	int points;
} sign_table[] = { JOIN_ROWS };

_Static_assert((int)JOIN_CERTAIN == (int)URLGREP_SIGNS_HIGH,
    "the table has the threshold of urlgrep.h");
_Static_assert(POINTS_THEN_END >= 0 || POINTS_THEN_LINES >= 0,
    "without a sign of what follows, the sum is not larger than it can be with one");
_Static_assert(JOIN_ENOUGH >= JOIN_CERTAIN && JOIN_CERTAIN > JOIN_LIKELY &&
    JOIN_LIKELY > JOIN_POSSIBLE,
    "the thresholds descend");

/* ---- the grammar --- */

/* RFC 3986, appendix C: double quotes delimit a URL as angle brackets do. */
static bool
is_between_quotes(const struct join *j)
{
	const struct scan_text *t = j->b->text;

	return j->c->byte_before == '"' && j->b->run_end < t->len &&
	    t->bytes[j->b->run_end] == '"';
}

/* Return the length of half an escape at the end of the joined URL: "%" or "%2", if its line
 * ends there, too, so that it goes on in the one after. 0: there is none. */
static size_t
cut_escape_length(const struct join *j)
{
	const char *end = j->joined.text + j->joined.len;

	if (!j->is_alone || j->joined.len < 2)
		return 0;
	if (end[-1] == '%')
		return 1;
	return end[-2] == '%' && ascii_is(end[-1], ASCII_HEX) ? 2 : 0;
}

/* Judge the URL with and without the join; the former only if it can change something
 * (matters), or if the latter is not valid. Returns OK or NOMEM. */
static urlgrep_status
verdict_sign(urlgrep_scanner *s, const struct join *j, bool matters,
    enum join_sign *sign)
{
	urlgrep_url joined, unjoined;

	if (matcher_judge(s->matcher, j->before.text, join_trimmed_length(j), &unjoined) ==
	    URLGREP_NOMEM)
		return URLGREP_NOMEM;
	*sign = SIGN_VERDICT_UNJOINED_VALID;
	if (unjoined.verdict == URLGREP_OK && !matters)
		return URLGREP_OK;
	if (matcher_judge(s->matcher, j->joined.text, trim_bare_url(j->c->byte_before,
	    j->joined.text, j->joined.len - cut_escape_length(j)), &joined) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	*sign = SIGN_VERDICT_SAME;
	if (joined.verdict != URLGREP_OK && unjoined.verdict == URLGREP_OK)
		*sign = SIGN_VERDICT_JOINED_INVALID;
	if (joined.verdict == URLGREP_OK && unjoined.verdict != URLGREP_OK)
		*sign = SIGN_VERDICT_UNJOINED_INVALID;
	return URLGREP_OK;
}

/* ---- the score --- */

enum { MIN_MARGIN_COLUMNS = 60, MAX_CUT_COLUMNS = 132 };
enum { MAX_SIGNS_PER_BREAK = 19 };
_Static_assert(MAX_WRAPPER_JOINS * MAX_SIGNS_PER_BREAK <= MAX_SIGNS, "all signs have room");

struct score {
	urlgrep_sign *next;  /* where the next sign is kept */
	unsigned line_break; /* counted from 1 */
	int points;
};

static void
add_sign(struct score *score, enum join_sign sign)
{
	score->points += sign_table[sign].points;
	*score->next++ = (urlgrep_sign){ sign_table[sign].name, sign_table[sign].points,
		score->line_break };
}

static int
max_of(int a, int b)
{
	return a > b ? a : b;
}

static int
min_of(int a, int b)
{
	return a < b ? a : b;
}

static int
max_then_points(const struct join *j)
{
	return j->is_alone ? max_of(POINTS_THEN_END, POINTS_THEN_LINES) : POINTS_THEN_TEXT;
}

/* Return the most, and the least, that the lines around can add to the score. */
static int
max_line_points(const struct join *j)
{
	return MAX_ROOM_POINTS + MAX_LINE_POINTS + max_then_points(j);
}

static int
min_line_points(const struct join *j)
{
	return MIN_ROOM_POINTS + MIN_LINE_POINTS + (j->is_alone ?
	    min_of(POINTS_THEN_END, POINTS_THEN_LINES) : POINTS_THEN_TEXT);
}

/* Add what says that the line's end cuts the wrapper of a mail gateway (rule U13). */
static void
add_wrapper_signs(const struct join *j, struct score *score)
{
	enum wrapper_shape before = wrapper_shape_of(j->before.text, j->before.len), joined;

	if (before != SHAPE_OPEN && before != SHAPE_CLOSING)
		return;
	add_sign(score, SIGN_WRAPPER_CUT);
	joined = wrapper_shape_of(j->joined.text, j->joined.len);
	if (joined > before && joined != SHAPE_ENDED)
		add_sign(score, SIGN_WRAPPER_WHOLE);
}

/* Return true if the URL was joined with the line before this break, and both lines end in
 * the same column: some program cuts there, not between words. A URL may end there, too, so a
 * frequent word or an indentation says that it does. */
static bool
is_cut_at_column(const struct join *j)
{
	const struct line_break *b = j->b;
	const struct fragment *before;
	size_t begin, width;

	if (j->c->fragment_count < 3 || b->run != b->next_prefix.end ||
	    (j->c->certain_count == 1 && j->c->chain_score < JOIN_LIKELY) ||
	    word_is_frequent(scan_span(b->text, b->run, b->word_end)))
		return false;
	before = &j->c->fragments[j->c->fragment_count - 3];
	begin = text_line_find_begin(b->text, before->begin);
	width = text_line_width(b->text, b->line, b->fragment_end);
	return width >= MIN_MARGIN_COLUMNS && width <= MAX_CUT_COLUMNS &&
	    width == text_line_width(b->text, begin, before->end);
}

/* Add the signs of the URL and of the two lines. */
static void
add_text_signs(const struct join *j, struct score *score)
{
	add_sign(score, SIGN_BASE);
	add_sign(score, text_end_sign(j));
	add_sign(score, text_path_sign(j));
	add_sign(score, text_before_sign(j));
	add_sign(score, text_front_sign(j));
	add_sign(score, is_between_quotes(j) ? SIGN_QUOTED : text_word_sign(j));
	add_sign(score, text_after_sign(j));
	add_sign(score, text_joined_sign(j));
	add_sign(score, text_bracket_sign(j));
	add_sign(score, text_indent_sign(j));
	add_sign(score, text_prefix_sign(j));
	add_wrapper_signs(j, score);
	if (is_cut_at_column(j))
		add_sign(score, SIGN_CUT_SAME);
}

/* Return true if the URL's line is what remained of a longer one that was wrapped again:
 * it is short, and the URL goes on from the line before. Its width says nothing. */
static bool
is_rewrapped_rest(const struct join *j, size_t width)
{
	return j->c->fragment_count > 2 && width < SHORT_LINE_COLUMNS;
}

/* Return true if the URL's line is short since it was broken after a hyphen, before a word
 * that did not fit between the margins, which other lines show. */
static bool
is_broken_at_hyphen(const struct line_break *b, const struct line_widths *w, size_t width)
{
	return width < SHORT_LINE_COLUMNS && b->text->bytes[b->line_end - 1] == '-' &&
	    w->any_prefix >= MIN_MARGIN_COLUMNS &&
	    line_widths_room_sign(b, w, width) == SIGN_ROOM_NO;
}

/* Return true if the end of the URL shows that it goes on: with a field of a query, with the
 * rest of an escape, of a host or of a file's ending. */
static bool
is_open_end(const struct join *j)
{
	const char *end = j->before.text + j->before.len;
	enum join_sign path = text_path_sign(j);

	return is_in(end[-1], FIELD) || end[-1] == '-' || end[-2] == '%' ||
	    path == SIGN_PATH_HOST_CUT || path == SIGN_PATH_NONE_ODD_HOST ||
	    (j->splits_ending && end[-1] != '.');
}

/* Return true if the URL's line and the next word together are narrower than any margin, so that
 * the word had room. */
static bool
is_below_margin(const struct join *j, size_t width)
{
	const struct line_break *b = j->b;

	return !is_open_end(j) &&
	    width + 1 + text_line_width(b->text, b->run, b->word_end) < MIN_MARGIN_COLUMNS;
}

/* Return true if the run may stand for itself, as the name of a file: it does not look like the
 * rest of a path, a query or a title. */
static bool
is_name_of_its_own(const struct join *j)
{
	return !has_any(j->run, PART) && !word_continues_title(j->before, j->run);
}

enum { MIN_CUT_COLUMNS = 55, USUAL_MARGIN_COLUMNS = 72, MAX_RAGGED_COLUMNS = 8 };

/* Return true if the URL does not end in a delimiter, so that a program could only have cut it at
 * a margin, but its line does not reach one: it is narrow, or it is wider than all lines around,
 * not as wide as margins often are, and the next word stands for itself. */
static bool
is_cut_before_margin(const struct join *j, const struct line_widths *w, size_t width)
{

	if (is_open_end(j) || j->c->fragment_count > 2 ||
	    !ascii_is(j->before.text[j->before.len - 1], ASCII_ALPHA | ASCII_DIGIT))
		return false;
	if (!ascii_is(*j->run.text, ASCII_ALPHA | ASCII_DIGIT))
		return is_below_margin(j, width);
	return width < MIN_CUT_COLUMNS || (width < USUAL_MARGIN_COLUMNS &&
	    width > w->any_prefix + MAX_RAGGED_COLUMNS && is_name_of_its_own(j));
}

/* Return the sign of the room that the next word had in the URL's line. */
static enum join_sign
room_sign(const struct join *j, const struct line_widths *w, size_t width)
{
	return is_below_margin(j, width) ? SIGN_ROOM_YES :
	    line_widths_room_sign(j->b, w, width);
}

/* Return the sign of the width of the URL's line. */
static enum join_sign
line_sign(const struct join *j, const struct line_widths *w, size_t width)
{
	if (is_broken_at_hyphen(j->b, w, width))
		return SIGN_LINE_REWRAPPED;
	return is_cut_before_margin(j, w, width) ? SIGN_LINE_NO_MARGIN :
	    line_widths_line_sign(w, width);
}

/* Return true if the sign of the line's width stays the same, however wide other lines are. */
static bool
is_final(const struct join *j, enum join_sign sign, size_t width)
{
	if (j->b->text->bytes[j->b->line_end - 1] == '-')
		return false; /* the line may prove to be broken at the hyphen */
	return sign == SIGN_LINE_SHORT || sign == SIGN_LINE_NARROW ||
	    sign == SIGN_LINE_NOT_WIDEST ||
	    (sign == SIGN_LINE_NO_MARGIN && width < MIN_CUT_COLUMNS);
}

/* Return the most points that the lines around can add while those after the next line are
 * unknown. */
static int
max_points_so_far(const struct join *j, const struct line_widths *w, size_t width)
{
	enum join_sign room = room_sign(j, w, width), line = line_sign(j, w, width);

	if (is_rewrapped_rest(j, width))
		return POINTS_LINE_REWRAPPED + max_then_points(j);
	return (room == SIGN_ROOM_YES ? POINTS_ROOM_YES : MAX_ROOM_POINTS) +
	    (is_final(j, line, width) ? sign_table[line].points : MAX_LINE_POINTS) +
	    max_then_points(j);
}

/* Add the signs of the lines around. Those after the next line count only where they can
 * change the decision, since they may not have been written yet. Answers YES or MORE. */
static enum scan_answer
add_line_signs(const struct join *j, struct score *score)
{
	const struct line_break *b = j->b;
	size_t width = text_line_width(b->text, b->line, b->line_end);
	struct line_widths w;
	bool is_decided;

	line_widths_begin(b, &w);
	is_decided = score->points + max_points_so_far(j, &w, width) < JOIN_POSSIBLE;
	if (!is_decided && line_widths_finish(b, &w) == SCAN_MORE)
		return SCAN_MORE;
	if (is_rewrapped_rest(j, width)) {
		add_sign(score, SIGN_LINE_REWRAPPED);
	} else {
		add_sign(score, room_sign(j, &w, width));
		add_sign(score, line_sign(j, &w, width));
	}
	if (!is_decided || !j->is_alone)
		add_sign(score, line_widths_then_sign(j, &w));
	return SCAN_YES;
}

/* Add all signs, the costly ones only where they can change the decision. */
static enum scan_answer
add_signs(urlgrep_scanner *s, const struct join *j, struct score *score)
{
	int max_rest = max_line_points(j);
	enum join_sign verdict;

	add_text_signs(j, score);
	if (score->points + MAX_VERDICT_POINTS + max_rest < JOIN_POSSIBLE)
		return SCAN_YES;
	if (verdict_sign(s, j, score->points + max_rest >= JOIN_POSSIBLE, &verdict) !=
	    URLGREP_OK)
		return SCAN_NOMEM;
	add_sign(score, verdict);
	if (is_between_quotes(j) || score->points + max_rest < JOIN_POSSIBLE ||
	    score->points + min_line_points(j) >= JOIN_ENOUGH)
		return SCAN_YES;
	return add_line_signs(j, score);
}

enum scan_answer
join_score(urlgrep_scanner *s, const struct candidate *c, const struct line_break *b,
    int *points)
{
	struct score score = { s->signs + s->sign_count, c->fragment_count - 1, 0 };
	struct join j = { .b = b, .c = c };
	enum scan_answer answer;

	j.joined = readings_join_fragments(s, c);
	if (j.joined.text == NULL)
		return SCAN_NOMEM;
	j.run = scan_span(b->text, b->run, b->run_end);
	j.before = (urlgrep_span){ j.joined.text, j.joined.len - j.run.len };
	j.inner = join_inner_run(&j);
	j.is_alone = text_line_is_blank(b->text, b->run_end, b->next_end);
	j.splits_ending = word_splits_file_ending(j.joined, j.before) ||
	    (j.is_alone && word_is_page_ending(j.before, j.run));
	answer = add_signs(s, &j, &score);
	s->sign_count = (unsigned)(score.next - s->signs);
	*points = score.points;
	return answer;
}