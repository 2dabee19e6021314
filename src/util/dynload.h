/* dynload.h - a library that is loaded when it is needed first */
#ifndef UTIL_DYNLOAD_H
#define UTIL_DYNLOAD_H

/* All zeros: nothing was asked for. */
struct late {
	void *library;
	const char *missing; /* why something that was asked for is not there, or NULL */
	char why[256];
};

void late_open(struct late *l, const char *name);

/* A function of it; NULL: it, or the library, is missing. */
void *late_find(struct late *l, const char *function);

#endif
