/* test_read_ahead.c - streams that a thread reads ahead: every length and size of reads, the
 * end, errors, stopping in the middle, out of memory */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "input/input.h"
#include "meter.h"
#include "tap.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

/* A stream of `len` bytes, read at most `most` at a time; then reads return `last`. */
struct numbers {
	size_t at, len, most;
	ssize_t last;
	unsigned reads; /* that returned bytes */
	unsigned ends;  /* that did not */
};

static char
number_at(size_t at)
{
	return (char)(at * 2654435761u >> 13);
}

static ssize_t
read_numbers(void *data, char *buffer, size_t size)
{
	struct numbers *s = data;
	size_t n = s->len - s->at, i;

	s->ends += n == 0;
	if (n == 0)
		return s->last;
	if (n > s->most)
		n = s->most;
	if (n > size)
		n = size;
	for (i = 0; i < n; i++)
		buffer[i] = number_at(s->at + i);
	s->at += n;
	s->reads++;
	return (ssize_t)n;
}

/* Take all bytes in reads of `size`. Return their number, or SIZE_MAX if a byte is wrong. Set
 * *last to the last result. */
static size_t
take_all(struct read_ahead *a, size_t size, ssize_t *last)
{
	char *buffer = malloc(size);
	size_t count = 0;
	ssize_t n, i;

	while ((n = read_ahead_read(a, buffer, size)) > 0)
		for (i = 0; i < n && count != SIZE_MAX; i++)
			count = buffer[i] == number_at(count) ? count + 1 : SIZE_MAX;
	*last = n;
	free(buffer);
	return count;
}

static void
check_stream(struct read_ahead *a, struct numbers s, size_t size)
{
	struct byte_stream stream = { .read = read_numbers, .data = &s };
	ssize_t last = 1;
	bool is_started = read_ahead_start(a, stream) && read_ahead_is_on(a);
	size_t count = is_started ? take_all(a, size, &last) : 0;

	ok(is_started && count == s.len && last == s.last && s.ends == 1 && !read_ahead_is_on(a),
	    "%zu bytes in reads of %zu, taken by %zu, ended by %d", s.len, s.most, size,
	    (int)s.last);
}

static void
check_streams(struct read_ahead *a)
{
	static const size_t lens[] = { 0, 1, 262143, 262144, 262145, 786432, 3000001 };
	static const size_t sizes[] = { 1000, 262144, 1000000 };
	size_t k;

	FOR_EACH(len, lens)
		for (k = 0; k < 3; k++) {
			check_stream(a, (struct numbers){ 0, *len, 1 << 30, 0, 0, 0 }, sizes[k]);
			check_stream(a, (struct numbers){ 0, *len, 65537, -1, 0, 0 }, sizes[k]);
		}
}

/* The thread reads only as far ahead as it has buffers, not the whole stream. */
static void
check_stop(struct read_ahead *a)
{
	struct numbers s = { 0, SIZE_MAX, 1 << 30, 0, 0, 0 };
	struct byte_stream stream = { .read = read_numbers, .data = &s };
	char buffer[10];
	bool is_read = read_ahead_start(a, stream) &&
	    read_ahead_read(a, buffer, sizeof(buffer)) == sizeof(buffer);

	read_ahead_stop(a);
	ok(is_read && !read_ahead_is_on(a) && s.reads >= 1 && s.reads <= 4,
	    "stopped after 10 bytes: %u reads", s.reads);
	read_ahead_stop(a);
	read_ahead_stop(NULL);
	ok(!read_ahead_is_on(NULL), "none is not on");
	check_stream(a, (struct numbers){ 0, 500000, 1000, 0, 0, 0 }, 4096);
	ok(read_ahead_start(a, stream), "left on");
}

static void *
allocate_some(size_t size, void *data)
{
	int *left = data;

	return (*left)-- > 0 ? malloc(size) : NULL;
}

static void
release(void *block, void *data)
{
	(void)data;
	free(block);
}

static void
check_no_memory(void)
{
	int left = 0;
	urlgrep_memory memory = { allocate_some, release, &left };

	ok(read_ahead_new(&memory) == NULL, "no memory for a reader");
	read_ahead_free(NULL);
}

int
main(void)
{
	struct read_ahead *a = read_ahead_new(&counted);

	check_streams(a);
	check_stop(a);
	read_ahead_free(a);
	check_no_memory();
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
