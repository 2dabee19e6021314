/* media_type.c - the content of a part of a message, by its media type and file name */
#include "mail/media_type.h"

#include <string.h>

#include "util/ascii.h"
#include "util/memory.h"

/* The types of files, by the endings of their names. */
static const struct {
	const char *type, *endings;
} types[] = {
	{ "text/plain", ".asc .conf .csv .diff .json .log .markdown .md .patch .rst .tex .text .tsv "
	    ".txt .url .yaml .yml" },
	{ "text/html", ".hta .htm .html .shtml .xht .xhtml" },
	{ "text/xml", ".svg .webloc .xml" },
	{ "text/calendar", ".ics .vcs" },
	{ "text/vcard", ".vcf" },
	{ "text/rtf", ".rtf" },
	{ "message/rfc822", ".eml .mht .mhtml" },
	{ "application/mbox", ".mbox" },
	{ "application/vnd.ms-outlook", ".msg" },
	{ "application/pkcs7-mime", ".p7m" }
};

/* Subtypes of "application" and "image" by their content. */
static const struct {
	const char *type, *subtypes;
} aliases[] = {
	{ "text/plain", "ecmascript javascript json pgp sql txt x-csh x-diff x-httpd-php "
	    "x-javascript x-json x-latex x-patch x-perl x-php x-python x-ruby x-sh x-shellscript x-tcl "
	    "x-tex x-texinfo x-troff x-troff-man x-yaml xml-dtd yaml" },
	{ "text/html", "html x-html xhtml+xml" },
	{ "text/xml", "xml" },
	{ "text/calendar", "ics" },
	{ "text/rtf", "rtf x-rtf" }
};

/* Subtypes of "application" that are not text, whatever the name of the file is. */
static const char binaries[] = "gzip java-archive pdf pgp-encrypted pgp-signature pkcs7-signature "
    "x-gzip x-pkcs7-signature x-tar x-zip-compressed zip";

/* Text with folded lines (RFC 5545, 3.1; RFC 6350, 3.2). */
static const char folded_texts[] = "calendar vcard x-vcard x-vcalendar directory";

static bool
is_word(urlgrep_span s, const char *word)
{
	return ascii_is_word(s.text, s.len, word);
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

/* Return true if name ends in one of the endings. */
static bool
has_ending(urlgrep_span name, const char *endings)
{
	const char *at;

	if (name.len == 0) /* it may be absent */
		return false;
	at = name.text + name.len;
	while (at > name.text && at[-1] != '.')
		at--;
	return at > name.text + 1 &&
	    word_list_has(endings, at - 1, (size_t)(name.text + name.len - at) + 1);
}

/* Return the type of a file by its name; of length 0 if the name does not show it. Windows ignores
 * dots and blanks at its end. */
static struct media_type
type_of_file(urlgrep_span name)
{
	size_t i;

	while (name.len > 0 && (name.text[name.len - 1] == '.' || name.text[name.len - 1] == ' '))
		name.len--;
	if (is_word(name, "winmail.dat"))
		return media_type_of("application/ms-tnef");
	for (i = 0; i < COUNT(types); i++)
		if (has_ending(name, types[i].endings))
			return media_type_of(types[i].type);
	return (struct media_type){ .type.len = 0 };
}

static enum media_use
use_of_text(urlgrep_span subtype, struct body_part *p)
{
	p->is_html = is_word(subtype, "html");
	p->is_xml = is_word(subtype, "xml");
	p->is_folded = word_list_has(folded_texts, subtype.text, subtype.len);
	p->content = is_word(subtype, "rtf") ? BODY_RTF : BODY_TEXT;
	return MEDIA_READ;
}

static enum media_use
use_of_application(urlgrep_span subtype, struct body_part *p)
{
	size_t i;

	if (is_word(subtype, "mbox") || is_word(subtype, "vnd.ms-outlook"))
		return MEDIA_UNREAD;
	for (i = 0; i < COUNT(aliases); i++)
		if (word_list_has(aliases[i].subtypes, subtype.text, subtype.len))
			return use_of_text(media_type_of(aliases[i].type).subtype, p);
	p->content = BODY_TEXT;
	p->is_xml = ascii_has_ending(subtype.text, subtype.len, "+xml"); /* RFC 6839 */
	if (is_word(subtype, "ms-tnef") || is_word(subtype, "vnd.ms-tnef"))
		p->content = BODY_TNEF;
	else if (is_word(subtype, "pkcs7-mime") || is_word(subtype, "x-pkcs7-mime"))
		p->content = BODY_SMIME;
	else if (!p->is_xml && !ascii_has_ending(subtype.text, subtype.len, "+json") &&
	    !ascii_has_ending(subtype.text, subtype.len, "+yaml"))
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

static enum media_use
use_of_type(const struct media_type *t, struct body_part *p)
{
	if (is_word(t->type, "text"))
		return use_of_text(t->subtype, p);
	if (is_word(t->type, "message"))
		return use_of_message(t->subtype, p);
	if (is_word(t->type, "multipart"))
		return is_word(t->subtype, "encrypted") ? MEDIA_UNREAD : MEDIA_BINARY;
	return is_word(t->type, "application") || is_word(t->subtype, "svg+xml") ?
	    use_of_application(t->subtype, p) : MEDIA_BINARY;
}

enum media_use
media_type_use(const struct media_type *t, struct body_part *p)
{
	bool is_application = is_word(t->type, "application");
	enum media_use use = use_of_type(t, p);
	struct media_type of_file;
	size_t i;

	for (i = 0; use == MEDIA_BINARY && i < COUNT(t->file_names); i++) {
		if (t->type.len > 0 && (!is_application ||
		        word_list_has(binaries, t->subtype.text, t->subtype.len)))
			break;
		of_file = type_of_file(t->file_names[i]);
		use = use_of_type(&of_file, p);
	}
	return use;
}

bool
media_type_is_plain_text(const struct media_type *t)
{
	return is_word(t->type, "text") && !is_word(t->subtype, "html") &&
	    !is_word(t->subtype, "rtf");
}
