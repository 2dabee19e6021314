/* escape.c - the escape sequences of JSON, roff, TeX and XML in a URL */
#include "text/escape.h"

#include <string.h>

#include "util/character.h"
#include "util/ascii.h"
#include "util/utf8.h"

static const struct {
	const char *sequence;
	char character;
} sequences[] = {
	{ "\\/", '/' }, { "\\\\/", '/' }, { "\\\\\\/", '/' }, /* JSON, and JSON in JSON */
	{ "\\-", '-' }, { "\\(hy", '-' }, { "\\:", '\0' }, { "\\(ti", '~' }, { "\\(ha", '^' },
	{ "\\(at", '@' }, { "\\(sh", '#' }, { "\\(sl", '/' }, { "\\(ul", '_' }, { "\\[ti]", '~' },
	{ "\\[ha]", '^' }, { "\\[at]", '@' }, { "\\[sh]", '#' }, { "\\[sl]", '/' },
	{ "\\[ul]", '_' }, { "\\[u007E]", '~' }, { "\\|~", '~' }, { "\\|\\(ti", '~' },
	{ "\\|\\[ti]", '~' }, /* roff */
	{ "\\?", '?' }, { "\\=", '=' }, { "\\|", '|' }, /* shells, tables of Markdown */
	{ "\\_", '_' }, { "\\#", '#' }, { "\\$", '$' }, { "\\~{}", '~' },
	{ "\\textasciitilde{}", '~' } /* TeX */
};

/* Commands that bibliography programs write. Their braces do not belong to the URL. */
static const struct {
	const char *group;
	char character;
} groups[] = {
	{ "{\\_}", '_' }, { "{\\%}", '%' }, { "{\\&}", '&' }, { "{\\#}", '#' }, { "{\\$}", '$' },
	{ "{\\~}", '~' }, { "{\\~{}}", '~' }, { "{\\textasciitilde}", '~' },
	{ "{\\textunderscore}", '_' }, { "$\\sim$", '~' }, { "{$\\sim$}", '~' }
};

enum { JSON_SEQUENCES = 3 }; /* the first rows */

static void
set(struct escape *e, enum escape_kind kind, size_t length, char character)
{
	*e = (struct escape){ kind, length, { character }, false };
}

/* ---- letters beyond US-ASCII in JSON --- */

/* Set *unit to the number of "\uXXXX" at text[0..len). Returns false if there is none. */
static bool
read_unit(const char *text, size_t len, uint32_t *unit)
{
	size_t i;

	*unit = 0;
	if (len < 6 || memcmp(text, "\\u", 2) != 0)
		return false;
	for (i = 2; i < 6; i++) {
		if (!ascii_is(text[i], ASCII_HEX))
			return false;
		*unit = *unit << 4 | ascii_hex_value(text[i]);
	}
	return true;
}

/* Read "\xXX" or "\ooo" at text[0..len). Returns the length; 0 if there is none. */
static size_t
read_byte(const char *text, size_t len, unsigned char *byte)
{
	if (len < 4 || text[0] != '\\')
		return 0;
	if (text[1] == 'x' && ascii_is(text[2], ASCII_HEX) && ascii_is(text[3], ASCII_HEX)) {
		*byte = (unsigned char)(ascii_hex_value(text[2]) << 4 | ascii_hex_value(text[3]));
		return 4;
	}
	if (text[1] < '0' || text[1] > '3' || (text[2] & ~7) != '0' || (text[3] & ~7) != '0')
		return 0;
	*byte = (unsigned char)((text[1] & 7) << 6 | (text[2] & 7) << 3 | (text[3] & 7));
	return 4;
}

/* Decode a character that a string literal contains as escaped bytes of UTF-8, such as "\xc3\xa9",
 * or as one escape below U+0100. Returns the length; 0 if there is none. */
static size_t
read_bytes(const char *text, size_t len, uint32_t *code)
{
	unsigned char bytes[4];
	size_t at = 0, count, n;

	for (count = 0; count < sizeof(bytes); at += n, count++) {
		n = read_byte(text + at, len - at, &bytes[count]);
		if (n == 0)
			break;
	}
	if (count == 0)
		return 0;
	n = utf8_decode((const char *)bytes, count, code);
	if (n == 0) {
		*code = bytes[0];
		n = 1;
	}
	return n * 4;
}

