/* line_count.h - how many lines there are */
#ifndef UTIL_LINE_COUNT_H
#define UTIL_LINE_COUNT_H

#include <stddef.h>
#include <stdint.h>

/* The line feeds in text[0..len). */
uint64_t lines_in(const char *text, size_t len);

#endif
