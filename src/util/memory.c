/* memory.c - allocation with the caller's functions */
#include "util/memory.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void *
allocate_default(size_t size, void *data)
{
	(void)data;
	return malloc(size);
}

static void
release_default(void *block, void *data)
{
	(void)data;
	free(block);
}

const urlgrep_memory memory_default = { allocate_default, release_default,
	NULL };

void *
memory_allocate_zeroed(const urlgrep_memory *memory, size_t size)
{
	void *block = memory_allocate(memory, size);

	if (block)
		memset(block, 0, size);
	return block;
}

char *
memory_copy_text(void *block, const char *text, size_t len)
{
	char *copy = block;

	if (copy == NULL)
		return NULL;
	if (len)
		memcpy(copy, text, len);
	copy[len] = '\0';
	return copy;
}

void *
memory_grow(const urlgrep_memory *memory, void *block, size_t used, size_t size)
{
	void *grown = memory_allocate(memory, size);

	if (grown == NULL)
		return NULL;
	if (used)
		memcpy(grown, block, used);
	memory_release(memory, block);
	return grown;
}

/* ---- arenas --- */

/* Small allocations share blocks of this size; a larger one has a block of its own. */
enum { BLOCK_BYTES = 4096, MAX_SHARED_BYTES = BLOCK_BYTES / 4 };

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	alignas(max_align_t) char bytes[];
};

/* Large blocks go after the first, which may have room left. */
void *
arena_allocate(struct arena *a, size_t size)
{
	const size_t alignment = alignof(max_align_t);
	bool is_large = size > MAX_SHARED_BYTES;
	struct arena_block *b = a->blocks;
	void *block;

	if (!is_large)
		size = (size + alignment - 1) / alignment * alignment;
	if (is_large || b == NULL || b->size - b->used < size) {
		struct arena_block **place = is_large && b ? &b->next : &a->blocks;
		size_t room = is_large ? size : BLOCK_BYTES;

		b = room > SIZE_MAX - sizeof(*b) ? NULL :
		    memory_allocate(a->memory, sizeof(*b) + room);
		if (b == NULL)
			return NULL;
		*b = (struct arena_block){ .next = *place, .size = room };
		*place = b;
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

/* ---- budgets --- */

/* The header before each block. */
struct block_header {
	alignas(max_align_t) size_t size;
};

static void *
allocate_in_budget(size_t size, void *budget)
{
	struct memory_budget *b = budget;
	struct block_header *header;

	if (size > b->limit || b->used > b->limit - size) {
		b->is_exceeded = true;
		return NULL;
	}
	header = memory_allocate(b->beneath, sizeof(*header) + size);
	if (header == NULL)
		return NULL;
	header->size = size;
	b->used += size;
	return header + 1;
}

static void
release_in_budget(void *block, void *budget)
{
	struct memory_budget *b = budget;
	struct block_header *header = block;

	if (block == NULL)
		return;
	header--;
	b->used -= header->size;
	memory_release(b->beneath, header);
}

void
memory_budget_init(struct memory_budget *b, const urlgrep_memory *beneath, size_t limit)
{
	*b = (struct memory_budget){ .memory = { allocate_in_budget, release_in_budget, b },
		.beneath = beneath, .limit = limit };
}
