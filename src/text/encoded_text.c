/* encoded_text.c - check whether a text that is not decoded yet may contain a URL
 *
 * Every URL has a scheme and a colon. Many texts have no colon after the name of a scheme, not even
 * one that is written as an escape or a character reference. Links in HTML may have two slashes
 * instead. */
#include <stdbool.h>
#include <string.h>

#include "url/grammar.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"

/* A text, and where in it. */
struct text_cursor {
	const char *begin, *end, *at;
	bool is_quoted; /* quoted-printable (RFC 2045, 6.7) */
	bool is_html;
};

enum { SEPARATOR = ' ' }; /* as good as any character that no scheme has */

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

/* Return the character before the cursor, and go before it. */
static char
previous(struct text_cursor *c)
{
	const char *at;
	char byte;

	if (c->is_quoted)
		skip_soft_breaks(c);
	at = c->at;
	if (c->is_quoted && at - c->begin >= 3 && ascii_read_escape(at - 3, 3, '=', &byte)) {
		c->at -= 3;
		return byte;
	}
	return at > c->begin ? *--c->at : SEPARATOR;
}

/* Return true if a reader of HTML may see another character here, or none. */
static bool
is_markup(char c)
{
	return (c >= 0 && c < ' ') || ascii_is_one_of(c, "<>&;");
}

/* Return true if the colon may end a scheme. */
static bool
may_end_scheme(struct text_cursor c, const struct suffix_table *t, const char *colon)
{
	char around[SUFFIX_BYTES + 2];
	int i;

	c.at = colon;
	for (i = SUFFIX_BYTES - 1; i >= 0; i--) {
		around[i] = previous(&c);
		if (c.is_html && is_markup(around[i]))
			return true;
	}
	around[SUFFIX_BYTES] = ':';
	/* a slash, if there may be one; browsers supply it, too */
	around[SUFFIX_BYTES + 1] = c.is_html || colon + 1 == c.end ||
	    (c.is_quoted && colon[1] == '=') ? '/' : colon[1];
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

/* ---- characters that are written otherwise --- */

/* Return true if there is the escape of a byte, such as "=3A". */
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

/* Return true if the character reference whose "&" is before text[0..len) may stand for a colon, a
 * slash or white space that browsers skip: all but numbers of other characters, with a ";", and
 * names that begin otherwise than those of these characters. */
static bool
may_refer_to_sign(const char *text, size_t len)
{
	size_t i = 1;

	while (len >= 3 && memcmp(text, "amp", 3) == 0) { /* in srcdoc, references are in others */
		size_t n = len > 3 && text[3] == ';' ? 4 : 3;

		text += n;
		len -= n;
	}
	if (len == 0 || *text != '#')
		return len > 0 && ascii_is_one_of(*text, "AabcNsT=");
	while (i < len && ascii_is(text[i], ASCII_DIGIT))
		i++;
	return i < 4 || i == len || text[i] != ';' || text[1] == '0';
}

static bool
has_reference(const struct text_cursor *c)
{
	const char *at = c->begin;

	while ((at = memchr(at, '&', (size_t)(c->end - at))) != NULL)
		if (++at < c->end && may_refer_to_sign(at, (size_t)(c->end - at)))
			return true;
	return false;
}

/* ---- links without a scheme --- */

/* Return true if two slashes are after the document type, or a backslash, which browsers take for a
 * slash. White space between them, which may be escaped as "=09", is skipped. */
static bool
has_slashes(struct text_cursor c)
{
	static const char type[] = "<!DOCTYPE";
	const size_t len = sizeof(type) - 1, left = (size_t)(c.end - c.begin);
	const char *at = c.begin;

	if (memchr(at, '\\', left))
		return true;
	if (left > len && ascii_equal(at, type, len))
		at += ascii_find(at, left, '>');
	while ((at = memchr(at, '/', (size_t)(c.end - at))) != NULL) {
		for (at++; at < c.end && (*at == '=' || ascii_is_space(*at)); at++)
			if (*at == '=' && !(c.is_quoted && c.end - at > 1 && ascii_is_space(at[1])))
				break;
		if (at < c.end && (*at == '/' || (c.is_quoted && c.end - at > 1 && memcmp(at, "=0", 2) == 0)))
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
	if (has_scheme(&c, grammar_suffixes(grammar)) || (c.is_quoted && has_escape(&c, '3', 'a')))
		return 1;
	if (!c.is_html)
		return 0;
	return has_slashes(c) || has_reference(&c) || (c.is_quoted && (has_escape(&c, '2', '6') ||
	    has_escape(&c, '2', 'f') || has_escape(&c, '5', 'c'))); /* "&", "/" and "\" */
}
