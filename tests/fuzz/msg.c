/* msg.c - a message of Outlook: its lists are not much longer than the file, a byte of a stream is
 * the one in the file that its source names, and the parts have sources in the file */
#include "fuzz.h"

#include "mail/containers.h"
#include "mail/message.h"
#include "util/memory.h"

/* Of the lists, numbers that the file has once, such as a length, come from no stream. */
static void
check_content(const struct enclosed_text *c, const char *text, size_t size)
{
	size_t i;

	must(c->len <= 2 * size + 4 && c->source_len == size && c->piece_count > 0);
	for (i = 1; i < c->piece_count; i++) {
		const struct source_point *p = &c->pieces[i];

		must(p->at >= p[-1].at && p->at < c->len && p->source < size);
		must(c->text[p->at] == text[p->source]);
	}
	for (i = 0; i <= c->len; i++)
		must(enclosed_text_source(c, i) <= size);
}

static void
check_parts(const char *text, size_t size)
{
	const struct message_options options = { 0 };
	struct message *m = message_new(NULL, &options);
	const struct message_text *t;
	size_t count, i, at;

	message_read(m, text, size);
	t = message_texts(m, &count);
	for (i = 0; i < count; i++)
		for (at = 0; at < t[i].len; at++)
			must(message_source_range(&t[i], at, at + 1).end <= size);
	message_free(m);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = { &memory_default, NULL };
	struct enclosed_text content;
	char *text = copied(data, size);

	if (msg_open(&arena, text, size, &content) == ENCLOSED_OK)
		check_content(&content, text, size);
	check_parts(text, size);
	arena_free(&arena);
	free(text);
	return 0;
}
