/* fields.c - the table of the fields of a finding */
#include "row/fields.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "row/part_names.h"
#include "row/warnings.h"
#include "util/utf8.h"

const char *
field_verdict_name(urlgrep_verdict verdict)
{
	return verdict == URLGREP_LIMIT ? "limit" : urlgrep_name(URLGREP_VERDICT_NAMES, verdict);
}

const char *
field_next_word(uint64_t *words, urlgrep_names names)
{
	const char *name = NULL;
	unsigned i;

	for (i = 0; *words && name == NULL; i++) {
		uint64_t bit = (uint64_t)1 << i;

		if (*words & bit)
			name = bit == FIELD_RELATIVE ? "relative" : urlgrep_name(names, i);
		*words &= ~bit;
	}
	return name;
}

bool
field_next_element(enum field_type type, struct value *v, urlgrep_span *element)
{
	const char *word = NULL;

	if (type == FIELD_WORDS && (word = field_next_word(&v->words, v->names)) != NULL) {
		*element = (urlgrep_span){ word, strlen(word) };
		return true;
	}
	if (type == FIELD_READINGS && v->reading_count > 0) {
		v->reading_count--;
		*element = v->readings++->url;
		return true;
	}
	if ((type == FIELD_TEXTS || type == FIELD_STEPS) && v->texts.count > 0) {
		v->texts.count--;
		*element = *v->texts.at++;
		return true;
	}
	return false;
}

/* Return the value of a decimal number with len digits. */
static int
read_digits(const char *at, size_t len)
{
	int number = 0;

	while (len-- > 0)
		number = 10 * number + (*at++ - '0');
	return number;
}

int64_t
field_read_time(const char *iso)
{
	struct tm tm = { .tm_year = read_digits(iso, 4) - 1900,
		.tm_mon = read_digits(iso + 5, 2) - 1, .tm_mday = read_digits(iso + 8, 2),
		.tm_hour = read_digits(iso + 11, 2), .tm_min = read_digits(iso + 14, 2),
		.tm_sec = read_digits(iso + 17, 2) };
	int minutes = 60 * read_digits(iso + 20, 2) + read_digits(iso + 23, 2);

	return (int64_t)timegm(&tm) + (iso[19] == '-' ? 60 * minutes : -60 * minutes);
}

size_t
field_next_piece(urlgrep_span text, urlgrep_span *piece)
{
	static const char replacement[] = "\xEF\xBF\xBD";
	size_t valid = 0, n;
	uint32_t code;

	while (valid < text.len &&
	    (n = utf8_decode(text.text + valid, text.len - valid, &code)) > 0)
		valid += n;
	*piece = valid ? (urlgrep_span){ text.text, valid } : (urlgrep_span){ replacement, 3 };
	return valid ? valid : 1;
}

/* ---- parts --- */

const char *
field_part_name(unsigned index)
{
	return index < sizeof(part_names) / sizeof(part_names[0]) ? part_names[index] : NULL;
}

