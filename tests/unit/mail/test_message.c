/* test_message.c - the texts of a message, well-formed or not, and their places; which header
 * fields are searched; fields by name; texts decoded later; failing allocations */
#include <stdlib.h>

#include "fence.h"
#include "mail/message.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "meter.h"
#include "same_message.h"
#include "table.h"
#include "tap.h"

/* ---- made-up messages --- */

static const urlgrep_mail_options no_options;

/* Return a description of the message as read. It is valid until the next call. */
static const char *
read_made(struct message *m, const char *text, size_t len)
{
	static struct strbuf out = { .memory = &memory_default };
	const struct message_text *t;
	size_t count, i;

	strbuf_clear(&out);
	if (message_read(m, text, len, (urlgrep_span){ NULL, 0 }) != URLGREP_OK)
		exit(2);
	t = message_texts(m, &count);
	for (i = 0; i < count; i++) {
		strbuf_printf(&out, "%s%s%s%s%s: ", t[i].part, t[i].is_html ? " h" : "",
		    t[i].flags & URLGREP_FLOWED ? " f" : "", t[i].flags & URLGREP_DELSP ? " d" : "",
		    t[i].alternative ? " alternative" : "");
		strbuf_append(&out, t[i].text, t[i].len);
		strbuf_append_byte(&out, '|');
	}
	strbuf_append_byte(&out, '\0');
	return out.at;
}

/* Return true if each text that is not encoded is at its place in the message. */
static bool
has_right_places(const struct message *m, const char *text, size_t len)
{
	size_t count, i;
	const struct message_text *t = message_texts(m, &count);

	for (i = 0; i < count; i++) {
		struct byte_range source = message_source_range(&t[i], 0, t[i].len);

		if (source.begin > source.end || source.end > len ||
		    (transfer_encoding_is_identity(t[i].encoding) &&
		    t[i].origin.charset_text == NULL && !t[i].origin.is_rewritten &&
		    (source.end - source.begin != t[i].len ||
			memcmp(text + source.begin, t[i].text, t[i].len) != 0)))
			return false;
	}
	return true;
}

/* Check a row of the table: what it demonstrates, the message, its texts. */
static void
check_made(struct message *m, char **field)
{
	size_t len = unescape(field[1]);
	const char *text = fenced_copy(field[1], len), *got = read_made(m, text, len);

	unescape(field[2]);
	if (!ok(strcmp(got, field[2]) == 0, "%s", field[0]))
		printf("# expected: %s\n# got: %s\n", field[2], got);
	ok(has_right_places(m, text, len), "%s: the places", field[0]);
}

static void
test_made(void)
{
	struct message *m = message_new(&memory_default, &no_options);
	struct table t = table_of("tests/vectors/message-texts.tsv");
	char *field[FIELDS];

	while (next_row(&t))
		if (ok(split_fields(t.line, field) == 3, "row %u", t.rows))
			check_made(m, field);
	ok(t.rows > 50, "message-texts.tsv: %u rows", t.rows);
	message_free(m);
}

#define HEAD "From: a@b.example\nSubject: s\n"
#define MIXED HEAD "Content-Type: multipart/mixed; boundary=xx\n\n"

/* Read a message truncated at each byte, and without each line: nothing outside of it is read, and
 * the texts are at their places. */
static void
test_cut(void)
{
	static const char whole[] =
	    MIXED "--xx\nContent-Type: multipart/alternative; boundary=yy\n\n"
	    "--yy\nContent-Type: text/plain; charset=utf-8\n"
	    "Content-Transfer-Encoding: quoted-printable\n\na=20b\n--yy\n"
	    "Content-Type: text/html\n\nb\n--yy--\n\n--xx\n"
	    "Content-Type: message/rfc822\n\nSubject: t\n\nc\n--xx--\n";
	struct message *m = message_new(&memory_default, &no_options);
	const char *line, *next;
	bool good = true;
	size_t i;

	for (i = 0; i < sizeof(whole); i++) {
		const char *text = fenced_copy(whole, i);

		read_made(m, text, i);
		good = has_right_places(m, text, i) && good;
	}
	for (line = whole; *line; line = next) {
		char without[sizeof(whole)];
		size_t before = (size_t)(line - whole), len;
		const char *text;

		next = strchr(line, '\n') + 1;
		memcpy(without, whole, before);
		strcpy(without + before, next);
		len = strlen(without);
		text = fenced_copy(without, len);
		read_made(m, text, len);
		good = has_right_places(m, text, len) && good;
	}
	ok(good, "a message truncated anywhere, or with a line missing");
	message_free(m);
}

