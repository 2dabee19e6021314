/* memory.h - allocation through the functions that the caller gave */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

/* The number of elements of an array. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

extern const urlgrep_memory memory_default; /* malloc and free */

/* Return a new block, or NULL. */
static inline void *
memory_allocate(const urlgrep_memory *memory, size_t size)
{
	return memory->allocate(size, memory->data);
}

/* Free a block; NULL is allowed. */
static inline void
memory_release(const urlgrep_memory *memory, void *block)
{
	memory->release(block, memory->data);
}

/* Return a new block of zeros, or NULL. */
void *memory_allocate_zeroed(const urlgrep_memory *memory, size_t size);

/* Copy text[0..len) to block, which has room for it and a NUL. Returns block; NULL if block
 * is NULL. */
char *memory_copy_text(void *block, const char *text, size_t len);

/* Move the first `used` bytes of block into a new one of `size` bytes and free block.
 * Returns NULL, and keeps block, if there is no memory. */
void *memory_grow(const urlgrep_memory *memory, void *block, size_t used,
    size_t size);

/* ---- arenas: many allocations that are all freed at once --- */

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

/* ---- budgets: an allocator with a limit on its bytes --- */

struct memory_budget {
	urlgrep_memory memory; /* to allocate from; refers to the budget */
	const urlgrep_memory *beneath;
	size_t used, limit;    /* bytes */
	bool is_exceeded;      /* an allocation was refused; to be cleared by the user */
};

/* Make a budget, which must not be moved while anything is allocated from it. */
void memory_budget_init(struct memory_budget *b, const urlgrep_memory *beneath,
    size_t limit);

#endif
