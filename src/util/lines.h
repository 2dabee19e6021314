/* lines.h - where pairs of bytes, and lines, end */
#ifndef UTIL_LINES_H
#define UTIL_LINES_H

#include <stddef.h>

/* Return the offset of the first byte of text[0..len) that is `first` before `second`; len if
 * there is none. */
size_t ascii_pair(const char *text, size_t len, char first, char second);

/* Return the offset of the first line feed of text[0..len) that is before letter, which is in lower
 * case, in either case, or before a CR or LF; len if there is none. */
size_t ascii_feed_before(const char *text, size_t len, char letter);

/* Return the length of the line that text[0..len) begins with, with its line feed and the lines
 * after it that begin with a space or tab (are folded into it). Set *name_len to the offset of
 * its first byte that is a colon or not visible US-ASCII: len if there is none. */
size_t ascii_folded_line(const char *text, size_t len, size_t *name_len);

#endif
