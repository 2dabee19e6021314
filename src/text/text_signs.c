/* text_signs.c - what the URL and the two lines of a break say about it */
#include "text/text_signs.h"

#include <string.h>

#include "text/identifiers.h"
#include "text/punctuation.h"
#include "text/words.h"
#include "util/text_line.h"
#include "text/trim.h"
#include "util/ascii.h"

urlgrep_span
join_inner_run(const struct join *j)
{
	char opener = j->c->byte_before;
	const char *end = NULL;

	if (is_in(opener, OPENER) && !has_byte(j->run, opener))
		end = memchr(j->run.text, opener == '(' ? ')' : opener == '[' ? ']' : '}',
		    j->run.len);
	return end == NULL || end == j->run.text ? j->run :
	    (urlgrep_span){ j->run.text, (size_t)(end - j->run.text) };
}

/* ---- the URL's line --- */

size_t
join_trimmed_length(const struct join *j)
{
	const struct candidate *c = j->c;

	if (c->fragment_count == 2 && !c->lacks_host)
		return c->end - c->begin; /* bare_read has trimmed it */
	return trim_bare_url(c->byte_before, j->before.text, j->before.len);
}

enum join_sign
text_end_sign(const struct join *j)
{
	urlgrep_span before = j->before;
	const char *last = before.text + before.len - 1;
	size_t kept = join_trimmed_length(j);

	if (kept < before.len && has_any((urlgrep_span){ before.text + kept,
	    before.len - kept }, CLOSER))
		return SIGN_END_CLOSED;
	if (*last == '%' || (before.len > 1 && last[-1] == '%' &&
	    ascii_is(*last, ASCII_HEX)))
		return SIGN_END_ESCAPE_CUT;
	if (before.len > 1 && *last == '/' && last[-1] == '/')
		return SIGN_END_SLASHES;
	if (is_in(*last, SEARCH))
		return SIGN_END_QUERY;
	if (*last == '#')
		return has_byte(j->run, '/') ? SIGN_END_NAMESPACE : SIGN_END_HASH;
	if (*last == '-')
		return SIGN_END_HYPHEN;
	if (is_in(*last, JOINT))
		return SIGN_END_JOINT;
	if (*last == ',')
		return SIGN_END_COMMA;
	if (is_in(*last, CLOSER))
		return SIGN_END_BRACKET;
	if (ascii_is(*last, ASCII_ALPHA))
		return SIGN_END_LETTER;
	return ascii_is(*last, ASCII_DIGIT) ? SIGN_END_DIGIT : SIGN_END_OTHER;
}

enum join_sign
text_path_sign(const struct join *j)
{
	urlgrep_span before = j->before;
	size_t at = word_find_path(before);
	urlgrep_span path = { before.text + at, before.len - at };
	char last = before.text[before.len - 1], front = *j->run.text;

	if (at >= before.len && (last == '/' || last == '.' || last == '-') &&
	    word_begins_as_host(j->run, last == '.'))
		return SIGN_PATH_HOST_CUT;
	if (at >= before.len)
		return word_has_odd_host(before) ? SIGN_PATH_NONE_ODD_HOST : SIGN_PATH_NONE;
	if (!j->splits_ending && word_ends_as_file(path) &&
	    !(last == '?' && word_begins_with_field(j->run)))
		return is_in(front, FRONT) || front == '+' || front == '-' ?
		    SIGN_PATH_FILE : SIGN_PATH_FILE_WORD;
	if (path.len == 1 || (path.len == 2 && last == '.'))
		return has_byte((urlgrep_span){ before.text, at }, '.') ?
		    SIGN_PATH_ROOT : SIGN_PATH_ROOT_WORD_HOST;
	return last == '/' ? SIGN_PATH_DIRECTORY : SIGN_PATH_OPEN;
}

enum join_sign
text_before_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	urlgrep_span s = scan_span(b->text, b->prefix.end, b->fragment_begin);

	if (has_class(s, ASCII_ALPHA))
		return SIGN_BEFORE_TEXT;
	if (s.len > 0 && !has_class(s, ASCII_DIGIT) &&
	    !text_line_is_blank(b->text, b->prefix.end, b->fragment_begin))
		return SIGN_BEFORE_MARKS;
	return SIGN_BEFORE_NONE;
}

/* ---- the next line --- */

/* Return true if digits are before the break and after the first byte of the run: "/106"
 * and "-2129520". */
static bool
is_between_digits(const struct join *j)
{
	return ascii_is(j->before.text[j->before.len - 1], ASCII_DIGIT) && j->run.len > 1 &&
	    ascii_is(j->run.text[1], ASCII_DIGIT);
}

