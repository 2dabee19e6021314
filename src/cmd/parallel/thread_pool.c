/* thread_pool.c - threads that do jobs; what they give is taken in the order of the jobs
 *
 * The jobs stand in a ring. A thread does the next one that nobody has begun; the
 * owner takes from the first. Since the first has always begun, and is never made
 * to wait, all of them come to their end. */
#include "cmd/parallel/thread_pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/octets.h"

enum {
	JOBS_AHEAD = 8,         /* for each thread */
	OCTETS_AHEAD = 1 << 20, /* that a job gave and nobody took */
	STACK = 2 * 1024 * 1024
};

struct pool_job {
	struct pool *pool;
	void *job;
	bool here; /* it is done by the owner, and not in the ring */
	bool done;
	struct octets given;
};

struct pool {
	struct pool_client client;
	pthread_mutex_t lock;
	pthread_cond_t added;  /* a job, or the end */
	pthread_cond_t given;  /* something of the first job, or its end */
	pthread_cond_t taken;  /* what the first job gave, or it is another */
	pthread_t *threads;
	unsigned most, started;
	unsigned idle;
	bool stopped, over;
	void *here; /* the owner's worker, where no thread could be started */

	struct pool_job *ring;
	size_t size;
	uint64_t first, begun, end; /* jobs counted from the first of all */
};

static struct pool_job *
job_at(const struct pool *p, uint64_t number)
{
	return &p->ring[number % p->size];
}

struct pool *
pool_new(unsigned threads, struct pool_client client)
{
	struct pool *p = calloc(1, sizeof(*p));

	if (p == NULL)
		return NULL;
	p->client = client;
	p->most = threads;
	p->size = (size_t)threads * JOBS_AHEAD;
	p->ring = calloc(p->size, sizeof(*p->ring));
	p->threads = calloc(threads, sizeof(*p->threads));
	if (p->ring == NULL || p->threads == NULL) {
		free(p->ring);
		free(p->threads);
		free(p);
		return NULL;
	}
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->added, NULL);
	pthread_cond_init(&p->given, NULL);
	pthread_cond_init(&p->taken, NULL);
	return p;
}

/* ---- in a thread --- */

bool
pool_stopped(struct pool_job *to)
{
	struct pool *p = to->pool;
	bool stopped;

	pthread_mutex_lock(&p->lock);
	stopped = p->stopped;
	pthread_mutex_unlock(&p->lock);
	return stopped;
}

bool
pool_give(struct pool_job *to, const char *octets, size_t len)
{
	struct pool *p = to->pool;
	bool good;

	if (to->here) {
		p->client.take(octets, len, p->client.data);
		return !pool_stopped(to);
	}
	pthread_mutex_lock(&p->lock);
	while (to->given.len > OCTETS_AHEAD && !p->stopped)
		pthread_cond_wait(&p->taken, &p->lock);
	good = !p->stopped;
	if (good) {
		octets_add(&to->given, octets, len);
		if (to == job_at(p, p->first) && to->given.len > OCTETS_AHEAD)
			pthread_cond_signal(&p->given);
	}
	pthread_mutex_unlock(&p->lock);
	return good;
}

/* The next job; NULL: it is all over. The lock is held. */
static struct pool_job *
next_job(struct pool *p)
{
	p->idle++;
	while (p->begun == p->end && !p->over)
		pthread_cond_wait(&p->added, &p->lock);
	p->idle--;
	return p->over ? NULL : job_at(p, p->begun++);
}

static void *
run_thread(void *data)
{
	struct pool *p = data;
	void *worker = p->client.begin(p->client.shared);
	struct pool_job *j;

	pthread_mutex_lock(&p->lock);
	while ((j = next_job(p)) != NULL) {
		bool wanted = worker && !p->stopped;

		pthread_mutex_unlock(&p->lock);
		if (wanted)
			p->client.work(worker, j->job, j);
		else
			p->client.drop(j->job);
		pthread_mutex_lock(&p->lock);
		j->done = true;
		if (j == job_at(p, p->first))
			pthread_cond_signal(&p->given);
	}
	pthread_mutex_unlock(&p->lock);
	if (worker)
		p->client.end(worker);
	return NULL;
}

