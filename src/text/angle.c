/* angle.c - URLs between angle brackets
 *
 * RFC 1738, appendix: white space between the brackets is ignored; so are line breaks
 * with the quote prefixes and page breaks around them (rules W3-W10). */
#include "text/angle.h"

#include <string.h>

#include "text/angle_prefix.h"
#include "util/text_line.h"
#include "util/line_prefix.h"
#include "text/escape.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_ANGLE_LINES = 12,
	MAX_ANGLE_BYTES = 4096,
	MAX_ANGLE_BLANKS = 4 /* within lines: more than that is prose before a ">" */
};

struct angle_reader {
	const struct scan_text *text;
	struct candidate *c;
	size_t bracket;             /* the "<" */
	struct angle_prefix prefix; /* of its line, set at the first line break */
	bool may_break;             /* line breaks are undone */
	bool has_bar;               /* the first one divides no label from the URL */
	size_t begin;               /* of the URL, or of the white space before it */
	size_t at;
	size_t limit;
	size_t fragment_begin;      /* SIZE_MAX between fragments */
	unsigned lines;
	unsigned blanks;
	unsigned first_after_blank; /* the fragment after the first of them */
	size_t front;               /* of the last line, after its prefix */
};

/* White space beyond US-ASCII that is ignored (rule W3). */
static const struct {
	uint32_t first, last;
	bool is_invisible; /* takes no column, so it is no blank of prose */
} unicode_spaces[] = {
	{ 0xA0, 0xA0, false },     /* NO-BREAK SPACE */
	{ 0xAD, 0xAD, true },      /* SOFT HYPHEN */
	{ 0x2000, 0x200A, false }, /* EN QUAD ... HAIR SPACE */
	{ 0x200B, 0x200B, true },  /* ZERO WIDTH SPACE */
	{ 0x2028, 0x2029, false }, /* LINE SEPARATOR, PARAGRAPH SEPARATOR */
	{ 0x202F, 0x202F, false }, /* NARROW NO-BREAK SPACE */
	{ 0x205F, 0x205F, false }, /* MEDIUM MATHEMATICAL SPACE */
	{ 0x3000, 0x3000, false }, /* IDEOGRAPHIC SPACE */
	{ 0xFEFF, 0xFEFF, true },  /* ZERO WIDTH NO-BREAK SPACE */
};

/* Return the length in bytes of the Unicode white space at `at`; 0 if there is none. */
static size_t
unicode_space_length(const struct scan_text *t, size_t at, bool *is_invisible)
{
	uint32_t code;
	size_t n = utf8_decode(t->bytes + at, t->len - at, &code), i;

	for (i = 0; n && i < sizeof(unicode_spaces) / sizeof(unicode_spaces[0]); i++)
		if (code >= unicode_spaces[i].first && code <= unicode_spaces[i].last) {
			*is_invisible = unicode_spaces[i].is_invisible;
			return n;
		}
	return 0;
}

/* End the open fragment, if any. Returns false if there are too many. */
static bool
close_fragment(struct angle_reader *r, bool at_line_break)
{
	struct candidate *c = r->c;

	if (r->fragment_begin != SIZE_MAX) {
		if (c->fragment_count == MAX_FRAGMENTS)
			return false;
		c->fragments[c->fragment_count++] =
		    (struct fragment){ r->fragment_begin, r->at, false, "" };
	}
	r->fragment_begin = SIZE_MAX;
	if (at_line_break && c->fragment_count &&
	    *c->fragments[c->fragment_count - 1].original == '\0') {
		struct fragment *last = &c->fragments[c->fragment_count - 1];
		size_t mark_len;

		break_mark_read_last(r->text, last->begin, last->end, &mark_len);
		last->end -= mark_len;
		last->ends_in_hyphen = r->text->bytes[last->end - 1] == '-';
	}
	return true;
}

/* Skip blanks. Answers YES if a byte within reach follows them. */
static enum scan_answer
skip_blanks(struct angle_reader *r)
{
	const struct scan_text *t = r->text;

	while (r->at < t->len && r->at < r->limit &&
	    ascii_is(t->bytes[r->at], ASCII_BLANK))
		r->at++;
	if (r->at >= r->limit)
		return SCAN_NO;
	if (r->at == t->len)
		return t->is_last ? SCAN_NO : SCAN_MORE;
	return SCAN_YES;
}

