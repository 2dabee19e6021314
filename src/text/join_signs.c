/* join_signs.c - the points for and against the continuation of a bare URL after a line break */
#include "text/join_signs.h"

#include <string.h>

#include "text/run.h"
#include "unwrap/unwrap.h"
#include "util/ascii.h"

static const struct {
	const char *name;
	int mail, text;
} sign_table[] = { JOIN_ROWS };

_Static_assert(MAX_JOINS * JOIN_KIND_COUNT <= MAX_SIGNS, "all signs have room");

bool
join_is_veto(enum join_sign sign)
{
	return sign_table[sign].mail <= JOIN_NEVER && sign_table[sign].text <= JOIN_NEVER;
}

bool
join_has_text_before(const struct join *j)
{
	urlgrep_span s = scan_span(j->b->text, j->b->prefix.end, j->b->fragment_begin);

	return ascii_until(s.text, s.len, ASCII_ALPHA) < s.len;
}

/* Return the sign of a bracket directly before the URL that the next line closes. If that line
 * begins with a word of prose, or a mailbox after a comma, it may enclose more than a URL. */
static enum join_sign
bracket_sign(const struct join *j)
{
	bool is_prose = j->next_sign == SIGN_WORD_MAILBOX ? last_byte(j) == ',' :
	    ascii_is_alphanumeric(last_byte(j)) && *j->run.text != '/' &&
	    (j->next_sign == SIGN_WORD_PROSE || j->next_sign == SIGN_WORD_LOWER);

	return j->is_enclosed && !is_prose && ascii_is_one_of(j->c->opener, OPENER) ?
	    SIGN_BRACKET_CLOSES : SIGN_NONE;
}

/* Return the length of the run up to the mark that closes the one directly before the URL (rule
 * J15); 0 if none does. RFC 3986, appendix C: double quotes delimit a URL as angle brackets do.
 * groff prints other brackets. */
static size_t
enclosed_length(const struct join *j)
{
	static const char open[] = "\u27E8", close[] = "\u27E9";
	const struct line_break *b = j->b;
	const char *bytes = b->text->bytes, *end = NULL;
	size_t begin = j->c->fragments[0].begin, mark = sizeof(open) - 1;
	char opener = j->c->opener, closer = trim_closer_of(opener);
	char next = scan_byte_at(b->text, b->run_end);

	if (ascii_is_one_of(opener, OPENER) && !has_byte(j->run, opener) && !has_byte(j->url, closer))
		end = memchr(j->run.text, closer, j->run.len + (next == closer));
	else if (begin >= mark && memcmp(bytes + begin - mark, open, mark) == 0)
		end = memmem(j->run.text, j->run.len, close, mark);
	else if (opener == '>' ? next == '<' && scan_byte_at(b->text, b->run_end + 1) == '/' :
	    next == opener && ascii_is_one_of(opener, b->is_text ? "\"'`" : "\""))
		end = j->run.text + j->run.len;
	return end ? (size_t)(end - j->run.text) : 0;
}

/* Prepare to judge the break b before the last fragment of c. Each function called reads members
 * that are set before it. */
static struct join
begin_join(urlgrep_scanner *s, const struct candidate *c, struct line_break *b, urlgrep_span joined)
{
	struct join j = { .scanner = s, .b = b, .c = c, .joined = joined };

	j.run = scan_span(b->text, b->run, b->run_end);
	j.url = (urlgrep_span){ joined.text, joined.len - j.run.len };
	j.path = join_find_path(j.url);
	j.is_alone = text_line_is_blank(b->text, b->run_end, b->next_end);
	j.inner = (urlgrep_span){ j.run.text, enclosed_length(&j) };
	j.is_enclosed = j.inner.len > 0;
	if (!j.is_enclosed)
		j.inner = j.run;
	j.next_sign = join_next_sign(&j);
	j.splits_extension = join_splits_extension(j.url, j.run, j.is_alone, b->is_text);
	j.word_sign = join_word_sign(&j);
	return j;
}

/* Return true if j->next_sign is a veto and decides alone. If the next line may continue a host, it does
 * not. */
static bool
is_vetoed(const struct join *j)
{
	return join_is_veto(j->next_sign) && !(j->b->is_text && j->next_sign != SIGN_NEXT_URL &&
	    *j->run.text != '.' && j->path == j->url.len && join_path_sign(j) == SIGN_PATH_HOST_OPEN);
}

/* Return true if the backslash at the end of the URL's line also ends the URL. In Markdown, it is a
 * hard line break. */
static bool
ends_markdown(const struct join *j)
{
	return j->next_sign == SIGN_WORD_PROSE || (j->b->is_text && (j->next_sign == SIGN_WORD_LOWER ||
	    (join_ends_as_file(j->url) && ascii_is_alphanumeric(*j->run.text))));
}

void
join_add_sign(struct join *j, enum join_sign sign)
{
	int points = j->b->is_text ? sign_table[sign].text : sign_table[sign].mail;

	if (points == 0)
		return;
	j->score += points;
	j->scanner->signs[j->scanner->sign_count++] = (urlgrep_sign){ sign_table[sign].name, points,
		j->c->fragment_count - 1 };
}

