/* quote_prefix.c - the marks before quoted lines of mail */
#include "util/quote_prefix.h"

#include <string.h>

#include "util/ascii.h"

enum { MAX_NAME_BYTES = 8 };

/* Read one mark (">", "|", ":", "Bill>") at `at`. Returns its hash and sets *after to
 * its end; 0 if there is none. */
static uint32_t
read_mark(const struct scan_text *t, size_t at, size_t *after)
{
	size_t begin = at;
	uint32_t hash = 0;
	char c = scan_byte_at(t, at);

	if (c == '|' || c == ':') {
		char next = scan_byte_at(t, at + 1);

		if (next == '/' || next == '_' ||
		    ascii_is(next, ASCII_ALPHA | ASCII_DIGIT))
			return 0;
		*after = at + 1;
		return (uint32_t)c;
	}
	while (ascii_is(c, ASCII_ALPHA) && at - begin < MAX_NAME_BYTES)
		c = scan_byte_at(t, ++at);
	if (c != '>')
		return 0;
	for (; begin < at; begin++)
		hash = hash * 31 + (unsigned char)t->bytes[begin];
	*after = at + 1;
	return hash << 8 | '>';
}

void
quote_prefix_read(const struct scan_text *t, size_t begin, unsigned max_marks,
    struct quote_prefix *p)
{
	size_t at = begin;

	p->count = 0;
	p->end = begin;
	for (;;) {
		uint32_t mark;

		while (ascii_is(scan_byte_at(t, at), ASCII_BLANK))
			at++;
		if (p->count == max_marks || p->count == MAX_QUOTE_MARKS)
			break;
		mark = read_mark(t, at, &at);
		if (mark == 0)
			break;
		p->marks[p->count++] = mark;
		p->end = at;
	}
	if (p->count)
		p->end = at;
}

size_t
quote_prefix_first_column(const struct scan_text *t, const struct quote_prefix *p, size_t line)
{
	size_t at = p->end;

	if (p->count == 0)
		return line;
	while (ascii_is(t->bytes[at - 1], ASCII_BLANK))
		at--;
	return at < p->end ? at + 1 : at;
}

bool
quote_prefix_has_name(const struct quote_prefix *p)
{
	return p->marks[0] >> 8 != 0; /* see read_mark */
}

bool
quote_prefix_equal(const struct quote_prefix *a, const struct quote_prefix *b)
{
	return a->count == b->count && (a->count == 0 ||
	    memcmp(a->marks, b->marks, a->count * sizeof(a->marks[0])) == 0);
}

size_t
quote_prefix_dash_escape(const struct scan_text *t, size_t at, size_t end)
{
	const char *line = t->bytes + at;

	return end - at > 3 && memcmp(line, "- -", 3) == 0 && line[3] != ' ' && line[3] != '-' ?
	    2 : 0;
}
