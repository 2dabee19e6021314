/* text_join.c - does a bare URL go on after a line break in text that is no mail?
 *
 * In source code, documentation and configuration nearly every line break ends a URL that
 * stands before it. Where it does not, the two lines show it: the URL ends, or the next
 * line begins, with a character that seldom ends or begins anything else; or a bracket
 * before the URL is closed after the break. A break also needs a reason: the next word had
 * no room in the URL's line. */
#include "text/text_join.h"

#include <string.h>

#include "text/next_line.h"
#include "text/paragraph.h"
#include "text/join_score.h"
#include "text/words.h"
#include "util/text_line.h"
#include "text/run.h"
#include "util/ascii.h"

/* What decides, with the name of its sign and the score. */
#define NOT_JOINED (-JOIN_CERTAIN)
#define REASONS(X)                                                             \
	X(NEXT_URL, "next:url", NOT_JOINED)                                    \
	X(NEXT_LAYOUT, "next:layout", NOT_JOINED)                              \
	X(NEXT_LABEL, "next:label", NOT_JOINED)                                \
	X(NEXT_CODE, "next:code", NOT_JOINED)                                  \
	X(NEXT_NAME, "next:other-name", NOT_JOINED)                            \
	X(NEXT_DATE, "next:date", NOT_JOINED)                                  \
	X(NEXT_ENDS_IN_URL, "next:ends-in-url", NOT_JOINED)                    \
	X(SEAM_CLOSED, "seam:closed", NOT_JOINED)                              \
	X(SEAM_NONE, "seam:none", NOT_JOINED)                                  \
	X(SEAM_CUT, "seam:cut-at-column", JOIN_POSSIBLE)                       \
	X(SEAM_ROOM, "seam:room", NOT_JOINED)                                  \
	X(SEAM_HYPHEN_ROOM, "seam:hyphen-room", JOIN_POSSIBLE)                 \
	X(SEAM_MARK, "seam:mark", JOIN_CERTAIN)                                \
	X(SEAM_HYPHEN, "seam:hyphen", JOIN_CERTAIN)                            \
	X(SEAM_WORDS, "seam:words", JOIN_POSSIBLE)                             \
	X(SEAM_BRACKET, "seam:bracket-closes", JOIN_CERTAIN)                   \
	X(SEAM_DELIMITER, "seam:delimiter", JOIN_CERTAIN)                      \
	X(SEAM_FRONT, "seam:delimiter-follows", JOIN_CERTAIN)                  \
	X(SEAM_DOMAIN, "seam:domain", JOIN_CERTAIN)                            \
	X(SEAM_HOST, "seam:host", JOIN_CERTAIN)

enum reason {
#define X(name, sign, score) name,
	REASONS(X)
#undef X
};

static const struct {
	const char *name;
	int score;
} reasons[] = {
#define X(name, sign, score) { sign, score },
	REASONS(X)
#undef X
};

/* ---- leaders --- */

/* Forget a prefix that begins with a name ("b>"): the other line shows that it is text. */
static void
drop_name(struct quote_prefix *p, size_t line)
{
	if (p->count > 0 && quote_prefix_has_name(p)) {
		p->count = 0;
		p->end = line;
	}
}

/* Return true if the comment that begins after other text in the URL's line, if there is
 * one, goes on in the next line: its leader stands in the same column. */
static bool
goes_on_after_code(struct line_break *b, size_t text, size_t next_text)
{
	const struct scan_text *t = b->text;
	struct comment_leader after_code;

	if (b->leader.mark ||
	    !comment_leader_find(t, b->leader.text, b->fragment_begin, &after_code))
		return b->leader.mark == b->next_leader.mark;
	return after_code.mark == b->next_leader.mark &&
	    text_line_column(t, text, after_code.begin) ==
	    text_line_column(t, next_text, b->next_leader.begin);
}

/* Return true if the next line may continue the list item that the URL's line begins: it
 * has the indentation of the item's text. */
static bool
is_in_list_item(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t mark = next_line_list_mark(t, b->leader.text, b->line_end);

	return mark == 0 || text_line_column(t, b->next_line, b->run) >=
	    text_line_column(t, b->line, b->leader.text) + mark;
}

/* Return true if the line is a request of roff (".SH NAME"). */
static bool
is_roff_request(const struct scan_text *t, size_t at, size_t end)
{
	return end - at > 1 && (t->bytes[at] == '.' || t->bytes[at] == '\'') &&
	    ascii_is(t->bytes[at + 1], ASCII_ALPHA);
}