/* A line so long that a mail server may have broken it, at the end of readable memory. */
static void
test_long_line(void)
{
	static char text[1500] = "Subject: s\n\n";
	struct message *m = message_new(&memory_default, &no_options);
	const char *copy;

	memset(text + 12, 'a', sizeof(text) - 12);
	copy = fenced_copy(text, sizeof(text));
	read_made(m, copy, sizeof(text));
	ok(has_right_places(m, copy, sizeof(text)), "a line of 1,488 bytes without an end");
	memcpy(text + sizeof(text) - 4, "!\r\n ", 4);
	memset(text + 12, '\n', sizeof(text) - 4 - 985 - 12);
	copy = fenced_copy(text, sizeof(text));
	read_made(m, copy, sizeof(text));
	ok(has_right_places(m, copy, sizeof(text)), "a break by a mail server at the end");
	message_free(m);
}

/* ---- which header fields are searched --- */

/* Check the names of the texts that are headers, each with a space after it. */
static void
check_headers(const char *what, const urlgrep_mail_options *options,
    const char *text, const char *expected)
{
	struct message *m = message_new(&memory_default, options);
	char names[256] = "";
	size_t count, i;
	const struct message_text *t;

	message_read(m, text, strlen(text), (urlgrep_span){ NULL, 0 });
	t = message_texts(m, &count);
	for (i = 0; i < count; i++)
		if (t[i].field) {
			strcat(names, t[i].part);
			strcat(names, " ");
		}
	if (!ok(strcmp(names, expected) == 0, "headers: %s", what))
		printf("# expected: %s\n#      got: %s\n", expected, names);
	message_free(m);
}

static void
test_headers(void)
{
	static const char text[] = "From: a@b.example\nX-URL: http://a.example/\n"
	    "List-Archive: <http://b.example/>\n2nd-Link: http://c.example/\n"
	    "Received: from x\nSubject: s\n\nbody\n";
	static const char inner[] = "X-A: a\nSubject: s\n"
	    "Content-Type: multipart/mixed; boundary=xx\n\n"
	    "--xx\nContent-Type: text/plain\nX-Part: p\n\nSubject: text\n"
	    "--xx\nContent-Type: message/rfc822\n\nReceived: r\nSubject: t\nX-B: b\n\nX-D: text\n"
	    "--xx\nContent-Type: message/rfc822\n\nX-C: c\nFrom: f\n\n\n--xx--\n";
	const char *const list[] = { "LIST-archive", "received" };
	const char *const subject[] = { "subject" };

	check_headers("the subject by default", &no_options, text, "subject ");
	check_headers("the default selection",
	    &(urlgrep_mail_options){ .flags = URLGREP_HEADERS }, text,
	    "x-url list-archive 2nd-link subject ");
	/* regression: "2nd-link" was taken for the number of a part */
	check_headers("a list, in any case, and no other that begins with a digit",
	    &(urlgrep_mail_options){ .headers = list, .header_count = 2 }, text,
	    "list-archive received subject ");
	check_headers("a list, whatever the flags say",
	    &(urlgrep_mail_options){ .flags = URLGREP_HEADERS,
		.headers = list, .header_count = 1 }, text, "list-archive subject ");
	check_headers("the subject, named",
	    &(urlgrep_mail_options){ .headers = subject, .header_count = 1 }, text, "subject ");
	check_headers("of messages in the message",
	    &(urlgrep_mail_options){ .flags = URLGREP_HEADERS }, inner,
	    "x-a subject 2.subject 2.x-b 3.x-c ");
	check_headers("of messages in the message, by name",
	    &(urlgrep_mail_options){ .headers = list, .header_count = 2 }, inner,
	    "subject 2.received 2.subject ");
}

/* ---- fields by name --- */

static void
check_field(const char *header, urlgrep_mail_field field, const char *expected)
{
	struct message *m = message_new(&memory_default, &no_options);
	char text[512];
	const char *value;

	snprintf(text, sizeof(text), "%s\n\nbody\n", header);
	message_read(m, text, strlen(text), (urlgrep_span){ NULL, 0 });
	value = message_field(m, field);
	if (!ok(same_string(value, expected), "field %d of %.*s", (int)field,
	    (int)strcspn(header, "\n"), header))
		printf("# expected: %s\n#      got: %s\n",
		    expected ? expected : "NULL", value ? value : "NULL");
	ok(message_field(m, field) == value, "the same when asked again");
	message_free(m);
}

