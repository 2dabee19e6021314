/* table.h - the vectors' table form: tab-separated fields with escapes */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 24 };

static inline size_t
put_utf8(char *out, unsigned code)
{
	if (code < 0x80) {
		out[0] = (char)code;
		return 1;
	}
	if (code < 0x800) {
		out[0] = (char)(0xC0 | code >> 6);
		out[1] = (char)(0x80 | (code & 63));
		return 2;
	}
	if (code < 0x10000) {
		out[0] = (char)(0xE0 | code >> 12);
		out[1] = (char)(0x80 | (code >> 6 & 63));
		out[2] = (char)(0x80 | (code & 63));
		return 3;
	}
	out[0] = (char)(0xF0 | code >> 18);
	out[1] = (char)(0x80 | (code >> 12 & 63));
	out[2] = (char)(0x80 | (code >> 6 & 63));
	out[3] = (char)(0x80 | (code & 63));
	return 4;
}

/* Undo \\ \t \xHH \uHHHH \UHHHHHHHH in place; the new length. */
static inline size_t
unescape(char *text)
{
	char *in = text, *out = text;
	unsigned code;
	int n;

	while (*in) {
		if (*in != '\\') {
			*out++ = *in++;
		} else if (in[1] == 't') {
			*out++ = '\t';
			in += 2;
		} else if (in[1] == 'x' && sscanf(in + 2, "%2x%n", &code, &n) == 1) {
			*out++ = (char)code;
			in += 2 + n;
		} else if (in[1] == 'u' && sscanf(in + 2, "%4x%n", &code, &n) == 1) {
			out += put_utf8(out, code);
			in += 2 + n;
		} else if (in[1] == 'U' && sscanf(in + 2, "%8x%n", &code, &n) == 1) {
			out += put_utf8(out, code);
			in += 2 + n;
		} else {
			*out++ = in[1];
			in += 2;
		}
	}
	*out = '\0';
	return (size_t)(out - text);
}

/* Split a line at its tabs. */
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
