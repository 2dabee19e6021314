/* join.c - does a bare URL that reaches the end of its line go on in the next?
 *
 * A mark at the end of the line may say so; in format=flowed (RFC 3676) the sender has marked the
 * breaks. Otherwise nothing is certain: each sign of join_signs.c gives points, which differ for
 * mail and other text, and their sum decides (rule B6). */
#include "text/forms.h"

#include <string.h>

#include "text/run.h"
#include "text/line_break.h"
#include "text/undo.h"
#include "unwrap/unwrap.h"
#include "util/ascii.h"

enum { JOIN_NEVER = -50 }; /* a veto: not even the hyphen at the end of a URL helps */

static const struct {
	const char *name;
	int mail, text;
} sign_table[] = { JOIN_ROWS };

_Static_assert((int)JOIN_CERTAIN == (int)URLGREP_SIGNS_HIGH,
    "the table has the threshold of urlgrep.h");
_Static_assert(JOIN_CERTAIN > JOIN_LIKELY && JOIN_LIKELY > JOIN_POSSIBLE,
    "the thresholds descend");
enum { MAX_SIGNS_PER_BREAK = MAX_TEXT_SIGNS + MAX_LINE_SIGNS + 1 };
_Static_assert(MAX_JOINS * MAX_SIGNS_PER_BREAK <= MAX_SIGNS, "all signs have room");

/* ---- joining --- */

/* Return true if a typesetting program has filled the URL's line: some gaps between its words are
 * two or three blanks, and none is wider. Such programs divide words with hyphens; not with "-"
 * if the line before ends in U+2010. */
static bool
is_justified(const struct line_break *b)
{
	enum { MIN_WIDE_GAPS = 2, MAX_GAP_BLANKS = 3 };
	const char *bytes = b->text->bytes;
	size_t at = text_line_skip_blanks(b->text, b->prefix.end, b->fragment_begin), gap;
	unsigned wide = 0;

	for (; at < b->fragment_begin; at++) {
		if (!ascii_is(bytes[at], ASCII_BLANK))
			continue;
		gap = at;
		at = text_line_skip_blanks(b->text, at, b->fragment_begin);
		if (bytes[gap] == '\t' || at - gap > MAX_GAP_BLANKS)
			return false;
		wide += at - gap > 1 && bytes[gap - 1] != '.' && bytes[gap - 1] != ':';
	}
	return wide >= MIN_WIDE_GAPS && !(b->line >= 4 &&
	    memcmp(bytes + b->line - 4, "\342\200\220\n", 4) == 0);
}

/* Return the least score at which the breaks after the certain ones are joined, too. If there are
 * certain ones, the URL goes on anyway, and a URL joined only in part is wrong for certain. An
 * encoder of quoted-printable, however, may divide a single line, and the URL may end there. */
static int
least_chain_score(const struct candidate *c)
{
	return c->certain_count > 1 && !c->is_quoted_printable ? JOIN_LIKELY : JOIN_CERTAIN;
}

/* Join all fragments for certain. score: the score of the last break. */
static void
join_chain(struct candidate *c, const struct line_break *b, int score)
{
	c->has_typeset_hyphens |= b->mark == MARK_NONE &&
	    c->fragments[c->fragment_count - 2].ends_in_hyphen && is_justified(b);
	c->doubts &= ~(unsigned)DOUBT_POSSIBLE_JOIN;
	if (b->mark == MARK_EQUALS || score < JOIN_CERTAIN || c->has_typeset_hyphens ||
	    c->certain_count + 1 < c->fragment_count)
		c->doubts |= DOUBT_JOIN;
	c->has_soft_breaks = b->mark >= MARK_HYPHEN && b->mark <= MARK_LITERAL &&
	    (c->certain_count == 1 || c->has_soft_breaks);
	c->certain_count = c->fragment_count;
	c->chain_score = 0;
}

/* Decide by the score of one break, and of those before it that are not certain, whether the run of
 * the next line is joined, not joined, or both, with doubts. Later breaks show little more than the
 * first one, since the lines around are the same. Returns SCAN_YES if the next line must be
 * examined, too. */
