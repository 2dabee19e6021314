/* source.c - the source of an input's bytes: a file, a buffer or a caller's function */
#include "input/source.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/sparse_file.h"

enum {
	MAX_BYTES_AFTER_END = 32 * 1024, /* of a range, to be read at once */
	MIN_ZERO_BYTES = 64 * 1024,  /* to be read before a hole is looked for */
	HOLE_MARGIN_BYTES = 128 * 1024 /* of a hole that are read before its end */
};

const char *
file_source_error(int error)
{
	return error == FILE_TRUNCATED ? "truncated while it was read" : strerror(error);
}

static bool
is_all_zeros(const char *buffer, size_t len)
{
	return len > 0 && buffer[0] == '\0' && memcmp(buffer, buffer + 1, len - 1) == 0;
}

static ssize_t
read_file(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct file_source *f = data;
	ssize_t n;

	do
		n = f->seekable ?
		    pread(f->fd, buffer, size, (off_t)(f->base + offset)) :
		    read(f->fd, buffer, size);
	while (n < 0 && errno == EINTR);
	if (n == 0 && size > 0 && offset < f->size) {
		errno = FILE_TRUNCATED; /* the last URL may be cut short */
		return -1;
	}
	if (f->is_sparse && n >= MIN_ZERO_BYTES)
		f->zeros_end = is_all_zeros(buffer, (size_t)n) ? offset + (uint64_t)n : 0;
	return n;
}

static uint64_t
find_hole_end(void *data, uint64_t offset)
{
	const struct file_source *f = data;
	uint64_t end;

	if (!f->is_sparse || offset == 0 || offset != f->zeros_end)
		return offset;
	end = sparse_file_hole_end(f->fd, f->base + offset) - f->base;
	return end - offset >= MIN_HOLE_BYTES ? end - HOLE_MARGIN_BYTES : offset;
}

struct byte_source
file_source_open(struct file_source *f, int fd)
{
	struct stat st;
	off_t base = -1;

	*f = (struct file_source){ .is_sparse = false };
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		base = lseek(fd, 0, SEEK_CUR);
		f->is_sparse = sparse_file_is(&st);
	}
	f->fd = fd;
	f->seekable = base >= 0;
	f->base = f->seekable ? (uint64_t)base : 0;
	f->size = f->seekable && st.st_size > base ? (uint64_t)(st.st_size - base) : 0;
	return (struct byte_source){ .read = read_file, .data = f,
		.seekable = f->seekable,
		.find_hole_end = f->seekable ? find_hole_end : NULL };
}

static ssize_t
read_buffer(void *data, char *buffer, size_t size, uint64_t offset)
{
	const struct buffer_source *b = data;

	if (offset >= b->len)
		return 0;
	if (size > b->len - offset)
		size = b->len - (size_t)offset;
	memcpy(buffer, b->text + offset, size);
	return (ssize_t)size;
}

struct byte_source
buffer_source_open(struct buffer_source *b)
{
	return (struct byte_source){ .read = read_buffer, .data = b, .seekable = true };
}

/* ---- ranges --- */

void
range_stream_open(struct range_stream *s, struct byte_source source,
    uint64_t origin, uint64_t begin, uint64_t end)
{
	*s = (struct range_stream){ source, origin, begin, end, 0 };
}

/* Return how much to read next. */
static size_t
next_size(const struct range_stream *s, size_t size)
{
	if (s->offset >= s->end)
		return size < MAX_BYTES_AFTER_END ? size : MAX_BYTES_AFTER_END;
	return s->end - s->offset < size ? (size_t)(s->end - s->offset) : size;
}

/* Return how many of n bytes at the current offset are in the range. */
static uint64_t
count_in_range(const struct range_stream *s, uint64_t n)
{
	uint64_t begin = s->offset > s->begin ? s->offset : s->begin;
	uint64_t end = s->offset + n < s->end ? s->offset + n : s->end;

	return end > begin ? end - begin : 0;
}

static ssize_t
read_range(void *range_stream, char *buffer, size_t size)
{
	struct range_stream *s = range_stream;
	ssize_t n = s->source.read(s->source.data, buffer, next_size(s, size),
	    s->offset);

	if (n > 0) {
		s->bytes_read += count_in_range(s, (uint64_t)n);
		s->offset += (uint64_t)n;
	}
	return n;
}

static uint64_t
skip_range_hole(void *range_stream)
{
	struct range_stream *s = range_stream;
	uint64_t end, skipped;

	if (s->source.find_hole_end == NULL || s->offset >= s->end)
		return 0;
	end = s->source.find_hole_end(s->source.data, s->offset);
	skipped = (end < s->end ? end : s->end) - s->offset;
	s->bytes_read += count_in_range(s, skipped);
	s->offset += skipped;
	return skipped;
}

struct byte_stream
range_stream_bytes(struct range_stream *s)
{
	return (struct byte_stream){ read_range, s, skip_range_hole };
}

uint64_t
range_stream_bytes_read(const struct range_stream *s)
{
	return s->bytes_read;
}
