/* escape.c - escape text for a terminal and for CSV */
#include "cmd/shared.h"

#include <inttypes.h>
#include <string.h>
#include <wchar.h>

#include "row/json.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- terminals --- */

bool escapes_unknown;

/* Return true if the character at offset `at` is a joiner in a word, as in Persian and the
 * languages of India: preceded by a non-ASCII character, and followed by another one or by
 * punctuation. ZERO WIDTH JOINER may also end the text. */
static bool
is_joiner(const char *text, size_t at, size_t len, uint32_t code, size_t n)
{
	enum { NON_JOINER = 0x200C, JOINER = 0x200D };

	return (code == NON_JOINER || code == JOINER) && at > 0 && (unsigned char)text[at - 1] >= 0x80 &&
	    (at + n < len ? !ascii_is_alphanumeric(text[at + n]) : code == JOINER);
}

/* Write the character or byte at offset `at`, unless out is NULL. Set *used to its length and
 * return its number of columns, which is 1 for a character unknown to the locale. */
static size_t
write_other(struct strbuf *out, const char *text, size_t at, size_t len, size_t *used)
{
	uint32_t code = (unsigned char)text[at], byte = code;
	size_t n = utf8_decode(text + at, len - at, &code);
	bool joins = n && is_joiner(text, at, len, code, n);
	int columns = wcwidth((wchar_t)code);

	*used = n ? n : 1;
	if ((joins || (n && json_is_safe(code))) && (columns >= 0 || !escapes_unknown)) {
		if (out)
			strbuf_append(out, text + at, n);
		return joins ? 0 : columns < 0 ? 1 : (size_t)columns;
	}
	if (out)
		strbuf_printf(out, n <= 1 ? "\\x%02" PRIX32 : code > 0xFFFF ? "\\U%08" PRIX32 :
		    "\\u%04" PRIX32, n <= 1 ? byte : code);
	return n <= 1 ? sizeof("xHH") : code > 0xFFFF ? sizeof("UHHHHHHHH") : sizeof("uHHHH");
}

/* Write the first `most` bytes of text[0..len), which end with a character, unless out is NULL.
 * Return the number of columns. */
static size_t
write_first(struct strbuf *out, const char *text, size_t len, size_t most)
{
	size_t columns = 0, at = 0;

	while (at < most) {
		size_t end = at + ascii_span(text + at, most - at, ASCII_PRINTABLE), used;

		if (out)
			strbuf_append(out, text + at, end - at);
		columns += end - at;
		at = end;
		if (at == most)
			break;
		columns += write_other(out, text, at, len, &used);
		at += used;
	}
	return columns;
}

size_t
escape_write(struct strbuf *out, const char *text, size_t len)
{
	return write_first(out, text, len, len);
}

size_t
escape_fit(const char *text, size_t len, size_t columns)
{
	size_t used = 0, at, n;

	for (at = 0; at < len; at += n) {
		used += write_other(NULL, text, at, len, &n);
		if (used > columns)
			break;
	}
	return at;
}

const char *
escape_ellipsis(void)
{
	return wcwidth(0x2026) == 1 ? "\u2026" : "~";
}

size_t
escape_write_cut(struct strbuf *out, const char *text, size_t len, size_t columns)
{
	size_t fits = escape_fit(text, len, columns), used;

	if (fits == len || columns == 0)
		return write_first(out, text, len, fits);
	used = write_first(out, text, len, escape_fit(text, len, columns - 1));
	strbuf_append_string(out, escape_ellipsis());
	return used + 1;
}

void
escape_write_line(struct strbuf *out, const char *text, size_t len)
{
	escape_write(out, text, len);
	strbuf_append_byte(out, '\n');
}

/* ---- CSV --- */

void
csv_write_value(struct strbuf *out, const char *text, size_t len)
{
	bool is_quoted = len > 0 && (memchr(text, '"', len) || memchr(text, ',', len));
	const char *end = text + len, *mark;

	if (is_quoted)
		strbuf_append_byte(out, '"');
	csv_write_guard(out, text, len);
	while (is_quoted && (mark = memchr(text, '"', (size_t)(end - text))) != NULL) {
		escape_write(out, text, (size_t)(mark - text));
		strbuf_append_string(out, "\"\"");
		text = mark + 1;
	}
	escape_write(out, text, (size_t)(end - text));
	if (is_quoted)
		strbuf_append_byte(out, '"');
}