/* Answer NO if another URL begins at r->at: a listed scheme and "://". */
static enum scan_answer
check_next_url(const struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t limit = t->len - r->at > MAX_SCHEME_BYTES ? r->at + MAX_SCHEME_BYTES : t->len;
	size_t end = r->at;

	while (end < limit && ascii_is(t->bytes[end], ASCII_SCHEME))
		end++;
	if (t->len - end < 3)
		return t->is_last ? SCAN_YES : SCAN_MORE;
	return memcmp(t->bytes + end, "://", 3) == 0 &&
	    scheme_find(t->bytes + r->at, end - r->at) ? SCAN_NO : SCAN_YES;
}

/* Return true if a URL that begins in the next line cannot belong to this one: after a letter,
 * digit, comma or semicolon, and after prose. "?to=" and "/web/2003/" may go on with a URL. */
static bool
ends_before_url(const struct angle_reader *r)
{
	const struct candidate *c = r->c;
	char last;

	if (c->fragment_count == 0)
		return false;
	last = r->text->bytes[c->fragments[c->fragment_count - 1].end - 1];
	return r->blanks || ascii_is(last, ASCII_ALPHA | ASCII_DIGIT) || last == ',' ||
	    last == ';';
}

/* Skip a line break and everything that belongs to it. */
static enum scan_answer
skip_line_break(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t begin, after;
	enum scan_answer answer;

	if (!text_line_find_next(t, r->at, &begin))
		return SCAN_MORE;
	if (++r->lines > MAX_ANGLE_LINES || !r->may_break)
		return SCAN_NO;
	if (r->lines == 1)
		angle_prefix_read(t, r->bracket, &r->prefix);
	answer = page_break_skip(t, begin, &after);
	if (answer == SCAN_MORE)
		return SCAN_MORE;
	r->at = answer == SCAN_YES ? after : begin;
	answer = angle_prefix_skip(t, &r->prefix, &r->at);
	if (answer == SCAN_YES)
		answer = skip_blanks(r);
	if (answer != SCAN_YES)
		return answer;
	if (t->len - r->at < 4 && !t->is_last)
		return SCAN_MORE;
	r->at += quote_prefix_dash_escape(t, r->at, t->len);
	r->front = r->at;
	if (ascii_is(t->bytes[r->at], ASCII_BREAK))
		return SCAN_NO;
	return ends_before_url(r) ? check_next_url(r) : SCAN_YES;
}

/* Count blanks within the URL that touch no line break. Answers NO if they are those of prose. */
static enum scan_answer
count_blanks(struct angle_reader *r, unsigned blanks)
{
	const struct scan_text *t = r->text;

	if (r->c->fragment_count == 0 || (r->at < t->len && t->bytes[r->at] == '>'))
		return SCAN_YES;
	if (r->blanks == 0)
		r->first_after_blank = r->c->fragment_count;
	r->blanks += blanks;
	return r->blanks > MAX_ANGLE_BLANKS ? SCAN_NO : check_next_url(r);
}

/* Skip blanks, and the line break or the side of a box that may follow them. */
static enum scan_answer
skip_space(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t begin = r->at;
	enum scan_answer answer = skip_blanks(r);

	if (answer == SCAN_YES && r->c->fragment_count)
		answer = angle_prefix_skip_border(t, r->bracket, &r->at);
	if (answer != SCAN_YES)
		return answer;
	if (ascii_is(t->bytes[r->at], ASCII_BREAK)) {
		close_fragment(r, true);
		return skip_line_break(r);
	}
	return count_blanks(r, (unsigned)(r->at - begin));
}

/* Read a backslash: what an escape sequence of roff, TeX or JSON stands for is a fragment
 * of its own (rule K6); any other backslash is a character of the URL. */
static enum scan_answer
read_backslash(struct angle_reader *r)
{
	enum { LONGEST_ESCAPE = 12 }; /* two halves of a surrogate pair */
	const struct scan_text *t = r->text;
	struct candidate *c = r->c;
	struct fragment *f;
	struct escape e;

	if (t->len - r->at < LONGEST_ESCAPE && !t->is_last)
		return SCAN_MORE;
	escape_read(t->bytes, r->bracket + 1, r->at, t->len, false, &e);
	if (e.kind != ESCAPE_UNDONE) {
		if (r->fragment_begin == SIZE_MAX)
			r->fragment_begin = r->at;
		r->at++;
		return SCAN_YES;
	}
	if (!close_fragment(r, false) || c->fragment_count == MAX_FRAGMENTS)
		return SCAN_NO;
	if (*e.original) {
		f = &c->fragments[c->fragment_count++];
		*f = (struct fragment){ r->at, r->at + e.length, false, "" };
		memcpy(f->original, e.original, sizeof(e.original));
	}
	if (e.is_json)
		c->notes |= URLGREP_JSON_ESCAPED;
	r->at += e.length;
	return SCAN_YES;
}

