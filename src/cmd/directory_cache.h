/* directory_cache.h - opens files, keeping the directory of the last one open */
#ifndef CMD_DIRECTORY_CACHE_H
#define CMD_DIRECTORY_CACHE_H

/* Initialize with { NULL, -1 }. */
struct directory_cache {
	char *path; /* of the last file's directory, without the slash */
	int fd;     /* of that directory; -1: not open */
};

/* Open a file for reading. Return its descriptor; or -1 and errno, as open(2). */
int directory_cache_open(struct directory_cache *c, const char *path);

/* Close the directory. */
void directory_cache_clear(struct directory_cache *c);

#endif
