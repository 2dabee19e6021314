/* next_line.c - what is at the front of the line after a URL's line */
#include "text/next_line.h"

#include <string.h>

#include "util/text_line.h"
#include "url/scheme.h"
#include "util/ascii.h"
#include "util/memory.h"

/* ---- marks --- */

enum { MIN_RULE_MARKS = 4 };

enum {
	OPENING = 1,  /* marks before a word */
	CLOSING = 2,  /* marks after it */
	CODE = 4,     /* hardly ever in a URL */
	MAY_BE_CODE = 8,
	NAME = 16,    /* MIME types begin so */
	RULE = 32     /* ruled lines are drawn with it */
};

static const unsigned char mark_class[256] = {
	['"'] = OPENING | CLOSING, ['\''] = OPENING | CLOSING, ['`'] = OPENING | CLOSING,
	['('] = OPENING | CODE, ['['] = OPENING, ['{'] = OPENING | CODE,
	[')'] = CLOSING, [']'] = CLOSING, ['}'] = CLOSING, ['.'] = CLOSING,
	[','] = CLOSING, ['!'] = CLOSING, ['*'] = CLOSING | RULE,
	[';'] = CLOSING | MAY_BE_CODE, [':'] = CLOSING | MAY_BE_CODE,
	['?'] = CLOSING | MAY_BE_CODE, ['>'] = CLOSING | CODE, ['<'] = CODE, ['$'] = CODE,
	['&'] = MAY_BE_CODE, ['='] = MAY_BE_CODE | RULE,
	['-'] = MAY_BE_CODE | RULE, ['_'] = RULE, ['~'] = RULE, ['#'] = RULE, ['+'] = RULE,
	['a'] = NAME, ['f'] = NAME, ['i'] = NAME, ['m'] = NAME, ['t'] = NAME,
	['v'] = NAME,
};

static bool
is_mark(char c, unsigned classes)
{
	return (mark_class[(unsigned char)c] & classes) != 0;
}

/* ---- lines --- */

static bool
is_one_of(const struct scan_text *t, size_t at, size_t end, const char *set)
{
	while (at < end && *set && *set != t->bytes[at])
		set++;
	return at < end && *set;
}

/* "- ", "* ", "1. ", "12) ": an item of a list */
size_t
next_line_list_mark(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	if (is_one_of(t, at, end, "-*+"))
		return at + 1 < end && t->bytes[at + 1] == ' ' ? 2 : 0;
	while (at < end && ascii_is(t->bytes[at], ASCII_DIGIT))
		at++;
	return at > begin && at - begin <= 3 && is_one_of(t, at, end, ".)") &&
	    at + 1 < end && t->bytes[at + 1] == ' ' ? at + 2 - begin : 0;
}

/* "-----", "=====", "-- ": a ruled line, or the mark before a signature */
static bool
is_ruled_line(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	while (at < end && is_mark(t->bytes[at], RULE))
		at++;
	return at - begin >= 2 && text_line_is_blank(t, at, end);
}

/* "=== News", "== News", "------=_NextPart", "--boundary": a rule with text after it, or
 * what separates the parts of a message. Lines are broken after hyphens, not before two. */
static bool
begins_with_rule(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	while (at < end && t->bytes[at] == t->bytes[begin] && at - begin < MIN_RULE_MARKS)
		at++;
	if (at - begin < 2 || !is_mark(t->bytes[begin], RULE))
		return false;
	return at - begin == MIN_RULE_MARKS || t->bytes[begin] == '-' ||
	    (at < end && ascii_is(t->bytes[at], ASCII_BLANK));
}

/* Return true if an arrow and a blank begin the line: "=> ", "--> ", which some write before the
 * lines of a quotation. */
