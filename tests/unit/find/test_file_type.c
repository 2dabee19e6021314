/* test_file_type.c - the type of a file by its first bytes, however many are known; and by its
 * name */
#include "fence.h"
#include "find/find.h"
#include "tap.h"

/* The answers for prefixes of a text: "TYPE" once it is certain, "TYPE?" while more bytes may
 * change it, each after the length from which it holds. */
static const struct prefix_case {
	const char *text, *answers;
} prefixes[] = {
	{ "Message-ID: x\n\nb\n", "0 text?, 11 message?, 15 message" },
	{ "Path: x\n\nb\n", "0 text?, 5 message?, 9 message" },
	{ "Content-Type: x\n\nb\n", "0 text?, 17 text" },
	{ "Subject: a\r\nFrom: b\r\n\r\nx", "0 text?, 17 message?, 23 message" },
	{ "Subject: a\n folded\n\tmore\nTo: x\n", "0 text?, 28 message?" },
	{ "X-A: b\nX-B: c\n", "0 text?, 7 text, 8 text?, 11 text" },
	{ " Subject: a\nTo: b\n\n", "0 text?, 12 text" },
	{ "\nSubject: a\nTo: b\n\n", "0 text?, 15 message?, 19 message" },
	{ ">From x\n+OK\nSubject: a\nTo: b\r\r\n\r\r\n", "0 text?, 26 message?, 34 message" },
	{ "Message-IDs: x\nto: y\n\n", "0 text?, 15 text, 16 text?, 22 text" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\n\nb", "0 text?, 47 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\r\n\r\nb", "0 text?, 48 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\n>From bob Tue Mar 14 10:12:00 1995\n",
	    "0 text?, 47 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\ntext\n", "0 text?, 51 text" },
	{ "From ann@example.org\nSubject: x\nTo: y\n\n", "0 text?, 35 mbox?, 39 mbox" },
	{ "From ann@example.org\nX-A: y\n\n", "0 text?, 29 text" },
	{ "From here on\n", "0 text?, 13 text" },
	{ "\n\nFrom ann Tue Mar 14 10:12:00 1995\nTo: x\n", "0 text?, 39 mbox" },
	{ "\r\nFrom ann Tue Mar 14 10:12:00 1995\nTo: x\n", "0 text?, 39 mbox" },
	{ "ann@example.org Tue Mar 14 10:12:00 1995\ntext\n", "0 text?, 41 text" },
	{ "<HTML><a>", "0 text?, 5 html?" },
	{ "  \n\t\r<html>", "0 text?, 10 html" },
	{ "<?xml version=\"1.0\"?><html>", "0 text?, 26 html?" },
	{ "<?xml version=\"1.0\"?><a>", "0 text?" },
	{ "<?xml ?> <?xml ?", "0 text?" },
	{ "\357\273\277<html>", "0 text?, 8 html?" },
	{ "\357\273\277Subject: a\nTo: b\n\n", "0 text?, 17 message?, 21 message" },
	{ "12\nSubject: x\nTo: y\n\nbody<?xml", "0 text?, 17 emlx?, 21 emlx" },
	{ "12\nx\n", "0 text?, 5 text" },
	{ "3    \nReceived: x\n\n", "0 text?, 15 emlx?, 19 emlx" },
	{ "99999999999999\nSubject: a\nTo: b\n\n", "0 text?, 29 emlx?, 33 emlx" },
	{ "\001\001\001\001\nSubject: x\n\n", "0 text?, 5 mailbox" },
	{ "#! rnews 12\nPath: x\n", "0 text?, 12 mailbox" },
	{ "#! rnews x\n", "0 text?, 11 text" },
	{ "*mbx*\r\n", "0 text?, 7 mailbox" },
	{ "\170\237\076\042\001\002\001\006\220", "0 text?" },
};

static const char *
type_name(const struct file_type *t)
{
	switch (t->type) {
	case URLGREP_MAIL_MBOX:
		return t->format == MAILBOX_MBOX ? "mbox" : "mailbox";
	case URLGREP_MAIL_MESSAGE:
		return t->format == MAILBOX_EMLX ? "emlx" : "message";
	case URLGREP_MAIL_HTML:
		return "html";
	default:
		return "text";
	}
}

