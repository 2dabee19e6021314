/* line_break.c - does a bare URL that reaches the end of its line go on in the next?
 *
 * A mark at the end of the line may say so; in format=flowed (RFC 3676) the sender has
 * marked the breaks. Otherwise nothing is certain: in mail, join_score.c scores the features
 * of both lines (rule B6); in other text, text_join.c requires a clear sign (rules J2-J8). */
#include "text/join/line_break.h"

#include <string.h>

#include "names/host/suffix.h"
#include "text/form/bare.h"
#include "text/join/signs/identifiers.h"
#include "text/join/join_score.h"
#include "text/join/context/mail_signs.h"
#include "text/join/context/next_line.h"
#include "text/join/quoted_printable.h"
#include "text/join/signs/line_widths.h"
#include "text/join/signs/words.h"
#include "text/join/text_join.h"
#include "text/join/context/typeset.h"
#include "text/lines/text_line.h"
#include "text/readings.h"
#include "text/run/run.h"
#include "unwrap/wrapper/shape.h"
#include "util/ascii/ascii.h"

/* Return the first word of the next line. */
static urlgrep_span
first_word(const struct line_break *b)
{
	size_t end = b->run_end > b->run ? b->word_end : b->run;

	while (end < b->next_end && !ascii_is(b->text->bytes[end], ASCII_BLANK))
		end++;
	return (urlgrep_span){ b->text->bytes + b->run, end - b->run };
}

/* Return true if the word has a slash, and a "?" after it: "a/b.html?nav=top". */
static bool
is_path_with_query(urlgrep_span word)
{
	const char *slash = memchr(word.text, '/', word.len);

	return slash && memchr(slash, '?', (size_t)(word.text + word.len - slash) - 1);
}

/* Return true if the URL's line ends in "/" and the quote prefixes of the lines differ.
 * Then a program wrapped the quoted line again; it cuts anywhere, and hardly ever just
 * after a slash, unless a Message-ID or a commit's id follows, or a path that is no prose. */
static bool
is_rewrapped_after_slash(const struct line_break *b, urlgrep_span word)
{
	urlgrep_span before = { b->text->bytes + b->fragment_begin,
		b->fragment_end - b->fragment_begin };

	return !b->has_same_prefix && b->text->bytes[b->line_end - 1] == '/' &&
	    !is_path_with_query(word) && !identifier_is_commit(word) &&
	    !identifier_is_message_id(before, word);
}

/* Return true if a bar between blanks is in bytes[begin..end). */
static bool
has_bar(const char *bytes, size_t begin, size_t end)
{
	/* most lines have no bar, and memmem() takes longer to find that */
	return memchr(bytes + begin, '|', end - begin) != NULL &&
	    memmem(bytes + begin, end - begin, " | ", 3) != NULL;
}

/* Return true if a bar between blanks stands before the URL in its line, and one after the
 * first word of the next line: the text has two columns, as signatures do. */
static bool
is_in_column(const struct line_break *b)
{
	const char *bytes = b->text->bytes;

	return has_bar(bytes, b->prefix.end, b->fragment_begin) &&
	    has_bar(bytes, b->run, b->next_end);
}

/* Return true if the URL ends where a host follows, in "//" or in an escaped slash as that of a
 * redirector in "%3A%2F%2F", and the next line begins with "www." or the like. */
static bool
is_divided_before_host(const struct line_break *b)
{
	const char *end = b->text->bytes + b->fragment_end;

	if (b->fragment_begin > 0 && b->text->bytes[b->fragment_begin - 1] == '=')
		return false; /* the field of a URL that was not joined */
	return b->fragment_end - b->fragment_begin > 3 && b->next_end - b->run > 3 &&
	    b->text->bytes[b->run + 3] == '.' &&
	    (memcmp(end - 2, "//", 2) == 0 || ascii_equal(end - 3, "%2f", 3));
}

/* Return true if the word is an absolute path in a file system, and not that of "file://". */
static bool
is_path_of_system(const struct line_break *b, urlgrep_span word)
{
	return next_word_is_file_path(word) &&
	    memcmp(b->text->bytes + b->fragment_end - 2, "//", 2) != 0;
}

/* Return true if the next line is an item of a list or of a list of files, a ruled line,
 * another URL, source code, a path in a file system, the size of a file or of a change, a
 * line of a log, or punctuation. */
