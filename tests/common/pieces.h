/* pieces.h - a text that a stream gives in pieces: as byte_stream.read, or as that of
 * urlgrep_mail_source, for tests */
#ifndef PIECES_H
#define PIECES_H

#include <errno.h>
#include <stdint.h>
#include <string.h>
#include <sys/types.h>

struct pieces {
	const char *text;
	size_t len, at;
	size_t step; /* the most bytes of a piece */
	int fails;   /* errno at the end of a source, or 0 */
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

static inline ssize_t
pieces_read_at(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct pieces *p = data;

	p->at = offset < p->len ? (size_t)offset : p->len;
	errno = p->fails;
	return p->at == p->len && p->fails && size > 0 ? -1 : pieces_read(data, buffer, size);
}

#endif
