/* test_mbox.c - mailboxes of every format split into messages, from streams that return few
 * bytes at a time; "From " lines, lengths and separators */
#include "mail/mbox.h"
#include "fence.h"
#include "meter.h"
#include "pieces.h"
#include "tap.h"

static struct meter meter;
static const urlgrep_memory counted = { metered_allocate, metered_release, &meter };

#define BYTES(literal) literal, sizeof(literal) - 1

/* ---- "From " lines --- */

static const struct from_case {
	const char *line;
	enum from_line kind;
} from_lines[] = {
	{ "From ann Tue Mar 14 1:12:00 GMT 1995 remote", FROM_DATED },
	{ "From ann 14 Mar 10:12 1995\r", FROM_DATED },
	{ "From a 10:12 19950", FROM_NONE },
	{ "From a 10:12 995", FROM_NONE },
	{ "From a 10:12 x1995 ", FROM_DATED },
	{ "From a 10:12 1995,", FROM_NONE },
	{ "From a 010:12 1995", FROM_NONE },
	{ "From a x:12 1995", FROM_NONE },
	{ "From :1995 ", FROM_NONE },
	{ "From 1:00 1995", FROM_DATED },
	{ "Frox ann Tue Mar 14 10:12:00 1995", FROM_NONE },
	{ "From", FROM_NONE }, { "From ", FROM_BARE }, { "From  ", FROM_BARE },
	{ ">From ann@example.org Tue Mar 14 10:12:00 1995", FROM_NONE },
	{ "From 12345", FROM_UNDATED },
	{ "From 1234", FROM_NONE }, { "From -1234", FROM_NONE },
	{ "From -12345", FROM_UNDATED }, { "From -", FROM_BARE },
	{ "From 12345x", FROM_NONE }, { "From 12345:", FROM_NONE },
	{ "From - Fri, 27 Jan 2017 00:19:08 GMT", FROM_UNDATED }, { "From - May 2017 on", FROM_NONE },
	{ "From - Meeting in 2017 at 10:00", FROM_NONE }, { "From - Fri, Jan 2017 at 10:00", FROM_NONE },
	{ "From - Sun 24 Jan 2016 21:57:32", FROM_UNDATED },
	{ "From - 27 Jan 2017 00:19:08 GMT", FROM_UNDATED }, { "From - 10 to 12 May 2017 10:00", FROM_NONE },
	{ "From 12345,", FROM_NONE }, { "From 12345 on", FROM_UNDATED },
	{ "From a@b", FROM_UNDATED }, { "From a@", FROM_NONE }, { "From @b", FROM_NONE },
	{ "From a!b", FROM_UNDATED }, { "From a!", FROM_NONE }, { "From !b", FROM_NONE },
	{ "From MAILER-DAEMON", FROM_UNDATED }, { "From mailer-daemon x", FROM_UNDATED },
	{ "From MAILER-DAEMONS", FROM_NONE },
	{ "From ann Tue Mar 14", FROM_NONE },
	/* also where char is unsigned */
	{ "From x@\303\251.example", FROM_NONE },
};

static void
test_from_lines(void)
{
	FOR_EACH(c, from_lines)
		ok(from_line_kind(c->line, strlen(c->line)) == c->kind, "%s", c->line);
}

