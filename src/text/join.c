/* join.c - decide whether a bare URL that reaches the end of its line continues in the next line
 *
 * A mark at the end of the line may show that it does; in format=flowed (RFC 3676), the sender has
 * marked the breaks. Otherwise nothing is certain: each sign of join_signs.c gives points, which
 * differ between mail and other text, and their sum decides (rule B6). */
#include "text/forms.h"

#include <string.h>

#include "text/join_signs.h"
#include "text/run.h"
#include "text/undo.h"
#include "unwrap/unwrap.h"
#include "util/ascii.h"

_Static_assert((int)JOIN_HIGH == (int)URLGREP_SIGNS_HIGH,
    "the table has the threshold of urlgrep.h");
_Static_assert(JOIN_HIGH > JOIN_MEDIUM && JOIN_MEDIUM > JOIN_LOW, "the thresholds descend");

/* ---- the run of the next line --- */

/* Measure the run at the beginning of the next line. Return false if it is empty. */
static bool
read_next_run(urlgrep_scanner *s, struct line_break *b)
{
	const struct scan_text *t = b->text;
	struct run r = { .text = t, .rules = s->rules, .begin = b->run, .content = b->run,
		.is_continuation = true };
	bool has_escapes = false;

	r.end = bare_find_run_end(t, b->run, b->next_end - b->run, &has_escapes);
	if (has_escapes)
		r.stop = undo_find_stop(s, b->run, r.end);
	run_find_url_end(&r); /* fails only for hosts */
	if (r.end == b->run)
		return false;
	b->run_end = r.end;
	b->word_end = r.end + ascii_until(t->bytes + r.end, b->next_end - r.end, ASCII_BLANK);
	return true;
}

/* Return true if the URL ends in a hyphen that is not part of a drawn line. Hardly any URL ends so,
 * so it may continue whatever the lines look like. */
static bool
ends_in_hyphen(const struct line_break *b)
{
	const char *end = b->text->bytes + b->unmarked_end;

	return end[-1] == '-' && end[-2] != '-';
}

/* Add the run of the next line to c as a fragment, and end the previous fragment at the break. */
static void
add_fragment(struct candidate *c, const struct line_break *b)
{
	struct fragment *last = &c->fragments[c->fragment_count - 1];

	last->end = b->unmarked_end;
	last->ends_in_hyphen = b->text->bytes[last->end - 1] == '-';
	c->fragments[c->fragment_count++] = (struct fragment){ b->run, b->run_end, false };
}

/* Undo add_fragment(). */
static void
remove_fragment(struct candidate *c, const struct line_break *b)
{
	c->fragments[--c->fragment_count - 1] =
	    (struct fragment){ b->fragment_begin, b->fragment_end, false };
}

/* ---- joining --- */

/* Return true if a typesetting program has justified text[at..end) of a line: some gaps between its
 * words are two or three blanks wide, and none is wider. Such programs divide words with hyphens. */
static bool
is_justified(const struct scan_text *t, size_t at, size_t end)
{
	enum { MIN_WIDE_GAPS = 2, MAX_GAP_BLANKS = 3 };
	const char *bytes = t->bytes;
	size_t gap;
	unsigned wide = 0;

	for (at = text_line_skip_blanks(t, at, end); at < end; at++) {
		if (!ascii_is(bytes[at], ASCII_BLANK))
			continue;
		gap = at;
		at = text_line_skip_blanks(t, at, end);
		if (bytes[gap] == '\t' || at - gap > MAX_GAP_BLANKS)
			return false;
		wide += at - gap > 1 && bytes[gap - 1] != '.' && bytes[gap - 1] != ':';
	}
	return wide >= MIN_WIDE_GAPS;
}

/* Return true if the line above the URL's line is justified. */
static bool
is_below_justified(struct line_break *b)
{
	line_break_read_lines_around(b);
	return b->before_count > 0 && is_justified(b->text, b->lines[0].begin, b->lines[0].end);
}

/* Return the least score at which the breaks after the certain ones are also joined. After a
 * certain break the URL clearly continues, and a URL joined only in part is certainly wrong. An
 * encoder of quoted-printable, however, may divide a single line, so that the URL ends there. */
