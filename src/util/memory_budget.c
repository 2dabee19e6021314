/* memory_budget.c - an allocator that refuses to allocate more than so many bytes */
#include "util/memory_budget.h"

#include <stdalign.h>

/* Precedes each block. */
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
