/* json_reader.h - reads JSON (RFC 8259) as it comes, without a tree of it in memory
 *
 * A report needs a dozen of the strings in each line of urlgrep --json, and skips the rest. */
#ifndef REPORT_JSON_READER_H
#define REPORT_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

/* A reader at a value of a text. After a mistake in the text, has_failed is set and all
 * functions return false. */
struct json_reader {
	const char *at, *end;
	bool has_failed;
};

/* Go into an object ('{') or array ('['). Return false if the value is something else, which
 * is then skipped. */
bool json_reader_enter(struct json_reader *r, char bracket);

/* Go to the next element of an array, or leave it and return false. */
bool json_reader_next(struct json_reader *r);

/* Go to the value of the next member of an object, and copy its name, with a NUL after it;
 * or leave the object and return false. */
bool json_reader_next_member(struct json_reader *r, struct strbuf *name);

/* Read a string. Return false if the value is something else, which is then skipped. */
bool json_reader_string(struct json_reader *r, struct strbuf *to);

/* Read a number that is not negative, without its fraction; 0 if the value is something
 * else. */
uint64_t json_reader_number(struct json_reader *r);

/* Skip a value. Return false if there is none. */
bool json_reader_skip(struct json_reader *r);

#endif