static int
least_chain_score(const struct candidate *c)
{
	return c->certain_count > 1 && !c->is_quoted_printable ? JOIN_MEDIUM : JOIN_HIGH;
}

/* Make all joins certain. score: that of the last break. */
static void
join_chain(struct candidate *c, struct line_break *b, int score)
{
	/* if the previous line ends in U+2010, that is the hyphen of the program, and "-" of the URL */
	bool is_divided = b->mark == MARK_NONE &&
	    c->fragments[c->fragment_count - 2].ends_in_hyphen &&
	    !(b->line >= 4 && memcmp(b->text->bytes + b->line - 4, "\u2010\n", 4) == 0);

	c->has_typeset_hyphens |= is_divided &&
	    is_justified(b->text, b->prefix.end, b->fragment_begin);
	c->doubts &= ~(unsigned)DOUBT_POSSIBLE_JOIN;
	if (b->mark == MARK_EQUALS || score < JOIN_HIGH || c->has_typeset_hyphens || b->is_cut_to_fit ||
	    c->certain_count + 1 < c->fragment_count || (is_divided && is_below_justified(b)))
		c->doubts |= DOUBT_JOIN;
	c->has_soft_breaks = (b->mark == MARK_HYPHEN || b->mark == MARK_BACKSLASH ||
	    b->mark == MARK_LITERAL) && score >= JOIN_HIGH &&
	    (c->certain_count == 1 || c->has_soft_breaks);
	c->certain_count = c->fragment_count;
	c->chain_score = 0;
}

/* Decide whether c's last fragment is joined, removed, or left open as a second reading, with a
 * doubt, by the score of the break before it and of the earlier uncertain breaks. Later breaks add
 * little to the evidence of the first one, since they share the lines around them. Return true if
 * the next line must also be examined. */
static bool
decide_join(struct candidate *c, struct line_break *b, int score)
{
	if (score < JOIN_LOW) {
		remove_fragment(c, b);
		return false;
	}
	if (c->certain_count > 1 && score < least_chain_score(c) && ends_in_hyphen(b))
		score = least_chain_score(c); /* the hyphen shows that the URL continues */
	c->chain_score += c->certain_count + 1 == c->fragment_count ? score : score / 2;
	if (c->chain_score >= least_chain_score(c) || b->mark == MARK_LITERAL || b->is_cut_to_fit)
		join_chain(c, b, score);
	else if (c->certain_count + 1 == c->fragment_count)
		c->doubts |= score >= JOIN_MEDIUM ? DOUBT_JOIN : DOUBT_POSSIBLE_JOIN;
	return score >= JOIN_MEDIUM;
}

/* ---- whether the next line may continue the URL --- */

/* Return true if the URL is a whole string literal, and the next literal is not its rest: it is
 * prose that describes a variable of Lisp, or a key or field before ":", "=", "|", "->" or another
 * literal. A quotation mark without a second one in the line begins no literal: `"#` ends one in
 * Rust. */
static bool
is_before_item(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	char quote = t->bytes[b->unmarked_end];
	size_t end = b->run + ascii_find(t->bytes + b->run, b->next_end - b->run, quote);
	size_t after = text_line_skip_blanks(t, end + 1, b->next_end);

	if (b->mark != MARK_LITERAL)
		return false;
	if (end == b->next_end)
		return true;
	if (c->opener != quote || scan_byte_before(t, c->begin - 1) == '\\')
		return false;
	if (end > b->run_end)
		return join_prose_length(t->bytes + b->run, b->next_end - b->run) > 0;
	return ascii_is_one_of(scan_byte_at(t, after), ":=|\"'") ||
	    (scan_byte_at(t, after) == '-' && scan_byte_at(t, after + 1) == '>');
}

/* Return true if the URL is cut after "http:", and the next line begins with its slashes. They are
 * not the leader of a comment. */
static bool
is_cut_before_slashes(const struct candidate *c, const struct line_break *b)
{
	const char *bytes = b->text->bytes;

	return c->lacks_host && bytes[b->unmarked_end - 1] == ':' &&
	    text_begins_with(bytes + b->run, b->next_end - b->run, "//");
}

