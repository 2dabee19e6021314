/* media_type.c - what a part of a message holds, by its media type and file name */
#include "mail/media_type.h"

#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"

/* The types of files, by the endings of their names. */
static const struct {
	const char *ending, *type;
} endings[] = {
	{ ".asc", "text/plain" }, { ".conf", "text/plain" }, { ".csv", "text/plain" },
	{ ".diff", "text/plain" }, { ".eml", "message/rfc822" }, { ".htm", "text/html" },
	{ ".html", "text/html" }, { ".ics", "text/calendar" }, { ".json", "text/plain" },
	{ ".log", "text/plain" }, { ".markdown", "text/plain" }, { ".mbox", "application/mbox" },
	{ ".md", "text/plain" }, { ".msg", "application/vnd.ms-outlook" },
	{ ".p7m", "application/pkcs7-mime" }, { ".patch", "text/plain" },
	{ ".rst", "text/plain" }, { ".rtf", "text/rtf" }, { ".tex", "text/plain" },
	{ ".text", "text/plain" }, { ".tsv", "text/plain" }, { ".txt", "text/plain" },
	{ ".vcf", "text/vcard" }, { ".xhtml", "text/html" }, { ".xml", "text/xml" },
	{ ".yaml", "text/plain" }, { ".yml", "text/plain" }
};

/* Subtypes of "application" that are text. */
static const char *const texts[] = { "ecmascript", "javascript", "json", "pgp", "sql",
	"x-csh", "x-diff", "x-httpd-php", "x-javascript", "x-json", "x-latex", "x-patch",
	"x-perl", "x-php", "x-python", "x-ruby", "x-sh", "x-shellscript", "x-tcl", "x-tex",
	"x-texinfo", "x-troff", "x-troff-man", "x-yaml", "xml", "xml-dtd", "yaml" };

/* Endings of subtypes that are text (RFC 6839). */
static const char *const text_suffixes[] = { "+json", "+xml", "+yaml" };

/* Text of which lines are folded (RFC 5545, 3.1; RFC 6350, 3.2). */
static const char *const folded_texts[] = { "calendar", "vcard", "x-vcard", "x-vcalendar",
	"directory" };

static bool
is_word(urlgrep_span s, const char *word)
{
	return ascii_is_word(s.text, s.len, word);
}

static bool
is_among(urlgrep_span s, const char *const *words, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (is_word(s, words[i]))
			return true;
	return false;
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

/* Return the type of a file with the name; of length 0 if the name does not say it. */
static struct media_type
type_of_file(urlgrep_span name)
{
	size_t i;

	if (is_word(name, "winmail.dat"))
		return media_type_of("application/ms-tnef");
	for (i = 0; i < COUNT(endings); i++)
		if (ascii_has_ending(name.text, name.len, endings[i].ending))
			return media_type_of(endings[i].type);
	return (struct media_type){ .type.len = 0 };
}

static enum media_use
use_of_text(urlgrep_span subtype, struct body_part *p)
{
	p->is_html = is_word(subtype, "html");
	p->is_xml = is_word(subtype, "xml");
	p->is_folded = is_among(subtype, folded_texts, COUNT(folded_texts));
	p->content = is_word(subtype, "rtf") ? BODY_RTF : BODY_TEXT;
	return MEDIA_READ;
}

static bool
is_text_of_application(urlgrep_span subtype)
{
	size_t i;

	for (i = 0; i < COUNT(text_suffixes); i++)
		if (ascii_has_ending(subtype.text, subtype.len, text_suffixes[i]))
			return true;
	return is_among(subtype, texts, COUNT(texts));
}

static enum media_use
use_of_application(urlgrep_span subtype, struct body_part *p)
{
	static const char *const unread[] = { "mbox", "vnd.ms-outlook" };

	if (is_among(subtype, unread, COUNT(unread)))
		return MEDIA_UNREAD;
	p->content = BODY_TEXT;
	p->is_html = is_word(subtype, "xhtml+xml");
	p->is_xml = is_word(subtype, "xml") ||
	    (ascii_has_ending(subtype.text, subtype.len, "+xml") && !p->is_html);
	if (is_word(subtype, "ms-tnef") || is_word(subtype, "vnd.ms-tnef"))
		p->content = BODY_TNEF;
	else if (is_word(subtype, "pkcs7-mime") || is_word(subtype, "x-pkcs7-mime"))
		p->content = BODY_SMIME;
	else if (is_word(subtype, "rtf") || is_word(subtype, "x-rtf"))
		p->content = BODY_RTF;
	else if (!is_text_of_application(subtype))
		return MEDIA_BINARY;
	return MEDIA_READ;
}

/* RFC 2046, 5.2; RFC 6532, 3.7. Others, such as message/delivery-status, are text. */
static enum media_use
use_of_message(urlgrep_span subtype, struct body_part *p)
{
	p->content = is_word(subtype, "rfc822") || is_word(subtype, "global") ?
	    BODY_MESSAGE : BODY_TEXT;
	return MEDIA_READ;
}

enum media_use
media_type_use(const struct media_type *t, struct body_part *p)
{
	struct media_type m = *t;

	if (m.type.len == 0 ||
	    (is_word(m.type, "application") && is_word(m.subtype, "octet-stream")))
		m = type_of_file(t->file_name);
	if (is_word(m.type, "text"))
		return use_of_text(m.subtype, p);
	if (is_word(m.type, "message"))
		return use_of_message(m.subtype, p);
	if (is_word(m.type, "multipart"))
		return is_word(m.subtype, "encrypted") ? MEDIA_UNREAD : MEDIA_BINARY;
	return is_word(m.type, "application") ? use_of_application(m.subtype, p) :
	    MEDIA_BINARY;
}

bool
media_type_is_plain_text(const struct media_type *t)
{
	return is_word(t->type, "text") && !is_word(t->subtype, "html") &&
	    !is_word(t->subtype, "rtf");
}
