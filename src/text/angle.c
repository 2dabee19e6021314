/* angle.c - read URLs between angle brackets
 *
 * RFC 1738, appendix: white space between the brackets is ignored. So are line breaks, with the
 * quote prefixes and page breaks around them (rules W3-W10). */
#include "text/forms.h"

#include <string.h>

#include "text/line_break.h"
#include "util/ascii.h"

enum {
	MAX_ANGLE_LINES = 12,
	MAX_ANGLE_BYTES = 4096,
	MAX_ANGLE_BLANKS = 4 /* more than that are in prose before a ">" */
};

/* The prefix of the line with the "<", which later lines repeat (rules W5, J9). */
struct angle_prefix {
	struct quote_prefix quote;
	size_t first;    /* the first column after it and the "+" or "-" of a diff */
	bool in_diff;
	uint32_t leader; /* the mark of the comment's leader; 0: none */
};

struct angle_reader {
	const urlgrep_scanner *scanner;
	const struct scan_text *text;
	struct candidate *c;
	size_t bracket;             /* the "<" */
	/* Of the line with the "<"; set at the first line break, not cleared for each "<". */
	struct angle_prefix *prefix;
	bool may_break;             /* line breaks are undone */
	bool has_no_label;          /* no ">" follows the bars in the first line */
	size_t begin;               /* of the URL, or of the white space before it */
	size_t at;
	size_t limit;
	size_t fragment_begin;      /* SIZE_MAX between fragments */
	size_t front;               /* the beginning of the last line, after its prefix */
	char quote;                 /* around the string literals that the line break divides, or 0 */
	unsigned lines;
	unsigned blanks;
	unsigned first_after_blank; /* the index of the fragment after the first blank */
};

/* ---- the prefix of a line --- */

/* Read the prefix of the line with the "<" at `bracket`. */
static void
read_prefix(struct rules *rules, const struct scan_text *t, size_t bracket, struct angle_prefix *p)
{
	size_t line = quote_prefix_read_before(t, bracket, &p->quote);
	struct comment_leader leader;

	p->first = quote_prefix_first_column(t, &p->quote, line);
	p->in_diff = ascii_is_one_of(t->bytes[p->first], "+-");
	p->first += p->in_diff;
	comment_leader_read(rules, t, p->first, bracket, &leader);
	p->leader = leader.mark;
}

/* Return where the line bytes[at..end) continues after marks, up to a blank or a bar, that the line
 * of the "<" begins with, too: "} see <http://h.example/a" and "} b>". */
static size_t
skip_marks(const struct angle_reader *r, size_t at, size_t end)
{
	const char *own = r->text->bytes + r->prefix->first, *next = r->text->bytes + at;
	size_t len = 0, n;

	for (n = 0; at + n < end && own[n] == next[n] && !ascii_is_alphanumeric(next[n]) &&
	    next[n] != '<'; n++)
		if (ascii_is(next[n], ASCII_BLANK) || next[n] == '|')
			len = n + 1;
	return at + len;
}

/* Skip the prefix of the line at r->at, if it is the same or a part of its quote marks. Return
 * false if the line belongs to another side of a diff: a removed line after an added one. */
static bool
skip_prefix(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	const struct angle_prefix *p = r->prefix;
	struct comment_leader leader;
	struct quote_prefix next;
	size_t at = r->at, end;

	quote_prefix_read(t, at, p->quote.count, &next);
	if (memcmp(next.marks, p->quote.marks, next.count * sizeof(next.marks[0])) == 0)
		at = quote_prefix_first_column(t, &next, at);
	if (p->in_diff && ascii_is_one_of(scan_byte_at(t, at), "+-") &&
	    t->bytes[at++] != t->bytes[p->first - 1])
		return false;
	end = text_line_find_end(t, at, scan_limit(at, MAX_ANGLE_BYTES, t->len));
	comment_leader_read(r->scanner->rules, t, at, end, &leader);
	r->at = p->leader && leader.mark == p->leader ? leader.text : skip_marks(r, at, end);
	return true;
}

/* ---- white space --- */

/* End the open fragment, if any. Return false if there are too many fragments. */
static bool
close_fragment(struct angle_reader *r, bool at_line_break)
{
	struct candidate *c = r->c;

	if (r->fragment_begin != SIZE_MAX) {
		if (c->fragment_count == MAX_FRAGMENTS)
			return false;
		c->fragments[c->fragment_count++] =
		    (struct fragment){ r->fragment_begin, r->at, false };
	}
	r->fragment_begin = SIZE_MAX;
	if (at_line_break && c->fragment_count) {
		struct fragment *last = &c->fragments[c->fragment_count - 1];
		size_t mark_len;

		if (break_mark_read_last(r->text, last->begin, last->end, &mark_len) == MARK_LITERAL)
			r->quote = '\'';
		last->end -= mark_len;
		last->ends_in_hyphen = r->text->bytes[last->end - 1] == '-' &&
		    r->text->bytes[last->end - 2] != '\\'; /* roff's "\-" does not divide a word */
	}
	return true;
}