/* Find the run of the next line, after whatever precedes it there. Return false if it does not
 * continue the URL. */
static bool
find_next_run(urlgrep_scanner *s, const struct candidate *c, struct line_break *b)
{
	if (b->is_text && c->opener == '{' && b->text->bytes[b->unmarked_end - 1] == '%') {
		b->mark = MARK_PERCENT; /* TeX: \url{http://h.example/a% */
		b->unmarked_end--;
	}
	if (!is_cut_before_slashes(c, b) && !line_break_read_leaders(s, b))
		return false;
	if (b->mark == MARK_LITERAL)
		b->run = line_break_next_literal(b->text, b->unmarked_end);
	return !join_is_before_url(s, b) && !(b->mark == MARK_NONE && join_is_before_prose(c, b)) &&
	    read_next_run(s, b) && !is_before_item(c, b);
}

/* Return the score of the break b before c's last fragment. */
static int
score_break(urlgrep_scanner *s, const struct candidate *c, struct line_break *b)
{
	urlgrep_span joined = readings_join_fragments(s, c);
	int score = joined.text ? join_score(s, c, b, joined) : JOIN_NEVER;

	if (score > JOIN_NEVER && score < JOIN_LOW && ends_in_hyphen(b))
		score = JOIN_LOW; /* joined or not, the URL may be wrong */
	return score >= JOIN_LOW && b->is_text && run_text_before(s->rules, b->text,
	    b->fragment_begin, BEFORE_IF_CODE) ? JOIN_NEVER : score;
}

/* ---- wrappers of gateways --- */

/* Return the shape of the fragments joined so far as a wrapper of a mail gateway. */
static enum wrapper_shape
find_shape(urlgrep_scanner *s, const struct candidate *c)
{
	urlgrep_span joined = readings_join_fragments(s, c);

	return joined.text ? wrapper_shape_of(joined.text, joined.len) : SHAPE_NONE;
}

/* Join the lines after an empty quoted line if they complete a wrapper (rule U13). Programs that
 * rewrap a reply leave such empty lines. Return the same as decide_join(). */
static bool
join_over_empty_lines(urlgrep_scanner *s, struct candidate *c)
{
	const unsigned count = c->fragment_count;
	const struct fragment last = c->fragments[count - 1];
	enum wrapper_shape shape = find_shape(s, c);
	struct line_break b;

	while (shape == SHAPE_OPEN && c->fragment_count <= MAX_JOINS &&
	    line_break_read(s, c, true, &b) && read_next_run(s, &b) && !join_is_before_url(s, &b)) {
		add_fragment(c, &b);
		shape = find_shape(s, c);
	}
	if (shape == SHAPE_WHOLE && c->fragment_count > count) {
		c->certain_count = c->fragment_count;
		return true;
	}
	c->fragment_count = count;
	c->fragments[count - 1] = last;
	return false;
}

/* ---- one line after another --- */

/* Join the next line. If only quoted URLs are to be joined, the quotation marks alone decide.
 * Return the same as decide_join(). */
static bool
join_by_points(urlgrep_scanner *s, struct candidate *c)
{
	bool only_quoted = s->flags & URLGREP_JOIN_WRAPPED, goes_on;
	unsigned certain_count = c->certain_count;
	struct line_break b;

	if (!line_break_read(s, c, false, &b))
		return b.next_prefix.count > 0 && !only_quoted && join_over_empty_lines(s, c);
	if (!only_quoted && !(s->flags & URLGREP_DECODED) && quoted_printable_find(s, c, &b)) {
		/* the content of the next line does not matter */
		b.mark = MARK_EQUALS;
		b.run_end = bare_find_run_end(&s->text, b.run, b.next_end - b.run, NULL);
		c->is_quoted_printable = true;
		add_fragment(c, &b);
		return decide_join(c, &b, JOIN_HIGH);
	}
	if ((only_quoted && c->opener != '"') || !find_next_run(s, c, &b))
		return false;
	add_fragment(c, &b);
	goes_on = decide_join(c, &b, !only_quoted ? score_break(s, c, &b) :
	    scan_byte_at(b.text, b.run_end) == '"' ? JOIN_HIGH : JOIN_NEVER);
	if (s->flags & URLGREP_FLOWED && c->certain_count > certain_count &&
	    b.text->bytes[b.line_end - 1] == ' ')
		c->doubts |= DOUBT_JOIN; /* without DelSp the space stays, and may end the URL */
	return goes_on;
}