enum scan_answer
text_join_read_leaders(struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t text, next_text;
	char own, next;

	if (!b->has_same_prefix) {
		drop_name(&b->prefix, b->line);
		drop_name(&b->next_prefix, b->next_line);
		b->has_same_prefix = quote_prefix_equal(&b->prefix, &b->next_prefix);
	}
	text = quote_prefix_first_column(t, &b->prefix, b->line);
	next_text = quote_prefix_first_column(t, &b->next_prefix, b->next_line);
	if (!b->has_same_prefix)
		return SCAN_NO;
	own = t->bytes[text];
	next = scan_byte_at(t, next_text);
	b->in_diff = next == '+' || (next == '-' && own == '+') ? memchr(" +-", own, 3) : false;
	if (b->in_diff && own != next)
		return SCAN_NO;
	text += b->in_diff;
	next_text += b->in_diff;
	comment_leader_read(t, text, b->line_end, &b->leader);
	comment_leader_read(t, next_text, b->next_end, &b->next_leader);
	if (b->leader.text > b->fragment_begin)
		b->leader = (struct comment_leader){ 0, text, text, text };
	b->run = b->next_leader.text;
	if (b->run >= b->next_end || is_roff_request(t, next_text, b->next_end))
		return SCAN_NO;
	return goes_on_after_code(b, text, next_text) && is_in_list_item(b) ? SCAN_YES :
	    SCAN_NO;
}

bool
text_join_is_source(const struct line_break *b)
{
	return b->in_diff || (b->leader.mark && !comment_leader_is_prose(&b->leader));
}

/* ---- brackets --- */

static char
closer_of(char opener)
{
	return opener == '(' ? ')' : opener == '[' ? ']' : opener == '{' ? '}' :
	    ascii_is_one_of(opener, "\"'`") ? opener : '\0';
}

/* Return true if a bracket or quotation mark that stands directly before the URL is closed
 * in the next word. A word of prose may close a bracket around more than a URL. */
static bool
closes_bracket(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	urlgrep_span word = scan_span(t, b->run, b->word_end);
	char closer = closer_of(c->byte_before);
	char last = t->bytes[b->fragment_end - 1];

	if (closer == '\0' || word.text[0] == closer ||
	    memchr(word.text, closer, word.len) == NULL ||
	    memchr(t->bytes + c->begin, closer, b->fragment_end - c->begin))
		return false;
	return closer != ')' || !ascii_is_alphanumeric(last) || !next_word_is_plain(word) ||
	    (c->begin > 1 && t->bytes[c->begin - 2] == ']');
}

/* ---- the next word --- */

/* Return true if the word begins with a host: "h.example/x". */
static bool
begins_with_host(urlgrep_span word)
{
	size_t i, dots = 0;

	for (i = 0; i < word.len && (ascii_is_alphanumeric(word.text[i]) ||
	    ascii_is_one_of(word.text[i], ".-")); i++)
		dots += word.text[i] == '.' && i > 0 && i + 1 < word.len &&
		    ascii_is_alphanumeric(word.text[i + 1]);
	return dots > 0 && (i == word.len || ascii_is_one_of(word.text[i], ":/?#),."));
}

static bool
has_query(const struct candidate *c, const struct line_break *b)
{
	return memchr(b->text->bytes + c->begin, '?', b->fragment_end - c->begin) != NULL;
}

/* Return true if the next word is a URL of its own, or holds one. "www." may be the host
 * of a URL that has none. */
static bool
is_other_url(const struct candidate *c, const struct line_break *b, urlgrep_span word)
{
	if (*word.text == '<')
		return true;
	if (next_line_is_url(b->text, b->run, b->next_end))
		return !c->lacks_host || c->fragment_count > 1 || !begins_with_host(word);
	return next_word_has_slashes(word) && !closes_bracket(c, b);
}

/* Return true if the URL ends in a hyphen and the word has a slash. Then it is no column
 * of a table, also if a URL ends the line. */
static bool
is_path_after_hyphen(const struct line_break *b, urlgrep_span word)
{
	return b->text->bytes[b->fragment_end - 1] == '-' &&
	    memchr(word.text, '/', word.len) != NULL;
}

/* Return true if the word has a letter or digit, or begins with a slash. */
static bool
has_substance(urlgrep_span word)
{
	size_t i;

	for (i = 0; i < word.len; i++)
		if (ascii_is_alphanumeric(word.text[i]) || (unsigned char)word.text[i] >= 0x80)
			return true;
	return word.text[0] == '/';
}

/* Return true if the word begins with letters beyond US-ASCII, or with a number and such a
 * letter or mark, while the URL is in US-ASCII: the prose of Chinese and Japanese has no
 * blanks that would divide it into words. */
