/* allocator.h - memory for urlgrep_memory that fails after so many allocations, and counts */
#ifndef ALLOCATOR_H
#define ALLOCATOR_H

#include <stddef.h>
#include <stdlib.h>

struct allocator {
	size_t left; /* allocations that succeed */
	size_t live; /* blocks that were not released */
};

static inline void *
allocate_some(size_t size, void *data)
{
	struct allocator *a = data;

	if (a->left == 0)
		return NULL;
	a->left--;
	a->live++;
	return malloc(size);
}

static inline void
release_some(void *block, void *data)
{
	struct allocator *a = data;

	a->live -= block != NULL;
	free(block);
}

#endif
