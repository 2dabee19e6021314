/* test_line_count.c - line_count against a loop over the bytes */
#include <stdint.h>

#include "util/line_count.h"
#include "tap.h"

enum { ROOM = 9000 };

static uint64_t
count_plainly(const char *text, size_t len)
{
	uint64_t lines = 0;

	while (len-- > 0)
		lines += text[len] == '\n';
	return lines;
}

/* Count ranges of every alignment and length. */
static void
check(const char *text, const char *what)
{
	size_t begin, end;
	bool good = true;

	for (begin = 0; begin < 20; begin++)
		for (end = begin; end < ROOM; end += end < 600 ? 1 : 997)
			good &= line_count(text + begin, end - begin) ==
			    count_plainly(text + begin, end - begin);
	ok(good, "%s", what);
}

int
main(void)
{
	static char text[ROOM];
	uint32_t random = 1738;
	size_t i;

	check(text, "only NUL");
	memset(text, '\n', sizeof(text));
	check(text, "only line feeds");
	for (i = 0; i < ROOM; i++) {
		random = random * 1664525u + 1013904223u;
		text[i] = (char)(random >> 24);
	}
	check(text, "all bytes");
	for (i = 0; i < ROOM; i++)
		text[i] = "\n\v\t\x8A\x0B\x0A\x09\xFF"[i * 7 % 8];
	check(text, "bytes that differ from a line feed in one bit");
	return done_testing();
}
