/* pieces.h - a byte_stream for tests that returns a text in pieces */
#ifndef PIECES_H
#define PIECES_H

#include <string.h>
#include <sys/types.h>

struct pieces {
	const char *text;
	size_t len, at;
	size_t step; /* maximum size of a piece */
};

static inline ssize_t
pieces_read(void *data, char *buffer, size_t size)
{
	struct pieces *p = data;
	size_t n = p->len - p->at;

	if (n > p->step)
		n = p->step;
	if (n > size)
		n = size;
	memcpy(buffer, p->text + p->at, n);
	p->at += n;
	return (ssize_t)n;
}

#endif
