/* mapped_file.h - the octets of a file as they lie in memory, where they need not be
 * copied: some of them at a time */
#ifndef INPUT_MAPPED_FILE_H
#define INPUT_MAPPED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Octets to show at a time: mapping fewer costs more. */
enum { WINDOW = 4 * 1024 * 1024 };

/* All is its own. */
struct window {
	int fd;        /* borrowed */
	uint64_t size; /* of the file, as far as is known */
	struct pane *pane;
};

/* To be called once, before there are threads. What a file loses while it is seen
 * would end the run (SIGBUS); from then on zeros stand in its place. */
void window_setup(void);

/* Begin to look at a file that has at least so many octets, one or more, from that
 * one on. False: it has not, or is only to be read. */
bool window_open(struct window *w, int fd, uint64_t from, uint64_t least);

/* Its octets from..to, or those before its end: *text; how many, 0 at the end, or
 * -1: errno. They last until others are shown. */
ssize_t window_show(struct window *w, uint64_t from, uint64_t to,
    const char **text);

/* False: some of what was shown could not be read: errno. */
bool window_close(struct window *w);

#endif