/* Add the signs of the URL and of the lines before and after the break. */
static void
add_text_signs(struct join *j)
{
	join_add_sign(j, SIGN_BASE);
	join_add_sign(j, join_end_sign(j));
	join_add_sign(j, join_path_sign(j));
	join_add_sign(j, join_has_text_before(j) ? SIGN_BEFORE_TEXT : SIGN_NONE);
	join_add_sign(j, join_front_sign(j));
	join_add_sign(j, j->is_enclosed && !ascii_is_one_of(j->c->opener, OPENER) ? SIGN_QUOTED :
	    j->word_sign);
	join_add_sign(j, join_joined_sign(j));
	join_add_sign(j, bracket_sign(j));
	join_add_sign(j, join_indent_sign(j));
	join_add_sign(j, join_prefix_sign(j));
	if (wrapper_shape_of(j->url.text, j->url.len) == SHAPE_OPEN)
		join_add_sign(j, SIGN_WRAPPER_CUT);
}

/* Return true if an escape such as "%3A", but not a format such as "%08x", begins the run and may
 * continue the URL's path. */
static bool
continues_with_escape(const struct join *j)
{
	return ascii_is_escape(j->run.text, j->run.len) && j->run.text[1] > '1' &&
	    j->path < j->url.len;
}

/* Return true if the literal of the run, which begins with a hyphen, is the rest of a name,
 * "-200401-wss.xsd", rather than an option, "-Wall". After a URL that is a whole literal, that must
 * be a number or a file. */
static bool
continues_name(const struct join *j, bool is_whole)
{
	urlgrep_span rest = { j->run.text + 1, j->run.len - 1 };

	return rest.len > 0 && j->path < j->url.len && (ascii_is(*rest.text, ASCII_DIGIT) ||
	    join_ends_as_file(rest) ||
	    (!is_whole && ascii_is(*rest.text, ASCII_ALPHA) && has_byte(rest, '-')));
}

/* Return the score of a break between two string literals. Between letters and digits, the second
 * literal may be another item of a list, as in the imports of Go, which have no scheme, unless the
 * URL has quotation marks of its own within the first literal, or a delimiter has joined two
 * literals before (rule J7). */
static int
score_literals(const struct join *j)
{
	const char *bytes = j->b->text->bytes, *next = j->run.text;
	char last = bytes[j->b->unmarked_end - 1];
	char quote = bytes[j->b->unmarked_end], opener = j->c->opener;

	if (j->run.len == 1 && ascii_is_one_of(*next, "-*"))
		return JOIN_NEVER; /* an item of a list */
	if (scan_byte_before(j->b->text, j->c->begin) == '=' && ascii_is_one_of(last, ",;") &&
	    is_vetoed(j))
		return JOIN_NEVER; /* "a=http://h.example/;" and "b=c" */
	if (!ascii_is_alphanumeric(last) || ascii_is_one_of(*next, "/?&#=+>_") ||
	    continues_with_escape(j) ||
	    (*next == '.' && j->run.len > 1 && ascii_is_alphanumeric(next[1])) ||
	    (opener != quote && ascii_is_one_of(opener, "\"'")))
		return JOIN_HIGH;
	if (is_vetoed(j))
		return JOIN_NEVER;
	if (*next == '-')
		return continues_name(j, opener == quote) ? JOIN_MEDIUM : JOIN_NEVER;
	if (opener == quote && ascii_is(*next, ASCII_SMALL | ASCII_DIGIT) && !j->c->supplied)
		return JOIN_MEDIUM;
	return (j->c->has_soft_breaks || j->c->certain_count > 2) && ascii_is_alphanumeric(*next) &&
	    !join_ends_as_file(j->url) && j->next_sign != SIGN_WORD_PROSE ? JOIN_MEDIUM : JOIN_NEVER;
}

int
join_score(urlgrep_scanner *s, const struct candidate *c, struct line_break *b, urlgrep_span joined)
{
	enum {
		MAX_AROUND_MAIL = MAX_ROOM_MAIL + MAX_LINE_MAIL + MAX_THEN_MAIL,
		MAX_AROUND_TEXT = MAX_ROOM_TEXT + MAX_LINE_TEXT + MAX_THEN_TEXT
	};
	struct join j = begin_join(s, c, b, joined);

	if (b->mark == MARK_BACKSLASH && ends_markdown(&j))
		return JOIN_NEVER;
	if (b->mark == MARK_LITERAL)
		return score_literals(&j);
	if (b->mark != MARK_NONE)
		return b->mark != MARK_HYPHEN && is_vetoed(&j) ? JOIN_NEVER : JOIN_HIGH;
	if (is_vetoed(&j)) {
		join_add_sign(&j, j.next_sign);
		return j.score;
	}
	add_text_signs(&j);
	if (j.score + (b->is_text ? MAX_AROUND_TEXT : MAX_AROUND_MAIL) >= JOIN_LOW)
		join_add_line_signs(&j); /* otherwise they cannot raise it to JOIN_LOW */
	return j.score;
}
