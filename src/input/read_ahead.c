/* read_ahead.c - read a stream in a thread of its own
 *
 * The thread fills the buffers of a ring, and the caller empties them. Both hold the lock only to
 * change `filled`, the number of buffers that belong to the caller; the first of them is at
 * `first`. A result of 0 or -1 is the last one. */
#include "input/input.h"

#include <string.h>

#include "util/memory.h"
#include "util/platform.h"

enum {
	BUFFERS = 3,
	BUFFER_BYTES = 256 * 1024
};

struct read_ahead {
	const urlgrep_memory *memory;
	struct byte_stream stream;
	pthread_t thread;
	bool is_on;

	pthread_mutex_t lock;
	pthread_cond_t changed; /* filled or is_stopped */
	unsigned filled;
	bool is_stopped;

	unsigned first; /* the buffer that the caller is emptying */
	size_t taken;   /* bytes taken from that buffer */
	ssize_t results[BUFFERS];
	char buffers[BUFFERS][BUFFER_BYTES];
};

struct read_ahead *
read_ahead_new(const urlgrep_memory *memory)
{
	struct read_ahead *a = memory_allocate(memory, sizeof(*a));

	if (a == NULL)
		return NULL;
	a->memory = memory;
	a->is_on = false;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	return a;
}

void
read_ahead_free(struct read_ahead *a)
{
	if (a == NULL)
		return;
	read_ahead_stop(a);
	pthread_mutex_destroy(&a->lock);
	pthread_cond_destroy(&a->changed);
	memory_release(a->memory, a);
}

/* ---- the thread --- */

/* Wait while the number of filled buffers is `filled`. Return false if the caller has stopped. */
static bool
wait_while(struct read_ahead *a, unsigned filled)
{
	bool is_wanted;

	pthread_mutex_lock(&a->lock);
	while (a->filled == filled && !a->is_stopped)
		pthread_cond_wait(&a->changed, &a->lock);
	is_wanted = !a->is_stopped;
	pthread_mutex_unlock(&a->lock);
	return is_wanted;
}

static void
change_filled(struct read_ahead *a, int by)
{
	pthread_mutex_lock(&a->lock);
	a->filled += (unsigned)by;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
}

static void *
fill_buffers(void *data)
{
	struct read_ahead *a = data;
	ssize_t n = 1;
	unsigned i;

	for (i = 0; n > 0 && wait_while(a, BUFFERS); i = (i + 1) % BUFFERS) {
		n = a->stream.read(a->stream.data, a->buffers[i], BUFFER_BYTES);
		a->results[i] = n;
		change_filled(a, 1);
	}
	return NULL;
}

/* ---- the caller --- */

bool
read_ahead_start(struct read_ahead *a, struct byte_stream stream)
{
	a->stream = stream;
	a->filled = a->first = 0;
	a->taken = 0;
	a->is_stopped = false;
	a->is_on = platform_start_thread(&a->thread, fill_buffers, a);
	return a->is_on;
}

bool
read_ahead_is_on(const struct read_ahead *a)
{
	return a && a->is_on;
}

ssize_t
read_ahead_read(struct read_ahead *a, char *text, size_t size)
{
	ssize_t n;
	size_t left;

	wait_while(a, 0);
	n = a->results[a->first];
	if (n <= 0) {
		read_ahead_stop(a);
		return n;
	}
	left = (size_t)n - a->taken;
	if (size > left)
		size = left;
	memcpy(text, a->buffers[a->first] + a->taken, size);
	a->taken += size;
	if (size == left) {
		a->first = (a->first + 1) % BUFFERS;
		a->taken = 0;
		change_filled(a, -1);
	}
	return (ssize_t)size;
}

void
read_ahead_stop(struct read_ahead *a)
{
	if (!read_ahead_is_on(a))
		return;
	pthread_mutex_lock(&a->lock);
	a->is_stopped = true;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	a->is_on = false;
}
