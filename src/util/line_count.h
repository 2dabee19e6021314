/* line_count.h - count the lines of a text */
#ifndef UTIL_LINE_COUNT_H
#define UTIL_LINE_COUNT_H

#include <stddef.h>
#include <stdint.h>

/* Return the number of line feeds in text[0..len). */
uint64_t line_count(const char *text, size_t len);

#endif
