/* limits.h - what is said of all findings, which come in the order of the input:
 * each URL once (-u), so many of a file (-m), only the files' names or counts */
#ifndef CMD_LIMITS_H
#define CMD_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

#include "cmd/print/printer.h"
#include "cmd/progress.h"

struct report;

/* NULL without memory. progress may be NULL. */
struct report *report_new(const struct options *o, struct printer names,
    struct progress *progress);
void report_free(struct report *r);

/* So many findings were made, the url that of the only one if each is to be told
 * once (-u) or only so many (-m): are they to be printed? */
bool report_found(struct report *r, urlgrep_span url, uint64_t count);
/* They were. */
void report_printed(struct report *r);

/* Is more wanted of this file; of any? */
bool report_more(const struct report *r);
bool report_going(const struct report *r);

/* A file (or a member of an archive) is over. */
void report_done(struct report *r, const char *path);

void report_trouble(const char *path, const char *what);
/* So much was read, and so much of a file on disk is behind. */
void report_read(struct report *r, uint64_t octets, uint64_t passed);

/* What was found and read in all. */
struct report_sums {
	uint64_t files, urls, octets;
	bool found;
};
struct report_sums report_sums(const struct report *r);

#endif
