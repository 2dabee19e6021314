/* bare.c - a URL without a wrapper: where it ends in its line (RULES B1-B5) */
#include <string.h>

#include "util/ascii.h"
#include "text/candidate.h"

/* An opaque scheme's run is short, or it is no URL; this keeps a text of
 * "mailto:mailto:..." linear. */
enum { OPAQUE_LONGEST = 1000 };

/* ---- the run --- */

/* Characters beyond US-ASCII that end an IRI in running text: quotes, marks and
 * brackets of CJK, dashes, spaces, bidi controls. First and last. */
static const unsigned iri_ends[][2] = {
	{ 0x80, 0xA0 }, { 0xAB, 0xAB }, { 0xBB, 0xBB }, { 0x1680, 0x1680 },
	{ 0x2000, 0x200B }, { 0x200E, 0x200F }, { 0x2013, 0x2014 },
	{ 0x2018, 0x201F }, { 0x2026, 0x2026 }, { 0x2028, 0x202F },
	{ 0x2039, 0x203A }, { 0x205F, 0x205F }, { 0x2066, 0x2069 },
	{ 0x3000, 0x3003 }, { 0x3008, 0x3011 }, { 0x3014, 0x301B },
	{ 0xFEFF, 0xFEFF }, { 0xFF01, 0xFF01 }, { 0xFF08, 0xFF09 },
	{ 0xFF0C, 0xFF0C }, { 0xFF0E, 0xFF0E }, { 0xFF1A, 0xFF1F },
	{ 0xFF3B, 0xFF3B }, { 0xFF3D, 0xFF3D }, { 0xFF5B, 0xFF5B },
	{ 0xFF5D, 0xFF5D }, { 0xFF5F, 0xFF65 }, { 0xFFF0, 0xFFFF },
};

/* Octets of the character of UTF-8 at p that an IRI may go on with; 0: none.
 * More than left: the character may be one, but is not all there. */
static size_t
iri_character(const char *p, size_t left)
{
	unsigned char c = (unsigned char)p[0];
	size_t n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC2 ? 2 : 0, i;
	unsigned code;

	if (n == 0 || c > 0xF4)
		return 0;
	code = c & (0xFFu >> (n + 1));
	for (i = 1; i < n && i < left; i++) {
		if (((unsigned char)p[i] & 0xC0) != 0x80)
			return 0;
		code = code << 6 | ((unsigned char)p[i] & 0x3F);
	}
	if (n > left)
		return n;
	for (i = 0; i < sizeof(iri_ends) / sizeof(iri_ends[0]); i++)
		if (code >= iri_ends[i][0] && code <= iri_ends[i][1])
			return 0;
	return n;
}

size_t
bare_run_end(const urlgrep_scanner *s, size_t begin, size_t most)
{
	const struct text *t = &s->text;
	size_t end = t->len - begin > most ? begin + most : t->len;
	size_t at = begin;

	for (;;) {
		size_t n;

		at += ascii_run(t->at + at, end - at);
		if (!s->iri || at == end || (unsigned char)t->at[at] < 0x80)
			return at;
		n = iri_character(t->at + at, end - at);
		if (n > end - at)
			return end == t->len && !t->last ? end : at;
		if (n == 0)
			return at;
		at += n;
	}
}

/* Does begin stand in the run of a candidate that was none? */
static bool
within_run(const urlgrep_scanner *s, size_t begin)
{
	uint64_t at = s->text.origin + begin;

	return at > s->run_begin && at < s->run_end;
}

/* end, or where the character before it begins if it may not be all there. */
static size_t
whole_characters(const struct text *t, size_t begin, size_t end)
{
	size_t at = end;

	if (end < t->len)
		return end;
	while (at > begin && end - at < 4 && (unsigned char)t->at[at - 1] >= 0x80)
		if ((unsigned char)t->at[--at] >= 0xC0)
			break;
	return at;
}

