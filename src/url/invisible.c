/* invisible.c - characters that nobody sees: those that turn the direction of the
 * text, and those that are invisible */
#include "url/invisible.h"

enum {
	BIDI = URLGREP_BIDI_BESIDE,
	INVISIBLE = URLGREP_INVISIBLE_BESIDE,
	BYTE_ORDER_MARK = 0xFEFF
};

/* RULES section 4: bidi, invisible. First and last. */
static const struct {
	unsigned first, last, note;
} hidden[] = {
	{ 0xAD, 0xAD, INVISIBLE }, /* SOFT HYPHEN */
	{ 0x61C, 0x61C, BIDI }, /* ARABIC LETTER MARK */
	{ 0x180E, 0x180E, INVISIBLE }, /* MONGOLIAN VOWEL SEPARATOR */
	{ 0x200B, 0x200D, INVISIBLE }, /* ZERO WIDTH SPACE and the joiners */
	{ 0x200E, 0x200F, BIDI }, /* marks */
	{ 0x202A, 0x202E, BIDI }, /* embeddings and overrides */
	{ 0x2060, 0x2065, INVISIBLE }, /* WORD JOINER, signs of mathematics */
	{ 0x2066, 0x2069, BIDI }, /* isolates */
	{ 0xFEFF, 0xFEFF, INVISIBLE }, /* ZERO WIDTH NO-BREAK SPACE */
	{ 0xE0000, 0xE007F, INVISIBLE }, /* tags */
};

unsigned
hidden_note(unsigned code)
{
	size_t i;

	for (i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (code >= hidden[i].first && code <= hidden[i].last)
			return hidden[i].note;
	return 0;
}

int
urlgrep_hidden(uint32_t code)
{
	return hidden_note(code) != 0;
}

/* How many octets a character has that begins with c. */
static size_t
octets_of(unsigned char c)
{
	return c < 0xC2 || c > 0xF4 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
}

size_t
hidden_character(const char *text, size_t len, unsigned *code)
{
	static const unsigned least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char c = len ? (unsigned char)text[0] : 0x80;
	size_t n = octets_of(c), i;

	if (n > len || (n == 1 && c >= 0x80))
		return 0;
	*code = n == 1 ? c : c & (0xFFu >> (n + 1));
	for (i = 1; i < n; i++) {
		if (((unsigned char)text[i] & 0xC0) != 0x80)
			return 0;
		*code = *code << 6 | ((unsigned char)text[i] & 0x3F);
	}
	return *code >= least[n] ? n : 0;
}

/* ---- beside a finding --- */

static bool
is_ascii(const struct scan_text *t, size_t at)
{
	return (unsigned char)t->bytes[at] < 0x80;
}

static unsigned
note_behind(const struct scan_text *t, size_t at)
{
	unsigned code;

	if (at == t->len || is_ascii(t, at) ||
	    !hidden_character(t->bytes + at, t->len - at, &code))
		return 0;
	return hidden_note(code);
}

/* A byte order mark says what the text is encoded in. */
static unsigned
note_before(const struct scan_text *t, size_t at)
{
	size_t begin = at;
	unsigned code = 0;

	if (at == 0 || is_ascii(t, at - 1))
		return 0;
	do
		begin--;
	while (begin > 0 && at - begin < 4 && (unsigned char)t->bytes[begin] < 0xC0);
	if (hidden_character(t->bytes + begin, at - begin, &code) != at - begin ||
	    (code == BYTE_ORDER_MARK && t->origin + begin == 0))
		return 0;
	return hidden_note(code);
}

/* Invisible white space in a wrapper is left out of the URL. */
static unsigned
note_within(const struct scan_text *t, size_t begin, size_t end)
{
	unsigned notes = 0;

	for (; begin < end; begin++)
		notes |= note_behind(t, begin);
	return notes;
}

static bool
is_mark(const struct scan_text *t, size_t at, char opener)
{
	char c = t->bytes[at];

	return c == '"' || c == '\'' || c == opener;
}

static bool
is_there(const struct scan_text *t, size_t at)
{
	return t->is_last ||
	    (at < t->len && t->len - at >= octets_of((unsigned char)t->bytes[at]));
}

/* The brackets or quotation marks around the URL at *begin..*end. */
static void
widen(const struct scan_text *t, urlgrep_form form, size_t *begin, size_t *end)
{
	if (form == URLGREP_BARE)
		return;
	if (form == URLGREP_WRAPPED && *begin > 4 && t->bytes[*begin - 1] == ':')
		*begin -= 4; /* "URL:" */
	if (*begin > 0 && is_mark(t, *begin - 1, '<'))
		--*begin;
	if (*end < t->len && is_mark(t, *end, '>'))
		++*end;
}

void
hidden_beside(const urlgrep_scanner *s, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	size_t begin = (size_t)(f->offset - t->origin);
	size_t end = begin + (size_t)f->length;

	f->notes &= ~(unsigned)(BIDI | INVISIBLE);
	if (f->notes & URLGREP_UNICODE_SPACE)
		f->notes |= note_within(t, begin, end);
	widen(t, f->form, &begin, &end);
	f->notes |= note_before(t, begin) | note_behind(t, end);
}

/* Any of its readings may be chosen, so it is the end of the last piece behind
 * which all must be there. */
bool
hidden_ready(const struct scan_text *t, const struct candidate *c)
{
	size_t begin = c->begin, end = c->fragments[c->fragment_count - 1].end;

	if (c->is_too_long)
		return true; /* it is not judged */
	if (!is_there(t, end))
		return false;
	widen(t, c->form, &begin, &end);
	return is_there(t, end);
}