urlgrep_span
field_part(const urlgrep_url *url, const char *name)
{
	return strcmp(name, "path") == 0 ? urlgrep_component_of(url, URLGREP_PATH) :
	    urlgrep_part_named(url, name);
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

static void
set_words(struct value *value, uint64_t words, urlgrep_names names)
{
	value->words = words;
	value->names = names;
}

/* ---- getters: values that are not in a structure --- */

static void
get_type(const struct row *r, struct value *v)
{
	set_string(v, r->finding ? "url" : "error");
}

static void
get_file(const struct row *r, struct value *v)
{
	set_string(v, r->location ? r->location->path : r->path);
}

static void
get_error(const struct row *r, struct value *v)
{
	set_string(v, r->error);
}

static void
get_offset(const struct row *r, struct value *v)
{
	set_number(v, r->location ? r->location->offset : r->finding->offset);
}

static void
get_length(const struct row *r, struct value *v)
{
	set_number(v, r->location ? r->location->length : r->finding->length);
}

static void
get_form(const struct row *r, struct value *v)
{
	set_string(v, urlgrep_name(URLGREP_FORM_NAMES, r->finding->form));
}

static void
get_kind(const struct row *r, struct value *v)
{
	set_string(v, urlgrep_name(URLGREP_KIND_NAMES, r->finding->kind));
}

static void
get_confidence(const struct row *r, struct value *v)
{
	set_string(v, urlgrep_name(URLGREP_CONFIDENCE_NAMES, r->finding->confidence));
}

/* How certain it is that a name or an address is one at all. */
static void
get_certainty(const struct row *r, struct value *v)
{
	if (r->finding->kind == URLGREP_KIND_URL)
		v->is_absent = true;
	else
		set_string(v, urlgrep_name(URLGREP_CONFIDENCE_NAMES, r->finding->certainty));
}

static void
get_verdict(const struct row *r, struct value *v)
{
	set_string(v, field_verdict_name(row_verdict(r)));
}

static void
get_valid(const struct row *r, struct value *v)
{
	set_number(v, row_verdict(r) == URLGREP_VALID);
}

static void
get_uri(const struct row *r, struct value *v)
{
	set_span(v, details_uri(r->details, &r->finding->url));
}

static void
get_grammar(const struct row *r, struct value *v)
{
	set_string(v, details_grammar(r->details));
}

static void
get_rfc1738(const struct row *r, struct value *v)
{
	set_number(v, details_is_rfc1738(r->details, &r->finding->url));
}

static void
get_parts(const struct row *r, struct value *v)
{
	v->url = &r->finding->url;
}

/* The forms of a host that is internationalized. */
static void
get_host_ascii(const struct row *r, struct value *v)
{
	const struct idn *idn = details_host(r->details, &r->finding->url);

	set_string(v, idn->result == IDN_READ ? idn->name.ascii : NULL);
}

static void
get_host_unicode(const struct row *r, struct value *v)
{
	const struct idn *idn = details_host(r->details, &r->finding->url);

	set_string(v, idn->result == IDN_READ ? idn->name.unicode : NULL);
}

static void
get_readings(const struct row *r, struct value *v)
{
	v->readings = r->finding->readings;
	v->reading_count = r->finding->reading_count;
}

urlgrep_warnings
row_warnings(const struct row *r)
{
	const urlgrep_url *url = &r->finding->url;

	return finding_warnings_of_host(r->finding, r->location, details_host(r->details, url)) |
	    details_wrapper_warnings(r->details, url);
}

static void
get_warnings(const struct row *r, struct value *v)
{
	set_words(v, row_warnings(r), URLGREP_WARNING_NAMES);
}

static void
get_notes(const struct row *r, struct value *v)
{
	bool is_relative = r->location && r->location->flags & URLGREP_MAIL_RELATIVE;

	set_words(v, r->finding->notes | (is_relative ? FIELD_RELATIVE : 0),
	    URLGREP_NOTE_NAMES);
}

static void
get_defanged_signs(const struct row *r, struct value *v)
{
	v->is_absent = r->finding->defanged.text == NULL;
	set_words(v, r->finding->defang_signs, URLGREP_DEFANG_SIGN_NAMES);
}

static void
get_defanged_url(const struct row *r, struct value *v)
{
	set_span(v, details_defanged(r->details, &r->finding->url));
}

/* Return the target of the URL; NULL, and the value is absent, if it has none. */
static const urlgrep_url *
target_of(const struct row *r, struct value *v)
{
	const urlgrep_url *target = details_target(r->details, &r->finding->url);

	v->is_absent = target == NULL;
	return target;
}

static void
get_target(const struct row *r, struct value *v)
{
	const urlgrep_url *target = target_of(r, v);

	if (target)
		set_span(v, target->text);
}

static void
get_target_parts(const struct row *r, struct value *v)
{
	v->url = target_of(r, v);
}

static void
get_target_warnings(const struct row *r, struct value *v)
{
	const urlgrep_url *target = target_of(r, v);

	if (target)
		set_words(v, finding_warnings_of_url(target), URLGREP_WARNING_NAMES);
}

/* Return the result of decoding a wrapper, whose target may be unknown; NULL, and the value is
 * absent, if the URL is not a wrapper. */
static const urlgrep_unwrapped *
unwrapped_of(const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = details_unwrapped(r->details, &r->finding->url);

	v->is_absent = u == NULL;
	return u;
}

static void
get_unwrap_status(const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = unwrapped_of(r, v);

	if (u)
		set_string(v, urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, u->status));
}

