/* thread_pool.c - threads that run tasks; their output is taken in the order of the tasks
 *
 * This is not GLib's GThreadPool, which gives neither the order nor the bounds that are
 * needed here: its tasks end in any order, its queue has no limit (a producer that
 * reads faster than the threads search would copy a whole archive into memory), and a
 * task cannot be made to wait until its output is wanted. Here the output of the first
 * task is taken while it runs, a task that is far ahead waits when it has
 * MAX_OUTPUT_SIZE, and there are TASKS_PER_THREAD tasks for each thread; so the memory
 * is bounded, whatever the input.
 *
 * The tasks are in a ring. A thread begins the next one that none has begun; the main
 * thread takes the output of the first. The first one has always begun, and the main
 * thread takes from it whatever it publishes, so every task comes to its end. */
#include "cmd/thread_pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>

#include "cmd/xmalloc.h"

enum {
	TASKS_PER_THREAD = 8,
	MAX_OUTPUT_SIZE = 4 * 1024 * 1024, /* of a task, published and not taken */
	SPARES_PER_THREAD = 8,
	MAX_SPARE_SIZE = 512 * 1024,
	STACK_SIZE = 2 * 1024 * 1024
};

struct thread_pool {
	thread_pool_main *run;
	void *data;
	pthread_mutex_t lock;
	pthread_cond_t added;     /* a task, or is_over */
	pthread_cond_t published; /* output of the first task, or its end */
	pthread_cond_t taken;     /* some output of the first task */
	pthread_t *threads;
	unsigned max_threads, started, idle;
	bool is_stopped; /* tasks are not run any more */
	bool is_over;    /* threads end */
	bool is_inline;  /* the main thread runs the tasks */

	struct task **ring;
	size_t size;
	uint64_t first, begun, end; /* tasks counted from the first of all */

	/* Outputs that were given back. Their memory is not returned to the system in between,
	 * which would have to clear it again. */
	struct task_output *spares;
	unsigned spare_count;
};

static struct task **
task_at(const struct thread_pool *p, uint64_t number)
{
	return &p->ring[number % p->size];
}

struct thread_pool *
thread_pool_new(unsigned threads, thread_pool_main *run, void *data)
{
	struct thread_pool *p = x_calloc(1, sizeof(*p));

	p->run = run;
	p->data = data;
	p->max_threads = threads;
	p->size = (size_t)threads * TASKS_PER_THREAD;
	p->ring = x_calloc(p->size, sizeof(struct task *));
	p->threads = x_calloc(threads, sizeof(*p->threads));
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->added, NULL);
	pthread_cond_init(&p->published, NULL);
	pthread_cond_init(&p->taken, NULL);
	return p;
}

/* ---- outputs that are used again --- */

/* Return a spare output, or NULL. The lock is held. */
static struct task_output *
take_spare(struct thread_pool *p)
{
	struct task_output *output = p->spares;

	if (output) {
		p->spares = output->next;
		p->spare_count--;
		output->next = NULL;
	}
	return output;
}

struct task_output *
thread_pool_new_output(struct thread_pool *p)
{
	struct task_output *output;

	pthread_mutex_lock(&p->lock);
	output = take_spare(p);
	pthread_mutex_unlock(&p->lock);
	return output ? output : task_output_new();
}

void
thread_pool_give_back(struct thread_pool *p, struct task_output *output)
{
	bool is_kept;

	pthread_mutex_lock(&p->lock);
	is_kept = p->spare_count < p->max_threads * SPARES_PER_THREAD &&
	    task_output_size(output) <= MAX_SPARE_SIZE;
	if (is_kept) {
		task_output_clear(output);
		output->next = p->spares;
		p->spares = output;
		p->spare_count++;
	}
	pthread_mutex_unlock(&p->lock);
	if (!is_kept)
		task_output_free(output);
}

void
thread_pool_free(struct thread_pool *p)
{
	unsigned i;

	if (p == NULL)
		return;
	thread_pool_stop(p);
	pthread_mutex_lock(&p->lock);
	p->is_over = true;
	pthread_cond_broadcast(&p->added);
	pthread_mutex_unlock(&p->lock);
	for (i = 0; i < p->started; i++)
		pthread_join(p->threads[i], NULL);
	for (; p->first < p->end; p->first++)
		task_free(*task_at(p, p->first));
	while (p->spares)
		task_output_free(take_spare(p));
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->added);
	pthread_cond_destroy(&p->published);
	pthread_cond_destroy(&p->taken);
	free(p->threads);
	free(p->ring);
	free(p);
}

/* ---- threads --- */

