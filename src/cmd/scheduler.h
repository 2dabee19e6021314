/* scheduler.h - has the files of a run searched, by this thread or by several; what is
 * printed is the same, in the order of the input */
#ifndef CMD_SCHEDULER_H
#define CMD_SCHEDULER_H

#include <stdint.h>

#include "cmd/direct_search.h"
#include "cmd/search.h"

struct scheduler;

/* Make a scheduler. direct is used for what this thread searches, which is everything
 * if threads is 1. Both pointers must outlive the scheduler. */
struct scheduler *scheduler_new(struct search_context *context,
    struct direct_search *direct, unsigned threads);
/* Takes NULL. */
void scheduler_free(struct scheduler *s);

/* Search the regular file called path, of about so many bytes. */
void scheduler_search_path(struct scheduler *s, const char *path, uint64_t bytes);

/* Search the file open as fd, which stays the caller's and is not used any more after the
 * call. */
void scheduler_search_fd(struct scheduler *s, int fd, const char *path);

/* After all before it: report that path could not be read; that it has ended. */
void scheduler_add_error(struct scheduler *s, const char *path, const char *reason);
void scheduler_add_end(struct scheduler *s, const char *path);

/* Wait until everything is searched and printed. Return what was read. Nothing can be
 * searched after this. */
struct search_sums scheduler_finish(struct scheduler *s);

#endif