/* ---- in the owner --- */

/* Start a thread if all are at work; signals are the owner's. The lock is held.
 * Is there one? */
static bool
start_thread(struct pool *p)
{
	pthread_attr_t attributes;
	sigset_t all, before;
	int error;

	if (p->started == p->most || p->idle > p->end - p->begun)
		return p->started > 0;
	pthread_attr_init(&attributes);
	pthread_attr_setstacksize(&attributes, STACK);
	sigfillset(&all);
	sigdelset(&all, SIGBUS); /* comes to who did what it says */
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(&p->threads[p->started], &attributes, run_thread, p);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	pthread_attr_destroy(&attributes);
	p->started += error == 0;
	return p->started > 0;
}

/* Take what the first job gave, and go on to the next if it is done. The lock is
 * held, but not while it is taken: only that job adds to it, and it is let go on
 * with a block of its own. */
static void
take_first(struct pool *p)
{
	struct pool_job *j = job_at(p, p->first);
	struct octets given = j->given;

	j->given = (struct octets){ NULL, 0, 0 };
	if (j->done)
		p->first++;
	pthread_cond_broadcast(&p->taken);
	pthread_mutex_unlock(&p->lock);
	if (given.len > 0)
		p->client.take(given.at, given.len, p->client.data);
	free(given.at);
	pthread_mutex_lock(&p->lock);
}

static bool
first_gave(const struct pool *p)
{
	const struct pool_job *j = job_at(p, p->first);

	return j->done || j->given.len > OCTETS_AHEAD;
}

/* Take until there are fewer jobs than most, and what can be had at once. */
static void
take_until(struct pool *p, uint64_t most)
{
	while (p->first < p->end) {
		if (first_gave(p))
			take_first(p);
		else if (p->end - p->first >= most)
			pthread_cond_wait(&p->given, &p->lock);
		else
			break;
	}
}

/* Without any thread: all jobs before this one are done, and taken. */
static void
do_here(struct pool *p, void *job)
{
	struct pool_job here = { .pool = p, .job = job, .here = true };

	if (p->here == NULL)
		p->here = p->client.begin(p->client.shared);
	if (p->here && !pool_stopped(&here))
		p->client.work(p->here, job, &here);
	else
		p->client.drop(job);
}

void
pool_add(struct pool *p, void *job)
{
	bool threads;

	pthread_mutex_lock(&p->lock);
	take_until(p, p->size);
	*job_at(p, p->end) = (struct pool_job){ .pool = p, .job = job };
	p->end++;
	threads = start_thread(p);
	if (threads)
		pthread_cond_signal(&p->added);
	else
		p->end--;
	pthread_mutex_unlock(&p->lock);
	if (!threads)
		do_here(p, job);
}

void
pool_drain(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	take_until(p, 1);
	pthread_mutex_unlock(&p->lock);
}

void
pool_stop(struct pool *p)
{
	pthread_mutex_lock(&p->lock);
	p->stopped = true;
	pthread_cond_broadcast(&p->taken);
	pthread_mutex_unlock(&p->lock);
}

void
pool_free(struct pool *p)
{
	unsigned i;

	if (p == NULL)
		return;
	pool_stop(p);
	pthread_mutex_lock(&p->lock);
	p->over = true;
	pthread_cond_broadcast(&p->added);
	pthread_mutex_unlock(&p->lock);
	for (i = 0; i < p->started; i++)
		pthread_join(p->threads[i], NULL);
	if (p->here)
		p->client.end(p->here);
	for (; p->begun < p->end; p->begun++)
		p->client.drop(job_at(p, p->begun)->job);
	for (; p->first < p->end; p->first++)
		free(job_at(p, p->first)->given.at);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->added);
	pthread_cond_destroy(&p->given);
	pthread_cond_destroy(&p->taken);
	free(p->threads);
	free(p->ring);
	free(p);
}
