/* test_arena.c - allocations that are freed at once: alignment, reuse, no memory */
#include <stdalign.h>
#include <stdint.h>

#include "tap.h"
#include "util/arena.h"

static long allocations, blocks, allocations_left = 1000000;

static void *
allocate_counted(size_t size, void *data)
{
	(void)data;
	if (allocations_left-- <= 0)
		return NULL;
	allocations++;
	blocks++;
	return malloc(size);
}

static void
release_counted(void *block, void *data)
{
	(void)data;
	blocks -= block != NULL;
	free(block);
}

static bool
is_aligned(const void *block)
{
	return (uintptr_t)block % alignof(max_align_t) == 0;
}

/* Allocate blocks of 1, 3, 9... bytes, and fill them. */
static bool
allocate_some(struct arena *a, size_t count)
{
	size_t size = 1, i;

	for (i = 0; i < count; i++, size = size > 20000 ? 1 : size * 3) {
		char *block = arena_allocate(a, size);

		if (block == NULL || !is_aligned(block))
			return false;
		memset(block, 'x', size);
	}
	return true;
}

int
main(void)
{
	const urlgrep_memory memory = { allocate_counted, release_counted, NULL };
	struct arena a = { &memory, NULL };
	const char *copy;
	long first;

	ok(allocate_some(&a, 1000), "blocks of many sizes, aligned");
	copy = arena_copy(&a, "text and more", 4);
	ok(copy && strcmp(copy, "text") == 0, "a copy with a NUL");
	copy = arena_copy(&a, NULL, 0);
	ok(copy && *copy == '\0', "an empty copy");
	arena_clear(&a);
	ok(blocks == 1, "one block is kept");
	first = allocations;
	arena_copy(&a, "text", 4);
	ok(allocations == first, "and used again");
	allocations_left = 0;
	ok(arena_allocate(&a, 100000) == NULL, "no memory for a large block");
	ok(arena_allocate(&a, SIZE_MAX) == NULL, "a size that overflows");
	while (arena_allocate(&a, 100))
		;
	ok(blocks == 1, "no memory for a second block");
	arena_free(&a);
	ok(blocks == 0, "all is freed");
	arena_free(&a);
	ok(a.blocks == NULL, "freed twice");
	return done_testing();
}