static void
get_unwrap_via(const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = unwrapped_of(r, v);

	if (u)
		v->texts = details_via(r->details, u);
}

static void
get_unwrap_steps(const struct row *r, struct value *v)
{
	v->unwrapped = unwrapped_of(r, v);
	if (v->unwrapped)
		v->texts = details_steps(r->details, v->unwrapped);
}

static void
get_unwrap_notes(const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = unwrapped_of(r, v);

	if (u)
		v->texts = details_notes(r->details, u);
}

static void
get_unwrap_hint(const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = unwrapped_of(r, v);

	if (u)
		set_span(v, u->hint);
	v->is_null = u && v->is_absent;
}

static void
get_unwrap_warnings(const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = unwrapped_of(r, v);

	if (u)
		set_words(v, finding_warnings_of_services(u) |
		    finding_warnings_of_status(u->status), URLGREP_WARNING_NAMES);
}

static void
get_clean(const struct row *r, struct value *v)
{
	const urlgrep_cleaned *cleaned = details_cleaned(r->details, &r->finding->url);

	v->is_absent = cleaned == NULL;
	if (cleaned)
		set_span(v, cleaned->url.text);
}

static void
get_removed(const struct row *r, struct value *v)
{
	const urlgrep_cleaned *cleaned = details_cleaned(r->details, &r->finding->url);

	v->is_absent = cleaned == NULL;
	if (cleaned)
		v->texts = (struct text_list){ cleaned->removed, cleaned->removed_count };
}

static void
get_message_offset(const struct row *r, struct value *v)
{
	v->is_absent = r->location == NULL || r->location->message == 0;
	if (!v->is_absent)
		set_number(v, r->location->message_offset);
}

/* ---- the table --- */

enum {
	EVERYWHERE = OF_URL | OF_TEXT | OF_MAIL | OF_SQL,
	/* where it costs nothing unless it is asked for */
	ASKED = OF_URL | OF_SQL,
	FOUND = OF_URL | OF_MAIL | OF_SQL, /* of findings in mail and HTML */
	PART = OF_URL | OF_JUDGED | OF_ANOTHER
};

/* A key of JSON, and its length. */
#define KEY(name) "\"" name "\":", sizeof(name) + 2
#define OLD_KEY(name) .old_json = "\"" name "\":", .old_json_len = sizeof(name) + 2

/* Where values are. */
#define AT(place, structure, member) .source = place, .at = offsetof(structure, member)
#define FINDING(member) AT(IN_FINDING, urlgrep_finding, member)
#define LINK(member) AT(IN_LOCATION, urlgrep_location, member)
#define STRING(member) AT(IN_LOCATION_STRING, urlgrep_location, member)
#define COUNT(member) AT(IN_LOCATION_NUMBER, urlgrep_location, member)
#define FLAG(flag) .source = IN_LOCATION_FLAGS, .at = flag
#define HEADER(field) .object = message, .source = IN_HEADER, .at = field
#define IN_PARTS .source = IN_PART
#define BY(function) .get = function
#define BY_UNWRAPPING(function) .object = unwrap, .get = function

/* Objects of JSON that hold several fields. */
static const char defanged[] = "defanged", unwrap[] = "unwrap", message[] = "message";

