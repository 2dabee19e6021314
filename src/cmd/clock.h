/* clock.h - how long something takes */
#ifndef CMD_CLOCK_H
#define CMD_CLOCK_H

#include <time.h>

static inline double
seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - start->tv_sec) +
	    (double)(now.tv_nsec - start->tv_nsec) / 1e9;
}

#endif
