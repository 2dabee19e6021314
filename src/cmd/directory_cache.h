/* directory_cache.h - opens files, mostly those of one folder one after the other */
#ifndef CMD_DIRECTORY_CACHE_H
#define CMD_DIRECTORY_CACHE_H

/* Its own. To begin with: { NULL, -1 }. */
struct opener {
	char *folder; /* of the last file, without the slash */
	int fd;       /* of that; -1: not open */
};

/* To be read: as open(2). */
int opener_open(struct opener *o, const char *path);

/* As at the beginning. */
void opener_leave(struct opener *o);

#endif
