/* json_writer.c - writes JSON (RFC 8259), one object per line */
#include "cmd/print/json/json_writer.h"

#include <stdio.h>
#include <string.h>

#include "cmd/print/terminal/escape.h"
#include "util/ascii/ascii.h"
#include "util/ascii/copy.h"
#include "util/utf8.h"

/* ---- bytes --- */

static inline void
write_bytes(struct json *j, const char *text, size_t len)
{
	char *at = json_add_bytes(j, len);

	if (len > 0)
		memcpy(at, text, len);
}

static inline void
write_byte(struct json *j, char c)
{
	*json_add_bytes(j, 1) = c;
}

static void
write_literal(struct json *j, const char *text)
{
	write_bytes(j, text, strlen(text));
}

void
json_copy(struct json *j, const char *text, size_t len)
{
	if (j->needs_comma)
		write_byte(j, ',');
	j->needs_comma = true;
	write_bytes(j, text, len);
}

/* ---- objects and arrays --- */

void
json_end_line(struct json *j)
{
	json_close(j, '}');
	write_byte(j, '\n');
}

/* ---- strings --- */

static void
write_base64(struct json *j, const char *text, size_t len)
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
		write_byte(j, digits[group >> 18]);
		write_byte(j, digits[group >> 12 & 63]);
		write_byte(j, left > 1 ? digits[group >> 6 & 63] : '=');
		write_byte(j, left > 2 ? digits[group & 63] : '=');
	}
}

/* Write "\uHHHH". */
static void
write_unit(struct json *j, unsigned unit)
{
	static const char hex[] = "0123456789abcdef";
	const char text[] = { '\\', 'u', hex[unit >> 12], hex[unit >> 8 & 15],
		hex[unit >> 4 & 15], hex[unit & 15] };

	write_bytes(j, text, sizeof(text));
}

/* Write a character as \uHHHH, or as a pair of surrogates. */
static void
write_escape(struct json *j, uint32_t code)
{
	if (code > 0xFFFF) {
		code -= 0x10000;
		write_unit(j, 0xD800 + (code >> 10));
		code = 0xDC00 + (code & 0x3FF);
	}
	write_unit(j, code);
}

/* Write the rest of a string of UTF-8. Its first character may need escaping. */
static void
write_escaped(struct json *j, const char *text, size_t len)
{
	size_t i = 0, n;
	uint32_t code;

	while (i < len) {
		n = utf8_decode(text + i, len - i, &code);
		if (code == '"' || code == '\\') {
			write_byte(j, '\\');
			write_byte(j, (char)code);
		} else if (escape_is_safe(code)) {
			write_bytes(j, text + i, n);
		} else {
			write_escape(j, code);
		}
		i += n;
		n = ascii_quotable(text + i, len - i);
		write_bytes(j, text + i, n);
		i += n;
	}
}

/* Write a string of which only the first `plain` bytes certainly need no escaping. Not inlined, so
 * that the usual path of json_put_string() saves fewer registers. */
__attribute__((noinline)) static void
write_special(struct json *j, const char *text, size_t plain, size_t len)
{
	if (!utf8_is_valid(text + plain, len - plain)) {
		write_literal(j, "{\"bytes\":\"");
		write_base64(j, text, len);
		write_literal(j, "\"}");
		return;
	}
	write_byte(j, '"');
	write_bytes(j, text, plain);
	write_escaped(j, text + plain, len - plain);
	write_byte(j, '"');
}

/* Most strings need no escaping: copy them while looking for what does. */
void
json_put_string(struct json *j, const char *text, size_t len)
{
	char *at = json_reserve(j, len + 2);
	size_t plain = ascii_copy_quotable(at + 1, text, len);

	if (plain < len) {
		write_special(j, text, plain, len);
		return;
	}
	at[0] = at[len + 1] = '"';
	j->out->len += len + 2;
}

void
json_span_or_null(struct json *j, const char *key, urlgrep_span span)
{
	if (span.text) {
		json_span(j, key, span);
		return;
	}
	json_begin_value(j, key, 0);
	write_literal(j, "null");
}

/* ---- numbers --- */

size_t
json_put_digits(char *at, uint64_t number)
{
	static const char pairs[] =
	    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	    "8081828384858687888990919293949596979899";
	char digits[2 * JSON_MAX_DIGITS] = { 0 }, *first = digits + JSON_MAX_DIGITS;

	for (; number >= 100; number /= 100)
		memcpy(first -= 2, pairs + 2 * (number % 100), 2);
	if (number >= 10)
		memcpy(first -= 2, pairs + 2 * number, 2);
	else
		*--first = (char)('0' + number);
	memcpy(at, first, JSON_MAX_DIGITS); /* a constant length, so that it is copied without a call */
	return (size_t)(digits + JSON_MAX_DIGITS - first);
}

void
json_integer(struct json *j, const char *key, int number)
{
	if (number >= 0) {
		json_number(j, key, (uint64_t)number);
		return;
	}
	*json_begin_value(j, key, 1) = '-';
	j->needs_comma = false;
	json_number(j, NULL, (uint64_t)-(int64_t)number);
}

void
json_seconds(struct json *j, const char *key, double seconds)
{
	char text[64];
	int len = snprintf(text, sizeof(text), "%.3f", seconds);

	json_begin_value(j, key, 0);
	write_bytes(j, text, len > 0 && (size_t)len < sizeof(text) ? (size_t)len : 0);
}