static bool
cannot_continue(const struct line_break *b)
{
	urlgrep_span word = first_word(b);
	char last = b->text->bytes[b->fragment_end - 1];

	return is_rewrapped_after_slash(b, word) ||
	    (next_line_is_url(b->text, b->run, b->next_end) && !is_divided_before_host(b)) ||
	    next_line_is_layout(b->text, b->run, b->next_end) ||
	    next_line_is_size(b->text, b->run, b->next_end) ||
	    next_line_is_of_log(b->text, b->run, b->next_end, last) ||
	    next_line_is_listing(b->text, b->run, b->next_end) ||
	    next_line_is_diffstat(b->text, b->run + word.len, b->next_end) ||
	    next_word_is_directive(word) || is_path_of_system(b, word) ||
	    next_word_is_call_or_place(word) || is_in_column(b);
}

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

/* Read the lines around the break after c's last fragment, but not yet the run of the
 * next line. Answers NO if there is no break or nothing that could belong to c; then
 * b->next_prefix is that of an empty line, if that is all the next line has. */
static enum scan_answer
read_lines(const urlgrep_scanner *s, const struct candidate *c, struct line_break *b)
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

/* Return true if nothing in the run may end it, and white space follows: as nearly always. */
static bool
is_plain_run(const struct run *r)
{
	const struct scan_text *t = r->text;

	return r->end < t->len && ascii_is_space(t->bytes[r->end]) &&
	    ascii_plain(t->bytes + r->begin, t->len - r->begin) >= r->end - r->begin;
}

