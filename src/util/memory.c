/* memory.c - allocation through the functions that the caller gave */
#include "util/memory.h"

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

char *
memory_copy(const urlgrep_memory *memory, const char *text, size_t len)
{
	return memory_copy_text(memory_allocate(memory, len + 1), text, len);
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

void *
memory_double_array(const urlgrep_memory *memory, void *items, size_t *room,
    size_t item_size)
{
	size_t doubled = *room ? *room * 2 : 8;
	void *grown;

	if (doubled > SIZE_MAX / 2 / item_size)
		return NULL;
	grown = memory_grow(memory, items, *room * item_size, doubled * item_size);
	if (grown)
		*room = doubled;
	return grown;
}
