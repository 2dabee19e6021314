/* json_input.h - the URLs in the output of urlgrep --json */
#ifndef REPORT_JSON_INPUT_H
#define REPORT_JSON_INPUT_H

#include <stddef.h>

#include "report/entry.h"

enum json_line {
	JSON_LINE_URL,     /* *e is filled in */
	JSON_LINE_OTHER,   /* an invalid URL, a summary... */
	JSON_LINE_MALFORMED
};

/* Read a line. *messages is increased by what a summary says. */
enum json_line json_input_read(struct entry *e, uint64_t *messages, const char *line,
    size_t len);

#endif
