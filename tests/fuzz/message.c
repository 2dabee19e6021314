/* message.c - one message: the sources of its texts lie in the message, and the texts are the same
 * whatever was read before */
#include "fuzz.h"

#include "same_message.h"

enum { LONGEST = 64 * 1024, FLAGS = 8 };

/* If the fuzzer says so, read the fields that MESSAGE_HEADERS omits instead. */
enum { CHOICE_NAMES = 4 };
static const char *const names[] = { "from", "received", "date", "references" };

/* The sources of the bytes are in the message; in order, unless the text is in a .msg or the like. */
static void
check_sources(const struct message_text *t, size_t len)
{
	size_t at, before = 0;

	for (at = 0; at < t->len; at++) {
		size_t source = message_source_range(t, at, at + 1).begin;

		must(source <= len && (source >= before || t->enclosure));
		before = source;
	}
}

static void
check_texts(struct message *m, size_t len)
{
	size_t count, i;
	const struct message_text *t = message_texts(m, &count);
	int field;

	for (i = 0; i < count; i++) {
		must(t[i].part && t[i].encoding);
		check_sources(&t[i], len);
	}
	for (field = MESSAGE_ID; field <= MESSAGE_LIST_ID; field++)
		message_field(m, (enum message_field)field);
}

static struct message *
new_message(unsigned choice)
{
	struct message_options options = { .flags = choice & MESSAGE_HEADERS };

	if (choice & CHOICE_NAMES) {
		options.headers = names;
		options.header_count = sizeof(names) / sizeof(names[0]);
	}
	return message_new(NULL, &options);
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
	message_read(readers[choice], text, size);
	check_texts(readers[choice], size);
	fresh = new_message(choice); /* what was read before must not matter */
	message_read(fresh, text, size);
	must(same_message(readers[choice], fresh));
	message_free(fresh);
	free(text);
	return 0;
}
