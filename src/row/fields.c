/* fields.c - the table of the members of a finding */
#include "row/fields.h"

#include <string.h>

#include "row/warnings.h"

const char *
column_verdict_name(urlgrep_status verdict)
{
	return verdict == URLGREP_LIMIT ? "limit" : urlgrep_verdict_name(verdict);
}

const char *
column_next_word(uint64_t *words, const char *(*word)(unsigned))
{
	unsigned i;

	for (i = 0; *words >> i; i++) {
		if (!(*words >> i & 1))
			continue;
		*words &= ~((uint64_t)1 << i);
		if (word(i))
			return word(i);
		if (i == 63)
			break;
	}
	return NULL;
}

/* ---- kinds of values --- */

static void
set_string(struct value *value, const char *string)
{
	value->is_absent = string == NULL;
	if (string)
		value->text = (urlgrep_span){ string, strlen(string) };
}

static void
set_span(struct value *value, urlgrep_span span)
{
	value->is_absent = span.text == NULL;
	value->text = span;
}

static void
set_number(struct value *value, uint64_t number)
{
	value->number = (int64_t)number;
}

/* Set a number that is 0 if it is unknown. */
static void
set_ordinal(struct value *value, uint64_t number)
{
	value->is_absent = number == 0;
	value->number = (int64_t)number;
}

static void
set_words(struct value *value, uint64_t words, const char *(*word)(unsigned))
{
	value->words = words;
	value->word = word;
}

/* ---- names in sets --- */

static const char *
warning_word(unsigned index)
{
	urlgrep_warnings set = (urlgrep_warnings)1 << index;

	return finding_warnings_next(&set);
}

enum { RELATIVE_NOTE = 63 };

/* Characters beside a URL are among the warnings, and have no name here. */
static const char *
note_word(unsigned index)
{
	return index == RELATIVE_NOTE ? "relative" : urlgrep_note_name(index);
}

/* ---- getters --- */

#define GETTER(name, action)                                         \
	static void get_##name(const struct row *r, struct value *v) \
	{                                                            \
		action;                                              \
	}
/* of every row */
GETTER(type, set_string(v, r->finding ? "url" : "error"))
GETTER(path, set_string(v, r->location ? r->location->path : r->path))
GETTER(error, set_string(v, r->error))

/* Values of findings; of an error they are absent. */
#define FINDING_GETTER(name, action) \
	GETTER(name, if (r->finding == NULL) v->is_absent = true; else action)
FINDING_GETTER(url, set_span(v, r->finding->url.text))
FINDING_GETTER(verdict, set_string(v, column_verdict_name(r->finding->url.verdict)))
FINDING_GETTER(valid, v->number = r->finding->url.verdict == URLGREP_OK)
FINDING_GETTER(form, set_string(v, urlgrep_form_name(r->finding->form)))
FINDING_GETTER(kind, set_string(v, urlgrep_kind_name(r->finding->kind)))
FINDING_GETTER(written, set_span(v, r->finding->written))
FINDING_GETTER(supplied, set_span(v, r->finding->supplied))
FINDING_GETTER(defanged, set_span(v, r->finding->defanged))
FINDING_GETTER(confidence,
    set_string(v, urlgrep_confidence_name(r->finding->confidence)))
FINDING_GETTER(scheme, set_span(v, urlgrep_part_named(&r->finding->url, "scheme")))
FINDING_GETTER(host, set_span(v, urlgrep_part_named(&r->finding->url, "host")))
FINDING_GETTER(offset,
    set_number(v, r->location ? r->location->offset : r->finding->offset))
FINDING_GETTER(length,
    set_number(v, r->location ? r->location->length : r->finding->length))
FINDING_GETTER(parts, v->url = &r->finding->url)
FINDING_GETTER(readings, v->is_absent = false)
FINDING_GETTER(warnings,
    set_words(v, finding_warnings_of(r->finding, r->location), warning_word))
FINDING_GETTER(uri, set_span(v, details_uri(r->details, &r->finding->url)))
FINDING_GETTER(grammar, set_string(v, details_grammar(r->details)))
FINDING_GETTER(rfc1738, v->number = details_is_rfc1738(r->details, &r->finding->url))
FINDING_GETTER(defanged_url,
    set_span(v, details_defanged(r->details, &r->finding->url)))

