/* percent.h - decode percent-encoding (RFC 3986, 2.1) */
#ifndef PERCENT_H
#define PERCENT_H

#include "util/ascii.h"

/* Decode the percent-encoding of text[0..len) into out, which has room for len bytes. Return the
 * decoded length. */
static inline size_t
percent_decode(const char *text, size_t len, char *out)
{
	size_t n = 0, i;

	for (i = 0; i < len; i++)
		if (ascii_is_escape(text + i, len - i)) {
			out[n++] = (char)(ascii_hex_value(text[i + 1]) << 4 |
			    ascii_hex_value(text[i + 2]));
			i += 2;
		} else {
			out[n++] = text[i];
		}
	return n;
}

#endif
