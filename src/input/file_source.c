/* file_source.c - the bytes of a file descriptor or a buffer */
#include "input/file_source.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ssize_t
read_file(void *data, char *buffer, size_t size, uint64_t offset)
{
	const struct file_source *f = data;
	ssize_t n;

	do
		n = f->seekable ?
		    pread(f->fd, buffer, size, (off_t)(f->base + offset)) :
		    read(f->fd, buffer, size);
	while (n < 0 && errno == EINTR);
	return n;
}

struct byte_source
file_source_open(struct file_source *f, int fd)
{
	struct stat st;
	off_t base = -1;

	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		base = lseek(fd, 0, SEEK_CUR);
	f->fd = fd;
	f->seekable = base >= 0;
	f->base = f->seekable ? (uint64_t)base : 0;
	return (struct byte_source){ read_file, f, f->seekable };
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
	return (struct byte_source){ read_buffer, b, true };
}
