/* progress.h - how far a long run is: a line on standard error that renews itself */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/options.h"

struct progress;

/* NULL if nothing is to be shown (or without memory); the rest takes NULL.
 * total: octets of all files together, 0 if that is not known. */
struct progress *progress_new(enum when when, uint64_t total);
void progress_free(struct progress *p);

/* Octets (decompressed) were read, and so many of a file on disk are behind; urls
 * were found so far. Shows the line if it is time, which is not in the first second. */
void progress_read(struct progress *p, uint64_t octets, uint64_t passed,
    uint64_t urls);

/* Take the line away before something else is written to the terminal. */
void progress_hide(struct progress *p);

#endif
