/* directory_cache.c - opens files, keeping the directory of the last one open
 *
 * Most files of a run are in the directory of the file before. openat(2) finds them
 * without going through their whole path again. The directory is opened when the
 * second of its files is. */
#include "cmd/directory_cache.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/xmalloc.h"

void
directory_cache_clear(struct directory_cache *c)
{
	if (c->fd >= 0)
		close(c->fd);
	free(c->path);
	*c = (struct directory_cache){ NULL, -1 };
}

/* Return true if the directory path[0..len) is open now. */
static bool
use_directory(struct directory_cache *c, const char *path, size_t len)
{
	if (c->path && strncmp(c->path, path, len) == 0 && c->path[len] == '\0') {
		if (c->fd < 0)
			c->fd = open(c->path, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	} else {
		directory_cache_clear(c);
		c->path = x_strndup(path, len);
	}
	return c->fd >= 0;
}

int
directory_cache_open(struct directory_cache *c, const char *path)
{
	enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NOCTTY };
	const char *slash = strrchr(path, '/');

	if (slash && slash > path && slash[1] != '\0' &&
	    use_directory(c, path, (size_t)(slash - path))) {
		int fd = openat(c->fd, slash + 1, FLAGS);

		if (fd >= 0)
			return fd;
		directory_cache_clear(c); /* this may have been one descriptor too many */
	}
	return open(path, FLAGS);
}
