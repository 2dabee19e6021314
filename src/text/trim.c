/* trim.c - trim characters at the end of a bare URL that belong to the sentence around it */
#include "text/run.h"

#include <stdbool.h>
#include <string.h>

#include "util/utf8.h"
#include "util/ascii.h"

/* ---- brackets and quotes --- */

char
trim_closer_of(char c)
{
	return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : c;
}

size_t
trim_find_closer(char opener, const char *run, size_t len)
{
	char closer = trim_closer_of(opener);
	size_t i, open = 0;

	if (opener == '\'')
		return ascii_find(run, len, '\'');
	if (closer == opener)
		return len;
	for (i = 0; i < len; i++) {
		if (run[i] == opener)
			open++;
		else if (run[i] == closer && open-- == 0)
			return i;
	}
	return len;
}

enum { NO_BRACKET, OPEN_ROUND, ROUND, OPEN_SQUARE, SQUARE, OPEN_CURLY, CURLY, QUOTE };

static const unsigned char bracket_kind[256] = { ['('] = OPEN_ROUND, [')'] = ROUND,
	['['] = OPEN_SQUARE, [']'] = SQUARE, ['{'] = OPEN_CURLY, ['}'] = CURLY,
	['\''] = QUOTE };

/* What is known of a run while it is trimmed, so that the run is not read again for each character
 * that is trimmed. */
struct trimming {
	/* The number of brackets and quotes of each kind. They are counted when the first one is
	 * found at the end of the run, and updated. */
	bool is_counted;
	size_t count[8]; /* by bracket_kind */
	size_t first_quote;

	size_t pictures;       /* where the pictures at the end begin */
	bool follow_delimiter; /* see follows_delimiter() */
};

static void
count_brackets(struct trimming *b, const char *run, size_t len)
{
	const char *quote;
	size_t i;

	if (b->is_counted)
		return;
	memset(b->count, 0, sizeof(b->count));
	for (i = 0; i < len; i++)
		b->count[bracket_kind[(unsigned char)run[i]]]++;
	quote = memchr(run, '\'', len);
	b->first_quote = quote ? (size_t)(quote - run) : len;
	b->is_counted = true;
}

/* Return true if the bracket at the end closes no bracket in the URL. */
static bool
is_unbalanced_bracket(struct trimming *b, const char *run, size_t len)
{
	unsigned kind = bracket_kind[(unsigned char)run[len - 1]];

	count_brackets(b, run, len);
	return b->count[kind] > b->count[kind - 1];
}

/* Return true if the quote at the end closes no quote in the URL: "a'b'" keeps its quotes. */
static bool
is_unbalanced_quote(struct trimming *b, const char *run, size_t len)
{
	count_brackets(b, run, len);
	return b->count[QUOTE] % 2 == 1 || b->first_quote + b->count[QUOTE] == len;
}

/* ---- the last characters --- */

static bool
has_path(const char *run, size_t len)
{
	const char *authority = ascii_find_authority(run, len), *end = run + len;

	return authority && memchr(authority + 3, '/', (size_t)(end - authority) - 3);
}

/* Return the number of stars at the end that do not belong to the URL. A single star belongs to it
 * in "news:*", and in "/?q=*" and "/a*" unless a star precedes the URL. After a slash or a hyphen,
 * a star makes a pattern; two stars are emphasis. */
static size_t
count_stars(char opener, const char *run, size_t len)
{
	size_t n = 0;
	char last;

	while (n < len && run[len - 1 - n] == '*')
		n++;
	last = n < len ? run[len - 1 - n] : '/';
	if (last == ':')
		return n - 1;
	return n == 1 && ascii_is_space(opener) &&
	    (last == '=' || ascii_is_alphanumeric(last)) && has_path(run, len) ? 0 : n;
}

/* Return the length of a drawn line at the end of the run, five or more of the same byte, where a
 * line break is missing; 0 if there is none. */
static size_t
ruled_line_length(const char *run, size_t len)
{
	enum { MIN_LINE = 5 };
	size_t n = 1;

	while (n < len && run[len - 1 - n] == run[len - 1])
		n++;
	return n < MIN_LINE ? 0 : n;
}

/* Return how many bytes at the end are punctuation of the sentence around the URL: one byte or
 * several stars. */
static size_t
trailing_punctuation(struct trimming *b, char opener, const char *run, size_t len)
{
	char c = run[len - 1];

	switch (c) {
	case ':':
		return !text_ends_with(run, len, "/:memory:"); /* SQLite */
	case '.': case ',': case ';': case '!': case '?':
	case '(': case '[': case '{':
	case '\\': case '|': case '^': case '`':
		return 1;
	case '*':
		return count_stars(opener, run, len);
	case '\'':
		return is_unbalanced_quote(b, run, len);
	case ')': case ']': case '}':
		return is_unbalanced_bracket(b, run, len);
	case '@': case '$':
		return c == opener; /* Haddock code, TeX formulas */
	case '_': case '~': case '-': case '=': case '#':
		return c == opener ? 1 : ruled_line_length(run, len); /* emphasis or a line */
	default:
		return 0;
	}
}