/* How certain it is that a name or an address is one at all. */
static void
get_certainty(const struct row *r, struct value *v)
{
	v->is_absent = r->finding == NULL || r->finding->kind == URLGREP_KIND_URL;
	if (!v->is_absent)
		set_string(v, urlgrep_confidence_name(r->finding->certainty));
}

static void
get_defanged_signs(const struct row *r, struct value *v)
{
	v->is_absent = r->finding == NULL || r->finding->defanged.text == NULL;
	if (!v->is_absent)
		set_words(v, r->finding->defang_signs, urlgrep_defang_sign_name);
}

static void
get_notes(const struct row *r, struct value *v)
{
	bool is_relative = r->location && r->location->flags & URLGREP_MAIL_RELATIVE;

	v->is_absent = r->finding == NULL;
	if (r->finding)
		set_words(v, r->finding->notes | (uint64_t)is_relative << RELATIVE_NOTE,
		    note_word);
}

/* Values of hosts that are internationalized; of others they are absent. */
#define HOST_GETTER(name)                                                       \
	static void get_host_##name(const struct row *r, struct value *v)       \
	{                                                                       \
		const struct idna_name *host = r->finding ?                     \
		    details_host(r->details, &r->finding->url) : NULL;          \
		set_string(v, host ? host->name : NULL);                        \
	}
HOST_GETTER(ascii)
HOST_GETTER(unicode)

/* Values of URLs that lead to another. */
#define TARGET_GETTER(name, action)                                             \
	static void get_##name(const struct row *r, struct value *v)            \
	{                                                                       \
		const urlgrep_url *target = r->finding ?                        \
		    details_target(r->details, &r->finding->url) : NULL;        \
		if (target == NULL)                                             \
			v->is_absent = true;                                    \
		else                                                            \
			action;                                                 \
	}
TARGET_GETTER(target, set_span(v, target->text))
TARGET_GETTER(target_parts, v->url = target)
TARGET_GETTER(target_warnings,
    set_words(v, finding_warnings_of_url(target), warning_word))

/* Values of wrappers, with a target or without. */
#define WRAPPER_GETTER(name, action)                                            \
	static void get_##name(const struct row *r, struct value *v)            \
	{                                                                       \
		const urlgrep_unwrapped *u = r->finding ?                       \
		    details_unwrapped(r->details, &r->finding->url) : NULL;     \
		if (u == NULL)                                                  \
			v->is_absent = true;                                    \
		else                                                            \
			action;                                                 \
	}
WRAPPER_GETTER(unwrap_status, set_string(v, urlgrep_unwrap_status_name(u->status)))
WRAPPER_GETTER(unwrap_via, v->texts = details_via(r->details, u))
WRAPPER_GETTER(unwrap_steps, v->texts = details_steps(r->details, u))
WRAPPER_GETTER(unwrap_notes, v->texts = details_notes(r->details, u))
WRAPPER_GETTER(unwrap_hint, set_span(v, u->hint))
WRAPPER_GETTER(unwrap_warnings, set_words(v, finding_warnings_of_services(u) |
    finding_warnings_of_status(u->status), warning_word))

/* Values of URLs with tracking parameters. */
#define CLEANED_GETTER(name, action)                                            \
	static void get_##name(const struct row *r, struct value *v)            \
	{                                                                       \
		const urlgrep_cleaned *cleaned = r->finding ?                   \
		    details_cleaned(r->details, &r->finding->url) : NULL;       \
		if (cleaned == NULL)                                            \
			v->is_absent = true;                                    \
		else                                                            \
			action;                                                 \
	}
CLEANED_GETTER(clean, set_span(v, cleaned->url.text))
CLEANED_GETTER(removed,
    v->texts = ((struct text_list){ cleaned->removed, cleaned->removed_count }))

/* Values of findings in files. */
#define LOCATION_GETTER(name, action) \
	GETTER(name, if (r->location == NULL) v->is_absent = true; else action)
