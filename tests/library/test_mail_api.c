/* test_mail_api.c - the functions of urlgrep_mail.h, one by one: levels, header fields,
 * texts, options, sources that fail. TAP. */
#include <errno.h>

#include "corpus_files.h"
#include "mail_findings.h"
#include "pieces.h"
#include "tap.h"

static urlgrep_grammar *grammar;

#define FROM "From ann@example.org Tue Mar 14 10:12:00 1995\n"

static const char mbox[] = FROM "From: Ann =?iso-8859-1?q?M=FCller?= <ann@example.org>\n"
    "To: bob@example.com\nMessage-ID: <1@example.org>\n"
    "Date: Tue, 14 Mar 1995 10:12:00 +0100\nSubject: see http://s.example/\n"
    "List-Id: Talk <talk.example.org>\nX-Page: http://x.example/\n\n"
    "http://a.example/1 http:/\n<URL:http://a.example/over-\nview>\n\n"
    FROM "Subject: two\nContent-Type: multipart/mixed; boundary=b\n\n"
    "--b\n\nhttp://b.example/1\n"
    "--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n"
    "<p>caf=C3=A9 <a href=3D\"http://b.example/2\">x</a>\n--b--\n\n"
    FROM "Subject: three\n\nhttp://c.example/1 http://c.example/2\n";

static const char all_urls[] = "http://s.example/ http://a.example/1 http://a.example/over-view "
    "http://b.example/1 http://b.example/2 http://c.example/1 http://c.example/2 ";

static urlgrep_mail *
open_text(const urlgrep_mail_options *options, const char *text, size_t len)
{
	urlgrep_mail *mail = urlgrep_mail_new(grammar, options);

	if (urlgrep_mail_open_buffer(mail, "box", text, len, NULL) != URLGREP_OK)
		exit(2);
	return mail;
}

static urlgrep_mail_options
options_with(unsigned flags)
{
	return (urlgrep_mail_options){ .size = sizeof(urlgrep_mail_options),
		.flags = URLGREP_ALL | flags };
}

static bool
equal_text(const char *what, const char *expected, const char *got)
{
	bool same = expected == got || (expected && got && strcmp(expected, got) == 0);

	ok(same, "%s", what);
	if (!same)
		printf("# expected: %s\n# got:      %s\n", or_none(expected), or_none(got));
	return same;
}

static bool
equal_count(const char *what, uint64_t expected, uint64_t got)
{
	if (!ok(expected == got, "%s: %llu", what, (unsigned long long)expected))
		printf("# got: %llu\n", (unsigned long long)got);
	return expected == got;
}

/* Return the remaining URLs, each followed by a blank; the caller frees the string. */
static char *
urls_of(urlgrep_mail *mail)
{
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status;
	struct report r;

	report_open(&r);
	while ((status = urlgrep_mail_next(mail, &f, &l)) == URLGREP_OK)
		fprintf(r.file, "%.*s ", (int)f->url.text.len, f->url.text.text);
	if (status != URLGREP_END)
		fprintf(r.file, "status %d", (int)status);
	fclose(r.file);
	return r.text;
}

static void
test_urls(const char *what, urlgrep_mail *mail, const char *expected)
{
	char *urls = urls_of(mail);

	equal_text(what, expected, urls);
	free(urls);
}

/* ---- levels --- */

