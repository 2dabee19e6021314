/* message.c - check one message: the sources of its texts are in the message, and the texts do not
 * depend on what was read before. The lists of an Outlook message are not much longer than the
 * file, and each byte of a stream is equal to the byte at its source in the file. */
#include "fuzz.h"

#include "mail/message_private.h"
#include "same_message.h"
#include "util/memory.h"

enum { LONGEST = 64 * 1024, FLAGS = 8 };

/* With this choice, read the fields that URLGREP_HEADERS omits instead. */
enum { CHOICE_NAMES = 4 };
static const char *const names[] = { "from", "received", "date", "references" };

/* Check that the sources of the bytes are in the message, in order unless it is a .msg or such. */
static void
check_sources(const struct message_text *t, size_t len)
{
	size_t at, before = 0;

	for (at = 0; at < t->len; at++) {
		struct byte_range source = message_source_range(t, at, at + 1);

		must(source.begin <= len && source.end <= len);
		must(source.begin >= before || t->origin.entity->origin.entity);
		before = source.begin;
	}
}

static void
check_texts(struct message *m, size_t len)
{
	size_t count, i;
	const struct message_text *t = message_texts(m, &count);
	int field;

	for (i = 0; i < count; i++) {
		must(t[i].part != NULL);
		check_sources(&t[i], len);
	}
	for (field = URLGREP_MAIL_ID; field <= URLGREP_MAIL_LIST_ID; field++)
		message_field(m, (urlgrep_mail_field)field);
}

/* Check a .msg. In lists, numbers that the file has once, such as a length, are from no stream. */
static void
check_msg(const char *text, size_t size)
{
	struct arena arena = { &memory_default, NULL };
	struct enclosed_text c;
	size_t i;

	if (msg_open(&arena, text, size, &c) == ENCLOSED_OK) {
		must(c.len <= 2 * size + 4 && c.point_count > 0);
		for (i = 1; i < c.point_count; i++) {
			const struct source_point *p = &c.points[i];

			must(p->at >= p[-1].at && p->at < c.len && p->source < size);
			must(c.text[p->at] == text[p->source]);
		}
	}
	arena_free(&arena);
}

static struct message *
new_message(unsigned choice)
{
	urlgrep_mail_options options = { .flags = choice & 1 ? URLGREP_HEADERS : 0 };

	if (choice & CHOICE_NAMES) {
		options.headers = names;
		options.header_count = sizeof(names) / sizeof(names[0]);
	}
	return message_new(&memory_default, &options);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size) & (FLAGS - 1);
	static struct message *readers[FLAGS];
	struct message *fresh;
	char *text;

	if (size > LONGEST)
		return 0;
	if (readers[choice] == NULL)
		readers[choice] = new_message(choice);
	text = copied(data, size);
	check_msg(text, size);
	message_read(readers[choice], text, size, (urlgrep_span){ NULL, 0 });
	check_texts(readers[choice], size);
	fresh = new_message(choice); /* earlier messages must not matter */
	message_read(fresh, text, size, (urlgrep_span){ NULL, 0 });
	must(same_message(readers[choice], fresh));
	message_free(fresh);
	free(text);
	return 0;
}
