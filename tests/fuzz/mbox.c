/* mbox.c - check that a mailbox read in large pieces, in small pieces, and as two ranges has the
 * same messages, each as it is in the file */
#include "fuzz.h"

#include "find/find.h"
#include "mail/mbox.h"
#include "pieces.h"
#include "util/memory.h"

enum { MAX_INPUT_BYTES = 1024 * 1024, MAX_MESSAGES = 4096 };

struct found {
	uint64_t offset, line;
	size_t len;
};

struct messages {
	struct found all[MAX_MESSAGES];
	size_t count;
	uint64_t lines;
	bool has_lengths;
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

/* Check a message against the file. Only Babyl's second headers may be overwritten. */
static void
check_message(const struct pieces *f, const struct mbox_message *message, bool is_babyl)
{
	must(message->offset + message->len <= f->len);
	must(is_babyl || memcmp(message->text, f->text + message->offset, message->len) == 0);
}

/* Append the messages of a range. */
static void
read_range(struct mbox *m, const char *text, size_t len, size_t step,
    enum mailbox_format format, urlgrep_mail_range range, struct messages *to)
{
	struct pieces f = { .text = text, .len = len, .step = step };
	struct mbox_message message;
	urlgrep_status status = URLGREP_END;
	uint64_t end = 0;
	uint64_t origin = range.begin > MBOX_CONTEXT_BYTES ? range.begin - MBOX_CONTEXT_BYTES : 0;

	range.line = to->lines + 1;
	range.message = 1;
	f.at = origin < len ? (size_t)origin : len;
	mbox_open(m, (struct byte_stream){ .read = pieces_read, .data = &f, .origin = origin },
	    &range, format);
	while (to->count < MAX_MESSAGES && (status = mbox_next(m, &message)) == URLGREP_OK) {
		must(message.offset >= end);
		check_message(&f, &message, format == MAILBOX_BABYL);
		if (to->count < 64 && message.len > 0)
			must(message.line == lines_before(text, (size_t)message.offset));
		end = message.offset + message.len;
		to->all[to->count++] = (struct found){ message.offset, message.line, message.len };
	}
	must(status != URLGREP_NOMEM);
	to->lines += mbox_progress(m).lines;
	to->has_lengths = to->has_lengths || mbox_progress(m).has_lengths;
}

static void
must_be_same(const struct messages *a, const struct messages *b)
{
	size_t i;

	must(a->count == b->count);
	for (i = 0; i < a->count; i++)
		must(a->all[i].offset == b->all[i].offset &&
		    a->all[i].line == b->all[i].line && a->all[i].len == b->all[i].len);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct messages whole, pieces, ranges;
	unsigned choice = take_choice(data, &size), where = take_choice(data, &size);
	size_t step = 1 + (size_t)(choice >> 3) * (choice >> 3);
	urlgrep_mail_range range = { .end = UINT64_MAX };
	enum mailbox_format format = choice & 7;
	struct mbox *m = mbox_new(&memory_default);
	char *text;

	if (format > MAILBOX_EMLX)
		format = MAILBOX_MBOX;
	if (size > MAX_INPUT_BYTES) {
		mbox_free(m);
		return 0;
	}
	text = copied(data, size);
	file_type_detect(text, size);
	whole.count = pieces.count = ranges.count = 0;
	whole.lines = pieces.lines = ranges.lines = 0;
	whole.has_lengths = ranges.has_lengths = false;
	read_range(m, text, size, MAX_INPUT_BYTES, format, range, &whole);
	read_range(m, text, size, step, format, range, &pieces);
	must_be_same(&whole, &pieces);
	if (format == MAILBOX_MBOX && whole.count < MAX_MESSAGES) {
		range.end = size * where / 255;
		read_range(m, text, size, step, format, range, &ranges);
		range.begin = range.end;
		range.end = UINT64_MAX;
		read_range(m, text, size, step, format, range, &ranges);
		if (!whole.has_lengths && !ranges.has_lengths)
			must_be_same(&whole, &ranges);
	}
	mbox_free(m);
	free(text);
	return 0;
}
