/* line_break.c - does a bare URL that reaches the end of its line go on?
 *
 * Nothing certain says so. RULES B6 weighs what the lines look like; in
 * format=flowed (RFC 3676) the sender has marked the breaks. */
#include <string.h>
#include <strings.h>

#include "util/ascii.h"
#include "text/line_break.h"

/* ---- looking at the lines --- */

static bool
at_is(const struct text *t, size_t at, size_t end, const char *set)
{
	while (at < end && *set && *set != t->at[at])
		set++;
	return at < end && *set;
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

/* "www.", "ftp.", "URL:" */
static bool
begins_as_url(const struct text *t, size_t at, size_t end)
{
	const char *front = t->at + at;

	return end - at > 4 && (front[3] == '.' || front[3] == ':') &&
	    (strncasecmp(front, "www.", 4) == 0 ||
		strncasecmp(front, "ftp.", 4) == 0 ||
		strncasecmp(front, "url:", 4) == 0);
}

static bool
begins_url(const struct text *t, size_t at, size_t end)
{
	size_t begin = at;

	if (t->at[at] == '<' || t->at[at] == '(')
		begin = ++at;
	if (begins_as_url(t, at, end))
		return true;
	while (at < end && at - begin <= MAX_SCHEME_BYTES &&
	    ascii_is(t->at[at], ASCII_SCHEME))
		at++;
	return at < end && t->at[at] == ':' &&
	    scheme_find(t->at + begin, at - begin) != NULL;
}

/* PGP writes "- " before a line that begins with a hyphen (RFC 4880, 7.1). */
static void
skip_dash_escape(struct seam *m)
{
	const char *at = m->text->at + m->run;

	if (m->run + 3 < m->next_end && memcmp(at, "- -", 3) == 0 && at[3] != ' ' &&
	    at[3] != '-')
		m->run += 2;
}

/* Find the line after the seam and what stands at its front. NO: nothing there
 * can belong to the URL. */
static enum look
look_across(urlgrep_scanner *s, const struct candidate *c, struct seam *seam)
{
	const struct text *t = &s->text;
	const struct piece *last = &c->pieces[c->piece_count - 1];

	seam->text = t;
	seam->begin = last->begin;
	seam->line_end = last->end;
	while (seam->line_end < t->len && seam->line_end - last->end <
	    LOOK_AHEAD && ascii_is(t->at[seam->line_end], ASCII_BLANK))
		seam->line_end++;
	if (seam->line_end == t->len)
		return t->last ? LOOK_NO : LOOK_MORE;
	if (!ascii_is(t->at[seam->line_end], ASCII_BREAK))
		return LOOK_NO;
	if (!line_next(t, seam->line_end, &seam->next))
		return LOOK_MORE;
	seam->next_end = line_break(t, seam->next,
	    t->len - seam->next > LOOK_AHEAD ? seam->next + LOOK_AHEAD + 1 : t->len);
	if (seam->next_end == t->len && !t->last)
		return LOOK_MORE;
	prefix_read(t, seam->next, PREFIX_MARKS, &seam->next_prefix);
	seam->run = seam->next_prefix.end;
	while (seam->run < seam->next_end &&
	    ascii_is(t->at[seam->run], ASCII_BLANK))
		seam->run++;
	if (seam->run >= seam->next_end)
		return LOOK_NO;
	seam->line = line_begin(t, last->begin);
	prefix_read(t, seam->line, PREFIX_MARKS, &seam->prefix);
	if (seam->prefix.end > last->begin)
		seam->prefix.count = 0;
	seam->same_prefix = prefix_same(&seam->prefix, &seam->next_prefix);
	if (seam->same_prefix)
		skip_dash_escape(seam);
	return LOOK_YES;
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

/* Nothing of it is a letter or a figure. */
static bool
only_marks(const struct text *t, size_t at, size_t end)
{
	while (at < end && !ascii_is(t->at[at], ASCII_ALPHA | ASCII_DIGIT) &&
	    (unsigned char)t->at[at] < 0x80)
		at++;
	return at == end;
}

/* Lines whose marks of quotation differ were wrapped once more by a program that
 * cuts anywhere; that it cut just behind a slash says that it did not. */
static bool
quoted_otherwise(const struct seam *m)
{
	return !m->same_prefix && m->text->at[m->line_end - 1] == '/';
}

/* Neither a list, a rule, another URL nor a row of marks can belong to it; most lines
 * begin with a letter, and are at most a URL. */
static bool
never_goes_on(const struct seam *m)
{
	char front = m->text->at[m->run];

	if (quoted_otherwise(m) || begins_url(m->text, m->run, m->next_end))
		return true;
	return !ascii_is(front, ASCII_ALPHA) &&
	    (list_mark(m->text, m->run, m->next_end) ||
		rule_line(m->text, m->run, m->next_end) ||
		(only_marks(m->text, m->run, m->next_end) && front != '/'));
}

/* One break. YES: joined for certain, and there may be another. */
static enum look
rejoin_bare(urlgrep_scanner *s, struct candidate *c)
{
	struct seam m;
	enum look look = look_across(s, c, &m);
	int sum;

	if (look == LOOK_YES && never_goes_on(&m))
		return LOOK_NO;
	if (look == LOOK_YES)
		look = measure_front(s, &m);
	if (look != LOOK_YES)
		return look;
	add_piece(c, &m);
	if (seam_weigh(s, c, &m, &sum) == LOOK_MORE)
		return LOOK_MORE;
	if (sum >= SEAM_HIGH) {
		c->certain = c->piece_count;
		return fills_line(&m) ? LOOK_YES : LOOK_NO;
	}
	if (sum >= SEAM_LOW)
		c->confidence = sum >= SEAM_MEDIUM ? URLGREP_MEDIUM : URLGREP_LOW;
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
	if (look != LOOK_YES || m.line_end != last->end + 1 || !m.same_prefix)
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

	for (joins = 0; joins < JOINS && look == LOOK_YES; joins++)
		look = s->flags & URLGREP_FLOWED ? rejoin_flowed(s, c) :
		    rejoin_bare(s, c);
	if (look == LOOK_MORE)
		return LOOK_MORE;
	return c->cut && c->certain == 1 ? LOOK_NO : LOOK_YES;
}
