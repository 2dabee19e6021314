/* encoded_text.c - check whether a text that is not decoded yet may contain a URL
 *
 * Every URL has a scheme and a colon. Many texts have no colon after the name of a scheme, not even
 * one that is written as an escape or a character reference. */
#include <stdbool.h>
#include <string.h>

#include "url/grammar.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"

/* A text, and where in it. */
struct text_cursor {
	const char *begin, *end, *at;
	bool is_quoted, is_html;
};

enum {
	SEPARATOR = ' ', /* as good as any character that no scheme has */
	UNKNOWN = -1     /* a tag or a reference is here: the character may be any */
};

/* ---- back from a colon --- */

/* Go back over soft line breaks of quoted-printable: "=", white space, a line break. */
static void
skip_soft_breaks(struct text_cursor *c)
{
	const char *at = c->at;

	while (at > c->begin && at[-1] == '\n') {
		at--;
		while (at > c->begin && ascii_is(at[-1], ASCII_BLANK | ASCII_BREAK) &&
		    at[-1] != '\n')
			at--;
		if (at == c->begin || at[-1] != '=')
			return;
		c->at = --at;
	}
}

/* Return the byte that the escape before the cursor encodes, and move before it; UNKNOWN if there
 * is none. */
static int
previous_escaped(struct text_cursor *c)
{
	const char *at = c->at;

	if (at - c->begin < 3 || at[-3] != '=' || !ascii_is(at[-2], ASCII_HEX) ||
	    !ascii_is(at[-1], ASCII_HEX))
		return UNKNOWN;
	c->at -= 3;
	return (int)(ascii_hex_value(at[-2]) << 4 | ascii_hex_value(at[-1]));
}

/* Return true if the reader may see other text here: tags, comments and, in attributes, line breaks
 * are skipped, and references are replaced. */
static bool
is_markup(int c)
{
	return c < ' ' || c == '<' || c == '>' || c == '&' || c == ';';
}

/* Return the character before the cursor, and go before it. */
static int
previous(struct text_cursor *c)
{
	int byte = UNKNOWN;

	if (c->is_quoted) {
		skip_soft_breaks(c);
		byte = previous_escaped(c);
	}
	if (byte == UNKNOWN)
		byte = c->at > c->begin ? (unsigned char)*--c->at : SEPARATOR;
	return c->is_html && is_markup(byte) ? UNKNOWN : byte;
}

/* Return the character after the colon, or a slash if there may be one. */
static char
following(const struct text_cursor *c, const char *colon)
{
	char byte = colon + 1 < c->end ? colon[1] : '/';

	return (c->is_quoted && byte == '=') ||
	    (c->is_html && is_markup((unsigned char)byte)) ? '/' : byte;
}

/* Return true if the colon may end a scheme. */
static bool
may_end_scheme(struct text_cursor c, const struct suffix_table *t, const char *colon)
{
	char around[SUFFIX_BYTES + 2];
	int i;

	c.at = colon;
	for (i = SUFFIX_BYTES - 1; i >= 0; i--) {
		int byte = previous(&c);

		if (byte == UNKNOWN)
			return true;
		around[i] = (char)byte;
	}
	around[SUFFIX_BYTES] = ':';
	around[SUFFIX_BYTES + 1] = following(&c, colon);
	return suffix_table_has(t, around + SUFFIX_BYTES, around + sizeof(around));
}

static bool
has_scheme(const struct text_cursor *c, const struct suffix_table *t)
{
	const char *colon = c->begin;

	for (; (colon = memchr(colon, ':', (size_t)(c->end - colon))) != NULL; colon++)
		if (may_end_scheme(*c, t, colon))
			return true;
	return false;
}

/* ---- colons that are written otherwise --- */

/* Return true if there is the escape of a byte, "=3A". */
static bool
has_escape(const struct text_cursor *c, char high, char low)
{
	const char *at = c->begin;
	size_t left, n;

	for (;; at += n + 1) {
		left = (size_t)(c->end - at);
		n = ascii_pair(at, left, '=', high);
		if (left - n < 3)
			return false;
		if (ascii_lower(at[n + 2]) == low)
			return true;
	}
}

/* Return true if the numeric character reference whose digits begin at the cursor may be a
 * colon, or may end elsewhere than at a ";". */
static bool
is_number_of_colon(const struct text_cursor *c)
{
	const char *at = c->at;
	unsigned base = 10, number = 0;

	if (at < c->end && ascii_lower(*at) == 'x') {
		base = 16;
		at++;
	}
	for (; at < c->end && ascii_is(*at, base == 16 ? ASCII_HEX : ASCII_DIGIT); at++)
		if (number <= ':')
			number = number * base + ascii_hex_value(*at);
	return at == c->end || *at != ';' || number == ':';
}

/* Return true if a character reference may be a colon ("&#58;", "&colon;"), or has no ";", so
 * that its end depends on the next characters. */
static bool
has_reference(struct text_cursor c)
{
	for (c.at = c.begin; (c.at = memchr(c.at, '&', (size_t)(c.end - c.at))) != NULL;) {
		if (++c.at == c.end)
			return false;
		if (*c.at == 'c' || (c.is_quoted && *c.at == '='))
			return true;
		if (*c.at != '#')
			continue;
		c.at++;
		if (is_number_of_colon(&c))
			return true;
	}
	return false;
}

int
urlgrep_may_have_url(const urlgrep_grammar *grammar, const char *text, size_t len,
    unsigned encoding)
{
	const struct text_cursor c = { .begin = text, .end = text + len,
		.is_quoted = encoding & URLGREP_IN_QUOTED_PRINTABLE,
		.is_html = encoding & URLGREP_IN_HTML };

	if (len == 0)
		return 0;
	if (has_scheme(&c, grammar_suffixes(grammar)))
		return 1;
	if (c.is_quoted && has_escape(&c, '3', 'a'))
		return 1;
	if (!c.is_html)
		return 0;
	return has_reference(c) || (c.is_quoted && has_escape(&c, '2', '6')); /* "&" */
}