static void
test_levels(void)
{
	urlgrep_mail *mail = open_text(NULL, mbox, sizeof(mbox) - 1);
	const urlgrep_member *member;
	const urlgrep_message *m;
	const urlgrep_finding *f;
	const urlgrep_location *l;
	size_t begin, end;

	test_urls("all of an input", mail, all_urls);
	test_urls("nothing after END", mail, "");

	ok(urlgrep_mail_open_buffer(mail, NULL, "http://a.example/", 17, NULL) == URLGREP_OK &&
	    urlgrep_mail_next(mail, &f, &l) == URLGREP_OK && strcmp(l->path, "") == 0,
	    "an input without a name");
	urlgrep_mail_open_buffer(mail, "box", mbox, sizeof(mbox) - 1, NULL);
	ok(urlgrep_mail_next_member(mail, &member) == URLGREP_OK &&
	    member->type == URLGREP_MAIL_MBOX && strcmp(member->path, "box") == 0,
	    "the member of a file is the file");
	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_OK && m->number == 1 &&
	    m->type == URLGREP_MAIL_MESSAGE && m->offset == sizeof(FROM) - 1 &&
	    m->text.text && m->text.len == m->length &&
	    memcmp(m->text.text, "From: Ann", 9) == 0, "the first message");
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_OK && l->message == 1 &&
	    l->line == 0, "a finding, without its line");
	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_OK && m->number == 2 &&
	    urlgrep_mail_surroundings(mail, &begin, &end).text == NULL,
	    "the rest of a message is skipped, and no finding is known in the next one");
	test_urls("a message", mail, "http://b.example/1 http://b.example/2 ");
	test_urls("END stays END", mail, "");
	urlgrep_mail_next_message(mail, &m);
	ok(m->number == 3 && urlgrep_mail_next_message(mail, &m) == URLGREP_END,
	    "no fourth message");
	ok(urlgrep_mail_next_member(mail, &member) == URLGREP_END, "no second member");
	equal_count("messages", 3, urlgrep_mail_sums_of(mail).messages);
	equal_count("members", 1, urlgrep_mail_sums_of(mail).members);

	urlgrep_mail_open_buffer(mail, "box", mbox, sizeof(mbox) - 1, NULL);
	urlgrep_mail_next_member(mail, &member);
	test_urls("a member", mail, all_urls);
	ok(urlgrep_mail_next_member(mail, &member) == URLGREP_END, "after it, none");
	urlgrep_mail_free(mail);
}

/* ---- fields and texts --- */

static void
test_fields(void)
{
	static const char *const expected[][2] = {
		[URLGREP_MAIL_ID] = { "Message-ID", "1@example.org" },
		[URLGREP_MAIL_DATE] = { "Date", "Tue, 14 Mar 1995 10:12:00 +0100" },
		[URLGREP_MAIL_DATE_ISO] = { "ISO 8601", "1995-03-14T10:12:00+01:00" },
		[URLGREP_MAIL_FROM] = { "From", "Ann M\xC3\xBCller <ann@example.org>" },
		[URLGREP_MAIL_TO] = { "To", "bob@example.com" },
		[URLGREP_MAIL_SUBJECT] = { "Subject", "see http://s.example/" },
		[URLGREP_MAIL_LIST_ID] = { "List-Id", "talk.example.org" },
		[URLGREP_MAIL_LABELS] = { "X-Gmail-Labels", NULL },
	};
	urlgrep_mail *mail = open_text(NULL, mbox, sizeof(mbox) - 1);
	const urlgrep_message *m;
	urlgrep_mail_text text = { .html = -1 };
	size_t i;

	ok(urlgrep_mail_header(mail, URLGREP_MAIL_ID) == NULL, "no message, no field");
	ok(urlgrep_mail_text_at(mail, 0, &text) == URLGREP_END, "nor a text");
	urlgrep_mail_next_message(mail, &m);
	for (i = 0; i < COUNT(expected); i++)
		equal_text(expected[i][0], expected[i][1],
		    urlgrep_mail_header(mail, (urlgrep_mail_field)i));
	urlgrep_mail_next_message(mail, &m);
	ok(urlgrep_mail_header(mail, URLGREP_MAIL_DATE) == NULL, "a field that is absent");
	for (i = 0; urlgrep_mail_text_at(mail, i, &text) == URLGREP_OK; i++)
		if (text.html)
			break;
	ok(text.html == 1 && strcmp(text.part, "2") == 0 &&
	    strcmp(text.encoding, "quoted-printable") == 0 && text.text.len > 5 &&
	    memmem(text.text.text, text.text.len, "caf\xC3\xA9", 5) != NULL,
	    "the HTML part, decoded");
	ok(urlgrep_mail_text_at(mail, 1000, &text) == URLGREP_END, "no such text");
	test_urls("the URLs after that", mail, "http://b.example/1 http://b.example/2 ");
	urlgrep_mail_free(mail);
}

static void
test_no_texts(void)
{
	static const char image[] = "MIME-Version: 1.0\nContent-Type: image/png\n\nx\n";
	urlgrep_mail *mail = open_text(NULL, image, sizeof(image) - 1);
	const urlgrep_message *m;
	urlgrep_mail_text text;

	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_OK && m->type == URLGREP_MAIL_MESSAGE &&
	    urlgrep_mail_text_at(mail, 0, &text) == URLGREP_END, "a message without a text");
	urlgrep_mail_free(mail);
}

