/* json_writer.c - writes JSON (RFC 8259), one object per line */
#include "cmd/print/json_writer.h"

#include <inttypes.h>
#include <string.h>

#include "cmd/print/escape.h"
#include "util/utf8.h"

/* Write the comma and the key before a value. */
static void
begin_value(struct json *j, const char *key)
{
	if (j->needs_comma)
		fputc(',', j->out);
	j->needs_comma = true;
	if (key == NULL)
		return;
	fputc('"', j->out);
	fputs(key, j->out);
	fputs("\":", j->out);
}

void
json_open(struct json *j, const char *key, char bracket)
{
	begin_value(j, key);
	fputc(bracket, j->out);
	j->needs_comma = false;
}

void
json_close(struct json *j, char bracket)
{
	fputc(bracket, j->out);
	j->needs_comma = true;
}

void
json_end_line(struct json *j)
{
	json_close(j, '}');
	fputc('\n', j->out);
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
		fputc(digits[group >> 18], out);
		fputc(digits[group >> 12 & 63], out);
		fputc(left > 1 ? digits[group >> 6 & 63] : '=', out);
		fputc(left > 2 ? digits[group & 63] : '=', out);
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

	fputc('"', out);
	while (i < len) {
		size_t plain = i;

		i = skip_plain(text, i, len);
		fwrite(text + plain, 1, i - plain, out);
		if (i == len)
			break;
		n = utf8_decode(text + i, len - i, &code);
		if (code == '"' || code == '\\') {
			fputc('\\', out);
			fputc((int)code, out);
		} else if (escape_is_safe(code)) {
			fwrite(text + i, 1, n, out);
		} else {
			write_escape(out, code);
		}
		i += n;
	}
	fputc('"', out);
}

void
json_text(struct json *j, const char *key, const char *text, size_t len)
{
	begin_value(j, key);
	if (is_utf8(text, len)) {
		write_string(j->out, text, len);
		return;
	}
	fputs("{\"bytes\":\"", j->out);
	write_base64(j->out, text, len);
	fputs("\"}", j->out);
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
json_number(struct json *j, const char *key, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	begin_value(j, key);
	do
		digits[--at] = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	fwrite(digits + at, 1, sizeof(digits) - at, j->out);
}

void
json_integer(struct json *j, const char *key, int number)
{
	begin_value(j, key);
	fprintf(j->out, "%d", number);
}

void
json_bool(struct json *j, const char *key, bool value)
{
	begin_value(j, key);
	fputs(value ? "true" : "false", j->out);
}

void
json_seconds(struct json *j, const char *key, double seconds)
{
	begin_value(j, key);
	fprintf(j->out, "%.3f", seconds);
}
