/* meter.h - an allocator that counts, and fails on demand */
#ifndef METER_H
#define METER_H

#include <stdbool.h>
#include <stdlib.h>

#include "urlgrep.h"

struct meter {
	long failing;  /* number of the call that fails, from 1; 0: none */
	bool is_final; /* all later calls fail, too */
	long calls;    /* so far */
	long failed;   /* number of calls that failed */
	long alive;    /* blocks not yet freed */
	size_t bytes;  /* total allocated */
};

static inline void *
metered_allocate(size_t size, void *data)
{
	struct meter *m = data;

	m->calls++;
	if (m->failing && (m->calls == m->failing || (m->is_final && m->calls > m->failing))) {
		m->failed++;
		return NULL;
	}
	m->alive++;
	m->bytes += size;
	return malloc(size);
}

static inline void
metered_release(void *block, void *data)
{
	struct meter *m = data;

	m->alive -= block != NULL;
	free(block);
}

#endif
