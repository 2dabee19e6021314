/* thread_pool.h - threads that do jobs; what they give is taken in the order of the jobs */
#ifndef CMD_PARALLEL_THREAD_POOL_H
#define CMD_PARALLEL_THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct pool;
struct pool_job;

/* begin, work and end are called in a thread of the pool, take in the one that
 * owns it; all in that one where the system gives no thread. */
struct pool_client {
	void *(*begin)(void *shared); /* a worker; NULL without memory */
	void (*end)(void *worker);
	/* Do the job, and free it. */
	void (*work)(void *worker, void *job, struct pool_job *to);
	void *shared;
	void (*drop)(void *job); /* free one that is not done */
	void (*take)(const char *octets, size_t len, void *data);
	void *data;
};

/* Threads are started as jobs come, up to so many. NULL without memory. */
struct pool *pool_new(unsigned threads, struct pool_client client);

/* Jobs that have not begun are dropped, the others come to their end. */
void pool_free(struct pool *p);

/* Add a job. When there are many already the oldest is waited for, and what it
 * gave is taken. */
void pool_add(struct pool *p, void *job);

/* Take all that is left. */
void pool_drain(struct pool *p);

/* No more is wanted. */
void pool_stop(struct pool *p);

/* For work: octets to be taken, copied, all of them at a time. A worker that is
 * far ahead is made to wait. False without memory, or when no more is wanted. */
bool pool_give(struct pool_job *to, const char *octets, size_t len);
bool pool_stopped(struct pool_job *to);

#endif