/* The end of a candidate's run, or begin + most. */
static size_t
measure_run(urlgrep_scanner *s, size_t begin, size_t most)
{
	const struct text *t = &s->text;
	uint64_t at = t->origin + begin;
	size_t end;

	if (at < s->run_begin || at >= s->run_end) {
		s->run_begin = s->run_end = at;
		s->run_whole = false;
	}
	end = (size_t)(s->run_end - t->origin);
	if (!s->run_whole && end - begin < most) {
		size_t reach = begin + URLGREP_MAX_URL_BYTES + 1;

		end = bare_run_end(s, end, reach - end);
		s->run_end = t->origin + whole_characters(t, begin, end);
		s->run_whole = end < reach && (end < t->len || t->last);
	}
	return end - begin > most ? begin + most : end;
}

/* ---- what of it is the URL --- */

static char
closer_of(char c)
{
	return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : '\0';
}

/* A bracket or a single quote before the URL is closed where it ends. */
static size_t
cut_enclosed(char before, const char *run, size_t len)
{
	char closer = closer_of(before);
	size_t i, open = 0;

	if (before == '\'') {
		const char *end = memchr(run, '\'', len);

		return end ? (size_t)(end - run) : len;
	}
	if (closer == '\0')
		return len;
	for (i = 0; i < len; i++) {
		if (run[i] == before)
			open++;
		else if (run[i] == closer && open-- == 0)
			return i;
	}
	return len;
}

static size_t
entity_at_end(const char *run, size_t len)
{
	static const char *const entities[] = { "&gt;", "&lt;", "&quot;",
		"&amp;", "&apos;", "&nbsp;", "&#39;", "&#34;" };
	size_t i;

	if (len == 0 || run[len - 1] != ';')
		return 0;
	for (i = 0; i < sizeof(entities) / sizeof(entities[0]); i++) {
		size_t n = strlen(entities[i]);

		if (len >= n && memcmp(run + len - n, entities[i], n) == 0)
			return n;
	}
	return 0;
}

/* How many of each bracket and quote: counted once, when one stands at the end,
 * then kept up while trimming. */
struct brackets {
	bool counted;
	size_t count[8]; /* by their kinds */
	size_t first_quote;
};

enum { NO_BRACKET, OPEN_ROUND, ROUND, OPEN_SQUARE, SQUARE, OPEN_CURLY, CURLY, QUOTE };

static const unsigned char bracket_kind[256] = { ['('] = OPEN_ROUND, [')'] = ROUND,
	['['] = OPEN_SQUARE, [']'] = SQUARE, ['{'] = OPEN_CURLY, ['}'] = CURLY,
	['\''] = QUOTE };

static void
count_brackets(struct brackets *b, const char *run, size_t len)
{
	const char *quote;
	size_t i;

	memset(b->count, 0, sizeof(b->count));
	for (i = 0; i < len; i++)
		b->count[bracket_kind[(unsigned char)run[i]]]++;
	quote = memchr(run, '\'', len);
	b->first_quote = quote ? (size_t)(quote - run) : len;
	b->counted = true;
}

/* Are there more that close than that open? run[len - 1] closes. */
static bool
closes_more(struct brackets *b, const char *run, size_t len)
{
	unsigned kind = bracket_kind[(unsigned char)run[len - 1]];

	if (!b->counted)
		count_brackets(b, run, len);
	return b->count[kind] > b->count[kind - 1];
}

/* Does the quote at the end close what no quote in the URL opened? "a'b'" keeps
 * its. */
static bool
quotes_more(struct brackets *b, const char *run, size_t len)
{
	if (!b->counted)
		count_brackets(b, run, len);
	return b->count[QUOTE] % 2 == 1 || b->first_quote + b->count[QUOTE] == len;
}

/* Does the last character belong to the sentence around the URL? */
static bool
of_sentence(struct brackets *b, char before, const char *run, size_t len)
{
	char c = run[len - 1];

	switch (c) {
	case '.': case ',': case ';': case ':': case '!': case '?':
	case '(': case '[': case '{':
		return true;
	case '*':
		return len < 2 || run[len - 2] != ':'; /* news:* */
	case '\'':
		return quotes_more(b, run, len);
	case ')': case ']': case '}':
		return closes_more(b, run, len);
	case '_': case '~': case '-': case '=':
		return c == before; /* emphasis, or a rule drawn around it */
	default:
		return false;
	}
}

