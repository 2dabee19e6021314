/* fields.c - the table of the fields of a finding, and how to compute their values */
#include "row/fields.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "util/memory.h"
#include "util/span.h"
#include "util/utf8.h"

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
		*element = span_of(word);
		return true;
	}
	if (type == FIELD_READINGS && v->reading_count > 0) {
		v->reading_count--;
		*element = v->readings++->url;
		return true;
	}
	if ((type == FIELD_TEXTS || type == FIELD_STEPS) && v->text_count > 0) {
		v->text_count--;
		*element = *v->texts++;
		return true;
	}
	return false;
}

/* Return the number that two digits represent. */
static int
read_two(const char *digits)
{
	return (digits[0] - '0') * 10 + digits[1] - '0';
}

/* Digits are at fixed offsets. strptime() and timegm() would take 1,700 instructions. */
int64_t
field_read_time(const char *iso)
{
	int month = read_two(iso + 5) - 3; /* years begin in March: a leap day is the last day */
	int year = 100 * read_two(iso) + read_two(iso + 2) - (month < 0);
	int days = 365 * year + year / 4 - year / 100 + year / 400 - 719469 /* 1970-01-01 */ +
	    (153 * (month < 0 ? month + 12 : month) + 2) / 5 + read_two(iso + 8);
	int64_t zone = 60 * (60 * read_two(iso + 20) + read_two(iso + 23));

	return (int64_t)86400 * days + 3600 * read_two(iso + 11) + 60 * read_two(iso + 14) +
	    read_two(iso + 17) + (iso[19] == '-' ? zone : -zone);
}

void
field_append_valid(struct strbuf *out, urlgrep_span text)
{
	size_t at, valid;

	for (at = 0; at < text.len; at += valid + 1) {
		valid = utf8_valid_length(text.text + at, text.len - at);
		strbuf_append(out, text.text + at, valid);
		if (at + valid < text.len)
			strbuf_append_string(out, "\xEF\xBF\xBD");
	}
}

/* ---- parts --- */

urlgrep_span
field_part(const urlgrep_url *url, const char *name)
{
	return strcmp(name, "path") == 0 ? urlgrep_component_of(url, URLGREP_PATH) :
	    urlgrep_part_named(url, name);
}

/* ---- kinds of values --- */

static void
set_span(struct value *value, urlgrep_span span)
{
	value->is_absent = span.text == NULL;
	value->text = span;
}

static void
set_string(struct value *value, const char *string)
{
	set_span(value, string ? span_of(string) : (urlgrep_span){ NULL, 0 });
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

/* ---- the table, and getters for values that are not members of a structure --- */

/* made from fields.tsv and the names of parts in the grammars */
#include "row/tables.h"

_Static_assert(COUNT(field_table) - 1 <= MAX_FIELDS, "room for all fields");

/* Get a value that read errors have, too. */
static void
get_any(const struct field *field, const struct row *r, struct value *v)
{
	switch (field->at) {
	case TYPE:
		set_string(v, r->finding ? "url" : "error");
		break;
	case FILE_NAME:
		set_string(v, r->location ? r->location->path : r->path);
		break;
	default:
		set_string(v, r->error);
		break;
	}
}

/* Get a value of the finding or of its location. */
static void
get_found(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_finding *f = r->finding;

	switch (field->at) {
	case OFFSET:
		set_number(v, r->location ? r->location->offset : f->offset);
		break;
	case LENGTH:
		set_number(v, r->location ? r->location->length : f->length);
		break;
	case CERTAINTY: /* that text is a name or an address at all */
		set_string(v, f->kind == URLGREP_KIND_URL ? NULL :
		    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->certainty));
		break;
	case READINGS:
		v->readings = f->readings;
		v->reading_count = f->reading_count;
		break;
	case WARNINGS:
		set_words(v, row_warnings(r), URLGREP_WARNING_NAMES);
		break;
	case NOTES:
		set_words(v, f->notes | (r->location &&
		    r->location->flags & URLGREP_MAIL_RELATIVE ? FIELD_RELATIVE : 0),
		    URLGREP_NOTE_NAMES);
		break;
	case DEFANGED_SIGNS:
		v->is_absent = f->defanged.text == NULL;
		set_words(v, f->defang_signs, URLGREP_DEFANG_SIGN_NAMES);
		break;
	default:
		v->is_absent = r->location == NULL || r->location->message == 0;
		if (!v->is_absent)
			set_number(v, r->location->message_offset);
		break;
	}
}

/* Get the verdict on the URL or one of its forms. */
static void
get_judged(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_url *url = &r->finding->url;

	switch (field->at) {
	case VERDICT:
		set_string(v, urlgrep_name(URLGREP_VERDICT_NAMES, row_verdict(r)));
		break;
	case VALID:
		set_number(v, row_verdict(r) == URLGREP_VALID);
		break;
	case GRAMMAR:
		set_string(v, details_grammar_name(r->details));
		break;
	case RFC1738:
		set_number(v, details_is_rfc1738(r->details, url));
		break;
	case URI:
		set_span(v, details_uri(r->details, url));
		break;
	case READABLE:
		set_span(v, details_readable(r->details, row_printed_url(r)->text));
		break;
	case PARTS:
		v->url = url;
		break;
	default:
		set_span(v, details_defanged(r->details, row_printed_url(r)->text));
		break;
	}
}

