/* line_break.c - does a bare URL that reaches the end of its line go on in the next?
 *
 * Nothing certain says so, so join_score.c weighs what both lines look like (rule B6).
 * In format=flowed (RFC 3676) the sender has marked the breaks. */
#include "text/line_break.h"

#include <string.h>

#include "text/bare.h"
#include "text/join_score.h"
#include "text/lines/text_line.h"
#include "text/run/run.h"
#include "util/ascii.h"

/* ---- fronts of lines that cannot continue a URL --- */

static bool
is_one_of(const struct scan_text *t, size_t at, size_t end, const char *set)
{
	while (at < end && *set && *set != t->bytes[at])
		set++;
	return at < end && *set;
}

/* "- ", "* ", "1. ", "12) ": an item of a list */
static bool
is_list_item(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	if (is_one_of(t, at, end, "-*+"))
		return at + 1 < end && t->bytes[at + 1] == ' ';
	while (at < end && ascii_is(t->bytes[at], ASCII_DIGIT))
		at++;
	return at > begin && at - begin <= 3 && is_one_of(t, at, end, ".)") &&
	    at + 1 < end && t->bytes[at + 1] == ' ';
}

/* "-----", "=====", "-- ": a ruled line, or the mark before a signature */
static bool
is_ruled_line(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	while (at < end && is_one_of(t, at, end, "-=*_~#+"))
		at++;
	return at - begin >= 2 && text_line_is_blank(t, at, end);
}

/* Return true if neither a letter nor a digit is in bytes[at..end). */
static bool
is_punctuation(const struct scan_text *t, size_t at, size_t end)
{
	while (at < end && !ascii_is(t->bytes[at], ASCII_ALPHA | ASCII_DIGIT) &&
	    (unsigned char)t->bytes[at] < 0x80)
		at++;
	return at == end;
}

/* "www.", "ftp.", "URL:" */
static bool
has_url_front(const struct scan_text *t, size_t at, size_t end)
{
	const char *front = t->bytes + at;

	return end - at > 4 && (front[3] == '.' || front[3] == ':') &&
	    (ascii_equal(front, "www.", 4) || ascii_equal(front, "ftp.", 4) ||
		ascii_equal(front, "url:", 4));
}

/* Return true if another URL begins at `at`. */
static bool
is_url_begin(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	if (t->bytes[at] == '<' || t->bytes[at] == '(')
		begin = ++at;
	if (has_url_front(t, at, end))
		return true;
	while (at < end && at - begin <= MAX_SCHEME_BYTES &&
	    ascii_is(t->bytes[at], ASCII_SCHEME))
		at++;
	return at < end && t->bytes[at] == ':' &&
	    scheme_find(t->bytes + begin, at - begin) != NULL;
}

/* Return true if the URL's line ends in "/" and the quote prefixes of the lines differ.
 * Then a program wrapped the quoted line again; it cuts anywhere, and hardly ever just
 * after a slash. */
static bool
is_rewrapped_after_slash(const struct line_break *b)
{
	return !b->has_same_prefix && b->text->bytes[b->line_end - 1] == '/';
}

/* Return true if the next line is an item of a list, a ruled line, another URL or
 * punctuation. Most lines begin with a letter, and so can only be another URL. */
static bool
cannot_continue(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	char front = t->bytes[b->run];

	if (is_rewrapped_after_slash(b) || is_url_begin(t, b->run, b->next_end))
		return true;
	return !ascii_is(front, ASCII_ALPHA) &&
	    (is_list_item(t, b->run, b->next_end) ||
		is_ruled_line(t, b->run, b->next_end) ||
		(is_punctuation(t, b->run, b->next_end) && front != '/'));
}

/* ---- reading both lines --- */

/* Find the end of the URL's line. Answers NO if the URL does not reach it. */
static enum scan_answer
read_line_end(const struct scan_text *t, size_t url_end, struct line_break *b)
{
	b->line_end = url_end;
	while (b->line_end < t->len && b->line_end - url_end < MAX_LOOKAHEAD_BYTES &&
	    ascii_is(t->bytes[b->line_end], ASCII_BLANK))
		b->line_end++;
	if (b->line_end == t->len)
		return t->is_last ? SCAN_NO : SCAN_MORE;
	return ascii_is(t->bytes[b->line_end], ASCII_BREAK) ? SCAN_YES : SCAN_NO;
}

/* OpenPGP writes "- " before a line that begins with a hyphen (RFC 4880, 7.1). */
static void
skip_dash_escape(struct line_break *b)
{
	const char *at = b->text->bytes + b->run;

	if (b->run + 3 < b->next_end && memcmp(at, "- -", 3) == 0 && at[3] != ' ' &&
	    at[3] != '-')
		b->run += 2;
}

/* Find the next line and what is at its front. Answers NO if it is blank. */
static enum scan_answer
read_next_line(const struct scan_text *t, struct line_break *b)
{
	size_t limit;

	if (!text_line_find_next(t, b->line_end, &b->next_line))
		return SCAN_MORE;
	limit = t->len - b->next_line > MAX_LOOKAHEAD_BYTES ?
	    b->next_line + MAX_LOOKAHEAD_BYTES + 1 : t->len;
	b->next_end = text_line_find_end(t, b->next_line, limit);
	if (b->next_end == t->len && !t->is_last)
		return SCAN_MORE;
	quote_prefix_read(t, b->next_line, MAX_QUOTE_MARKS, &b->next_prefix);
	b->run = b->next_prefix.end;
	while (b->run < b->next_end && ascii_is(t->bytes[b->run], ASCII_BLANK))
		b->run++;
	return b->run < b->next_end ? SCAN_YES : SCAN_NO;
}

