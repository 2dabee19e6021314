/* test_media_type.c - the content of a part by its media type and file name */
#include <string.h>

#include "mail/message_private.h"
#include "tap.h"

enum { HTML = 100, XML = 200 };

/* What is held: an enum body_content, and one of those above. */
static const struct names {
	int holds;
	const char *names[40];
} types[] = { /* of a part without a file name */
	{ BODY_TEXT, {
	    "text/plain", "text", "text/x-html", "message/delivery-status", "application/ld+json",
	    "application/x+yaml", "application/pgp", "application/yaml", "application/ecmascript",
	    "application/javascript", "application/json", "application/sql", "application/x-csh",
	    "application/x-diff", "application/x-httpd-php", "application/x-javascript",
	    "application/x-json", "application/x-latex", "application/x-perl", "application/x-php",
	    "application/x-python", "application/x-ruby", "application/x-sh",
	    "application/x-shellscript", "application/x-tcl", "application/x-tex",
	    "application/x-texinfo", "application/x-troff", "application/x-troff-man",
	    "application/x-yaml", "application/xml-dtd" } },
	{ HTML, { "text/html", "text/x-amp-html", "text/watch-html", "application/xhtml+xml" } },
	{ XML, { "application/rss+xml", "application/xml", "text/xml" } },
	{ BODY_FOLDED, {
	    "text/calendar", "text/x-vcalendar", "text/vcard", "text/x-vcard",
	    "text/directory ; profile=vcard" } },
	{ BODY_MESSAGE, { "message/rfc822", "message/global", "message/news" } },
	{ BODY_RTF, { "text/rtf", "application/rtf", "application/x-rtf" } },
	{ BODY_TNEF, { "application/ms-tnef", "application/vnd.ms-tnef" } },
	{ BODY_SMIME, { "application/pkcs7-mime" } },
	{ BODY_UNREAD, { "application/mbox" } },
	{ BODY_BINARY, {
	    "multipart/mixed", "application/pkcs7-signature", "application/+xml",
	    "application/octet-stream", "", "application/x-shx", "application/xjson",
	    "application/x+jsonx", "video/x+xml" } },
}, files[] = { /* of a part of type application/octet-stream */
	{ BODY_TEXT, {
	    "a.txt", "a b.patch", "a.yml", "a.conf", "a.csv", "a.diff", "a.json", "a.log",
	    "a.markdown", "a.md", "a.patch", "a.rst", "a.tex", "a.text", "a.tsv", "a.yaml",
	    "a.jsonl", "a.srt" } },
	{ HTML, { "a.htm", "a.xhtml" } },
	{ XML, { "a.xml", "a.opml" } },
	{ BODY_FOLDED, { "a.ics", "a.vcf", "a.ldif" } },
	{ BODY_MESSAGE, { "a.eml" } },
	{ BODY_RTF, { "a.rtf" } },
	{ BODY_TNEF, { "WINMAIL.DAT" } },
	{ BODY_SMIME, { "smime.p7m", "a.p7m" } },
	{ BODY_OUTLOOK, { "a.msg" } },
	{ BODY_UNREAD, { "a.mbox" } },
	{ BODY_BINARY, { "txt", ".txt", "a.tx", "a.txt.gz", "a.winmail.dat", "d.txt/a" } },
};

static const struct {
	const char *type, *file_name;
	int holds;
} cases[] = {
	{ "TEXT/Plain", "a.html", BODY_TEXT },
	{ "text/Html; charset=utf-8", "a.txt", HTML },
	{ "application/x-pkcs7-mime", "a.txt", BODY_SMIME },
	{ "application/vnd.ms-outlook", "a.txt", BODY_OUTLOOK },
	{ "application/x-patch", "a.bin", BODY_TEXT },
	{ "application/pgp-signature", "a.asc", BODY_BINARY },
	{ "application/pdf", "a.txt", BODY_BINARY },
	{ "application/octet-streams", "a.txt", BODY_TEXT },
	{ "application/zip", "a.txt", BODY_BINARY }, { "image/png", "a.txt", BODY_BINARY },
	{ "image/octet-stream", "a.txt", BODY_BINARY },
	{ "APPLICATION/octet-stream", "A.ASC", BODY_TEXT }, { "", "a.txt", BODY_TEXT },
};

static int
held(const char *type, const char *file_name)
{
	struct media_type t = media_type_of(type);
	struct body_part p = { .content = BODY_TEXT };

	t.file_names[0] = (urlgrep_span){ file_name, strlen(file_name) };
	media_type_use(&t, &p);
	return (int)p.content + p.text.is_html * HTML + (p.text.flags == URLGREP_XML) * XML;
}

static void
check(const char *type, const char *file_name, int holds)
{
	int got = held(type, file_name);

	ok(got == holds, "%s, %s: %d, expected %d", type, file_name, got, holds);
}

int
main(void)
{
	const char *const *name;

	FOR_EACH(row, types)
		for (name = row->names; *name; name++)
			check(*name, "", row->holds);
	FOR_EACH(row, files)
		for (name = row->names; *name; name++)
			check("application/octet-stream", *name, row->holds);
	FOR_EACH(c, cases)
		check(c->type, c->file_name, c->holds);
	return done_testing();
}
