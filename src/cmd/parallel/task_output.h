/* task_output.h - findings as they will be printed, on their way from the thread that
 * found them to the one that prints: a row of octets, which may be cut between any
 * two of them */
#ifndef CMD_PARALLEL_TASK_OUTPUT_H
#define CMD_PARALLEL_TASK_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"

enum result_kind {
	RESULT_FOUND,   /* octets: so many; url of one; text: their lines */
	RESULT_BEGIN,   /* what follows is of the file of this number: octets */
	RESULT_ENTERED, /* octets: where a stretch begins; passed: as search.h has it */
	RESULT_LEFT,    /* octets: as search.h has it */
	RESULT_DONE,    /* a file or member is over; text: its path */
	RESULT_TROUBLE, /* url: the path; text: what is wrong */
	RESULT_READ     /* octets; and passed, of the file on disk */
};

struct result {
	enum result_kind kind;
	urlgrep_span url, text;
	uint64_t octets, passed;
};

struct results;

/* NULL without memory. */
struct results *results_new(void);
void results_free(struct results *r);

/* Add one. Without memory the command ends. */
void results_add(struct results *r, const struct result *result);

/* All so far, which is then let go of at the next results_add. */
const char *results_take(struct results *r, size_t *len);
size_t results_size(const struct results *r);

/* The next of results[0..len) from *at on, which is moved over it; false: there is
 * none. */
bool results_next(const char *results, size_t len, size_t *at, struct result *next);

#endif