/* Decode "\uXXXX", or the two of a surrogate pair (RFC 8259, 7), or the bytes of a character. Two
 * backslashes occur in JSON within JSON. Returns the length; 0 if there is none. */
static size_t
read_character(const char *text, size_t len, uint32_t *code)
{
	uint32_t low;
	size_t n;

	if (len > 6 && text[1] == '\\' && text[2] == 'u') {
		n = read_character(text + 1, len - 1, code);
		return n ? n + 1 : 0;
	}
	n = read_bytes(text, len, code);
	if (n)
		return n;
	if (!read_unit(text, len, code))
		return 0;
	if (*code < 0xD800 || *code > 0xDFFF)
		return 6;
	if (*code > 0xDBFF || !read_unit(text + 6, len - 6, &low) || low < 0xDC00 || low > 0xDFFF)
		return 0;
	*code = 0x10000 + ((*code - 0xD800) << 10 | (low - 0xDC00));
	return 12;
}

bool
escape_may_go_on(const char *text, size_t len)
{
	return len > 0 && (ascii_is_alphanumeric(*text) || ascii_is_one_of(*text, "/?#&=%_~-") ||
	    (len > 1 && ascii_is_one_of(*text, ".:@") && ascii_is_alphanumeric(text[1])));
}

/* If a color of a terminal is set in a string literal at text[0..len), as in "\\u001b[1m", and the URL
 * goes on after it, return its length; else 0. */
static size_t
color_length(const char *text, size_t len)
{
	uint32_t code;
	size_t at = read_character(text, len, &code), next;

	if (at == 0 && len > 2 && (text[1] == 'e' || text[1] == 'E') && text[2] == '[')
		at = 2;
	else if (at == 0 || code != 0x1B)
		return 0;
	if (at == len || text[at] != '[')
		return 0;
	for (at++; at < len && (ascii_is(text[at], ASCII_DIGIT) || text[at] == ';'); at++)
		;
	if (at + 1 >= len || (text[at] != 'm' && text[at] != 'K'))
		return 0;
	at++;
	next = text[at] == '\\' ? color_length(text + at, len - at) : 0;
	return next || escape_may_go_on(text + at, len - at) ? at + next : 0;
}

/* Return true if a path, query or fragment is in text[begin..at), or no host. */
static bool
has_path(const char *text, size_t begin, size_t at)
{
	const char *slashes = memmem(text + begin, at - begin, "//", 2);
	size_t i = slashes ? (size_t)(slashes - text) + 2 : at;

	while (i < at && text[i] != '/' && text[i] != '?' && text[i] != '#')
		i++;
	return slashes == NULL || i < at;
}

/* Return true if only the host is before the "/" that ends at text[at]. */
static bool
is_root(const char *text, size_t begin, size_t at)
{
	const char *slashes = memmem(text + begin, at - begin, "//", 2);
	const char *path = slashes ?
	    memchr(slashes + 2, '/', (size_t)(text + at - slashes) - 2) : NULL;

	return path == text + at - 1;
}

/* Return true if an escaped letter of that class at text[at] belongs to the URL, like an unescaped
 * one (rule I5): in a string that begins with the URL or in angle brackets, after a delimiter or
 * another such letter; a Latin letter also after an ASCII letter. */
static bool
goes_on_over_letter(const char *text, size_t begin, size_t at, enum character_class class)
{
	char before = text[at - 1];
	uint32_t code;

	if (begin > 0 && (text[begin - 1] == '"' || text[begin - 1] == '<'))
		return true;
	if (!character_is_letter(class))
		return false;
	if (at - begin > 6 && read_unit(text + at - 6, 6, &code))
		return character_is_letter(character_class_of(code)) ||
		    (code >= 0xDC00 && code <= 0xDFFF);
	if (before == '/')
		return !character_is_unspaced(class) || !is_root(text, begin, at);
	return memchr("=-_.,%&?#+:", before, 11) != NULL ||
	    (class == CHARACTER_LATIN && ascii_is(before, ASCII_ALPHA));
}