static const struct text_case {
	const char *text;
	bool is_true;
} cut_lines[] = {
	{ "ann@example.org Tue Mar 14 10:12:00 1995\nSubject: x\n", true },
	{ "12345 10:12:00 1995\nSubject: x\n", true },
	{ "ann Tue Mar 14 10:12:00 1995\nSubject: x\n", false },
	{ "ann@example.org Tue Mar 14 10:12:00 1995\nsubject\n", false },
	{ "ann@example.org Tue Mar 14 10:12:00 1995\n", false },
	{ "ann@example.org Tue Mar 14 10:12:00 1995", false },
	{ "ann@example.org Tue Mar 14\nSubject: x\n", false },
	{ "ann@example.org: Mar 14 10:12:00 1995\nSubject: x\n", false },
	{ " ann@example.org Mar 14 10:12:00 1995\nSubject: x\n", false },
	{ "", false },
}, begins[] = {
	/* the line after the first "|" */
	{ "|From a@b 10:12 1995\n", true },
	{ "x\n\n|From a@b 10:12 1995\n", true }, { "x\r\n\r\n|From a@b 10:12 1995\n", true },
	{ "x\n|From a@b 10:12 1995\n\n", false }, { "\n|From a@b 10:12 1995\n\n", true },
	{ "x\n|From a@b 10:12 1995\nSubject: x\n", true },
	{ "x\n\r\r\n|From a@b 10:12 1995\n", false },
	{ "x\n|From a@b 10:12 1995", false }, { "x\n\n|From a@b 10:12 1995", true },
	{ "x\n\n|From a@b\nSubject: x\n", true }, { "x\n|From a@b\nSubject: x\n", false },
	{ "x\n\n|From a@b\nno field\n", false }, { "x\n\n|From a@b", false },
	{ "x\n\n|From here on\nSubject: x\n", false },
	{ "x\n\n|From \nA: x\n", true }, { "x\n|From \nA: x\n", false },
	{ "x\n|From \r\nSubject: x\n", true }, { "x\n|From -\nX-Mozilla-Status: 1\n", true },
	{ "x\n\n|From \nno field\n", false }, { "x\n\n|From \n\nA: x\n", false },
	{ "\xEF\xBB\xBF|From a@b 10:12 1995\n", true },
	{ "\xEF\xBB\xBF\n|From a@b 10:12 1995\n", true },
	{ "x\xEF\xBB\xBF\n|From a@b 10:12 1995\n", false },
};

static void
test_begins(void)
{
	char text[200];

	FOR_EACH(cut_line, cut_lines)
		ok(from_line_is_cut(cut_line->text, strlen(cut_line->text)) ==
		    cut_line->is_true, "cut line %zu", INDEX(cut_line, cut_lines));
	FOR_EACH(begin, begins) {
		size_t at = strcspn(begin->text, "|");
		size_t front = begin->text[0] == '\xEF' ? 3 : 0;

		memcpy(text, begin->text, at);
		strcpy(text + at, begin->text + at + 1);
		ok(from_line_begins_message(text, strlen(text), at, front) ==
		    begin->is_true, "line %zu begins a message", INDEX(begin, begins));
	}
}

/* ---- lengths and separators --- */

static const struct length_case {
	const char *text;
	size_t body, length;
} lengths[] = {
	{ "Content-Length: 12\n\n", 20, 12 }, { "content-length:\t0\r\n\r\nx", 21, 0 },
	{ "A: b\nContent-Length: 5\nContent-Length: 6\n\n", 42, 5 },
	{ "A: b\r\r\n\r\r\nContent-Length: 5\n\n", 10, MAX_MESSAGE_BYTES },
	{ "Content-Length:\n\n", 17, MAX_MESSAGE_BYTES },
	{ "Content-Length: 67108864\n\n", 26, MAX_MESSAGE_BYTES },
	{ "Content-Length: 67108863\n\n", 26, MAX_MESSAGE_BYTES - 1 },
	{ "Content-Length: 99999999999999999999\n\n", 38, MAX_MESSAGE_BYTES },
	{ "Content-Lengthx 5\n\n", 19, MAX_MESSAGE_BYTES },
	{ "XContent-Length: 5\n\n", 20, MAX_MESSAGE_BYTES },
	{ "Content-Length: 5\n", 0, 5 }, { "\n", 1, MAX_MESSAGE_BYTES },
	{ "a\n\r\n", 4, MAX_MESSAGE_BYTES }, { "", 0, MAX_MESSAGE_BYTES },
	{ "a\nx\r\n\n", 6, MAX_MESSAGE_BYTES },
};