static enum scan_answer
decide_join(struct candidate *c, const struct line_break *b, int score)
{
	if (score < JOIN_POSSIBLE)
		return SCAN_NO;
	if (c->certain_count > 1 && score < least_chain_score(c) && line_break_ends_in_hyphen(b))
		score = least_chain_score(c); /* no URL ends in the hyphen of a break */
	line_break_add_fragment(c, b);
	c->chain_score += c->certain_count + 1 == c->fragment_count ? score : score / 2;
	if (c->chain_score >= least_chain_score(c))
		join_chain(c, b, score);
	else if (c->certain_count + 1 == c->fragment_count)
		c->doubts |= score >= JOIN_LIKELY ? DOUBT_JOIN : DOUBT_POSSIBLE_JOIN;
	return score >= JOIN_LIKELY ? SCAN_YES : SCAN_NO;
}

/* ---- the score of a break --- */

/* Add the points of signs to *score, and keep each in s->signs. */
static void
add_signs(urlgrep_scanner *s, const struct join *j, const enum join_sign *signs, unsigned count,
    int *score)
{
	unsigned i;

	for (i = 0; i < count; i++) {
		int points = j->b->is_text ? sign_table[signs[i]].text : sign_table[signs[i]].mail;

		if (points == 0)
			continue;
		*score += points;
		s->signs[s->sign_count++] = (urlgrep_sign){ sign_table[signs[i]].name, points,
			j->c->fragment_count - 1 };
	}
}

/* Add the points of all signs of the break before c's last fragment, those of the lines around only
 * where they can change the decision. */
static void
add_points(urlgrep_scanner *s, const struct join *j, struct line_break *b, int *score)
{
	enum { MAX_POINTS_AROUND = MAX_ROOM_POINTS + MAX_LINE_POINTS + MAX_THEN_POINTS };
	enum join_sign signs[MAX_TEXT_SIGNS];

	if (join_is_vetoed(j)) {
		add_signs(s, j, &j->kind, 1, score);
		return;
	}
	add_signs(s, j, signs, join_text_signs(j, signs), score);
	if (*score + MAX_POINTS_AROUND >= JOIN_POSSIBLE) {
		line_break_read_lines_around(b);
		add_signs(s, j, signs, join_line_signs(j, signs), score);
	}
}

/* Return the score of a break between two string literals. Without a delimiter at the break the second
 * one may be another item of a list, unless the URL is in quotation marks of its own within the
 * first. */
static int
score_literals(const struct join *j)
{
	const char *bytes = j->b->text->bytes, *next = j->run.text;
	char quote = bytes[j->b->fragment_end], opener = j->c->byte_before;

	if (!ascii_is_alphanumeric(bytes[j->b->fragment_end - 1]) || ascii_is_one_of(*next, "/?&#=+>_") ||
	    (*next == '.' && j->run.len > 1 && ascii_is_alphanumeric(next[1])) ||
	    (opener != quote && ascii_is_one_of(opener, "\"'")))
		return JOIN_CERTAIN;
	return opener == quote && ascii_is(*next, ASCII_SMALL | ASCII_DIGIT) && !join_is_vetoed(j) ?
	    JOIN_LIKELY : JOIN_NEVER;
}

/* Set *score for the break b after c's last fragment. Returns SCAN_YES, SCAN_NO if the next line
 * cannot continue the URL, or SCAN_NOMEM. */
static enum scan_answer
score_break(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	enum scan_answer answer = SCAN_YES;
	urlgrep_span joined;
	struct join j;

	*score = 0;
	line_break_add_fragment(c, b);
	joined = readings_join_fragments(s, c);
	if (joined.text == NULL)
		return SCAN_NOMEM;
	j = join_begin(s->rules, c, b, joined);
	if (b->mark == MARK_BACKSLASH && join_ends_markdown(&j)) {
		answer = SCAN_NO;
	} else if (b->mark == MARK_LITERAL) {
		*score = score_literals(&j);
	} else if (b->mark != MARK_NONE) {
		*score = b->mark > MARK_HYPHEN && join_is_vetoed(&j) ? JOIN_NEVER : JOIN_CERTAIN;
	} else {
		add_points(s, &j, b, score);
	}
	c->fragment_count--;
	if (*score > JOIN_NEVER && *score < JOIN_POSSIBLE && line_break_ends_in_hyphen(b))
		*score = JOIN_POSSIBLE; /* neither the joined URL nor the other was written */
	return answer;
}

