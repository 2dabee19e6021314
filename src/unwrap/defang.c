/* defang.c - write a URL so that no program takes it for one, and read it back
 *
 *	hxxps[:]//evil[.]example/a.html?u=http[:]//b.example/
 *
 * Brackets are added only where the grammar does not allow them, so the original can be restored.
 * Blanks, which URLs in attributes of HTML may contain, are bracketed, too ("[ ]"). */
#include "unwrap/unwrap.h"

#include <string.h>

#include "url/scheme.h"
#include "util/ascii.h"

/* If there is a byte, write it to out[used], unless size is too small. Return the new length. */
static size_t
put(char *out, size_t size, size_t used, char c, bool is_there)
{
	if (is_there && used < size)
		out[used] = c;
	return used + is_there;
}

/* ---- the pieces of a URL --- */

/* Offsets of the pieces of a URL that are defanged in different ways. */
struct defanged_pieces {
	size_t colon;     /* after the scheme */
	size_t authority; /* begins here, after "//"; or at its end if there is none */
	size_t rest;      /* path, query and fragment */
	size_t port;      /* the colon before an empty port, or rest */
	bool is_mailto;
};

/* Divide a URL. Returns false if it has no scheme. */
static bool
divide(struct defanged_pieces *p, const char *text, size_t len)
{
	size_t end = ascii_span(text, len, ASCII_SCHEME);

	if (end == 0 || end == len || text[end] != ':')
		return false;
	p->colon = end++;
	p->is_mailto = ascii_is_word(text, p->colon, "mailto");
	if (len - end >= 2 && memcmp(text + end, "//", 2) == 0) {
		p->authority = end + 2;
		end += 2 + ascii_until(text + end + 2, len - end - 2, ASCII_AUTHORITY_END);
	} else {
		p->authority = end;
		end += p->is_mailto ? ascii_find(text + end, len - end, '?') : 0;
	}
	p->rest = p->port = end;
	if (!p->is_mailto && p->rest > p->authority && text[p->rest - 1] == ':')
		p->port = p->rest - 1;
	return true;
}

/* ---- schemes, plain ("http") and altered ("hxxp") --- */

/* Return true for http, https and ftp that are written with c for each "t". */
static bool
is_web_scheme(const char *text, size_t len, char c)
{
	char name[] = { 'h', c, c, 'p', 's', '\0' };
	bool is_long = ascii_is_word(text, len, name);

	name[4] = '\0';
	return is_long || ascii_is_word(text, len, name) ||
	    (len == 3 && ascii_equal(text, (const char[]){ 'f', c, 'p' }, 3));
}

/* Return `to` for `from`, with the same case; any other character as it is. */
static char
exchange(char c, char from, char to)
{
	if (ascii_lower(c) != from)
		return c;
	return c == from ? to : (char)(to - 'a' + 'A');
}

/* ---- defanging --- */

/* Return true if the colon at text[at] is the end of a scheme that needs no slashes, or
 * of any with "//". */
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
		!ascii_is(text[at - 4], ASCII_ALPHA | ASCII_DIGIT));
}

/* The state of reading an authority. */
struct authority_state {
	bool in_address, after_at;
};

/* Return true if the byte text[at] of an authority, or of the addresses of a mailto URL, is
 * written in brackets. */
static bool
is_risky_in_authority(const char *text, const struct defanged_pieces *p, size_t at,
    struct authority_state *s)
{
	char c = text[at];

	if (!p->is_mailto && (c == '[' || c == ']'))
		s->in_address = c == '[';
	s->after_at |= c == '@';
	return c == '@' || c == ' ' || (c == '.' && s->after_at) ||
	    (c == ':' && (s->in_address || at == p->port ||
		ends_scheme(text, p->rest, p->authority, at)));
}

/* The same for the path, query and fragment, which begin at `begin`. */
static bool
is_risky_in_rest(const char *text, size_t len, size_t begin, size_t at)
{
	return text[at] == ' ' || (text[at] == ':' && ends_scheme(text, len, begin, at)) ||
	    (text[at] == '.' && is_www_dot(text, begin, at));
}

size_t
urlgrep_defang(const char *text, size_t len, char *out, size_t size)
{
	struct defanged_pieces p = { 0 };
	bool has_scheme = divide(&p, text, len);
	bool is_altered = has_scheme && is_web_scheme(text, p.colon, 't');
	struct authority_state state = { .after_at = !p.is_mailto };
	size_t i, used = 0;

	for (i = 0; i < len; i++) {
		bool is_risky = has_scheme && i < p.authority ? i == p.colon :
		    i < p.rest ? is_risky_in_authority(text, &p, i, &state) :
		    is_risky_in_rest(text, len, p.rest, i);

		used = put(out, size, used, '[', is_risky);
		used = put(out, size, used, is_altered && i < p.colon ?
			exchange(text[i], 't', 'x') : text[i], true);
		used = put(out, size, used, ']', is_risky);
	}
	return used;
}

/* ---- reading it back --- */

/* Append the scheme, with "t" for each "x" of an altered one. */
static void
append_scheme(struct strbuf *out, const char *text, size_t len)
{
	size_t i = out->len;

	strbuf_append(out, text, len);
	if (is_web_scheme(text, len, 'x'))
		for (; i < out->len; i++)
			out->at[i] = exchange(out->at[i], 'x', 't');
}

/* Return true if text[at..len) begins with a dot, colon, at sign or blank in brackets. */
static bool
is_bracketed(const char *text, size_t len, size_t at)
{
	return len - at >= 3 && text[at] == '[' && text[at + 2] == ']' &&
	    memchr(".:@ ", text[at + 1], 4);
}

/* Return true if text[0..len) is the output of urlgrep_defang() for *url. */
static bool
is_defanged_form(const char *text, size_t len, struct strbuf *url, size_t begin)
{
	size_t url_len = url->len - begin;

	if (!strbuf_reserve(url, len))
		return false;
	return urlgrep_defang(url->at + begin, url_len, url->at + url->len, len) == len &&
	    memcmp(url->at + url->len, text, len) == 0;
}

bool
defang_undo(const char *text, size_t len, struct strbuf *out)
{
	size_t at = ascii_span(text, len, ASCII_SCHEME), begin = out->len;

	if (at == 0 || !is_bracketed(text, len, at) || text[at + 1] != ':')
		return false;
	append_scheme(out, text, at);
	while (at < len) {
		bool skip = is_bracketed(text, len, at);

		strbuf_append(out, text + at + skip, 1);
		at += skip ? 3 : 1;
	}
	return !out->failed && is_defanged_form(text, len, out, begin);
}