static const struct field fields[] = {
	{ "type", KEY("type"), FIELD_NAME, OF_MAIL | OF_ERROR, 0, BY(get_type) },
	{ "file", KEY("file"), FIELD_TEXT, OF_URL | OF_MAIL | OF_ERROR, 0, BY(get_file),
	    OLD_KEY("path") },
	{ "line", KEY("line"), FIELD_NUMBER, FOUND, NEEDS_LINE, COUNT(line) },
	{ "offset", KEY("offset"), FIELD_NUMBER, EVERYWHERE, 0, BY(get_offset) },
	{ "length", KEY("length"), FIELD_NUMBER, EVERYWHERE, 0, BY(get_length) },
	{ "form", KEY("form"), FIELD_NAME, EVERYWHERE, 0, BY(get_form) },
	/* from here to notes: of the URL */
	{ "kind", KEY("kind"), FIELD_NAME, ASKED, 0, BY(get_kind) },
	{ "url", KEY("url"), FIELD_TEXT, EVERYWHERE | IS_URL | IN_CHECK, 0, FINDING(url.text) },
	{ "written", KEY("written"), FIELD_TEXT, ASKED | IS_URL, 0, FINDING(written) },
	{ "supplied", KEY("supplied"), FIELD_TEXT, ASKED, 0, FINDING(supplied) },
	{ "certainty", KEY("certainty"), FIELD_NAME, ASKED, 0, BY(get_certainty) },
	{ "valid", KEY("valid"), FIELD_BOOL, OF_URL | IN_CHECK, 0, BY(get_valid) },
	{ "verdict", KEY("verdict"), FIELD_NAME, EVERYWHERE | IN_CHECK, 0, BY(get_verdict) },
	{ "uri", KEY("uri"), FIELD_TEXT, ASKED | OF_JUDGED | IS_URL | IN_CHECK, 0, BY(get_uri) },
	{ "grammar", KEY("grammar"), FIELD_NAME, OF_URL | OF_JUDGED | IN_CHECK, 0,
	    BY(get_grammar) },
	{ "rfc1738", KEY("rfc1738"), FIELD_BOOL, OF_URL | OF_JUDGED, 0, BY(get_rfc1738) },
	{ "scheme", KEY("scheme"), FIELD_TEXT, PART | EVERYWHERE, 0, IN_PARTS },
	{ "user", KEY("user"), FIELD_TEXT, PART, 0, IN_PARTS },
	{ "password", KEY("password"), FIELD_TEXT, PART, 0, IN_PARTS },
	{ "host", KEY("host"), FIELD_TEXT, PART | EVERYWHERE, 0, IN_PARTS },
	{ "port", KEY("port"), FIELD_TEXT, PART, 0, IN_PARTS },
	{ "path", KEY("path"), FIELD_TEXT, PART, 0, IN_PARTS },
	{ "query", KEY("query"), FIELD_TEXT, PART, 0, IN_PARTS },
	{ "fragment", KEY("fragment"), FIELD_TEXT, PART, 0, IN_PARTS },
	{ "parts", KEY("parts"), FIELD_PARTS, OF_URL | OF_JUDGED | IN_CHECK, 0, BY(get_parts) },
	{ "host_ascii", KEY("host_ascii"), FIELD_TEXT, ASKED | OF_JUDGED | IN_CHECK, 0,
	    BY(get_host_ascii) },
	{ "host_unicode", KEY("host_unicode"), FIELD_TEXT, ASKED | OF_JUDGED | IN_CHECK, 0,
	    BY(get_host_unicode) },
	{ "defanged", KEY("text"), FIELD_TEXT, ASKED, 0, .object = defanged, FINDING(defanged) },
	{ "defanged_signs", KEY("signs"), FIELD_WORDS, OF_URL, 0, .object = defanged,
	    BY(get_defanged_signs) },
	{ "target", KEY("target"), FIELD_TEXT, ASKED | OF_JUDGED | IS_URL | IN_CHECK, NEEDS_TARGET,
	    BY(get_target) },
	{ "target_parts", KEY("target_parts"), FIELD_PARTS, OF_URL | OF_JUDGED | IN_CHECK,
	    NEEDS_TARGET, BY(get_target_parts) },
	{ "target_warnings", KEY("target_warnings"), FIELD_WORDS, OF_URL | OF_JUDGED | IN_CHECK,
	    NEEDS_TARGET, BY(get_target_warnings) },
	{ "unwrap_status", KEY("status"), FIELD_NAME, ASKED | OF_JUDGED | IN_CHECK, NEEDS_TARGET,
	    BY_UNWRAPPING(get_unwrap_status) },
	{ "unwrap_via", KEY("via"), FIELD_TEXTS, ASKED | OF_JUDGED | IN_CHECK, NEEDS_TARGET,
	    BY_UNWRAPPING(get_unwrap_via) },
	{ "unwrap_notes", KEY("notes"), FIELD_TEXTS, OF_URL | OF_JUDGED | IN_CHECK, NEEDS_TARGET,
	    BY_UNWRAPPING(get_unwrap_notes) },
	{ "unwrap_hint", KEY("hint"), FIELD_TEXT, OF_URL | OF_JUDGED | IN_CHECK, NEEDS_TARGET,
	    BY_UNWRAPPING(get_unwrap_hint) },
	{ "unwrap_steps", KEY("steps"), FIELD_STEPS, OF_URL | OF_JUDGED | IN_CHECK, NEEDS_TARGET,
	    BY_UNWRAPPING(get_unwrap_steps) },
	{ "unwrap_warnings", KEY("warnings"), FIELD_WORDS, OF_URL | OF_JUDGED | OF_ANOTHER,
	    NEEDS_TARGET, BY(get_unwrap_warnings) },
	{ "clean", KEY("clean"), FIELD_TEXT, ASKED | OF_JUDGED | IS_URL | IN_CHECK, 0,
	    BY(get_clean) },
	{ "removed", KEY("removed"), FIELD_TEXTS, ASKED | OF_JUDGED | IN_CHECK, 0,
	    BY(get_removed) },
	{ "defanged_url", KEY("defanged_url"), FIELD_TEXT, OF_URL | OF_JUDGED | IN_CHECK,
	    NEEDS_DEFANG, BY(get_defanged_url) },
	{ "readings", KEY("readings"), FIELD_READINGS, FOUND, 0, BY(get_readings) },
	{ "confidence", KEY("confidence"), FIELD_NAME, EVERYWHERE, 0, BY(get_confidence) },
	{ "warnings", KEY("warnings"), FIELD_WORDS, EVERYWHERE | OF_JUDGED | IN_CHECK, NEEDS_TARGET,
	    BY(get_warnings) },
	{ "notes", KEY("notes"), FIELD_WORDS, OF_URL | OF_MAIL, 0, BY(get_notes) },
	/* of a link in HTML */
	{ "element", KEY("element"), FIELD_TEXT, FOUND, 0, LINK(element) },
	{ "attribute", KEY("attribute"), FIELD_TEXT, FOUND, 0, LINK(attribute) },
	{ "relative", KEY("notes"), FIELD_BOOL, OF_URL | OF_MAIL | OF_ANOTHER, 0,
	    FLAG(URLGREP_MAIL_RELATIVE) },
	{ "link_text", KEY("link_text"), FIELD_TEXT, FOUND, 0, LINK(link_text) },
	{ "shown_host", KEY("shown_host"), FIELD_TEXT, FOUND, 0, LINK(shown_host) },
	{ "href_differs", KEY("warnings"), FIELD_BOOL, OF_URL | OF_MAIL | OF_ANOTHER, 0,
	    FLAG(URLGREP_MAIL_HREF_DIFFERS) },
	/* of the message */
	{ "message", KEY("number"), FIELD_NUMBER, FOUND, NEEDS_MESSAGE_NUMBER, .object = message,
	    COUNT(message) },
	{ "message_id", KEY("id"), FIELD_TEXT, OF_MAIL | OF_SQL, 0, HEADER(URLGREP_MAIL_ID),
	    .old_name = "id" },
	{ "date_raw", KEY("date_raw"), FIELD_TEXT, 0, 0, HEADER(URLGREP_MAIL_DATE),
	    OLD_KEY("date") },
	{ "date", KEY("date_iso"), FIELD_TIME, OF_MAIL | OF_SQL, 0,
	    HEADER(URLGREP_MAIL_DATE_ISO), .old_name = "date_iso" },
	{ "date_source", KEY("date_source"), FIELD_NAME, 0, 0, HEADER(URLGREP_MAIL_DATE_SOURCE) },
	{ "from", KEY("from"), FIELD_TEXT, OF_MAIL | OF_SQL, 0, HEADER(URLGREP_MAIL_FROM) },
	{ "to", KEY("to"), FIELD_TEXT, 0, 0, HEADER(URLGREP_MAIL_TO) },
	{ "subject", KEY("subject"), FIELD_TEXT, OF_MAIL | OF_SQL, 0,
	    HEADER(URLGREP_MAIL_SUBJECT) },
	{ "list_id", KEY("list_id"), FIELD_TEXT, OF_MAIL | OF_SQL, 0,
	    HEADER(URLGREP_MAIL_LIST_ID) },
	{ "labels", KEY("labels"), FIELD_LABELS, 0, 0, HEADER(URLGREP_MAIL_LABELS) },
	{ "message_offset", KEY("offset"), FIELD_NUMBER, OF_URL | OF_MAIL, 0, .object = message,
	    BY(get_message_offset) },
	{ "part", KEY("part"), FIELD_TEXT, FOUND, 0, STRING(part) },
	{ "alternative", KEY("alternative"), FIELD_TEXT, OF_URL | OF_MAIL, 0, STRING(alternative),
	    OLD_KEY("twin"), .old_name = "twin" },
	{ "encoding", KEY("encoding"), FIELD_TEXT, OF_URL | OF_MAIL, 0, STRING(encoding) },
	{ "error", NULL, 0, FIELD_TEXT, OF_MAIL | OF_SQL | OF_ERROR, 0, BY(get_error) },
	{ .name = NULL }
};

