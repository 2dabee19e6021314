/* progress.c - how far a long run is: a line on standard error that renews itself */
#include "cmd/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct progress {
	uint64_t total;
	uint64_t passed; /* of the files, as they are on disk */
	uint64_t octets;
	struct timespec began;
	double shown_at; /* seconds since began */
	bool shown;
};

static double
seconds_since(const struct timespec *began)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - began->tv_sec) +
	    (double)(now.tv_nsec - began->tv_nsec) / 1e9;
}

struct progress *
progress_new(enum when when, uint64_t total)
{
	struct progress *p;

	if (when == NEVER || (when == AUTO && !isatty(STDERR_FILENO)))
		return NULL;
	p = calloc(1, sizeof(*p));
	if (p == NULL)
		return NULL;
	p->total = total;
	clock_gettime(CLOCK_MONOTONIC, &p->began);
	return p;
}

void
progress_free(struct progress *p)
{
	progress_hide(p);
	free(p);
}

/* 12.3 MB */
static void
show_octets(uint64_t octets)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB" };
	double value = (double)octets;
	int i = 0;

	while (value >= 1000 && i < 4) {
		value /= 1000;
		i++;
	}
	fprintf(stderr, i ? "%.1f %s" : "%.0f %s", value, units[i]);
}

/* The share that is done, and what is left at this speed. */
static void
show_share(const struct progress *p, double seconds)
{
	double share = (double)p->passed / (double)p->total;
	long left;

	if (p->total == 0 || p->passed == 0 || share > 1)
		return;
	left = (long)(seconds / share - seconds);
	fprintf(stderr, ", %.0f %%, %ld:%02ld left", share * 100, left / 60,
	    left % 60);
}

void
progress_read(struct progress *p, uint64_t octets, uint64_t passed,
    uint64_t urls)
{
	double now;

	if (p == NULL)
		return;
	p->octets += octets;
	p->passed += passed;
	now = seconds_since(&p->began);
	if (now < 1 || now < p->shown_at + 0.2)
		return;
	p->shown_at = now;
	p->shown = true;
	fputs("\r\33[K", stderr);
	show_octets(p->octets);
	show_share(p, now);
	fputs(", ", stderr);
	show_octets((uint64_t)((double)p->octets / now));
	fprintf(stderr, "/s, %llu URLs", (unsigned long long)urls);
	fflush(stderr);
}

void
progress_hide(struct progress *p)
{
	if (p == NULL || !p->shown)
		return;
	fputs("\r\33[K", stderr);
	fflush(stderr);
	p->shown = false;
}
