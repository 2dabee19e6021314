/* table.h - the tables of tests/vectors: tab-separated fields with escapes */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "util/utf8.h"

enum { FIELDS = 24 };

/* Undo \\ \t \n \r \xHH \uHHHH \UHHHHHHHH in place. Returns the new length. */
static inline size_t
unescape(char *text)
{
	char *in = text, *out = text;
	unsigned code;
	int n;

	while (*in) {
		if (*in != '\\') {
			*out++ = *in++;
		} else if (in[1] == 't' || in[1] == 'n' || in[1] == 'r') {
			*out++ = in[1] == 't' ? '\t' : in[1] == 'n' ? '\n' : '\r';
			in += 2;
		} else if (in[1] == 'x' && sscanf(in + 2, "%2x%n", &code, &n) == 1) {
			*out++ = (char)code;
			in += 2 + n;
		} else if (in[1] == 'u' && sscanf(in + 2, "%4x%n", &code, &n) == 1) {
			out += utf8_encode(code, out);
			in += 2 + n;
		} else if (in[1] == 'U' && sscanf(in + 2, "%8x%n", &code, &n) == 1) {
			out += utf8_encode(code, out);
			in += 2 + n;
		} else {
			*out++ = in[1];
			in += 2;
		}
	}
	*out = '\0';
	return (size_t)(out - text);
}

/* Split a line at its tabs. Returns the number of fields. */
static inline unsigned
split_fields(char *line, char *field[FIELDS])
{
	unsigned n = 0;

	while (n < FIELDS) {
		field[n++] = line;
		line = strchr(line, '\t');
		if (line == NULL)
			break;
		*line++ = '\0';
	}
	return n;
}

#endif
