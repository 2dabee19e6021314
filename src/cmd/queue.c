/* queue.c - threads that search tasks, whose records are merged in the order of the tasks
 *
 * This is not GLib's GThreadPool, which gives neither the order nor the bounds that are
 * needed here: its tasks end in any order, and its queue has no limit, so that a producer that
 * reads faster than the threads search would copy a whole archive into memory.
 *
 * The tasks are in a list. A thread begins the next one that none has begun. The thread that ends
 * the first task merges it, and those after it that have ended before. A task with many records
 * waits until it is the first, and merges its records so far. So there are at most
 * TASKS_PER_THREAD tasks for each thread, the records of each are bounded, and the first one can
 * always go on. */
#include "cmd/scheduler.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

#include "cmd/xmalloc.h"

enum { TASKS_PER_THREAD = 8, STACK_SIZE = 2 * 1024 * 1024 };

struct queue {
	const struct search_context *context;
	struct merge *merge;
	struct worker *here; /* without threads */
	pthread_mutex_t lock;
	pthread_cond_t added; /* a task, or is_closed */
	pthread_cond_t moved; /* the first task is another one */
	pthread_t *threads;
	unsigned started;
	bool has_threads;
	bool is_closed; /* there will be no more tasks */
	struct task *filled;       /* by the main thread */
	struct task *first, *last; /* not merged yet; NULL: none */
	struct task *next;         /* the first that none has begun, or NULL */
	size_t count, most;
};

/* Wait for the next task that none has begun. NULL at the end. */
static struct task *
begin_task(struct queue *q)
{
	struct task *task;

	pthread_mutex_lock(&q->lock);
	while (q->next == NULL && !q->is_closed)
		pthread_cond_wait(&q->added, &q->lock);
	task = q->next;
	if (task)
		q->next = task->next;
	pthread_mutex_unlock(&q->lock);
	return task;
}

/* Merge a task that is searched to its end when it is its turn. While a task is merged, without
 * the lock, it stays the first, and only this thread looks at it. */
static void
end_task(struct queue *q, struct task *task)
{
	pthread_mutex_lock(&q->lock);
	task->is_done = true;
	while (task == q->first && task && task->is_done) {
		pthread_mutex_unlock(&q->lock);
		merge_task(q->merge, task);
		pthread_mutex_lock(&q->lock);
		q->first = task->next;
		q->count--;
		pthread_cond_broadcast(&q->moved);
		task_free(task);
		task = q->first;
	}
	pthread_mutex_unlock(&q->lock);
}

static void *
run_thread(void *data)
{
	struct queue *q = data;
	struct worker *worker = NULL;
	struct task *task;

	while ((task = begin_task(q)) != NULL) {
		if (worker == NULL)
			worker = worker_new(q->context, q, q->merge);
		worker_run(worker, task);
		end_task(q, task);
	}
	worker_free(worker);
	return NULL;
}

/* Start as many of the threads as the system allows; their signals go to the main thread. */
static void
start_threads(struct queue *q, unsigned threads)
{
	pthread_attr_t attributes;
	sigset_t all, before;

	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (q->started < threads &&
	    pthread_create(&q->threads[q->started], &attributes, run_thread, q) == 0)
		q->started++;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
}

struct queue *
queue_new(unsigned threads, const struct search_context *context, struct merge *merge)
{
	struct queue *q = x_calloc(1, sizeof(*q));

	q->context = context;
	q->merge = merge;
	q->filled = task_new();
	q->has_threads = threads > 1;
	q->most = (size_t)threads * TASKS_PER_THREAD;
	q->threads = x_calloc(threads, sizeof(*q->threads));
	pthread_mutex_init(&q->lock, NULL);
	pthread_cond_init(&q->added, NULL);
	pthread_cond_init(&q->moved, NULL);
	if (threads > 1)
		start_threads(q, threads);
	if (q->started == 0) {
		q->has_threads = false;
		q->here = worker_new(context, q, merge);
	}
	return q;
}

void
queue_free(struct queue *q)
{
	unsigned i;

	queue_drain(q);
	worker_free(q->here);
	task_free(q->filled);
	pthread_mutex_lock(&q->lock);
	q->is_closed = true;
	pthread_cond_broadcast(&q->added);
	pthread_mutex_unlock(&q->lock);
	for (i = 0; i < q->started; i++)
		pthread_join(q->threads[i], NULL);
	pthread_mutex_destroy(&q->lock);
	pthread_cond_destroy(&q->added);
	pthread_cond_destroy(&q->moved);
	free(q->threads);
	free(q);
}

bool
queue_has_threads(const struct queue *q)
{
	return q->has_threads;
}

struct task *
queue_next_task(struct queue *q)
{
	return q->filled;
}

void
queue_add(struct queue *q)
{
	struct task *task = q->filled;

	if (task->item_count == 0)
		return;
	q->filled = task_new();
	if (q->here) {
		worker_run(q->here, task);
		merge_task(q->merge, task);
		task_free(task);
		return;
	}
	pthread_mutex_lock(&q->lock);
	while (q->count == q->most)
		pthread_cond_wait(&q->moved, &q->lock);
	if (q->first)
		q->last->next = task;
	else
		q->first = task;
	q->last = task;
	if (q->next == NULL)
		q->next = task;
	q->count++;
	pthread_cond_signal(&q->added);
	pthread_mutex_unlock(&q->lock);
}

void
queue_drain(struct queue *q)
{
	queue_add(q);
	pthread_mutex_lock(&q->lock);
	while (q->first)
		pthread_cond_wait(&q->moved, &q->lock);
	pthread_mutex_unlock(&q->lock);
}

void
queue_merge_now(struct queue *q, struct task *task)
{
	pthread_mutex_lock(&q->lock);
	while (q->here == NULL && q->first != task)
		pthread_cond_wait(&q->moved, &q->lock);
	pthread_mutex_unlock(&q->lock);
	merge_task(q->merge, task);
}
