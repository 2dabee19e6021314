/* progress.c - a line on standard error that says how far a long run is */
#include "cmd/progress.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

static struct {
	pthread_mutex_t lock; /* several threads read, and one merges */
	bool is_wanted;
	uint64_t total;
	uint64_t file_bytes;
	uint64_t bytes;
	uint64_t urls;
	struct timespec start;
	double shown_at; /* seconds since start */
	bool is_shown;
} progress = { .lock = PTHREAD_MUTEX_INITIALIZER };

void
progress_begin(uint64_t total)
{
	progress.total = total;
	progress.file_bytes = progress.bytes = progress.urls = 0;
	progress.shown_at = 0;
	clock_gettime(CLOCK_MONOTONIC, &progress.start);
	progress.is_wanted = true;
}

void
progress_end(void)
{
	progress_clear_line();
	progress.is_wanted = false;
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
print_share(double seconds)
{
	double share = (double)progress.file_bytes / (double)progress.total;
	long left;

	if (progress.total == 0 || progress.file_bytes == 0 || share > 1)
		return;
	left = (long)(seconds / share - seconds);
	fprintf(stderr, ", %.0f %%, %ld:%02ld left", share * 100, left / 60,
	    left % 60);
}

/* Print the line, which replaces the one before. */
static void
show_line(double now)
{
	progress.shown_at = now;
	progress.is_shown = true;
	fputs("\r\33[K", stderr);
	print_size(progress.bytes);
	print_share(now);
	fputs(", ", stderr);
	print_size((uint64_t)((double)progress.bytes / now));
	fprintf(stderr, "/s, %llu URLs", (unsigned long long)progress.urls);
	fflush(stderr);
}

void
progress_add(uint64_t bytes, uint64_t file_bytes)
{
	double now;

	if (!progress.is_wanted)
		return;
	pthread_mutex_lock(&progress.lock);
	progress.bytes += bytes;
	progress.file_bytes += file_bytes;
	now = seconds_since(&progress.start);
	if (now >= 1 && now >= progress.shown_at + 0.2)
		show_line(now);
	pthread_mutex_unlock(&progress.lock);
}

void
progress_set_urls(uint64_t urls)
{
	if (!progress.is_wanted)
		return;
	pthread_mutex_lock(&progress.lock);
	progress.urls = urls;
	pthread_mutex_unlock(&progress.lock);
}

void
progress_clear_line(void)
{
	if (!progress.is_wanted)
		return;
	pthread_mutex_lock(&progress.lock);
	if (progress.is_shown) {
		fputs("\r\33[K", stderr);
		fflush(stderr);
		progress.is_shown = false;
	}
	pthread_mutex_unlock(&progress.lock);
}
