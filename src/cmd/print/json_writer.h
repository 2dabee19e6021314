/* json_writer.h - writes JSON (RFC 8259), one object per line
 *
 * No library is used: the values are written as they are computed, without a tree of
 * them in memory, and the escaping is our own. */
#ifndef CMD_PRINT_JSON_WRITER_H
#define CMD_PRINT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "urlgrep.h"

/* Initialize with { out, false }. Commas are written as needed. The key is NULL for an
 * element of an array and for the outermost object. */
struct json {
	FILE *out;
	bool needs_comma;
};

/* Begin and end an object or array; bracket is one of { } [ ]. */
void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);

/* End the outermost object and the line. */
void json_end_line(struct json *j);

/* Write a string. If it is not UTF-8 it becomes {"bytes":"<base64>"}. Characters that
 * are not safe to show (see escape.h) become \uHHHH. */
void json_text(struct json *j, const char *key, const char *text, size_t len);
void json_string(struct json *j, const char *key, const char *text);
void json_span(struct json *j, const char *key, urlgrep_span span);

/* Write a string, or null if the span is absent. */
void json_span_or_null(struct json *j, const char *key, urlgrep_span span);

/* Write a string, or nothing if text is NULL. */
void json_optional_string(struct json *j, const char *key, const char *text);

/* Write the comma and the key before a value, which the caller writes. */
void json_begin_value(struct json *j, const char *key);

void json_number(struct json *j, const char *key, uint64_t number);
void json_integer(struct json *j, const char *key, int number);
void json_bool(struct json *j, const char *key, bool value);
/* Write a number of seconds with three decimals. */
void json_seconds(struct json *j, const char *key, double seconds);

#endif
