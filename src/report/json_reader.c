/* json_reader.c - reads JSON as it comes */
#include "report/json_reader.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

enum { MAX_DEPTH = 64 };

static bool
fail(struct json_reader *r)
{
	r->has_failed = true;
	r->at = r->end;
	return false;
}

/* Skip white space. Return the next character, or NUL at the end. */
static char
peek(struct json_reader *r)
{
	while (r->at < r->end && strchr(" \t\r\n", *r->at) && *r->at)
		r->at++;
	return r->at < r->end ? *r->at : '\0';
}

/* Skip the next character if it is c. */
static bool
accept(struct json_reader *r, char c)
{
	if (peek(r) != c || r->at == r->end)
		return false;
	r->at++;
	return true;
}

/* ---- strings --- */

/* Read four hexadecimal digits. Return false if there are none. */
static bool
read_hex(struct json_reader *r, uint32_t *code)
{
	int i;

	*code = 0;
	if (r->end - r->at < 4)
		return false;
	for (i = 0; i < 4; i++, r->at++) {
		char c = ascii_lower(*r->at);

		if (ascii_is(c, ASCII_DIGIT))
			*code = *code * 16 + (uint32_t)(c - '0');
		else if (c >= 'a' && c <= 'f')
			*code = *code * 16 + (uint32_t)(c - 'a' + 10);
		else
			return false;
	}
	return true;
}

/* Read the rest of "\uHHHH", two of them for a character beyond U+FFFF. */
static bool
read_unicode(struct json_reader *r, struct strbuf *to)
{
	uint32_t code, low;
	char bytes[4];

	if (!read_hex(r, &code))
		return fail(r);
	if (code >= 0xD800 && code < 0xDC00) {
		if (r->end - r->at < 2 || r->at[0] != '\\' || r->at[1] != 'u')
			return fail(r);
		r->at += 2;
		if (!read_hex(r, &low) || low < 0xDC00 || low > 0xDFFF)
			return fail(r);
		code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
	}
	strbuf_append(to, bytes, utf8_encode(code, bytes));
	return true;
}

static bool
read_escape(struct json_reader *r, struct strbuf *to)
{
	static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *letter;
	char c;

	if (r->at == r->end)
		return fail(r);
	c = *r->at++;
	if (c == 'u')
		return read_unicode(r, to);
	letter = memchr(letters, c, sizeof(letters) - 1);
	if (letter == NULL)
		return fail(r);
	strbuf_append(to, meant + (letter - letters), 1);
	return true;
}

/* Read a string from after its first quotation mark. to may be NULL. */
static bool
read_string(struct json_reader *r, struct strbuf *to)
{
	for (;;) {
		const char *begin = r->at;

		while (r->at < r->end && *r->at != '"' && *r->at != '\\')
			r->at++;
		if (r->at == r->end)
			return fail(r);
		if (to)
			strbuf_append(to, begin, (size_t)(r->at - begin));
		if (*r->at++ == '"')
			return true;
		if (r->at == r->end)
			return fail(r);
		if (to == NULL)
			r->at++;
		else if (!read_escape(r, to))
			return false;
	}
}

bool
json_reader_string(struct json_reader *r, struct strbuf *to)
{
	strbuf_clear(to);
	if (!accept(r, '"')) {
		json_reader_skip(r);
		return false;
	}
	return read_string(r, to);
}

/* ---- other values --- */

/* Skip a number, or a word such as true. */
static bool
skip_word(struct json_reader *r)
{
	const char *begin = r->at;

	while (r->at < r->end && (ascii_is(*r->at, ASCII_ALPHA | ASCII_DIGIT) ||
	    memchr("+-.", *r->at, 3)))
		r->at++;
	return r->at > begin || fail(r);
}

/* Arrays and objects are skipped without regard to what is between the brackets. */
bool
json_reader_skip(struct json_reader *r)
{
	unsigned depth = 0;

	do {
		char c = peek(r);

		if (c == '"') {
			r->at++;
			if (!read_string(r, NULL))
				return false;
		} else if (c == '{' || c == '[') {
			r->at++;
			if (++depth > MAX_DEPTH)
				return fail(r);
		} else if (depth > 0 && (c == '}' || c == ']')) {
			r->at++;
			depth--;
		} else if (depth > 0 && (c == ',' || c == ':')) {
			r->at++;
		} else if (!skip_word(r)) {
			return false;
		}
	} while (depth > 0);
	return true;
}

uint64_t
json_reader_number(struct json_reader *r)
{
	uint64_t number = 0;

	peek(r);
	for (; r->at < r->end && ascii_is(*r->at, ASCII_DIGIT); r->at++)
		if (number < UINT64_MAX / 10 - 1)
			number = number * 10 + (uint64_t)(*r->at - '0');
	if (r->at < r->end && !memchr(",]} \t\r\n", *r->at, 7))
		json_reader_skip(r);
	return number;
}

/* ---- objects and arrays --- */

bool
json_reader_enter(struct json_reader *r, char bracket)
{
	if (accept(r, bracket))
		return true;
	json_reader_skip(r);
	return false;
}

bool
json_reader_next(struct json_reader *r)
{
	if (accept(r, ']') || r->has_failed)
		return false;
	accept(r, ',');
	return peek(r) != '\0' || fail(r);
}

bool
json_reader_next_member(struct json_reader *r, struct strbuf *name)
{
	if (accept(r, '}') || r->has_failed)
		return false;
	accept(r, ',');
	strbuf_clear(name);
	if (!accept(r, '"'))
		return fail(r);
	if (!read_string(r, name) || !accept(r, ':'))
		return fail(r);
	strbuf_append(name, "", 1);
	return true;
}
