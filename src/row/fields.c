/* fields.c - the table of the fields of a finding, and how to compute their values */
#include "row/fields.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "row/idn.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"
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
set_string(struct value *value, const char *string)
{
	value->is_absent = string == NULL;
	if (string)
		value->text = span_of(string);
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

/* ---- warnings --- */

static urlgrep_warnings
bit(unsigned warning)
{
	return URLGREP_WARNING_BIT(warning);
}

/* Return the library's warnings about the host in US-ASCII, which browsers connect to: they read
 * fullwidth and circled digits as digits. */
static urlgrep_warnings
warn_of_ascii_host(const char *host, urlgrep_span written)
{
	urlgrep_url url = { .verdict = URLGREP_VALID, .text = { "", 0 }, .part_count = 1 };
	urlgrep_warnings lookalike = 0;

	url.parts[0] = (urlgrep_part){ "host", span_of(host) };
	if (*host && host[strspn(host, "0123456789.")] == '\0' &&
	    !utf8_is_ascii(written.text, written.len))
		lookalike = bit(URLGREP_WARN_IP_LOOKALIKE);
	return lookalike | (urlgrep_url_warnings(&url) &
	    (bit(URLGREP_WARN_IP_LOOKALIKE) | bit(URLGREP_WARN_IP_LEADING_ZERO) |
	    bit(URLGREP_WARN_IP_PRIVATE) | bit(URLGREP_WARN_HOST_NOT_DNS)));
}

/* Return the warning that tells why a wrapper has no target. */
static urlgrep_warnings
warnings_of_status(urlgrep_unwrap_status status)
{
	_Static_assert((int)URLGREP_UNWRAP_OPAQUE - (int)URLGREP_UNWRAP_CUT ==
	    (int)URLGREP_WARN_OPAQUE - (int)URLGREP_WARN_TARGET_CUT, "the same order");

	return status < URLGREP_UNWRAP_CUT ? 0 :
	    bit(URLGREP_WARN_TARGET_CUT + (unsigned)(status - URLGREP_UNWRAP_CUT));
}

/* Return the warnings about the services of a wrapper. */
static urlgrep_warnings
warnings_of_services(const urlgrep_unwrapped *unwrapped)
{
	urlgrep_warnings set = 0;
	unsigned i;

	for (i = 0; i < unwrapped->step_count; i++) {
		if (unwrapped->steps[i].kind == URLGREP_UNWRAP_REDIRECT)
			set |= bit(URLGREP_WARN_REDIRECT);
		if (unwrapped->steps[i].kind == URLGREP_UNWRAP_SHORT)
			set |= bit(URLGREP_WARN_SHORTENER);
	}
	return set;
}

/* ---- details --- */

enum { MAX_TEXTS = 16 }; /* more than the services or notes of a wrapper */
_Static_assert((int)MAX_TEXTS > (int)URLGREP_MAX_UNWRAP_STEPS, "a text for each step");

struct details {
	struct search_options options;
	const urlgrep_grammar *grammar;
	const struct details_choice *choice;
	bool has_failed;
	/* created when needed */
	urlgrep_scanner *scanner;
	urlgrep_unwrapper *unwrapper;
	urlgrep_grammar *rfc1738_grammar;
	urlgrep_scanner *rfc1738;
	struct strbuf defanged;
	/* of the current URL */
	bool is_unwrapped, is_cleaned;
	const urlgrep_unwrapped *unwrapped;
	const urlgrep_cleaned *cleaned;
	struct idn idn; /* the last host that was read */
	urlgrep_span texts[MAX_TEXTS];
	char inner_note[32];
};

struct details *
details_new(const struct search_options *options, const urlgrep_grammar *grammar,
    const struct details_choice *choice)
{
	struct details *d = malloc(sizeof(*d));

	if (d)
		*d = (struct details){ .options = *options, .grammar = grammar, .choice = choice,
			.defanged.memory = &memory_default };
	return d;
}

void
details_free(struct details *d)
{
	if (d == NULL)
		return;
	urlgrep_scanner_free(d->scanner);
	urlgrep_unwrapper_free(d->unwrapper);
	urlgrep_scanner_free(d->rfc1738);
	urlgrep_grammar_free(d->rfc1738_grammar);
	strbuf_free(&d->defanged);
	free(d);
}

void
details_begin(struct details *d)
{
	d->is_unwrapped = d->is_cleaned = false;
}

bool
details_have_failed(struct details *d)
{
	bool has_failed = d->has_failed;

	d->has_failed = false;
	return has_failed;
}

urlgrep_scanner *
details_scanner(struct details *d)
{
	if (d->scanner == NULL)
		d->scanner = urlgrep_scanner_new(d->grammar);
	d->has_failed |= d->scanner == NULL;
	return d->scanner;
}

/* Read the host of a URL into d->idn. */
static enum idn_result
read_host(struct details *d, const urlgrep_url *url)
{
	enum idn_result result = idn_read(url, &d->idn);

	d->has_failed |= result == IDN_NOMEM;
	return result;
}

/* Return a host that has escapes or non-ASCII characters as A-labels; absent if the host has none
 * of these, or if IDNA maps one of its characters to a slash or the like. */
static urlgrep_span
encode_host(struct details *d, const urlgrep_url *url)
{
	urlgrep_span host = urlgrep_part_named(url, "host");

	if (host.len > 0 && (!utf8_is_ascii(host.text, host.len) ||
	    memchr(host.text, '%', host.len)) && read_host(d, url) == IDN_READ) {
		host = span_of(d->idn.name.ascii);
		if (ascii_span(host.text, host.len, ASCII_HOST) == host.len)
			return host;
	}
	return (urlgrep_span){ NULL, 0 };
}

urlgrep_span
details_uri(struct details *d, const urlgrep_url *url)
{
	const urlgrep_span absent = { NULL, 0 };
	bool is_ascii = utf8_is_ascii(url->text.text, url->text.len);
	urlgrep_span host = absent, uri = absent;

	if (!is_ascii || memchr(url->text.text, '%', url->text.len))
		host = encode_host(d, url);
	if (url->verdict == URLGREP_VALID && host.text == NULL && is_ascii)
		return absent; /* the usual case */
	if (details_scanner(d) == NULL || urlgrep_uri(d->scanner, url, host, &uri) == URLGREP_NOMEM) {
		d->has_failed = true;
		return absent;
	}
	return uri.text && uri.len == url->text.len &&
	    memcmp(uri.text, url->text.text, uri.len) == 0 ? absent : uri;
}

urlgrep_span
details_readable(struct details *d, urlgrep_span text)
{
	urlgrep_scanner *scanner = details_scanner(d);
	urlgrep_status status = URLGREP_NOMEM;
	urlgrep_span readable;
	urlgrep_url url;

	if (scanner && urlgrep_judge(scanner, text.text, text.len, 0, &url) != URLGREP_UNJUDGED)
		status = urlgrep_readable(scanner, &url, 0, &readable);
	d->has_failed |= status == URLGREP_NOMEM;
	return status == URLGREP_OK ? readable : text;
}

urlgrep_span
details_defanged(struct details *d, urlgrep_span url)
{
	size_t size = urlgrep_defang(url.text, url.len, NULL, 0);

	strbuf_clear(&d->defanged);
	if (!strbuf_reserve(&d->defanged, size + 1)) {
		d->has_failed = true;
		return (urlgrep_span){ NULL, 0 };
	}
	urlgrep_defang(url.text, url.len, d->defanged.at, size);
	return (urlgrep_span){ d->defanged.at, size };
}

/* Return true if RFC 1738 accepts the URL. */
static bool
is_rfc1738(struct details *d, const urlgrep_url *url)
{
	urlgrep_verdict verdict = URLGREP_UNJUDGED;
	urlgrep_url judged;

	if (d->rfc1738_grammar == NULL)
		d->rfc1738_grammar = urlgrep_grammar_new("rfc1738", 0, NULL, NULL);
	if (d->rfc1738_grammar && d->rfc1738 == NULL)
		d->rfc1738 = urlgrep_scanner_new(d->rfc1738_grammar);
	if (d->rfc1738)
		verdict = urlgrep_judge(d->rfc1738, url->text.text, url->text.len, 0, &judged);
	d->has_failed |= verdict == URLGREP_UNJUDGED;
	return verdict == URLGREP_VALID;
}

/* Return true if the URL may be a wrapper or have tracking parameters, and create the unwrapper. */
static bool
may_lead(struct details *d, const urlgrep_url *url)
{
	const struct wrapper_table *table = d->options.wrappers;

	if (!urlgrep_accepts(d->grammar, url->verdict) &&
	    (url->verdict != URLGREP_LOOSE || d->choice))
		return false;
	if (d->unwrapper == NULL)
		d->unwrapper = urlgrep_unwrapper_with(d->grammar, d->options.unwrap_classes,
		    table ? table->rows : NULL, table ? table->count : 0);
	d->has_failed |= d->unwrapper == NULL;
	return d->unwrapper != NULL;
}

const urlgrep_unwrapped *
details_unwrapped(struct details *d, const urlgrep_url *url)
{
	if (d->is_unwrapped)
		return d->unwrapped;
	d->is_unwrapped = true;
	d->unwrapped = NULL;
	if ((d->choice && !d->choice->targets) || !may_lead(d, url))
		return NULL;
	d->unwrapped = urlgrep_unwrap(d->unwrapper, url->text.text, url->text.len);
	d->has_failed |= d->unwrapped == NULL;
	if (d->unwrapped && d->unwrapped->status == URLGREP_UNWRAP_NONE)
		d->unwrapped = NULL;
	return d->unwrapped;
}

/* Return the target of the URL; NULL if it is not a wrapper, or if the target is unknown. */
static const urlgrep_url *
target_of(struct details *d, const urlgrep_url *url)
{
	const urlgrep_unwrapped *unwrapped = details_unwrapped(d, url);

	return unwrapped && unwrapped->status == URLGREP_UNWRAP_TARGET ?
	    unwrapped->target : NULL;
}

/* Return the URL or its target, whichever cleaned_of() cleans. */
static const urlgrep_url *
innermost(struct details *d, const urlgrep_url *url)
{
	const struct details_choice *choice = d->choice;
	const urlgrep_url *target = choice && !choice->unwrap ? NULL : target_of(d, url);

	return target ? target : url;
}

/* Return the URL, or its target if that is known, without tracking parameters; NULL if there are no
 * such parameters. */
static const urlgrep_cleaned *
cleaned_of(struct details *d, const urlgrep_url *url)
{
	urlgrep_span text;

	if (d->is_cleaned)
		return d->cleaned;
	d->is_cleaned = true;
	d->cleaned = NULL;
	if ((d->choice && !d->choice->strip_tracking) || !may_lead(d, url))
		return NULL;
	text = innermost(d, url)->text;
	d->cleaned = urlgrep_strip_tracking(d->unwrapper, text.text, text.len);
	d->has_failed |= d->cleaned == NULL;
	if (d->cleaned && d->cleaned->removed_count == 0)
		d->cleaned = NULL;
	return d->cleaned;
}

const urlgrep_url *
row_printed_url(const struct row *r)
{
	const urlgrep_url *url = &r->finding->url;
	const urlgrep_cleaned *cleaned;

	if (r->details->choice == NULL || r->is_denied)
		return url;
	cleaned = cleaned_of(r->details, url);
	return cleaned ? &cleaned->url : innermost(r->details, url);
}

/* Return the warnings about a host that IDNA reveals. */
static urlgrep_warnings
warnings_of_host(struct details *d, const urlgrep_url *url)
{
	const struct idn *idn = &d->idn;
	enum idn_result result = read_host(d, url);

	if (result == IDN_REFUSED)
		return bit(URLGREP_WARN_HOST_AMBIGUOUS);
	if (result != IDN_READ) /* the usual case */
		return 0;
	return warn_of_ascii_host(idn->name.ascii, urlgrep_part_named(url, "host")) |
	    (idn->name.is_refused || idn->name.is_deviant || *idn->name.ascii == '\0' ?
	    bit(URLGREP_WARN_HOST_AMBIGUOUS) : 0) |
	    (idn->is_mixed ? bit(URLGREP_WARN_IDN_MIXED) : 0) |
	    (idn->is_confusable ? bit(URLGREP_WARN_IDN_CONFUSABLE) : 0);
}

/* Return the warnings about a URL by itself. An invalid URL has neither warnings nor a host. */
static urlgrep_warnings
warnings_of_url(struct details *d, const urlgrep_url *url)
{
	return urlgrep_url_warnings(url) | warnings_of_host(d, url);
}

/* Return the warnings about a finding, without those about its URL as a wrapper. */
static urlgrep_warnings
warnings_of_finding(const struct row *r)
{
	const urlgrep_url *url = &r->finding->url;
	urlgrep_warnings set = urlgrep_finding_warnings(r->finding);

	if (url->verdict != URLGREP_VALID && url->verdict != URLGREP_LOOSE)
		return set;
	if (r->location && (r->location->flags & URLGREP_MAIL_HREF_DIFFERS))
		set |= bit(URLGREP_WARN_HREF_DIFFERS);
	return set | warnings_of_host(r->details, url);
}

urlgrep_warnings
row_warnings(const struct row *r)
{
	const struct details_choice *choice = r->details->choice;
	const urlgrep_unwrapped *u = choice ? details_unwrapped(r->details, &r->finding->url) : NULL;
	urlgrep_warnings set = warnings_of_finding(r);

	if (u)
		set |= warnings_of_services(u) |
		    (choice->unwrap ? warnings_of_status(u->status) : 0);
	return set;
}

urlgrep_warnings
row_all_warnings(const struct row *r)
{
	const urlgrep_unwrapped *u = details_unwrapped(r->details, &r->finding->url);
	urlgrep_warnings set = warnings_of_finding(r);
	unsigned i;

	for (i = 0; u && i < u->step_count; i++)
		set |= warnings_of_url(r->details, &u->steps[i].url);
	return u ? set | warnings_of_services(u) | warnings_of_status(u->status) : set;
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
		set_string(v, r->details->options.grammar);
		break;
	case RFC1738:
		set_number(v, is_rfc1738(r->details, url));
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
	const struct idna_name *name = &r->details->idn.name;

	set_string(v, read_host(r->details, &r->finding->url) != IDN_READ ? NULL :
	    field->at == ASCII ? name->ascii : name->unicode);
}

/* Get a value of the target of a wrapper. */
static void
get_target(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_url *target = target_of(r->details, &r->finding->url);

	v->is_absent = target == NULL;
	v->url = target;
	if (target && field->at == TARGET)
		set_span(v, target->text);
	else if (target && field->at == TARGET_WARNINGS)
		set_words(v, warnings_of_url(r->details, target), URLGREP_WARNING_NAMES);
}

/* List the services of a wrapper, the URLs that undoing them yields, or the notes about that.
 * Return the number of texts. */
static size_t
list_texts(size_t which, struct details *d, const urlgrep_unwrapped *u)
{
	uint64_t notes = which == UNWRAP_NOTES ? u->notes : 0;
	const char *name;
	size_t count = 0;
	unsigned i;

	for (i = 0; which == VIA && i < u->step_count; i++)
		d->texts[count++] = span_of(u->steps[i].via);
	for (i = 0; which == STEPS && i < u->step_count && u->steps[i].url.text.text; i++)
		d->texts[count++] = u->steps[i].url.text;
	while (count < MAX_TEXTS - 1 &&
	    (name = field_next_word(&notes, URLGREP_UNWRAP_NOTE_NAMES)) != NULL)
		d->texts[count++] = span_of(name);
	if (which == UNWRAP_NOTES && u->inner) {
		snprintf(d->inner_note, sizeof(d->inner_note), "inner-%s",
		    urlgrep_name(URLGREP_UNWRAP_STATUS_NAMES, u->inner));
		d->texts[count++] = span_of(d->inner_note);
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
		set_words(v, warnings_of_services(u) | warnings_of_status(u->status),
		    URLGREP_WARNING_NAMES);
		break;
	default:
		v->texts = r->details->texts;
		v->text_count = list_texts(field->at, r->details, u);
		break;
	}
}

/* Get a value of the URL without tracking parameters. */
static void
get_cleaned(const struct field *field, const struct row *r, struct value *v)
{
	const urlgrep_cleaned *cleaned = cleaned_of(r->details, &r->finding->url);

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