enum { FIELD_COUNT = sizeof(fields) / sizeof(fields[0]) - 1 };
_Static_assert((int)FIELD_COUNT <= (int)MAX_FIELDS, "room for all fields");

const struct field *
field_at(unsigned index)
{
	return index < FIELD_COUNT ? &fields[index] : NULL;
}

static bool
is_name(const char *known, const char *name, size_t len)
{
	return known && strlen(known) == len && memcmp(known, name, len) == 0;
}

const struct field *
field_named(const char *name, size_t len)
{
	unsigned i;

	for (i = 0; i < FIELD_COUNT; i++)
		if (is_name(fields[i].name, name, len) || is_name(fields[i].old_name, name, len))
			return &fields[i];
	return NULL;
}

/* Return the member of a structure. */
#define MEMBER(type, structure, offset) \
	(*(const type *)((const char *)(structure) + (offset)))

/* Set the value of a member of the location. */
static void
get_located(const struct field *field, const urlgrep_location *location, struct value *v)
{
	switch (field->source) {
	case IN_LOCATION:
		set_span(v, MEMBER(urlgrep_span, location, field->at));
		break;
	case IN_LOCATION_STRING:
		set_string(v, MEMBER(char *const, location, field->at));
		break;
	case IN_LOCATION_NUMBER:
		set_number(v, MEMBER(uint64_t, location, field->at));
		v->is_absent = v->number == 0;
		break;
	default:
		set_number(v, (location->flags & field->at) != 0);
		break;
	}
}

void
field_get(const struct field *field, const struct row *row, struct value *value)
{
	value->is_absent = value->is_null = false;
	if (field->source == IN_FUNCTION && (row->finding || field->sets & OF_ERROR)) {
		field->get(row, value);
		return;
	}
	if (row->finding == NULL) {
		value->is_absent = true;
		return;
	}
	switch (field->source) {
	case IN_FUNCTION:
		break;
	case IN_FINDING:
		set_span(value, MEMBER(urlgrep_span, row->finding, field->at));
		break;
	case IN_PART:
		set_span(value, field_part(&row->finding->url, field->name));
		break;
	case IN_HEADER:
		set_string(value, row->mail && (row->location == NULL || row->location->message) ?
		    urlgrep_mail_header(row->mail, (urlgrep_mail_field)field->at) : NULL);
		break;
	default:
		if (row->location)
			get_located(field, row->location, value);
		else
			value->is_absent = true;
	}
}
