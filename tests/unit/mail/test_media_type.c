/* test_media_type.c - what a part holds, by its media type and file name */
#include <string.h>

#include "mail/message_private.h"
#include "tap.h"

enum { HTML = 100, XML = 200 };

static const struct {
	const char *type, *file_name;
	int holds; /* an enum body_content, and one of those above */
} cases[] = {
	{ "text/plain", "", BODY_TEXT },
	{ "TEXT/Plain", "a.html", BODY_TEXT },
	{ "text", "", BODY_TEXT },
	{ "text/html", "", HTML },
	{ "text/Html; charset=utf-8", "a.txt", HTML },
	{ "text/x-html", "", BODY_TEXT },
	{ "text/rtf", "", BODY_RTF },
	{ "text/x-amp-html", "", HTML }, /* Dynamic Email of Google */
	{ "text/watch-html", "", HTML }, /* of Apple's watch */
	{ "text/calendar", "", BODY_FOLDED },
	{ "text/x-vcalendar", "", BODY_FOLDED },
	{ "text/vcard", "", BODY_FOLDED },
	{ "text/x-vcard", "", BODY_FOLDED },
	{ "text/directory ; profile=vcard", "", BODY_FOLDED },
	{ "message/rfc822", "", BODY_MESSAGE },
	{ "message/global", "", BODY_MESSAGE }, { "message/news", "", BODY_MESSAGE },
	{ "message/delivery-status", "", BODY_TEXT },
	{ "multipart/mixed", "", BODY_BINARY },
	{ "application/ms-tnef", "", BODY_TNEF },
	{ "application/vnd.ms-tnef", "", BODY_TNEF },
	{ "application/pkcs7-mime", "", BODY_SMIME },
	{ "application/x-pkcs7-mime", "a.txt", BODY_SMIME },
	{ "application/pkcs7-signature", "", BODY_BINARY },
	{ "application/rtf", "", BODY_RTF },
	{ "application/x-rtf", "", BODY_RTF },
	{ "application/mbox", "", BODY_UNREAD },
	{ "application/vnd.ms-outlook", "a.txt", BODY_OUTLOOK },
	{ "application/xhtml+xml", "", HTML },
	{ "application/rss+xml", "", XML },
	{ "application/ld+json", "", BODY_TEXT },
	{ "application/x+yaml", "", BODY_TEXT },
	{ "application/+xml", "", BODY_BINARY },
	{ "application/xml", "", XML },
	{ "text/xml", "", XML },
	{ "application/octet-stream", "a.xml", XML },
	{ "application/pgp", "", BODY_TEXT },
	{ "application/x-patch", "a.bin", BODY_TEXT },
	{ "application/yaml", "", BODY_TEXT },
	{ "application/ecmascript", "", BODY_TEXT },
	{ "application/pgp-signature", "a.asc", BODY_BINARY },
	{ "application/pdf", "a.txt", BODY_BINARY },
	{ "application/octet-streams", "a.txt", BODY_TEXT },
	{ "application/zip", "a.txt", BODY_BINARY }, { "image/png", "a.txt", BODY_BINARY },
	{ "image/png", "a.txt", BODY_BINARY },
	{ "image/octet-stream", "a.txt", BODY_BINARY },
	{ "application/octet-stream", "", BODY_BINARY },
	{ "application/octet-stream", "txt", BODY_BINARY },
	{ "application/octet-stream", ".txt", BODY_BINARY },
	{ "application/octet-stream", "a.tx", BODY_BINARY },
	{ "application/octet-stream", "a.txt.gz", BODY_BINARY },
	{ "application/octet-stream", "a.txt", BODY_TEXT },
	{ "APPLICATION/octet-stream", "A.ASC", BODY_TEXT },
	{ "application/octet-stream", "a b.patch", BODY_TEXT },
	{ "application/octet-stream", "a.yml", BODY_TEXT },
	{ "application/octet-stream", "a.htm", HTML },
	{ "application/octet-stream", "a.xhtml", HTML },
	{ "application/octet-stream", "a.ics", BODY_FOLDED },
	{ "application/octet-stream", "a.vcf", BODY_FOLDED },
	{ "application/octet-stream", "a.eml", BODY_MESSAGE },
	{ "application/octet-stream", "a.msg", BODY_OUTLOOK },
	{ "application/octet-stream", "a.mbox", BODY_UNREAD },
	{ "application/octet-stream", "a.rtf", BODY_RTF },
	{ "application/octet-stream", "smime.p7m", BODY_SMIME },
	{ "application/octet-stream", "WINMAIL.DAT", BODY_TNEF },
	{ "application/octet-stream", "a.winmail.dat", BODY_BINARY },
	{ "", "", BODY_BINARY },
	{ "", "a.txt", BODY_TEXT },
	/* each ending of a name, each subtype that is text */
	{ "application/octet-stream", "a.conf", BODY_TEXT },
	{ "application/octet-stream", "a.csv", BODY_TEXT },
	{ "application/octet-stream", "a.diff", BODY_TEXT },
	{ "application/octet-stream", "a.json", BODY_TEXT },
	{ "application/octet-stream", "a.log", BODY_TEXT },
	{ "application/octet-stream", "a.markdown", BODY_TEXT },
	{ "application/octet-stream", "a.md", BODY_TEXT },
	{ "application/octet-stream", "a.p7m", BODY_SMIME },
	{ "application/octet-stream", "a.patch", BODY_TEXT },
	{ "application/octet-stream", "a.rst", BODY_TEXT },
	{ "application/octet-stream", "a.tex", BODY_TEXT },
	{ "application/octet-stream", "a.text", BODY_TEXT },
	{ "application/octet-stream", "a.tsv", BODY_TEXT },
	{ "application/octet-stream", "a.yaml", BODY_TEXT },
	{ "application/octet-stream", "a.jsonl", BODY_TEXT },
	{ "application/octet-stream", "a.srt", BODY_TEXT },
	{ "application/octet-stream", "a.opml", XML },
	{ "application/octet-stream", "a.ldif", BODY_FOLDED },
	{ "application/octet-stream", "d.txt/a", BODY_BINARY },
	{ "application/javascript", "", BODY_TEXT },
	{ "application/json", "", BODY_TEXT },
	{ "application/sql", "", BODY_TEXT },
	{ "application/x-csh", "", BODY_TEXT },
	{ "application/x-diff", "", BODY_TEXT },
	{ "application/x-httpd-php", "", BODY_TEXT },
	{ "application/x-javascript", "", BODY_TEXT },
	{ "application/x-json", "", BODY_TEXT },
	{ "application/x-latex", "", BODY_TEXT },
	{ "application/x-perl", "", BODY_TEXT },
	{ "application/x-php", "", BODY_TEXT },
	{ "application/x-python", "", BODY_TEXT },
	{ "application/x-ruby", "", BODY_TEXT },
	{ "application/x-sh", "", BODY_TEXT },
	{ "application/x-shellscript", "", BODY_TEXT },
	{ "application/x-tcl", "", BODY_TEXT },
	{ "application/x-tex", "", BODY_TEXT },
	{ "application/x-texinfo", "", BODY_TEXT },
	{ "application/x-troff", "", BODY_TEXT },
	{ "application/x-troff-man", "", BODY_TEXT },
	{ "application/x-yaml", "", BODY_TEXT },
	{ "application/xml-dtd", "", BODY_TEXT },
	{ "application/x-shx", "", BODY_BINARY },
	{ "application/xjson", "", BODY_BINARY },
	{ "application/x+jsonx", "", BODY_BINARY },
	{ "video/x+xml", "", BODY_BINARY },
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

int
main(void)
{
	FOR_EACH(c, cases) {
		int got = held(c->type, c->file_name);

		ok(got == c->holds, "%s, %s: %d, expected %d", c->type,
		    c->file_name, got, c->holds);
	}
	return done_testing();
}
