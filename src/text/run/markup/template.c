/* template.c - the marks by which templates and patterns are known */
#include "text/run/markup/template.h"

#include <string.h>

#include "util/ascii/ascii.h"

/* A place in a text: at[0..len) is what follows. */
struct place {
	const char *begin; /* of what may be a template */
	const char *at;
	size_t len;
	char before;
	bool is_last; /* nothing of the URL follows the mark's first character */
	bool is_code;
};

static bool
is_letter(const struct place *p, size_t i)
{
	return i < p->len && ascii_is(p->at[i], ASCII_ALPHA);
}

/* Return the length of a name that begins at p->at[i]: letters, digits, and marks that
 * names have. */
static size_t
name_length(const struct place *p, size_t i)
{
	static const char marks[] = "_-.:";
	size_t n = i;

	while (n < p->len && (ascii_is(p->at[n], ASCII_ALPHA | ASCII_DIGIT) ||
	    memchr(marks, p->at[n], sizeof(marks) - 1)))
		n++;
	return n - i;
}

/* ---- templates (rule T1) --- */

/* Return true if text[0..len) holds digits only, or a GUID. */
static bool
is_literal(const char *text, size_t len)
{
	size_t i, others = 0;

	for (i = 0; i < len; i++)
		others += !ascii_is(text[i], ASCII_DIGIT);
	if (others == 0)
		return true;
	for (i = 0; len == 36 && i < len; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23 ? text[i] != '-' :
		    !ascii_is(text[i], ASCII_HEX))
			return false;
	return len == 36;
}

/* "{name}" and "{{"; in a string of code "{}" and "{0}", too. */
static bool
is_braced(const struct place *p)
{
	enum { MAX_NAME_BYTES = 64, MAX_INDEX_DIGITS = 2 };
	size_t i = 1;

	if (p->len > 1 && p->at[1] == '{')
		return true;
	while (i < p->len && i <= MAX_NAME_BYTES && p->at[i] != '}')
		i++;
	if (i >= p->len || p->at[i] != '}')
		return false;
	if (i == 1)
		return p->is_code && memchr("/=:.-_@?&", p->before, 9) != NULL;
	return (p->is_code && i - 1 <= MAX_INDEX_DIGITS) || !is_literal(p->at + 1, i - 1);
}

/* Return true if "$" begins a word that is not the name of a variable: a parameter of OData,
 * "?$filter=", an attachment in a database of Domino, "/a.nsf/0/b/$FILE/c", or the number of a
 * method in a hash of crypt(3), "$1$". len: of the word. */
static bool
is_literal_dollar(const struct place *p, size_t len)
{
	enum { MAX_PATH_BYTES = 512 };
	size_t before = (size_t)(p->at - p->begin);
	const char *path = before > MAX_PATH_BYTES ? p->at - MAX_PATH_BYTES : p->begin;

	if (len < p->len && p->at[len] == '=')
		return true;
	if (p->is_code)
		return false;
	if (len == 2 && p->len > 2 && p->at[2] == '$')
		return ascii_is(p->at[1], ASCII_DIGIT);
	before = (size_t)(p->at - path);
	return len == 5 && ascii_equal("$file", p->at, len) &&
	    (memmem(path, before, ".nsf/", 5) || memmem(path, before, ".NSF/", 5));
}

/* "$1", "$name", "${", "$(". */
static bool
is_variable(const struct place *p)
{
	static const char seams[] = "/=:&@";
	size_t i, n;
	bool is_capital = true;

	if (p->len < 2)
		return false;
	if (p->at[1] == '{' || p->at[1] == '(')
		return true;
	for (n = 1; n < p->len && (p->at[n] == '_' ||
	    ascii_is(p->at[n], ASCII_ALPHA | ASCII_DIGIT)); n++)
		;
	if (n == 1 || is_literal_dollar(p, n))
		return false;
	if (p->is_code)
		return true;
	for (i = 1; i < n; i++)
		is_capital = is_capital && !(p->at[i] >= 'a' && p->at[i] <= 'z');
	return is_capital && memchr(seams, p->before, sizeof(seams) - 1) != NULL;
}

/* "%s", "%5d", "%1$s", "%{", "%(name)": a percent sign that is no escape. */
static bool
is_conversion(const struct place *p)
{
	static const char letters[] = "sdiSuxXlcfgbr";
	size_t i = 1;

	if (p->len > 2 && ascii_is(p->at[1], ASCII_HEX) && ascii_is(p->at[2], ASCII_HEX))
		return false;
	if (p->len > 1 && p->at[1] == '{')
		return true;
	if (p->len > 1 && p->at[1] == '(')
		return is_letter(p, 2);
	while (i < p->len && (ascii_is(p->at[i], ASCII_DIGIT) || p->at[i] == '-' ||
	    p->at[i] == '.' || p->at[i] == '$'))
		i++;
	return i < p->len && memchr(letters, p->at[i], i > 1 ? 4 : sizeof(letters) - 1) &&
	    (i > 1 || memchr("sdiS", p->at[i], 4)) && !is_letter(p, i + 1);
}

/* "/[name]/": a whole segment that is a name between brackets. */
static bool
is_bracketed_name(const struct place *p)
{
	size_t n = name_length(p, 1), i;

	if (p->before != '/' || n == 0 || n + 2 >= p->len || p->at[n + 1] != ']' ||
	    p->at[n + 2] != '/')
		return false;
	for (i = 1; i <= n; i++)
		if (ascii_is(p->at[i], ASCII_DIGIT) || p->at[i] == ':')
			return false; /* of a user */
	return true;
}

