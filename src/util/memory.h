/* memory.h - allocation with the caller's functions */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

/* The number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

extern const urlgrep_memory memory_default; /* uses malloc() and free() */

static inline void *
memory_allocate(const urlgrep_memory *memory, size_t size)
{
	return memory->allocate(size, memory->data);
}

static inline void
memory_release(const urlgrep_memory *memory, void *block)
{
	memory->release(block, memory->data);
}

void *memory_allocate_zeroed(const urlgrep_memory *memory, size_t size);

/* Copy text[0..len) to block, which has room for it and a NUL. Return block, which may be NULL. */
char *memory_copy_text(void *block, const char *text, size_t len);

/* Move the first `used` bytes of block into a new block of `size` bytes and free the old one.
 * Return NULL, and keeps the old block, if memory runs out. */
void *memory_grow(const urlgrep_memory *memory, void *block, size_t used,
    size_t size);

/* ---- arenas: many allocations that are freed at once --- */

/* Initialize with zeros, then set memory. */
struct arena {
	const urlgrep_memory *memory;
	struct arena_block *blocks; /* the block being filled comes first */
};

/* Return size bytes that are aligned for any type and valid until arena_clear(), or NULL. */
void *arena_allocate(struct arena *a, size_t size);
/* Return a NUL-terminated copy of text[0..len), or NULL. */
char *arena_copy(struct arena *a, const char *text, size_t len);

/* Free all allocations, but keep one block for the next ones. */
void arena_clear(struct arena *a);
/* Free all allocations and that block. */
void arena_free(struct arena *a);

/* ---- budgets: an allocator with a limit on its bytes --- */

struct memory_budget {
	urlgrep_memory memory; /* allocates from the budget and refers to it */
	const urlgrep_memory *beneath;
	size_t used, limit;    /* bytes */
	bool is_exceeded;      /* an allocation was refused; the user may clear it */
};

/* Initialize a budget, which must not move while anything is allocated from it. */
void memory_budget_init(struct memory_budget *b, const urlgrep_memory *beneath,
    size_t limit);

#endif
