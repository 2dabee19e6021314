/* encoded_text.c - check whether a text that is not decoded yet may contain a URL
 *
 * Every URL has a scheme and a colon. Many texts have no colon after the name of a scheme, not even
 * one that is written as an escape. */
#include <stdbool.h>
#include <string.h>

#include "url/grammar.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"

/* A text, and where in it. */
struct text_cursor {
	const char *begin, *end, *at;
	bool is_quoted; /* quoted-printable (RFC 2045, 6.7) */
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

	if (c->is_quoted)
		skip_soft_breaks(c);
	at = c->at;
	if (c->is_quoted && at - c->begin >= 3 && at[-3] == '=' && ascii_is(at[-2], ASCII_HEX) &&
	    ascii_is(at[-1], ASCII_HEX)) {
		c->at -= 3;
		return (char)(ascii_hex_value(at[-2]) << 4 | ascii_hex_value(at[-1]));
	}
	return at > c->begin ? *--c->at : SEPARATOR;
}

/* Return true if the colon may end a scheme. */
static bool
may_end_scheme(struct text_cursor c, const struct suffix_table *t, const char *colon)
{
	char around[SUFFIX_BYTES + 2];
	int i;

	c.at = colon;
	for (i = SUFFIX_BYTES - 1; i >= 0; i--)
		around[i] = previous(&c);
	around[SUFFIX_BYTES] = ':';
	/* a slash, if there may be one */
	around[SUFFIX_BYTES + 1] = colon + 1 == c.end || (c.is_quoted && colon[1] == '=') ? '/' :
	    colon[1];
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

/* Return true if a colon is escaped: "=3A". */
static bool
has_escaped_colon(const struct text_cursor *c)
{
	const char *at = c->begin;
	size_t left, n;

	for (;; at += n + 1) {
		left = (size_t)(c->end - at);
		n = ascii_pair(at, left, '=', '3');
		if (left - n < 3)
			return false;
		if (ascii_lower(at[n + 2]) == 'a')
			return true;
	}
}

int
urlgrep_may_have_url(const urlgrep_grammar *grammar, const char *text, size_t len,
    int is_quoted_printable)
{
	const struct text_cursor c = { .begin = text, .end = text + len,
		.is_quoted = is_quoted_printable };

	return len > 0 && (has_scheme(&c, grammar_suffixes(grammar)) ||
	    (c.is_quoted && has_escaped_colon(&c)));
}
