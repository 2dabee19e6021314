/* merge.h - prints and counts what the tasks found, in the order of the input */
#ifndef CMD_MERGE_H
#define CMD_MERGE_H

#include <stdint.h>

#include "cmd/progress.h"
#include "cmd/range_continuity.h"
#include "cmd/task_output.h"
#include "cmd/limits.h"
#include "cmd/search.h"

/* Initialize with limits and progress (or NULL), which are borrowed. */
struct merge {
	struct limits *limits;
	struct progress *progress;
	uint64_t member; /* number of the one whose output is merged; 0: none */
	uint64_t counted_member; /* number of the one that these are of: */
	uint64_t lines_before, messages_before; /* the next range */
	size_t next_number; /* of the output's, to be inserted */
	struct range_continuity continuity; /* while it is broken findings are dropped */
	struct search_sums sums;
};

/* Merge the next output. */
void merge_output(struct merge *m, const struct task_output *output);

#endif