static const struct format_case {
	const char *text;
	size_t len;
	enum mailbox_format format;
	size_t separator;
	int count; /* -1: none */
} formats[] = {
	{ BYTES("\1\1\1\1\nx"), MAILBOX_MMDF, 5, -1 },
	{ BYTES("\1\1\1\1\r\nx"), MAILBOX_MMDF, 6, -1 },
	{ BYTES("\1\1\1\1\nFrom x\ny"), MAILBOX_MMDF, 12, -1 },
	{ BYTES("\1\1\1\1x"), MAILBOX_MBOX, 0, -1 },
	{ BYTES("BABYL OPTIONS: x\n\x1F\f"), MAILBOX_BABYL, 17, -1 },
	{ BYTES("BABYL OPTIONS"), MAILBOX_MBOX, 0, -1 },
	{ BYTES("#! rnews 12\nx"), MAILBOX_RNEWS, 12, 12 },
	{ BYTES("#! rnews 12 \r\nx"), MAILBOX_RNEWS, 14, 12 },
	{ BYTES("#! rnews x\n"), MAILBOX_MBOX, 0, -1 },
	{ BYTES("#! rnews 12x\n"), MAILBOX_MBOX, 0, -1 },
	{ BYTES("#! rnews 12"), MAILBOX_MBOX, 0, -1 },
	{ BYTES("*mbx*\r\nx"), MAILBOX_MBX, 8, -1 }, { BYTES("*mbx*\n"), MAILBOX_MBOX, 0, -1 },
	{ BYTES("123      \nx"), MAILBOX_EMLX, 10, 123 },
	{ BYTES("123 x\n"), MAILBOX_MBOX, 0, -1 }, { BYTES("\n"), MAILBOX_MBOX, 0, -1 },
	{ BYTES(""), MAILBOX_MBOX, 0, -1 }, { BYTES("From "), MAILBOX_MBOX, 0, -1 },
	{ BYTES("123456789012345\n"), MAILBOX_EMLX, 16, -2 },
	{ BYTES("1234567890123456\n"), MAILBOX_MBOX, 0, -1 },
};

static const struct format_case separators[] = {
	{ BYTES("\x1F\f\n1,,\nx"), MAILBOX_BABYL, 7, -1 },
	{ BYTES("\x1F\n\f\n1,,\nx"), MAILBOX_BABYL, 8, -1 },
	{ BYTES("\x1F\f\n0,,\n*** EOOH ***\nx"), MAILBOX_BABYL, 20, -1 },
	{ BYTES("\x1F\f\n1,,\n*** EOOH ***\nx"), MAILBOX_BABYL, 7, -1 },
	{ BYTES("\x1F\f\n0,,\nx"), MAILBOX_BABYL, 7, -1 },
	{ BYTES("\x1F\nx"), MAILBOX_BABYL, 2, -1 }, { BYTES("\x1F"), MAILBOX_BABYL, 1, -1 },
	{ BYTES("x\x1F"), MAILBOX_BABYL, 0, -1 }, { BYTES(""), MAILBOX_BABYL, 0, -1 },
	{ BYTES("BABYL OPTIONS: x"), MAILBOX_BABYL, 0, -1 },
	{ BYTES("14-Mar-1995 10:12:00 +0000,34;00\r\nx"), MAILBOX_MBX, 34, 34 },
	{ BYTES("14-Mar-1995 10:12:00 +0000;34;00\r\n"), MAILBOX_MBX, 0, -1 },
	{ BYTES("14xMar-1995 10:12:00 +0000,34;00\r\n"), MAILBOX_MBX, 0, -1 },
	{ BYTES("14-Marx1995 10:12:00 +0000,34;00\r\n"), MAILBOX_MBX, 0, -1 },
	{ BYTES("14-Mar-,34;\n"), MAILBOX_MBX, 12, 34 }, { BYTES("14-Mar,34;\n"), MAILBOX_MBX, 0, -1 },
	{ BYTES("<?xml x\ny"), MAILBOX_EMLX, 9, -1 },
	{ BYTES("\1\1\1\1\n"), MAILBOX_SINGLE, 0, -1 },
	{ BYTES("#! rnews 1\n"), MAILBOX_RNEWS, 11, 1 }, { BYTES("#! rnewx 1\n"), MAILBOX_RNEWS, 0, -1 },
};

static void
check_separator(const struct format_case *c, const char *what, int number)
{
	struct mailbox_separator s = mailbox_separator_at(c->format, c->text, c->len);

	ok(s.len == c->separator && s.has_count == (c->count != -1) &&
	    (c->count < 0 || s.count == (uint64_t)c->count), "%s %d: %zu", what, number, s.len);
}

/* Search for the separator in the second line, if it is one that can be searched for. */
static void
check_find(const struct format_case *c, int number)
{
	bool can_search = c->format != MAILBOX_MBX && c->format != MAILBOX_EMLX;
	char text[80];
	size_t len = (size_t)snprintf(text, sizeof(text), "x\n%s", c->text);

	ok(mailbox_find_separator(c->format, fenced_copy(text, len), 1, len) ==
	    (c->separator > 0 && can_search ? 2 : len), "separator %d, searched", number);
}