/* If a character of string literals with which the URL goes on is at text[at], set *e to it. */
static bool
read_letter(const char *text, size_t begin, size_t at, size_t end, struct escape *e)
{
	uint32_t code;
	size_t len = read_character(text + at, end - at, &code);
	size_t color = len == 0 || code == 0x1B ? color_length(text + at, end - at) : 0;
	enum character_class class;

	if (color) {
		set(e, ESCAPE_UNDONE, color, '\0');
		e->is_json = text[at + 1] == 'u';
		return true;
	}
	if (len == 0)
		return false;
	if (code < 0x80) {
		if (!ascii_is((char)code, ASCII_RUN))
			return false;
		set(e, ESCAPE_UNDONE, len, (char)code);
		e->is_json = text[at + 1] == 'u';
		return true;
	}
	class = character_class_of(code);
	if (text[at + 1] != 'u' && text[at + 1] != '\\' && !has_path(text, begin, at))
		return false;
	if (class == CHARACTER_END || !goes_on_over_letter(text, begin, at, class))
		return false;
	set(e, ESCAPE_UNDONE, len, '\0');
	e->is_json = text[at + 1] == 'u';
	utf8_encode(code, e->original);
	return true;
}

/* ---- all sequences --- */

/* "\%" is a percent sign in TeX and nothing in roff; "\&" likewise. */
static void
read_ambiguous(const char *text, size_t begin, size_t at, size_t end, bool is_braced,
    struct escape *e)
{
	const char *next = text + at + 2;
	bool is_tex = is_braced;

	if (text[at + 1] == '%')
		is_tex |= end - at > 3 && ascii_is(next[0], ASCII_HEX) &&
		    ascii_is(next[1], ASCII_HEX);
	else
		is_tex |= memchr(text + begin, '?', at - begin) != NULL;
	set(e, ESCAPE_UNDONE, 2, is_tex ? text[at + 1] : '\0');
}

/* Return true if next[0..len) names a character of roff that ends a URL, such as "(ra" and "[ra]":
 * brackets, quotation marks, dashes, a bullet. */
static bool
is_roff_mark(const char *next, size_t len)
{
	static const char names[] = "ra la rq lq cq oq aq dq Bq bq Fc Fo fc fo em en bu tm rg "
	    "co dg ga aa ";
	const char *name = names;

	if (len < 3 || (next[0] != '(' && next[0] != '['))
		return false;
	if (next[0] == '[' && (len < 4 || next[3] != ']'))
		return false;
	while (*name && memcmp(name, next + 1, 2) != 0)
		name += 3;
	return *name != '\0';
}

/* Return true if the backslash begins a sequence that ends a URL: a control character or quotation
 * mark of a string, a font, string or mark of roff. */
static bool
ends_url(const char *next, size_t len)
{
	if (len == 0)
		return false;
	if (memchr("nrt0\"'\\", next[0], 7))
		return true;
	if (next[0] == 'N') /* of iCalendar and of subtitles; "\N{...}" is a character of Python */
		return len > 1 && next[1] != '{';
	if (len > 1 && memcmp(next, "22", 2) == 0)
		return true; /* a quotation mark of LLVM and WebAssembly */
	if (next[0] == 'x')
		return len > 2 && ascii_is(next[1], ASCII_HEX) && ascii_is(next[2], ASCII_HEX);
	if (next[0] == 'u')
		return len > 4 && ascii_is(next[1], ASCII_HEX) && ascii_is(next[2], ASCII_HEX) &&
		    ascii_is(next[3], ASCII_HEX) && ascii_is(next[4], ASCII_HEX);
	if (next[0] == 'f')
		return len > 1 && (memchr("RBIPC([", next[1], 7) || (next[1] > '0' && next[1] <= '9'));
	if (is_roff_mark(next, len))
		return true;
	return next[0] == '*' || (next[0] == 'e' && (len == 1 ||
	    !ascii_is(next[1], ASCII_ALPHA)));
}

/* Return true if text[0..len) is a comma or semicolon after a backslash, and the URL goes on
 * after it: "\\," in values of iCalendar (RFC 5545, 3.3.11) and vCard, in Markdown and shells. */
