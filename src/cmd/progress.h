/* progress.h - a line on standard error that shows the progress of a long run */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct settings;

/* Return the seconds that have passed since start. */
static inline double
seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	    (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* Return the total size of all files, or 0 if unknown; stop early when
 * progress_is_wanted() is false. */
typedef uint64_t progress_measure(const struct settings *settings);

/* Start showing progress on standard error. Before this and after progress_end(), the functions
 * below do nothing. total is the size of all files, or 0 if unknown: then measure, unless NULL, is
 * called in a separate thread once the line is shown; short runs never call it. */
void progress_begin(uint64_t total, progress_measure *measure, const struct settings *settings);
bool progress_is_wanted(void);
void progress_end(void);

/* Add the numbers of bytes read, decompressed and as stored on disk. Update the line if an update
 * is due; never in the first second. */
void progress_add(uint64_t bytes, uint64_t file_bytes);

/* Set the name of the file being searched. */
void progress_set_file(const char *path);

/* Set the number of URLs found so far. */
void progress_set_urls(uint64_t urls);

/* Clear the line before something else is written to the terminal. */
void progress_clear_line(void);

#endif
