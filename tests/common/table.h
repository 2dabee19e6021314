/* table.h - read the tables of tests/vectors: tab-separated fields with escapes */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "util/utf8.h"

enum { FIELDS = 24 };

/* Decode \\ \t \n \r \xHH \uHHHH \UHHHHHHHH in place. Return the new length. */
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

/* Split a line at its tabs. Return the number of fields. */
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

struct table {
	const char *path;
	FILE *file;
	char *line;
	size_t size;
	unsigned number, rows; /* of the current line, and of rows up to it */
};

static inline struct table
table_of(const char *path)
{
	return (struct table){ .path = path, .file = open_table(path) };
}

/* Go to the next row, skipping empty lines and comments. At the end, close the table and return
 * false. */
static inline bool
next_row(struct table *t)
{
	while (read_line(t->file, &t->line, &t->size)) {
		t->number++;
		if (*t->line != '#' && *t->line != '\0') {
			t->rows++;
			return true;
		}
	}
	free(t->line);
	fclose(t->file);
	return false;
}

#endif