/* Return true if the run is a hyphen and the rest of a title: "for-good" and "-140105/". A
 * hyphen and letters may be a name, or an option of a program. */
static bool
goes_on_with_title(const struct join *j)
{
	const char *run = j->run.text;

	return *run == '-' && j->run.len > 2 && run[1] != '-' &&
	    !word_has_letters_only((urlgrep_span){ run + 1, j->run.len - 1 }) &&
	    word_continues_title(j->before, j->run);
}

enum join_sign
text_front_sign(const struct join *j)
{
	char c = *j->run.text;

	if (c >= 'a' && c <= 'z')
		return SIGN_FRONT_LOWER;
	if (ascii_is_capital(c))
		return is_in(j->b->text->bytes[j->b->line_end - 1], SENTENCE) ?
		    SIGN_FRONT_SENTENCE : SIGN_FRONT_CAPITAL;
	if (ascii_is(c, ASCII_DIGIT))
		return SIGN_FRONT_DIGIT;
	if (is_in(c, FRONT))
		return SIGN_FRONT_MARK;
	if (is_in(c, OPENER) || c == '\'')
		return SIGN_FRONT_BRACKET;
	if (c == '-' && (is_between_digits(j) || goes_on_with_title(j)))
		return SIGN_FRONT_OTHER;
	return c == '-' || c == '*' ? SIGN_FRONT_HYPHEN : SIGN_FRONT_OTHER;
}

/* Return true if both the URL's end and the word are in capitals: "CCONT" and "ENTS". */
static bool
goes_on_in_capitals(urlgrep_span before, urlgrep_span word)
{
	size_t i = 0;

	while (i < word.len && ascii_is_capital(word.text[i]))
		i++;
	return i == word.len && before.len > 1 && ascii_is_capital(before.text[before.len - 1]) &&
	    ascii_is_capital(before.text[before.len - 2]);
}

/* Return true if a sentence may end with the URL: text is before it, and it ends in a letter, a
 * digit or a full stop that no file's ending follows. Then a word alone in the next line is a
 * name, or a greeting. */
static bool
may_end_sentence(const struct join *j, urlgrep_span word)
{
	char last = j->before.text[j->before.len - 1];
	urlgrep_span end = { j->joined.text, j->before.len + word.len };

	return text_before_sign(j) == SIGN_BEFORE_TEXT &&
	    (ascii_is(last, ASCII_ALPHA | ASCII_DIGIT) ||
		(last == '.' && !word_ends_as_file(end)));
}

/* The sign of a first word that is a word of letters. */
static enum join_sign
plain_word_sign(const struct join *j, urlgrep_span word)
{
	const struct line_break *b = j->b;

	if (word_continues_title(j->before, word))
		return SIGN_WORD_OF_TITLE;
	if (!text_line_is_blank(b->text, b->word_end, b->next_end) ||
	    (ascii_is_capital(*word.text) && !goes_on_in_capitals(j->before, word)) ||
	    word_is_frequent(word) ||
	    is_in(word.text[word.len - 1], PAUSE))
		return SIGN_WORD_PROSE;
	if (b->text->bytes[b->line_end - 1] == '/')
		return SIGN_WORD_LOWER_AFTER_SLASH;
	return may_end_sentence(j, word) ? SIGN_WORD_LOWER_AFTER_TEXT : SIGN_WORD_LOWER;
}

/* Return true if the run is a slash and a name: "/Ann", "/jonas". */
static bool
is_signature(urlgrep_span run)
{
	return run.len > 1 && *run.text == '/' &&
	    word_has_letters_only((urlgrep_span){ run.text + 1, run.len - 1 });
}

/* Return true if the word is a name, "=" and a value, but no "?" is before it: "id=5" after
 * ".../2004-March/". */
static bool
is_field_without_query(const struct join *j, urlgrep_span word)
{
	char last = j->before.text[j->before.len - 1];

	return ascii_is(*word.text, ASCII_ALPHA) && word_begins_with_field(word) &&
	    !has_byte(word, '/') && !has_byte(word, '&') && !has_byte(word, ';') &&
	    !has_byte(j->before, '?') && !has_byte(j->before, '=') &&
	    !has_byte(j->before, ';') &&
	    (last == '/' || ascii_is(last, ASCII_ALPHA | ASCII_DIGIT));
}

/* The sign of a commit's id or its end, or of a tag; SIGN_WORD_OTHER if the word is
 * none. */
