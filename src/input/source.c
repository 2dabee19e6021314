/* source.c - sources of an input's bytes: files and buffers */
#include "input/input.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/platform.h"

static ssize_t
read_file(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct file_source *f = data;
	struct stat st;
	ssize_t n;

	if (f->size > 0 && offset >= f->size)
		return 0; /* saves a system call, one of seven for a small file */
	if (f->size > 0 && size > f->size - offset)
		size = (size_t)(f->size - offset);
	do
		n = f->seekable ?
		    pread(f->fd, buffer, size, (off_t)(f->base + offset)) :
		    platform_read(f->fd, buffer, size);
	while (n < 0 && errno == EINTR);
	/* the last URL may be cut short; but files in /sys have less than the page that they claim */
	if (n == 0 && size > 0 && offset < f->size && fstat(f->fd, &st) == 0 &&
	    (uint64_t)st.st_size < f->base + f->size) {
		errno = FILE_TRUNCATED;
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