static bool
is_escaped_mark(const char *text, size_t len)
{
	static const char marks[] = "-+%=&@/_~";

	return len > 2 && (text[1] == ',' || text[1] == ';') &&
	    (ascii_is(text[2], ASCII_ALPHA | ASCII_DIGIT) ||
		memchr(marks, text[2], sizeof(marks) - 1));
}

/* Return true if an escaped tilde is at text[at], at the beginning of a segment, as in
 * "/\\~ann/". */
static bool
is_tilde_of_user(const char *text, size_t begin, size_t at, size_t end)
{
	return at > begin && text[at - 1] == '/' && end - at > 2 && text[at + 1] == '~' &&
	    ascii_is(text[at + 2], ASCII_ALPHA);
}

/* Return true if "\\." is at text[at], and a font of roff directly before the URL: some
 * programs escape every full stop of a manual page. */
static bool
is_dot_of_manual(const char *text, size_t begin, size_t at, size_t end)
{
	return end - at > 2 && text[at + 1] == '.' && begin > 2 &&
	    memcmp(text + begin - 3, "\\f", 2) == 0 && ascii_is(text[begin - 1], ASCII_ALPHA);
}

/* Return true if a mark that Markdown escapes is after the backslash at text[at], in the target of
 * a link: "[a](http://h/b\(c\))". */
static bool
is_escaped_in_target(const char *text, size_t begin, size_t at, size_t end)
{
	static const char marks[] = "()[]_*~#!+-.";

	return begin > 1 && text[begin - 1] == '(' && text[begin - 2] == ']' && end - at > 1 &&
	    memchr(marks, text[at + 1], sizeof(marks) - 1) != NULL;
}

/* Return true if a bracket after the backslash at text[at] belongs to a pair with a word between
 * them. PDF, Markdown and shells escape such brackets: "/wiki/A_\(b\)", "/a\[1\]". */
static bool
is_escaped_bracket(const char *text, size_t begin, size_t at, size_t end)
{
	enum { MAX_WORD_BYTES = 64 };
	const char *from, *other, *word;
	bool is_square;

	if (end - at < 2)
		return false;
	is_square = text[at + 1] == '[' || text[at + 1] == ']';
	if (text[at + 1] == '(' || text[at + 1] == '[') {
		word = text + at + 2;
		other = memmem(word, end - at - 2 > MAX_WORD_BYTES ? MAX_WORD_BYTES : end - at - 2,
		    is_square ? "\\]" : "\\)", 2);
	} else {
		if (text[at + 1] != ')' && !is_square)
			return false;
		from = at - begin > MAX_WORD_BYTES ? text + at - MAX_WORD_BYTES : text + begin;
		word = memrchr(from, is_square ? '[' : '(', (size_t)(text + at - from));
		if (word == NULL || word < text + begin + 1 || word[-1] != '\\')
			return false;
		word++;
		other = text + at;
	}
	for (; other && word < other; word++)
		if (!ascii_is(*word, ASCII_ALPHA | ASCII_DIGIT) && !strchr("_-.,%'=", *word))
			return false;
	return other != NULL;
}

/* Return true if a mark that files of properties escape is after the backslash at text[at]. */
static bool
is_escaped_in_value(const char *text, size_t begin, size_t at, size_t end)
{
	return end - at > 1 && memchr(":=#!", text[at + 1], 4) != NULL &&
	    escape_is_in_scheme(text, begin, end);
}

/* Return true if the backslash at text[at] belongs to a path of Windows in a query,
 * "?f=c:\temp\a.log", and the URL is not in a string literal. */
static bool
is_in_windows_path(const char *text, size_t begin, size_t at)
{
	const char *drive = memmem(text + begin, at + 1 - begin, ":\\", 2);

	return drive && drive > text + begin + 1 && ascii_is(drive[-1], ASCII_ALPHA) &&
	    !ascii_is(drive[-2], ASCII_ALPHA | ASCII_DIGIT) &&
	    !(begin > 0 && (text[begin - 1] == '"' || text[begin - 1] == '\''));
}

void
escape_read(const char *text, size_t begin, size_t at, size_t end, bool is_braced,
    struct escape *e)
{
	static const char known[] = "/u-()[]|:_#$~%&nrtN0123\"'\\xfe*,;.!+=?";
	size_t len = end - at, i;

