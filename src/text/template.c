/* template.c - the marks by which templates and patterns are known */
#include "text/template.h"

#include <string.h>

#include "util/ascii.h"

/* A place in a text: at[0..len) is what follows. */
struct place {
	const char *begin; /* of what may be a template */
	const char *at;
	size_t len;
	char before;
	bool has_authority; /* a host is at begin */
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

/* Return true if the mark is in the host: nothing between "//" and it ends the authority, and it is
 * no part of a user's name. */
static bool
is_in_host(const struct place *p)
{
	enum { MAX_HOST_BYTES = 253 };
	static const char ends[] = "/?#";
	const char *at = p->at, *end = p->len > MAX_HOST_BYTES ? at + MAX_HOST_BYTES : at + p->len;

	if (!p->has_authority || at - p->begin > MAX_HOST_BYTES)
		return false;
	while (at > p->begin && !memchr(ends, at[-1], sizeof(ends) - 1))
		at--;
	if (at > p->begin)
		return false;
	for (at = p->at; at < end && !memchr(ends, *at, sizeof(ends) - 1); at++)
		if (*at == '@')
			return false;
	return true;
}

/* Return true if name[0..len) may be the name of a variable, and not a word: capitals, or small
 * letters with an underscore between them. */
static bool
is_variable_name(const char *name, size_t len)
{
	size_t i, small = 0, capitals = 0;

	for (i = 0; i < len; i++) {
		small += name[i] >= 'a' && name[i] <= 'z';
		capitals += ascii_is_capital(name[i]);
	}
	return small == 0 || (capitals == 0 && name[0] != '_' && name[len - 1] != '_' &&
	    memchr(name, '_', len));
}

/* Return true if the "$" is in a host, but not in one like "https://$name/", which people write for
 * a host of theirs. */
static bool
is_variable_of_host(const struct place *p)
{
	return is_letter(p, 1) && is_in_host(p) &&
	    (p->at > p->begin || memchr(p->at + 1, '$', p->len - 1));
}

/* "$1", "$name", "${", "$(". */
static bool
is_variable(const struct place *p)
{
	static const char seams[] = "/=:&@";
	size_t n;

	if (p->len < 2)
		return false;
	if (p->at[1] == '{' || p->at[1] == '(')
		return true;
	for (n = 1; n < p->len && (p->at[n] == '_' ||
	    ascii_is(p->at[n], ASCII_ALPHA | ASCII_DIGIT)); n++)
		;
	if (n == 1 || is_literal_dollar(p, n))
		return false;
	if (p->is_code || is_variable_of_host(p))
		return true;
	return is_variable_name(p->at + 1, n - 1) &&
	    memchr(seams, p->before, sizeof(seams) - 1) != NULL;
}

/* "%NAME%" of Windows, "%name" and "%version" of RPM after a delimiter, "%@" of Objective-C; in a
 * string of code "%1" of Qt. */
static bool
is_percent_name(const struct place *p)
{
	static const char words[] = "name version release srcname pkgname pkgver commit ";
	const char *word = words;
	size_t n = 1;

	if (p->len < 2)
		return false;
	if (p->at[1] == '@')
		return true;
	if (p->is_code && p->at[1] >= '1' && p->at[1] <= '9')
		return (p->len == 2 || !ascii_is(p->at[2], ASCII_HEX)) &&
		    memchr("/=:.-_@?&", p->before, 9) != NULL;
	while (n < p->len && (ascii_is_capital(p->at[n]) || (n > 1 && (p->at[n] == '_' ||
	    ascii_is(p->at[n], ASCII_DIGIT)))))
		n++;
	if (n > 2)
		return n < p->len && p->at[n] == '%';
	while (is_letter(p, n))
		n++;
	for (; *word && memchr("/-_", p->before, 3); word += strcspn(word, " ") + 1)
		if (strcspn(word, " ") == n - 1 && memcmp(word, p->at + 1, n - 1) == 0)
			return true;
	return false;
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
	if (is_percent_name(p))
		return true;
	while (i < p->len && (ascii_is(p->at[i], ASCII_DIGIT) || p->at[i] == '-' ||
	    p->at[i] == '.' || p->at[i] == '$'))
		i++;
	return i < p->len && memchr(letters, p->at[i], i > 1 ? 4 : sizeof(letters) - 1) &&
	    (i > 1 || memchr("sdiS", p->at[i], 4)) && !is_letter(p, i + 1);
}

/* "%%name%%" and "%%=Function(@name)=%%" of Marketing Cloud; "%%C3%%BC" of a format is two
 * escapes. */
static bool
is_personalization(const struct place *p)
{
	size_t n;

	if (p->len < 6 || p->at[1] != '%' ||
	    (p->at[2] != '=' && p->at[2] != '_' && !ascii_is(p->at[2], ASCII_ALPHA)))
		return false;
	if (p->at[2] == '=')
		return true;
	n = name_length(p, 2);
	return n + 4 <= p->len && memcmp(p->at + n + 2, "%%", 2) == 0 &&
	    !(n == 2 && ascii_is(p->at[2], ASCII_HEX) && ascii_is(p->at[3], ASCII_HEX));
}

/* The bar of "*|NAME|*" and "*|NAME:VALUE|*" of Mailchimp. */
static bool
is_merge_tag(const struct place *p)
{
	size_t n = name_length(p, 1);

	return p->before == '*' && n > 0 && n + 2 < p->len && memcmp(p->at + n + 1, "|*", 2) == 0;
}

/* "/[[name]]" and "=[[name]]". */
static bool
is_doubly_bracketed_name(const struct place *p)
{
	size_t n;

	if ((p->before != '/' && p->before != '=') || p->len < 5 || p->at[1] != '[')
		return false;
	n = name_length(p, 2);
	return n > 0 && n + 4 <= p->len && memcmp(p->at + n + 2, "]]", 2) == 0;
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

/* Return true if "@NAME@" is at the first "@", as Autoconf and CMake replace it. In
 * "/@ANN@h.example" a host follows. */
static bool
is_substitution(const char *at, size_t len)
{
	size_t n = 1;

	while (n < len && (ascii_is_capital(at[n]) || (n > 1 && (at[n] == '_' ||
	    ascii_is(at[n], ASCII_DIGIT)))))
		n++;
	return n > 2 && n < len && at[n] == '@' &&
	    (n + 1 == len || !ascii_is(at[n + 1], ASCII_ALPHA | ASCII_DIGIT));
}

bool
template_has_substitution(const char *text, size_t len)
{
	const char *at = text, *end = text + len;

	while ((at = memchr(at, '@', (size_t)(end - at))) != NULL) {
		if (is_substitution(at, (size_t)(end - at)))
			return true;
		at++;
	}
	return false;
}

/* ---- patterns (rule T2) --- */

/* Return true if "\1" or "\g<" stands for what a pattern has matched: after a delimiter, so
 * that it is no name in a path with backslashes. */
static bool
is_back_reference(const struct place *p)
{
	static const char seams[] = "/=:&?#-._@";

	if (p->len < 2 || (p->at[1] != 'g' && (p->at[1] < '1' || p->at[1] > '9')) ||
	    !memchr(seams, p->before, sizeof(seams) - 1))
		return false;
	if (p->at[1] == 'g') /* "<" is not in the run */
		return p->len == 2;
	return p->len == 2 || !ascii_is(p->at[2], ASCII_ALPHA | ASCII_DIGIT);
}

/* Return true if a backslash and c stand for one character of some kind, or for a full stop. */
static bool
is_pattern_character(char c)
{
	return c == '.' || c == 'd' || c == 'w' || c == 's';
}

/* "\." "\d" "\w" "\s", also with two backslashes, and "\name{" of TeX. */
static bool
is_backslash_mark(const struct place *p)
{
	size_t n = 1;

	if (p->len > 1 && is_pattern_character(p->at[1]) && !is_letter(p, 2))
		return true;
	if (p->len > 2 && p->at[1] == '\\' && is_pattern_character(p->at[2]))
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

/* Return true if "*" stands for any label of a host, as in "*.h.example". */
static bool
is_any_host(const struct place *p)
{
	return (p->at == p->begin || p->before == '.') && is_in_host(p);
}

/* "(?", and a choice: "(a|b". */
static bool
is_pattern_group(const struct place *p)
{
	size_t n = name_length(p, 1);

	return (p->len > 1 && p->at[1] == '?') || (n > 0 && n + 2 < p->len &&
	    p->at[n + 1] == '|' && ascii_is(p->at[n + 2], ASCII_ALPHA | ASCII_DIGIT));
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
		return is_conversion(p) || is_personalization(p);
	case '.':
		return is_omission(p) || is_wildcard(p);
	case '\\':
		return is_backslash_mark(p);
	case '[':
		return is_negated_set(p) || is_bracketed_name(p) || is_doubly_bracketed_name(p);
	case '|':
		return is_merge_tag(p);
	case '(':
		return is_pattern_group(p);
	case '*':
		return is_any_host(p);
	case '\xE2': /* U+2026, the ellipsis */
		return p->before == '/' && p->len > 2 && memcmp(p->at, "\xE2\x80\xA6", 3) == 0;
	default:
		return false;
	}
}

static bool
mark_at(const char *text, size_t begin, size_t at, size_t end, bool is_code)
{
	struct place p = { text + begin, text + at, end - at, at > begin ? text[at - 1] : '/',
		begin > 1 && text[begin - 1] == '/', at + 2 >= end, is_code };

	return begins_mark(&p);
}

bool
template_mark_at(const char *text, size_t begin, size_t at, size_t end, bool is_code)
{
	switch (text[at]) { /* most characters need no look at what is around them */
	case '{': case '$': case '#': case '%': case '.': case '\\': case '[': case '|': case '(':
	case '*': case '\xE2':
		return mark_at(text, begin, at, end, is_code);
	default:
		return false;
	}
}

bool
template_find(const char *text, size_t len)
{
	const char *slashes = ascii_find_authority(text, len);
	size_t begin = slashes ? (size_t)(slashes - text) + 3 : 0, at;

	if (begin < len && text[begin] == '*' && template_mark_at(text, begin, begin, len, false))
		return true;
	for (at = begin; at < len; at++) {
		at += ascii_unmarked(text + at, len - at);
		if (at < len && template_mark_at(text, begin, at, len, false))
			return true;
	}
	return template_has_substitution(text, len);
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

/* Return true if what the server inserts begins after "<": "<%= name %>", "<?= $name ?>"; after a
 * delimiter other code, too. */
static bool
is_server_code(const struct place *p)
{
	static const char seams[] = "/=:.-@~?&";

	if (p->len < 3)
		return false;
	if ((p->at[0] == '%' || p->at[0] == '?') && p->at[1] == '=')
		return true;
	if (!memchr(seams, p->before, sizeof(seams) - 1))
		return false;
	return p->at[0] == '%' ? p->at[1] == ' ' || is_letter(p, 1) :
	    p->len > 4 && memcmp(p->at, "?php ", 5) == 0;
}

bool
template_is_placeholder(const char *text, size_t at, size_t limit, char before)
{
	static const char seams[] = "/=:.-@~";
	/* Elements of HTML that follow a URL directly; each ends in a blank. */
	static const char elements[] = "a abbr address b big blockquote br center code "
	    "dd div dl dt em font h1 h2 h3 h4 h5 h6 hr i img li ol p pre s small span "
	    "strong sub sup table td th tr tt u ul wbr title link guid url loc ";
	struct place p = { text + at, text + at + 1, limit - at - 1, before, false, false, false };
	const char *word = elements;
	size_t n = name_length(&p, 0), end;

	if (is_server_code(&p))
		return true;
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
