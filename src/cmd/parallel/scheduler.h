/* scheduler.h - the files of a run dealt out to workers: one alone, or many threads.
 * What is printed is the same, in the order of the input */
#ifndef CMD_PARALLEL_SCHEDULER_H
#define CMD_PARALLEL_SCHEDULER_H

#include <stdbool.h>
#include <sys/stat.h>

#include "cmd/limits.h"
#include "cmd/worker.h"

struct dealer;

/* threads: 1: all is done here, at once. NULL without memory. */
struct dealer *dealer_new(const struct shared *s, struct report *report,
    unsigned threads);
void dealer_free(struct dealer *d);

/* Search a regular file of so many octets, which is opened in its time, or what
 * is behind fd. */
void deal_path(struct dealer *d, const char *path, uint64_t octets);
void deal_fd(struct dealer *d, int fd, const char *path);

/* Something is wrong with a file, or it is over, in its turn. */
void deal_trouble(struct dealer *d, const char *path, const char *what);
void deal_done(struct dealer *d, const char *path);

/* Wait for all that was dealt out; what was searched in all. Nothing can be dealt
 * after it. */
struct search_sums deal_end(struct dealer *d);

#endif