static void
read_own_prefix(struct line_break *b)
{
	b->line = text_line_find_begin(b->text, b->fragment_begin);
	quote_prefix_read(b->text, b->line, MAX_QUOTE_MARKS, &b->prefix);
	if (b->prefix.end > b->fragment_begin) {
		b->prefix.count = 0;
		b->prefix.end = b->line;
	}
	b->has_same_prefix = quote_prefix_equal(&b->prefix, &b->next_prefix);
}

/* Read the lines around the break after c's last fragment, but not yet the run of the
 * next line. Answers NO if there is no break or nothing that could belong to c. */
static enum scan_answer
read_lines(const urlgrep_scanner *s, const struct candidate *c, struct line_break *b)
{
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	enum scan_answer answer;

	b->text = &s->text;
	b->fragment_begin = last->begin;
	answer = read_line_end(&s->text, last->end, b);
	if (answer == SCAN_YES)
		answer = read_next_line(&s->text, b);
	if (answer != SCAN_YES)
		return answer;
	read_own_prefix(b);
	if (b->has_same_prefix)
		skip_dash_escape(b);
	return SCAN_YES;
}

/* Measure the run at the front of the next line. Answers NO if it is empty. */
static enum scan_answer
read_run(const urlgrep_scanner *s, struct line_break *b)
{
	const struct scan_text *t = b->text;

	struct run r = { .text = t, .begin = b->run, .content = b->run,
		.is_continuation = true };
	enum scan_answer answer;

	r.end = bare_run_end(s, b->run, b->next_end - b->run);
	answer = run_find_end(&r);
	if (answer != SCAN_YES)
		return answer;
	b->run_end = r.end;
	if (b->run_end == b->run)
		return SCAN_NO;
	b->word_end = b->run;
	while (b->word_end < b->next_end &&
	    !ascii_is(t->bytes[b->word_end], ASCII_BLANK))
		b->word_end++;
	return SCAN_YES;
}

/* ---- joining --- */

static void
add_fragment(struct candidate *c, const struct line_break *b)
{
	struct fragment *last = &c->fragments[c->fragment_count - 1];

	last->ends_in_hyphen = b->text->bytes[last->end - 1] == '-';
	c->fragments[c->fragment_count++] = (struct fragment){ b->run, b->run_end, false, '\0' };
}

/* Return true if the run reaches the end of its line, so that another break may
 * follow. */
static bool
reaches_line_end(const struct line_break *b)
{
	return text_line_is_blank(b->text, b->run_end, b->next_end);
}

/* Decide by the score of one break whether its fragment, c's last, stays. Answers YES
 * if it is certain and the next line must be examined, too. */
static enum scan_answer
decide_join(struct candidate *c, const struct line_break *b, int score)
{
	if (score >= JOIN_CERTAIN) {
		c->certain_count = c->fragment_count;
		return reaches_line_end(b) ? SCAN_YES : SCAN_NO;
	}
	if (score >= JOIN_POSSIBLE)
		c->confidence = score >= JOIN_LIKELY ? URLGREP_MEDIUM : URLGREP_LOW;
	else
		c->fragment_count--;
	return SCAN_NO;
}

/* Join one line. Answers as decide_join. */
static enum scan_answer
join_plain(urlgrep_scanner *s, struct candidate *c)
{
	struct line_break b;
	enum scan_answer answer = read_lines(s, c, &b);
	int score;

	if (answer == SCAN_YES && cannot_continue(&b))
		return SCAN_NO;
	if (answer == SCAN_YES)
		answer = read_run(s, &b);
	if (answer != SCAN_YES)
		return answer;
	add_fragment(c, &b);
	answer = join_score(s, c, &b, &score);
	return answer == SCAN_YES ? decide_join(c, &b, score) : answer;
}

/* Join one line of format=flowed. RFC 3676, 4.1: a line that ends in a space is soft
 * and goes on in the next line of the same quote depth. Only with DelSp=yes is that
 * space deleted, so only then can a URL go on. "-- " is fixed. */
static enum scan_answer
join_flowed(urlgrep_scanner *s, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	struct line_break b;
	enum scan_answer answer;

	if (!(s->flags & URLGREP_DELSP))
		return SCAN_NO;
	answer = read_lines(s, c, &b);
	if (answer != SCAN_YES)
		return answer;
	/* of two spaces one stays, and ends the URL */
	if (b.line_end != last->end + 1 || t->bytes[last->end] != ' ' ||
	    !b.has_same_prefix || read_run(s, &b) != SCAN_YES)
		return SCAN_NO;
	add_fragment(c, &b);
	c->has_soft_breaks = true;
	c->certain_count = c->fragment_count;
	return reaches_line_end(&b) ? SCAN_YES : SCAN_NO;
}

enum scan_answer
line_break_join(urlgrep_scanner *s, struct candidate *c)
{
	enum scan_answer answer = SCAN_YES;
	unsigned joins;

	for (joins = 0; joins < MAX_JOINS && answer == SCAN_YES; joins++)
		answer = s->flags & URLGREP_FLOWED ? join_flowed(s, c) : join_plain(s, c);
	if (answer == SCAN_MORE || answer == SCAN_NOMEM)
		return answer;
	return c->lacks_host && c->certain_count == 1 ? SCAN_NO : SCAN_YES;
}
