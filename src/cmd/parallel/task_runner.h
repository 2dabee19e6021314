/* task_runner.h - does jobs in a thread: what is found there goes by the pool, as results */
#ifndef CMD_PARALLEL_TASK_RUNNER_H
#define CMD_PARALLEL_TASK_RUNNER_H

#include <pthread.h>

#include "cmd/parallel/thread_pool.h"
#include "cmd/worker.h"

/* What the hands of a run share. */
struct hands {
	const struct shared *shared;
	pthread_mutex_t lock; /* of sums */
	struct search_sums sums; /* of the hands that ended */
};

/* As struct pool_client has it: a hand, of hands; a struct job, which is freed. */
void *hand_new(void *hands);
void hand_free(void *hand);
void hand_do(void *hand, void *job, struct pool_job *to);

#endif
