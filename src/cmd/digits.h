/* digits.h - numbers in decimal */
#ifndef CMD_DIGITS_H
#define CMD_DIGITS_H

#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

enum { MAX_DIGITS = 20 };

/* Write the digits of a number to at, which has room for MAX_DIGITS. Return how many there
 * are. */
size_t digits_write(char *at, uint64_t number);

/* Append the digits of a number to a buffer whose memory never fails (cmd/xmalloc.h). */
static inline void
digits_append(struct strbuf *b, uint64_t number)
{
	strbuf_reserve(b, MAX_DIGITS);
	b->len += digits_write(b->at + b->len, number);
}

#endif
