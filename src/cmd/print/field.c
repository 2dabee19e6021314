/* field.c - the members of a finding that --csv, --tsv and --format print */
#include "cmd/print/field.h"

#include <string.h>

#include "cmd/filter.h"
#include "cmd/target_warnings.h"
#include "cmd/digits.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "row/idn.h"

typedef void append_fn(const struct field_source *from, struct strbuf *to);

enum { NEEDS_TARGET = 1, NEEDS_LINE = 2, NEEDS_MESSAGE_NUMBER = 4 };

/* One of append, part and header says what the value is, unless it is a number that is
 * needed. */
struct field {
	const char *name;
	unsigned needs;
	append_fn *append;
	const char *part;           /* the name of a part of the URL */
	bool is_header;             /* of the message: */
	urlgrep_mail_field header;
};

/* ---- kinds of values --- */

static void
append_span(struct strbuf *to, urlgrep_span span)
{
	if (span.text)
		strbuf_append(to, span.text, span.len);
}

static void
append_string(struct strbuf *to, const char *text)
{
	if (text)
		strbuf_append_string(to, text);
}

/* Append a word to a list that began at `begin`. */
static void
append_word(struct strbuf *to, size_t begin, const char *word)
{
	if (to->len > begin)
		strbuf_append_string(to, " ");
	strbuf_append_string(to, word);
}

/* Append a URL, in the form of urlgrep_defang() if that is wanted. */
static void
append_url(const struct field_source *from, struct strbuf *to, urlgrep_span url)
{
	size_t size;

	if (url.text == NULL || !from->printer->settings->defang) {
		append_span(to, url);
		return;
	}
	size = urlgrep_defang(url.text, url.len, NULL, 0);
	if (!strbuf_reserve(to, size + 1))
		x_die();
	urlgrep_defang(url.text, url.len, to->at + to->len, size);
	to->len += size;
}

/* Append a part of the URL; with --defang no host that a program would link. */
static void
append_part(const struct field_source *from, struct strbuf *to, const char *name)
{
	urlgrep_span part = urlgrep_part_named(&from->finding->url, name);
	size_t i;

	if (!from->printer->settings->defang || strcmp(name, "host") != 0) {
		append_span(to, part);
		return;
	}
	for (i = 0; i < part.len; i++)
		if (part.text[i] == '.')
			strbuf_append_string(to, "[.]");
		else
			strbuf_append(to, part.text + i, 1);
}

/* ---- the fields --- */

static void
append_path(const struct field_source *from, struct strbuf *to)
{
	append_string(to, from->location->path);
}

static void
append_offset(const struct field_source *from, struct strbuf *to)
{
	digits_append(to, from->location->offset);
}

static void
append_length(const struct field_source *from, struct strbuf *to)
{
	digits_append(to, from->location->length);
}

static void
append_form(const struct field_source *from, struct strbuf *to)
{
	append_string(to, urlgrep_form_name(from->finding->form));
}

static void
append_best_url(const struct field_source *from, struct strbuf *to)
{
	append_url(from, to, from->finding->url.text);
}

static void
append_written(const struct field_source *from, struct strbuf *to)
{
	append_url(from, to, from->finding->written);
}

static void
append_supplied(const struct field_source *from, struct strbuf *to)
{
	append_span(to, from->finding->supplied);
}

static void
append_certainty(const struct field_source *from, struct strbuf *to)
{
	if (from->finding->kind != URLGREP_KIND_URL)
		append_string(to, urlgrep_confidence_name(from->finding->certainty));
}

static urlgrep_status
verdict_of(const struct field_source *from)
{
	const struct printer *p = from->printer;

	return filter_verdict(p->settings, from->finding, from->location, p->target);
}

static void
append_valid(const struct field_source *from, struct strbuf *to)
{
	append_string(to, verdict_of(from) == URLGREP_OK ? "true" : "false");
}

static void
append_verdict(const struct field_source *from, struct strbuf *to)
{
	append_string(to, urlgrep_verdict_name(verdict_of(from)));
}

static void
append_uri(const struct field_source *from, struct strbuf *to)
{
	urlgrep_span uri;

	if (printer_make_uri(from->printer, &from->finding->url, &uri))
		append_url(from, to, uri);
}

