/* json_writer.h - JSON, an object a line */
#ifndef CMD_PRINT_JSON_WRITER_H
#define CMD_PRINT_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "urlgrep.h"

/* Writing is a sequence of calls; commas come by themselves. A key is NULL
 * within an array and for the outermost object. */
struct json {
	FILE *out;
	bool comma;
};

void json_open(struct json *j, const char *key, char bracket);
void json_close(struct json *j, char bracket);
/* Text that is not UTF-8 goes as {"bytes":"base64"}; what is not fit to be
 * shown (controls, bidi controls, invisible ones) as \uHHHH. */
void json_text(struct json *j, const char *key, const char *text, size_t len);
void json_string(struct json *j, const char *key, const char *text);
void json_span(struct json *j, const char *key, urlgrep_span span);
void json_number(struct json *j, const char *key, uint64_t number);
void json_integer(struct json *j, const char *key, int number);
void json_bool(struct json *j, const char *key, bool value);

#endif