/* Return true if the task is the one whose output the main thread takes next. The lock is held. */
static bool
is_first(const struct thread_pool *p, const struct task *task)
{
	return task == *task_at(p, p->first);
}

/* Wait until there is a task to begin; false if there will be none. The lock is held. */
static bool
wait_for_task(struct thread_pool *p)
{
	p->idle++;
	while (p->begun == p->end && !p->is_over && !p->is_inline)
		pthread_cond_wait(&p->added, &p->lock);
	p->idle--;
	return p->begun < p->end && !p->is_over;
}

struct task *
thread_pool_begin(struct thread_pool *p)
{
	struct task *task = NULL;

	pthread_mutex_lock(&p->lock);
	while (task == NULL && wait_for_task(p)) {
		task = *task_at(p, p->begun++);
		if (p->is_stopped) {
			task->is_done = true;
			if (is_first(p, task))
				pthread_cond_signal(&p->published);
			task = NULL;
		}
	}
	pthread_mutex_unlock(&p->lock);
	return task;
}

/* Release the lock, and then wake the main thread: if it were woken before, it could run at once
 * on this processor, only to wait for the lock. */
static void
unlock_and_wake(struct thread_pool *p, bool wake)
{
	pthread_mutex_unlock(&p->lock);
	if (wake)
		pthread_cond_signal(&p->published);
}

/* The lock is held. */
static void
add_output(struct task *task, struct task_output *output)
{
	*task->output_end = output;
	task->output_end = &output->next;
	task->output_size += task_output_size(output);
}

bool
thread_pool_publish(struct thread_pool *p, struct task *task,
    struct task_output *output)
{
	bool is_wanted;

	pthread_mutex_lock(&p->lock);
	while (task->output_size > MAX_OUTPUT_SIZE && !p->is_stopped && !p->is_inline)
		pthread_cond_wait(&p->taken, &p->lock);
	add_output(task, output);
	is_wanted = !p->is_stopped;
	unlock_and_wake(p, is_first(p, task));
	return is_wanted;
}

void
thread_pool_finish(struct thread_pool *p, struct task *task, struct task_output *output)
{
	pthread_mutex_lock(&p->lock);
	if (output)
		add_output(task, output);
	task->is_done = true;
	unlock_and_wake(p, is_first(p, task));
}

static void *
run_thread(void *data)
{
	struct thread_pool *p = data;

	p->run(p, p->data);
	return NULL;
}

/* Start a thread unless one is idle or there are enough; its signals go to the main
 * thread. The lock is held. Return true if there is any thread. */
static bool
start_thread(struct thread_pool *p)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	int error;

	if (p->started == p->max_threads || p->idle >= p->end - p->begun)
		return p->started > 0;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK_SIZE);
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&p->threads[p->started], &attributes, run_thread, p);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	p->started += error == 0;
	return p->started > 0;
}

/* ---- the main thread --- */

size_t
thread_pool_most(const struct thread_pool *p)
{
	return p->size - 1;
}

/* Where the system lets no thread start, the main thread runs each task as it is
 * added. The output of a task then has no limit, since nobody could take it. */
void
thread_pool_add(struct thread_pool *p, struct task *task)
{
	pthread_mutex_lock(&p->lock);
	*task_at(p, p->end++) = task;
	p->is_inline = !start_thread(p);
	pthread_cond_signal(&p->added);
	pthread_mutex_unlock(&p->lock);
	if (p->is_inline)
		p->run(p, p->data);
}

/* Remove the oldest output of a task. The lock is held. */
static struct task_output *
take_output(struct task *task)
{
	struct task_output *output = task->output;

	task->output = output->next;
	if (task->output == NULL)
		task->output_end = &task->output;
	task->output_size -= task_output_size(output);
	output->next = NULL;
	return output;
}

struct task_output *
thread_pool_take(struct thread_pool *p, size_t most)
{
	struct task_output *output = NULL;

	pthread_mutex_lock(&p->lock);
	while (output == NULL && p->first < p->end) {
		struct task *task = *task_at(p, p->first);

		if (task->output) {
			output = take_output(task);
			pthread_cond_broadcast(&p->taken);
		} else if (task->is_done) {
			p->first++;
			task_free(task);
		} else if (p->end - p->first > most) {
			pthread_cond_wait(&p->published, &p->lock);
		} else {
			break;
		}
	}
	pthread_mutex_unlock(&p->lock);
	return output;
}

void
thread_pool_stop(struct thread_pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->is_stopped = true;
	pthread_cond_broadcast(&p->taken);
	pthread_mutex_unlock(&p->lock);
}