/* Each message has its own serial number, also across inputs. */
static void
test_serial(void)
{
	static const char mbox[] = "From a Thu Jan  1 00:00:00 1970\n"
	    "Subject: http://a.example/1 http://a.example/2\n\n"
	    "From b Thu Jan  1 00:00:00 1970\nSubject: http://a.example/3\n\n";
	urlgrep_mail *mail = open_text(NULL, mbox, sizeof(mbox) - 1);
	uint64_t serials[6], none = urlgrep_mail_serial(mail);
	const urlgrep_finding *f;
	const urlgrep_location *l;
	size_t i;

	for (i = 0; i < 6; i++) {
		if (i == 3)
			urlgrep_mail_open_buffer(mail, "again", mbox, sizeof(mbox) - 1, NULL);
		urlgrep_mail_next(mail, &f, &l);
		serials[i] = urlgrep_mail_serial(mail);
	}
	ok(none == 0, "no message, no serial number");
	ok(serials[0] != 0 && serials[0] == serials[1] && serials[3] == serials[4],
	    "findings of one message");
	ok(serials[1] != serials[2] && serials[4] != serials[5], "of the next message");
	ok(serials[0] != serials[3] && serials[2] != serials[3] && serials[2] != serials[5],
	    "of the same messages in the next input");
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_END && urlgrep_mail_serial(mail) == 0,
	    "after the last message");
	urlgrep_mail_free(mail);
}

/* ---- libraries that are loaded --- */

static void
test_libraries(void)
{
	char text[320], cut[4];
	const char *name;
	unsigned i;

	for (i = 0; (name = urlgrep_mail_library(i, text, sizeof(text))) != NULL; i++)
		ok(strncmp(text, name, strlen(name)) == 0 && strlen(text) > strlen(name),
		    "a library: %s", text);
	ok(i >= 3 && urlgrep_mail_library(0, cut, sizeof(cut)) && strlen(cut) == 3,
	    "a name that is cut");
}

/* ---- options --- */

static uint64_t
count_line_feeds(const char *text)
{
	uint64_t count = 0;

	for (; *text; text++)
		count += *text == '\n';
	return count;
}

static void
test_options(void)
{
	static const char *const headers[] = { "x-page" };
	static const char broken[] = "Subject: s\n\nhttp://a.example/over-\nview.html\n";
	static const char delimited[] = "see <http://a.example/over-\nview.html>\n";
	static const char whole[] = "http://a.example/overview.html";
	urlgrep_mail_options options = options_with(URLGREP_COUNT_LINES);
	urlgrep_mail *mail = open_text(&options, mbox, sizeof(mbox) - 1);
	urlgrep_url_set *known = urlgrep_url_set_new(NULL);
	const urlgrep_finding *f;
	const urlgrep_location *l;

	urlgrep_mail_next(mail, &f, &l);
	urlgrep_mail_next(mail, &f, &l);
	equal_count("line of the second URL", 10, l->line);
	free(urls_of(mail));
	equal_count("line feeds", count_line_feeds(mbox), urlgrep_mail_sums_of(mail).lines);
	equal_count("bytes", sizeof(mbox) - 1, urlgrep_mail_sums_of(mail).bytes);
	equal_count("decoded parts", 1, urlgrep_mail_sums_of(mail).decoded);
	urlgrep_mail_free(mail);

	options = options_with(URLGREP_RAW);
	mail = open_text(&options, mbox, sizeof(mbox) - 1);
	urlgrep_mail_next(mail, &f, &l);
	ok(l->message == 0 && l->part == NULL, "RAW: a text");
	urlgrep_mail_free(mail);

	options = options_with(0);
	options.headers = headers;
	options.header_count = 1;
	mail = open_text(&options, mbox, 400);
	urlgrep_mail_next(mail, &f, &l);
	urlgrep_mail_next(mail, &f, &l);
	ok(strcmp(l->part, "x-page") == 0 && l->flags & URLGREP_MAIL_IN_HEADER,
	    "a header field by name");
	urlgrep_mail_open_buffer(mail, "a.ics", "a\n b\n", 5, NULL);
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_END && urlgrep_mail_sums_of(mail).lines == 0,
	    "lines are not counted, even if they are folded");
	urlgrep_mail_free(mail);

	ok(urlgrep_url_set_add(known, (urlgrep_span){ whole, sizeof(whole) - 1 }) ==
	    URLGREP_OK && urlgrep_url_set_add(known,
	    (urlgrep_span){ whole, sizeof(whole) - 1 }) == URLGREP_END &&
	    urlgrep_url_set_has(known, (urlgrep_span){ whole, sizeof(whole) - 1 }) &&
	    !urlgrep_url_set_has(known, (urlgrep_span){ whole, 5 }), "a set of URLs");
	options = options_with(0);
	options.known = known;
	options.flags |= URLGREP_JOIN_ALWAYS;
	mail = open_text(&options, broken, sizeof(broken) - 1);
	test_urls("a known URL decides", mail, "http://a.example/overview.html ");
	urlgrep_mail_open_buffer(mail, "text", delimited, sizeof(delimited) - 1, NULL);
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_OK && f->reading_count == 2 &&
	    f->url.text.len == sizeof(whole) - 1 &&
	    memcmp(f->url.text.text, whole, sizeof(whole) - 1) == 0,
	    "also in a text, and between two readings");
	urlgrep_mail_free(mail);
	urlgrep_url_set_free(known);
}