/* Return true if another URL begins in the next line. If this one ends before a host, in "//" or in
 * an escaped slash such as the last of the "%3A%2F%2F" of a redirector, "www." or the like may go
 * on with it, unless it is the field of a URL that was not joined. */
static bool
is_before_other_url(const struct line_break *b)
{
	const char *bytes = b->text->bytes, *end = bytes + b->fragment_end;

	return join_is_before_url(b) && !(scan_byte_at(b->text, b->run + 3) == '.' &&
	    (memcmp(end - 2, "//", 2) == 0 || ascii_equal(end - 3, "%2f", 3)) &&
	    scan_byte_before(b->text, b->fragment_begin) != '=');
}

/* Return true if the URL is a string literal by itself and the next one is not its rest: a
 * sentence describes a variable of Lisp; before ":", "=", "|" or another literal it is a key or a field. */
static bool
is_before_item(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	char quote = c->byte_before;
	size_t end = b->run + ascii_find(t->bytes + b->run, b->next_end - b->run, quote);
	size_t after = text_line_skip_blanks(t, end + 1, b->next_end);

	if (b->mark != MARK_LITERAL || !ascii_is_one_of(quote, "\"'") ||
	    scan_byte_before(t, c->begin - 1) == '\\')
		return false;
	return end <= b->run_end ? ascii_is_one_of(scan_byte_at(t, after), ":=|\"'") :
	    join_prose_length(t->bytes + b->run, b->next_end - b->run) > 0;
}

/* Return true if the URL is cut after "http:", and the next line begins with its slashes, which are
 * not the leader of a comment. */
static bool
is_cut_before_slashes(const struct candidate *c, const struct line_break *b)
{
	const char *bytes = b->text->bytes;

	return c->lacks_host && bytes[b->fragment_end - 1] == ':' && b->next_end - b->run > 2 &&
	    memcmp(bytes + b->run, "//", 2) == 0;
}

/* Score the break by the appearance of the lines; if only a URL is between quotation marks, score
 * it as joined. Returns the same as score_break(). */
static enum scan_answer
score_lines(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	bool only_quoted = s->flags & URLGREP_JOIN_WRAPPED;
	enum scan_answer answer;

	if (b->is_text && c->byte_before == '{' && b->text->bytes[b->fragment_end - 1] == '%') {
		b->mark = MARK_PERCENT; /* TeX: \url{http://h.example/a% */
		b->fragment_end--;
	}
	if ((only_quoted && c->byte_before != '"') || (!is_cut_before_slashes(c, b) &&
	    !line_break_read_leaders(s, b)))
		return SCAN_NO;
	if (b->mark == MARK_LITERAL)
		b->run = text_find_next_literal(b->text, b->fragment_end);
	if (is_before_other_url(b) || (b->mark == MARK_NONE && join_is_before_prose(c, b)) ||
	    !line_break_read_run(s, b) || is_before_item(c, b))
		return SCAN_NO;
	if (!only_quoted) {
		answer = score_break(s, c, b, score);
		return answer == SCAN_YES && *score >= JOIN_POSSIBLE && b->is_text &&
		    run_text_before(s->rules, b->text, b->fragment_begin, BEFORE_IF_CODE) ?
		    SCAN_NO : answer;
	}
	*score = JOIN_CERTAIN;
	return scan_byte_at(b->text, b->run_end) == '"' ? SCAN_YES : SCAN_NO;
}

/* ---- wrappers of gateways --- */

/* Set *shape to the shape of the fragments joined so far, read as the wrapper of a mail gateway.
 * Returns false without memory. */
static bool
find_shape(urlgrep_scanner *s, const struct candidate *c, enum wrapper_shape *shape)
{
	urlgrep_span joined = readings_join_fragments(s, c);

	*shape = joined.text ? wrapper_shape_of(joined.text, joined.len) : SHAPE_NONE;
	return joined.text != NULL;
}