/* Skip blanks. Return true if a byte within reach follows them. */
static bool
skip_blanks(struct angle_reader *r)
{
	r->at = text_line_skip_blanks(r->text, r->at, r->limit);
	return r->at < r->limit;
}

/* Return true if the URL cannot continue with a line that begins with a URL: after a letter, digit,
 * comma or semicolon, and after prose. "?to=" and "/web/2003/" may continue with a URL. */
static bool
ends_before_url(const struct angle_reader *r)
{
	const struct candidate *c = r->c;
	char last;

	if (c->fragment_count == 0)
		return false;
	last = r->text->bytes[c->fragments[c->fragment_count - 1].end - 1];
	return r->blanks || ascii_is_alphanumeric(last) || last == ',' || last == ';';
}

/* Skip a line break and everything that belongs to it. Return false if the URL ends there. */
static bool
skip_line_break(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	struct rule_match page;
	size_t begin;

	if (++r->lines > MAX_ANGLE_LINES || !r->may_break)
		return false;
	begin = text_line_find_next(t, r->at);
	if (r->lines == 1)
		read_prefix(r->scanner->rules, t, r->bracket, r->prefix);
	r->at = rules_find(r->scanner->rules, RULES_ANGLE, ANGLE_IF_LINE, t->bytes, r->limit, begin,
	    &page) ? page.end : begin;
	if (!skip_prefix(r) || !skip_blanks(r))
		return false;
	r->at += quote_prefix_dash_escape(t, r->at, t->len);
	r->front = r->at;
	return !ascii_is(scan_byte_at(t, r->at), ASCII_BREAK) &&
	    !(ends_before_url(r) && line_begins_url(r->scanner, r->at, r->limit));
}

/* Count blanks within the URL that are not at a line break. Return false if they belong to
 * prose. */
static bool
count_blanks(struct angle_reader *r, unsigned blanks)
{
	if (r->c->fragment_count == 0 || scan_byte_at(r->text, r->at) == '>')
		return true;
	if (r->blanks == 0)
		r->first_after_blank = r->c->fragment_count;
	r->blanks += blanks;
	return r->blanks <= MAX_ANGLE_BLANKS && !line_begins_url(r->scanner, r->at, r->limit);
}

/* Skip white space at r->at, or the marks between two string literals. Return false if the URL
 * does not continue. */
static bool
skip_space(struct angle_reader *r)
{
	size_t begin = r->at;

	r->quote = r->text->bytes[begin] == '"' ? '"' : 0;
	if (!close_fragment(r, false))
		return false;
	r->at = r->quote ? line_break_literal_end(r->text, r->at) : r->at;
	if (!skip_blanks(r))
		return false;
	if (!ascii_is(r->text->bytes[r->at], ASCII_BREAK))
		return count_blanks(r, (unsigned)(r->at - begin));
	close_fragment(r, true);
	return skip_line_break(r) && (!r->quote || r->text->bytes[r->at++] == r->quote);
}

/* ---- characters --- */

/* Read a byte other than brackets and white space, and the plain bytes after it, into the open
 * fragment; skip Unicode white space. Return false if the URL does not continue. */
static bool
read_characters(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	struct rule_match space;
	unsigned rule = (unsigned char)t->bytes[r->at] < 0x80 ? 0 :
	    rules_find(r->scanner->rules, RULES_ANGLE, 0, t->bytes, r->limit, r->at, &space);

	if (rule) {
		if (!close_fragment(r, false))
			return false;
		r->c->notes |= URLGREP_UNICODE_SPACE;
		r->at = space.end;
		return rule == ANGLE_INVISIBLE || count_blanks(r, 1);
	}
	if (r->fragment_begin == SIZE_MAX)
		r->fragment_begin = r->at;
	r->c->has_escapes |= t->bytes[r->at] == '\\'; /* the readings undo them (rule K6) */
	r->at++;
	r->at += ascii_span(t->bytes + r->at, r->limit - r->at, ASCII_RUN);
	return true;
}

/* ---- the end --- */

/* Return true if the byte at r->at is a bar between a URL and its label, as in Slack's
 * "<URL|label>". Slack escapes the bars in URLs (rule W10). */
static bool
is_before_label(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t at = r->at + 1;

	if (t->bytes[r->at] != '|' || r->c->form != URLGREP_ANGLE || r->lines || r->has_no_label)
		return false;
	while (at < r->limit && t->bytes[at] != '>' && t->bytes[at] != '<' &&
	    !ascii_is(t->bytes[at], ASCII_BREAK))
		at++;
	r->has_no_label = at == r->limit || t->bytes[at] != '>';
	return at > r->at + 1 && !r->has_no_label;
}

/* Return the number of letters of a fragment that is a word of prose: letters, and perhaps a
 * punctuation mark after them. Return 0 for any other fragment. */