/* Measure the run at the front of the next line. Answers NO if it is empty. */
static enum scan_answer
read_run(const urlgrep_scanner *s, struct line_break *b)
{
	const struct scan_text *t = b->text;
	struct run r = { .text = t, .begin = b->run, .content = b->run,
		.is_continuation = true };
	enum scan_answer answer;

	if (b->run_end > b->run)
		return SCAN_YES; /* it was measured before */
	r.end = bare_run_end(s, b->run, b->next_end - b->run);
	answer = is_plain_run(&r) ? SCAN_YES : run_find_end(&r);
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

/* ---- joining --- */

static void
add_fragment(struct candidate *c, const struct line_break *b)
{
	struct fragment *last = &c->fragments[c->fragment_count - 1];

	last->end = b->fragment_end;
	last->ends_in_hyphen = b->text->bytes[last->end - 1] == '-';
	c->fragments[c->fragment_count++] = (struct fragment){ b->run, b->run_end, false, "" };
}

/* Return true if the run reaches the end of its line, so that another break may
 * follow: but for a mark, nothing is after it. */
static bool
reaches_line_end(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t len, at = b->run_end;

	if (at < b->next_end && break_mark_read(t, at, b->next_end, &len) != MARK_NONE)
		at += len;
	return text_line_is_blank(t, at, b->next_end);
}

/* Return true if the breaks after the certain ones are joined, too. If there are certain
 * ones, the URL goes on anyway, and a URL that is joined only in part was never written. */
static bool
is_chain_joined(const struct candidate *c)
{
	return c->chain_score >= (c->certain_count > 1 ? JOIN_LIKELY : JOIN_CERTAIN);
}

/* Add the score of one more break to that of the chain. Later breaks show little more than
 * the first one, since the lines around are the same. */
static void
add_to_chain(struct candidate *c, int score)
{
	c->chain_score += c->certain_count + 1 == c->fragment_count ? score : score / 2;
}

/* Join all fragments for certain. score: that of the last break. */
static void
join_chain(struct candidate *c, const struct line_break *b, int score)
{
	if (b->mark == MARK_EQUALS || score < JOIN_CERTAIN ||
	    c->certain_count + 1 < c->fragment_count)
		c->confidence = URLGREP_MEDIUM;
	c->has_soft_breaks = (b->mark == MARK_HYPHEN || b->mark == MARK_BACKSLASH) &&
	    (c->certain_count == 1 || c->has_soft_breaks);
	c->certain_count = c->fragment_count;
	c->chain_score = 0;
	if (b->mark == MARK_NONE && c->fragments[c->fragment_count - 2].ends_in_hyphen &&
	    typeset_divides_words(b)) {
		c->has_typeset_hyphens = true;
		c->confidence = URLGREP_MEDIUM;
	}
}

/* Return true if the URL ends in a hyphen, and not in a line drawn with hyphens. Hardly any
 * URL does, so that it may go on whatever the lines look like. */
static bool
ends_in_one_hyphen(const struct line_break *b)
{
	const char *end = b->text->bytes + b->fragment_end;

	return end[-1] == '-' && end[-2] != '-';
}

/* Decide by the score of one break, and of those before it that are not certain, whether
 * the run of the next line is joined. Answers YES if the next line must be examined,
 * too. */
static enum scan_answer
decide_join(struct candidate *c, const struct line_break *b, int score)
{
	if (score < JOIN_POSSIBLE)
		return SCAN_NO;
	if (c->certain_count > 1 && score < JOIN_LIKELY && ends_in_one_hyphen(b))
		score = JOIN_LIKELY; /* nobody wrote what is joined only up to a hyphen */
	add_fragment(c, b);
	add_to_chain(c, score);
	if (is_chain_joined(c))
		join_chain(c, b, score);
	else if (c->certain_count + 1 == c->fragment_count)
		c->confidence = score >= JOIN_LIKELY ? URLGREP_MEDIUM : URLGREP_LOW;
	return score >= JOIN_LIKELY && reaches_line_end(b) ? SCAN_YES : SCAN_NO;
}

/* ---- the score of a break --- */

/* Return true if a backslash ends a line of Markdown, and does not divide one of code: the
 * next line is prose. */
static bool
ends_markdown_line(const struct line_break *b)
{
	urlgrep_span word = first_word(b);
	size_t end = b->run + word.len;

	return next_word_is_plain(word) && ((*word.text >= 'A' && *word.text <= 'Z') ||
	    !text_line_is_blank(b->text, end, b->next_end));
}

/* Return true if the lines are what is left of a gateway's wrapper that some program has
 * undone although it was broken: "https://www.exa/" and "mple.org%2Fa&data=05%7C". */
static bool
is_torn_wrapper(const struct candidate *c, const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	urlgrep_span url = { bytes + c->begin, b->fragment_end - c->begin };
	size_t path, label;

	if (c->fragment_count > 1 || !memchr(bytes + b->run, '%', b->word_end - b->run) ||
	    !memmem(bytes + b->run, b->word_end - b->run, "%2F", 3))
		return false;
	path = label = word_find_path(url);
	while (label > 0 && ascii_is(url.text[label - 1], ASCII_ALPHA | ASCII_DIGIT))
		label--;
	return path < url.len && url.len - path <= 2 &&
	    top_label_find(url.text + label, path - label) == NULL;
}

/* Set *score as in mail. Answers YES, MORE or NOMEM. */
static enum scan_answer
score_mail(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	enum scan_answer answer;

	*score = JOIN_NEVER;
	if (cannot_continue(b) || (b->mark == MARK_BACKSLASH && ends_markdown_line(b)))
		return SCAN_YES;
	answer = read_run(s, b);
	if (answer != SCAN_YES)
		return answer == SCAN_NO ? SCAN_YES : answer;
	if (b->mark != MARK_NONE) {
		*score = JOIN_CERTAIN;
		return SCAN_YES;
	}
	add_fragment(c, b);
	answer = join_score(s, c, b, score);
	c->fragment_count--;
	if (answer == SCAN_YES && (is_torn_wrapper(c, b) ||
	    (*score < JOIN_POSSIBLE && ends_in_one_hyphen(b))))
		*score = JOIN_POSSIBLE; /* neither the joined URL nor the other was written */
	return answer;
}

/* Set *score as in other text. */
static enum scan_answer
score_text(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	enum scan_answer answer;

	*score = JOIN_NEVER;
	if (c->byte_before == '{' && b->text->bytes[b->fragment_end - 1] == '%') {
		b->mark = MARK_PERCENT; /* TeX: \url{http://h.example/a% */
		b->fragment_end--;
	}
	answer = text_join_read_leaders(b, &s->hunk_memo);
	if (answer == SCAN_YES && b->mark == MARK_BACKSLASH && ends_markdown_line(b))
		answer = SCAN_NO;
	if (answer == SCAN_YES)
		answer = read_run(s, b);
	if (answer != SCAN_YES)
		return answer == SCAN_NO ? SCAN_YES : answer;
	return text_join_score(s, c, b, score);
}

static bool
is_same_decision(int a, int b)
{
	return (a < JOIN_POSSIBLE && b < JOIN_POSSIBLE) ||
	    (a >= JOIN_CERTAIN && b >= JOIN_CERTAIN);
}

/* Set *score as in mail if the lines around look like mail, else as in other text, and
 * leave *b as that has read it. */
static enum scan_answer
score_unknown(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	struct line_break mail = *b;
	urlgrep_sign *sign = s->signs + s->sign_count, text_sign;
	enum scan_answer answer = score_text(s, c, b, score);
	unsigned sign_count = s->sign_count;
	int mail_score;

	if (answer != SCAN_YES || text_join_is_source(b))
		return answer;
	if (mail.run == b->run) {
		mail.run_end = b->run_end;
		mail.word_end = b->word_end;
	}
	text_sign = *sign; /* there is at most one */
	s->sign_count = (unsigned)(sign - s->signs);
	answer = score_mail(s, c, &mail, &mail_score);
	if (answer == SCAN_YES && !is_same_decision(mail_score, *score))
		answer = mail_signs_find(&s->text, b->line);
	else if (answer == SCAN_YES)
		answer = SCAN_NO;
	if (answer == SCAN_YES) {
		*b = mail;
		*score = mail_score;
	}
	if (answer != SCAN_NO)
		return answer;
	*sign = text_sign;
	s->sign_count = sign_count;
	return SCAN_YES;
}

/* Set *score in mail: source code and diffs there are text. */
static enum scan_answer
score_message(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	struct line_break text = *b;

	if (text_join_read_leaders(&text, &s->hunk_memo) == SCAN_NO ||
	    !text_join_is_source(&text)) {
		*score = JOIN_NEVER;
		return text_join_is_source(&text) ? SCAN_YES : score_mail(s, c, b, score);
	}
	*b = text;
	return score_text(s, c, b, score);
}

/* Join what is between quotation marks and nothing else. */
static enum scan_answer
score_quoted(urlgrep_scanner *s, struct candidate *c, struct line_break *b, int *score)
{
	const struct scan_text *t = b->text;
	enum scan_answer answer = SCAN_NO;

	*score = JOIN_NEVER;
	if (c->byte_before == '"' && text_join_read_leaders(b, &s->hunk_memo) == SCAN_YES)
		answer = read_run(s, b);
	if (answer == SCAN_YES && b->run_end < b->next_end && t->bytes[b->run_end] == '"')
		*score = JOIN_CERTAIN;
	return answer == SCAN_NO ? SCAN_YES : answer;
}

/* Join the next line, whatever it is, if the URL's line ends in a soft line break of
 * quoted-printable. Answers as decide_join, or NO if it does not end so. */
static enum scan_answer
join_quoted_printable(urlgrep_scanner *s, struct candidate *c, struct line_break *b)
{
	enum scan_answer answer = quoted_printable_find(c, b);

	if (answer != SCAN_YES)
		return answer;
	b->mark = MARK_EQUALS;
	b->run = quoted_printable_run(b);
	b->run_end = bare_run_end(s, b->run, b->next_end - b->run);
	c->is_quoted_printable = true;
	return decide_join(c, b, JOIN_CERTAIN);
}

/* Set *shape to that of what is joined so far, as the wrapper of a mail gateway. Returns
 * false without memory. */
static bool
find_shape(urlgrep_scanner *s, const struct candidate *c, enum wrapper_shape *shape)
{
	urlgrep_span joined = readings_join_fragments(s, c);

	*shape = joined.text ? wrapper_shape_of(joined.text, joined.len) : SHAPE_NONE;
	return joined.text != NULL;
}

/* Read the next line, or the one after it if that is empty but for a quote prefix. Answers
 * NO if it cannot belong to a wrapper. */
static enum scan_answer
read_over_empty_line(const urlgrep_scanner *s, const struct candidate *c,
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
		    read_run(s, b);
	return answer;
}

/* Return true if the end of the wrapper is missing. */
static bool
is_cut(enum wrapper_shape shape)
{
	return shape == SHAPE_OPEN || shape == SHAPE_CLOSING;
}

/* How many fragments a URL has, and the last of them. */
struct chain {
	unsigned count;
	struct fragment last;
};

static struct chain
get_chain(const struct candidate *c)
{
	return (struct chain){ c->fragment_count, c->fragments[c->fragment_count - 1] };
}

static void
set_chain(struct candidate *c, const struct chain *chain)
{
	c->fragment_count = chain->count;
	c->fragments[chain->count - 1] = chain->last;
}

/* Add lines to c, a wrapper that is cut, until it is whole. Answers YES, with the last
 * break in *b; NO if it does not become whole, or something else is in these lines; MORE
 * or NOMEM. *closing: the chain with which something follows the target, if there is one
 * before it is whole. */
static enum scan_answer
add_lines_of_wrapper(urlgrep_scanner *s, struct candidate *c, struct line_break *b,
    struct chain *closing)
{
	enum wrapper_shape shape, before = SHAPE_OPEN;
	enum scan_answer answer;

	while (c->fragment_count <= MAX_WRAPPER_JOINS) {
		answer = read_over_empty_line(s, c, b);
		if (answer != SCAN_YES)
			return answer;
		add_fragment(c, b);
		if (!find_shape(s, c, &shape))
			return SCAN_NOMEM;
		if (shape == SHAPE_WHOLE)
			return SCAN_YES;
		if (shape == SHAPE_CLOSING && before == SHAPE_OPEN)
			*closing = get_chain(c);
		if (!is_cut(shape) || !reaches_line_end(b))
			return SCAN_NO;
		before = shape;
	}
	return SCAN_NO;
}

/* Join the lines after an empty quoted line, if the URL is a wrapper that is whole with
 * them (rule U13): programs that break the lines of a reply again leave such lines.
 * Answers as decide_join. */
static enum scan_answer
join_over_empty_lines(urlgrep_scanner *s, struct candidate *c)
{
	struct chain chain = get_chain(c), closing = chain;
	enum wrapper_shape shape;
	struct line_break b;
	enum scan_answer answer;

	if (!find_shape(s, c, &shape))
		return SCAN_NOMEM;
	if (!is_cut(shape))
		return SCAN_NO;
	answer = add_lines_of_wrapper(s, c, &b, &closing);
	if (answer == SCAN_NO && closing.count > chain.count) {
		set_chain(c, &closing);
	} else if (answer != SCAN_YES) {
		set_chain(c, &chain);
		return answer;
	}
	c->certain_count = c->fragment_count;
	return answer == SCAN_YES && reaches_line_end(&b) ? SCAN_YES : SCAN_NO;
}

/* Join one line. Answers as decide_join. */
static enum scan_answer
join_plain(urlgrep_scanner *s, struct candidate *c)
{
	struct line_break b;
	enum scan_answer answer = read_lines(s, c, &b);
	unsigned certain_count = c->certain_count;
	int score;

	if (answer == SCAN_NO && b.next_prefix.count > 0 && !(s->flags & URLGREP_JOIN_WRAPPED))
		return join_over_empty_lines(s, c);
	if (answer != SCAN_YES)
		return answer;
	if (!(s->flags & (URLGREP_JOIN_WRAPPED | URLGREP_DECODED))) {
		answer = join_quoted_printable(s, c, &b);
		if (answer != SCAN_NO || b.mark == MARK_EQUALS)
			return answer;
	}
	if (s->flags & URLGREP_JOIN_WRAPPED)
		answer = score_quoted(s, c, &b, &score);
	else if (s->flags & URLGREP_NOT_MAIL)
		answer = score_unknown(s, c, &b, &score);
	else
		answer = score_message(s, c, &b, &score);
	if (answer == SCAN_YES)
		answer = decide_join(c, &b, score);
	if (s->flags & URLGREP_FLOWED && c->certain_count > certain_count &&
	    b.text->bytes[b.line_end - 1] == ' ')
		c->confidence = URLGREP_MEDIUM; /* the mark says that a blank is there */
	return answer;
}

/* Return true if the text of the next line begins with the run: one blank is stuffed, another
 * would be of the text; and "-- " begins a signature (RFC 3676, 4.3 and 4.4). */
static bool
next_line_goes_on(const struct line_break *b)
{
	const char *bytes = b->text->bytes;
	size_t at = b->next_prefix.count > 0 ? b->next_prefix.end : b->next_line;

	while (at > b->next_line && ascii_is(bytes[at - 1], ASCII_BLANK))
		at--;
	if (at < b->next_end && bytes[at] == ' ')
		at++;
	return at == b->run &&
	    !(b->next_end - at == 3 && memcmp(bytes + at, "-- ", 3) == 0);
}

/* Join one line of format=flowed. RFC 3676, 4.1: a line that ends in a space is soft
 * and goes on in the next line of the same quote depth. Only with DelSp=yes is that
 * space deleted, so only then can a URL go on. */
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
	    !b.has_same_prefix || !next_line_goes_on(&b))
		return SCAN_NO;
	answer = read_run(s, &b);
	if (answer != SCAN_YES)
		return answer;
	add_fragment(c, &b);
	c->has_soft_breaks = true;
	c->certain_count = c->fragment_count;
	return reaches_line_end(&b) ? SCAN_YES : SCAN_NO;
}