/* Add lines to c, a wrapper that is cut, until it is whole. Returns SCAN_YES, with the last break
 * in *b; SCAN_NO if it does not become whole, or if these lines contain other text; SCAN_NOMEM. */
static enum scan_answer
add_lines_of_wrapper(urlgrep_scanner *s, struct candidate *c, struct line_break *b)
{
	enum wrapper_shape shape;

	while (c->fragment_count <= MAX_JOINS) {
		if (!line_break_read(s, c, true, b) || !line_break_read_run(s, b) || join_is_before_url(b))
			return SCAN_NO;
		line_break_add_fragment(c, b);
		if (!find_shape(s, c, &shape))
			return SCAN_NOMEM;
		if (shape == SHAPE_WHOLE)
			return SCAN_YES;
		if (shape != SHAPE_OPEN)
			return SCAN_NO;
	}
	return SCAN_NO;
}

/* Join the lines after an empty quoted line if they complete a wrapper (rule U13). Programs that
 * wrap the lines of a reply again leave such empty lines. Returns the same as decide_join(). */
static enum scan_answer
join_over_empty_lines(urlgrep_scanner *s, struct candidate *c)
{
	const unsigned count = c->fragment_count;
	const struct fragment last = c->fragments[count - 1];
	enum wrapper_shape shape;
	struct line_break b;
	enum scan_answer answer;

	if (!find_shape(s, c, &shape))
		return SCAN_NOMEM;
	answer = shape == SHAPE_OPEN ? add_lines_of_wrapper(s, c, &b) : SCAN_NO;
	if (answer != SCAN_YES) {
		c->fragment_count = count;
		c->fragments[count - 1] = last;
		return answer;
	}
	c->certain_count = c->fragment_count;
	return SCAN_YES;
}

/* ---- one line after another --- */

/* Join the next line, whatever it contains, if the URL's line ends in a soft line break of
 * quoted-printable. Returns the same as decide_join(), or SCAN_NO if there is no such break. */
static enum scan_answer
join_quoted_printable(urlgrep_scanner *s, struct candidate *c, struct line_break *b)
{
	const size_t run = b->run;

	if (!quoted_printable_find(c, b)) {
		b->run = run;
		return SCAN_NO;
	}
	b->mark = MARK_EQUALS;
	b->run_end = bare_run_end(&s->text, b->run, b->next_end - b->run, NULL);
	c->is_quoted_printable = true;
	return decide_join(c, b, JOIN_CERTAIN);
}

/* Join one line. Returns the same as decide_join(). */
static enum scan_answer
join_plain(urlgrep_scanner *s, struct candidate *c)
{
	bool only_quoted = s->flags & URLGREP_JOIN_WRAPPED;
	unsigned certain_count = c->certain_count;
	struct line_break b;
	enum scan_answer answer;
	int score;

	if (!line_break_read(s, c, false, &b))
		return b.next_prefix.count > 0 && !only_quoted ? join_over_empty_lines(s, c) :
		    SCAN_NO;
	if (!only_quoted && !(s->flags & URLGREP_DECODED)) {
		answer = join_quoted_printable(s, c, &b);
		if (answer != SCAN_NO || b.mark == MARK_EQUALS)
			return answer;
	}
	answer = score_lines(s, c, &b, &score);
	if (answer == SCAN_YES)
		answer = decide_join(c, &b, score);
	if (s->flags & URLGREP_FLOWED && c->certain_count > certain_count &&
	    b.text->bytes[b.line_end - 1] == ' ')
		c->doubts |= DOUBT_JOIN; /* the mark says that a blank is there */
	return answer;
}

/* Return true if the text of the next line begins with the run: one blank is stuffed, a second one
 * belongs to the text; and "-- " begins a signature (RFC 3676, 4.3 and 4.4). */
static bool
next_line_goes_on(const struct line_break *b)
{
	const struct quote_prefix *p = &b->next_prefix;
	size_t text = quote_prefix_first_column(b->text, p, b->next_line);

	return (b->run == text || (p->count == 0 && b->run == text + 1)) &&
	    !(b->next_end - b->run == 3 && memcmp(b->text->bytes + b->run, "-- ", 3) == 0);
}