static void
append_grammar(const struct field_source *from, struct strbuf *to)
{
	append_string(to, from->printer->settings->grammar);
}

static void
append_host_ascii(const struct field_source *from, struct strbuf *to)
{
	struct idn idn;

	if (idn_read(&from->finding->url, &idn) == IDN_READ)
		append_string(to, idn.name.ascii);
}

static void
append_host_unicode(const struct field_source *from, struct strbuf *to)
{
	struct idn idn;

	if (idn_read(&from->finding->url, &idn) == IDN_READ)
		append_string(to, idn.name.unicode);
}

static void
append_target(const struct field_source *from, struct strbuf *to)
{
	const struct target *target = from->printer->target;

	if (target_is_unwrapped(target))
		append_url(from, to, target->unwrapped->target->text);
}

static void
append_clean(const struct field_source *from, struct strbuf *to)
{
	const struct target *target = from->printer->target;

	if (target->cleaned)
		append_url(from, to, target->cleaned->url.text);
}

static void
append_confidence(const struct field_source *from, struct strbuf *to)
{
	append_string(to, urlgrep_confidence_name(from->finding->confidence));
}

static void
append_warnings(const struct field_source *from, struct strbuf *to)
{
	const struct printer *p = from->printer;
	urlgrep_warnings set = finding_warnings_of(from->finding, from->location) |
	    target_warnings_of_wrapper(p->target, p->settings);
	size_t begin = to->len;
	const char *name;

	while ((name = finding_warnings_next(&set)) != NULL)
		append_word(to, begin, name);
}

static void
append_notes(const struct field_source *from, struct strbuf *to)
{
	const unsigned warned = URLGREP_BIDI_BESIDE | URLGREP_INVISIBLE_BESIDE;
	unsigned notes = from->finding->notes & ~warned, i;
	size_t begin = to->len;

	for (i = 0; urlgrep_note_name(i); i++)
		if (notes >> i & 1)
			append_word(to, begin, urlgrep_note_name(i));
	if (from->location->flags & URLGREP_MAIL_RELATIVE)
		append_word(to, begin, "relative");
}

static void
append_element(const struct field_source *from, struct strbuf *to)
{
	append_span(to, from->location->element);
}

static void
append_attribute(const struct field_source *from, struct strbuf *to)
{
	append_span(to, from->location->attribute);
}

static void
append_link_text(const struct field_source *from, struct strbuf *to)
{
	append_span(to, from->location->link_text);
}

static void
append_shown_host(const struct field_source *from, struct strbuf *to)
{
	append_span(to, from->location->shown_host);
}

static void
append_mail_part(const struct field_source *from, struct strbuf *to)
{
	append_string(to, from->location->part);
}

static void
append_twin(const struct field_source *from, struct strbuf *to)
{
	append_string(to, from->location->alternative);
}

static void
append_encoding(const struct field_source *from, struct strbuf *to)
{
	append_string(to, from->location->encoding);
}

#define VALUE(name, append) { name, 0, append, NULL, false, URLGREP_MAIL_ID }
#define NEEDY(name, append, needs) { name, needs, append, NULL, false, URLGREP_MAIL_ID }
#define PART(name) { name, 0, NULL, name, false, URLGREP_MAIL_ID }
#define HEADER(name, header) { name, 0, NULL, NULL, true, header }

static const struct field fields[] = {
	VALUE("path", append_path),
	NEEDY("line", NULL, NEEDS_LINE),
	VALUE("offset", append_offset),
	VALUE("length", append_length),
	VALUE("form", append_form),
	VALUE("url", append_best_url),
	VALUE("written", append_written),
	VALUE("supplied", append_supplied),
	VALUE("certainty", append_certainty),
	VALUE("valid", append_valid),
	VALUE("verdict", append_verdict),
	VALUE("uri", append_uri),
	VALUE("grammar", append_grammar),
	VALUE("host_ascii", append_host_ascii),
	VALUE("host_unicode", append_host_unicode),
	NEEDY("target", append_target, NEEDS_TARGET),
	VALUE("clean", append_clean),
	VALUE("confidence", append_confidence),
	NEEDY("warnings", append_warnings, NEEDS_TARGET),
	VALUE("notes", append_notes),
	VALUE("element", append_element),
	VALUE("attribute", append_attribute),
	VALUE("link_text", append_link_text),
	VALUE("shown_host", append_shown_host),
	NEEDY("message", NULL, NEEDS_MESSAGE_NUMBER),
	HEADER("id", URLGREP_MAIL_ID),
	HEADER("date", URLGREP_MAIL_DATE),
	HEADER("date_iso", URLGREP_MAIL_DATE_ISO),
	HEADER("from", URLGREP_MAIL_FROM),
	HEADER("to", URLGREP_MAIL_TO),
	HEADER("subject", URLGREP_MAIL_SUBJECT),
	HEADER("list_id", URLGREP_MAIL_LIST_ID),
	HEADER("labels", URLGREP_MAIL_LABELS),
	VALUE("part", append_mail_part),
	VALUE("encoding", append_encoding),
	VALUE("twin", append_twin),
	/* the parts of a URL, the most common ones first; "to" is a field above, so
	 * that of a mailto is parts.to */
	PART("scheme"),
	PART("user"),
	PART("password"),
	PART("host"),
	PART("port"),
	PART("query"),
	PART("fragment"),
};