/* Get a form of an internationalized host. */
static void
get_host(const struct field *field, const struct row *r, struct value *v)
{
	const struct idna_name *name = details_host(r->details, &r->finding->url);

	set_string(v, name == NULL ? NULL : field->at == ASCII ? name->ascii : name->unicode);
}

/* Get a value of the target of a wrapper. */
static void
get_target(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_url *target = details_target(r->details, &r->finding->url);

	v->is_absent = target == NULL;
	v->url = target;
	if (target && field->at == TARGET)
		set_span(v, target->text);
	else if (target && field->at == TARGET_WARNINGS)
		set_words(v, details_url_warnings(r->details, target), URLGREP_WARNING_NAMES);
}

/* List the services of a wrapper, the URLs that undoing them yields, or the notes about that.
 * Return the number of texts. */
static size_t
list_texts(size_t which, const urlgrep_unwrapped *u, struct value *v)
{
	uint64_t notes = which == UNWRAP_NOTES ? u->notes : 0;
	const char *name;
	size_t count = 0;
	unsigned i;

	for (i = 0; which == VIA && i < u->step_count; i++)
		v->list[count++] = span_of(u->steps[i].via);
	for (i = 0; which == STEPS && i < u->step_count && u->steps[i].url.text.text; i++)
		v->list[count++] = u->steps[i].url.text;
	while (count < MAX_LISTED - 1 &&
	    (name = field_next_word(&notes, URLGREP_UNWRAP_NOTE_NAMES)) != NULL)
		v->list[count++] = span_of(name);
	if (which == UNWRAP_NOTES && u->inner) {
		snprintf(v->inner_note, sizeof(v->inner_note), "inner-%s",
		    urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, u->inner));
		v->list[count++] = span_of(v->inner_note);
	}
	return count;
}

/* Get a value of a wrapper, whose target may be unknown. */
static void
get_unwrapped(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_unwrapped *u = details_unwrapped(r->details, &r->finding->url);

	v->is_absent = u == NULL;
	v->unwrapped = u;
	if (u == NULL)
		return;
	switch (field->at) {
	case STATUS:
		set_string(v, urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, u->status));
		break;
	case HINT:
		set_span(v, u->hint);
		v->is_null = v->is_absent;
		break;
	case UNWRAP_WARNINGS:
		set_words(v, details_wrapper_warnings(u), URLGREP_WARNING_NAMES);
		break;
	default:
		v->texts = v->list;
		v->text_count = list_texts(field->at, u, v);
		break;
	}
}

/* Get a value of the URL without tracking parameters. */
static void
get_cleaned(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_cleaned *cleaned = details_cleaned(r->details, &r->finding->url);

	v->is_absent = cleaned == NULL;
	if (cleaned == NULL)
		return;
	v->texts = cleaned->removed;
	v->text_count = cleaned->removed_count;
	if (field->at == CLEAN)
		set_span(v, cleaned->url.text);
}

/* ---- names and values --- */

const char *
field_part_name(unsigned index)
{
	return index < COUNT(part_names) ? part_names[index] : NULL;
}

static bool
is_name(const char *known, const char *name, size_t len)
{
	return known && strlen(known) == len && memcmp(known, name, len) == 0;
}

const struct field *
field_named(const char *name, size_t len)
{
	const struct field *f = field_table;

	while (f->name && !is_name(f->name, name, len) && !is_name(f->old_name, name, len))
		f++;
	return f->name ? f : NULL;
}

/* A member of a structure. */
#define MEMBER(type, structure, offset) \
	(*(const type *)((const char *)(structure) + (offset)))

void
field_get(const struct field *field, const struct row *row, struct value *value)
{
	const urlgrep_location *location = row->location;

	value->is_absent = value->is_null = false;
	if (field->get && (row->finding || field->sets & OF_ERROR)) {
		field->get(field, row, value);
		return;
	}
	if (row->finding == NULL || (location == NULL && field->source >= IN_LOCATION)) {
		value->is_absent = true;
		return;
	}
	switch (field->source) {
	case IN_FINDING:
		set_span(value, MEMBER(urlgrep_span, row->finding, field->at));
		break;
	case IN_FINDING_NAME:
		set_string(value, urlgrep_name(field->names,
		    MEMBER(unsigned, row->finding, field->at)));
		break;
	case IN_PART:
		set_span(value, field_part(&row->finding->url, field->name));
		break;
	case IN_HEADER:
		set_string(value, row->mail && (location == NULL || location->message) ?
		    urlgrep_mail_header(row->mail, (urlgrep_mail_field)field->at) : NULL);
		break;
	case IN_LOCATION:
		set_span(value, MEMBER(urlgrep_span, location, field->at));
		break;
	case IN_LOCATION_STRING:
		set_string(value, MEMBER(char *const, location, field->at));
		break;
	case IN_LOCATION_NUMBER:
		set_number(value, MEMBER(uint64_t, location, field->at));
		value->is_absent = value->number == 0;
		break;
	case IN_LOCATION_FLAGS:
		set_number(value, (location->flags & field->at) != 0);
		break;
	default: /* has a getter */
		break;
	}
}