static void
test_separators(void)
{
	size_t i, length;

	FOR_EACH(c, lengths) {
		size_t body = mbox_find_content_length(c->text, strlen(c->text), 0, &length);

		ok(body == c->body && length == c->length, "length %zu", INDEX(c, lengths));
	}
	for (i = 0; i < COUNT(formats); i++) {
		ok(mailbox_format_detect(formats[i].text, formats[i].len) ==
		    formats[i].format, "format %zu", i);
		check_separator(&formats[i], "its separator", (int)i);
	}
	for (i = 0; i < COUNT(separators); i++) {
		check_separator(&separators[i], "separator", (int)i);
		check_find(&separators[i], (int)i);
	}
}

/* ---- mailboxes --- */

static const struct mailbox {
	enum mailbox_format format;
	const char *text, *messages; /* each followed by "|" */
} mailboxes[] = {
	{ MAILBOX_MBOX, "", "" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nA: b\n\nc\n", "A: b\n\nc\n|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nA: b\n\nc\n\nFrom a@b 10:12 1995\nd\n",
	    "A: b\n\nc\n\n|d\n|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\r\nA: b\r\n\r\nc\r\n\r\nFrom x\r\n\r\n"
	    "From a@b 10:12 1995\r\nd", "A: b\r\n\r\nc\r\n\r\nFrom x\r\n\r\n|d|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\na\nFrom a@b 10:12 1995\nA: b\n\nc",
	    "a\n|A: b\n\nc|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\na\nFrom a@b 10:12 1995\nno field\n",
	    "a\nFrom a@b 10:12 1995\nno field\n|" },
	{ MAILBOX_MBOX, "\n\r\n\nFrom a@b 10:12 1995\na\n", "a\n|" },
	{ MAILBOX_MBOX, "\n\nA: b\n\nFrom a@b 10:12 1995\na\n", "\n\nA: b\n\n|a\n|" },
	{ MAILBOX_MBOX, "\xEF\xBB\xBF" "From a@b 10:12 1995\na\n", "a\n|" },
	{ MAILBOX_MBOX, "\xEF\xBB\xBF\nFrom a@b 10:12 1995\na\n", "a\n|" },
	{ MAILBOX_MBOX, "a@b Tue Mar 14 10:12:00 1995\nA: b\n\nFrom a@b 10:12 1995\nc",
	    "A: b\n\n|c|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nContent-Length: 24\n\n\nFrom a@b 10:12 1995\nx\n\n"
	    "\nFrom a@b 10:12 1995\nb\n", "Content-Length: 24\n\n\nFrom a@b 10:12 1995\nx\n\n\n|b\n|" },
	/* lengths that are wrong, or end the mailbox */
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nContent-Length: 3\n\na\n\nFrom a@b 10:12 1995\nb\n",
	    "Content-Length: 3\n\na\n\n|b\n|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nContent-Length: 999\n\na\n\nFrom a@b 10:12 1995\nb\n",
	    "Content-Length: 999\n\na\n\n|b\n|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nContent-Length: 1\n\na\n\nFrom a@b 10:12 1995\nb\n",
	    "Content-Length: 1\n\na\n\n|b\n|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nContent-Length: 25\n\na\n\nFrom a@b 10:12 1995\nb\n",
	    "Content-Length: 25\n\na\n\nFrom a@b 10:12 1995\nb\n|" },
	{ MAILBOX_MBOX, "From a@b 10:12 1995\nA: b\n\n\nFrom -12345\nC: d\n\n\nFrom 12345\nx\n",
	    "A: b\n\n\n|C: d\n\n\nFrom 12345\nx\n|" },
	{ MAILBOX_SINGLE, "A: b\n\nFrom a@b 10:12 1995\nc\n", "A: b\n\nFrom a@b 10:12 1995\nc\n|" },
	{ MAILBOX_SINGLE, ">From a\nFrom: b\n", "From: b\n|" },
	{ MAILBOX_MMDF, "\1\1\1\1\na\n\1\1\1\1\n\1\1\1\1\nb\n\1\1\1\1\n", "a\n|b\n|" },
	{ MAILBOX_MMDF, "\1\1\1\1\nFrom x\na\n\1\1\1\1\n\1\1\1\1\nb", "a\n|b|" },
	{ MAILBOX_BABYL, "BABYL OPTIONS:\nv\n\x1F\f\n1,,\nA: b\n\n*** EOOH ***\nA: b\n\nc\n\x1F\f\n"
	    "0,,\n*** EOOH ***\nd\n\x1F", "A: b\n\n*** EOOH ***\nA: b\n\nc\n|d\n|" },
	{ MAILBOX_RNEWS, "#! rnews 5\nabcd\n#! rnews 2\ne\n", "abcd\n|e\n|" },
	{ MAILBOX_RNEWS, "#! rnews 9\nabcd\n#! rnews 2\ne\n", "abcd\n|e\n|" },
	{ MAILBOX_RNEWS, "#! rnews 3\nabcd\n#! rnews 99\ne\n", "abcd\n|e\n|" },
	{ MAILBOX_MBX, "14-Mar-1995 10:12:00 +0000,5;00\r\nabcd\n14-Mar-1995 10:12:00 +0000,2;00\r\ne\n",
	    "abcd\n|e\n|" },
	{ MAILBOX_EMLX, "5\nabcd\n<?xml version\nx\n", "abcd\n|" },
	{ MAILBOX_EMLX, "50\nabcd\n", "abcd\n|" },
};

