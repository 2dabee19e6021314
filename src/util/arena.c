/* arena.c - many allocations that are all freed at once, in the caller's memory */
#include "util/arena.h"

#include <stdalign.h>
#include <stdint.h>

/* Small allocations share blocks of this size; a larger one has a block of its own. */
enum { BLOCK_BYTES = 4096, MAX_SHARED_BYTES = BLOCK_BYTES / 4 };

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	alignas(max_align_t) char bytes[];
};

static struct arena_block *
new_block(struct arena *a, size_t size)
{
	struct arena_block *b;

	if (size > SIZE_MAX - sizeof(*b))
		return NULL;
	b = memory_allocate(a->memory, sizeof(*b) + size);
	if (b)
		*b = (struct arena_block){ .size = size };
	return b;
}

/* Large blocks go after the first, which may have room left. */
static void *
allocate_large(struct arena *a, size_t size)
{
	struct arena_block *b = new_block(a, size);

	if (b == NULL)
		return NULL;
	b->used = size;
	if (a->blocks) {
		b->next = a->blocks->next;
		a->blocks->next = b;
	} else {
		a->blocks = b;
	}
	return b->bytes;
}

void *
arena_allocate(struct arena *a, size_t size)
{
	const size_t alignment = alignof(max_align_t);
	struct arena_block *b = a->blocks;
	void *block;

	if (size > MAX_SHARED_BYTES)
		return allocate_large(a, size);
	size = (size + alignment - 1) / alignment * alignment;
	if (b == NULL || b->size - b->used < size) {
		b = new_block(a, BLOCK_BYTES);
		if (b == NULL)
			return NULL;
		b->next = a->blocks;
		a->blocks = b;
	}
	block = b->bytes + b->used;
	b->used += size;
	return block;
}

char *
arena_copy(struct arena *a, const char *text, size_t len)
{
	return memory_copy_text(arena_allocate(a, len + 1), text, len);
}

void
arena_clear(struct arena *a)
{
	struct arena_block *kept = NULL, *b, *next;

	for (b = a->blocks; b; b = next) {
		next = b->next;
		if (kept == NULL && b->size == BLOCK_BYTES) {
			kept = b;
			kept->next = NULL;
			kept->used = 0;
		} else {
			memory_release(a->memory, b);
		}
	}
	a->blocks = kept;
}

void
arena_free(struct arena *a)
{
	arena_clear(a);
	if (a->blocks)
		memory_release(a->memory, a->blocks);
	a->blocks = NULL;
}