static enum join_sign
commit_sign(const struct join *j, urlgrep_span word)
{
	if (identifier_is_divided_commit(j->before, word))
		return SIGN_WORD_COMMIT_END;
	return identifier_is_commit(word) || identifier_is_tag(j->before, word) ?
	    SIGN_WORD_COMMIT_APART : SIGN_WORD_OTHER;
}

/* Return true if plus signs divide words in the URL's query and in the run:
 * "?q=steven+b" and "erg+garden". */
static bool
goes_on_with_search_words(const struct join *j)
{
	const char *query = memchr(j->before.text, '?', j->before.len);

	return query && has_byte(j->inner, '+') &&
	    memchr(query, '+', (size_t)(j->before.text + j->before.len - query));
}

/* Return true if the next line begins with a few letters and goes on with a blank or
 * punctuation: "ml for more details" after "mds.ht". */
static bool
ends_within_letters(const struct join *j)
{
	size_t i = 0;

	while (i < j->run.len && ascii_is(j->run.text[i], ASCII_ALPHA))
		i++;
	return i == j->run.len || is_in(j->run.text[i], SENTENCE | CLOSER);
}

enum join_sign
text_word_sign(const struct join *j)
{
	urlgrep_span word = scan_span(j->b->text, j->b->run, j->b->word_end);
	urlgrep_span run = j->inner;
	enum join_sign sign = commit_sign(j, word);

	if (sign != SIGN_WORD_OTHER)
		return sign;
	if (j->splits_ending && !word_is_frequent(word) && ends_within_letters(j))
		return SIGN_WORD_FILE;
	if (word_has_letters_only(word))
		return plain_word_sign(j, word);
	if (word_is_abbreviation(word) || word_is_frequent_choice(word))
		return SIGN_WORD_PROSE;
	if (identifier_is_message_host(j->before, word))
		return SIGN_WORD_MESSAGE_HOST;
	if (identifier_is_whole_message_id(j->before, word))
		return SIGN_WORD_MESSAGE_WHOLE;
	if (has_byte(word, '@') && identifier_is_message_id(j->before, word))
		return SIGN_WORD_MESSAGE_ID;
	if (has_byte(word, '@') && !has_any(word, PART))
		return word_is_file_not_host(word) ? SIGN_WORD_FILE : SIGN_WORD_MAILBOX;
	if (ascii_find_authority(word.text, word.len) || has_byte(word, '@') ||
	    has_byte(word, '<'))
		return SIGN_WORD_ADDRESS;
	if (identifier_is_queue_id(word))
		return SIGN_WORD_QUEUE_ID;
	if (goes_on_with_title(j))
		return SIGN_WORD_OF_TITLE;
	if (!has_class(run, ASCII_ALPHA) && !has_any(run, FIELD))
		return SIGN_WORD_NUMBER; /* or a date */
	if (is_signature(run))
		return SIGN_WORD_NAME;
	if (is_field_without_query(j, word))
		return SIGN_WORD_FIELD;
	if (has_any(run, PART) || goes_on_with_search_words(j))
		return word.text[word.len - 1] == ':' ? SIGN_WORD_LABEL : SIGN_WORD_PATH;
	if (word_ends_as_file(run))
		return SIGN_WORD_FILE;
	if (has_byte(run, '_'))
		return SIGN_WORD_UNDERSCORE;
	if (has_class(run, ASCII_DIGIT))
		return SIGN_WORD_ALPHANUMERIC;
	if (run.len > 1 && memchr(run.text, '.', run.len - 1))
		return SIGN_WORD_DOTTED;
	return has_byte(run, '-') ? SIGN_WORD_HYPHENS : SIGN_WORD_OTHER;
}

enum join_sign
text_after_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	char c = b->run_end < b->next_end ? b->text->bytes[b->run_end] : ' ';

	if (c == '"')
		return SIGN_AFTER_QUOTE;
	return ascii_is(c, ASCII_BLANK) ? SIGN_AFTER_BLANK : SIGN_AFTER_OTHER;
}

enum join_sign
text_joined_sign(const struct join *j)
{
	urlgrep_span before = j->before, run = j->inner;

	if (j->splits_ending && word_ends_as_file(j->joined))
		return SIGN_JOINED_FILE;
	if (word_ends_as_file(run))
		return word_ends_as_file(before) ? SIGN_JOINED_SECOND_FILE : SIGN_JOINED_FILE;
	if (run.text[0] == '.' && word_ends_as_file(j->joined) && !word_ends_as_file(before))
		return SIGN_JOINED_FILE;
	return run.text[run.len - 1] == '/' ? SIGN_JOINED_SLASH : SIGN_JOINED_OPEN;
}

