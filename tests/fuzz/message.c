/* message.c - one message: the sources of its texts lie in the message, and the texts are the same
 * whatever was read before */
#include "fuzz.h"

#include "mail/message.h"

enum { LONGEST = 64 * 1024, FLAGS = 8 };

/* If the fuzzer says so, read the fields that MESSAGE_HEADERS omits instead. */
enum { CHOICE_NAMES = 4 };
static const char *const names[] = { "from", "received", "date", "references" };

static bool
same_string(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

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

static void
must_be_same(struct message *a, struct message *b)
{
	size_t count, other, i;
	const struct message_text *t = message_texts(a, &count);
	const struct message_text *u = message_texts(b, &other);

	must(count == other);
	for (i = 0; i < count; i++) {
		must(same_string(t[i].part, u[i].part));
		must(same_string(t[i].encoding, u[i].encoding));
		must(t[i].is_html == u[i].is_html && t[i].is_flowed == u[i].is_flowed &&
		    t[i].has_delsp == u[i].has_delsp &&
		    t[i].alternative == u[i].alternative);
		must(t[i].len == u[i].len);
		must(t[i].len == 0 || memcmp(t[i].text, u[i].text, t[i].len) == 0);
		must(t[i].len == 0 ||
		    message_source_range(&t[i], 0, 1).begin ==
		    message_source_range(&u[i], 0, 1).begin);
	}
	must(same_string(message_field(a, MESSAGE_ID), message_field(b, MESSAGE_ID)));
	must(same_string(message_field(a, MESSAGE_SUBJECT),
	    message_field(b, MESSAGE_SUBJECT)));
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
	must_be_same(readers[choice], fresh);
	message_free(fresh);
	free(text);
	return 0;
}
