/* test_range.c - a range of a source: which bytes are read, in which pieces, and how many of them
 * count */
#include "input/input.h"
#include "tap.h"

enum { SOURCE_BYTES = 200000, MAX_BYTES_AFTER_END = 32 * 1024 };

/* A source whose reads return at most `most` bytes. */
struct numbers {
	size_t most;
	uint64_t asked; /* requested by the last read */
	uint64_t reads;
};

static char
number_at(uint64_t at)
{
	return (char)(at * 2654435761u >> 13);
}

static ssize_t
read_numbers(void *data, char *buffer, size_t size, uint64_t offset)
{
	struct numbers *n = data;
	size_t i;

	n->asked = size;
	n->reads++;
	if (size > n->most)
		size = n->most;
	for (i = 0; i < size && offset + i < SOURCE_BYTES; i++)
		buffer[i] = number_at(offset + i);
	return (ssize_t)i;
}

static uint64_t
least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Return how many of the bytes from `origin` to `at` are in the range. */
static uint64_t
count_bytes(uint64_t origin, uint64_t at, uint64_t begin, uint64_t end)
{
	uint64_t count = 0;

	for (; origin < at; origin++)
		count += origin >= begin && origin < end;
	return count;
}

/* ---- reading --- */

static const struct {
	uint64_t origin, begin, end;
	size_t size, most; /* of a read; the most that the source returns */
} ranges[] = {
	{ 0, 0, SOURCE_BYTES, 65536, 65536 },
	{ 0, 0, 100000, 65536, 65536 },
	{ 0, 0, 100000, 65536, 999 },
	{ 0, 0, 65536, 65536, 65536 },
	{ 0, 0, 65537, 65536, 65536 },
	{ 5000, 7000, 100000, 65536, 65536 },
	{ 5000, 7000, 100000, 1000, 65536 },
	{ 5000, 7000, 7001, 65536, 65536 },
	{ 5000, 7000, 7000, 65536, 65536 },
	{ 6999, 7000, 7001, 1, 1 },
	{ 199000, 199999, SOURCE_BYTES + 5000, 65536, 65536 },
	{ 199000, SOURCE_BYTES, SOURCE_BYTES + 5000, 65536, 65536 },
};

/* Read a stream to its end, and check it after each read. */
static void
check_range(size_t row)
{
	static char buffer[65536];
	uint64_t begin = ranges[row].begin, end = ranges[row].end, at = ranges[row].origin;
	const urlgrep_mail_range range = { .begin = begin, .end = end };
	struct numbers numbers = { .most = ranges[row].most };
	urlgrep_mail_source source = { .read = read_numbers, .data = &numbers };
	struct archive_reader *r = archive_reader_new(&memory_default);
	bool is_right, counts = true, asks = true;
	ssize_t n;

	is_right = archive_reader_open_range(r, source, &range, begin - at) == at;
	while ((n = archive_reader_read(r, buffer, ranges[row].size)) > 0) {
		uint64_t wanted = at < end ? end - at : MAX_BYTES_AFTER_END;
		ssize_t i;

		asks = asks && numbers.asked == least(wanted, ranges[row].size);
		for (i = 0; i < n; i++, at++)
			is_right = is_right && buffer[i] == number_at(at);
		/* skip this after most of very many reads, since it counts everything again */
		if (n > 1 || numbers.reads < 10)
			counts = counts && archive_reader_state(r)->bytes_read ==
			    count_bytes(ranges[row].origin, at, begin, end);
	}
	ok(is_right && n == 0 && at == SOURCE_BYTES, "range %zu: its bytes, and those after it",
	    row);
	ok(asks, "range %zu: no read crosses the end; those after it are short", row);
	ok(counts, "range %zu: its bytes are counted", row);
	archive_reader_free(r);
}

int
main(void)
{
	size_t i;

	for (i = 0; i < COUNT(ranges); i++)
		check_range(i);
	return done_testing();
}
