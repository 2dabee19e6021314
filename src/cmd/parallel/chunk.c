/* chunk.c - a stretch of a file, which one thread reads while others read others */
#include "cmd/parallel/chunk.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { BEHIND = 32 * 1024 }; /* read at a time behind the end */

static ssize_t
read_at(int fd, char *text, size_t size, uint64_t at)
{
	ssize_t n;

	do
		n = pread(fd, text, size, (off_t)at);
	while (n < 0 && errno == EINTR);
	return n;
}

/* Behind the first line break from at on; UINT64_MAX: there is none. */
static uint64_t
behind_break(int fd, uint64_t at)
{
	char text[4096];
	ssize_t n;

	while ((n = read_at(fd, text, sizeof(text), at)) > 0) {
		const char *end = memchr(text, '\n', (size_t)n);

		if (end)
			return at + (uint64_t)(end - text) + 1;
		at += (uint64_t)n;
	}
	return UINT64_MAX;
}

static uint64_t
before(uint64_t at, uint64_t octets)
{
	return at > octets ? at - octets : 0;
}

struct stretch
stretch_from(int fd, uint64_t begin, uint64_t overlap)
{
	return (struct stretch){ fd, before(begin, overlap), begin,
		behind_break(fd, begin + STRETCH) };
}

/* Of at..at + n those in the stretch. */
static uint64_t
count_in(const struct stretch *s, uint64_t at, uint64_t n)
{
	uint64_t begin = at > s->begin ? at : s->begin;
	uint64_t end = at + n < s->end ? at + n : s->end;

	return end > begin ? end - begin : 0;
}

/* Tell that it was read up to end. */
static void
tell(struct stretch_reader *r, uint64_t end)
{
	if (end <= r->at)
		return;
	r->read(count_in(r->stretch, r->at, end - r->at), r->data);
	r->at = end;
}

/* As far as is to be read next, from at on: behind the stretch not much. */
static uint64_t
next_end(const struct stretch *s, uint64_t at, uint64_t most)
{
	if (at >= s->end)
		return at + (most < BEHIND ? most : BEHIND);
	return s->end - at < most ? s->end : at + most;
}

static ssize_t
stretch_read(void *reader, char *text, size_t size)
{
	struct stretch_reader *r = reader;
	uint64_t end = next_end(r->stretch, r->at, size);
	ssize_t n = read_at(r->stretch->fd, text, (size_t)(end - r->at), r->at);

	if (n > 0)
		tell(r, r->at + (uint64_t)n);
	return n;
}

static ssize_t
stretch_show(void *reader, uint64_t from, size_t least, const char **text)
{
	struct stretch_reader *r = reader;
	uint64_t begin = r->stretch->first + from;
	ssize_t n = window_show(&r->window, begin,
	    next_end(r->stretch, begin + least, WINDOW), text);

	if (n > 0)
		tell(r, begin + (uint64_t)n);
	return n;
}

struct reader
stretch_open(struct stretch_reader *r, bool text)
{
	struct reader reader = { stretch_read, r, NULL };

	r->at = r->stretch->first;
	r->window = (struct window){ .pane = NULL };
	if (text && window_open(&r->window, r->stretch->fd, r->at, 1))
		reader.show = stretch_show;
	return reader;
}

bool
stretch_close(struct stretch_reader *r)
{
	return window_close(&r->window);
}

/* ---- do they fit? --- */

static uint64_t
later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* A URL that ends before the stretch does not matter in it. */
void
fit_entered(struct fit *f, uint64_t begin, uint64_t end)
{
	if (f->torn)
		return;
	f->torn = later(f->left, begin) != later(end, begin);
	*(f->torn ? &f->from : &f->good) = begin;
}

void
fit_left(struct fit *f, uint64_t end)
{
	f->left = end;
}

struct stretch
fit_rest(const struct fit *f, int fd)
{
	return (struct stretch){ fd, before(f->good, STRETCH_OF_TEXT), f->from,
		UINT64_MAX };
}
