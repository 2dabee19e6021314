/* rejoin.c - does a bare URL that reaches the end of its line go on?
 *
 * Nothing certain says so. RULES B6 weighs what the lines look like; in
 * format=flowed (RFC 3676) the sender has marked the breaks. */
#include <string.h>

#include "ascii.h"
#include "candidate.h"

enum { NEIGHBOURS_BEFORE = 16, NEIGHBOURS_AFTER = 8, WIDEST = 100 };

/* Sums of evidence: from these on a join is certain, likely; from 1 on possible. */
enum { HIGH = 6, MEDIUM = 3 };

/* A line break that may be undone. */
struct seam {
	const struct text *text;
	size_t line;      /* beginning of the line that the URL reaches the end of */
	size_t line_end;
	struct prefix prefix;
	size_t next;      /* beginning of the next line */
	size_t next_end;
	size_t run;       /* what may go on: the run at the front of the next line */
	size_t run_end;
	size_t word_end;  /* of the first word there */
	size_t width;     /* of the line */
	size_t widest;    /* of the lines around */
};

/* ---- looking at the lines --- */

/* The widest line before the seam's, within reach; a line cut off by the end of
 * what is looked at does not count. */
static size_t
widest_before(const struct text *t, size_t begin)
{
	size_t floor = begin > LOOK_BACK / 2 ? begin - LOOK_BACK / 2 : 0;
	size_t widest = 0, end = begin;
	unsigned n;

	for (n = 0; n < NEIGHBOURS_BEFORE && end > floor; n++) {
		size_t at, width;

		end--;
		if (end > floor && t->at[end] == '\n' && t->at[end - 1] == '\r')
			end--;
		at = end;
		while (at > floor && !ascii_is(t->at[at - 1], ASCII_BREAK))
			at--;
		if (at == floor && (floor > 0 || t->origin > 0))
			break;
		width = line_width(t, at, end);
		if (width <= WIDEST && width > widest)
			widest = width;
		end = at;
	}
	return widest;
}

static enum look
widest_after(const struct text *t, size_t begin, size_t *widest)
{
	size_t limit = begin + LOOK_AHEAD;
	unsigned n;

	for (n = 0; n < NEIGHBOURS_AFTER && begin < limit; n++) {
		size_t end = begin, width;

		while (end < t->len && end < limit &&
		    !ascii_is(t->at[end], ASCII_BREAK))
			end++;
		if (end == t->len && !t->last)
			return LOOK_MORE;
		if (end == limit)
			break;
		width = line_width(t, begin, end);
		if (width <= WIDEST && width > *widest)
			*widest = width;
		if (end == t->len)
			break;
		if (!line_next(t, end, &begin))
			return LOOK_MORE;
	}
	return LOOK_YES;
}

static bool
at_is(const struct text *t, size_t at, size_t end, const char *set)
{
	return at < end && t->at[at] && strchr(set, t->at[at]);
}

/* "- ", "* ", "1. ", "12) ": an item of a list */
static bool
list_mark(const struct text *t, size_t at, size_t end)
{
	size_t begin = at;

	if (at_is(t, at, end, "-*+"))
		return at + 1 < end && t->at[at + 1] == ' ';
	while (at < end && ascii_is(t->at[at], ASCII_DIGIT))
		at++;
	return at > begin && at - begin <= 3 && at_is(t, at, end, ".)") &&
	    at + 1 < end && t->at[at + 1] == ' ';
}

/* "-----", "=====", "-- ": a rule, or the mark before a signature */
static bool
rule_line(const struct text *t, size_t at, size_t end)
{
	size_t begin = at;

	while (at < end && at_is(t, at, end, "-=*_~#+"))
		at++;
	if (at - begin < 2)
		return false;
	while (at < end && ascii_is(t->at[at], ASCII_BLANK))
		at++;
	return at == end;
}

static bool
begins_url(const struct text *t, size_t at, size_t end)
{
	size_t begin = at;

	if (at_is(t, at, end, "<("))
		begin = ++at;
	while (at < end && at - begin <= SCHEME_LONGEST &&
	    ascii_is(t->at[at], ASCII_SCHEME))
		at++;
	return at < end && t->at[at] == ':' &&
	    scheme_named(t->at + begin, at - begin) != NULL;
}

/* Find the line after the seam and what stands at its front. NO: nothing there
 * can belong to the URL. */