	if (is_in_windows_path(text, begin, at) ||
	    (!is_braced && len > 1 && !memchr(known, text[at + 1], sizeof(known) - 1))) {
		set(e, ESCAPE_NONE, 1, '\\');
		return;
	}
	if (is_escaped_in_target(text, begin, at, end) ||
	    is_escaped_bracket(text, begin, at, end) || is_escaped_in_value(text, begin, at, end)) {
		set(e, ESCAPE_UNDONE, 2, text[at + 1]);
		return;
	}
	if (is_escaped_mark(text + at, len)) {
		if (has_path(text, begin, at))
			set(e, ESCAPE_UNDONE, 2, text[at + 1]);
		else
			set(e, ESCAPE_END, 0, '\0'); /* no mark is in a host */
		return;
	}
	if (is_tilde_of_user(text, begin, at, end) || is_dot_of_manual(text, begin, at, end)) {
		set(e, ESCAPE_UNDONE, 2, text[at + 1]);
		return;
	}
	for (i = 0; i < sizeof(sequences) / sizeof(sequences[0]); i++) {
		size_t n = strlen(sequences[i].sequence);

		if (n <= len && memcmp(text + at, sequences[i].sequence, n) == 0) {
			set(e, ESCAPE_UNDONE, n, sequences[i].character);
			e->is_json = i < JSON_SEQUENCES;
			return;
		}
	}
	if (read_letter(text, begin, at, end, e))
		return;
	if (len > 1 && (text[at + 1] == '%' || text[at + 1] == '&'))
		read_ambiguous(text, begin, at, end, is_braced, e);
	else if (ends_url(text + at + 1, len - 1) ||
	    (is_braced && len > 1 && ascii_is(text[at + 1], ASCII_ALPHA)))
		set(e, ESCAPE_END, 0, '\0');
	else
		set(e, ESCAPE_NONE, 1, '\\');
}

size_t
escape_read_group(const char *text, size_t len, struct escape *e)
{
	size_t i;

	for (i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
		size_t n = strlen(groups[i].group);

		if (n <= len && memcmp(text, groups[i].group, n) == 0) {
			set(e, ESCAPE_UNDONE, n, groups[i].character);
			return n;
		}
	}
	return 0;
}

size_t
escape_reference_length(const char *text, size_t len, uint32_t *code)
{
	enum { MAX_DIGITS = 6 };
	bool is_hex = len > 2 && (text[2] == 'x' || text[2] == 'X');
	size_t first = is_hex ? 3 : 2, at = first;

	if (len < 4 || memcmp(text, "&#", 2) != 0)
		return 0;
	*code = 0;
	for (; at < len && at - first < MAX_DIGITS &&
	    ascii_is(text[at], is_hex ? ASCII_HEX : ASCII_DIGIT); at++)
		*code = *code * (is_hex ? 16 : 10) + ascii_hex_value(text[at]);
	return at > first && at < len && text[at] == ';' ? at + 1 : 0;
}

/* Return the length of the encoded "&" at the beginning of text[0..len). */
static size_t
ampersand_length(const char *text, size_t len)
{
	static const char *const spellings[] = { "&amp;amp;", "&amp;", "&#38;", "&#x26;" };
	size_t i;

	for (i = 0; i < sizeof(spellings) / sizeof(spellings[0]); i++) {
		size_t n = strlen(spellings[i]);

		if (n <= len && memcmp(text, spellings[i], n) == 0)
			return n;
	}
	return 0;
}

size_t
escape_read_reference(const char *text, size_t len, char *character)
{
	size_t n = ampersand_length(text, len);
	uint32_t code;

	*character = '&';
	if (n)
		return n;
	n = escape_reference_length(text, len, &code);
	*character = n && code < 0x80 ? (char)code : ' ';
	return ascii_is(*character, ASCII_RUN) ? n : 0;
}

bool
escape_is_in_scheme(const char *text, size_t begin, size_t end)
{
	enum { MAX_NAME_BYTES = 16 };
	size_t limit = end - begin > MAX_NAME_BYTES ? begin + MAX_NAME_BYTES : end;

	while (begin < limit && ascii_is(text[begin], ASCII_SCHEME))
		begin++;
	return end - begin > 4 && memcmp(text + begin, "\\://", 4) == 0;
}