/* "/..." */
static bool
is_omission(const struct place *p)
{
	return p->before == '/' && p->len > 2 && p->at[1] == '.' && p->at[2] == '.';
}

/* ---- patterns (rule T2) --- */

/* Return true if "\1" or "\g<" stands for what a pattern has matched: after a delimiter, so
 * that it is no name in a path with backslashes. */
static bool
is_back_reference(const struct place *p)
{
	static const char seams[] = "/=:&?#-._@";

	if (p->len < 2 || !memchr(seams, p->before, sizeof(seams) - 1))
		return false;
	if (p->at[1] == 'g') /* "<" is not in the run */
		return p->len == 2;
	return p->at[1] >= '1' && p->at[1] <= '9' &&
	    (p->len == 2 || !ascii_is(p->at[2], ASCII_ALPHA | ASCII_DIGIT));
}

/* "\." "\d" "\w" "\s", also with two backslashes, and "\name{" of TeX. */
static bool
is_backslash_mark(const struct place *p)
{
	size_t n = 1;

	if (p->len > 1 && memchr(".dws", p->at[1], 4) && !is_letter(p, 2))
		return true;
	if (p->len > 2 && p->at[1] == '\\' && memchr(".dws", p->at[2], 4))
		return p->at[2] == '.' ? p->len > 3 : !is_letter(p, 3);
	while (is_letter(p, n))
		n++;
	return (n > 1 && n < p->len && p->at[n] == '{') || is_back_reference(p) ||
	    (n == p->len && n == 15 && memcmp(p->at, "\\textasciitilde", n) == 0);
}

/* Return true if the plus of ".+" stands for a space, as in "U.S.+Department" or
 * "10.+May". */
static bool
is_space_after_dot(const struct place *p)
{
	return (ascii_is_capital(p->before) || ascii_is(p->before, ASCII_DIGIT)) &&
	    p->len > 2 && ascii_is(p->at[2], ASCII_ALPHA | ASCII_DIGIT);
}

/* ".*" and ".+": not at the end, where the mark may be an emphasis. */
static bool
is_wildcard(const struct place *p)
{
	return p->len > 1 && !p->is_last && (p->at[1] == '*' ||
	    (p->at[1] == '+' && !is_space_after_dot(p)));
}

/* "[^", but not the mark of a footnote in Markdown, "[^1]" or "[^note]": that is not repeated, and
 * no segment of a path. */
static bool
is_negated_set(const struct place *p)
{
	size_t n;

	if (p->len < 2 || p->at[1] != '^')
		return false;
	n = name_length(p, 2);
	if (n == 0 || p->is_code || p->before == '/' || n + 2 >= p->len || p->at[n + 2] != ']')
		return true;
	return n + 3 < p->len && memchr("+*?{/", p->at[n + 3], 5) != NULL;
}

static bool
begins_mark(const struct place *p)
{
	switch (p->at[0]) {
	case '{':
		return is_braced(p);
	case '$':
		return is_variable(p);
	case '#':
		return p->len > 1 && p->at[1] == '{';
	case '%':
		return is_conversion(p);
	case '.':
		return is_omission(p) || is_wildcard(p);
	case '\\':
		return is_backslash_mark(p);
	case '[':
		return is_negated_set(p) || is_bracketed_name(p);
	case '(':
		return p->len > 1 && p->at[1] == '?';
	case '\xE2': /* U+2026, the ellipsis */
		return p->before == '/' && p->len > 2 && memcmp(p->at, "\xE2\x80\xA6", 3) == 0;
	default:
		return false;
	}
}

bool
template_mark_at(const char *text, size_t begin, size_t at, size_t end, bool is_code)
{
	struct place p = { text + begin, text + at, end - at, at > begin ? text[at - 1] : '/',
		at + 2 >= end, is_code };

	return begins_mark(&p);
}

bool
template_find(const char *text, size_t len)
{
	size_t at;

	for (at = 0; at < len; at++) {
		at += ascii_unmarked(text + at, len - at);
		if (at < len && template_mark_at(text, 0, at, len, false))
			return true;
	}
	return false;
}

/* ---- placeholders in angle brackets --- */

/* Return where the words end that go on after the first one, p->at[0..n), each after one blank. */
static size_t
words_end(const struct place *p, size_t n)
{
	size_t next = n;

	while (next > 0 && n < p->len && p->at[n] == ' ' && (next = name_length(p, n + 1)) > 0)
		n += next + 1;
	return n;
}

bool
template_is_placeholder(const char *text, size_t at, size_t limit, char before)
{
	static const char seams[] = "/=:.-@~";
	/* Elements of HTML that follow a URL directly; each ends in a blank. */
	static const char elements[] = "a abbr address b big blockquote br center code "
	    "dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span "
	    "strong sub sup table td th tr tt u ul wbr title link guid url loc ";
	struct place p = { text + at, text + at + 1, limit - at - 1, before, false, false };
	const char *word = elements;
	size_t n = name_length(&p, 0), end;

	if (!memchr(seams, before, sizeof(seams) - 1))
		return false;
	if (n > 0 && !ascii_is(p.at[0], ASCII_ALPHA | ASCII_DIGIT) && p.at[0] != '_')
		return false; /* an arrow: "<->" */
	if (n == 0 && p.len > 0 && p.at[0] == '*')
		n = 1;
	end = words_end(&p, n);
	if (n == 0 || end >= p.len || p.at[end] != '>')
		return false;
	for (; *word; word += strcspn(word, " ") + 1)
		if (strcspn(word, " ") == n && ascii_equal(word, p.at, n))
			return false;
	return true;
}