static bool
begins_with_arrow(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at;

	while (at < end && (t->bytes[at] == '-' || t->bytes[at] == '='))
		at++;
	return at > begin && end - at > 1 && t->bytes[at] == '>' &&
	    ascii_is(t->bytes[at + 1], ASCII_BLANK);
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

/* Return where the marks at offset at end that may stand before a URL, but not between the pieces
 * of one, as "=" may. */
static size_t
marks_end(const struct scan_text *t, size_t at, size_t end)
{
	static const char marks[] = "!*~_\"'[{(<|@^-";
	enum { MAX_MARKS = 4 };
	size_t begin = at;

	while (at < end && at - begin < MAX_MARKS && memchr(marks, t->bytes[at], sizeof(marks) - 1))
		at++;
	return at;
}

bool
next_line_is_url(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin, marks;

	if (t->bytes[at] == '<' || t->bytes[at] == '(')
		at++;
	if (has_url_front(t, at, end))
		return true;
	begin = marks_end(t, at, end);
	marks = begin - at;
	for (at = begin; at < end && at - begin <= MAX_SCHEME_BYTES &&
	    ascii_is(t->bytes[at], ASCII_SCHEME); at++)
		;
	return at < end && t->bytes[at] == ':' &&
	    (marks == 0 || (end - at > 2 && memcmp(t->bytes + at, "://", 3) == 0)) &&
	    scheme_find(t->bytes + begin, at - begin) != NULL;
}

/* Return true if the line is an empty one in quoted-printable that was not decoded: a
 * blank ("=20") before its end. */
static bool
is_encoded_blank(const struct scan_text *t, size_t at, size_t end)
{
	return end - at >= 3 && memcmp(t->bytes + at, "=20", 3) == 0 &&
	    text_line_is_blank(t, at + 3, end);
}

/* Return true if the line is a request of roff for a heading, a font or the like: ".SH NAME". */
static bool
is_roff_request(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin = at + 1;

	if (t->bytes[at] != '.')
		return false;
	for (at = begin; at < end && ascii_is_capital(t->bytes[at]); at++)
		;
	return at > begin && at - begin <= 2 && (at == end || ascii_is(t->bytes[at], ASCII_BLANK));
}

bool
next_line_is_layout(const struct scan_text *t, size_t at, size_t end)
{
	char front = t->bytes[at];

	return !ascii_is(front, ASCII_ALPHA) && /* as most lines begin */
	    (next_line_list_mark(t, at, end) || is_ruled_line(t, at, end) ||
		begins_with_rule(t, at, end) || begins_with_arrow(t, at, end) ||
		is_encoded_blank(t, at, end) || is_roff_request(t, at, end) ||
		(is_punctuation(t, at, end) && front != '/'));
}

bool
next_line_ends_in_url(const struct scan_text *t, size_t at, size_t end)
{
	size_t begin;

	end = text_line_trim(t, at, end);
	for (begin = end; begin > at && !ascii_is(t->bytes[begin - 1], ASCII_BLANK);)
		begin--;
	return begin > at &&
	    next_word_has_slashes((urlgrep_span){ t->bytes + begin, end - begin });
}

/* ---- words --- */

static bool
begins_with(urlgrep_span word, const char *front)
{
	size_t len = strlen(front);

	return word.len >= len && memcmp(word.text, front, len) == 0;
}

/* Return true if word.text[at] is the semicolon of a parameter in a path: "a/b;l=1". */
static bool
is_parameter(urlgrep_span word, size_t at)
{
	size_t begin = at + 1, end = begin;

	while (end < word.len && ascii_is(word.text[end], ASCII_ALPHA | ASCII_DIGIT))
		end++;
	return end > begin && end < word.len && word.text[end] == '=' &&
	    memchr(word.text, '/', at) != NULL;
}

/* Return the word without quotation marks and brackets before it, and without such marks
 * and punctuation after it. */
static urlgrep_span
strip_marks(urlgrep_span word)
{
	while (word.len && is_mark(word.text[0], OPENING)) {
		word.text++;
		word.len--;
	}
	while (word.len && is_mark(word.text[word.len - 1], CLOSING))
		word.len--;
	return word;
}

bool
next_word_has_slashes(urlgrep_span word)
{
	const char *at = word.text, *end = at + word.len;

	while ((at = memchr(at, ':', (size_t)(end - at))) != NULL) {
		if (end - at > 2 && at[1] == '/' && at[2] == '/')
			return true;
		at++;
	}
	return false;
}

bool
next_word_is_plain(urlgrep_span word)
{
	size_t i;

	word = strip_marks(word);
	for (i = 0; i < word.len; i++)
		if (!ascii_is(word.text[i], ASCII_ALPHA) &&
		    (unsigned char)word.text[i] < 0x80 &&
		    !(word.text[i] == '\'' && i > 0))
			return false;
	return word.len > 0;
}

bool
next_word_is_label(urlgrep_span word)
{
	return word.len > 1 && (word.text[word.len - 1] == ':' || word.text[0] == '@' ||
	    (word.text[0] == ':' && memchr(word.text + 1, ':', word.len - 1)));
}

bool
next_word_is_directive(urlgrep_span word)
{
	static const char *const names[] = { "#define", "#include", "#if", "#ifdef",
		"#ifndef", "#else", "#elif", "#endif", "#undef", "#pragma", "#error", "#line",
		"#region", "#endregion" };
	size_t i, len;

	for (i = 0; word.text[0] == '#' && i < COUNT(names); i++) {
		len = strlen(names[i]);
		if (begins_with(word, names[i]) && (word.len == len ||
		    memchr("<\"(!", word.text[len], 4) != NULL))
			return true;
	}
	return false;
}

bool
next_word_is_code(urlgrep_span word, bool has_query)
{
	urlgrep_span inner = word;
	size_t i;

	if (word.text[0] == '\\' || next_word_is_directive(word) ||
	    begins_with(word, "&&") || begins_with(word, "||"))
		return true;
	while (inner.len && is_mark(inner.text[inner.len - 1], CLOSING))
		inner.len--;
	for (i = 0; i < inner.len; i++) {
		char c = inner.text[i], next = i + 1 < inner.len ? inner.text[i + 1] : ' ';

		if (!is_mark(c, CODE | MAY_BE_CODE))
			continue;
		has_query |= c == '?' || c == '&' ||
		    (c == ';' && is_parameter(inner, i));
		if (is_mark(c, CODE) || (c == ';' && i > 0 && !has_query) ||
		    (c == '=' && !has_query) || (c == ':' && next == ':') ||
		    (c == '-' && next == '>'))
			return true;
	}
	return inner.len == 0 && (is_mark(word.text[0], CODE) || word.text[0] == ';' ||
	    word.text[0] == '=');
}

static bool
is_name_byte(char c)
{
	return ascii_is(c, ASCII_ALPHA | ASCII_DIGIT) || c == '_';
}

static bool
is_path_byte(char c)
{
	return is_name_byte(c) || c == '.' || c == '/' || c == '-';
}

bool
next_word_is_call_or_place(urlgrep_span word)
{
	size_t at = 0, colon;

	while (at < word.len && is_path_byte(word.text[at]))
		at++;
	if (at < 2 || at == word.len || !ascii_is(word.text[0], ASCII_ALPHA))
		return false;
	if (word.text[at] == '(')
		return is_name_byte(word.text[at - 1]);
	colon = at;
	while (word.text[at] == ':' && at + 1 < word.len &&
	    ascii_is(word.text[at + 1], ASCII_DIGIT)) {
		at++;
		while (at < word.len - 1 && ascii_is(word.text[at], ASCII_DIGIT))
			at++;
	}
	return at > colon && at == word.len - 1 && word.text[at] == ':' &&
	    memchr(word.text, '.', colon) != NULL;
}

bool
next_word_is_file_path(urlgrep_span word)
{
	static const char *const fronts[] = { "/usr/", "/etc/", "/var/", "/home/",
		"/opt/", "/tmp/", "/dev/", "/proc/", "/sys/", "/bin/", "/lib/" };
	size_t i;

	word = strip_marks(word);
	for (i = 0; word.len && word.text[0] == '/' && i < COUNT(fronts); i++)
		if (begins_with(word, fronts[i]))
			return true;
	return false;
}

/* Return true if the word is a MIME type: "text/html". */
static bool
is_mime_type(urlgrep_span word)
{
	static const char *const fronts[] = { "application/", "audio/", "font/", "image/",
		"message/", "model/", "multipart/", "text/", "video/" };
	size_t i;

	for (i = 0; word.len && is_mark(word.text[0], NAME) && i < COUNT(fronts); i++)
		if (word.text[0] == fronts[i][0] && begins_with(word, fronts[i]))
			return memchr(word.text, '.', word.len) == NULL &&
			    memchr(word.text + strlen(fronts[i]), '/',
				word.len - strlen(fronts[i])) == NULL;
	return false;
}

bool
next_word_is_other_name(urlgrep_span word)
{
	word = strip_marks(word);
	return word.len && ((memchr(word.text, '@', word.len) &&
	    !memchr(word.text, '/', word.len)) || next_word_is_file_path(word) ||
	    is_mime_type(word));
}

/* Return how many digits begin at word.text[at]. */
static size_t
count_digits(urlgrep_span word, size_t at)
{
	size_t n = 0;

	while (at + n < word.len && ascii_is(word.text[at + n], ASCII_DIGIT))
		n++;
	return n;
}

bool
next_word_is_date(urlgrep_span word)
{
	size_t at, groups = 0, first;

	word = strip_marks(word);
	first = count_digits(word, 0);
	for (at = 0; at < word.len; groups++) {
		size_t n = count_digits(word, at);

		if (n == 0 || n > 4)
			return false;
		at += n;
		if (at < word.len && memchr("-/.:", word.text[at++], 4) == NULL)
			return false;
	}
	/* "2012", "2012-2013", "1.2.2012", "2012-06-01", "12:30" */
	return (groups == 1 && first == 4) || (groups == 2 && first == 4) ||
	    groups == 3 || (groups == 2 && word.len == 5 && word.text[2] == ':');
}

/* Return true if the line begins as the shape does, in which 0 stands for any digit. */
static bool
has_shape(const struct scan_text *t, size_t at, size_t end, const char *shape)
{
	for (; *shape; shape++, at++)
		if (at == end || (*shape == '0' ? !ascii_is(t->bytes[at], ASCII_DIGIT) :
		    t->bytes[at] != *shape))
			return false;
	return true;
}

bool
next_line_is_of_log(const struct scan_text *t, size_t at, size_t end)
{
	return ascii_is(t->bytes[at], ASCII_DIGIT) && /* as few lines begin */
	    (has_shape(t, at, end, "0000-00-00 00:00") ||
		has_shape(t, at, end, "0000/00/00 00:00") ||
		has_shape(t, at, end, "00:00:00 "));
}
