/* message.c - one message taken apart: its texts stand where they say, and those
 * of a regular one are the same by GMime */
#include "fuzz.h"

#include "mail/message.h"
#include "mail/transfer_encoding.h"

enum { LONGEST = 64 * 1024, FLAGS = 8 };

static bool
same_string(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Where each octet comes from is in the message, and never goes back. */
static void
check_way_back(const struct message_text *t, size_t len)
{
	size_t at, before = 0;

	for (at = 0; at < t->len; at++) {
		size_t source = message_source(t, at);

		must(source <= len && source >= before);
		before = source;
	}
}

static void
check_texts(struct message *m, size_t len)
{
	size_t count, i;
	const struct message_text *t = message_texts(m, &count);

	for (i = 0; i < count; i++) {
		must(t[i].part && t[i].encoding);
		check_way_back(&t[i], len);
	}
	message_id(m);
	message_date(m);
	message_from(m);
	message_subject(m);
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
		must(t[i].html == u[i].html && t[i].flowed == u[i].flowed &&
		    t[i].delsp == u[i].delsp &&
		    t[i].alternative == u[i].alternative);
		must(t[i].len == u[i].len);
		must(t[i].len == 0 || memcmp(t[i].text, u[i].text, t[i].len) == 0);
		must(t[i].len == 0 ||
		    message_source(&t[i], 0) == message_source(&u[i], 0));
	}
	must(same_string(message_id(a), message_id(b)));
	must(same_string(message_subject(a), message_subject(b)));
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	unsigned choice = take_choice(data, &size);
	unsigned flags = choice & (MESSAGE_HEADERS | MESSAGE_UTF8 |
	    MESSAGE_EVERY_HEADER);
	static struct message *of_flags[FLAGS], *by_gmime[FLAGS];
	static bool ready;
	char *text;

	if (size > LONGEST)
		return 0;
	if (!ready)
		message_setup(NULL);
	ready = true;
	if (of_flags[flags] == NULL) {
		of_flags[flags] = message_new(flags);
		by_gmime[flags] = message_new(flags | MESSAGE_BY_GMIME);
	}
	text = copied(data, size);
	message_read(of_flags[flags], text, size);
	message_read(by_gmime[flags], text, size);
	check_texts(of_flags[flags], size);
	check_texts(by_gmime[flags], size);
	must_be_same(of_flags[flags], by_gmime[flags]);
	free(text);
	return 0;
}
