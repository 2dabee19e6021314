/* mbox.c - an mbox read whole and in pieces: the same messages, each as it stands
 * in the file, all octets between them accounted for */
#include "fuzz.h"

#include "kind.h"
#include "mbox.h"

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
	struct mbox *m = mbox_new((struct reader){ read_file, &f }, single,
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

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct found whole[MOST], pieces[MOST];
	unsigned choice = take_choice(data, &size);
	bool single = choice & 1;
	size_t step = 1 + (choice >> 1) * (choice >> 1);
	char *text;
	bool sure;
	size_t count;

	if (size > LONGEST)
		return 0;
	text = copied(data, size);
	kind_of(text, size, &sure);
	memset(whole, 0, sizeof(whole));
	memset(pieces, 0, sizeof(pieces));
	count = read_all(text, size, LONGEST, single, whole);
	must(read_all(text, size, step, single, pieces) == count);
	must(memcmp(whole, pieces, count * sizeof(whole[0])) == 0);
	free(text);
	return 0;
}
