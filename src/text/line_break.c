/* line_break.c - a line break after a bare URL, and the two lines around it */
#include "text/line_break.h"

#include "text/bare.h"
#include "text/next_line.h"
#include "util/text_line.h"
#include "text/run.h"
#include "util/ascii.h"

/* ---- reading both lines --- */

/* Find the end of the URL's line, and the mark there. Answers NO if the URL does not reach
 * it. */
static enum scan_answer
read_line_end(const struct scan_text *t, size_t url_end, struct line_break *b)
{
	size_t len;

	b->line_end = b->fragment_end = url_end;
	b->mark = MARK_NONE;
	if (t->len - url_end < 4 && !t->is_last &&
	    (url_end == t->len || t->bytes[url_end] != '\n'))
		return SCAN_MORE; /* a mark of three bytes may follow, and a line break */
	if (url_end < t->len && !ascii_is_space(t->bytes[url_end])) {
		b->mark = break_mark_read(t, url_end, t->len, &len);
		if (b->mark == MARK_NONE)
			return SCAN_NO;
		b->line_end += len;
	}
	while (b->line_end < t->len && b->line_end - url_end < MAX_LOOKAHEAD_BYTES &&
	    ascii_is(t->bytes[b->line_end], ASCII_BLANK))
		b->line_end++;
	if (b->line_end == t->len)
		return t->is_last ? SCAN_NO : SCAN_MORE;
	if (!ascii_is(t->bytes[b->line_end], ASCII_BREAK))
		return SCAN_NO;
	if (b->mark == MARK_NONE) { /* the run may have taken one in */
		b->mark = break_mark_read_last(t, b->fragment_begin, url_end, &len);
		b->fragment_end -= len;
	}
	return SCAN_YES;
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

enum scan_answer
line_break_read(const urlgrep_scanner *s, const struct candidate *c, struct line_break *b)
{
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	enum scan_answer answer;

	b->text = &s->text;
	b->fragment_begin = last->begin;
	b->in_diff = false;
	b->next_prefix.count = 0;
	b->run_end = 0;
	b->leader.mark = b->next_leader.mark = 0;
	answer = read_line_end(&s->text, last->end, b);
	if (answer == SCAN_YES)
		answer = read_next_line(&s->text, b);
	if (answer != SCAN_YES)
		return answer;
	read_own_prefix(b);
	if (b->has_same_prefix)
		b->run += quote_prefix_dash_escape(b->text, b->run, b->next_end);
	return SCAN_YES;
}

enum scan_answer
line_break_read_run(const urlgrep_scanner *s, struct line_break *b)
{
	const struct scan_text *t = b->text;
	struct run r = { .text = t, .rules = s->rules, .begin = b->run, .content = b->run,
		.is_continuation = true };
	enum scan_answer answer;

	if (b->run_end > b->run)
		return SCAN_YES; /* it was measured before */
	r.end = bare_run_end(s, b->run, b->next_end - b->run);
	answer = run_find_end(&r);
	if (answer != SCAN_YES)
		return answer;
	b->run_end = r.end;
	if (b->run_end == b->run)
		return SCAN_NO;
	b->word_end = b->run_end; /* a run has no blanks */
	while (b->word_end < b->next_end &&
	    !ascii_is(t->bytes[b->word_end], ASCII_BLANK))
		b->word_end++;
	return SCAN_YES;
}

enum scan_answer
line_break_read_over_empty(const urlgrep_scanner *s, const struct candidate *c,
    struct line_break *b)
{
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	enum scan_answer answer;

	*b = (struct line_break){ .text = &s->text, .fragment_begin = last->begin };
	answer = read_line_end(&s->text, last->end, b);
	if (answer != SCAN_YES)
		return answer;
	answer = read_next_line(&s->text, b);
	if (answer == SCAN_NO && b->next_prefix.count > 0) {
		b->line_end = b->next_end;
		answer = read_next_line(&s->text, b);
	}
	if (answer == SCAN_YES)
		answer = next_line_is_url(&s->text, b->run, b->next_end) ? SCAN_NO :
		    line_break_read_run(s, b);
	return answer;
}

/* ---- what they look like --- */

urlgrep_span
line_break_first_word(const struct line_break *b)
{
	size_t end = b->run_end > b->run ? b->word_end : b->run;

	while (end < b->next_end && !ascii_is(b->text->bytes[end], ASCII_BLANK))
		end++;
	return (urlgrep_span){ b->text->bytes + b->run, end - b->run };
}

bool
line_break_run_ends_line(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t len, at = b->run_end;

	if (at < b->next_end && break_mark_read(t, at, b->next_end, &len) != MARK_NONE)
		at += len;
	return text_line_is_blank(t, at, b->next_end);
}

bool
line_break_ends_in_hyphen(const struct line_break *b)
{
	const char *end = b->text->bytes + b->fragment_end;

	return end[-1] == '-' && end[-2] != '-';
}

bool
line_break_ends_markdown(const struct line_break *b)
{
	urlgrep_span word = line_break_first_word(b);
	size_t end = b->run + word.len;

	return next_word_is_plain(word) && ((*word.text >= 'A' && *word.text <= 'Z') ||
	    !text_line_is_blank(b->text, end, b->next_end));
}

/* ---- joining them --- */

void
line_break_add_fragment(struct candidate *c, const struct line_break *b)
{
	struct fragment *last = &c->fragments[c->fragment_count - 1];

	last->end = b->fragment_end;
	last->ends_in_hyphen = b->text->bytes[last->end - 1] == '-';
	c->fragments[c->fragment_count++] = (struct fragment){ b->run, b->run_end, false, "" };
}