/* "[12]" behind a URL is the mark of a reference, if no search goes before it. */
static size_t
reference_at_end(const char *run, size_t len)
{
	size_t at = len;

	if (len < 3 || run[len - 1] != ']')
		return 0;
	at--;
	while (at > 0 && len - at <= 4 && ascii_is(run[at - 1], ASCII_DIGIT))
		at--;
	if (at < 2 || at + 1 == len || run[at - 1] != '[' ||
	    run[at - 2] == '/' || memchr(run, '?', at))
		return 0;
	return len - at + 1;
}

/* "page.htmlThe": where HTML was made text the blank between a link and the next
 * word may be lost. That word begins with a capital, and letters follow. */
static size_t
glued_word(const char *run, size_t len)
{
	enum { WORD_LONGEST = 24 };
	size_t at = len;

	while (at > 5 && len - at < WORD_LONGEST &&
	    ascii_is(run[at - 1], ASCII_ALPHA)) {
		at--;
		if (run[at] < 'A' || run[at] > 'Z' || at + 1 == len)
			continue;
		if (memcmp(run + at - 5, ".html", 5) == 0 ||
		    memcmp(run + at - 4, ".htm", 4) == 0)
			return len - at;
	}
	return 0;
}

size_t
bare_trim(char before, const char *run, size_t len)
{
	struct brackets b = { .counted = false };

	len = cut_enclosed(before, run, len);
	len -= glued_word(run, len);
	while (len) {
		size_t n, i;

		if (ascii_is(run[len - 1], ASCII_ALPHA | ASCII_DIGIT) ||
		    run[len - 1] == '/')
			break; /* most do */
		n = entity_at_end(run, len);
		if (n == 0)
			n = of_sentence(&b, before, run, len);
		if (n == 0)
			n = reference_at_end(run, len);
		if (n == 0)
			break;
		for (i = 0; i < n; i++)
			b.count[bracket_kind[(unsigned char)run[--len]]]--;
	}
	return len;
}

/* ---- the candidate --- */

/* "name://" must be followed by a host, or by "/" where it may be empty. */
static bool
has_host(const struct scheme *scheme, char c)
{
	if (c == '/')
		return scheme->empty_host;
	return ascii_is(c, ASCII_RUN) && c != '?' && c != '#' && c != ':';
}

enum look
bare_read(urlgrep_scanner *s, size_t colon, struct candidate *c)
{
	const struct text *t = &s->text;
	bool slashes = t->len - colon > 2 &&
	    memcmp(t->at + colon + 1, "//", 2) == 0;
	size_t content = colon + (slashes ? 3 : 1);
	size_t most = URLGREP_MAX_URL_BYTES + 1, end;

	if (slashes ? !c->scheme->slashes : !c->scheme->opaque)
		return LOOK_NO;
	if (content >= t->len)
		return t->last ? LOOK_NO : LOOK_MORE;
	c->cut = slashes && !c->scheme->empty_host &&
	    ascii_is_space(t->at[content]);
	if (slashes && !c->cut && !has_host(c->scheme, t->at[content]) &&
	    (unsigned char)t->at[content] < 0x80)
		return LOOK_NO;
	if (!slashes && (strcmp(c->scheme->name, "data") != 0 ||
	    within_run(s, c->begin)))
		most = OPAQUE_LONGEST + 1;
	end = measure_run(s, c->begin, most);
	if (end == t->len && !t->last && end - c->begin < most)
		return LOOK_MORE;
	if (end - c->begin >= most && !slashes)
		return LOOK_NO;
	c->form = URLGREP_BARE;
	c->confidence = URLGREP_HIGH;
	c->piece_count = c->certain = 1;
	c->marked = false;
	c->pieces[0] = (struct piece){ c->begin, end, false };
	if (end - c->begin >= most) {
		c->end = s->searched = end;
		c->too_long = s->in_run = true; /* the rest is no URL either */
		return LOOK_YES;
	}
	if (c->cut) {
		c->end = content;
		return LOOK_YES;
	}
	c->end = c->begin + bare_trim(c->before, t->at + c->begin, end - c->begin);
	return c->end > content ? LOOK_YES : LOOK_NO;
}
