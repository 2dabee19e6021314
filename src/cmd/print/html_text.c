/* html_text.c - any text in an HTML document */
#include "cmd/print/html_text.h"

#include <string.h>

#include "cmd/print/escape.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* Return what stands for a character in HTML, or NULL if it may stand for itself. */
static const char *
entity_of(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

/* Return true if HTML does not allow the character: U+FDD0 to U+FDEF, and the last two of
 * each plane, are no characters. */
static bool
is_noncharacter(uint32_t code)
{
	return (code >= 0xFDD0 && code <= 0xFDEF) || (code & 0xFFFE) == 0xFFFE;
}

/* Write the byte or character at text[0..len). Return its length. */
static size_t
write_one(struct strbuf *out, const char *text, size_t len)
{
	const char *entity = entity_of(text[0]);
	uint32_t code = 0;
	size_t n;

	if (entity) {
		strbuf_append_string(out, entity);
		return 1;
	}
	if (text[0] == '\n' || text[0] == '\t') {
		strbuf_append_byte(out, text[0]);
		return 1;
	}
	if (text[0] == '\r' && len > 1 && text[1] == '\n')
		return 1;
	n = utf8_decode(text, len, &code);
	if (n && is_noncharacter(code))
		strbuf_printf(out, code > 0xFFFF ? "\\U%08X" : "\\u%04X", (unsigned)code);
	else
		escape_write(out, text, n ? n : 1);
	return n ? n : 1;
}

void
html_text_write(struct strbuf *out, const char *text, size_t len)
{
	size_t at = 0, end;

	while (at < len) {
		for (end = at; end < len && text[end] >= 0x20 && text[end] < 0x7F &&
		     entity_of(text[end]) == NULL;)
			end++;
		strbuf_append(out, text + at, end - at);
		at = end;
		if (at < len)
			at += write_one(out, text + at, len - at);
	}
}

void
html_text_write_string(struct strbuf *out, const char *text)
{
	html_text_write(out, text, strlen(text));
}

bool
html_text_is_exact(urlgrep_span text)
{
	size_t at = 0, n;
	uint32_t code = 0;

	while ((at = escape_skip_printable(text.text, at, text.len)) < text.len) {
		n = utf8_decode(text.text + at, text.len - at, &code);
		if (n == 0 || code < 0xA0 || is_noncharacter(code))
			return false;
		at += n;
	}
	return true;
}

void
html_text_write_href(struct strbuf *out, urlgrep_span text)
{
	size_t at = 0, begin, n = 0;
	uint32_t code = 0;

	while (at < text.len) {
		begin = at;
		for (; at < text.len; at += n) {
			n = utf8_decode(text.text + at, text.len - at, &code);
			if (n == 0 || !escape_is_safe(code))
				break;
		}
		html_text_write(out, text.text + begin, at - begin);
		if (at == text.len)
			break;
		strbuf_printf(out, "&#x%X;", (unsigned)code);
		at += n ? n : 1;
	}
}

bool
html_text_is_safe_scheme(urlgrep_span scheme)
{
	static const char *const safe[] = { "http", "https", "ftp", "ftps", "gopher",
		"gemini", "mailto", "news", "nntp", "snews" };
	size_t i, j;

	for (i = 0; i < sizeof(safe) / sizeof(safe[0]); i++) {
		for (j = 0; j < scheme.len && safe[i][j] &&
		     ascii_lower(scheme.text[j]) == safe[i][j];)
			j++;
		if (j == scheme.len && safe[i][j] == '\0' && j > 0)
			return true;
	}
	return false;
}
