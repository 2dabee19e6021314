/* quote_prefix.h - lines of mail: their ends, quote prefixes and page breaks */
#ifndef TEXT_QUOTE_PREFIX_H
#define TEXT_QUOTE_PREFIX_H

#include <stdbool.h>
#include <stdint.h>

#include "text/scanner.h"

/* Where a look for something ended. */
enum look {
	LOOK_NO,
	LOOK_YES,
	LOOK_MORE /* the text at hand is too short to tell */
};

/* The first CR or LF of at..end; end: there is none. */
size_t line_break(const struct text *t, size_t at, size_t end);

/* The beginning of the line that holds at, or at most LOOK_BACK / 2 octets
 * before it. */
size_t line_begin(const struct text *t, size_t at);

/* From a line's end to the beginning of the next: over LF, CRLF or CR. False
 * if that needs more text; at the end of all text, *next is the text's end. */
bool line_next(const struct text *t, size_t end, size_t *next);

/* Columns from begin to end, a character of UTF-8 counted once, blanks at the
 * end not. */
size_t line_width(const struct text *t, size_t begin, size_t end);

/* "> > ", "| ", "Bill> ": the marks that quote a line, without the blanks. */
enum { PREFIX_MARKS = 16 };
struct prefix {
	unsigned count;
	uint32_t mark[PREFIX_MARKS]; /* of the letters and the mark itself */
	size_t end; /* where the line goes on, blanks left out */
};

/* Read the prefix at a line's beginning; at most as many marks as most. */
void prefix_read(const struct text *t, size_t begin, unsigned most,
    struct prefix *p);
bool prefix_same(const struct prefix *a, const struct prefix *b);

/* Does a page of an RFC break at this beginning of a line (RULES W6)? Then
 * *after is the beginning of the first line after it. */
enum look page_break(const struct text *t, size_t begin, size_t *after);

#endif
