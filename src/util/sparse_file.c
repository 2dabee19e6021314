/* sparse_file.c - holes in files: ranges that take no room on disk and read as zeros */
#include "util/sparse_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

bool
sparse_file_is(const struct stat *st)
{
	enum { BLOCK_BYTES = 512 }; /* the unit of st_blocks */

	return S_ISREG(st->st_mode) &&
	    (uint64_t)st->st_blocks < (uint64_t)st->st_size / BLOCK_BYTES;
}

#if defined(__linux__) && defined(SEEK_DATA)

/* lseek() moves the position, which other users of fd rely on: therefore, the file is
 * opened once more. */
uint64_t
sparse_file_hole_end(int fd, uint64_t offset)
{
	char path[32];
	off_t end;
	int own;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	own = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (own < 0)
		return offset;
	end = lseek(own, (off_t)offset, SEEK_DATA);
	if (end < 0 && errno == ENXIO) /* there are no more data */
		end = lseek(own, 0, SEEK_END);
	close(own);
	return end > (off_t)offset ? (uint64_t)end : offset;
}

#else

uint64_t
sparse_file_hole_end(int fd, uint64_t offset)
{
	(void)fd;
	return offset;
}

#endif