/* Find the first link of an HTML document. Return whether it shows a host other than that to which
 * it leads, according to the caller's own services. */
static bool
href_differs(const char *const *rows, size_t count, const char *html)
{
	urlgrep_mail_options options = options_with(0);
	const urlgrep_location *l;
	const urlgrep_finding *f;
	urlgrep_mail *mail;
	bool differs;

	options.wrappers = rows;
	options.wrapper_count = count;
	mail = open_text(&options, html, strlen(html));
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_OK, "a link");
	differs = (l->flags & URLGREP_MAIL_HREF_DIFFERS) != 0;
	urlgrep_mail_free(mail);
	return differs;
}

static void
test_wrappers(void)
{
	static const char *const rows[] = { "no row",
		"own\tgateway\tgate.example\t/\tq:u\tpct\t-\t-" };
	static const char html[] = "<html><a href=\"https://gate.example/?u=http%3A%2F%2F"
	    "h.example%2F\">http://h.example/</a></html>";

	ok(href_differs(NULL, 0, html), "a service that the library does not know");
	ok(href_differs(rows, 1, html), "an invalid row is ignored");
	ok(!href_differs(rows, 2, html), "a service of the caller's own");
}

/* ---- inputs that fail --- */

static void
test_errors(void)
{
	struct pieces text = { .text = "see http://a.example/1\nand http://a.example/2\n", .len = 46,
		.step = SIZE_MAX, .fails = EIO };
	struct pieces wide = { .text = "\xFF\xFEh\0t\0t\0p\0:\0/\0/\0a\0/\0 ", .len = 22,
		.step = SIZE_MAX, .fails = EIO };
	urlgrep_mail_source source = { pieces_read_at, &text, 0 };
	urlgrep_mail *mail = urlgrep_mail_new(grammar, NULL);
	const urlgrep_finding *f;
	const urlgrep_location *l;
	urlgrep_status status;
	unsigned found = 0;

	test_urls("no input", mail, "");
	urlgrep_mail_open_buffer(mail, "unread", "http://u.example/", 17, NULL);
	ok(urlgrep_mail_open_file(mail, "corpus/none", NULL) == URLGREP_SKIPPED &&
	    urlgrep_mail_error(mail)->system_error == ENOENT &&
	    strcmp(urlgrep_mail_error(mail)->path, "corpus/none") == 0,
	    "a file that does not exist");
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_END && !urlgrep_mail_divisible(mail),
	    "... has nothing of the input before");
	test_urls("has no URLs", mail, "");
	ok(urlgrep_mail_open_file(mail, "corpus", NULL) == URLGREP_SKIPPED ||
	    urlgrep_mail_next(mail, &f, &l) == URLGREP_SKIPPED, "a directory");
	ok(urlgrep_mail_error(mail)->system_error == EISDIR, "... has an errno");

	urlgrep_mail_open_source(mail, "source", &source, NULL);
	ok(urlgrep_mail_error(mail)->path == NULL, "... which the next input has not");
	while ((status = urlgrep_mail_next(mail, &f, &l)) == URLGREP_OK)
		found++;
	ok(found == 2 && status == URLGREP_SKIPPED, "URLs before a read error are found");
	ok(urlgrep_mail_error(mail)->system_error == EIO, "a read error has an errno");
	equal_text("the error", "source", urlgrep_mail_error(mail)->path);
	ok(urlgrep_mail_error(mail)->reason[0] != '\0' &&
	    urlgrep_mail_next(mail, &f, &l) == URLGREP_END, "then END");
	equal_count("skipped", 1, urlgrep_mail_sums_of(mail).skipped);
	source.data = &wide;
	urlgrep_mail_open_source(mail, "wide", &source, NULL);
	test_urls("URLs before a read error in UTF-16", mail, "http://a/ status 5");
	wide.len = 0;
	urlgrep_mail_open_source(mail, "none", &source, &(urlgrep_mail_range){ .begin = 100, .end = 200 });
	test_urls("a range of an input that cannot be read", mail, "status 5");
	urlgrep_mail_open_buffer(mail, "damaged", "\37\213\10\0\0\0\0\0\0\3\7", 11, NULL);
	ok(urlgrep_mail_next(mail, &f, &l) == URLGREP_SKIPPED &&
	    urlgrep_mail_error(mail)->system_error == 0, "damaged input has none");
	urlgrep_mail_free(mail);
	urlgrep_mail_free(NULL);
	urlgrep_url_set_free(NULL);
}