LOCATION_GETTER(line, set_ordinal(v, r->location->line))
LOCATION_GETTER(part, set_string(v, r->location->part))
LOCATION_GETTER(encoding, set_string(v, r->location->encoding))
LOCATION_GETTER(alternative, set_string(v, r->location->alternative))
LOCATION_GETTER(element, set_span(v, r->location->element))
LOCATION_GETTER(attribute, set_span(v, r->location->attribute))
LOCATION_GETTER(link_text, set_span(v, r->location->link_text))
LOCATION_GETTER(shown_host, set_span(v, r->location->shown_host))
LOCATION_GETTER(relative, v->number = (r->location->flags & URLGREP_MAIL_RELATIVE) != 0)
LOCATION_GETTER(href_differs,
    v->number = (r->location->flags & URLGREP_MAIL_HREF_DIFFERS) != 0)
LOCATION_GETTER(message, set_ordinal(v, r->location->message))

static void
get_message_offset(const struct row *r, struct value *v)
{
	v->is_absent = r->location == NULL || r->location->message == 0;
	if (!v->is_absent)
		set_number(v, r->location->message_offset);
}

#define HEADER_GETTER(name, field)                                     \
	GETTER(name, if (r->mail == NULL) v->is_absent = true; else    \
	    set_string(v, urlgrep_mail_header(r->mail, field)))
HEADER_GETTER(message_id, URLGREP_MAIL_ID)
HEADER_GETTER(date, URLGREP_MAIL_DATE_ISO)
HEADER_GETTER(from, URLGREP_MAIL_FROM)
HEADER_GETTER(to, URLGREP_MAIL_TO)
HEADER_GETTER(subject, URLGREP_MAIL_SUBJECT)
HEADER_GETTER(list_id, URLGREP_MAIL_LIST_ID)
HEADER_GETTER(labels, URLGREP_MAIL_LABELS)

/* ---- the table --- */

enum {
	EVERYWHERE = OF_URL | OF_TEXT | OF_MAIL | OF_SQL,
	/* where it costs nothing unless it is asked for */
	ASKED = OF_URL | OF_SQL
};