/* Join one line of format=flowed. RFC 3676, 4.1: a line that ends in a space is soft
 * and goes on in the next line of the same quote depth. Only with DelSp=yes is that
 * space deleted, so only then can a URL go on. */
static enum scan_answer
join_flowed(urlgrep_scanner *s, struct candidate *c)
{
	size_t end = c->fragments[c->fragment_count - 1].end;
	struct line_break b;

	/* of two spaces one stays, and ends the URL */
	if (!(s->flags & URLGREP_DELSP) || !line_break_read(s, c, false, &b) || b.line_end != end + 1 ||
	    s->text.bytes[end] != ' ' || !b.has_same_prefix || !next_line_goes_on(&b) ||
	    !line_break_read_run(s, &b))
		return SCAN_NO;
	line_break_add_fragment(c, &b);
	c->has_soft_breaks = true;
	c->certain_count = c->fragment_count;
	return SCAN_YES;
}

/* Return true if the line break after a URL in format=flowed is scored. Programs without support
 * for the format may have wrapped quoted lines that are not soft before the quoting, and wide lines
 * before they were pasted. */
static bool
is_flowed_break_scored(const urlgrep_scanner *s, const struct candidate *c)
{
	enum { MIN_WIDE_COLUMNS = 50 };
	const struct scan_text *t = &s->text;
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	bool is_fixed = last->end < t->len && ascii_is(t->bytes[last->end], ASCII_BREAK);
	size_t line = text_line_find_begin(t, last->begin);
	struct quote_prefix p;

	if (!is_fixed && s->flags & URLGREP_DELSP)
		return false;
	if (c->fragment_count > 1 || text_line_width(t, line, last->end) >= MIN_WIDE_COLUMNS)
		return true;
	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	return is_fixed && p.count > 0 && p.end <= last->begin;
}

/* Join the next line. The lines of the wrapper of a gateway are scored in format=flowed, too, since
 * its end is known. Returns the same as decide_join(). */
static enum scan_answer
join_next(urlgrep_scanner *s, struct candidate *c)
{
	bool is_flowed = s->flags & URLGREP_FLOWED;
	enum wrapper_shape shape = SHAPE_NONE;

	if (is_flowed && !find_shape(s, c, &shape))
		return SCAN_NOMEM;
	return is_flowed && shape == SHAPE_NONE && !is_flowed_break_scored(s, c) ?
	    join_flowed(s, c) : join_plain(s, c);
}

/* Doubt a joined URL that is the wrapper of a gateway and lacks its end: it is not the whole URL.
 * Returns false without memory. */
static bool
doubt_if_cut(urlgrep_scanner *s, struct candidate *c)
{
	enum wrapper_shape shape;

	if (c->certain_count == 1 || c->certain_count < c->fragment_count || c->doubts)
		return true;
	if (!find_shape(s, c, &shape))
		return false;
	if (shape == SHAPE_OPEN)
		c->doubts |= DOUBT_JOIN;
	return true;
}

enum scan_answer
join_lines(urlgrep_scanner *s, struct candidate *c)
{
	enum scan_answer answer = SCAN_YES;
	unsigned joins;

	if (s->flags & URLGREP_JOIN_NEVER ||
	    (s->flags & URLGREP_FLOWED && s->flags & URLGREP_JOIN_WRAPPED) ||
	    join_ends_plainly(&s->text, c)) /* as most do */
		answer = SCAN_NO;
	for (joins = 0; joins < MAX_JOINS && answer == SCAN_YES; joins++)
		answer = join_next(s, c);
	if (answer == SCAN_YES)
		c->doubts |= DOUBT_JOIN; /* it may go on */
	if (answer == SCAN_NOMEM || !doubt_if_cut(s, c))
		return SCAN_NOMEM;
	if (c->certain_count == 1 && join_ends_in_host(&s->text, c))
		c->doubts |= DOUBT_END;
	return c->lacks_host && c->certain_count == 1 ? SCAN_NO : SCAN_YES;
}
