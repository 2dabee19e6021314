/* lines.h - how many lines there are */
#ifndef LINES_H
#define LINES_H

#include <stddef.h>
#include <stdint.h>

/* The line feeds in text[0..len). */
uint64_t lines_in(const char *text, size_t len);

#endif
