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
write_byte(struct strbuf *j, char c)
{
	strbuf_append(j, &c, 1);
}

static void
write_literal(struct strbuf *j, const char *text)
{
	strbuf_append(j, text, strlen(text));
}

/* ---- objects and arrays --- */

void
json_end_line(struct strbuf *j)
{
	json_close(j, '}');
	j->at[j->len - 1] = '\n';
}

/* ---- strings --- */

static void
write_base64(struct strbuf *j, const char *text, size_t len)
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
write_unit(struct strbuf *j, unsigned unit)
{
	static const char hex[] = "0123456789abcdef";
	const char text[] = { '\\', 'u', hex[unit >> 12], hex[unit >> 8 & 15],
		hex[unit >> 4 & 15], hex[unit & 15] };

	strbuf_append(j, text, sizeof(text));
}

/* Write a character as \uHHHH, or as a pair of surrogates. */
static void
write_escape(struct strbuf *j, uint32_t code)
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
write_escaped(struct strbuf *j, const char *text, size_t len)
{
	size_t i = 0, n;
	uint32_t code;

	while (i < len) {
		n = utf8_decode(text + i, len - i, &code);
		if (code == '"' || code == '\\') {
			write_byte(j, '\\');
			write_byte(j, (char)code);
		} else if (escape_is_safe(code)) {
			strbuf_append(j, text + i, n);
		} else {
			write_escape(j, code);
		}
		i += n;
		n = ascii_quotable(text + i, len - i);
		strbuf_append(j, text + i, n);
		i += n;
	}
}

/* Write a string of which only the first `plain` bytes certainly need no escaping. Not inlined, so
 * that the usual path of json_put_string() saves fewer registers. */
__attribute__((noinline)) static void
write_special(struct strbuf *j, const char *text, size_t plain, size_t len)
{
	if (!utf8_is_valid(text + plain, len - plain)) {
		write_literal(j, "{\"bytes\":\"");
		write_base64(j, text, len);
		write_literal(j, "\"},");
		return;
	}
	write_byte(j, '"');
	strbuf_append(j, text, plain);
	write_escaped(j, text + plain, len - plain);
	write_literal(j, "\",");
}

/* Most strings need no escaping: copy them while looking for what does. */
void
json_put_string(struct strbuf *j, const char *text, size_t len)
{
	char *at = json_reserve(j, len + strlen("\"\","));
	size_t plain = ascii_copy_quotable(at + 1, text, len);

	if (plain < len) {
		write_special(j, text, plain, len);
		return;
	}
	at[0] = at[len + 1] = '"';
	json_end_value(j, at + len + 2);
}

void
json_span_or_null(struct strbuf *j, const char *key, urlgrep_span span)
{
	const size_t len = strlen("null");
	char *at;

	if (span.text) {
		json_span(j, key, span);
		return;
	}
	at = json_begin_value(j, key, len);
	memcpy(at, "null", len);
	json_end_value(j, at + len);
}

/* ---- numbers --- */

/* Return how many digits the number has: the logarithm of its highest bit, or one more. */
static inline unsigned
count_digits(uint64_t number)
{
	static const uint64_t powers[JSON_MAX_DIGITS] = { 1, 10, 100, 1000, 10000, 100000, 1000000,
		10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
		10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
		100000000000000000, 1000000000000000000, 10000000000000000000u };
	unsigned bits = 64 - (unsigned)__builtin_clzll(number | 1);
	unsigned least = bits * 1233 >> 12; /* log10(2) is 1233/4096 */

	return least + ((number | 1) >= powers[least]);
}

size_t
json_put_digits(char *at, uint64_t number)
{
	static const char pairs[] =
	    "00010203040506070809101112131415161718192021222324252627282930313233343536373839"
	    "40414243444546474849505152535455565758596061626364656667686970717273747576777879"
	    "8081828384858687888990919293949596979899";
	unsigned count = count_digits(number);
	char *first = at + count;
	uint32_t rest; /* dividing 64 bits takes twice as many instructions */

	for (; number > UINT32_MAX; number /= 100)
		memcpy(first -= 2, pairs + 2 * (number % 100), 2);
	for (rest = (uint32_t)number; rest >= 100; rest /= 100)
		memcpy(first -= 2, pairs + 2 * (rest % 100), 2);
	if (rest >= 10)
		memcpy(at, pairs + 2 * rest, 2);
	else
		*at = (char)('0' + rest);
	return count;
}

void
json_integer(struct strbuf *j, const char *key, int number)
{
	char *at = json_begin_value(j, key, 1 + JSON_MAX_DIGITS);

	if (number < 0)
		*at++ = '-';
	json_end_value(j, at + json_put_digits(at,
	    (uint64_t)(number < 0 ? -(int64_t)number : number)));
}

void
json_seconds(struct strbuf *j, const char *key, double seconds)
{
	char text[64];
	int len = snprintf(text, sizeof(text), "%.3f", seconds);
	size_t count = len > 0 && (size_t)len < sizeof(text) ? (size_t)len : 0;
	char *at = json_begin_value(j, key, count);

	memcpy(at, text, count);
	json_end_value(j, at + count);
}