enum { FIELD_COUNT = sizeof(fields) / sizeof(fields[0]) };

/* Parts of single schemes, or with the name of another field: only "parts.NAME". */
static const struct field other_parts[] = {
	PART("addr-spec"), PART("article"), PART("article-number"), PART("attrs"),
	PART("auth"), PART("base64"), PART("cid"), PART("context"), PART("data"),
	PART("database"), PART("digits"), PART("dn"), PART("domain"), PART("exts"),
	PART("fields"), PART("fieldspecs"), PART("filter"), PART("ftptype"),
	PART("global"), PART("gopher+_string"), PART("gplus"), PART("group"),
	PART("groupart"), PART("gtype"), PART("headers"), PART("hostport"),
	PART("hsoname"), PART("jid"), PART("local"), PART("local-part"), PART("login"),
	PART("lpath"), PART("mailbox"), PART("mech"), PART("mid"), PART("nid"),
	PART("nss"), PART("number"), PART("opaque"), PART("opath"), PART("params"),
	PART("partial"), PART("path"), PART("q"), PART("r"), PART("rpath"),
	PART("scope"), PART("search"), PART("section"), PART("selector"), PART("to"),
	PART("type"), PART("uid"), PART("uidvalidity"), PART("unique"),
	PART("url-path"), PART("urlauth"), PART("userinfo"), PART("wpath"),
	PART("wtype"),
};

enum { OTHER_COUNT = sizeof(other_parts) / sizeof(other_parts[0]) };

static const struct field *
find_in(const struct field *table, size_t count, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0)
			return &table[i];
	return NULL;
}

const struct field *
field_named(const char *name, size_t len)
{
	static const char prefix[] = "parts.";
	const size_t skipped = sizeof(prefix) - 1;
	const struct field *field;

	if (len <= skipped || memcmp(name, prefix, skipped) != 0)
		return find_in(fields, FIELD_COUNT, name, len);
	field = find_in(fields, FIELD_COUNT, name + skipped, len - skipped);
	return field && field->part ? field :
	    find_in(other_parts, OTHER_COUNT, name + skipped, len - skipped);
}

const char *
field_name(unsigned i)
{
	return i < FIELD_COUNT ? fields[i].name : NULL;
}

bool
field_needs_target(const struct field *field)
{
	return (field->needs & NEEDS_TARGET) != 0;
}

bool
field_needs_line(const struct field *field)
{
	return (field->needs & NEEDS_LINE) != 0;
}

bool
field_needs_message_number(const struct field *field)
{
	return (field->needs & NEEDS_MESSAGE_NUMBER) != 0;
}

bool
field_write_number(const struct field *field, const struct field_source *from)
{
	if (field_needs_line(field))
		printer_write_number(from->printer, NUMBER_LINE, from->location->line);
	else if (!field_needs_message_number(field))
		return false;
	else if (from->location->message)
		printer_write_number(from->printer, NUMBER_MESSAGE, from->location->message);
	return true;
}

void
field_append(const struct field *field, const struct field_source *from,
    struct strbuf *to)
{
	if (field->part)
		append_part(from, to, field->part);
	else if (!field->is_header)
		field->append(from, to);
	else if (from->location->message)
		append_string(to, urlgrep_mail_header(from->printer->mail,
		    field->header));
}
