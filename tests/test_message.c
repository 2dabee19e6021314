/* test_message.c - a regular message taken apart without GMime is the same as
 * taken apart with it: fields, texts, places. Messages of corpus/, made-up ones
 * that are regular in many ways or nearly so, and the archives where they are */
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "mail/mbox.h"
#include "mail/message.h"
#include "mail/body_structure.h"
#include "tap.h"

static size_t compared, regular;

/* ---- comparing --- */

static bool
same_string(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static bool
same_text(const struct message_text *a, const struct message_text *b)
{
	size_t step = a->len / 20 + 1, at;

	if (strcmp(a->part, b->part) != 0 ||
	    strcmp(a->encoding, b->encoding) != 0 || a->html != b->html ||
	    a->flowed != b->flowed || a->delsp != b->delsp ||
	    a->alternative != b->alternative || a->len != b->len ||
	    memcmp(a->text, b->text, a->len) != 0)
		return false;
	for (at = 0; at < a->len; at += step)
		if (message_source(a, at) != message_source(b, at) ||
		    message_source_end(a, at) != message_source_end(b, at))
			return false;
	return true;
}

static bool
same_message(struct message *a, struct message *b)
{
	size_t count, others, i;
	const struct message_text *x = message_texts(a, &count);
	const struct message_text *y = message_texts(b, &others);

	if (count != others)
		return false;
	for (i = 0; i < count; i++)
		if (!same_text(&x[i], &y[i]))
			return false;
	return same_string(message_id(a), message_id(b)) &&
	    same_string(message_date(a), message_date(b)) &&
	    same_string(message_from(a), message_from(b)) &&
	    same_string(message_subject(a), message_subject(b));
}

static bool
is_regular(const char *text, size_t len)
{
	struct outline *o = outline_new();
	bool yes = outline_regular(o, text, len);

	outline_free(o);
	return yes;
}

/* Is the message the same both ways? One that is not regular has one way only. */
static bool
compare(const char *text, size_t len)
{
	static const unsigned flags[] = { 0,
		MESSAGE_HEADERS | MESSAGE_EVERY_HEADER | MESSAGE_UTF8 };
	bool same = true;
	size_t i;

	compared++;
	if (!is_regular(text, len))
		return true;
	regular++;
	for (i = 0; i < 2; i++) {
		struct message *a = message_new(flags[i]);
		struct message *b = message_new(flags[i] | MESSAGE_BY_GMIME);

		message_read(a, text, len);
		message_read(b, text, len);
		same = same && same_message(a, b);
		message_free(a);
		message_free(b);
	}
	return same;
}

/* ---- messages made up --- */

struct made {
	const char *what;
	bool regular;
	const char *text;
};

#define HEAD "From: a@b.example\nSubject: s\n"
#define MIXED HEAD "Content-Type: multipart/mixed; boundary=xx\n\n"

static const struct made made[] = {
	{ "plain", true, HEAD "\nbody http://h.example/\n" },
	{ "CR LF", true, "From: a@b.example\r\nSubject: s\r\n\r\nbody\r\n" },
	{ "no body", true, HEAD "\n" },
	{ "no blank line", false, HEAD },
	{ "no header", false, "\nbody\n" },
	{ "a line that is no field", false, HEAD "what?\n\nbody\n" },
	{ "folded", true, "Subject: a\n b\n\tc\nX: y\n\nbody\n" },
	{ "a coded subject", true, "Subject: =?utf-8?q?caf=C3=A9?=\n\nbody\n" },
	{ "octets in a subject", true, "Subject: caf\xC3\xA9 \xE9\n\nbody\n" },
	{ "an empty subject", true, "From: a@b.example\nSubject:\n\nbody\n" },
	{ "two subjects", true, "Subject: a\nSubject:  b \n\nbody\n" },
	{ "two identifiers", true, "Message-ID: <a@b>\nMessage-ID: <c@d>\n\nb\n" },
	{ "an identifier without brackets", true, "Message-ID: a b\n\nbody\n" },
	{ "an identifier in a line of its own", true, "Message-ID:\n <a@b>\n\nbody\n" },
	{ "more behind an identifier", true, "Message-ID: <a@b> (c)\n\nbody\n" },
	{ "an identifier of all atoms", true,
	    "Message-ID: <a.+!#$%&'*-/=?^_`{|}~..b@c-1.d_e>\n\nbody\n" },
	{ "an identifier without a host", true, "Message-ID: <a@>\n\nbody\n" },
	{ "an identifier without an @", true, "Message-ID: <abcdef>\n\nbody\n" },
	{ "an identifier of nothing but a host", true, "Message-ID: <@b.c>\n\nb\n" },
	{ "an identifier with two @", true, "Message-ID: <a@b@c>\n\nbody\n" },
	{ "a host with two dots", true, "Message-ID: <a@b..c>\n\nbody\n" },
	{ "a host that ends in a dot", true, "Message-ID: <a@b.>\n\nbody\n" },
	{ "a host in figures", true, "Message-ID: <a@[1.2.3.4]>\n\nbody\n" },
	{ "an identifier in quotes", true, "Message-ID: <\"a b\"@c>\n\nbody\n" },
	{ "blanks and tabs in a subject", true, "Subject: \t a  b\tc  d \t\n\nbody\n" },
	{ "a subject that ends in a page break", true, "Subject: a\f\r\nX: b\n\nc\n" },
	{ "a broken coded word", true, "Subject: a =? b =?x?q?\nFrom: =?\n\nbody\n" },
	{ "UTF-8 beside a CR", true, "Subject: caf\xC3\xA9 \r x\n\nbody\n" },
	{ "a NUL in the body", true, HEAD "\nbo\0dy\n" },
	{ "a type", true, HEAD "Content-Type: text/plain\n\nbody\n" },
	{ "a type of 1990", true, HEAD "Content-Type: text\n\nbody\n" },
	{ "a type that is none", false, HEAD "Content-Type: plain\n\nbody\n" },
	{ "a type of 1990, and more", false,
	    HEAD "Content-Type: text; charset=utf-8\n\nbody\n" },
	{ "a type twice", false,
	    HEAD "Content-Type: text/plain\nContent-Type: text/html\n\nbody\n" },
	{ "an image", true, HEAD "Content-Type: image/png\n\nbody\n" },
	{ "a charset", true,
	    HEAD "Content-Type: text/plain; charset=\"iso-8859-1\"\n\nb\xE9\n" },
	{ "a charset that has its own ASCII", true,
	    HEAD "Content-Type: text/plain; charset=utf-7\n\nhttp://a+AC8-\n" },
	{ "a final semicolon", true,
	    HEAD "Content-Type: text/html; charset=utf-8;\n\nbody\n" },
	{ "a comment", false,
	    HEAD "Content-Type: text/plain (plain); charset=utf-8\n\nbody\n" },
	{ "a parameter in pieces", false,
	    HEAD "Content-Type: text/plain; charset*0=utf; charset*1=-8\n\nb\n" },
	{ "flowed", true, HEAD
	    "Content-Type: text/plain; format=Flowed; DelSp=yes\n\na \nb\n" },
	{ "flowed, folded", true,
	    HEAD "Content-Type: text/plain;\n\tformat=flowed;\n\tdelsp=no\n\na\n" },
	{ "quoted-printable", true,
	    HEAD "Content-Transfer-Encoding: quoted-printable\n\na=\nb=3D\n" },
	{ "base64", true, HEAD "Content-Type: text/html\n"
	    "Content-Transfer-Encoding: BASE64\n\nPGEgaHJlZj0i\n" },
	{ "8bit", true, HEAD "Content-Transfer-Encoding: 8bit\n\n\xE9\n" },
	{ "x-uuencode", false,
	    HEAD "Content-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n" },
	{ "7-bit", false, HEAD "Content-Transfer-Encoding: 7-bit\n\na\n" },
	{ "multipart", true, MIXED "--xx\nContent-Type: text/plain\n\na\n--xx\n"
	    "Content-Type: text/html\n\nb\n--xx--\n" },
	{ "multipart, CR LF", true,
	    "Content-Type: multipart/mixed; boundary=\"xx\"\r\n\r\npre\r\n--xx\r\n"
	    "Content-Type: text/plain\r\n\r\na\r\n\r\n--xx--\r\nepilogue\r\n" },
	{ "blanks behind boundaries", true,
	    MIXED "--xx \nContent-Type: text/plain\n\na\n--xx--\t \n" },
	{ "an empty part", true,
	    MIXED "--xx\nContent-Type: text/plain\n\n\n--xx--\n" },
	{ "a part without a body", false,
	    MIXED "--xx\nContent-Type: text/plain\n--xx--\n" },
	{ "a part without a header", false, MIXED "--xx\n\na\n--xx--\n" },
	{ "the last boundary is missing", false,
	    MIXED "--xx\nContent-Type: text/plain\n\na\n" },
	{ "a line that begins as the boundary", false,
	    MIXED "--xx\nContent-Type: text/plain\n\na\n--xxy\n--xx--\n" },
	{ "a boundary in a line", true,
	    MIXED "--xx\nContent-Type: text/plain\n\na --xx\nb\n--xx--\n" },
	{ "a boundary behind the last", false,
	    MIXED "--xx\nContent-Type: text/plain\n\na\n--xx--\n--xx\n\nb\n" },
	{ "no boundary", false,
	    HEAD "Content-Type: multipart/mixed\n\n--xx\n\na\n--xx--\n" },
	{ "a boundary that is not used", false, MIXED "http://h.example/\n" },
	{ "alternatives, the last of a type of 1990", true,
	    HEAD "Content-Type: multipart/alternative; boundary=xx\n\n--xx\n"
	    "Content-Type: text/html\n\na\n--xx\nContent-Type: text\n\nb\n"
	    "--xx--\n" },
	{ "alternatives, the plain one last", true,
	    HEAD "Content-Type: multipart/alternative; boundary=xx\n\n--xx\n"
	    "Content-Type: text/html\n\na\n--xx\nContent-Type: text/plain\n\nb\n"
	    "--xx--\n" },
	{ "multiparts in a multipart", true,
	    MIXED "--xx\nContent-Type: multipart/alternative; boundary=yy\n\n"
	    "--yy\nContent-Type: text/plain\n\na\n--yy\nContent-Type: text/html\n"
	    "\nb\n--yy--\n\n--xx\nContent-Type: text/x-diff\n\nc\n--xx--\n" },
	{ "an inner one that does not end", false,
	    MIXED "--xx\nContent-Type: multipart/mixed; boundary=yy\n\n--yy\n"
	    "Content-Type: text/plain\n\na\n--xx--\n" },
	{ "an inner one with the same boundary", false,
	    MIXED "--xx\nContent-Type: multipart/mixed; boundary=xx\n\n--xx\n"
	    "Content-Type: text/plain\n\na\n--xx--\n--xx--\n" },
	{ "a digest", false, HEAD
	    "Content-Type: multipart/digest; boundary=xx\n\n--xx\n\n"
	    "Subject: t\n\na\n--xx--\n" },
	{ "a message in a message", true,
	    MIXED "--xx\nContent-Type: message/rfc822\n\nSubject: t\n"
	    "Content-Type: text/html\n\nb\n--xx--\n" },
	{ "a message alone in a message", false,
	    HEAD "Content-Type: message/rfc822\n\nSubject: t\n\nbody\n" },
	{ "a message in a message, in base64", false,
	    HEAD "Content-Type: message/rfc822\n"
	    "Content-Transfer-Encoding: base64\n\nU3ViamVjdDogdAoKYQo=\n" },
	{ "what is said of a delivery", false,
	    HEAD "Content-Type: message/delivery-status\n\nAction: failed\n" },
	{ "fields that speak of the body", true, "Subject: s\nContent-Location: "
	    "http://h.example/\nX-Last: http://i.example/\n\nbody\n" },
};

static void
test_made(void)
{
	size_t i;

	for (i = 0; i < sizeof(made) / sizeof(made[0]); i++) {
		const struct made *m = &made[i];
		/* one has a NUL in it */
		size_t len = strlen(m->text) + (strstr(m->what, "NUL") ? 4 : 0);

		ok(is_regular(m->text, len) == m->regular, "%s: %s", m->what,
		    m->regular ? "regular" : "not regular");
		ok(compare(m->text, len), "%s: the same both ways", m->what);
	}
}

/* Every beginning of a message, and every message that lacks a line. */
static void
test_cut(void)
{
	static const char whole[] =
	    MIXED "--xx\nContent-Type: multipart/alternative; boundary=yy\n\n"
	    "--yy\nContent-Type: text/plain; charset=utf-8\n"
	    "Content-Transfer-Encoding: quoted-printable\n\na=20b\n--yy\n"
	    "Content-Type: text/html\n\nb\n--yy--\n\n--xx\n"
	    "Content-Type: message/rfc822\n\nSubject: t\n\nc\n--xx--\n";
	const char *line, *next;
	bool same = true;
	size_t i;

	for (i = 0; i < sizeof(whole); i++)
		same = compare(whole, i) && same;
	for (line = whole; *line; line = next) {
		char without[sizeof(whole)];
		size_t before = (size_t)(line - whole);

		next = strchr(line, '\n') + 1;
		memcpy(without, whole, before);
		strcpy(without + before, next);
		same = compare(without, strlen(without)) && same;
	}
	ok(same, "a message cut anywhere, or that lacks a line");
}

/* ---- messages of files --- */

static ssize_t
read_fd(void *data, char *text, size_t size)
{
	return read(*(int *)data, text, size);
}

static void
compare_file(const char *path, bool single)
{
	int fd = open(path, O_RDONLY);
	struct mbox *box = mbox_new((struct reader){ read_fd, &fd, NULL }, single, true);
	struct mbox_message m;
	size_t messages = 0, different = 0;

	while (mbox_next(box, &m) > 0) {
		messages++;
		if (compare(m.text, m.len))
			continue;
		if (different++ < 3)
			printf("# message %u, line %lu\n", m.number, (unsigned long)m.line);
	}
	ok(messages > 0 && different == 0, "%s: %zu messages the same both ways",
	    strrchr(path, '/') + 1, messages);
	mbox_free(box);
	close(fd);
}

static void
compare_folder(const char *folder, const char *ending, bool single)
{
	DIR *dir = opendir(folder);
	const struct dirent *e;

	while (dir && (e = readdir(dir))) {
		const char *dot = strrchr(e->d_name, '.');
		char path[4096];

		if (dot == NULL || strcmp(dot, ending) != 0)
			continue;
		snprintf(path, sizeof(path), "%s/%s", folder, e->d_name);
		compare_file(path, single);
	}
	if (dir)
		closedir(dir);
}

int
main(void)
{
	const char *archives = getenv("ARCHIVES");

	message_setup(NULL);
	test_made();
	test_cut();
	compare_folder("corpus", ".eml", true);
	compare_folder("corpus", ".mbox", false);
	if (archives)
		compare_folder(archives, ".mbox", false);
	else
		ok(true, "the archives # SKIP ARCHIVES is not set");
	printf("# %zu of %zu messages are regular\n", regular, compared);
	return done_testing();
}
