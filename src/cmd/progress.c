/* progress.c - a line on standard error that shows the progress of a long run */
#include "cmd/progress.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cmd/shared.h"
#include "util/platform.h"
#include "util/utf8.h"

enum { MAX_NAME_BYTES = 256, USUAL_COLUMNS = 80, MIN_NAME_COLUMNS = 8 };

static struct {
	pthread_mutex_t lock; /* reading threads and the merging thread all update this */
	atomic_bool is_wanted;
	progress_measure *measure; /* or NULL */
	const struct settings *settings;
	pthread_t measurer;
	bool is_measured; /* by the measuring thread */
	uint64_t total;   /* 0: unknown, or not yet known */
	char file[MAX_NAME_BYTES]; /* the name of a file being searched, or the end of the name */
	uint64_t file_bytes;
	uint64_t bytes;
	uint64_t urls;
	struct timespec start;
	double shown_at; /* seconds since start */
	bool is_shown;
} progress = { .lock = PTHREAD_MUTEX_INITIALIZER };

void
progress_begin(uint64_t total, progress_measure *measure, const struct settings *settings)
{
	progress.measure = measure;
	progress.settings = settings;
	progress.is_measured = false;
	progress.total = total;
	progress.file_bytes = progress.bytes = progress.urls = 0;
	progress.shown_at = 0;
	progress.file[0] = '\0';
	clock_gettime(CLOCK_MONOTONIC, &progress.start);
	progress.is_wanted = true;
}

bool
progress_is_wanted(void)
{
	return progress.is_wanted;
}

void
progress_end(void)
{
	progress_clear_line();
	progress.is_wanted = false;
	if (progress.is_measured)
		pthread_join(progress.measurer, NULL);
}

/* Run the measuring thread. In a large tree, it may take as long as the concurrent search. */
static void *
measure(void *unused)
{
	uint64_t total = progress.measure(progress.settings);

	(void)unused;
	pthread_mutex_lock(&progress.lock);
	progress.total = total;
	pthread_mutex_unlock(&progress.lock);
	return NULL;
}

/* Print a size such as "12.3 MB". Return the number of columns. */
static int
print_size(uint64_t bytes)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	double value = (double)bytes;
	int i = 0;

	while (value >= 1000 && i < 4) {
		value /= 1000;
		i++;
	}
	return fprintf(stderr, i ? "%.1f %s" : "%.0f %s", value, units[i]);
}

/* Print the share that is done, and the time left. Return the number of columns. */
static int
print_share(double seconds)
{
	double share = (double)progress.file_bytes / (double)progress.total;
	long left;

	if (progress.total == 0 || progress.file_bytes == 0 || share > 1)
		return 0;
	left = (long)(seconds / share - seconds);
	return fprintf(stderr, ", %.0f %%, %ld:%02ld left", share * 100, left / 60,
	    left % 60);
}

/* Print as much of the end of the file's name as fits on the line after the used columns. Print
 * non-ASCII characters, whose width is unknown here, as question marks. */
static void
print_file(int used)
{
	int columns = terminal_columns(STDERR_FILENO);
	int len = 0, room = (columns ? columns : USUAL_COLUMNS) - used - 3;
	char name[MAX_NAME_BYTES];
	const char *at;

	for (at = progress.file; *at; at++)
		if (!utf8_is_continuation(*at))
			name[len++] = *at >= ' ' && *at < 0x7F ? *at : '?';
	if (len < room)
		room = len;
	if (len > 0 && (room == len || room >= MIN_NAME_COLUMNS))
		fprintf(stderr, "  %.*s", room, name + len - room);
}

/* Print the line in place of the previous one. */
static void
show_line(double now)
{
	int used;

	if (progress.shown_at == 0 && progress.measure)
		progress.is_measured = platform_start_thread(&progress.measurer, measure, NULL);
	progress.shown_at = now;
	progress.is_shown = true;
	fputs("\r\33[K", stderr);
	used = print_size(progress.bytes);
	used += print_share(now);
	used += fprintf(stderr, ", ");
	used += print_size((uint64_t)((double)progress.bytes / now));
	used += fprintf(stderr, "/s, %llu URLs", (unsigned long long)progress.urls);
	print_file(used);
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
progress_set_file(const char *path)
{
	size_t len = strlen(path) + 1;
	size_t begin = len > MAX_NAME_BYTES ? len - MAX_NAME_BYTES : 0;

	if (!progress.is_wanted)
		return;
	pthread_mutex_lock(&progress.lock);
	memcpy(progress.file, path + begin, len - begin);
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
