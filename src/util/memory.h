/* memory.h - allocation through the functions that the caller gave */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stddef.h>

#include "urlgrep.h"

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

/* Return a NUL-terminated copy of text[0..len), or NULL. */
char *memory_copy(const urlgrep_memory *memory, const char *text, size_t len);

/* Move the first `used` bytes of block into a new one of `size` bytes and free block.
 * Returns NULL, and keeps block, if there is no memory. */
void *memory_grow(const urlgrep_memory *memory, void *block, size_t used,
    size_t size);

/* Move a full array of *room items into a new one that has room for twice as many (at
 * least 8), and free the old one. Returns the new one and sets *room; NULL, and keeps
 * the array, if there is no memory. */
void *memory_double_array(const urlgrep_memory *memory, void *items, size_t *room,
    size_t item_size);

#endif
