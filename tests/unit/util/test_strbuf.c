/* test_strbuf.c - buffers and arrays that grow, copies, and a budget of memory: their content
 * stays, sizes are as documented, and a failed allocation is reported */
#include <stdint.h>

#include "meter.h"
#include "tap.h"
#include "util/memory.h"
#include "util/strbuf.h"

static struct meter meter;
static const urlgrep_memory memory = { metered_allocate, metered_release, &meter };

static bool
holds(const struct strbuf *b, const char *text)
{
	return b->len == strlen(text) && memcmp(b->at, text, b->len) == 0 && !b->failed;
}

static void
check_strbuf(void)
{
	struct strbuf b = { .memory = &memory };
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

/* Text as printf writes it, at the end of the buffer's memory too, and bytes. */
static void
check_printf(void)
{
	struct strbuf b = { .memory = &memory };
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

static void
check_arrays(void)
{
	size_t room = 0, full;
	int *items = memory_double_array(&memory, NULL, &room, sizeof(*items));

	ok(items && room == 8, "an array has room for 8");
	items[0] = 17;
	items[7] = 38;
	items = memory_double_array(&memory, items, &room, sizeof(*items));
	ok(items && room == 16 && items[0] == 17 && items[7] == 38 && meter.alive == 1,
	    "it has room for twice as many");
	meter.failing = meter.calls + 1;
	ok(memory_double_array(&memory, items, &room, sizeof(*items)) == NULL && room == 16 &&
	    items[7] == 38 && meter.alive == 1, "without memory it is kept");
	full = SIZE_MAX / 4;
	ok(memory_double_array(&memory, items, &full, 2) == NULL && full == SIZE_MAX / 4,
	    "a size that overflows");
	memory_release(&memory, items);
}

static void
check_budget(void)
{
	struct memory_budget b;
	void *first, *second, *third;

	memory_budget_init(&b, &memory, 100);
	ok(memory_allocate(&b.memory, 101) == NULL && b.is_exceeded && b.used == 0,
	    "more than the budget");
	b.is_exceeded = false;
	first = memory_allocate(&b.memory, 60);
	second = memory_allocate(&b.memory, 40);
	ok(first && second && b.used == 100 && !b.is_exceeded, "all of it in two blocks");
	memset(first, 'x', 60);
	memset(second, 'x', 40);
	third = memory_allocate(&b.memory, 1);
	ok(third == NULL && b.is_exceeded, "one byte more");
	memory_release(&b.memory, first);
	ok(b.used == 40, "a block is given back");
	b.is_exceeded = false;
	third = memory_allocate(&b.memory, 61);
	ok(third == NULL && b.is_exceeded && b.used == 40, "more than is left");
	b.is_exceeded = false;
	meter.failing = meter.calls + 1;
	third = memory_allocate(&b.memory, 60);
	ok(third == NULL && !b.is_exceeded && b.used == 40, "the system has no memory");
	memory_release(&b.memory, NULL);
	memory_release(&b.memory, second);
	ok(b.used == 0 && meter.alive == 0, "all is given back");
}

int
main(void)
{
	check_strbuf();
	check_printf();
	check_arrays();
	check_budget();
	ok(meter.alive == 0, "all is freed");
	return done_testing();
}
