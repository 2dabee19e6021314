/* surroundings.c - bidi controls, invisible characters and more of a host beside a finding */
#include "text/surroundings.h"

#include "util/character.h"
#include "url/invisible.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { BYTE_ORDER_MARK = 0xFEFF, MAX_CHARACTER_BYTES = 4 };

static bool
is_ascii(char c)
{
	return (unsigned char)c < 0x80;
}

/* Return the note for the character that begins at offset at, or 0. */
static unsigned
note_after(const struct scan_text *t, size_t at)
{
	uint32_t code;

	if (at == t->len || is_ascii(t->bytes[at]) ||
	    utf8_decode(t->bytes + at, t->len - at, &code) == 0)
		return 0;
	return invisible_note(code);
}

/* Return the note for the character that ends at offset at, or 0. A byte order mark at
 * the beginning of the text does not count. */
static unsigned
note_before(const struct scan_text *t, size_t at)
{
	size_t begin = at;
	uint32_t code = 0;

	if (at == 0 || is_ascii(t->bytes[at - 1]))
		return 0;
	do
		begin--;
	while (begin > 0 && at - begin < MAX_CHARACTER_BYTES &&
	    (unsigned char)t->bytes[begin] < 0xC0);
	if (utf8_decode(t->bytes + begin, at - begin, &code) != at - begin ||
	    (code == BYTE_ORDER_MARK && t->origin + begin == 0))
		return 0;
	return invisible_note(code);
}

/* Return the notes for all characters of a wrapper: invisible white space was removed
 * from the URL. */
static unsigned
note_within(const struct scan_text *t, size_t begin, size_t end)
{
	unsigned notes = 0;

	for (; begin < end; begin++)
		notes |= note_after(t, begin);
	return notes;
}

static bool
is_delimiter(char c, char bracket)
{
	return c == '"' || c == '\'' || c == bracket;
}

/* Move *begin and *end over the brackets or quotation marks around the URL. */
static void
include_delimiters(const struct scan_text *t, urlgrep_form form, size_t *begin,
    size_t *end)
{
	if (form == URLGREP_BARE || form == URLGREP_SCHEMELESS || form == URLGREP_EMAIL)
		return;
	if (form == URLGREP_WRAPPED && *begin > 4 && t->bytes[*begin - 1] == ':')
		*begin -= 4; /* "URL:" */
	if (*begin > 0 && is_delimiter(t->bytes[*begin - 1], '<'))
		--*begin;
	if (*end < t->len && is_delimiter(t->bytes[*end], '>'))
		++*end;
}

/* Full stops of other scripts, which separate labels in programs that use IDNA. */
static bool
is_foreign_dot(uint32_t code)
{
	return code == 0x3002 || code == 0xFF0E || code == 0xFF61;
}

/* Return URLGREP_HOST_BESIDE if the character at offset at would belong to a host that
 * ends there: a letter, unless of a script that is written without blanks, or a full stop
 * of another script before a label. */
static unsigned
note_host(const struct scan_text *t, size_t at)
{
	enum character_class class;
	uint32_t code;
	size_t length;

	if (at == t->len || is_ascii(t->bytes[at]) ||
	    (length = utf8_decode(t->bytes + at, t->len - at, &code)) == 0)
		return 0;
	class = character_class_of(code);
	if (is_foreign_dot(code) ? at + length < t->len &&
	    ascii_is(t->bytes[at + length], ASCII_ALPHA | ASCII_DIGIT) :
	    character_is_letter(class) && !character_is_unspaced(class))
		return URLGREP_HOST_BESIDE;
	return 0;
}

static bool
ends_in_host(const urlgrep_finding *f)
{
	const urlgrep_span host = urlgrep_part_named(&f->url, "host");

	return f->form == URLGREP_BARE && host.text && host.len > 0 &&
	    host.text + host.len == f->url.text.text + f->url.text.len;
}

void
surroundings_note(const urlgrep_scanner *s, urlgrep_finding *f)
{
	const struct scan_text *t = &s->text;
	size_t begin = (size_t)(f->offset - t->origin);
	size_t end = begin + (size_t)f->length;

	f->notes &= ~(unsigned)(URLGREP_BIDI_BESIDE | URLGREP_INVISIBLE_BESIDE |
	    URLGREP_HOST_BESIDE);
	if (ends_in_host(f))
		f->notes |= note_host(t, end);
	if (f->notes & URLGREP_UNICODE_SPACE)
		f->notes |= note_within(t, begin, end);
	include_delimiters(t, f->form, &begin, &end);
	f->notes |= note_before(t, begin) | note_after(t, end);
}

/* Return true if the whole character at offset at is there, or the text ends; after a full
 * stop of another script, the next byte, too. */
static bool
is_available(const struct scan_text *t, size_t at)
{
	uint32_t code;
	size_t length;

	if (t->is_last)
		return true;
	if (at >= t->len)
		return false;
	length = utf8_length((unsigned char)t->bytes[at]);
	if (length == 3 && utf8_decode(t->bytes + at, t->len - at, &code) == length &&
	    is_foreign_dot(code))
		length++;
	return t->len - at >= (length ? length : 1);
}

bool
surroundings_available(const struct scan_text *t, const struct candidate *c)
{
	/* Any reading may be chosen later, so look after the last fragment. */
	size_t begin = c->begin, end = c->fragments[c->fragment_count - 1].end;

	if (c->is_too_long)
		return true; /* it is not judged */
	if (!is_available(t, end))
		return false;
	include_delimiters(t, c->form, &begin, &end);
	return is_available(t, end);
}