/* Return true if the text of the next line begins with the run: one blank is stuffed, and a second
 * one would belong to the text; "-- " begins a signature (RFC 3676, 4.3 and 4.4). */
static bool
next_line_goes_on(const struct line_break *b)
{
	const struct quote_prefix *p = &b->next_prefix;
	size_t text = quote_prefix_first_column(b->text, p, b->next_line);

	return (b->run == text || (p->count == 0 && b->run == text + 1)) &&
	    !(b->next_end - b->run == 3 && memcmp(b->text->bytes + b->run, "-- ", 3) == 0);
}

/* Join one line of format=flowed. By RFC 3676, 4.1, a line that ends in a space is soft, and the
 * next line of the same quote depth continues it. That space is deleted only with DelSp=yes, so
 * only then can a URL continue. */
static bool
join_flowed(urlgrep_scanner *s, struct candidate *c)
{
	size_t end = c->fragments[c->fragment_count - 1].end;
	struct line_break b;

	/* if there were two spaces, one would stay and end the URL */
	if (!(s->flags & URLGREP_DELSP) || !line_break_read(s, c, false, &b) || b.line_end != end + 1 ||
	    s->text.bytes[end] != ' ' || !b.has_same_prefix || !next_line_goes_on(&b) ||
	    !read_next_run(s, &b))
		return false;
	add_fragment(c, &b);
	c->has_soft_breaks = true;
	c->certain_count = c->fragment_count;
	return true;
}

/* Return true if the line break after a URL in format=flowed is to be scored. Programs that do not
 * support the format may have wrapped quoted lines that were not soft when they were quoted, and
 * wide lines before they were pasted. */
static bool
is_flowed_break_scored(const urlgrep_scanner *s, const struct candidate *c)
{
	enum { MIN_WIDE_COLUMNS = 50 };
	const struct scan_text *t = &s->text;
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	bool is_fixed = last->end < t->len && ascii_is(t->bytes[last->end], ASCII_BREAK);
	struct quote_prefix p;
	size_t line = quote_prefix_read_before(t, last->begin, &p);

	if (!is_fixed && s->flags & URLGREP_DELSP)
		return false;
	return c->fragment_count > 1 || text_line_width(t, line, last->end) >= MIN_WIDE_COLUMNS ||
	    (is_fixed && p.count > 0);
}

/* Join the next line. The lines of a gateway's wrapper are scored in format=flowed, too, since its
 * end is recognizable. Return the same as decide_join(). */
static bool
join_next(urlgrep_scanner *s, struct candidate *c)
{
	return s->flags & URLGREP_FLOWED && find_shape(s, c) == SHAPE_NONE &&
	    !is_flowed_break_scored(s, c) ? join_flowed(s, c) : join_by_points(s, c);
}

bool
join_lines(urlgrep_scanner *s, struct candidate *c)
{
	bool goes_on = !(s->flags & URLGREP_JOIN_NEVER) &&
	    !(s->flags & URLGREP_FLOWED && s->flags & URLGREP_JOIN_WRAPPED) &&
	    !join_ends_plainly(s, c);
	unsigned joins;

	for (joins = 0; joins < MAX_JOINS && goes_on && !s->failed; joins++)
		goes_on = join_next(s, c);
	if (goes_on)
		c->doubts |= DOUBT_JOIN; /* the URL may be longer */
	if (c->certain_count > 1 && c->certain_count == c->fragment_count && !c->doubts &&
	    find_shape(s, c) == SHAPE_OPEN)
		c->doubts |= DOUBT_JOIN; /* the end of a gateway's wrapper is missing */
	if (c->certain_count == 1 && join_ends_in_host(&s->text, c))
		c->doubts |= DOUBT_END;
	return !(c->lacks_host && c->certain_count == 1);
}
