/* json_writer.h - writes JSON (RFC 8259), one object per line
 *
 * No library is used: the values are written as they are computed, without a tree of
 * them in memory, and the escaping is our own. */
#ifndef CMD_PRINT_JSON_WRITER_H
#define CMD_PRINT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cmd/digits.h"
#include "urlgrep.h"
#include "util/strbuf.h"

/* Each function appends to a buffer whose memory never fails (cmd/xmalloc.h). The key is NULL
 * for an element of an array and for the outermost object. A comma follows each value;
 * json_close() and json_end_line() overwrite the last one. */

/* Return the place of the next len bytes, which the caller may write and then add. */
static inline char *
json_reserve(struct strbuf *j, size_t len)
{
	if (j->size - j->len < len)
		strbuf_reserve(j, len);
	return j->at + j->len;
}

/* Write the key of a value; return the place of the value, which has room for len bytes and a
 * comma. (Inline: most keys are constant.) */
static inline char *
json_begin_value(struct strbuf *j, const char *key, size_t len)
{
	size_t key_len = key ? strlen(key) : 0;
	char *at = json_reserve(j, (key ? key_len + strlen("\"\":") : 0) + len + strlen(","));

	if (key) {
		*at++ = '"';
		memcpy(at, key, key_len);
		at += key_len;
		*at++ = '"';
		*at++ = ':';
	}
	return at;
}

/* End the value that json_begin_value() began, before `end`. */
static inline void
json_end_value(struct strbuf *j, char *end)
{
	*end = ',';
	j->len = (size_t)(end - j->at) + 1;
}

/* Begin and end an object or array; bracket is one of { } [ ]. */
static inline void
json_open(struct strbuf *j, const char *key, char bracket)
{
	char *at = json_begin_value(j, key, 1);

	*at = bracket;
	j->len = (size_t)(at - j->at) + 1;
}

static inline void
json_close(struct strbuf *j, char bracket)
{
	char *at = json_reserve(j, 1 + strlen(","));

	at -= at[-1] == ',';
	*at = bracket;
	json_end_value(j, at + 1);
}

/* End the outermost object and the line. */
void json_end_line(struct strbuf *j);

static inline void
json_bool(struct strbuf *j, const char *key, bool value)
{
	size_t len = value ? strlen("true") : strlen("false");
	char *at = json_begin_value(j, key, len);

	memcpy(at, value ? "true" : "false", len);
	json_end_value(j, at + len);
}

/* A key as it is written, and its length: of a member whose name is no constant. */
struct json_key {
	char text[28];
	unsigned len;
};

/* Return the key of that name, which is short. */
struct json_key json_key_of(const char *name);

/* Write the key of the value that follows. */
static inline void
json_put_key(struct strbuf *j, const struct json_key *key)
{
	memcpy(json_reserve(j, sizeof(key->text)), key->text, sizeof(key->text));
	j->len += key->len;
}

/* Write a string, after its key. If it is not UTF-8 it becomes {"bytes":"<base64>"}. Characters
 * that are not safe to show (see escape.h) become \uHHHH. */
void json_put_string(struct strbuf *j, const char *text, size_t len);

static inline void
json_text(struct strbuf *j, const char *key, const char *text, size_t len)
{
	j->len = (size_t)(json_begin_value(j, key, 0) - j->at);
	json_put_string(j, text, len);
}

static inline void
json_string(struct strbuf *j, const char *key, const char *text)
{
	json_text(j, key, text, strlen(text));
}

static inline void
json_span(struct strbuf *j, const char *key, urlgrep_span span)
{
	json_text(j, key, span.text, span.len);
}

/* Write a string, or nothing if text is NULL. */
static inline void
json_optional_string(struct strbuf *j, const char *key, const char *text)
{
	if (text)
		json_string(j, key, text);
}

/* Write a string, or null if the span is absent. */
void json_span_or_null(struct strbuf *j, const char *key, urlgrep_span span);

/* Write a string of printable US-ASCII without quotes and backslashes. */
static inline void
json_name(struct strbuf *j, const char *key, const char *name, size_t len)
{
	char *at = json_begin_value(j, key, len + 2);

	*at = at[len + 1] = '"';
	memcpy(at + 1, name, len);
	json_end_value(j, at + len + 2);
}

/* Write keys and values that were written before, with the comma after them. */
static inline void
json_copy(struct strbuf *j, urlgrep_span text)
{
	strbuf_append(j, text.text, text.len);
}

static inline void
json_number(struct strbuf *j, const char *key, uint64_t number)
{
	char *at = json_begin_value(j, key, MAX_DIGITS);

	json_end_value(j, at + digits_write(at, number));
}

void json_integer(struct strbuf *j, const char *key, int number);
/* Write a number of seconds with three decimals. */
void json_seconds(struct strbuf *j, const char *key, double seconds);

#endif
