/* media_type.c - the content of a part of a message, by its media type and file name (RFC 2045, 5;
 * RFC 2183, 2.3) */
#include <string.h>

#include "input/input.h"
#include "mail/message_private.h"
#include "util/ascii.h"

/* The kinds of content that are read, or would be worth reading: the subtypes of "text" and
 * "message", those of "application", and files, as a set of enum file_content. */
static const struct media_row {
	enum media_use use;
	enum body_content content;
	bool is_html, is_xml, is_folded;
	const char *texts, *applications;
	unsigned files;
} rows[] = {
	{ MEDIA_READ, BODY_TEXT, .texts = "plain",
	    .applications = "ecmascript javascript json pgp sql txt x-csh x-diff x-httpd-php "
	    "x-javascript x-json x-latex x-patch x-perl x-php x-python x-ruby x-sh x-shellscript x-tcl "
	    "x-tex x-texinfo x-troff x-troff-man x-yaml xml-dtd yaml",
	    .files = 1u << FILE_TEXT | 1u << FILE_RECORDS | 1u << FILE_COMMAS },
	{ MEDIA_READ, BODY_TEXT, .is_html = true, .texts = "html",
	    .applications = "html x-html xhtml+xml",
	    .files = 1u << FILE_HTML },
	{ MEDIA_READ, BODY_TEXT, .is_xml = true, .texts = "xml", .applications = "xml",
	    .files = 1u << FILE_XML },
	/* folded lines (RFC 5545, 3.1; RFC 6350, 3.2) */
	{ MEDIA_READ, BODY_TEXT, .is_folded = true,
	    .texts = "calendar vcard x-vcard x-vcalendar directory", .applications = "ics",
	    .files = 1u << FILE_FOLDED },
	{ MEDIA_READ, BODY_RTF, .texts = "rtf", .applications = "rtf x-rtf",
	    .files = 1u << FILE_RTF },
	/* RFC 2046, 5.2; RFC 6532, 3.7; others, such as message/delivery-status, are text */
	{ MEDIA_READ, BODY_MESSAGE, .texts = "rfc822 global", .applications = "",
	    .files = 1u << FILE_MESSAGE },
	{ MEDIA_READ, BODY_TNEF, .texts = "", .applications = "ms-tnef vnd.ms-tnef" },
	{ MEDIA_READ, BODY_SMIME, .texts = "", .applications = "pkcs7-mime x-pkcs7-mime",
	    .files = 1u << FILE_SMIME },
	{ MEDIA_READ, BODY_OUTLOOK, .texts = "", .applications = "vnd.ms-outlook",
	    .files = 1u << FILE_OUTLOOK },
	{ MEDIA_UNREAD, BODY_TEXT, .texts = "", .applications = "mbox", .files = 1u << FILE_MAILBOX }
};

/* Subtypes of "application" that are not text, whatever the name of the file is. */
static const char binaries[] = "gzip java-archive pdf pgp-encrypted pgp-signature pkcs7-signature "
    "x-gzip x-pkcs7-signature x-tar x-zip-compressed zip";

static bool
is_word(urlgrep_span s, const char *word)
{
	return ascii_is_word(s.text, s.len, word);
}

/* Set the content of the part by the row. */
static enum media_use
take_row(const struct media_row *row, struct body_part *p)
{
	p->content = row->content;
	p->text.is_html = row->is_html;
	p->text.is_xml = row->is_xml;
	p->is_folded = row->is_folded;
	return row->use;
}

static enum media_use
use_of_text(const struct media_type *t, struct body_part *p)
{
	bool is_message = is_word(t->type, "message");
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (word_list_has(rows[i].texts, t->subtype.text, t->subtype.len) &&
		    is_message == (rows[i].content == BODY_MESSAGE))
			return take_row(&rows[i], p);
	return take_row(&rows[0], p);
}

static enum media_use
use_of_application(urlgrep_span subtype, struct body_part *p)
{
	static const struct media_row xml = { MEDIA_READ, BODY_TEXT, .is_xml = true };
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (word_list_has(rows[i].applications, subtype.text, subtype.len))
			return take_row(&rows[i], p);
	if (ascii_has_ending(subtype.text, subtype.len, "+xml")) /* RFC 6839 */
		return take_row(&xml, p);
	if (ascii_has_ending(subtype.text, subtype.len, "+json") ||
	    ascii_has_ending(subtype.text, subtype.len, "+yaml"))
		return take_row(&rows[0], p);
	return MEDIA_BINARY;
}

/* Windows ignores dots and blanks at the end of a name. */
static enum media_use
use_of_file(urlgrep_span name, struct body_part *p)
{
	size_t len = name.len, i;
	unsigned file;

	while (len > 0 && (name.text[len - 1] == '.' || name.text[len - 1] == ' '))
		len--;
	if (is_word((urlgrep_span){ name.text, len }, "winmail.dat"))
		return use_of_application((urlgrep_span){ "ms-tnef", 7 }, p);
	/* something must be before the ending */
	file = len > 0 ? 1u << file_name_content(name.text + 1, len - 1) : 0;
	for (i = 0; i < COUNT(rows); i++)
		if (rows[i].files & file)
			return take_row(&rows[i], p);
	return MEDIA_BINARY;
}

enum media_use
media_type_use(const struct media_type *t, struct body_part *p)
{
	bool is_application = is_word(t->type, "application");
	enum media_use use = MEDIA_BINARY;
	size_t i;

	if (is_word(t->type, "text") || is_word(t->type, "message"))
		return use_of_text(t, p);
	if (is_word(t->type, "multipart") && is_word(t->subtype, "encrypted"))
		return MEDIA_UNREAD;
	if (is_application || is_word(t->subtype, "svg+xml"))
		use = use_of_application(t->subtype, p);
	if (t->type.len > 0 && (!is_application ||
	        word_list_has(binaries, t->subtype.text, t->subtype.len)))
		return use;
	for (i = 0; use == MEDIA_BINARY && i < COUNT(t->file_names); i++)
		use = use_of_file(t->file_names[i], p);
	return use;
}

struct media_type
media_type_of(const char *string)
{
	size_t end = strcspn(string, "; "), len = strcspn(string, "/; ");
	struct media_type t = { .type = { string, len } };

	len += len < end;
	t.subtype = (urlgrep_span){ string + len, end - len };
	return t;
}

const char *
media_type_name(struct message *m, const struct media_type *t)
{
	return message_format(m, "%.*s/%.*s", (int)t->type.len, t->type.text,
	    (int)t->subtype.len, t->subtype.text);
}

bool
media_type_is_plain_text(const struct media_type *t)
{
	return is_word(t->type, "text") && !is_word(t->subtype, "html") &&
	    !is_word(t->subtype, "rtf");
}