static size_t
count_lines(const char *text, size_t len)
{
	size_t count = 0, i;

	for (i = 0; i < len; i++)
		count += text[i] == '\n';
	return count;
}

/* Return true if a mailbox read in pieces of `step` bytes has the expected messages, in their
 * places. */
static bool
splits(struct mbox *m, const struct mailbox *c, size_t step)
{
	struct pieces p = { .text = c->text, .len = strlen(c->text), .step = step };
	const urlgrep_mail_range all = { .end = UINT64_MAX, .message = 1, .line = 1 };
	struct mbox_message message;
	char found[1000] = "";
	size_t len = 0;
	uint64_t number = 0;
	bool good = true;

	mbox_open(m, (struct byte_stream){ .read = pieces_read, .data = &p }, &all, c->format);
	while (mbox_next(m, &message) == URLGREP_OK && len + message.len + 2 < sizeof(found)) {
		good &= message.number == ++number &&
		    message.line == 1 + count_lines(c->text, (size_t)message.offset) &&
		    message.text[0] == c->text[message.offset];
		memcpy(found + len, message.text, message.len);
		len += message.len;
		found[len++] = '|';
	}
	good &= mbox_progress(m).lines == count_lines(c->text, p.len);
	if (strcmp(found, c->messages) != 0)
		printf("# found: %s\n", found);
	return good && strcmp(found, c->messages) == 0;
}

static void
test_mailboxes(void)
{
	static const size_t steps[] = { 1, 2, 3, 7, 40, 10000 };
	struct mbox *m = mbox_new(&counted);

	FOR_EACH(c, mailboxes)
		FOR_EACH(step, steps)
			ok(splits(m, c, *step), "mailbox %zu by %zu", INDEX(c, mailboxes), *step);
	mbox_free(m);
	mbox_free(NULL);
}

enum { LONG_LINES = 1500, MAX_LONG_BYTES = 8 * LONG_LINES };

/* Return the number of messages in a text that is read in pieces of `step` bytes. */
static unsigned
count_messages(struct mbox *m, const char *text, size_t step)
{
	struct pieces p = { .text = text, .len = strlen(text), .step = step };
	const urlgrep_mail_range all = { .end = UINT64_MAX, .message = 1 };
	struct mbox_message message;
	unsigned count = 0;

	mbox_open(m, (struct byte_stream){ .read = pieces_read, .data = &p }, &all, MAILBOX_MBOX);
	while (mbox_next(m, &message) == URLGREP_OK)
		count++;
	return count;
}

/* A "From " line directly after that of a message, and not before a header, is text of the message,
 * even if the text before the message was dropped: the previous line is not blank. */
static void
test_two_from_lines(void)
{
	static const char from[] = "From a@b 10:12 1995\n";
	static const size_t steps[] = { 1, 7, 100, 900, MAX_LONG_BYTES };
	static char text[MAX_LONG_BYTES];
	struct mbox *m = mbox_new(&counted);
	char *at = text;
	size_t i;

	at = stpcpy(at, from);
	for (i = 0; i < LONG_LINES; i++)
		at = stpcpy(at, "a\n");
	at = stpcpy(stpcpy(stpcpy(at, "\n"), from), from);
	for (i = 0; i < LONG_LINES; i++)
		at = stpcpy(at, "b\n");
	FOR_EACH(step, steps)
		ok(count_messages(m, text, *step) == 2, "two \"From \" lines by %zu", *step);
	mbox_free(m);
}

int
main(void)
{
	test_from_lines();
	test_begins();
	test_separators();
	test_mailboxes();
	test_two_from_lines();
	ok(meter.alive == 0, "all memory is freed");
	return done_testing();
}
