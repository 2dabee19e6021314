/* source.c - sources of an input's bytes: files, buffers and their ranges */
#include "input/input.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/platform.h"

enum { MAX_BYTES_AFTER_END = 32 * 1024 }; /* of a range, in one read */

const char *
file_source_error(int error)
{
	return error == FILE_TRUNCATED ? "truncated while being read" : strerror(error);
}

static ssize_t
read_file(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct file_source *f = data;
	ssize_t n;

	if (f->size > 0 && offset >= f->size)
		return 0; /* saves a system call, one of seven for a small file */
	do
		n = f->seekable ?
		    pread(f->fd, buffer, size, (off_t)(f->base + offset)) :
		    platform_read(f->fd, buffer, size);
	while (n < 0 && errno == EINTR);
	if (n == 0 && size > 0 && offset < f->size) {
		errno = FILE_TRUNCATED; /* the last URL may be cut short */
		return -1;
	}
	return n;
}

urlgrep_mail_source
file_source_open(struct file_source *f, int fd)
{
	struct stat st;
	off_t base = -1;

	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		base = lseek(fd, 0, SEEK_CUR);
	*f = (struct file_source){ .fd = fd, .seekable = base >= 0 };
	f->base = f->seekable ? (uint64_t)base : 0;
	f->size = f->seekable && st.st_size > base ? (uint64_t)(st.st_size - base) : 0;
	return (urlgrep_mail_source){ .read = read_file, .data = f, .seekable = f->seekable };
}

static ssize_t
read_buffer(void *data, char *buffer, size_t size, uint64_t offset)
{
	const urlgrep_span *b = data;

	if (offset >= b->len)
		return 0;
	if (size > b->len - offset)
		size = b->len - (size_t)offset;
	memcpy(buffer, b->text + offset, size);
	return (ssize_t)size;
}

urlgrep_mail_source
buffer_source_open(urlgrep_span *buffer)
{
	return (urlgrep_mail_source){ .read = read_buffer, .data = buffer, .seekable = true };
}

/* ---- ranges --- */

/* Return how many of the n bytes at the current offset are in the range. */
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
	uint64_t most = s->offset < s->end ? s->end - s->offset : MAX_BYTES_AFTER_END;
	ssize_t n = s->source.read(s->source.data, buffer, most < size ? (size_t)most : size,
	    s->offset);

	if (n > 0) {
		s->bytes_read += count_in_range(s, (uint64_t)n);
		s->offset += (uint64_t)n;
	}
	return n;
}

struct byte_stream
range_stream_open(struct range_stream *s, urlgrep_mail_source source,
    const urlgrep_mail_range *range, uint64_t context)
{
	uint64_t origin = range->begin > context ? range->begin - context : 0;

	*s = (struct range_stream){ source, origin, range->begin, range->end, 0 };
	return (struct byte_stream){ read_range, s, origin };
}
