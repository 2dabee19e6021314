/* thread_pool.h - threads that run tasks; their output is taken in the order of the tasks
 *
 * The main thread owns the pool: it adds tasks and takes their output. */
#ifndef CMD_THREAD_POOL_H
#define CMD_THREAD_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/task.h"
#include "cmd/task_output.h"

struct thread_pool;

/* What each thread does: run the tasks that thread_pool_begin() returns. */
typedef void thread_pool_main(struct thread_pool *pool, void *data);

/* Make a pool of up to so many threads, which are started as tasks come. */
struct thread_pool *thread_pool_new(unsigned threads, thread_pool_main *run,
    void *data);
/* Stop, wait for the threads, and free the tasks that are left. Takes NULL. */
void thread_pool_free(struct thread_pool *p);

/* ---- for the main thread --- */

/* Add a task, which the pool frees. If there are too many tasks in the pool, the caller
 * must take output first: see thread_pool_most(). */
void thread_pool_add(struct thread_pool *p, struct task *task);

/* Return how many tasks may be in the pool before one is added. */
size_t thread_pool_most(const struct thread_pool *p);

/* Return the next output in the order of the tasks, which the caller gives back. Wait for it
 * while there are more than `most` tasks in the pool; else return NULL if there is
 * none yet. */
struct task_output *thread_pool_take(struct thread_pool *p, size_t most);

/* Give back an output that was taken. */
void thread_pool_give_back(struct thread_pool *p, struct task_output *output);

/* Nothing more is wanted: tasks that have not begun are not run. */
void thread_pool_stop(struct thread_pool *p);

/* ---- for the threads --- */

/* Return the next task, or NULL if there will be no more. */
struct task *thread_pool_begin(struct thread_pool *p);

/* Return an empty output, to be published or freed: one that was given back, or a new one. */
struct task_output *thread_pool_new_output(struct thread_pool *p);

/* Add output of a task that was begun. Waits if much of its output was not taken yet.
 * Return false if nothing more is wanted. */
bool thread_pool_publish(struct thread_pool *p, struct task *task,
    struct task_output *output);

/* Add the last output of a task, or none if it is NULL: the task is done. */
void thread_pool_finish(struct thread_pool *p, struct task *task,
    struct task_output *output);

#endif