/* Return the length of the HTML entity at the end; 0 if there is none. */
static size_t
entity_length(const char *run, size_t len)
{
	static const char *const entities[] = { "&gt;", "&lt;", "&quot;",
		"&amp;", "&apos;", "&nbsp;", "&#39;", "&#34;" };
	size_t i;

	if (len == 0 || run[len - 1] != ';')
		return 0;
	for (i = 0; i < COUNT(entities); i++)
		if (text_ends_with(run, len, entities[i]))
			return strlen(entities[i]);
	return 0;
}

/* Return true if run[0..len) ends in a letter or mark of a script, to which a joiner may belong. */
static bool
ends_in_mark(const char *run, size_t len)
{
	uint32_t code;

	character_before(run, len, &code);
	return code >= 0x80 && character_class_of(code) >= CHARACTER_MARK;
}

enum { JOINER = 0x200D, FIRST_DINGBAT = 0x2600, LAST_DINGBAT = 0x2767, FIRST_SQUARE = 0x2B1B,
	LAST_STAR = 0x2B55, FIRST_SELECTOR = 0xFE00, LAST_SELECTOR = 0xFE0F, FIRST_EMOJI = 0x1F000 };

/* Return true if the character is a picture, such as an emoji, or a part of one. */
static bool
is_picture(uint32_t code)
{
	return (code >= FIRST_EMOJI && character_class_of(code) == CHARACTER_SYMBOL) ||
	    code == JOINER ||
	    (code >= FIRST_DINGBAT && code <= LAST_DINGBAT) ||
	    (code >= FIRST_SQUARE && code <= LAST_STAR) ||
	    (code >= FIRST_SELECTOR && code <= LAST_SELECTOR);
}

/* Return true if the pictures (such as emoji) at the end of run[0..len) follow a delimiter:
 * "/wiki/\U0001F42C", "?utf8=\u2713". Other symbols belong to the sentence. */
static bool
follows_delimiter(struct trimming *b, const char *run, size_t len)
{
	uint32_t code = 0x80;
	size_t n = 0;

	if (len > b->pictures)
		return b->follow_delimiter;
	for (; len > n; len -= n) {
		n = character_before(run, len, &code);
		if (!is_picture(code))
			break;
	}
	b->pictures = len;
	return b->follow_delimiter = n == 1 && ascii_is_one_of((char)code, "/=_-&#?%");
}

/* Return the length of the punctuation or symbol beyond US-ASCII at the end, such as an
 * arrow or an emoji with its variation selector; 0 if there is none. */
static size_t
symbol_length(struct trimming *b, const char *run, size_t len)
{
	uint32_t code;
	size_t n;

	if ((unsigned char)run[len - 1] < 0x80)
		return 0;
	n = character_before(run, len, &code);
	return n > 1 && !follows_delimiter(b, run, len) && !character_closes_bracket(code, run, len) &&
	    (character_class_of(code) == CHARACTER_SYMBOL ||
	    (code == JOINER && !ends_in_mark(run, len - n)) ||
	    (code >= FIRST_SELECTOR && code <= LAST_SELECTOR)) ? n : 0;
}

/* Return true if c is a character in which nearly all URLs end, so that it is never trimmed. */
static bool
is_kept(char c)
{
	return ascii_is_alphanumeric(c) || c == '/';
}

/* Return the length of run[0..len) without the punctuation of the sentence around it. */
static size_t
trim_punctuation(char opener, const char *run, size_t len)
{
	struct trimming b = { .is_counted = false, .pictures = len };

	while (len) {
		size_t n, i;

		if (is_kept(run[len - 1]))
			break;
		n = entity_length(run, len);
		if (n == 0)
			n = trailing_punctuation(&b, opener, run, len);
		if (n == 0)
			n = symbol_length(&b, run, len);
		if (n == 0)
			break;
		for (i = 0; i < n; i++)
			b.count[bracket_kind[(unsigned char)run[--len]]]--;
	}
	return len;
}

/* Return true if tail.pcre may match: the last letters follow a full stop or the like and have a
 * capital, or an apostrophe is near the end. Most URLs have neither. */
static bool
may_have_tail(const char *run, size_t len)
{
	enum { MAX_ENDING_BYTES = 9 };
	size_t at = len, near = len > MAX_ENDING_BYTES ? len - MAX_ENDING_BYTES : 0;
	bool has_capital = false;

	for (; at > 0 && ascii_is(run[at - 1], ASCII_ALPHA); at--)
		has_capital = has_capital || ascii_is_capital(run[at - 1]);
	return (has_capital && at > 0 && ascii_is_one_of(run[at - 1], ".,;:!")) ||
	    memchr(run + near, '\'', len - near);
}

size_t
trim_bare_url(struct rules *rules, char opener, const char *run, size_t len)
{
	struct rule_match tail;

	len = trim_find_closer(opener, run, len);
	if (len && !is_kept(run[len - 1]))
		len = trim_punctuation(opener, run, len);
	return may_have_tail(run, len) && rules_find(rules, RULES_TAIL, 0, run, len, 0, &tail) ?
	    trim_punctuation(opener, run, tail.begin) : len;
}
