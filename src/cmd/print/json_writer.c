/* json_writer.c - writes JSON (RFC 8259), one object per line */
#include "cmd/print/json_writer.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/print/escape.h"
#include "cmd/print/unlocked.h"
#include "util/utf8.h"

void
json_begin_value(struct json *j, const char *key)
{
	if (j->needs_comma)
		write_byte(j->out, ',');
	j->needs_comma = true;
	if (key == NULL)
		return;
	write_byte(j->out, '"');
	write_short(j->out, key);
	write_short(j->out, "\":");
}

void
json_open(struct json *j, const char *key, char bracket)
{
	json_begin_value(j, key);
	write_byte(j->out, bracket);
	j->needs_comma = false;
}

void
json_close(struct json *j, char bracket)
{
	write_byte(j->out, bracket);
	j->needs_comma = true;
}

void
json_end_line(struct json *j)
{
	json_close(j, '}');
	write_byte(j->out, '\n');
}

static bool
is_utf8(const char *text, size_t len)
{
	size_t at = escape_skip_printable(text, 0, len);

	return utf8_is_valid(text + at, len - at);
}

static void
write_base64(FILE *out, const char *text, size_t len)
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
		write_byte(out, digits[group >> 18]);
		write_byte(out, digits[group >> 12 & 63]);
		write_byte(out, left > 1 ? digits[group >> 6 & 63] : '=');
		write_byte(out, left > 2 ? digits[group & 63] : '=');
	}
}

/* Write a character as \uHHHH, or as a pair of surrogates. */
static void
write_escape(FILE *out, uint32_t code)
{
	if (code > 0xFFFF) {
		code -= 0x10000;
		fprintf(out, "\\u%04" PRIx32, 0xD800 + (code >> 10));
		code = 0xDC00 + (code & 0x3FF);
	}
	fprintf(out, "\\u%04" PRIx32, code);
}

/* Return the offset of the first byte of text[at..len) that may need escaping, or len. */
static size_t
skip_plain(const char *text, size_t at, size_t len)
{
	size_t end = escape_skip_printable(text, at, len);
	const char *found = memchr(text + at, '"', end - at);

	if (found)
		end = (size_t)(found - text);
	found = memchr(text + at, '\\', end - at);
	return found ? (size_t)(found - text) : end;
}

/* Write a string that is UTF-8. */
static void
write_string(FILE *out, const char *text, size_t len)
{
	size_t i = 0, n;
	uint32_t code = 0;

	write_byte(out, '"');
	while (i < len) {
		size_t plain = i;

		i = skip_plain(text, i, len);
		write_bytes(out, text + plain, i - plain);
		if (i == len)
			break;
		n = utf8_decode(text + i, len - i, &code);
		if (code == '"' || code == '\\') {
			write_byte(out, '\\');
			write_byte(out, (char)code);
		} else if (escape_is_safe(code)) {
			write_bytes(out, text + i, n);
		} else {
			write_escape(out, code);
		}
		i += n;
	}
	write_byte(out, '"');
}

void
json_text(struct json *j, const char *key, const char *text, size_t len)
{
	json_begin_value(j, key);
	if (is_utf8(text, len)) {
		write_string(j->out, text, len);
		return;
	}
	write_literal(j->out, "{\"bytes\":\"");
	write_base64(j->out, text, len);
	write_literal(j->out, "\"}");
}

void
json_string(struct json *j, const char *key, const char *text)
{
	json_text(j, key, text, strlen(text));
}

void
json_optional_string(struct json *j, const char *key, const char *text)
{
	if (text)
		json_string(j, key, text);
}

void
json_span(struct json *j, const char *key, urlgrep_span span)
{
	json_text(j, key, span.text, span.len);
}

void
json_span_or_null(struct json *j, const char *key, urlgrep_span span)
{
	if (span.text) {
		json_span(j, key, span);
		return;
	}
	json_begin_value(j, key);
	write_literal(j->out, "null");
}

void
json_number(struct json *j, const char *key, uint64_t number)
{
	json_begin_value(j, key);
	write_digits(j->out, number);
}

void
json_integer(struct json *j, const char *key, int number)
{
	json_begin_value(j, key);
	fprintf(j->out, "%d", number);
}

void
json_bool(struct json *j, const char *key, bool value)
{
	json_begin_value(j, key);
	write_literal(j->out, value ? "true" : "false");
}

void
json_seconds(struct json *j, const char *key, double seconds)
{
	json_begin_value(j, key);
	fprintf(j->out, "%.3f", seconds);
}
