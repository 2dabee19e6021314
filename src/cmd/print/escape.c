/* escape.c - text that is safe to show on a terminal: the rest is escaped */
#include "cmd/print/escape.h"

#include <inttypes.h>
#include <string.h>
#include <wchar.h>

#include "urlgrep.h"
#include "util/ascii.h"
#include "util/utf8.h"

bool
escape_is_safe(uint32_t code)
{
	if (code < 0xA0)
		return code >= 0x20 && code < 0x7F;
	return code != 0x2028 && code != 0x2029 && /* line, paragraph separator */
	    (code < 0xFFF9 || code > 0xFFFB) &&    /* interlinear annotations */
	    !urlgrep_is_invisible(code);
}

size_t
escape_skip_printable(const char *text, size_t at, size_t len)
{
	return at + ascii_until(text + at, len - at, ' ', '\177');
}

/* Return true if the character at offset at is a joiner between two characters beyond
 * US-ASCII, as words of Persian and the languages of India have. */
static bool
is_joiner(const char *text, size_t at, size_t len, uint32_t code, size_t n)
{
	enum { NON_JOINER = 0x200C, JOINER = 0x200D };

	return (code == NON_JOINER || code == JOINER) && at > 0 && at + n < len &&
	    (unsigned char)text[at - 1] >= 0x80 && (unsigned char)text[at + n] >= 0x80;
}

/* Return how many columns a character takes that is shown: one if the locale does not tell. */
static size_t
character_columns(uint32_t code)
{
	int columns = wcwidth((wchar_t)code);

	return columns < 0 ? 1 : (size_t)columns;
}

/* Write the character or byte at offset at, which is not printable US-ASCII. Set *used to
 * its length; return the number of columns. */
static size_t
write_other(struct strbuf *out, const char *text, size_t at, size_t len, size_t *used)
{
	uint32_t code = 0;
	size_t n = utf8_decode(text + at, len - at, &code);
	bool joins = n && is_joiner(text, at, len, code, n);

	*used = n ? n : 1;
	if (joins || (n && escape_is_safe(code))) {
		strbuf_append(out, text + at, n);
		return joins ? 0 : character_columns(code);
	}
	if (n <= 1)
		return strbuf_printf(out, "\\x%02X",
		    (unsigned)(unsigned char)text[at]);
	return strbuf_printf(out,
	    code > 0xFFFF ? "\\U%08" PRIX32 : "\\u%04" PRIX32, code);
}

size_t
escape_write(struct strbuf *out, const char *text, size_t len)
{
	size_t columns = 0, at = 0;

	while (at < len) {
		size_t end = escape_skip_printable(text, at, len), used;

		strbuf_append(out, text + at, end - at);
		columns += end - at;
		at = end;
		if (at == len)
			break;
		columns += write_other(out, text, at, len, &used);
		at += used;
	}
	return columns;
}

size_t
escape_columns(const char *text, size_t len, size_t most, size_t *used)
{
	size_t columns = 0, at = 0;

	*used = 0;
	while (at < len) {
		uint32_t code = 0;
		size_t n = utf8_decode(text + at, len - at, &code);

		if (n && is_joiner(text, at, len, code, n))
			columns += 0;
		else if (n && escape_is_safe(code))
			columns += character_columns(code);
		else
			columns += n <= 1 ? sizeof("xHH") :
			    code > 0xFFFF ? sizeof("UHHHHHHHH") : sizeof("uHHHH");
		at += n ? n : 1;
		if (columns <= most)
			*used = at;
	}
	return columns;
}

void
escape_write_tabs(struct strbuf *out, const char *text, size_t len)
{
	const char *tab;

	while (len > 0 && (tab = memchr(text, '\t', len)) != NULL) {
		escape_write(out, text, (size_t)(tab - text));
		strbuf_append_byte(out, '\t');
		len -= (size_t)(tab + 1 - text);
		text = tab + 1;
	}
	escape_write(out, text, len);
}

void
escape_write_line(struct strbuf *out, const char *text, size_t len)
{
	if (escape_skip_printable(text, 0, len) == len)
		strbuf_append(out, text, len);
	else
		escape_write(out, text, len);
	strbuf_append_byte(out, '\n');
}
