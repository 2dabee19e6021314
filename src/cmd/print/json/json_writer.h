/* json_writer.h - writes JSON (RFC 8259), one object per line
 *
 * No library is used: the values are written as they are computed, without a tree of
 * them in memory, and the escaping is our own. */
#ifndef CMD_PRINT_JSON_JSON_WRITER_H
#define CMD_PRINT_JSON_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* Initialize with { out, false }. Commas are written as needed. The key is NULL for an
 * element of an array and for the outermost object. */
struct json {
	struct strbuf *out; /* borrowed; output is appended to it */
	bool needs_comma;
};

/* Return the place of the next len bytes, which the caller may write and then add. The memory of
 * the buffer never fails (cmd/util/xmalloc.h). */
static inline char *
json_reserve(struct json *j, size_t len)
{
	struct strbuf *out = j->out;

	if (out->size - out->len < len)
		strbuf_reserve(out, len);
	return out->at + out->len;
}

/* Return the place of the next len bytes, which the caller writes. */
static inline char *
json_add_bytes(struct json *j, size_t len)
{
	char *at = json_reserve(j, len);

	j->out->len += len;
	return at;
}

/* End the outermost object and the line. */
void json_end_line(struct json *j);

/* Write the comma and the key before a value; return the place of the next len bytes,
 * which the caller writes. (Inline: most keys are constant.) */
static inline char *
json_begin_value(struct json *j, const char *key, size_t len)
{
	size_t key_len = key ? strlen(key) : 0;
	char *at = json_reserve(j, strlen(",") + (key ? key_len + strlen("\"\":") : 0) + len);

	*at = ','; /* overwritten by what follows if no comma is needed */
	at += j->needs_comma;
	j->needs_comma = true;
	if (key) {
		*at++ = '"';
		memcpy(at, key, key_len);
		at += key_len;
		*at++ = '"';
		*at++ = ':';
	}
	j->out->len = (size_t)(at - j->out->at) + len;
	return at;
}

/* Begin and end an object or array; bracket is one of { } [ ]. */
static inline void
json_open(struct json *j, const char *key, char bracket)
{
	*json_begin_value(j, key, 1) = bracket;
	j->needs_comma = false;
}

static inline void
json_close(struct json *j, char bracket)
{
	*json_add_bytes(j, 1) = bracket;
	j->needs_comma = true;
}

static inline void
json_bool(struct json *j, const char *key, bool value)
{
	size_t len = value ? strlen("true") : strlen("false");

	memcpy(json_begin_value(j, key, len), value ? "true" : "false", len);
}

/* Write a string, after its key. If it is not UTF-8 it becomes {"bytes":"<base64>"}. Characters
 * that are not safe to show (see escape.h) become \uHHHH. */
void json_put_string(struct json *j, const char *text, size_t len);

static inline void
json_text(struct json *j, const char *key, const char *text, size_t len)
{
	json_begin_value(j, key, 0);
	json_put_string(j, text, len);
}

static inline void
json_string(struct json *j, const char *key, const char *text)
{
	json_text(j, key, text, strlen(text));
}

static inline void
json_span(struct json *j, const char *key, urlgrep_span span)
{
	json_text(j, key, span.text, span.len);
}

/* Write a string, or nothing if text is NULL. */
static inline void
json_optional_string(struct json *j, const char *key, const char *text)
{
	if (text)
		json_string(j, key, text);
}

/* Write a string, or null if the span is absent. */
void json_span_or_null(struct json *j, const char *key, urlgrep_span span);

/* Write a string of printable US-ASCII without quotes and backslashes. */
static inline void
json_name(struct json *j, const char *key, const char *name)
{
	size_t len = strlen(name);
	char *at = json_begin_value(j, key, len + 2);

	*at = at[len + 1] = '"';
	memcpy(at + 1, name, len);
}

/* Write keys and values that were written before, without a comma before them. */
void json_copy(struct json *j, const char *text, size_t len);

enum { JSON_MAX_DIGITS = 20 };

/* Write the digits of a number to at, which has room for JSON_MAX_DIGITS; return how many
 * there are. */
size_t json_put_digits(char *at, uint64_t number);

static inline void
json_number(struct json *j, const char *key, uint64_t number)
{
	char *at = json_begin_value(j, key, JSON_MAX_DIGITS);

	j->out->len -= JSON_MAX_DIGITS - json_put_digits(at, number);
}

void json_integer(struct json *j, const char *key, int number);
/* Write a number of seconds with three decimals. */
void json_seconds(struct json *j, const char *key, double seconds);

#endif
