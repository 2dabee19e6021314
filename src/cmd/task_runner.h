/* task_runner.h - what a worker thread does: run tasks and publish what they find */
#ifndef CMD_TASK_RUNNER_H
#define CMD_TASK_RUNNER_H

#include "cmd/thread_pool.h"
#include "cmd/search.h"

/* Run tasks of the pool until there are no more; see thread_pool_main. context is a
 * struct search_context. */
void task_runner_main(struct thread_pool *pool, void *context);

#endif