static void
test_fields(void)
{
	check_field("X: y", URLGREP_MAIL_ID, NULL);
	check_field("Message-ID: <a@b>\nMessage-ID: <c@d>", URLGREP_MAIL_ID, "c@d");
	check_field("Message-ID: <a@b>", URLGREP_MAIL_ID, "a@b");
	check_field("Message-ID:<a.b+c@d.e-f>\t", URLGREP_MAIL_ID, "a.b+c@d.e-f");
	check_field("Message-ID: <a..b@c>", URLGREP_MAIL_ID, "a..b@c");
	check_field("Message-ID: <a@b.>", URLGREP_MAIL_ID, "a@b.");
	check_field("Message-ID: <@b>", URLGREP_MAIL_ID, "@b");
	check_field("Message-ID: <a@>", URLGREP_MAIL_ID, "a@");
	check_field("Message-ID: <a@b", URLGREP_MAIL_ID, "a@b");
	check_field("Message-ID: a@b", URLGREP_MAIL_ID, "a@b");
	check_field("Message-ID: <a@b@c>", URLGREP_MAIL_ID, "a@b@c");
	check_field("Message-ID: < a@b >", URLGREP_MAIL_ID, "a@b");
	check_field("Message-ID: <a@b> (x)", URLGREP_MAIL_ID, "a@b");
	check_field("Message-ID: <a\n @b>", URLGREP_MAIL_ID, "a@b");
	check_field("Message-ID: <\"x y\"@b>", URLGREP_MAIL_ID, "\"x y\"@b");
	check_field("Date: Tue, 14 Mar 1995 10:12:00 -0500", URLGREP_MAIL_DATE,
	    "Tue, 14 Mar 1995 10:12:00 -0500");
	check_field("Date: Tue, 14 Mar 1995 10:12:00 -0500", URLGREP_MAIL_DATE_ISO,
	    "1995-03-14T10:12:00-05:00");
	check_field("Date: yesterday", URLGREP_MAIL_DATE_ISO, NULL);
	check_field("X: y", URLGREP_MAIL_DATE_ISO, NULL);
	check_field("From: =?utf-8?q?Ren=C3=A9?= <r@h>", URLGREP_MAIL_FROM, "Ren\xC3\xA9 <r@h>");
	check_field("to: a@b,\n c@d\nTo: e@f", URLGREP_MAIL_TO, "a@b, c@d");
	check_field("Subject: =?iso-8859-1?q?caf=E9?=", URLGREP_MAIL_SUBJECT, "caf\xC3\xA9");
	check_field("List-Id: The list <list.example>", URLGREP_MAIL_LIST_ID, "list.example");
	check_field("List-Id: \"a <b>\" <list.example> (c)", URLGREP_MAIL_LIST_ID, "list.example");
	check_field("List-Id: list.example", URLGREP_MAIL_LIST_ID, "list.example");
	check_field("List-Id: <list.example", URLGREP_MAIL_LIST_ID, "<list.example");
	check_field("List-Id: <>", URLGREP_MAIL_LIST_ID, "");
}

/* ---- fields requested repeatedly --- */

/* Return a message whose fields are so long that each needs its own allocation. */
static char *
long_fields(void)
{
	static char text[16 * 1024];
	char word[2000];

	memset(word, 'a', sizeof(word));
	snprintf(text, sizeof(text), "Message-ID: <%.*s@h>\nDate: Tue, 14 Mar 1995 10:12:00 GMT "
	    "(%.*s)\nFrom: %.*s\nSubject: =?utf-8?q?%.*s?=\nList-Id: b <%.*s>\n\n",
	    (int)sizeof(word), word, (int)sizeof(word), word, (int)sizeof(word), word,
	    (int)sizeof(word), word, (int)sizeof(word), word);
	return text;
}

static bool
same_field(struct message *a, struct message *b, urlgrep_mail_field field)
{
	const char *x = message_field(a, field), *y = message_field(b, field);

	return x && y ? strcmp(x, y) == 0 : x == y;
}

static void
test_fields_again(void)
{
	struct message *all = message_new(&memory_default, &no_options);
	const char *text = long_fields();
	bool same = true, has_failed = true;
	long n;
	int field;

	message_read(all, text, strlen(text), (urlgrep_span){ NULL, 0 });
	for (n = 0; n < 100 && has_failed; n++) {
		struct meter meter = { .is_final = true };
		const urlgrep_memory memory = { metered_allocate, metered_release, &meter };
		struct message *m = message_new(&memory, &no_options);

		message_read(m, text, strlen(text), (urlgrep_span){ NULL, 0 });
		meter.calls = 0;
		meter.failing = n + 1;
		for (field = URLGREP_MAIL_ID; field <= URLGREP_MAIL_LABELS; field++)
			message_field(m, (urlgrep_mail_field)field);
		has_failed = meter.failed > 0;
		meter.failing = 0;
		for (field = URLGREP_MAIL_ID; field <= URLGREP_MAIL_LABELS; field++)
			same &= same_field(m, all, (urlgrep_mail_field)field);
		message_free(m);
	}
	ok(same, "a field is complete when requested again with memory");
	ok(n > 5 && n < 100, "with up to %ld allocations", n);
	message_free(all);
}

int
main(void)
{
	test_made();
	test_cut();
	test_long_line();
	test_headers();
	test_fields();
	test_fields_again();
	return done_testing();
}