/* Brief locations name the part, but have no offsets in the file, which would have to be mapped in
 * UTF-16. */
static void
test_brief_locations(void)
{
	urlgrep_mail_options brief = options_with(URLGREP_BRIEF_LOCATIONS | URLGREP_COUNT_LINES);
	urlgrep_mail *mail = open_text(&brief, mbox, sizeof(mbox) - 1);
	char wide[2 * sizeof(mbox)] = "\xFF\xFE";
	unsigned found = 0, bad = 0;
	const urlgrep_finding *f;
	const urlgrep_location *l;
	size_t i;

	while (urlgrep_mail_next(mail, &f, &l) == URLGREP_OK) {
		bad += l->message == 0 || l->message_offset == 0 || l->part == NULL ||
		    l->encoding == NULL || l->line || l->offset || l->length || l->text_length ||
		    l->alternative || l->link_text.text;
		found++;
	}
	ok(found == 7 && bad == 0, "brief locations: message and part");
	for (i = 0; i + 1 < sizeof(mbox); i++) {
		wide[2 * i + 2] = mbox[i];
		wide[2 * i + 3] = '\0';
	}
	urlgrep_mail_open_buffer(mail, "wide", wide, sizeof(wide), NULL);
	test_urls("brief locations in UTF-16", mail, all_urls);
	urlgrep_mail_free(mail);
}

/* In UTF-16, offsets are those in the file that contains the input. In HTML, a link is found before
 * the text that precedes it. */
static void
test_wide_offsets(void)
{
	static const char page[] = FROM "Content-Type: text/html\n\nhttp://d.example/2\n"
	    "<a href='http://d.example/1'>x</a>\n\n", latin[] = "From j\xFCrgen@example.org Tue Mar 14 "
	    "10:12:00 1995\nSubject: x\n\nhttp://d.example/3\n\n",
	    *const parts[] = { page, mbox, latin, page };
	static const urlgrep_mail_range inner = { .size = sizeof(inner), .end = UINT64_MAX,
		.offset = 1000 };
	urlgrep_mail *mail = urlgrep_mail_new(grammar, NULL);
	char wide[2 * (sizeof(mbox) + sizeof(latin) + 2 * sizeof(page))] = "\xFF\xFE";
	unsigned found = 0, bad = 0;
	const urlgrep_finding *f;
	const urlgrep_location *l;
	size_t len = 2, i, k;

	for (i = 0; i < COUNT(parts); i++)
		for (k = 0; parts[i][k]; k++, len += 2)
			wide[len] = parts[i][k];
	urlgrep_mail_open_buffer(mail, "wide", wide, len, &inner);
	while (urlgrep_mail_next(mail, &f, &l) == URLGREP_OK) {
		bad += l->offset < inner.offset || l->offset >= inner.offset + len ||
		    memcmp(wide + (l->offset - inner.offset), "h\0t\0t\0p", 8) != 0;
		found++;
	}
	ok(found == 12 && bad == 0, "offsets in UTF-16 within a file: %u, %u wrong", found, bad);
	urlgrep_mail_free(mail);
}