static enum look
look_across(urlgrep_scanner *s, const struct candidate *c, struct seam *seam)
{
	const struct text *t = &s->text;
	const struct piece *last = &c->pieces[c->piece_count - 1];
	struct prefix next;

	seam->text = t;
	seam->line_end = last->end;
	while (seam->line_end < t->len && seam->line_end - last->end <
	    LOOK_AHEAD && ascii_is(t->at[seam->line_end], ASCII_BLANK))
		seam->line_end++;
	if (seam->line_end == t->len)
		return t->last ? LOOK_NO : LOOK_MORE;
	if (!ascii_is(t->at[seam->line_end], ASCII_BREAK))
		return LOOK_NO;
	seam->line = line_begin(t, last->begin);
	if (!line_next(t, seam->line_end, &seam->next))
		return LOOK_MORE;
	seam->next_end = seam->next;
	while (seam->next_end < t->len && seam->next_end - seam->next <=
	    LOOK_AHEAD && !ascii_is(t->at[seam->next_end], ASCII_BREAK))
		seam->next_end++;
	if (seam->next_end == t->len && !t->last)
		return LOOK_MORE;
	prefix_read(t, seam->line, PREFIX_MARKS, &seam->prefix);
	if (seam->prefix.end > last->begin)
		seam->prefix.count = 0;
	prefix_read(t, seam->next, PREFIX_MARKS, &next);
	seam->run = next.end;
	while (seam->run < seam->next_end &&
	    ascii_is(t->at[seam->run], ASCII_BLANK))
		seam->run++;
	if (!prefix_same(&seam->prefix, &next) || seam->run >= seam->next_end)
		return LOOK_NO;
	return LOOK_YES;
}

/* ---- weighing (RULES B6) --- */

/* Letters, perhaps with quotes and the sentence's marks around them. */
static bool
is_word(const char *w, size_t len)
{
	size_t i = 0, letters = 0;

	while (i < len && strchr("\"'(", w[i]))
		i++;
	for (; i < len; i++) {
		if (ascii_is(w[i], ASCII_ALPHA) || (unsigned char)w[i] >= 0x80)
			letters++;
		else if (!(letters && strchr("'-", w[i]) && i + 1 < len &&
		    ascii_is(w[i + 1], ASCII_ALPHA)))
			break;
	}
	while (i < len && strchr("\"').,;:!?", w[i]))
		i++;
	return letters && i == len;
}

static int
weigh_line_end(const struct seam *m, const struct piece *last)
{
	const char *end = m->text->at + last->end;
	size_t len = last->end - last->begin;
	char c = end[-1];
	int sum = 0;

	if (c == '%' || (len > 1 && end[-2] == '%' && ascii_is(c, ASCII_HEX)))
		sum += 5;
	if (strchr("=&?", c))
		sum += 3;
	if (strchr("-_+,", c))
		sum += 2;
	if (strchr(",.;:!'", c))
		sum -= 2;
	if (c == '/')
		sum += 1;
	return sum;
}

static int
weigh_width(const struct seam *m, char last)
{
	size_t word = line_width(m->text, m->run, m->word_end);

	if (m->width + 1 + word <= m->widest && last != '-')
		return -4; /* the word would have had room: no forced break */
	if (m->widest >= 60 && m->width + 2 >= m->widest &&
	    m->width <= m->widest + 2)
		return 3;
	return m->width >= 60 ? 1 : 0;
}

static int
weigh_word(const struct seam *m)
{
	const char *run = m->text->at + m->run;
	size_t len = m->run_end - m->run, i;
	size_t rest = m->word_end;
	bool capital = *run >= 'A' && *run <= 'Z';
	bool figure = false, dotted = false, marked = false;

	while (rest < m->next_end && ascii_is(m->text->at[rest], ASCII_BLANK))
		rest++;
	if (is_word(run, m->word_end - m->run))
		return rest < m->next_end || capital ? -4 : -1;
	for (i = 0; i < len; i++) {
		if (strchr("/=&%?#", run[i]))
			marked = true;
		if (run[i] == '_' || ascii_is(run[i], ASCII_DIGIT))
			figure = true;
		if (run[i] == '.' && i + 1 < len &&
		    ascii_is(run[i + 1], ASCII_ALPHA))
			dotted = true;
	}
	return marked ? 3 : figure || dotted ? 2 : 0;
}

static int
weigh_verdicts(urlgrep_scanner *s, const struct candidate *c)
{
	urlgrep_url joined, unjoined;
	urlgrep_span whole = reading_join(s, c, c->piece_count);
	size_t cut = 0;
	unsigned i;

	if (whole.text == NULL)
		return 0;
	for (i = 0; i + 1 < c->piece_count; i++)
		cut += c->pieces[i].end - c->pieces[i].begin;
	matcher_judge(s->matcher, whole.text,
	    bare_trim(c->before, whole.text, whole.len), &joined);
	matcher_judge(s->matcher, whole.text,
	    bare_trim(c->before, whole.text, cut), &unjoined);
	if (joined.verdict == URLGREP_INVALID && unjoined.verdict == URLGREP_OK)
		return -4;
	if (joined.verdict == URLGREP_OK && unjoined.verdict == URLGREP_INVALID)
		return 4;
	return 0;
}

/* RFC 3986 appendix C: double quotes say where it ends, as brackets do. */
static bool
between_quotes(const struct seam *m, const struct candidate *c)
{
	return c->before == '"' && m->run_end < m->text->len &&
	    m->text->at[m->run_end] == '"';
}

static int
weigh(const struct seam *m, const struct candidate *c)
{
	const struct text *t = m->text;
	const struct piece *last = &c->pieces[c->piece_count - 1];
	size_t rest = m->word_end;
	int sum = weigh_line_end(m, last);

	if (strchr("/?&=#%_.~", t->at[m->run]))
		sum += 3;
	if (between_quotes(m, c))
		sum += 6;
	else
		sum += weigh_word(m);
	while (rest < m->next_end && ascii_is(t->at[rest], ASCII_BLANK))
		rest++;
	if (rest == m->next_end)
		sum += 1;
	if (c->before == '(' && memchr(t->at + m->run, ')', m->run_end - m->run))
		sum += 2;
	return sum;
}

