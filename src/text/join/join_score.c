/* join_score.c - what speaks for a bare URL going on after a line break, and what against
 *
 * Each sign is of one kind, and join_points.tsv has the points of each and where they
 * come from. Their sum is the score. */
#include "text/join/join_score.h"

#include <string.h>

#include "names/suffix.h"
#include "text/join/identifiers.h"
#include "text/lines/text_line.h"
#include "text/readings.h"
#include "text/run/trim.h"
#include "unwrap/shape.h"
#include "util/ascii.h"

static const struct {
	const char *name;
	int points;
} sign_table[] = { JOIN_ROWS };

_Static_assert((int)JOIN_CERTAIN == (int)URLGREP_SIGNS_HIGH,
    "the table has the threshold of urlgrep.h");
_Static_assert(JOIN_ENOUGH >= JOIN_CERTAIN && JOIN_CERTAIN > JOIN_LIKELY &&
    JOIN_LIKELY > JOIN_POSSIBLE,
    "the thresholds descend");

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Endings of file names in URLs. */
static const char *const file_endings[] = { "html", "htm", "shtml", "shtm", "php",
	"asp", "aspx", "jsp", "cgi", "pl", "pdf", "ps", "eps", "dvi", "tex", "rtf",
	"doc", "ppt", "xls", "txt", "text", "md", "csv", "log", "xml", "css", "js",
	"json", "gz", "bz2", "xz", "zip", "tgz", "tar", "hqx", "exe", "jpg", "jpeg",
	"gif", "png", "mp3", "avi", "cpp", "java", "py", "git", "patch", "diff",
	"pgp", "asc", "sig" };
enum { MAX_FILE_ENDING_BYTES = 5 };

/* One line break, and the URL before and after it. */
struct join {
	const struct line_break *b;
	const struct candidate *c;
	urlgrep_span joined; /* the URL up to the end of the run */
	urlgrep_span before; /* the URL up to the break: the beginning of joined */
	urlgrep_span run;    /* in the text */
	bool is_alone;       /* only blanks follow the run in its line */
	urlgrep_span inner;  /* the run up to the bracket that closes one before the URL */
	bool splits_ending;  /* ".ht" and "ml": the break is within a file's ending */
};

/* ---- sets of punctuation --- */

enum {
	SENTENCE = 1,  /* .,;:!? */
	PAUSE = 2,     /* ,;:!? */
	QUOTE = 4,     /* "' */
	OPENER = 8,    /* ([{ */
	CLOSER = 16,   /* )]} */
	SEARCH = 32,   /* =&? */
	FIELD = 64,    /* =&?%#_ */
	PART = 128,    /* =&?%#/ */
	FRONT = 256,   /* =&?%#/_.~ */
	JOINT = 512,   /* _+~./ */
	HOST_END = 1024 /* /?# */
};

static const unsigned short punctuation[256] = {
	['.'] = SENTENCE | FRONT | JOINT,
	[','] = SENTENCE | PAUSE, [';'] = SENTENCE | PAUSE,
	[':'] = SENTENCE | PAUSE, ['!'] = SENTENCE | PAUSE,
	['?'] = SENTENCE | PAUSE | SEARCH | FIELD | PART | FRONT | HOST_END,
	['='] = SEARCH | FIELD | PART | FRONT, ['&'] = SEARCH | FIELD | PART | FRONT,
	['%'] = FIELD | PART | FRONT, ['#'] = FIELD | PART | FRONT | HOST_END,
	['/'] = PART | FRONT | JOINT | HOST_END,
	['_'] = FIELD | FRONT | JOINT, ['~'] = FRONT | JOINT, ['+'] = JOINT,
	['"'] = QUOTE, ['\''] = QUOTE,
	['('] = OPENER, ['['] = OPENER, ['{'] = OPENER,
	[')'] = CLOSER, [']'] = CLOSER, ['}'] = CLOSER,
};

static bool
is_in(char c, unsigned sets)
{
	return (punctuation[(unsigned char)c] & sets) != 0;
}

static bool
has_any(urlgrep_span s, unsigned sets)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (is_in(s.text[i], sets))
			return true;
	return false;
}

static bool
has_byte(urlgrep_span s, char c)
{
	return memchr(s.text, c, s.len) != NULL;
}