static size_t
word_length(const struct scan_text *t, const struct fragment *f)
{
	size_t len = ascii_span(t->bytes + f->begin, f->end - f->begin, ASCII_ALPHA);
	size_t at = f->begin + len;

	if (len && at < f->end && ascii_is_one_of(t->bytes[at], ".,;:!?"))
		at++;
	return at == f->end ? len : 0;
}

/* Return true if the text after a blank in "<...>" is not part of the URL (rule W9). In one line it
 * is a label, as in Haddock's "<http://h.example/a 2-clause license>", unless it is one word with a
 * slash, or the blank is after a scheme, or in a query, whose words may be search terms. In a URL
 * with a line break, it is prose if it consists of several words: the writer of "<http://h.example/
 * for details>" did not close the bracket after the URL. Single letters may be a spaced-out word. */
static bool
ends_at_blank(const struct angle_reader *r)
{
	enum { MIN_LETTERS = 3 };
	const struct candidate *c = r->c;
	const char *url = r->text->bytes + r->begin, *blank;
	unsigned i = r->first_after_blank;
	size_t longest = 0, len = 1;

	if (r->blanks == 0 || c->form != URLGREP_ANGLE || c->fragment_count < i + 1 + (r->lines > 0) ||
	    memchr(url, '?', c->fragments[i].begin - r->begin))
		return false;
	blank = r->text->bytes + c->fragments[i - 1].end;
	if (blank[-1] == ':' || memcmp(blank - 2, "//", 2) == 0)
		return false;
	if (r->lines == 0)
		return c->fragment_count > i + 1 ||
		    !memchr(blank, '/', c->fragments[i].end - c->fragments[i - 1].end);
	for (; i < c->fragment_count && len; i++) {
		len = word_length(r->text, &c->fragments[i]);
		longest = len > longest ? len : longest;
	}
	return len && longest >= MIN_LETTERS;
}

/* Return true if "\>" is at r->at: converters to Markdown escape the brackets of "\<URL\>" (rule
 * K9). */
static bool
is_escaped_end(const struct angle_reader *r)
{
	return r->text->bytes[r->at] == '\\' && scan_byte_before(r->text, r->bracket) == '\\' &&
	    scan_byte_at(r->text, r->at + 1) == '>';
}

/* Finish the URL: set its beginning and end. Return false if it is empty or a label
 * or prose follows it. */
static bool
finish(struct angle_reader *r)
{
	struct candidate *c = r->c;

	if (!close_fragment(r, false) || c->fragment_count == 0 || ends_at_blank(r))
		return false;
	c->begin = c->fragments[0].begin;
	c->end = c->fragments[c->fragment_count - 1].end;
	return true;
}

/* Return true if the ">" at r->at is a quote mark: it begins a line after at least two line breaks,
 * and a blank and a word follow it. "> Ann wrote this" does not end a URL. */
static bool
is_quote_mark(const struct angle_reader *r)
{
	size_t at = text_line_skip_blanks(r->text, r->at + 1, r->limit);

	return r->at == r->front && r->lines >= 2 && at > r->at + 1 && at < r->limit &&
	    !ascii_is_one_of(r->text->bytes[at], "\r\n.,;:!?)");
}

/* Read the URL, whose bytes before `at` are plain. */
static bool
read_from(urlgrep_scanner *s, size_t open, size_t begin, size_t at, struct candidate *c)
{
	struct angle_prefix prefix;
	struct angle_reader r = { .scanner = s, .text = &s->text, .c = c, .bracket = open,
		.prefix = &prefix, .may_break = !(s->flags & URLGREP_JOIN_NEVER), .begin = begin, .at = at,
		.limit = scan_limit(begin, MAX_ANGLE_BYTES, s->text.len),
		.fragment_begin = at > begin ? begin : SIZE_MAX, .front = SIZE_MAX };

	while (r.at < r.limit) {
		char byte = s->text.bytes[r.at];

		if (byte == '>')
			return !is_quote_mark(&r) && finish(&r);
		if (is_escaped_end(&r) || is_before_label(&r))
			return finish(&r);
		if (byte == '<' || !(ascii_is_space(byte) ||
		    (byte == '"' && line_break_next_literal(r.text, r.at)) ?
		    skip_space(&r) : read_characters(&r)))
			return false;
	}
	return false;
}

bool
angle_read(urlgrep_scanner *s, size_t open, size_t begin, struct candidate *c)
{
	size_t end = (size_t)(s->unmarked_end - s->text.origin); /* if that is after begin */

	if (c->scheme == NULL || s->unmarked_end <= s->text.origin + begin ||
	    end >= scan_limit(begin, MAX_ANGLE_BYTES, s->text.len))
		return read_from(s, open, begin, begin, c);
	if (s->text.bytes[end] != '>')
		return read_from(s, open, begin, end, c);
	/* a URL of plain characters in one line, as most are */
	c->fragments[c->fragment_count++] = (struct fragment){ begin, end, false };
	c->begin = begin;
	c->end = end;
	return true;
}
