/* columns.c - the table of the members of a finding */
#include "bindings/columns.h"

#include <string.h>

bool
is_wanted(const urlgrep_finding *finding, bool all)
{
	return all || finding->url.verdict == URLGREP_OK ||
	    finding->url.verdict == URLGREP_LOOSE;
}

bool
join_named(const char *name, urlgrep_mail_join *join)
{
	static const char *const names[] = { [URLGREP_MAIL_JOIN_AUTO] = "auto",
		[URLGREP_MAIL_JOIN_ALWAYS] = "always",
		[URLGREP_MAIL_JOIN_WRAPPED] = "wrapped",
		[URLGREP_MAIL_JOIN_NEVER] = "never" };
	size_t i;

	*join = URLGREP_MAIL_JOIN_AUTO;
	for (i = 0; name && i < sizeof(names) / sizeof(names[0]); i++)
		if (strcmp(name, names[i]) == 0) {
			*join = (urlgrep_mail_join)i;
			return true;
		}
	return name == NULL;
}

unsigned
text_flags(urlgrep_mail_join join, bool all)
{
	static const unsigned flags[] = { [URLGREP_MAIL_JOIN_AUTO] = URLGREP_NOT_MAIL,
		[URLGREP_MAIL_JOIN_ALWAYS] = 0,
		[URLGREP_MAIL_JOIN_WRAPPED] = URLGREP_JOIN_WRAPPED,
		[URLGREP_MAIL_JOIN_NEVER] = URLGREP_JOIN_NEVER };

	return flags[join] | URLGREP_LAST | (all ? URLGREP_FIND_MALFORMED : 0);
}

const char *
verdict_name(urlgrep_status verdict)
{
	return verdict == URLGREP_LIMIT ? "limit" : urlgrep_verdict_name(verdict);
}

unsigned
reading_treatment(const urlgrep_reading *reading)
{
	return reading->how & ~(unsigned)URLGREP_UNBROKEN_COPY;
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

/* A number that is 0 if it is unknown. */
static void
set_ordinal(struct value *value, uint64_t number)
{
	value->is_absent = number == 0;
	value->number = (int64_t)number;
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

/* The getters below are called for findings only. */
#define FINDING_GETTER(name, action) \
	GETTER(name, if (r->finding == NULL) v->is_absent = true; else action)
FINDING_GETTER(url, set_span(v, r->finding->url.text))
FINDING_GETTER(verdict, set_string(v, verdict_name(r->finding->url.verdict)))
FINDING_GETTER(valid, v->number = r->finding->url.verdict == URLGREP_OK)
FINDING_GETTER(form, set_string(v, urlgrep_form_name(r->finding->form)))
FINDING_GETTER(confidence,
    set_string(v, urlgrep_confidence_name(r->finding->confidence)))
FINDING_GETTER(scheme, set_span(v, urlgrep_part_named(&r->finding->url, "scheme")))
FINDING_GETTER(host, set_span(v, urlgrep_part_named(&r->finding->url, "host")))
FINDING_GETTER(offset,
    set_number(v, r->location ? r->location->offset : r->finding->offset))
FINDING_GETTER(length,
    set_number(v, r->location ? r->location->length : r->finding->length))

static void
get_warnings(const struct row *r, struct value *v)
{
	v->word = urlgrep_warning_name;
	v->words = r->finding ? urlgrep_finding_warnings(r->finding) : 0;
	v->is_absent = r->finding == NULL;
}

/* Characters beside a URL are among the warnings. */
static void
get_notes(const struct row *r, struct value *v)
{
	v->word = urlgrep_note_name;
	v->words = r->finding ? r->finding->notes : 0;
	v->is_absent = r->finding == NULL;
}

/* The getters below are called for findings in files only. */
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

/* ---- the table --- */

static const struct column columns[] = {
	{ "type", COLUMN_TEXT, OF_MAIL, get_type },
	{ "url", COLUMN_TEXT, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_url },
	{ "verdict", COLUMN_TEXT, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_verdict },
	{ "valid", COLUMN_BOOL, OF_URL, get_valid },
	{ "offset", COLUMN_NUMBER, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_offset },
	{ "length", COLUMN_NUMBER, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_length },
	{ "form", COLUMN_TEXT, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_form },
	{ "confidence", COLUMN_TEXT, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_confidence },
	{ "scheme", COLUMN_TEXT, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_scheme },
	{ "host", COLUMN_TEXT, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_host },
	{ "parts", COLUMN_PARTS, OF_URL, NULL },
	{ "readings", COLUMN_READINGS, OF_URL | OF_MAIL | OF_SQL, NULL },
	{ "warnings", COLUMN_WORDS, OF_URL | OF_TEXT | OF_MAIL | OF_SQL, get_warnings },
	{ "notes", COLUMN_WORDS, OF_URL | OF_MAIL, get_notes },
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
	{ "part", COLUMN_TEXT, OF_URL | OF_MAIL | OF_SQL, get_part },
	{ "encoding", COLUMN_TEXT, OF_URL | OF_MAIL, get_encoding },
	{ "alternative", COLUMN_TEXT, OF_URL | OF_MAIL, get_alternative },
	{ "element", COLUMN_TEXT, OF_URL | OF_MAIL, get_element },
	{ "attribute", COLUMN_TEXT, OF_URL | OF_MAIL, get_attribute },
	{ "link_text", COLUMN_TEXT, OF_URL | OF_MAIL, get_link_text },
	{ "shown_host", COLUMN_TEXT, OF_URL | OF_MAIL, get_shown_host },
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