static void
test_divisible(void)
{
	static const char counted[] = FROM "Content-Length: 2\n\na\n\n" FROM "\nb\n";
	const urlgrep_mail_range compared = { .size = sizeof(compared), .end = UINT64_MAX,
		.flags = URLGREP_MAIL_HAS_LENGTHS };
	urlgrep_mail_range part = compared;
	urlgrep_mail *mail = open_text(NULL, mbox, sizeof(mbox) - 1);
	const urlgrep_message *m;
	urlgrep_mail_sums sums;

	ok(urlgrep_mail_divisible(mail) == 1, "an mbox is divisible");
	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_OK && m->number == 1,
	    "and is read from its front after that");
	ok(urlgrep_mail_divisible(mail) == 0, "not once reading has begun");
	urlgrep_mail_open_buffer(mail, "counted", counted, sizeof(counted) - 1, NULL);
	ok(urlgrep_mail_divisible(mail) == 0, "an mbox with Content-Length is not");
	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_OK && m->number == 1 &&
	    m->length == 22, "and is read from its front after that");
	urlgrep_mail_open_buffer(mail, "counted", counted, sizeof(counted) - 1, &compared);
	ok(urlgrep_mail_divisible(mail) == 1, "it is if its ranges are compared");
	part.begin = 1;
	urlgrep_mail_open_buffer(mail, "counted", counted, sizeof(counted) - 1, &part);
	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_OK && m->length == 3,
	    "its second range has the second message");
	sums = urlgrep_mail_sums_of(mail);
	ok(sums.entered_after == sizeof(counted) - 1 - (sizeof(FROM "\nb\n") - 1) &&
	    sums.left_after == sizeof(counted) - 1, "and says from where to where");
	urlgrep_mail_open_file(mail, "corpus/demo.eml", &part);
	ok(urlgrep_mail_next_message(mail, &m) == URLGREP_END &&
	    urlgrep_mail_sums_of(mail).bytes == 0, "a range without messages has no bytes");
	urlgrep_mail_open_buffer(mail, "mbox", mbox, sizeof(mbox) - 1, &compared);
	ok(urlgrep_mail_divisible(mail) == 0, "without Content-Length there is nothing to compare");
	urlgrep_mail_open_buffer(mail, "text", "some text", 9, NULL);
	ok(urlgrep_mail_divisible(mail) == 1, "a text is");
	urlgrep_mail_open_file(mail, "corpus/demo.eml", NULL);
	ok(urlgrep_mail_divisible(mail) == 0, "a message is not");
	urlgrep_mail_free(mail);
}

/* ---- the same findings however an input is read --- */

enum reading { WHOLE, BY_BYTES, TEXTS_FIRST, FINDINGS_FIRST, INTERPRETED, READINGS };

static const char *const reading_names[READINGS] = { "in a buffer",
	"from a source that gives one byte at a time", "if all texts are asked for before the findings",
	"if they are asked for after them", "without machine code" };

static void
report_texts(struct report *r, urlgrep_mail *mail)
{
	urlgrep_mail_text text;
	size_t i;

	for (i = 0; urlgrep_mail_text_at(mail, i, &text) == URLGREP_OK; i++) {
		fprintf(r->file, "%s %s: ", or_none(text.part), or_none(text.encoding));
		fwrite(text.text.text, 1, text.text.len, r->file);
	}
}

/* Append the findings of each message to r, and its texts to texts. */
static void
report_messages(struct report *r, struct report *texts, urlgrep_mail *mail, bool texts_first)
{
	const urlgrep_message *m;
	urlgrep_status status;

	while ((status = urlgrep_mail_next_message(mail, &m)) != URLGREP_END) {
		if (status != URLGREP_OK) {
			fprintf(r->file, "error: %s\n", urlgrep_mail_error(mail)->reason);
			continue;
		}
		if (texts_first)
			report_texts(texts, mail);
		report_input(r, mail);
		if (!texts_first)
			report_texts(texts, mail);
	}
}