enum join_sign
text_bracket_sign(const struct join *j)
{
	char opener = j->c->byte_before, closer;

	if (!is_in(opener, OPENER))
		return SIGN_BRACKET_NONE;
	closer = opener == '(' ? ')' : opener == '[' ? ']' : '}';
	if (has_byte(j->before, closer))
		return SIGN_BRACKET_CLOSED;
	return memchr(j->run.text, closer, j->b->word_end - j->b->run) ?
	    SIGN_BRACKET_CLOSES : SIGN_BRACKET_OPEN;
}

/* ---- both lines --- */

/* Return how many blanks follow the marks of a line's quote prefix. */
static size_t
indentation(const struct scan_text *t, const struct quote_prefix *p, size_t line)
{
	size_t begin = p->count ? p->end : line, at;

	while (begin > line && ascii_is(t->bytes[begin - 1], ASCII_BLANK))
		begin--; /* the prefix ends after the blanks */
	at = begin;
	while (at < t->len && ascii_is(t->bytes[at], ASCII_BLANK))
		at++;
	return at - begin;
}

/* Return true if the line after the next one is indented as the URL's line, so that the
 * next line hangs from it: the item of a list, or its description. */
static bool
is_hanging(const struct join *j)
{
	const struct line_break *b = j->b;
	struct quote_prefix p;
	size_t third, at;

	if (!j->is_alone || !text_line_find_next(b->text, b->next_end, &third))
		return false;
	quote_prefix_read(b->text, third, MAX_QUOTE_MARKS, &p);
	at = p.end;
	while (at < b->text->len && ascii_is(b->text->bytes[at], ASCII_BLANK))
		at++;
	return at < b->text->len && !ascii_is(b->text->bytes[at], ASCII_BREAK) &&
	    indentation(b->text, &p, third) == indentation(b->text, &b->prefix, b->line);
}

enum join_sign
text_indent_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	size_t here = indentation(b->text, &b->prefix, b->line);
	size_t there = indentation(b->text, &b->next_prefix, b->next_line);

	if (here == there || (!b->has_same_prefix && j->is_alone && here <= there + 1 &&
	    there <= here + 1))
		return SIGN_INDENT_SAME; /* a blank belongs to the marks of some programs */
	if (here > there)
		return SIGN_INDENT_LESS;
	return there - here > 1 && is_hanging(j) ? SIGN_INDENT_HANGING :
	    SIGN_INDENT_DEEPER;
}

/* Return true if the next line has the quote prefix of one of the URL's lines: only the
 * lines between have lost their marks. */
static bool
has_prefix_of_chain(const struct join *j)
{
	const struct scan_text *t = j->b->text;
	unsigned i;

	for (i = 0; i + 2 < j->c->fragment_count; i++) {
		size_t line = text_line_find_begin(t, j->c->fragments[i].begin);
		struct quote_prefix p;

		quote_prefix_read(t, line, MAX_QUOTE_MARKS, &p);
		if (quote_prefix_equal(&p, &j->b->next_prefix))
			return true;
	}
	return false;
}

/* Return true if the line before the URL's has the quote prefix of the next line: the
 * URL's line has lost its marks. */
static bool
has_lost_own_prefix(const struct line_break *b)
{
	size_t floor = b->line > MAX_LOOKAHEAD_BYTES ? b->line - MAX_LOOKAHEAD_BYTES : 0;
	size_t begin, end;
	struct quote_prefix p;

	if (!text_line_find_previous(b->text, floor, b->line, &begin, &end))
		return false;
	quote_prefix_read(b->text, begin, MAX_QUOTE_MARKS, &p);
	return quote_prefix_equal(&p, &b->next_prefix);
}

/* Return true if the URL ends in a hyphen, and the next line has lost some of its marks:
 * programs that break quoted lines again leave such ones, also with more text. */
static bool
is_rewrapped_at_hyphen(const struct join *j)
{
	return j->before.text[j->before.len - 1] == '-' && j->b->next_prefix.count > 0 &&
	    j->b->next_prefix.count < j->b->prefix.count;
}

enum join_sign
text_prefix_sign(const struct join *j)
{
	const struct line_break *b = j->b;

	if (b->has_same_prefix || has_prefix_of_chain(j))
		return SIGN_PREFIX_SAME;
	if (!j->is_alone && !is_rewrapped_at_hyphen(j))
		return SIGN_PREFIX_OTHER_TEXT;
	if (b->next_prefix.count == 0)
		return SIGN_PREFIX_LOST;
	if (b->next_prefix.count < b->prefix.count)
		return SIGN_PREFIX_FEWER;
	return has_lost_own_prefix(b) ? SIGN_PREFIX_OWN_LOST : SIGN_PREFIX_MORE;
}
