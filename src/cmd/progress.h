/* progress.h - a line on standard error that says how far a long run is */
#ifndef CMD_PROGRESS_H
#define CMD_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct settings;

/* Return how long something takes that began at start. */
static inline double
seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	    (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

/* Returns the size of all files together, 0 if that cannot be known; early when
 * progress_is_wanted() is false. */
typedef uint64_t progress_measure(const struct settings *settings);

/* Show progress on standard error from now on. The functions below do nothing before that, and
 * after progress_end(). total is the size of all files together; or 0, and measure is NULL, or is
 * called in a thread of its own once the line is shown: short runs do without. */
void progress_begin(uint64_t total, progress_measure *measure, const struct settings *settings);
bool progress_is_wanted(void);
void progress_end(void);

/* Add numbers of bytes that were read: decompressed, and as they are on disk. Update the line if
 * it is due; never in the first second. */
void progress_add(uint64_t bytes, uint64_t file_bytes);

/* Set the name of a file that is searched now. */
void progress_set_file(const char *path);

/* Set the number of URLs found so far. */
void progress_set_urls(uint64_t urls);

/* Clear the line before something else is written to the terminal. */
void progress_clear_line(void);

#endif
