/* mbox.c - an mbox read whole and in pieces: the same messages, each as it stands
 * in the file, all bytes between them accounted for; and entered anywhere, the same
 * from there on */
#include "fuzz.h"

#include "input/file_type.h"
#include "mail/mbox.h"

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
	uint64_t offset, line;
	size_t len;
	unsigned number;
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
	struct mbox *m = mbox_new((struct reader){ read_file, &f, NULL }, single,
	    true);
	struct mbox_message message;
	size_t count = 0;
	uint64_t end = 0;

	while (count < MOST && mbox_next(m, &message)) {
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
			message.len, message.number };
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

/* ---- entered --- */

static struct found front[MOST];

/* The messages of a file from the front on; *at is where it can be divided, or its
 * end. */
static size_t
read_front(const char *text, size_t len, size_t step, uint64_t *at)
{
	struct file f = { text, len, 0, step };
	struct mbox *m = mbox_new((struct reader){ read_file, &f, NULL }, false, false);
	struct mbox_message message;
	size_t count = 0;
	uint64_t divided;

	*at = len;
	while (count < MOST && mbox_next(m, &message)) {
		front[count++] = (struct found){ .offset = message.offset,
			.len = message.len };
		if (*at == len && mbox_divisible(m, &divided))
			*at = divided;
	}
	mbox_free(m);
	return count;
}

/* Of the messages from the front on those whose lines begin in begin..end are what
 * one finds who enters there. */
static void
must_be_entered(const char *text, size_t len, size_t step, size_t count, uint64_t begin,
    uint64_t end)
{
	struct file f = { text, len, (size_t)begin - MBOX_BEFORE, step };
	struct mbox *m = mbox_new((struct reader){ read_file, &f, NULL }, false, false);
	struct mbox_message message;
	bool more = mbox_enter(m, begin, end);
	size_t i;

	for (i = 1; i < count; i++) {
		uint64_t line = front[i - 1].offset + front[i - 1].len;

		if (line < begin || line >= end)
			continue;
		must(more && mbox_before(m, end) && mbox_next(m, &message));
		must(message.offset == front[i].offset && message.len == front[i].len);
		must(memcmp(message.text, text + message.offset, message.len) == 0);
	}
	must(!more || !mbox_before(m, end) || !mbox_next(m, &message));
	mbox_free(m);
}

/* Before the input stand as many messages as one must have seen. */
static void
check_entered(const char *input, size_t size, size_t step, unsigned choice)
{
	static const char first[] = "From a@b Tue Mar 14 10:12:00 1995\n\nx\n\n";
	enum { BEFORE = 16, LENGTH = sizeof(first) - 1 };
	size_t len = BEFORE * LENGTH + size, i, count;
	char *text = malloc(len);
	uint64_t at, begin, end;

	for (i = 0; i < BEFORE; i++)
		memcpy(text + i * LENGTH, first, LENGTH);
	if (size)
		memcpy(text + BEFORE * LENGTH, input, size);
	count = read_front(text, len, step, &at);
	begin = at + (len - at) * (choice & 15) / 16;
	end = begin + (len - begin) * (choice >> 4) / 15;
	if (count < MOST && at < len)
		must_be_entered(text, len, step, count, begin, end);
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
	bool sure;
	size_t count;

	if (size > LONGEST)
		return 0;
	text = copied(data, size);
	kind_of(text, size, &sure);
	count = read_all(text, size, LONGEST, single, whole);
	must(read_all(text, size, step, single, pieces) == count);
	must_be_same(whole, pieces, count);
	if (!single)
		check_entered(text, size, step, where);
	free(text);
	return 0;
}
