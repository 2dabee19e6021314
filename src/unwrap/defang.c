/* defang.c - write a URL so that no program takes it for a URL
 *
 *	hxxps[:]//evil[.]example/a.html?u=http[:]//b.example/
 *
 * Brackets are added only where the grammar does not allow them, so the original can be restored.
 * Blanks, which URLs in HTML attributes may contain, are percent-encoded, as browsers do. */
#include "unwrap/unwrap.h"

#include <string.h>

#include "url/scheme.h"
#include "util/ascii.h"

/* Offsets of the pieces of a URL that are defanged in different ways. */
struct defanged_pieces {
	size_t colon;     /* of the scheme */
	size_t authority; /* after "//"; or the addresses of a mailto URL */
	size_t rest;      /* path, query and fragment */
};

/* Find the pieces of a URL. Without a scheme, all of it is the rest. */
static struct defanged_pieces
find_pieces(const char *text, size_t len)
{
	size_t colon = ascii_span(text, len, ASCII_SCHEME), at = colon + 1;
	struct defanged_pieces p = { colon, at, at };

	if (colon == 0 || colon == len || text[colon] != ':')
		return (struct defanged_pieces){ 0 };
	if (ascii_is_word(text, colon, "mailto")) {
		p.rest += ascii_find(text + at, len - at, '?');
	} else if (len - at >= 2 && memcmp(text + at, "//", 2) == 0) {
		p.authority += 2;
		p.rest += 2 + ascii_until(text + at + 2, len - at - 2, ASCII_AUTHORITY_END);
	}
	return p;
}

/* Return true if the colon at text[at] ends a scheme that needs no slashes, or any before "//". */
static bool
ends_scheme(const char *text, size_t len, size_t begin, size_t at)
{
	size_t word = at;
	const struct scheme *scheme;

	if (len - at >= 3 && memcmp(text + at, "://", 3) == 0)
		return true;
	while (word > begin && at - word < MAX_SCHEME_BYTES &&
	    ascii_is(text[word - 1], ASCII_SCHEME))
		word--;
	while (word < at && !ascii_is(text[word], ASCII_ALPHA))
		word++;
	scheme = scheme_find(text + word, at - word);
	return scheme && scheme->opaque;
}

/* Return true if text[at] is the dot of "www." at the beginning of a word. */
static bool
is_www_dot(const char *text, size_t begin, size_t at)
{
	return at - begin >= 3 && ascii_equal(text + at - 3, "www", 3) &&
	    (at - begin == 3 ||
		!ascii_is_alphanumeric(text[at - 4]));
}

/* Return true if text[at] is to be written in brackets. */
static bool
is_risky(const char *text, size_t len, const struct defanged_pieces *p, size_t at)
{
	if (at < p->authority)
		return at == p->colon;
	if (at < p->rest)
		return ascii_is_one_of(text[at], ".:@("); /* "(at)" would be read as "@" */
	return (text[at] == ':' && ends_scheme(text, len, p->rest, at)) ||
	    (text[at] == '.' && is_www_dot(text, p->rest, at));
}

/* Write bytes to out[used..size), as far as there is room. Return the new length, even beyond
 * size. */
static size_t
put(char *out, size_t size, size_t used, const char *bytes, size_t len)
{
	if (used < size)
		memcpy(out + used, bytes, len < size - used ? len : size - used);
	return used + len;
}

size_t
urlgrep_defang(const char *text, size_t len, char *out, size_t size)
{
	struct defanged_pieces p = find_pieces(text, len);
	bool is_altered = word_list_has("http https ftp", text, p.colon);
	char bracketed[] = "[ ]", *c = bracketed + 1;
	size_t i, used = 0;

	for (i = 0; i < len; i++) {
		*c = text[i];
		if (is_altered && i < p.colon && ascii_lower(*c) == 't')
			*c = *c == 't' ? 'x' : 'X';
		if (*c == ' ')
			used = put(out, size, used, "%20", 3);
		else if (is_risky(text, len, &p, i))
			used = put(out, size, used, bracketed, 3);
		else
			used = put(out, size, used, c, 1);
	}
	return used;
}
