/* test_memory.c - allocation through the caller's functions: copies, growing arrays, a budget;
 * blocks of an arena, at the edges of their sizes; string buffers */
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "meter.h"
#include "tap.h"
#include "util/memory.h"
#include "util/strbuf.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

/* Make the next allocation fail. */
static void
fail_next(void)
{
	meter.calls = 0;
	meter.failing = 1;
}

static void
test_copies(void)
{
	char *text = memory_copy_text(memory_allocate(&counted, 4), "a\0b", 3);
	char room[4] = "xxx";
	unsigned char *zeros = memory_allocate_zeroed(&counted, 1000);
	size_t i, sum = 0;

	for (i = 0; i < 1000; i++)
		sum += zeros[i];
	ok(sum == 0, "zeros");
	memory_release(&counted, zeros);
	ok(text && memcmp(text, "a\0b\0", 4) == 0, "a copy ends with NUL");
	memory_release(&counted, text);
	ok(memory_copy_text(room, "ab", 2) == room && strcmp(room, "ab") == 0 && room[3] == '\0' &&
	    memory_copy_text(room, NULL, 0) == room && *room == '\0' &&
	    memory_copy_text(NULL, "ab", 2) == NULL, "copies into a block, or none");
	fail_next();
	ok(memory_allocate_zeroed(&counted, 1) == NULL, "no memory for zeros");
	meter.failing = 0;
	ok(meter.alive == 0, "all is freed");
}

static void
test_budget(void)
{
	struct memory_budget b;
	void *first, *second;

	memory_budget_init(&b, &counted, 100);
	ok(memory_allocate(&b.memory, 101) == NULL && b.is_exceeded && b.used == 0,
	    "more than the budget");
	memory_budget_init(&b, &counted, 100);
	first = memory_allocate(&b.memory, 60);
	ok(first && (uintptr_t)first % alignof(max_align_t) == 0 && b.used == 60 && !b.is_exceeded,
	    "a part of it");
	ok(memory_allocate(&b.memory, 41) == NULL && b.is_exceeded && b.used == 60, "more than is left");
	b.is_exceeded = false;
	second = memory_allocate(&b.memory, 40);
	ok(second && b.used == 100 && !b.is_exceeded, "all that is left");
	ok(memory_allocate(&b.memory, 1) == NULL && b.is_exceeded, "nothing is left");
	memset(first, 1, 60);
	memset(second, 2, 40);
	memory_release(&b.memory, first);
	ok(b.used == 40, "freed memory may be used again");
	b.is_exceeded = false;
	fail_next();
	ok(memory_allocate(&b.memory, 10) == NULL && !b.is_exceeded && b.used == 40,
	    "a failing allocator does not exceed the budget");
	meter.failing = 0;
	first = memory_allocate(&b.memory, 0);
	ok(first && b.used == 40, "nothing");
	memory_release(&b.memory, first);
	memory_release(&b.memory, second);
	memory_release(&b.memory, NULL);
	ok(b.used == 0 && meter.alive == 0, "all is freed");
}

/* Allocations of up to 1024 bytes share blocks of 4096 bytes. */
static void
test_arena(void)
{
	enum { UNIT = alignof(max_align_t) };
	struct arena a = { .memory = &counted };
	char *at, *next;
	unsigned i;

	at = arena_allocate(&a, 1);
	next = arena_allocate(&a, UNIT);
	ok(at && next == at + UNIT && arena_allocate(&a, UNIT + 1) == next + UNIT &&
	    arena_allocate(&a, UNIT) == next + 3 * UNIT && meter.alive == 1 &&
	    (uintptr_t)at % UNIT == 0, "small ones share a block");
	at = arena_allocate(&a, 1025);
	ok(at && meter.alive == 2, "1025 bytes have one of their own");
	ok(arena_allocate(&a, UNIT) == next + 4 * UNIT && meter.alive == 2,
	    "... after which the first is used further");
	ok(arena_allocate(&a, 1024) == next + 5 * UNIT && meter.alive == 2, "1024 bytes share it");
	ok(arena_allocate(&a, 1024) && arena_allocate(&a, 1024) && meter.alive == 2,
	    "... until it is full");
	ok(arena_allocate(&a, 1024) && meter.alive == 3, "then there is another");
	arena_clear(&a);
	ok(meter.alive == 1, "one block is kept");
	next = NULL;
	for (i = 0; i < 4096 / UNIT; i++) {
		at = arena_allocate(&a, UNIT);
		next = next ? next : at;
	}
	ok(meter.alive == 1 && at == next + 4096 - UNIT, "it holds 4096 bytes");
	ok(arena_allocate(&a, 1) && meter.alive == 2, "and no more");
	arena_free(&a);
	ok(meter.alive == 0 && a.blocks == NULL, "all is freed");
	at = arena_allocate(&a, 5000);
	ok(at && meter.alive == 1, "a large one first");
	memset(at, 1, 5000);
	arena_clear(&a);
	ok(meter.alive == 0, "it is not kept");
	ok(arena_allocate(&a, SIZE_MAX) == NULL && arena_allocate(&a, SIZE_MAX - 8) == NULL &&
	    meter.alive == 0, "more than there can be");
	fail_next();
	ok(arena_allocate(&a, 10) == NULL && a.blocks == NULL, "no memory");
	fail_next();
	ok(arena_allocate(&a, 10000) == NULL && a.blocks == NULL, "... for a large one");
	fail_next();
	ok(arena_copy(&a, "x", 1) == NULL, "... for a copy");
	meter.failing = 0;
	at = arena_copy(&a, "abc", 2);
	ok(at && strcmp(at, "ab") == 0, "a copy");
	arena_free(&a);
	ok(meter.alive == 0, "all is freed");
}