static bool
has_class(urlgrep_span s, unsigned classes)
{
	size_t i;

	for (i = 0; i < s.len; i++)
		if (ascii_is(s.text[i], classes))
			return true;
	return false;
}

static bool
is_capital(char c)
{
	return c >= 'A' && c <= 'Z';
}

static urlgrep_span
span_between(const struct scan_text *t, size_t begin, size_t end)
{
	return (urlgrep_span){ t->bytes + begin, end - begin };
}

/* ---- file names, hosts and words --- */

/* Return true if s ends in a file's ending, such as ".html", perhaps with punctuation
 * after it. */
static bool
ends_as_file(urlgrep_span s)
{
	size_t end = s.len, dot, min_dot, i;

	while (end > 0 && (is_in(s.text[end - 1], SENTENCE) || s.text[end - 1] == '\''))
		end--;
	min_dot = end > MAX_FILE_ENDING_BYTES ? end - MAX_FILE_ENDING_BYTES - 1 : 0;
	for (dot = end; dot > min_dot; dot--)
		if (!ascii_is(s.text[dot - 1], ASCII_ALPHA | ASCII_DIGIT))
			break;
	if (dot < 2 || dot == end || s.text[dot - 1] != '.')
		return false;
	for (i = 0; i < COUNT(file_endings); i++)
		if (file_endings[i][0] == s.text[dot] &&
		    strlen(file_endings[i]) == end - dot &&
		    memcmp(s.text + dot, file_endings[i], end - dot) == 0)
			return true;
	return false;
}

/* Return true if the break after before is within a file's ending: ".ht" and "ml",
 * ".htm" and "l". */
static bool
splits_file_ending(urlgrep_span joined, urlgrep_span before)
{
	size_t dot = before.len, end = before.len;

	if (!ascii_is(joined.text[before.len], ASCII_ALPHA))
		return false;
	while (dot > 0 && ascii_is(before.text[dot - 1], ASCII_ALPHA))
		dot--;
	if (dot == 0 || dot == before.len || before.text[dot - 1] != '.')
		return false;
	while (end < joined.len && end - dot <= MAX_FILE_ENDING_BYTES &&
	    ascii_is(joined.text[end], ASCII_ALPHA))
		end++;
	return end - dot <= MAX_FILE_ENDING_BYTES &&
	    ends_as_file((urlgrep_span){ joined.text, end });
}

/* Return where the path begins, after "//" and the host. */
static size_t
find_path(urlgrep_span url)
{
	size_t at = 2;

	while (at < url.len && (url.text[at - 2] != '/' || url.text[at - 1] != '/'))
		at++;
	while (at < url.len && !is_in(url.text[at], HOST_END))
		at++;
	return at;
}

/* Return true if the host does not end as usual, in a domain of two to four letters:
 * "localhost:80", "a.example". */
static bool
has_odd_host(urlgrep_span url)
{
	const char *host = memmem(url.text, url.len, "//", 2);
	const char *end = url.text + url.len, *dot = NULL, *p;

	for (p = host ? host + 2 : end; p < end && *p != ':'; p++)
		if (*p == '.' && p + 1 < end)
			dot = p;
	return dot == NULL || p - dot < 3 || p - dot > 5;
}

/* Return true if the run begins as a host goes on: "com/x" after a dot (has_dot),
 * "h.example/x" after "//". */
static bool
begins_as_host(urlgrep_span run, bool has_dot)
{
	size_t i = 0, label = 0;

	for (; i < run.len && !is_in(run.text[i], HOST_END) && run.text[i] != ':'; i++) {
		label = run.text[i] == '.' ? 0 : label + 1;
		has_dot = has_dot || (run.text[i] == '.' && i > 0);
		if (!ascii_is(run.text[i], ASCII_ALPHA | ASCII_DIGIT) &&
		    run.text[i] != '.' && run.text[i] != '-')
			return false;
	}
	return has_dot && label >= 2 && i < run.len;
}

