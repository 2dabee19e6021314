/* directory_cache.c - opens files, mostly those of one folder one after the other
 *
 * Where the next file is in the same folder, that is opened: its files are found
 * sooner than by their whole paths. */
#include "cmd/directory_cache.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void
opener_leave(struct opener *o)
{
	if (o->fd >= 0)
		close(o->fd);
	free(o->folder);
	*o = (struct opener){ NULL, -1 };
}

/* Is the folder path[0..len) open? */
static bool
in_folder(struct opener *o, const char *path, size_t len)
{
	if (o->folder && strncmp(o->folder, path, len) == 0 && o->folder[len] == '\0') {
		if (o->fd < 0)
			o->fd = open(o->folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
	} else {
		opener_leave(o);
		o->folder = strndup(path, len);
	}
	return o->fd >= 0;
}

int
opener_open(struct opener *o, const char *path)
{
	enum { HOW = O_RDONLY | O_CLOEXEC | O_NOCTTY };
	const char *slash = strrchr(path, '/');

	if (slash && slash > path && slash[1] != '\0' &&
	    in_folder(o, path, (size_t)(slash - path))) {
		int fd = openat(o->fd, slash + 1, HOW);

		if (fd >= 0)
			return fd;
		opener_leave(o); /* there may be too many open files */
	}
	return open(path, HOW);
}