/* ---- joining --- */

static enum look
measure_front(urlgrep_scanner *s, struct seam *m)
{
	const struct text *t = m->text;

	m->run_end = bare_run_end(s, m->run, m->next_end - m->run);
	if (m->run_end > m->next_end)
		m->run_end = m->next_end;
	if (m->run_end == m->run)
		return LOOK_NO;
	m->word_end = m->run;
	while (m->word_end < m->next_end &&
	    !ascii_is(t->at[m->word_end], ASCII_BLANK))
		m->word_end++;
	return LOOK_YES;
}

static enum look
measure_widths(struct seam *m)
{
	const struct text *t = m->text;
	size_t after = m->next_end;
	size_t before, own;

	m->width = line_width(t, m->line, m->line_end);
	before = widest_before(t, m->line);
	own = line_width(t, m->next, m->next_end);
	m->widest = own <= WIDEST && own > before ? own : before;
	if (after == t->len)
		return t->last ? LOOK_YES : LOOK_MORE;
	if (!line_next(t, after, &after))
		return LOOK_MORE;
	return widest_after(t, after, &m->widest);
}

static void
add_piece(struct candidate *c, const struct seam *m)
{
	struct piece *last = &c->pieces[c->piece_count - 1];

	last->hyphen = m->text->at[last->end - 1] == '-';
	c->pieces[c->piece_count++] = (struct piece){ m->run, m->run_end, false };
}

/* Is there a further break behind the last piece? */
static bool
fills_line(const struct seam *m)
{
	size_t at = m->run_end;

	while (at < m->next_end && ascii_is(m->text->at[at], ASCII_BLANK))
		at++;
	return at == m->next_end;
}

/* One break. YES: joined for certain, and there may be another. */
static enum look
rejoin_bare(urlgrep_scanner *s, struct candidate *c)
{
	struct seam m;
	enum look look = look_across(s, c, &m);
	char last;
	int sum;

	if (look == LOOK_YES && (list_mark(m.text, m.run, m.next_end) ||
	    rule_line(m.text, m.run, m.next_end) ||
	    begins_url(m.text, m.run, m.next_end)))
		return LOOK_NO;
	if (look == LOOK_YES)
		look = measure_front(s, &m);
	if (look != LOOK_YES)
		return look;
	last = m.text->at[c->pieces[c->piece_count - 1].end - 1];
	sum = weigh(&m, c);
	add_piece(c, &m);
	sum += weigh_verdicts(s, c);
	/* the widths add -4 to 3: often that cannot change anything */
	if (!between_quotes(&m, c) && sum > -3 && sum < HIGH + 4) {
		if (measure_widths(&m) == LOOK_MORE)
			return LOOK_MORE;
		sum += weigh_width(&m, last);
	}
	if (sum >= HIGH) {
		c->certain = c->piece_count;
		return fills_line(&m) ? LOOK_YES : LOOK_NO;
	}
	if (sum >= 1)
		c->confidence = sum >= MEDIUM ? URLGREP_MEDIUM : URLGREP_LOW;
	else
		c->piece_count--;
	return LOOK_NO;
}

/* RFC 3676 4.1: a line that ends in a space is soft and goes on in the next
 * line of the same depth; only with DelSp=yes does the space go with it, so
 * only then can a URL go on. "-- " is fixed. */
static enum look
rejoin_flowed(urlgrep_scanner *s, struct candidate *c)
{
	const struct text *t = &s->text;
	const struct piece *last = &c->pieces[c->piece_count - 1];
	struct seam m;
	enum look look;

	if (!(s->flags & URLGREP_DELSP))
		return LOOK_NO;
	look = look_across(s, c, &m);
	/* of two spaces one stays, and ends the URL */
	if (look != LOOK_YES || m.line_end != last->end + 1)
		return look == LOOK_MORE ? LOOK_MORE : LOOK_NO;
	m.run_end = bare_run_end(s, m.run, m.next_end - m.run);
	if (m.run_end == m.run || t->at[last->end] != ' ')
		return LOOK_NO;
	add_piece(c, &m);
	c->marked = true;
	c->certain = c->piece_count;
	return fills_line(&m) ? LOOK_YES : LOOK_NO;
}

enum look
rejoin(urlgrep_scanner *s, struct candidate *c)
{
	enum look look = LOOK_YES;
	unsigned joins;

	if (bare_trim(c->before, s->text.at + c->begin,
		c->pieces[0].end - c->begin) == 0)
		return LOOK_NO;
	for (joins = 0; joins < JOINS && look == LOOK_YES; joins++)
		look = s->flags & URLGREP_FLOWED ? rejoin_flowed(s, c) :
		    rejoin_bare(s, c);
	return look == LOOK_MORE ? LOOK_MORE : LOOK_YES;
}
