/* json.c - writes JSON (RFC 8259), one object per line */
#include "cmd/json.h"

#include <stdio.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "cmd/escape.h"
#include "util/ascii.h"
#include "util/utf8.h"

/* ---- objects and arrays --- */

/* Write a key, unless it is NULL. */
static void
put_key(struct strbuf *j, const char *key)
{
	size_t len = key ? strlen(key) : 0;
	char *at;

	if (key == NULL)
		return;
	strbuf_reserve(j, len + strlen("\"\":"));
	at = j->at + j->len;
	at[0] = at[len + 1] = '"';
	memcpy(at + 1, key, len);
	at[len + 2] = ':';
	j->len += len + 3;
}

void
json_open(struct strbuf *j, const char *key, char bracket)
{
	put_key(j, key);
	strbuf_append_byte(j, bracket);
}

void
json_close(struct strbuf *j, char bracket)
{
	if (j->at[j->len - 1] == ',')
		j->len--;
	strbuf_append_byte(j, bracket);
	strbuf_append_byte(j, ',');
}

void
json_end_line(struct strbuf *j)
{
	json_close(j, '}');
	j->at[j->len - 1] = '\n';
}

/* ---- strings --- */

void
json_base64(struct strbuf *j, const char *text, size_t len)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	size_t i;

	for (i = 0; i < len; i += 3) {
		unsigned group = 0, k;
		size_t left = len - i;

		for (k = 0; k < 3; k++)
			group = group << 8 |
			    (k < left ? (unsigned char)text[i + k] : 0);
		strbuf_append_byte(j, digits[group >> 18]);
		strbuf_append_byte(j, digits[group >> 12 & 63]);
		strbuf_append_byte(j, left > 1 ? digits[group >> 6 & 63] : '=');
		strbuf_append_byte(j, left > 2 ? digits[group & 63] : '=');
	}
}

/* Write a character as \uHHHH, or as a pair of surrogates. */
static void
write_escape(struct strbuf *j, uint32_t code)
{
	if (code > 0xFFFF) {
		strbuf_printf(j, "\\u%04x", (unsigned)(0xD800 + ((code - 0x10000) >> 10)));
		code = 0xDC00 + (code & 0x3FF);
	}
	strbuf_printf(j, "\\u%04x", (unsigned)code);
}

/* Write the rest of a string of UTF-8. Its first character may need escaping. */
static void
write_escaped(struct strbuf *j, const char *text, size_t len)
{
	size_t i = 0, n;
	uint32_t code;

	while (i < len) {
		n = utf8_decode(text + i, len - i, &code);
		if (code == '"' || code == '\\') {
			strbuf_append_byte(j, '\\');
			strbuf_append_byte(j, (char)code);
		} else if (escape_is_safe(code)) {
			strbuf_append(j, text + i, n);
		} else {
			write_escape(j, code);
		}
		i += n;
		n = ascii_span(text + i, len - i, ASCII_QUOTABLE);
		strbuf_append(j, text + i, n);
		i += n;
	}
}

/* Write a string. Its first `plain` bytes are known to need no escaping. */
static void
write_special(struct strbuf *j, urlgrep_span text, size_t plain)
{
	if (!utf8_is_valid(text.text + plain, text.len - plain)) {
		strbuf_append_string(j, "{\"bytes\":\"");
		json_base64(j, text.text, text.len);
		strbuf_append_string(j, "\"},");
		return;
	}
	strbuf_append_byte(j, '"');
	strbuf_append(j, text.text, plain);
	write_escaped(j, text.text + plain, text.len - plain);
	strbuf_append_string(j, "\",");
}

/* Most strings need no escaping: copy them while looking for a character that does. */
void
json_span(struct strbuf *j, const char *key, urlgrep_span text)
{
	size_t plain;
	char *at;

	put_key(j, key);
	strbuf_reserve(j, text.len + strlen("\"\","));
	at = j->at + j->len;
	plain = ascii_copy_span(at + 1, text.text, text.len, ASCII_QUOTABLE);
	if (plain < text.len) {
		write_special(j, text, plain);
		return;
	}
	at[0] = at[text.len + 1] = '"';
	at[text.len + 2] = ',';
	j->len += text.len + 3;
}

void
json_string(struct strbuf *j, const char *key, const char *text)
{
	json_span(j, key, (urlgrep_span){ text, strlen(text) });
}

/* ---- other values --- */

void
json_bool(struct strbuf *j, const char *key, bool value)
{
	put_key(j, key);
	strbuf_append_string(j, value ? "true," : "false,");
}

void
json_number(struct strbuf *j, const char *key, uint64_t number)
{
	put_key(j, key);
	digits_append(j, number);
	strbuf_append_byte(j, ',');
}

void
json_integer(struct strbuf *j, const char *key, int number)
{
	put_key(j, key);
	strbuf_printf(j, "%d,", number);
}

void
json_seconds(struct strbuf *j, const char *key, double seconds)
{
	put_key(j, key);
	strbuf_printf(j, "%.3f,", seconds);
}
