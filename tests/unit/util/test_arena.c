/* test_arena.c - allocations that are freed at once: alignment, reuse, no memory */
#include <stdalign.h>
#include <stdint.h>

#include "meter.h"
#include "tap.h"
#include "util/memory.h"

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
	struct meter meter = { 0 };
	const urlgrep_memory memory = { metered_allocate, metered_release, &meter };
	struct arena a = { &memory, NULL };
	const char *copy;
	long calls;

	ok(allocate_some(&a, 1000), "blocks of many sizes, aligned");
	copy = arena_copy(&a, "text and more", 4);
	ok(copy && strcmp(copy, "text") == 0, "a copy with a NUL");
	copy = arena_copy(&a, NULL, 0);
	ok(copy && *copy == '\0', "an empty copy");
	arena_clear(&a);
	ok(meter.alive == 1, "one block is kept");
	calls = meter.calls;
	arena_copy(&a, "text", 4);
	ok(meter.calls == calls, "and used again");
	meter.failing = meter.calls + 1;
	meter.is_final = true;
	ok(arena_allocate(&a, 100000) == NULL, "no memory for a large block");
	ok(arena_allocate(&a, SIZE_MAX) == NULL, "a size that overflows");
	while (arena_allocate(&a, 100))
		;
	ok(meter.alive == 1, "no memory for a second block");
	arena_free(&a);
	ok(meter.alive == 0, "all is freed");
	arena_free(&a);
	ok(a.blocks == NULL, "freed twice");
	return done_testing();
}