static bool
is_other_script(const struct candidate *c, const struct line_break *b, urlgrep_span word)
{
	const char *url = b->text->bytes + c->begin;
	size_t len = b->fragment_end - c->begin, i = 0;

	while (i < word.len && ascii_is(word.text[i], ASCII_DIGIT))
		i++;
	if (i == word.len || (unsigned char)word.text[i] < 0x80)
		return false;
	for (i = 0; i < len; i++)
		if ((unsigned char)url[i] >= 0x80)
			return false;
	return true;
}

/* Return why the next line cannot continue the URL; SEAM_NONE if it can. */
static enum reason
next_reason(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	urlgrep_span word = scan_span(t, b->run, b->word_end);

	if (is_other_url(c, b, word))
		return NEXT_URL;
	if (next_line_is_layout(t, b->run, b->next_end) || *word.text == '[' ||
	    !has_substance(word) || is_other_script(c, b, word))
		return NEXT_LAYOUT;
	if (next_word_is_label(word))
		return NEXT_LABEL;
	if (next_word_is_code(word, has_query(c, b)))
		return NEXT_CODE;
	if (next_word_is_other_name(word))
		return NEXT_NAME;
	if (next_word_is_date(word) ||
	    next_line_is_of_log(t, b->run, b->next_end))
		return NEXT_DATE;
	return next_line_ends_in_url(t, b->run, b->next_end) && !closes_bracket(c, b) &&
	    !is_path_after_hyphen(b, word) ? NEXT_ENDS_IN_URL : SEAM_NONE;
}

/* ---- the seam --- */

/* Return true if the next word begins with a top-level domain or a file's ending, or with
 * a host and a path: what follows a dot. */
static bool
follows_dot(urlgrep_span word)
{
	static const char *const endings[] = { "com", "org", "net", "html", "htm",
		"pdf" };
	size_t len = 0, i;

	while (len < word.len && ascii_is_alphanumeric(word.text[len]))
		len++;
	for (i = 0; i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strlen(endings[i]) == len && memcmp(word.text, endings[i], len) == 0 &&
		    (len == word.len || !ascii_is_alphanumeric(word.text[len])))
			return true;
	if (len == 0 || len + 3 > word.len || word.text[len] != '.')
		return false;
	for (i = len + 1; i < word.len && ascii_is(word.text[i], ASCII_ALPHA); i++)
		;
	return i > len + 2 && i < word.len && word.text[i] == '/';
}

/* Return true if the URL's first line has nothing after "//", or a host without a dot. */
static bool
lacks_domain(const struct candidate *c, const struct line_break *b)
{
	const char *host = memmem(b->text->bytes + c->begin, b->fragment_end - c->begin,
	    "//", 2);
	const char *end = b->text->bytes + b->fragment_end;

	if (c->fragment_count > 1 || host == NULL ||
	    memchr(host, '.', (size_t)(end - host)) != NULL)
		return false;
	for (host += 2; host < end; host++)
		if (ascii_is_one_of(*host, "/:?#@"))
			return false;
	return true;
}

/* Return true if the break divides a percent escape: "%2" and "0b". */
static bool
divides_escape(const struct line_break *b)
{
	const char *end = b->text->bytes + b->fragment_end;

	return b->fragment_end - b->fragment_begin > 2 && end[-2] == '%' &&
	    ascii_is(end[-1], ASCII_HEX) && ascii_is(b->text->bytes[b->run], ASCII_HEX);
}

/* Return true if the URL's first line has no path. */
static bool
lacks_path(const struct candidate *c, const struct line_break *b)
{
	const char *host = memmem(b->text->bytes + c->begin, b->fragment_end - c->begin,
	    "//", 2);
	const char *end = b->text->bytes + b->fragment_end;

	return c->fragment_count == 1 && host &&
	    memchr(host + 2, '/', (size_t)(end - host) - 2) == NULL;
}

static bool
is_ordinal_or_acronym(urlgrep_span word)
{
	size_t digits = 0, capitals = 0, i;

	while (digits < word.len && ascii_is(word.text[digits], ASCII_DIGIT))
		digits++;
	if (digits > 0)
		return word.len == digits || (word.len - digits == 2 && (ascii_equal(word.text + digits, "st", 2) ||
		    ascii_equal(word.text + digits, "nd", 2) ||
		    ascii_equal(word.text + digits, "rd", 2) ||
		    ascii_equal(word.text + digits, "th", 2)));
	for (i = 0; i < word.len; i++)
		if (word.text[i] >= 'A' && word.text[i] <= 'Z')
			capitals++;
		else if (word.text[i] != '/')
			return false;
	return capitals + 1 == word.len;
}

