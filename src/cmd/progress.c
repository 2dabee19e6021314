/* progress.c - a line on standard error that says how far a long run is */
#include "cmd/progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cmd/xmalloc.h"

struct progress {
	pthread_mutex_t lock; /* one thread reads while another one merges */
	uint64_t total;
	uint64_t file_bytes;
	uint64_t bytes;
	uint64_t urls;
	struct timespec start;
	double shown_at; /* seconds since start */
	bool is_shown;
};

struct progress *
progress_new(uint64_t total)
{
	struct progress *p = x_calloc(1, sizeof(*p));

	pthread_mutex_init(&p->lock, NULL);
	p->total = total;
	clock_gettime(CLOCK_MONOTONIC, &p->start);
	return p;
}

void
progress_free(struct progress *p)
{
	progress_clear_line(p);
	free(p);
}

/* Print a size such as "12.3 MB". */
static void
print_size(uint64_t bytes)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	double value = (double)bytes;
	int i = 0;

	while (value >= 1000 && i < 4) {
		value /= 1000;
		i++;
	}
	fprintf(stderr, i ? "%.1f %s" : "%.0f %s", value, units[i]);
}

/* Print the share that is done, and the time that the rest takes at this speed. */
static void
print_share(const struct progress *p, double seconds)
{
	double share = (double)p->file_bytes / (double)p->total;
	long left;

	if (p->total == 0 || p->file_bytes == 0 || share > 1)
		return;
	left = (long)(seconds / share - seconds);
	fprintf(stderr, ", %.0f %%, %ld:%02ld left", share * 100, left / 60,
	    left % 60);
}

/* Print the line, which replaces the one before. */
static void
show_line(struct progress *p, double now)
{
	p->shown_at = now;
	p->is_shown = true;
	fputs("\r\33[K", stderr);
	print_size(p->bytes);
	print_share(p, now);
	fputs(", ", stderr);
	print_size((uint64_t)((double)p->bytes / now));
	fprintf(stderr, "/s, %llu URLs", (unsigned long long)p->urls);
	fflush(stderr);
}

void
progress_add(struct progress *p, uint64_t bytes, uint64_t file_bytes)
{
	double now;

	if (p == NULL)
		return;
	pthread_mutex_lock(&p->lock);
	p->bytes += bytes;
	p->file_bytes += file_bytes;
	now = seconds_since(&p->start);
	if (now >= 1 && now >= p->shown_at + 0.2)
		show_line(p, now);
	pthread_mutex_unlock(&p->lock);
}

void
progress_set_urls(struct progress *p, uint64_t urls)
{
	if (p == NULL)
		return;
	pthread_mutex_lock(&p->lock);
	p->urls = urls;
	pthread_mutex_unlock(&p->lock);
}

void
progress_clear_line(struct progress *p)
{
	if (p == NULL)
		return;
	pthread_mutex_lock(&p->lock);
	if (p->is_shown) {
		fputs("\r\33[K", stderr);
		fflush(stderr);
		p->is_shown = false;
	}
	pthread_mutex_unlock(&p->lock);
}