/* Write the answers for all prefixes. */
static void
tell_answers(const char *text, size_t size, char *all, size_t room)
{
	size_t len, used = 0;
	char last[32] = "";

	all[0] = '\0';
	for (len = 0; len <= size && used < room; len++) {
		struct file_type t = file_type_detect(fenced_copy(text, len), len);
		char answer[32];

		snprintf(answer, sizeof(answer), "%s%s", type_name(&t), t.is_sure ? "" : "?");
		if (strcmp(answer, last) != 0)
			used += (size_t)snprintf(all + used, room - used, "%s%zu %s",
			    len ? ", " : "", len, answer);
		strcpy(last, answer);
	}
}

static void
check_prefixes(const struct prefix_case *c)
{
	char all[2000];

	tell_answers(c->text, strlen(c->text), all, sizeof(all));
	if (!ok(strcmp(all, c->answers) == 0, "prefixes case %d", (int)(c - prefixes)))
		printf("# expected: %s\n# got:      %s\n", c->answers, all);
}

/* ---- names ---- */

static const char *const xml_names[] = { "a.xml", "a.svg", "a.rss", "a.atom", "a.opml", "a.rdf",
	"a.xsd", "a.xsl", "a.xslt", "a.kml", "a.gpx", "a.plist", "a.xlf", "d/b.XML", "x.zip:a.Svg",
	"a.xml.gz", ".xml", ".xml.gz", "x.tar.gz:a.svg.xz", "a.rss.1.zst", "a.atom.BZ2", "a.xml.bak" };
static const char *const folded_names[] = { "a.ics", "a.ical", "a.ifb", "a.vcf", "a.vcard",
	"a.ldif", ".ics", "A.ICS", "a.ics.gz", "a.vcf.Z" };
static const char *const other_names[] = { "", "a", "a.txt", "xml", "a.xm",
	"a.xmlx", "axml", "a.ic", "a.icss", "aics", "a.xml/b", "a.ics/gz", "a.htm", "a.xlfx",
	"a.gz", "xml.gz", "a.xml:b.gz", "a.xml.zip", "a.xml.gzz", "a.gz.txt" };

static void
check_name(const char *name, bool is_xml, bool is_folded)
{
	ok(file_type_is_xml(file_path_content(name), "x", 1) == is_xml &&
	    file_type_is_folded(file_path_content(name), "x", 1) == is_folded, "name \"%s\"", name);
}

static const struct begin_case {
	const char *text;
	bool is_xml, is_folded;
} begins[] = {
	{ "<?xml version", true, false },
	{ "\xef\xbb\xbf<?xml ", true, false },
	{ "\xef\xbb\xbf<?xml", false, false },
	{ "begin:vCalendar\n", false, true },
	{ "# extended LDIF\n#", false, true },
	{ "\xef\xbb\xbf", false, false },
};

static void
check_begin(const struct begin_case *c)
{
	size_t len = strlen(c->text);
	const char *text = fenced_copy(c->text, len);

	ok(file_type_is_xml(FILE_UNKNOWN, text, len) == c->is_xml &&
	    file_type_is_folded(FILE_UNKNOWN, text, len) == c->is_folded, "beginning %d", (int)(c - begins));
}

/* One of the first fields shows that a message begins; two of the other fields together do. */
static const char *const sure_fields[] = { "Message-ID", "Received", "Return-Path", "Delivered-To",
	"MIME-Version", "Newsgroups", "Path", "X-Mailer", "In-Reply-To", "References",
	"DKIM-Signature" };
static const char *const other_fields[] = { "From", "To", "Cc", "Date", "Subject", "Sender",
	"Reply-To", "Content-Type", "Organization", "Lines" };

/* Check the type of a text that begins with a field, preceded by the field `before` if not "". */
static void
check_field(const char *before, const char *name, const char *expected)
{
	char text[100], all[2000];

	snprintf(text, sizeof(text), "%s%s: x\n\nb\n", before, name);
	tell_answers(text, strlen(text), all, sizeof(all));
	ok(strcmp(strrchr(all, ' ') + 1, expected) == 0, "%s%s: %s, expected %s", *before ? "To: y, " : "",
	    name, all, expected);
}

int
main(void)
{
	FOR_EACH(prefix, prefixes)
		check_prefixes(prefix);
	FOR_EACH(name, sure_fields)
		check_field("", *name, "message");
	FOR_EACH(name, other_fields) {
		check_field("", *name, "text");
		check_field("To: y\n", *name, "message");
	}
	FOR_EACH(name, xml_names)
		check_name(*name, true, false);
	FOR_EACH(name, folded_names)
		check_name(*name, false, true);
	FOR_EACH(name, other_names)
		check_name(*name, false, false);
	FOR_EACH(begin, begins)
		check_begin(begin);
	return done_testing();
}