/* Read a byte other than brackets and white space, and the plain ones after it, into
 * the open fragment; skip Unicode white space. */
static enum scan_answer
read_characters(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t end = r->limit < t->len ? r->limit : t->len;
	bool is_invisible;
	size_t n;

	if ((unsigned char)t->bytes[r->at] >= 0x80) {
		if (t->len - r->at < 3 && !t->is_last)
			return SCAN_MORE;
		n = unicode_space_length(t, r->at, &is_invisible);
		if (n) {
			if (!close_fragment(r, false))
				return SCAN_NO;
			r->c->notes |= URLGREP_UNICODE_SPACE;
			r->at += n;
			return is_invisible ? SCAN_YES : count_blanks(r, 1);
		}
	}
	if (r->fragment_begin == SIZE_MAX)
		r->fragment_begin = r->at;
	r->at++;
	r->at += ascii_run(t->bytes + r->at, end - r->at);
	return SCAN_YES;
}

/* Return true if what was read so far has no path, query or fragment, so that a bar makes
 * it invalid: a host, or a URL without "//" (rules V3, V4). */
static bool
is_invalid_with_bar(const struct angle_reader *r)
{
	const char *url = r->text->bytes + r->begin, *bar = r->text->bytes + r->at;
	const char *colon = memchr(url, ':', (size_t)(bar - url));

	if (colon == NULL || bar - colon < 3 || memcmp(colon + 1, "//", 2) != 0)
		return true;
	for (colon += 3; colon < bar; colon++)
		if (*colon == '/' || *colon == '?' || *colon == '#')
			return false;
	return true;
}

/* Answer YES if a bar is at r->at, the first one, and divides a URL from its label, as in
 * "<URL|label>", which Slack writes (rule W10). MORE if the ">" may follow. */
static enum scan_answer
is_before_label(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t limit = r->limit < t->len ? r->limit : t->len, at = r->at + 1;
	bool has_blank = false;

	if (t->bytes[r->at] != '|' || r->has_bar || r->c->form != URLGREP_ANGLE)
		return SCAN_NO;
	r->has_bar = true;
	for (; at < limit && t->bytes[at] != '>'; at++) {
		if (t->bytes[at] == '<' || ascii_is(t->bytes[at], ASCII_BREAK))
			return SCAN_NO;
		has_blank |= ascii_is(t->bytes[at], ASCII_BLANK);
	}
	if (at == limit)
		return at == t->len && !t->is_last ? SCAN_MORE : SCAN_NO;
	return has_blank || is_invalid_with_bar(r) ||
	    memmem(t->bytes + r->at, at - r->at, "://", 3) ? SCAN_YES : SCAN_NO;
}

/* Return true if a quotation mark at the end of a line is at r->at. */
static bool
ends_string(const struct angle_reader *r)
{
	const struct scan_text *t = r->text;

	return t->bytes[r->at] == '"' && r->c->fragment_count + (r->fragment_begin != SIZE_MAX) &&
	    r->at + 1 < t->len && ascii_is(t->bytes[r->at + 1], ASCII_BREAK);
}

/* Skip the line break between two strings, which C and message catalogs concatenate, with
 * the quotation marks around it. Answers NO if no string follows. */
static enum scan_answer
skip_string_break(struct angle_reader *r)
{
	enum scan_answer answer;

	if (!close_fragment(r, true))
		return SCAN_NO;
	r->at++;
	answer = skip_line_break(r);
	if (answer != SCAN_YES)
		return answer;
	return r->text->bytes[r->at++] == '"' ? SCAN_YES : SCAN_NO;
}

/* Read what is at r->at, which is no bracket. */
static enum scan_answer
read_content(struct angle_reader *r)
{
	char c = r->text->bytes[r->at];

	if (c == '"' && r->at + 1 == r->text->len && !r->text->is_last)
		return SCAN_MORE;
	if (ends_string(r))
		return skip_string_break(r);
	if (c == '\\')
		return read_backslash(r);
	if (!ascii_is_space(c))
		return read_characters(r);
	if (!close_fragment(r, ascii_is(c, ASCII_BREAK)))
		return SCAN_NO;
	return ascii_is(c, ASCII_BREAK) ? skip_line_break(r) : skip_space(r);
}

/* Return how many letters the fragment has if it is a word of prose: letters, and perhaps
 * punctuation after them. Else 0. */