/* Return the findings in a file that is read in this way, and its texts if the way has them. */
static char *
read_corpus_file(const urlgrep_grammar *g, const char *path, struct pieces *b,
    enum reading reading, char **texts)
{
	urlgrep_mail_options options = options_with(URLGREP_COUNT_LINES | URLGREP_HEADERS |
	    URLGREP_FIND_MALFORMED | URLGREP_REFANG);
	urlgrep_mail *mail = urlgrep_mail_new(g, &options);
	urlgrep_mail_source source = { pieces_read_at, b, true };
	const urlgrep_member *member;
	struct report r, t;

	report_open(&r);
	report_open(&t);
	if (reading == BY_BYTES)
		urlgrep_mail_open_source(mail, path, &source, NULL);
	else
		urlgrep_mail_open_buffer(mail, path, b->text, b->len, NULL);
	if (reading == TEXTS_FIRST || reading == FINDINGS_FIRST)
		while (urlgrep_mail_next_member(mail, &member) == URLGREP_OK)
			report_messages(&r, &t, mail, reading == TEXTS_FIRST);
	else
		report_input(&r, mail);
	urlgrep_mail_free(mail);
	fclose(r.file);
	fclose(t.file);
	*texts = t.text;
	return r.text;
}

/* Texts without a URL are decoded only on request. */
static void
test_corpus(void)
{
	urlgrep_grammar *interpreted = urlgrep_grammar_new("current", URLGREP_NO_JIT, NULL, NULL);
	struct corpus_files *files = list_corpus();
	size_t i, findings = 0, differing[READINGS] = { 0 }, other_texts = 0;
	int way;

	for (i = 0; i < files->count; i++) {
		struct pieces b = { .step = 1 };
		char *text = read_file(files->paths[i], &b.len), *found[READINGS], *texts[READINGS];

		b.text = text;
		for (way = 0; way < READINGS; way++) {
			found[way] = read_corpus_file(way == INTERPRETED ? interpreted : grammar,
			    files->paths[i], &b, (enum reading)way, &texts[way]);
			if (strcmp(found[WHOLE], found[way]) == 0)
				continue;
			if (differing[way]++ == 0)
				printf("# %s:\n", files->paths[i]);
			print_difference(found[WHOLE], found[way]);
		}
		other_texts += strcmp(texts[TEXTS_FIRST], texts[FINDINGS_FIRST]) != 0;
		findings += found[WHOLE][0] != '\0';
		for (way = 0; way < READINGS; way++) {
			free(found[way]);
			free(texts[way]);
		}
		free(text);
	}
	for (way = BY_BYTES; way < READINGS; way++)
		ok(differing[way] == 0, "%zu files of corpus/ %s", files->count, reading_names[way]);
	ok(other_texts == 0, "their texts are the same before and after the findings");
	ok(findings > 150, "%zu files have findings", findings);
	urlgrep_grammar_free(interpreted);
	free(files);
}

/* Searching for a NUL at the beginning takes many reads, also in a range of the input. */
static void
test_binary(void)
{
	static char text[30000];
	struct pieces b = { .text = text, .len = sizeof(text), .step = 1 };
	urlgrep_mail_options options = options_with(URLGREP_SKIP_BINARY);
	urlgrep_mail *mail = urlgrep_mail_new(grammar, &options);
	urlgrep_mail_source source = { pieces_read_at, &b, true };
	urlgrep_mail_range part = { .size = sizeof(part), .end = b.len };
	int i;

	memset(text, ' ', sizeof(text) - 1);
	memcpy(text + 99, "http://a.example/", 17);
	for (i = 0; i < 2; i++, b.len--) {
		urlgrep_mail_open_source(mail, "file", &source, NULL);
		test_urls("a NUL after other bytes", mail, i == 0 ? "" : "http://a.example/ ");
		urlgrep_mail_open_source(mail, "file", &source, &part);
		test_urls("... in a part of the input", mail, i == 0 ? "" : "http://a.example/ ");
	}
	urlgrep_mail_free(mail);
}

int
main(void)
{
	grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	ok(strcmp(urlgrep_mail_version(), URLGREP_VERSION) == 0, "version %s",
	    urlgrep_mail_version());
	test_levels();
	test_fields();
	test_serial();
	test_libraries();
	test_options();
	test_wrappers();
	test_errors();
	test_brief_locations();
	test_wide_offsets();
	test_no_texts();
	test_divisible();
	test_binary();
	test_corpus();
	urlgrep_grammar_free(grammar);
	return done_testing();
}