/* ---- string buffers --- */

static bool
holds(const struct strbuf *b, const char *text)
{
	return bytes_are(b->at, b->len, text) && !b->failed;
}

static void
test_strbuf(void)
{
	struct strbuf b = { .memory = &counted };
	char long_text[1001] = "";
	long calls;
	int c;

	strbuf_append(&b, "x", 0);
	ok(b.at == NULL && b.len == 0, "nothing is appended");
	strbuf_append(&b, "one two", 3);
	strbuf_append_string(&b, " and ");
	strbuf_append_escaped(&b, '\xAF');
	strbuf_append_escaped(&b, '\0');
	strbuf_append_escaped(&b, '9');
	ok(holds(&b, "one and %AF%00%39"), "appended texts and escapes");
	strbuf_clear(&b);
	for (c = 0; c < 256; c++)
		strbuf_append_escaped(&b, (char)c);
	for (c = 0; c < 256; c++) {
		char wanted[4];

		snprintf(wanted, sizeof(wanted), "%%%02X", c);
		if (memcmp(b.at + 3 * c, wanted, 3) != 0)
			break;
	}
	ok(c == 256, "every byte is escaped");

	calls = meter.calls;
	strbuf_clear(&b);
	strbuf_append_string(&b, "again");
	ok(holds(&b, "again") && meter.calls == calls, "cleared, with its memory");
	memset(long_text, 'a', 1000);
	strbuf_append_string(&b, long_text);
	ok(b.len == 1005 && memcmp(b.at, "againaaa", 8) == 0 && b.at[1004] == 'a' &&
	    b.size >= 1005, "grown");
	ok(strbuf_reserve(&b, b.size - b.len) && meter.alive == 1, "one block is alive");
	calls = meter.calls;
	b.len = b.size - 5;
	ok(strbuf_reserve(&b, 5) && meter.calls == calls, "all room is used");
	ok(strbuf_reserve(&b, 6) && meter.calls == calls + 1, "one byte more than there is room");

	meter.failing = meter.calls + 1;
	ok(!strbuf_reserve(&b, b.size) && b.failed, "no memory is reported");
	ok(!strbuf_reserve(&b, 1), "and stays so");
	b.len = b.size - 9;
	strbuf_append(&b, long_text, 10);
	ok(b.len == b.size - 9, "nothing is appended to a buffer that failed");
	strbuf_clear(&b);
	ok(!b.failed && strbuf_reserve(&b, 1), "until it is cleared");
	strbuf_free(&b);
	ok(meter.alive == 0 && b.at == NULL && b.size == 0 && b.len == 0, "freed");
	strbuf_append_string(&b, "x");
	ok(holds(&b, "x"), "used after it was freed");
	strbuf_free(&b);
	b = (struct strbuf){ 0 };
	strbuf_free(&b);
	ok(meter.alive == 0, "freed without memory functions");
}

/* Append bytes, and text formatted as by printf, also at the end of the buffer's memory. */
static void
test_printf(void)
{
	struct strbuf b = { .memory = &counted };
	size_t len, room;
	bool good = true;

	ok(strbuf_printf(&b, "%s", "") == 0 && b.len == 0, "printf of nothing");
	ok(strbuf_printf(&b, "%d, %s", 17, "a") == 5 && holds(&b, "17, a"), "printf");
	strbuf_append_byte(&b, '.');
	strbuf_append_byte(&b, '\0');
	ok(b.len == 7 && memcmp(b.at, "17, a.", 7) == 0, "bytes");
	for (room = 0; room < 20; room++) {
		strbuf_clear(&b);
		b.len = b.size - room;
		len = b.len;
		good &= strbuf_printf(&b, "%10d", 12345) == 10 && b.len == len + 10 &&
		    memcmp(b.at + len, "     12345", 10) == 0;
	}
	ok(good, "printf where there is little room");
	b.len = b.size;
	meter.failing = meter.calls + 1;
	strbuf_append_byte(&b, 'x');
	ok(b.failed && b.len == b.size && strbuf_printf(&b, "x") == 0 && b.len == b.size,
	    "a byte and printf without memory");
	strbuf_free(&b);
}

int
main(void)
{
	test_copies();
	test_budget();
	test_arena();
	meter = (struct meter){ 0 };
	test_strbuf();
	test_printf();
	ok(meter.alive == 0, "all is freed");
	return done_testing();
}
