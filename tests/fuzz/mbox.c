/* mbox.c - an mbox read whole and in pieces: the same messages, each with its
 * bytes in the file, and no byte is lost between them; a reader
 * of a range finds the messages that begin in it */
#include "fuzz.h"

#include "mail/mbox.h"
#include "util/memory.h"

enum { LONGEST = 1024 * 1024, MOST = 4096 };

struct file {
	const char *text;
	size_t len, at, step;
};

static ssize_t
read_file(void *data, char *text, size_t size)
{
	struct file *f = data;
	size_t n = f->len - f->at;

	if (n > f->step)
		n = f->step;
	if (n > size)
		n = size;
	memcpy(text, f->text + f->at, n);
	f->at += n;
	return (ssize_t)n;
}

struct found {
	uint64_t offset, line, number;
	size_t len;
};

static uint64_t
lines_before(const char *text, size_t at)
{
	uint64_t line = 1;
	size_t i;

	for (i = 0; i < at; i++)
		line += text[i] == '\n';
	return line;
}

static size_t
read_all(const char *text, size_t len, size_t step, bool single,
    struct found *found)
{
	struct file f = { text, len, 0, step };
	struct mbox_range all = { .end = UINT64_MAX, .line = 1, .number = 1,
		.is_single = single, .count_lines = true };
	struct mbox *m = mbox_new(&memory_default);
	struct mbox_message message;
	size_t count = 0;
	uint64_t end = 0;

	mbox_open(m, (struct byte_stream){ read_file, &f }, &all);
	while (count < MOST && mbox_next(m, &message) == URLGREP_OK) {
		must(message.offset >= end);
		must(message.offset - end == 0 ||
		    (!single && memcmp(text + end, "From ", 5) == 0));
		must(message.offset + message.len <= len);
		must(memcmp(message.text, text + message.offset, message.len) == 0);
		if (count < 64)
			must(message.len == 0 ||
			    message.line == lines_before(text, message.offset));
		end = message.offset + message.len;
		found[count++] = (struct found){ message.offset, message.line,
			message.number, message.len };
	}
	must(mbox_error(m) == 0 && (count == MOST || end == len));
	mbox_free(m);
	return count;
}

static void
must_be_same(const struct found *a, const struct found *b, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		must(a[i].offset == b[i].offset && a[i].line == b[i].line &&
		    a[i].len == b[i].len && a[i].number == b[i].number);
}

/* ---- ranges --- */

static struct found front[MOST];

/* Read all messages of a file. Return how many there are; 0 if one has a Content-Length,
 * so that the file cannot be divided, or if there are too many. */
static size_t
read_front(const char *text, size_t len, size_t step)
{
	struct file f = { text, len, 0, step };
	struct mbox_range all = { .end = UINT64_MAX, .number = 1 };
	struct mbox *m = mbox_new(&memory_default);
	struct mbox_message message;
	size_t count = 0;

	mbox_open(m, (struct byte_stream){ read_file, &f }, &all);
	while (count < MOST && mbox_next(m, &message) == URLGREP_OK)
		front[count++] = (struct found){ .offset = message.offset,
			.len = message.len };
	if (count == MOST || mbox_has_lengths(m))
		count = 0;
	mbox_free(m);
	return count;
}

/* Check that a reader of the range finds those messages of the file whose "From " lines
 * begin in it. */
static void
check_range(const char *text, size_t len, size_t step, size_t count, uint64_t begin,
    uint64_t end)
{
	struct file f = { text, len, (size_t)begin - MBOX_CONTEXT_BYTES, step };
	struct mbox_range range = { .origin = begin - MBOX_CONTEXT_BYTES, .begin = begin,
		.end = end, .number = 1 };
	struct mbox *m = mbox_new(&memory_default);
	struct mbox_message message;
	size_t i;

	mbox_open(m, (struct byte_stream){ read_file, &f }, &range);
	for (i = 1; i < count; i++) {
		uint64_t line = front[i - 1].offset + front[i - 1].len;

		if (line < begin || line >= end)
			continue;
		must(mbox_next(m, &message) == URLGREP_OK);
		must(message.offset == front[i].offset && message.len == front[i].len);
		must(memcmp(message.text, text + message.offset, message.len) == 0);
	}
	must(mbox_next(m, &message) == URLGREP_END);
	mbox_free(m);
}

/* Check a range of the input, with some messages before it. */
static void
check_ranges(const char *input, size_t size, size_t step, unsigned choice)
{
	static const char first[] = "From a@b Tue Mar 14 10:12:00 1995\n\nx\n\n";
	enum { BEFORE = 16, LENGTH = sizeof(first) - 1 };
	size_t len = BEFORE * LENGTH + size, i, count;
	char *text = malloc(len);
	uint64_t begin, end;

	for (i = 0; i < BEFORE; i++)
		memcpy(text + i * LENGTH, first, LENGTH);
	if (size)
		memcpy(text + BEFORE * LENGTH, input, size);
	count = read_front(text, len, step);
	begin = LENGTH + (len - LENGTH) * (choice & 15) / 16;
	end = begin + (len - begin) * (choice >> 4) / 15;
	if (count > 0)
		check_range(text, len, step, count, begin, end);
	free(text);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct found whole[MOST], pieces[MOST];
	unsigned choice = take_choice(data, &size), where = take_choice(data, &size);
	bool single = choice & 1;
	size_t step = 1 + (choice >> 1) * (choice >> 1);
	char *text;
	size_t count;

	if (size > LONGEST)
		return 0;
	text = copied(data, size);
	count = read_all(text, size, LONGEST, single, whole);
	must(read_all(text, size, step, single, pieces) == count);
	must_be_same(whole, pieces, count);
	if (!single)
		check_ranges(text, size, step, where);
	free(text);
	return 0;
}