/* Return true if the word is one of prose: it is plain or, after "/", a choice ("and/or"),
 * emphasized, a number with a sign or, before more text, a number or an acronym. */
static bool
is_prose(const struct line_break *b, urlgrep_span word)
{
	const struct scan_text *t = b->text;

	if (next_word_is_plain(word) || t->bytes[b->fragment_end - 1] != '/')
		return next_word_is_plain(word);
	return word_is_frequent_choice(word) || *word.text == '*' ||
	    (*word.text == '+' && word.len > 1 && ascii_is(word.text[1], ASCII_DIGIT)) ||
	    (is_ordinal_or_acronym(word) && !text_line_is_blank(t, b->word_end, b->next_end));
}

/* Return true if the word is letters and hyphens. */
static bool
is_hyphenated(urlgrep_span word)
{
	size_t i;

	for (i = 0; i < word.len; i++)
		if (!ascii_is(word.text[i], ASCII_ALPHA) && word.text[i] != '-')
			return false;
	return true;
}

/* Return how a URL that ends in a delimiter and the word fit together. After "/" a word with
 * hyphens may be one of prose: it is, after a URL whose path is "/". */
static enum reason
delimiter_reason(const struct candidate *c, const struct line_break *b, urlgrep_span word)
{
	const struct scan_text *t = b->text;
	size_t at = c->begin, slashes = 0;

	if (t->bytes[b->fragment_end - 1] != '/' || !is_hyphenated(word))
		return SEAM_DELIMITER;
	for (; c->fragment_count == 1 && at < b->fragment_end; at++)
		slashes += t->bytes[at] == '/';
	if (slashes == 3)
		return SEAM_NONE;
	return text_line_is_blank(t, b->word_end, b->next_end) ? SEAM_DELIMITER : SEAM_WORDS;
}

/* Return true if the URL is complete before a backslash at the end of its line: a word of
 * prose follows, as in reStructuredText, or a file's name with an ending is before it. */
static bool
is_complete_before_backslash(const struct candidate *c, const struct line_break *b,
    urlgrep_span word)
{
	const struct scan_text *t = b->text;
	size_t at = b->fragment_end;

	if (t->bytes[at] != '\\' || !ascii_is_alphanumeric(t->bytes[at - 1]) ||
	    !ascii_is_alphanumeric(*word.text))
		return false;
	if (next_word_is_plain(word))
		return true;
	while (at > c->begin && ascii_is(t->bytes[at - 1], ASCII_ALPHA))
		at--;
	return b->fragment_end - at >= 2 && b->fragment_end - at <= 4 &&
	    t->bytes[at - 1] == '.' && !lacks_path(c, b);
}

/* Return true if the word is a mark and one letter, perhaps with a full stop: "&c.", "/s". */
static bool
is_abbreviation(urlgrep_span word)
{
	return ascii_is_one_of(*word.text, "&/") && ascii_is(word.text[1], ASCII_ALPHA) &&
	    (word.len == 2 || (word.len == 3 && ascii_is_one_of(word.text[2], ".,;")));
}

/* Return true if the word is a hyphen and letters: "-Joe" signs a message. */
static bool
is_name(urlgrep_span word)
{
	return *word.text == '-' &&
	    next_word_is_plain((urlgrep_span){ word.text + 1, word.len - 1 });
}

/* Return how the two lines fit together; SEAM_CLOSED or SEAM_NONE if they do not. */
static enum reason
seam_reason(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	urlgrep_span word = scan_span(t, b->run, b->word_end);
	char last = t->bytes[b->fragment_end - 1];
	char second = word.len > 1 ? word.text[1] : ' ';

	if (ascii_is_one_of(last, ")]}>\"',;:!*`"))
		return SEAM_CLOSED;
	if (closes_bracket(c, b))
		return SEAM_BRACKET;
	if (last == '-')
		return SEAM_HYPHEN;
	if (lacks_domain(c, b))
		return begins_with_host(word) ? SEAM_HOST : SEAM_NONE;
	if (last == '.')
		return follows_dot(word) ? SEAM_DOMAIN : SEAM_NONE;
	if (divides_escape(b))
		return SEAM_DELIMITER;
	if (ascii_is_one_of(last, "/?&=_%#") && !is_prose(b, word))
		return delimiter_reason(c, b, word);
	if (ascii_is_one_of(word.text[0], "/?&#") && ascii_is_alphanumeric(second))
		return is_abbreviation(word) ? SEAM_NONE : SEAM_FRONT;
	return word.text[0] == '-' && second >= 'A' && second <= 'Z' && !is_name(word) ?
	    SEAM_FRONT : SEAM_NONE;
}

