/* test_file_type.c - what a file is by its first bytes, however many are known; and by its
 * name */
#include "fence.h"
#include "find/find.h"
#include "tap.h"

/* The answer for each prefix: "TYPE" once it is sure, "TYPE?" while more bytes may change
 * it, each after the length from which it holds. */
static const struct prefix_case {
	const char *text, *answers;
} prefixes[] = {
	{ "Message-ID: x\n\nb\n",
	    "0 text?, 11 message?, 15 message" },
	{ "Received: x\n\nb\n",
	    "0 text?, 9 message?, 13 message" },
	{ "Return-Path: x\n\nb\n",
	    "0 text?, 12 message?, 16 message" },
	{ "Delivered-To: x\n\nb\n",
	    "0 text?, 13 message?, 17 message" },
	{ "MIME-Version: x\n\nb\n",
	    "0 text?, 13 message?, 17 message" },
	{ "Newsgroups: x\n\nb\n",
	    "0 text?, 11 message?, 15 message" },
	{ "Path: x\n\nb\n",
	    "0 text?, 5 message?, 9 message" },
	{ "X-Mailer: x\n\nb\n",
	    "0 text?, 9 message?, 13 message" },
	{ "In-Reply-To: x\n\nb\n",
	    "0 text?, 12 message?, 16 message" },
	{ "References: x\n\nb\n",
	    "0 text?, 11 message?, 15 message" },
	{ "DKIM-Signature: x\n\nb\n",
	    "0 text?, 15 message?, 19 message" },
	{ "From: x\n\nb\n",
	    "0 text?, 9 text" },
	{ "To: y\nFrom: x\n\nb\n",
	    "0 text?, 11 message?, 15 message" },
	{ "To: x\n\nb\n",
	    "0 text?, 7 text" },
	{ "To: y\nTo: x\n\nb\n",
	    "0 text?, 9 message?, 13 message" },
	{ "Cc: x\n\nb\n",
	    "0 text?, 7 text" },
	{ "To: y\nCc: x\n\nb\n",
	    "0 text?, 9 message?, 13 message" },
	{ "Date: x\n\nb\n",
	    "0 text?, 9 text" },
	{ "To: y\nDate: x\n\nb\n",
	    "0 text?, 11 message?, 15 message" },
	{ "Subject: x\n\nb\n",
	    "0 text?, 12 text" },
	{ "To: y\nSubject: x\n\nb\n",
	    "0 text?, 14 message?, 18 message" },
	{ "Sender: x\n\nb\n",
	    "0 text?, 11 text" },
	{ "To: y\nSender: x\n\nb\n",
	    "0 text?, 13 message?, 17 message" },
	{ "Reply-To: x\n\nb\n",
	    "0 text?, 13 text" },
	{ "To: y\nReply-To: x\n\nb\n",
	    "0 text?, 15 message?, 19 message" },
	{ "Content-Type: x\n\nb\n",
	    "0 text?, 17 text" },
	{ "To: y\nContent-Type: x\n\nb\n",
	    "0 text?, 19 message?, 23 message" },
	{ "Organization: x\n\nb\n",
	    "0 text?, 17 text" },
	{ "To: y\nOrganization: x\n\nb\n",
	    "0 text?, 19 message?, 23 message" },
	{ "Lines: x\n\nb\n",
	    "0 text?, 10 text" },
	{ "To: y\nLines: x\n\nb\n",
	    "0 text?, 12 message?, 16 message" },
	{ "subject: a\nX-A: b\nfrom: c\n\n",
	    "0 text?, 23 message?, 27 message" },
	{ "Subject: a\r\nFrom: b\r\n\r\nx",
	    "0 text?, 17 message?, 23 message" },
	{ "Subject: a\n folded\n\tmore\nTo: x\n",
	    "0 text?, 28 message?" },
	{ "Subject: a\nno field\nTo: x\n",
	    "0 text?" },
	{ "Subject: a\nno field\nTo: x\n\n",
	    "0 text?, 27 text" },
	{ "Subject: a\nno field\nTo: x\nDate: d\n\n",
	    "0 text?, 31 message?, 35 message" },
	{ "Subject: a\n1\n2\n3\nTo: x\nMessage-ID: d\n\n",
	    "0 text?, 34 message?, 38 message" },
	{ "Subject: a\nnofieldeither",
	    "0 text?" },
	{ "no field",
	    "0 text?, 3 text" },
	{ "nofield",
	    "0 text?" },
	{ "a\n",
	    "0 text?, 2 text" },
	{ "X-A: b\n\n",
	    "0 text?, 5 text" },
	{ "X-A: b\nX-B: c\n",
	    "0 text?, 5 text, 8 text?, 11 text" },
	{ " Subject: a\nTo: b\n\n",
	    "0 text?, 2 text" },
	{ "\nSubject: a\nTo: b\n\n",
	    "0 text?, 15 message?, 19 message" },
	{ ">From x\n+OK\nSubject: a\nTo: b\r\r\n\r\r\n",
	    "0 text?, 26 message?, 34 message" },
	{ "Subject a: x\nTo: b\n",
	    "0 text?, 8 text" },
	{ "Sub\177ject: a\nTo: b\n",
	    "0 text?, 10 text" },
	{ "Subject:\nTo:\n\n",
	    "0 text?, 12 message?, 14 message" },
	{ "Message-IDs: x\nto: y\n\n",
	    "0 text?, 13 text, 16 text?, 22 text" },
	{ "Subject: a\n\nTo: b\n",
	    "0 text?, 12 text" },
	{ "Subject: a\n\rTo: b\n",
	    "0 text?" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\nSubject: x\n\nb",
	    "0 text?, 54 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\n\nb",
	    "0 text?, 47 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\r\n\r\nb",
	    "0 text?, 48 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\n>From bob Tue Mar 14 10:12:00 1995\n",
	    "0 text?, 47 mbox" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\ntext\n",
	    "0 text?, 51 text" },
	{ "From ann@example.org Tue Mar 14 10:12:00 1995\ntext",
	    "0 text?" },
	{ "From ann@example.org\nSubject: x\nTo: y\n\n",
	    "0 text?, 35 mbox?, 39 mbox" },
	{ "From ann@example.org\ntext\n",
	    "0 text?, 26 text" },
	{ "From ann@example.org\nX-A: y\n\n",
	    "0 text?, 29 text" },
	{ "From here on\n",
	    "0 text?, 13 text" },
	{ "From",
	    "0 text?" },
	{ "Fro",
	    "0 text?" },
	{ "Frox",
	    "0 text?" },
	{ "From a",
	    "0 text?" },
	{ "\n\nFrom ann Tue Mar 14 10:12:00 1995\nTo: x\n",
	    "0 text?, 39 mbox" },
	{ "\r\nFrom ann Tue Mar 14 10:12:00 1995\nTo: x\n",
	    "0 text?, 39 mbox" },
	{ "ann@example.org Tue Mar 14 10:12:00 1995\ntext\n",
	    "0 text?, 41 text" },
	{ "ann@example.org x\n",
	    "0 text?, 18 text" },
	{ "ann Tue Mar 14 10:12:00 1995\n",
	    "0 text?, 4 text" },
	{ "ann@example.org",
	    "0 text?" },
	{ "ann x",
	    "0 text?, 4 text" },
	{ "word",
	    "0 text?" },
	{ "<html>",
	    "0 text?, 5 html?" },
	{ "<HTML><a>",
	    "0 text?, 5 html?" },
	{ "<htm",
	    "0 text?" },
	{ "<!doctype html>",
	    "0 text?, 14 html" },
	{ "<!DOCTYPE HTML PUBLIC>",
	    "0 text?, 14 html" },
	{ "<!doctype xml>",
	    "0 text?, 11 text" },
	{ "<head>",
	    "0 text?, 5 html?" },
	{ "<body>",
	    "0 text?, 5 html?" },
	{ "<bodx",
	    "0 text?" },
	{ "<p>",
	    "0 text?" },
	{ "  \n\t\r<html>",
	    "0 text?, 10 html" },
	{ "<?xml version=\"1.0\"?><html>",
	    "0 text?, 26 html" },
	{ "<?xml version=\"1.0\"?>\n<?xml-stylesheet href=\"a\"?>\n<html>",
	    "0 text?, 55 html" },
	{ "<?xml version=\"1.0\"?><a>",
	    "0 text?, 23 text" },
	{ "<?xml version=\"1.0\"",
	    "0 text?" },
	{ "<?php ?><html>",
	    "0 text?, 6 text" },
	{ "<?xml ?> <?xml ?",
	    "0 text?" },
	{ "\357\273\277<html>",
	    "0 text?, 8 html?" },
	{ "\357\273\277Subject: a\nTo: b\n\n",
	    "0 text?, 17 message?, 21 message" },
	{ "\357\273\277\nFrom a Tue Mar 14 10:12:00 1995\n\n",
	    "0 text?, 37 mbox" },
	{ "<!-- x --><html>",
	    "0 text?, 5 text" },
	{ "x<html>",
	    "0 text?" },
	{ "BEGIN:VCALENDAR\n",
	    "0 text?, 16 text" },
	{ "BEGIN:VCARD\r\n",
	    "0 text?, 13 text" },
	{ "begin:vcard",
	    "0 text?" },
	{ "BEGIN:VX",
	    "0 text?" },
	{ "BEGIN:VCALENDX",
	    "0 text?" },
	{ "BEGIN",
	    "0 text?" },
	{ "12\nSubject: x\nTo: y\n\nbody<?xml",
	    "0 text?, 17 emlx?, 21 emlx" },
	{ "12\nx\n",
	    "0 text?, 5 text" },
	{ "12\n",
	    "0 text?" },
	{ "12",
	    "0 text?" },
	{ "12x",
	    "0 text?" },
	{ "3    \nReceived: x\n\n",
	    "0 text?, 2 text, 6 text?, 15 emlx?, 19 emlx" },
	{ "99999999999999\nSubject: a\nTo: b\n\n",
	    "0 text?, 29 emlx?, 33 emlx" },
	{ "\001\001\001\001\nSubject: x\n\n",
	    "0 text?, 5 mailbox" },
	{ "\001\001\001\001",
	    "0 text?" },
	{ "\001\001\001",
	    "0 text?" },
	{ "\001\001\001x",
	    "0 text?" },
	{ "BABYL OPTIONS: -*- rmail -*-\nVersion: 5\n",
	    "0 text?, 14 mailbox" },
	{ "BABYL OPTIONS:",
	    "0 text?, 14 mailbox" },
	{ "BABYL",
	    "0 text?" },
	{ "BABYX",
	    "0 text?" },
	{ "#! rnews 12\nPath: x\n",
	    "0 text?, 12 mailbox" },
	{ "#! rnews 12",
	    "0 text?" },
	{ "#! rnew",
	    "0 text?" },
	{ "#! rnewt",
	    "0 text?, 8 text" },
	{ "#! rnews x\n",
	    "0 text?, 11 text" },
	{ "#! /bin/sh\n",
	    "0 text?, 4 text" },
	{ "*mbx*\r\n",
	    "0 text?, 7 mailbox" },
	{ "*mbx*",
	    "0 text?" },
	{ "*mbx* x",
	    "0 text?, 6 text" },
	{ "*mb",
	    "0 text?" },
	{ "\170\237\076\042\001\002\001\006\220",
	    "0 text?" },
	{ "\170\237\076\042",
	    "0 text?" },
	{ "\170\237",
	    "0 text?" },
	{ "x\236",
	    "0 text?" },
	{ "xy",
	    "0 text?" },
	{ "",
	    "0 text?" },
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
	"a.xml.gz", "x.tar.gz:a.svg.xz", "a.rss.1.zst", "a.atom.BZ2", "a.xml.bak" };
