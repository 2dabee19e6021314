/* merge.h - what the jobs gave, taken in the order of the input */
#ifndef CMD_PARALLEL_MERGE_H
#define CMD_PARALLEL_MERGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/limits.h"
#include "cmd/parallel/chunk.h"

struct taking {
	struct report *report;
	uint64_t file;  /* number of the one whose results are taken; 0: none */
	struct fit fit; /* of the stretches of a text: none is taken behind a tear */
};

/* What one job gave. False: no more is wanted. */
bool take_results(struct taking *t, const char *results, size_t len);

#endif