static size_t
word_length(const struct scan_text *t, const struct fragment *f)
{
	size_t at = f->begin, len;

	while (at < f->end && ascii_is(t->bytes[at], ASCII_ALPHA))
		at++;
	len = at - f->begin;
	if (len && at < f->end && memchr(".,;:!?", t->bytes[at], 6))
		at++;
	return at == f->end ? len : 0;
}

/* Return true if two words or more, and nothing else, follow a blank in "<...>": the writer of
 * "<http://h.example/ for details>" did not close the bracket after the URL (rule W9). In a query
 * they may be what it asks for, and single letters are those of a word that was spaced out. */
static bool
ends_in_prose(const struct angle_reader *r)
{
	enum { MIN_LETTERS = 3 };
	const struct candidate *c = r->c;
	unsigned i = r->first_after_blank;
	size_t longest = 0, len = 1;

	if (r->blanks == 0 || c->form != URLGREP_ANGLE || c->fragment_count < i + 2 ||
	    memchr(r->text->bytes + r->begin, '?', c->fragments[i].begin - r->begin))
		return false;
	for (; i < c->fragment_count && len; i++) {
		len = word_length(r->text, &c->fragments[i]);
		longest = len > longest ? len : longest;
	}
	return len && longest >= MIN_LETTERS;
}

/* Remove the backslash of "\<URL\>", as converters to Markdown escape the brackets (rule K9). */
static void
drop_backslash(struct angle_reader *r)
{
	const char *bytes = r->text->bytes;
	struct fragment *last = &r->c->fragments[r->c->fragment_count - 1];

	if (r->bracket > 0 && bytes[r->bracket - 1] == '\\' && *last->original == '\0' &&
	    last->end - last->begin > 1 && bytes[last->end - 1] == '\\')
		last->end--;
}

/* At the ">": set where the URL begins and ends. Answers NO if it is empty. */
static enum scan_answer
finish(struct angle_reader *r)
{
	struct candidate *c = r->c;

	if (!close_fragment(r, false) || c->fragment_count == 0 || ends_in_prose(r))
		return SCAN_NO;
	drop_backslash(r);
	c->begin = c->fragments[0].begin;
	c->end = c->fragments[c->fragment_count - 1].end;
	return SCAN_YES;
}

/* Answer as finish() at the ">". One that begins a line, after two line breaks or more, is a
 * quote mark if a blank and a word follow: "> Ann wrote this" ends no URL. */
static enum scan_answer
close_bracket(struct angle_reader *r)
{
	const struct scan_text *t = r->text;
	size_t limit = r->limit < t->len ? r->limit : t->len, at = r->at + 1;

	if (r->at != r->front || r->lines < 2)
		return finish(r);
	while (at < limit && ascii_is(t->bytes[at], ASCII_BLANK))
		at++;
	if (at == t->len && !t->is_last)
		return SCAN_MORE;
	return at > r->at + 1 && at < limit && (t->bytes[at] == '>' ||
	    (unsigned char)t->bytes[at] >= 0x80 || ascii_is_alphanumeric(t->bytes[at])) ?
	    SCAN_NO : finish(r);
}

/* Begin to read. The prefix, most of the reader, stays as it is: an initializer would clear
 * it. */
static void
begin_reading(struct angle_reader *r, urlgrep_scanner *s, size_t open, size_t begin,
    struct candidate *c)
{
	r->text = &s->text;
	r->may_break = !(s->flags & URLGREP_JOIN_NEVER);
	r->c = c;
	r->bracket = open;
	r->has_bar = false;
	r->begin = r->at = begin;
	r->limit = begin + MAX_ANGLE_BYTES;
	r->fragment_begin = SIZE_MAX;
	r->lines = r->blanks = r->first_after_blank = 0;
	r->front = SIZE_MAX;
	c->fragment_count = 0;
	c->notes = 0;
	c->confidence = URLGREP_HIGH;
}

enum scan_answer
angle_read(urlgrep_scanner *s, size_t open, size_t begin, struct candidate *c)
{
	const struct scan_text *t = &s->text;
	struct angle_reader r;

	begin_reading(&r, s, open, begin, c);
	while (r.at < t->len && r.at < r.limit) {
		enum scan_answer answer;

		if (t->bytes[r.at] == '<')
			return SCAN_NO;
		if (t->bytes[r.at] == '>')

			return close_bracket(&r);
		answer = is_before_label(&r);
		if (answer != SCAN_NO)
			return answer == SCAN_YES ? finish(&r) : answer;
		answer = read_content(&r);
		if (answer != SCAN_YES)
			return answer;
	}
	return r.at >= r.limit || t->is_last ? SCAN_NO : SCAN_MORE;
}