static const char *const folded_names[] = { "a.ics", "a.ical", "a.ifb", "a.vcf", "a.vcard",
	"a.ldif", "A.ICS", "a.ics.gz", "a.vcf.Z" };
static const char *const other_names[] = { "", "a", "a.txt", "xml", ".xml", ".ics", "a.xm",
	"a.xmlx", "axml", "a.ic", "a.icss", "aics", "a.xml/b", "a.ics/gz", "a.htm", "a.xlfx",
	"a.gz", "xml.gz", ".xml.gz", "a.xml:b.gz", "a.xml.zip", "a.xml.gzz", "a.gz.txt" };

static void
check_name(const char *name, bool is_xml, bool is_folded)
{
	ok(file_type_is_xml(name, "x", 1) == is_xml &&
	    file_type_is_folded(name, "x", 1) == is_folded,
	    "name \"%s\"", name);
}

static const struct begin_case {
	const char *text;
	bool is_xml, is_folded;
} begins[] = {
	{ "", false, false },
	{ "<?xml ", true, false },
	{ "<?xml version", true, false },
	{ "<?xml", false, false },
	{ "<?xml\n", false, false },
	{ "<?xml-stylesheet ", false, false },
	{ "<?XML ", false, false },
	{ " <?xml ", false, false },
	{ "\xef\xbb\xbf<?xml ", true, false },
	{ "\xef\xbb\xbf<?xml", false, false },
	{ "BEGIN:VCALENDAR", false, true },
	{ "BEGIN:VCARD", false, true },
	{ "begin:vcard\r\n", false, true },
	{ "begin:vCalendar\n", false, true },
	{ "BEGIN:VCALENDA", false, false },
	{ "BEGIN:VCAR", false, false },
	{ "BEGIN:VEVENT", false, false },
	{ "\nBEGIN:VCARD", false, false },
	{ "dn: cn=a", false, true },
	{ "version: 1\ndn: cn=a", false, true },
	{ "version: 1\nname: a", false, false },
	{ "# extended LDIF\n#", false, true },
	{ "\xef\xbb\xbf" "BEGIN:VCARD", false, true },
	{ "\xef\xbb\xbf" "BEGIN:VCAR", false, false },
	{ "\xef\xbb\xbf", false, false },
};

static void
check_begin(const struct begin_case *c)
{
	size_t len = strlen(c->text);
	const char *text = fenced_copy(c->text, len);

	ok(file_type_is_xml("a", text, len) == c->is_xml &&
	    file_type_is_folded("a", text, len) == c->is_folded, "beginning %d", (int)(c - begins));
}

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

int
main(void)
{
	size_t i;

	for (i = 0; i < COUNT(prefixes); i++)
		check_prefixes(&prefixes[i]);
	for (i = 0; i < COUNT(xml_names); i++)
		check_name(xml_names[i], true, false);
	for (i = 0; i < COUNT(folded_names); i++)
		check_name(folded_names[i], false, true);
	for (i = 0; i < COUNT(other_names); i++)
		check_name(other_names[i], false, false);
	for (i = 0; i < COUNT(begins); i++)
		check_begin(&begins[i]);
	return done_testing();
}