/* Return true if w is a word of letters, perhaps between quotes and punctuation. */
static bool
is_word(urlgrep_span w)
{
	size_t i = 0, letters = 0;

	while (i < w.len && (is_in(w.text[i], QUOTE) || w.text[i] == '('))
		i++;
	for (; i < w.len; i++) {
		if (ascii_is(w.text[i], ASCII_ALPHA) ||
		    (unsigned char)w.text[i] >= 0x80)
			letters++;
		else if (!(letters && (w.text[i] == '\'' || w.text[i] == '-') &&
		    i + 1 < w.len && ascii_is(w.text[i + 1], ASCII_ALPHA)))
			break;
	}
	while (i < w.len && (is_in(w.text[i], QUOTE | SENTENCE) || w.text[i] == ')'))
		i++;
	return letters && i == w.len;
}

static unsigned
count_hyphens(urlgrep_span s)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < s.len; i++)
		n += s.text[i] == '-';
	return n;
}

/* Return true if word goes on with a row of words, as titles become paths:
 * "ions-on-debian" after ".../how-to-install-2-different-r-vers". */
static bool
is_title(urlgrep_span before, urlgrep_span word)
{
	enum { MIN_HYPHENS = 3 };
	const char *slash = memrchr(before.text, '/', before.len);
	unsigned here, there = count_hyphens(word);

	if (slash == NULL || there == 0)
		return false;
	here = count_hyphens((urlgrep_span){ slash,
		(size_t)(before.text + before.len - slash) });
	return here > 0 && here + there >= MIN_HYPHENS;
}

/* Return true if prose often goes on with that word, as URLs hardly ever do. */
static bool
is_frequent(urlgrep_span word)
{
	static const char *const words[] = { "a", "about", "all", "also", "an", "and",
		"any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
		"did", "do", "does", "for", "from", "had", "has", "have", "he", "here",
		"how", "i", "if", "in", "into", "is", "it", "its", "just", "like",
		"may", "more", "most", "my", "no", "not", "now", "of", "on", "one",
		"only", "or", "other", "our", "out", "so", "some", "such", "than",
		"that", "the", "their", "them", "then", "there", "these", "they",
		"this", "those", "thus", "to", "too", "under", "up", "us", "was", "we",
		"were", "what", "when", "where", "which", "who", "why", "will", "with",
		"would", "you", "your", "thanks", "regards", "cheers", "should", "und",
		"der", "die", "das", "de", "la", "le", "et", "en", "el", "les", "y" };
	size_t i, j;

	while (word.len > 0 && !ascii_is(word.text[word.len - 1], ASCII_ALPHA))
		word.len--;
	for (i = 0; i < COUNT(words); i++) {
		for (j = 0; j < word.len && words[i][j] &&
		    ascii_lower(word.text[j]) == words[i][j]; j++)
			;
		if (j == word.len && words[i][j] == '\0')
			return true;
	}
	return false;
}

/* Return true if word is an abbreviation of single letters: "i.e.", "e.g.,", "p.m.". */
static bool
is_abbreviation(urlgrep_span word)
{
	size_t at = 0;

	while (at + 1 < word.len && ascii_is(word.text[at], ASCII_ALPHA) &&
	    word.text[at + 1] == '.')
		at += 2;
	return at >= 4 && (at == word.len || (at + 1 == word.len &&
	    is_in(word.text[at], SENTENCE | CLOSER)));
}

/* Return true if word is frequent words with slashes between them: "and/or". */
static bool
is_frequent_choice(urlgrep_span word)
{
	const char *slash = memchr(word.text, '/', word.len), *text = word.text;
	const char *end = word.text + word.len;

	if (slash == NULL)
		return false;
	while (slash != NULL && is_frequent((urlgrep_span){ text, (size_t)(slash - text) })) {
		text = slash + 1;
		slash = memchr(text, '/', (size_t)(end - text));
	}
	return slash == NULL && is_frequent((urlgrep_span){ text, (size_t)(end - text) });
}

/* Return true if word ends in a file's ending that is no top label: "f@mm.html" is no
 * mailbox. */
static bool
is_file_not_host(urlgrep_span word)
{
	size_t end = word.len, dot;

	while (end > 0 && !ascii_is(word.text[end - 1], ASCII_ALPHA | ASCII_DIGIT))
		end--;
	for (dot = end; dot > 0 && word.text[dot - 1] != '.'; dot--)
		;
	return ends_as_file(word) && top_label_find(word.text + dot, end - dot) == NULL;
}