/* ---- the room --- */

/* Return the reason that remains if the next word had room in the URL's line. */
static enum reason
reason_with_room(enum reason reason)
{
	return reason == SEAM_NONE ? reason :
	    reason == SEAM_HYPHEN ? SEAM_HYPHEN_ROOM : SEAM_ROOM;
}

/* Return true if the break may be in the middle of a word. */
static bool
may_be_cut(const struct line_break *b)
{
	return ascii_is_alphanumeric(b->text->bytes[b->fragment_end - 1]) &&
	    ascii_is_alphanumeric(b->text->bytes[b->run]);
}

/* Return true if the line that ends at offset end, before its line break, is as wide as
 * columns. */
static bool
is_as_wide(const struct scan_text *t, size_t end, size_t columns)
{
	size_t begin = text_line_find_begin(t, end);

	return text_line_column(t, begin, text_line_trim(t, begin, end)) == columns;
}

/* Return true if the line before or after the break may be cut at the same column, so
 * that it is worth while to look at all lines around. */
static bool
has_cut_neighbor(const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t columns = text_line_column(t, b->line,
	    text_line_trim(t, b->line, b->line_end));

	return is_as_wide(t, b->next_end, columns) ||
	    (b->line > 0 && is_as_wide(t, b->line - 1, columns));
}

/* Set *reason to the one that remains when the widths of the lines count, too: the next
 * word must not have had room in the URL's line. Answers YES or MORE. */
static enum scan_answer
check_room(const struct line_break *b, enum reason *reason)
{
	const struct scan_text *t = b->text;
	size_t columns = text_line_column(t, b->line,
	    text_line_trim(t, b->line, b->line_end));
	size_t needed = columns + text_line_column(t, b->run, b->word_end);
	struct paragraph p = { 0, 0 };

	if (needed >= MIN_PARAGRAPH_WIDTH &&
	    paragraph_measure(b, *reason == SEAM_NONE ? columns : 0, needed, &p) == SCAN_MORE)
		return SCAN_MORE;
	if (needed < MIN_PARAGRAPH_WIDTH || needed < p.width)
		*reason = reason_with_room(*reason);
	else if (*reason == SEAM_NONE && p.cut_lines >= 3)
		*reason = SEAM_CUT;
	return SCAN_YES;
}

/* ---- the decision --- */

/* Return true if the URL is the target of a reference in reStructuredText, ".. _name: URL" or
 * "__ URL", and the next line goes on with it: one word, indented. White space is no part of such a
 * target. */
static bool
continues_target(const struct candidate *c, const struct line_break *b)
{
	const struct scan_text *t = b->text;
	size_t line = text_line_find_begin(t, c->begin);
	size_t at = text_line_skip_blanks(t, line, c->begin), len = c->begin - at;
	const char *begin = t->bytes + at;

	if (len < 3 || ((memcmp(begin, "__ ", 3) != 0 || len != 3) &&
	    (len < 7 || memcmp(begin, ".. _", 4) != 0 || memcmp(begin + len - 2, ": ", 2) != 0)))
		return false;
	return text_line_column(t, b->next_line, b->run) > text_line_column(t, line, at) &&
	    text_line_trim(t, b->next_line, b->next_end) == b->word_end;
}

static void
add_sign(urlgrep_scanner *s, const struct candidate *c, enum reason reason)
{
	s->signs[s->sign_count++] = (urlgrep_sign){ reasons[reason].name,
		reasons[reason].score, c->fragment_count };
}

enum scan_answer
text_join_score(urlgrep_scanner *s, const struct candidate *c,
    const struct line_break *b, int *score)
{
	enum reason reason = next_reason(c, b);

	if (reason == SEAM_NONE && continues_target(c, b))
		reason = SEAM_MARK;
	else if (reason == SEAM_NONE && b->mark == MARK_NONE)
		reason = seam_reason(c, b);
	else if (reason == SEAM_NONE && !is_complete_before_backslash(c, b,
	    scan_span(b->text, b->run, b->word_end)))
		reason = SEAM_MARK;
	if (((reason >= SEAM_HYPHEN && reason != SEAM_BRACKET) ||
	    (reason == SEAM_NONE && may_be_cut(b) && has_cut_neighbor(b))) &&
	    check_room(b, &reason) == SCAN_MORE)
		return SCAN_MORE;
	add_sign(s, c, reason);
	*score = reasons[reason].score;
	return SCAN_YES;
}