static const struct column columns[] = {
	{ "type", COLUMN_TEXT, OF_MAIL, get_type },
	{ "url", COLUMN_TEXT, EVERYWHERE, get_url },
	{ "verdict", COLUMN_TEXT, EVERYWHERE, get_verdict },
	{ "valid", COLUMN_BOOL, OF_URL, get_valid },
	{ "uri", COLUMN_TEXT, ASKED | OF_JUDGED, get_uri },
	{ "grammar", COLUMN_TEXT, OF_URL | OF_JUDGED, get_grammar },
	{ "rfc1738", COLUMN_BOOL, OF_URL | OF_JUDGED, get_rfc1738 },
	{ "offset", COLUMN_NUMBER, EVERYWHERE, get_offset },
	{ "length", COLUMN_NUMBER, EVERYWHERE, get_length },
	{ "form", COLUMN_TEXT, EVERYWHERE, get_form },
	{ "kind", COLUMN_TEXT, ASKED, get_kind },
	{ "written", COLUMN_TEXT, ASKED, get_written },
	{ "supplied", COLUMN_TEXT, ASKED, get_supplied },
	{ "certainty", COLUMN_TEXT, ASKED, get_certainty },
	{ "confidence", COLUMN_TEXT, EVERYWHERE, get_confidence },
	{ "scheme", COLUMN_TEXT, EVERYWHERE | OF_JUDGED, get_scheme },
	{ "host", COLUMN_TEXT, EVERYWHERE | OF_JUDGED, get_host },
	{ "host_ascii", COLUMN_TEXT, ASKED | OF_JUDGED, get_host_ascii },
	{ "host_unicode", COLUMN_TEXT, ASKED | OF_JUDGED, get_host_unicode },
	{ "parts", COLUMN_PARTS, OF_URL | OF_JUDGED, get_parts },
	{ "readings", COLUMN_READINGS, OF_URL | OF_MAIL | OF_SQL, get_readings },
	{ "warnings", COLUMN_WORDS, EVERYWHERE | OF_JUDGED, get_warnings },
	{ "notes", COLUMN_WORDS, OF_URL | OF_MAIL, get_notes },
	{ "defanged", COLUMN_TEXT, ASKED, get_defanged },
	{ "defanged_signs", COLUMN_WORDS, OF_URL, get_defanged_signs },
	{ "defanged_url", COLUMN_TEXT, OF_URL | OF_JUDGED, get_defanged_url },
	{ "target", COLUMN_TEXT, ASKED | OF_JUDGED, get_target },
	{ "target_parts", COLUMN_PARTS, OF_URL | OF_JUDGED, get_target_parts },
	{ "target_warnings", COLUMN_WORDS, OF_URL | OF_JUDGED, get_target_warnings },
	{ "unwrap_status", COLUMN_TEXT, ASKED | OF_JUDGED, get_unwrap_status },
	{ "unwrap_via", COLUMN_TEXTS, ASKED | OF_JUDGED, get_unwrap_via },
	{ "unwrap_steps", COLUMN_TEXTS, OF_URL | OF_JUDGED, get_unwrap_steps },
	{ "unwrap_notes", COLUMN_TEXTS, OF_URL | OF_JUDGED, get_unwrap_notes },
	{ "unwrap_hint", COLUMN_TEXT, OF_URL | OF_JUDGED, get_unwrap_hint },
	{ "unwrap_warnings", COLUMN_WORDS, OF_URL | OF_JUDGED, get_unwrap_warnings },
	{ "clean", COLUMN_TEXT, ASKED | OF_JUDGED, get_clean },
	{ "removed", COLUMN_TEXTS, ASKED | OF_JUDGED, get_removed },
	{ "path", COLUMN_TEXT, OF_URL | OF_MAIL, get_path },
	{ "line", COLUMN_NUMBER, OF_URL | OF_MAIL | OF_SQL, get_line },
	{ "message", COLUMN_NUMBER, OF_URL | OF_MAIL | OF_SQL, get_message },
	{ "message_offset", COLUMN_NUMBER, OF_URL | OF_MAIL, get_message_offset },
	{ "message_id", COLUMN_TEXT, OF_MAIL | OF_SQL, get_message_id },
	{ "date", COLUMN_TEXT, OF_MAIL | OF_SQL, get_date },
	{ "from", COLUMN_TEXT, 0, get_from },
	{ "to", COLUMN_TEXT, 0, get_to },
	{ "subject", COLUMN_TEXT, 0, get_subject },
	{ "list_id", COLUMN_TEXT, 0, get_list_id },
	{ "labels", COLUMN_TEXT, 0, get_labels },
	{ "part", COLUMN_TEXT, OF_URL | OF_MAIL | OF_SQL, get_part },
	{ "encoding", COLUMN_TEXT, OF_URL | OF_MAIL, get_encoding },
	{ "alternative", COLUMN_TEXT, OF_URL | OF_MAIL, get_alternative },
	{ "element", COLUMN_TEXT, OF_URL | OF_MAIL | OF_SQL, get_element },
	{ "attribute", COLUMN_TEXT, OF_URL | OF_MAIL | OF_SQL, get_attribute },
	{ "link_text", COLUMN_TEXT, OF_URL | OF_MAIL | OF_SQL, get_link_text },
	{ "shown_host", COLUMN_TEXT, OF_URL | OF_MAIL | OF_SQL, get_shown_host },
	{ "relative", COLUMN_BOOL, OF_URL | OF_MAIL, get_relative },
	{ "href_differs", COLUMN_BOOL, OF_URL | OF_MAIL, get_href_differs },
	{ "error", COLUMN_TEXT, OF_MAIL | OF_SQL, get_error },
};

enum { COLUMN_COUNT = sizeof(columns) / sizeof(columns[0]) };

const struct column *
column_at(unsigned index)
{
	return index < COLUMN_COUNT ? &columns[index] : NULL;
}

const struct column *
column_named(const char *name)
{
	unsigned i;

	for (i = 0; i < COLUMN_COUNT; i++)
		if (strcmp(columns[i].name, name) == 0)
			return &columns[i];
	return NULL;
}

void
column_get(const struct column *column, const struct row *row, struct value *value)
{
	*value = (struct value){ .is_absent = false };
	column->get(row, value);
}