/* Return true if the URL ends its line, so that this is not a soft one. */
static bool
ends_fixed_line(const struct scan_text *t, size_t end)
{
	return end < t->len && ascii_is(t->bytes[end], ASCII_BREAK);
}

/* Return true if the line break after a URL in format=flowed is scored. Programs that do
 * not know of the format broke quoted lines that are not soft before they were quoted, and
 * wide lines before they were pasted. */
static bool
is_flowed_break_scored(const urlgrep_scanner *s, const struct candidate *c)
{
	const struct scan_text *t = &s->text;
	const struct fragment *last = &c->fragments[c->fragment_count - 1];
	bool is_fixed = ends_fixed_line(t, last->end);
	size_t line = text_line_find_begin(t, last->begin);
	struct quote_prefix p;

	if (!is_fixed && s->flags & URLGREP_DELSP)
		return false;
	if (c->fragment_count > 1 ||
	    text_line_width(t, line, last->end) >= SHORT_LINE_COLUMNS)
		return true;
	quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
	return is_fixed && p.count > 0 && p.end <= last->begin;
}

/* Join one line after so many others. The wrapper of a gateway may have more lines than
 * other URLs, since its end is known; its lines are scored in format=flowed, too. Answers as
 * decide_join. */
static enum scan_answer
join_next(urlgrep_scanner *s, struct candidate *c, unsigned joins)
{
	bool is_flowed = s->flags & URLGREP_FLOWED;
	enum wrapper_shape shape = SHAPE_NONE;

	if ((is_flowed || joins == MAX_JOINS) && !find_shape(s, c, &shape))
		return SCAN_NOMEM;
	if (joins == MAX_JOINS && shape == SHAPE_NONE)
		return SCAN_NO;
	return is_flowed && shape == SHAPE_NONE && !is_flowed_break_scored(s, c) ?
	    join_flowed(s, c) : join_plain(s, c);
}

