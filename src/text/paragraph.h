/* paragraph.h - how wide the lines around a URL's line are */
#ifndef TEXT_PARAGRAPH_H
#define TEXT_PARAGRAPH_H

#include "text/line_break.h"

enum { MIN_PARAGRAPH_WIDTH = 60 };

/* The lines around a break, up to 25 each way. */
struct paragraph {
	size_t width;      /* of the widest other line up to a blank line; at least
	                       MIN_PARAGRAPH_WIDTH */
	unsigned cut_lines; /* lines as wide as the URL's that end within a word, beyond
	                       blank lines, too */
};

/* Measure the lines around the URL's line, which is `columns` wide, until one is wider than
 * `needed`; if columns is 0, only those up to a blank line, and none counts as cut. A line
 * that ends in a URL says nothing about the width. Answers YES or MORE. */
enum scan_answer paragraph_measure(const struct line_break *b, size_t columns,
    size_t needed, struct paragraph *p);

#endif
