/* arena.h - many allocations that are all freed at once, in the caller's memory */
#ifndef UTIL_ARENA_H
#define UTIL_ARENA_H

#include <stddef.h>

#include "util/memory.h"

/* Initialize with zeros, then set memory. */
struct arena {
	const urlgrep_memory *memory;
	struct arena_block *blocks; /* the one being filled first */
};

/* Return size bytes, aligned for any type, that last until arena_clear; NULL without
 * memory. */
void *arena_allocate(struct arena *a, size_t size);
/* Return a NUL-terminated copy of text[0..len), or NULL. */
char *arena_copy(struct arena *a, const char *text, size_t len);

/* Free all allocations. A little memory is kept for the next ones. */
void arena_clear(struct arena *a);
/* Free all allocations, and that memory, too. */
void arena_free(struct arena *a);

#endif