/* Lower the confidence of a URL that was joined, but is the wrapper of a gateway and lacks
 * its end: it is not the whole URL. Returns false without memory. */
static bool
lower_confidence_if_cut(urlgrep_scanner *s, struct candidate *c)
{
	enum wrapper_shape shape;

	if (c->certain_count == 1 || c->certain_count < c->fragment_count ||
	    c->confidence != URLGREP_HIGH)
		return true;
	if (!find_shape(s, c, &shape))
		return false;
	if (is_cut(shape))
		c->confidence = URLGREP_MEDIUM;
	return true;
}

enum scan_answer
line_break_join(urlgrep_scanner *s, struct candidate *c)
{
	enum scan_answer answer = SCAN_YES;
	unsigned joins;

	if (s->flags & URLGREP_JOIN_NEVER ||
	    (s->flags & URLGREP_FLOWED && s->flags & URLGREP_JOIN_WRAPPED))
		answer = SCAN_NO;
	for (joins = 0; joins < MAX_WRAPPER_JOINS && answer == SCAN_YES; joins++)
		answer = join_next(s, c, joins);
	if (answer == SCAN_MORE || answer == SCAN_NOMEM)
		return answer;
	if (!lower_confidence_if_cut(s, c))
		return SCAN_NOMEM;
	return c->lacks_host && c->certain_count == 1 ? SCAN_NO : SCAN_YES;
}