/* Return true if s begins with a name and "=". */
static bool
begins_with_field(urlgrep_span s)
{
	size_t at = 0;

	while (at < s.len && (ascii_is(s.text[at], ASCII_ALPHA | ASCII_DIGIT) ||
	    s.text[at] == '_' || s.text[at] == '-' || s.text[at] == '.'))
		at++;
	return at > 0 && at < s.len && s.text[at] == '=';
}

/* Return the run up to the bracket that closes the one before the URL, if it does. */
static urlgrep_span
inner_run(const struct join *j)
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

/* Return how much of the URL before the break would remain without the join. */
static size_t
trimmed_length(const struct join *j)
{
	const struct candidate *c = j->c;

	if (c->fragment_count == 2 && !c->lacks_host)
		return c->end - c->begin; /* bare_read has trimmed it */
	return trim_bare_url(c->byte_before, j->before.text, j->before.len);
}

static enum join_sign
end_sign(const struct join *j)
{
	urlgrep_span before = j->before;
	const char *last = before.text + before.len - 1;
	size_t kept = trimmed_length(j);

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

static enum join_sign
path_sign(const struct join *j)
{
	urlgrep_span before = j->before;
	size_t at = find_path(before);
	urlgrep_span path = { before.text + at, before.len - at };
	char last = before.text[before.len - 1], front = *j->run.text;

	if (at >= before.len && (last == '/' || last == '.' || last == '-') &&
	    begins_as_host(j->run, last == '.'))
		return SIGN_PATH_HOST_CUT;
	if (at >= before.len)
		return has_odd_host(before) ? SIGN_PATH_NONE_ODD_HOST : SIGN_PATH_NONE;
	if (!j->splits_ending && ends_as_file(path) &&
	    !(last == '?' && begins_with_field(j->run)))
		return is_in(front, FRONT) || front == '+' || front == '-' ?
		    SIGN_PATH_FILE : SIGN_PATH_FILE_WORD;
	if (path.len == 1 || (path.len == 2 && last == '.'))
		return has_byte((urlgrep_span){ before.text, at }, '.') ?
		    SIGN_PATH_ROOT : SIGN_PATH_ROOT_WORD_HOST;
	return last == '/' ? SIGN_PATH_DIRECTORY : SIGN_PATH_OPEN;
}

static enum join_sign
before_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	urlgrep_span s = span_between(b->text, b->prefix.end, b->fragment_begin);

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

static enum join_sign
front_sign(const struct join *j)
{
	char c = *j->run.text;

	if (c >= 'a' && c <= 'z')
		return SIGN_FRONT_LOWER;
	if (is_capital(c))
		return is_in(j->b->text->bytes[j->b->line_end - 1], SENTENCE) ?
		    SIGN_FRONT_SENTENCE : SIGN_FRONT_CAPITAL;
	if (ascii_is(c, ASCII_DIGIT))
		return SIGN_FRONT_DIGIT;
	if (is_in(c, FRONT))
		return SIGN_FRONT_MARK;
	if (is_in(c, OPENER) || c == '\'')
		return SIGN_FRONT_BRACKET;
	if (c == '-' && is_between_digits(j))
		return SIGN_FRONT_OTHER;
	return c == '-' || c == '*' ? SIGN_FRONT_HYPHEN : SIGN_FRONT_OTHER;
}

/* Return true if both the URL's end and the word are in capitals: "CCONT" and "ENTS". */
static bool
goes_on_in_capitals(urlgrep_span before, urlgrep_span word)
{
	size_t i = 0;

	while (i < word.len && is_capital(word.text[i]))
		i++;
	return i == word.len && before.len > 1 && is_capital(before.text[before.len - 1]) &&
	    is_capital(before.text[before.len - 2]);
}

/* The sign of a first word that is a word of letters. */
static enum join_sign
plain_word_sign(const struct join *j, urlgrep_span word)
{
	const struct line_break *b = j->b;

	if (is_title(j->before, word))
		return SIGN_WORD_OF_TITLE;
	if (!text_line_is_blank(b->text, b->word_end, b->next_end) ||
	    (is_capital(*word.text) && !goes_on_in_capitals(j->before, word)) ||
	    is_frequent(word) ||
	    is_in(word.text[word.len - 1], PAUSE))
		return SIGN_WORD_PROSE;
	return b->text->bytes[b->line_end - 1] == '/' ? SIGN_WORD_LOWER_AFTER_SLASH :
	    SIGN_WORD_LOWER;
}

/* Return true if the run is a slash and a name: "/Ann". */
static bool
is_signature(urlgrep_span run)
{
	return run.len > 1 && *run.text == '/' && is_capital(run.text[1]) &&
	    is_word((urlgrep_span){ run.text + 1, run.len - 1 });
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

static enum join_sign
word_sign(const struct join *j)
{
	urlgrep_span word = span_between(j->b->text, j->b->run, j->b->word_end);
	urlgrep_span run = j->inner;
	enum join_sign sign = commit_sign(j, word);

	if (sign != SIGN_WORD_OTHER)
		return sign;
	if (is_word(word))
		return plain_word_sign(j, word);
	if (is_abbreviation(word) || is_frequent_choice(word))
		return SIGN_WORD_PROSE;
	if (has_byte(word, '@') && identifier_is_message_id(j->before, word))
		return SIGN_WORD_MESSAGE_ID;
	if (has_byte(word, '@') && !has_any(word, PART))
		return is_file_not_host(word) ? SIGN_WORD_FILE : SIGN_WORD_MAILBOX;
	if (memmem(word.text, word.len, "://", 3) || has_byte(word, '@') ||
	    has_byte(word, '<'))
		return SIGN_WORD_ADDRESS;
	if (!has_class(run, ASCII_ALPHA) && !has_any(run, FIELD))
		return SIGN_WORD_NUMBER; /* or a date */
	if (is_signature(run))
		return SIGN_WORD_NAME;
	if (has_any(run, PART) || goes_on_with_search_words(j))
		return word.text[word.len - 1] == ':' ? SIGN_WORD_LABEL : SIGN_WORD_PATH;
	if (ends_as_file(run))
		return SIGN_WORD_FILE;
	if (has_byte(run, '_'))
		return SIGN_WORD_UNDERSCORE;
	if (has_class(run, ASCII_DIGIT))
		return SIGN_WORD_ALPHANUMERIC;
	if (run.len > 1 && memchr(run.text, '.', run.len - 1))
		return SIGN_WORD_DOTTED;
	return has_byte(run, '-') ? SIGN_WORD_HYPHENS : SIGN_WORD_OTHER;
}

static enum join_sign
after_sign(const struct join *j)
{
	const struct line_break *b = j->b;
	char c = b->run_end < b->next_end ? b->text->bytes[b->run_end] : ' ';

	if (c == '"')
		return SIGN_AFTER_QUOTE;
	return ascii_is(c, ASCII_BLANK) ? SIGN_AFTER_BLANK : SIGN_AFTER_OTHER;
}

static enum join_sign
joined_sign(const struct join *j)
{
	urlgrep_span before = j->before, run = j->inner;

	if (j->splits_ending && ends_as_file(j->joined))
		return SIGN_JOINED_FILE;
	if (ends_as_file(run) || (before.text[before.len - 1] == '.' &&
	    ends_as_file((urlgrep_span){ run.text - 1, run.len + 1 })))
		return ends_as_file(before) ? SIGN_JOINED_SECOND_FILE : SIGN_JOINED_FILE;
	if (run.text[0] == '.' && ends_as_file(j->joined) && !ends_as_file(before))
		return SIGN_JOINED_FILE;
	return run.text[run.len - 1] == '/' ? SIGN_JOINED_SLASH : SIGN_JOINED_OPEN;
}

static enum join_sign
bracket_sign(const struct join *j)
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

static enum join_sign
indent_sign(const struct join *j)
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

static enum join_sign
prefix_sign(const struct join *j)
{
	const struct line_break *b = j->b;

	if (b->has_same_prefix || has_prefix_of_chain(j))
		return SIGN_PREFIX_SAME;
	if (!j->is_alone)
		return SIGN_PREFIX_OTHER_TEXT;
	if (b->next_prefix.count == 0)
		return SIGN_PREFIX_LOST;
	if (b->next_prefix.count < b->prefix.count)
		return SIGN_PREFIX_FEWER;
	return has_lost_own_prefix(b) ? SIGN_PREFIX_OWN_LOST : SIGN_PREFIX_MORE;
}

/* ---- the lines around --- */

enum { MAX_LINES_BEFORE = 16, MAX_LINES_AFTER = 8, MAX_LINE_COLUMNS = 100,
	USUAL_LINE_COLUMNS = 80, SHORT_LINE_COLUMNS = 50, MIN_MARGIN_COLUMNS = 60 };

/* The widest lines nearby. */
struct line_widths {
	size_t same_prefix; /* of those with the URL's quote prefix */
	size_t any_prefix;
	bool ends_paragraph; /* the line after the next is blank or missing */
};

static void
count_wide_line(const struct line_break *b, size_t begin, size_t end,
    struct line_widths *w)
{
	size_t width = text_line_width(b->text, begin, end);
	struct quote_prefix p;

	if (width > MAX_LINE_COLUMNS || width <= w->same_prefix ||
	    (width > USUAL_LINE_COLUMNS && memmem(b->text->bytes + begin, end - begin, "://", 3)))
		return; /* a URL alone may be as wide as that */
	if (width > w->any_prefix)
		w->any_prefix = width;
	quote_prefix_read(b->text, begin, MAX_QUOTE_MARKS, &p);
	if (quote_prefix_equal(&b->prefix, &p))
		w->same_prefix = width;
}

static void
count_line(const struct line_break *b, size_t begin, size_t end, struct line_widths *w)
{
	if (end - begin > w->same_prefix) /* a line has no more columns than bytes */
		count_wide_line(b, begin, end, w);
}

/* Count the lines before the URL's; not one that begins before the bytes that are
 * read. */
static void
count_lines_before(const struct line_break *b, struct line_widths *w)
{
	const struct scan_text *t = b->text;
	size_t begin = b->line, end;
	size_t floor = begin > MAX_LOOKBEHIND_BYTES / 2 ?
	    begin - MAX_LOOKBEHIND_BYTES / 2 : 0;
	unsigned n;

	for (n = 0; n < MAX_LINES_BEFORE; n++) {
		if (!text_line_find_previous(t, floor, begin, &begin, &end))
			break;
		count_line(b, begin, end, w);
	}
}

/* Count the lines from `begin` on, which follow the next line. Answers YES or MORE. */
static enum scan_answer
count_lines_after(const struct line_break *b, size_t begin, struct line_widths *w)
{
	const struct scan_text *t = b->text;
	size_t limit = begin + MAX_LOOKAHEAD_BYTES;
	unsigned n;

	for (n = 0; n < MAX_LINES_AFTER && begin < limit; n++) {
		size_t end = text_line_find_end(t, begin, limit < t->len ? limit : t->len);

		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		if (end == limit)
			break;
		if (n == 0) {
			struct quote_prefix p;

			quote_prefix_read(t, begin, MAX_QUOTE_MARKS, &p);
			w->ends_paragraph = text_line_is_blank(t, p.end, end);
		}
		count_line(b, begin, end, w);
		if (end == t->len)
			break;
		if (!text_line_find_next(t, end, &begin))
			return SCAN_MORE;
	}
	return SCAN_YES;
}

/* Measure the lines around the URL's line. Answers YES or MORE. */
static enum scan_answer
measure_lines(const struct line_break *b, struct line_widths *w)
{
	const struct scan_text *t = b->text;
	size_t after = b->next_end;

	*w = (struct line_widths){ 0, 0, true };
	count_lines_before(b, w);
	count_line(b, b->next_line, b->next_end, w);
	if (after == t->len)
		return t->is_last ? SCAN_YES : SCAN_MORE;
	if (!text_line_find_next(t, after, &after))
		return SCAN_MORE;
	return count_lines_after(b, after, w);
}

/* If the next word had room in the URL's line, nothing forced the break there; but
 * lines break after a hyphen all the same. */
static enum join_sign
room_sign(const struct line_break *b, const struct line_widths *w, size_t width)
{
	size_t needed = width + 1 + text_line_width(b->text, b->run, b->word_end);

	if (needed <= w->same_prefix && b->text->bytes[b->line_end - 1] != '-')
		return SIGN_ROOM_YES;
	return needed <= w->any_prefix ? SIGN_ROOM_OTHER_DEPTH : SIGN_ROOM_NO;
}

static enum join_sign
line_sign(const struct line_widths *w, size_t width)
{
	if (width < SHORT_LINE_COLUMNS)
		return SIGN_LINE_SHORT;
	if (width > USUAL_LINE_COLUMNS && width > w->same_prefix + 4)
		return SIGN_LINE_LONG;
	if (width >= w->same_prefix)
		return width >= 72 ? SIGN_LINE_FULL : SIGN_LINE_WIDEST;
	if (width + 2 >= w->same_prefix)
		return width >= 72 ? SIGN_LINE_NEARLY_FULL : SIGN_LINE_NEARLY_WIDEST;
	return width < 65 ? SIGN_LINE_NARROW : SIGN_LINE_NOT_WIDEST;
}

static enum join_sign
then_sign(const struct join *j, const struct line_widths *w)
{
	if (!j->is_alone)
		return SIGN_THEN_TEXT;
	return w->ends_paragraph ? SIGN_THEN_END : SIGN_THEN_LINES;
}

/* ---- the grammar --- */

/* RFC 3986, appendix C: double quotes delimit a URL as angle brackets do. */
static bool
is_between_quotes(const struct join *j)
{
	const struct scan_text *t = j->b->text;

	return j->c->byte_before == '"' && j->b->run_end < t->len &&
	    t->bytes[j->b->run_end] == '"';
}

/* Judge the URL with and without the join; the former only if it can change something
 * (matters), or if the latter is not valid. Returns OK or NOMEM. */
static urlgrep_status
verdict_sign(urlgrep_scanner *s, const struct join *j, bool matters,
    enum join_sign *sign)
{
	urlgrep_url joined, unjoined;

	if (matcher_judge(s->matcher, j->before.text, trimmed_length(j), &unjoined) ==
	    URLGREP_NOMEM)
		return URLGREP_NOMEM;
	*sign = SIGN_VERDICT_UNJOINED_VALID;
	if (unjoined.verdict == URLGREP_OK && !matters)
		return URLGREP_OK;
	if (matcher_judge(s->matcher, j->joined.text,
	    trim_bare_url(j->c->byte_before, j->joined.text, j->joined.len), &joined) ==
	    URLGREP_NOMEM)
		return URLGREP_NOMEM;
	*sign = SIGN_VERDICT_SAME;
	if (joined.verdict != URLGREP_OK && unjoined.verdict == URLGREP_OK)
		*sign = SIGN_VERDICT_JOINED_INVALID;
	if (joined.verdict == URLGREP_OK && unjoined.verdict != URLGREP_OK)
		*sign = SIGN_VERDICT_UNJOINED_INVALID;
	return URLGREP_OK;
}

/* ---- the score --- */

enum { MAX_SIGNS_PER_BREAK = 18 };
_Static_assert(MAX_WRAPPER_JOINS * MAX_SIGNS_PER_BREAK <= MAX_SIGNS, "all signs have room");

struct score {
	urlgrep_sign *next;  /* where the next sign is kept */
	unsigned line_break; /* counted from 1 */
	int points;
};

static void
add_sign(struct score *score, enum join_sign sign)
{
	score->points += sign_table[sign].points;
	*score->next++ = (urlgrep_sign){ sign_table[sign].name, sign_table[sign].points,
		score->line_break };
}

static int
max_of(int a, int b)
{
	return a > b ? a : b;
}

static int
min_of(int a, int b)
{
	return a < b ? a : b;
}

/* Return the most, and the least, that the lines around can add to the score. */
static int
max_line_points(const struct join *j)
{
	return MAX_ROOM_POINTS + MAX_LINE_POINTS + (j->is_alone ?
	    max_of(POINTS_THEN_END, POINTS_THEN_LINES) : POINTS_THEN_TEXT);
}

static int
min_line_points(const struct join *j)
{
	return MIN_ROOM_POINTS + MIN_LINE_POINTS + (j->is_alone ?
	    min_of(POINTS_THEN_END, POINTS_THEN_LINES) : POINTS_THEN_TEXT);
}

/* Add what says that the line's end cuts the wrapper of a mail gateway (rule U13). */
static void
add_wrapper_signs(const struct join *j, struct score *score)
{
	enum wrapper_shape before = wrapper_shape_of(j->before.text, j->before.len), joined;

	if (before != SHAPE_OPEN && before != SHAPE_CLOSING)
		return;
	add_sign(score, SIGN_WRAPPER_CUT);
	joined = wrapper_shape_of(j->joined.text, j->joined.len);
	if (joined > before && joined != SHAPE_ENDED)
		add_sign(score, SIGN_WRAPPER_WHOLE);
}

/* Add the signs of the URL and of the two lines. */
static void
add_text_signs(const struct join *j, struct score *score)
{
	add_sign(score, SIGN_BASE);
	add_sign(score, end_sign(j));
	add_sign(score, path_sign(j));
	add_sign(score, before_sign(j));
	add_sign(score, front_sign(j));
	add_sign(score, is_between_quotes(j) ? SIGN_QUOTED : word_sign(j));
	add_sign(score, after_sign(j));
	add_sign(score, joined_sign(j));
	add_sign(score, bracket_sign(j));
	add_sign(score, indent_sign(j));
	add_sign(score, prefix_sign(j));
	add_wrapper_signs(j, score);
}

/* Return true if the URL's line is what remained of a longer one that was wrapped again:
 * it is short, and the URL goes on from the line before. Its width says nothing. */
static bool
is_rewrapped_rest(const struct join *j, size_t width)
{
	return j->c->fragment_count > 2 && width < SHORT_LINE_COLUMNS;
}

/* Return true if the URL's line is short since it was broken after a hyphen, before a word
 * that did not fit between the margins, which other lines show. */
static bool
is_broken_at_hyphen(const struct line_break *b, const struct line_widths *w, size_t width)
{
	return width < SHORT_LINE_COLUMNS && b->text->bytes[b->line_end - 1] == '-' &&
	    w->any_prefix >= MIN_MARGIN_COLUMNS && room_sign(b, w, width) == SIGN_ROOM_NO;
}

/* Add the signs of the lines around. Answers YES or MORE. */
static enum scan_answer
add_line_signs(const struct join *j, struct score *score)
{
	const struct line_break *b = j->b;
	struct line_widths w;
	size_t width;

	if (measure_lines(b, &w) == SCAN_MORE)
		return SCAN_MORE;
	width = text_line_width(b->text, b->line, b->line_end);
	if (is_rewrapped_rest(j, width)) {
		add_sign(score, SIGN_LINE_REWRAPPED);
	} else {
		add_sign(score, room_sign(b, &w, width));
		add_sign(score, is_broken_at_hyphen(b, &w, width) ? SIGN_LINE_REWRAPPED :
		    line_sign(&w, width));
	}
	add_sign(score, then_sign(j, &w));
	return SCAN_YES;
}

/* Add all signs, the costly ones only where they can change the decision. */
static enum scan_answer
add_signs(urlgrep_scanner *s, const struct join *j, struct score *score)
{
	int max_rest = max_line_points(j);
	enum join_sign verdict;

	add_text_signs(j, score);
	if (score->points + MAX_VERDICT_POINTS + max_rest < JOIN_POSSIBLE)
		return SCAN_YES;
	if (verdict_sign(s, j, score->points + max_rest >= JOIN_POSSIBLE, &verdict) !=
	    URLGREP_OK)
		return SCAN_NOMEM;
	add_sign(score, verdict);
	if (is_between_quotes(j) || score->points + max_rest < JOIN_POSSIBLE ||
	    score->points + min_line_points(j) >= JOIN_ENOUGH)
		return SCAN_YES;
	return add_line_signs(j, score);
}

enum scan_answer
join_score(urlgrep_scanner *s, const struct candidate *c, const struct line_break *b,
    int *points)
{
	struct score score = { s->signs + s->sign_count, c->fragment_count - 1, 0 };
	struct join j = { .b = b, .c = c };
	enum scan_answer answer;

	j.joined = readings_join_fragments(s, c);
	if (j.joined.text == NULL)
		return SCAN_NOMEM;
	j.run = span_between(b->text, b->run, b->run_end);
	j.before = (urlgrep_span){ j.joined.text, j.joined.len - j.run.len };
	j.inner = inner_run(&j);
	j.is_alone = text_line_is_blank(b->text, b->run_end, b->next_end);
	j.splits_ending = splits_file_ending(j.joined, j.before);
	answer = add_signs(s, &j, &score);
	s->sign_count = (unsigned)(score.next - s->signs);
	*points = score.points;
	return answer;
}
