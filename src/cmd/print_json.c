/* print_json.c - output as JSON, one object per line, version 1: the fields of the table
 * (src/row), each at its place, and the members that only JSON has: signs, error and context */
#include "cmd/printer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/search.h"
#include "cmd/json.h"
#include "urlgrep_tools.h"
#include "util/memory.h"

enum { VERSION = 1 };

/* ---- values --- */

static void
write_list(struct strbuf *j, const char *key, enum field_type type, struct value *value)
{
	urlgrep_span element;

	json_open(j, key, '[');
	while (field_next_element(type, value, &element))
		json_span(j, NULL, element);
	json_close(j, ']');
}

static void
write_words(struct strbuf *j, const char *key, uint64_t words, urlgrep_names names)
{
	write_list(j, key, FIELD_WORDS, &(struct value){ .words = words, .names = names });
}

/* Write labels, which are separated by commas; one that has a comma is in quotes. */
static void
write_labels(struct strbuf *j, const char *labels)
{
	json_open(j, NULL, '[');
	while (*labels) {
		bool is_quoted = *labels == '"' && strchr(labels + 1, '"');
		const char *text = labels + is_quoted;
		size_t len = strcspn(text, is_quoted ? "\"" : ",");

		if (len > 0)
			json_text(j, NULL, text, len);
		labels = text + len + is_quoted;
		labels += strspn(labels, ", ");
	}
	json_close(j, ']');
}

static void
write_steps(struct strbuf *j, const urlgrep_unwrapped *r)
{
	unsigned i;

	json_open(j, NULL, '[');
	for (i = 0; i < r->step_count && r->steps[i].url.text.text; i++) {
		json_open(j, NULL, '{');
		json_string(j, "via", r->steps[i].via);
		json_span(j, "url", r->steps[i].url.text);
		json_bool(j, "valid", r->steps[i].url.verdict == URLGREP_VALID);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void
write_parts(struct strbuf *j, const urlgrep_url *url)
{
	unsigned i;

	json_open(j, NULL, '{');
	for (i = 0; i < url->part_count; i++)
		json_span(j, url->parts[i].name, url->parts[i].value);
	json_close(j, '}');
}

static void
write_readings(struct strbuf *j, const urlgrep_finding *f)
{
	const unsigned evidence = URLGREP_UNBROKEN_COPY;
	unsigned i;

	json_open(j, NULL, '[');
	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *reading = &f->readings[i];

		json_open(j, NULL, '{');
		json_span(j, "url", reading->url);
		json_bool(j, "valid", reading->verdict == URLGREP_VALID);
		json_string(j, "verdict", field_verdict_name(reading->verdict));
		write_words(j, "how", reading->how & ~evidence, URLGREP_TREATMENT_NAMES);
		write_words(j, "evidence", reading->how & evidence, URLGREP_TREATMENT_NAMES);
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* Write a value, after its key. */
static void
write_value(struct strbuf *j, enum field_type type, const struct row *row,
    struct value *value)
{
	switch (type) {
	case FIELD_TEXT:
	case FIELD_NAME:
	case FIELD_TIME:
		if (value->text.text)
			json_span(j, NULL, value->text);
		else
			json_null(j, NULL);
		break;
	case FIELD_NUMBER:
		json_number(j, NULL, (uint64_t)value->number);
		break;
	case FIELD_BOOL:
		json_bool(j, NULL, value->number != 0);
		break;
	case FIELD_WORDS:
	case FIELD_TEXTS:
		write_list(j, NULL, type, value);
		break;
	case FIELD_LABELS:
		write_labels(j, value->text.text);
		break;
	case FIELD_STEPS:
		write_steps(j, value->unwrapped);
		break;
	case FIELD_PARTS:
		write_parts(j, value->url);
		break;
	case FIELD_READINGS:
		write_readings(j, row->finding);
		break;
	}
}

/* ---- members --- */

/* Begin and end objects, so that a member of `object` can be written. *open is the one that was
 * begun, or NULL. */
static void
enter_object(struct strbuf *j, const char **open, const char *object)
{
	if (*open == object)
		return;
	if (*open)
		json_close(j, '}');
	if (object)
		json_open(j, object, '{');
	*open = object;
}

/* Write the value of a member a second time, after its key. */
static void
repeat_value(struct strbuf *j, size_t begin, const char *key, size_t key_len)
{
	size_t len = j->len - begin;

	strbuf_append(j, key, key_len);
	strbuf_reserve(j, len);
	strbuf_append(j, j->at + begin, len);
}

/* Write a member. Return false if the finding has none. */
static bool
write_member(struct printer *p, const struct field *field, const struct row *row,
    const char **open)
{
	struct strbuf *j = p->out;
	struct value value;
	size_t begin;

	field_get(field, row, &value);
	/* a line without a number may get one later */
	if (value.is_absent && !value.is_null && !(field->needs & NEEDS_LINE))
		return false;
	enter_object(j, open, field->object);
	strbuf_append(j, field->old_json ? field->old_json : field->json,
	    field->old_json ? field->old_json_len : field->json_len);
	begin = j->len;
	if (row->location && field->needs & (NEEDS_LINE | NEEDS_MESSAGE_NUMBER)) {
		printer_write_number(p, (field->needs & NEEDS_LINE) != 0, row->location);
		strbuf_append_byte(j, ',');
	} else {
		write_value(j, field->type, row, &value);
	}
	if (field->old_json)
		repeat_value(j, begin, field->json, field->json_len);
	return true;
}

/* Write the members that are in these sets, from `field` up to `end` or the end of the table. An
 * object whose first member is absent is skipped. */
static void
write_members(struct printer *p, const struct field *field, const struct field *end,
    unsigned sets, const struct row *row)
{
	const char *open = NULL, *absent = NULL;

	for (; field != end && field->name; field++) {
		if (field->json == NULL || field->sets & OF_ANOTHER ||
		    (field->sets & sets) != sets ||
		    (field->object && field->object == absent) ||
		    (field->needs & NEEDS_DEFANG && !p->settings->defang))
			continue;
		if (!field_is_empty(field, row) && write_member(p, field, row, &open))
			continue;
		if (field->object != open)
			absent = field->object;
	}
	enter_object(p->out, &open, NULL);
}

/* ---- members that are not fields --- */

/* Write that a URL has warnings that --deny names. */
static void
write_denied(struct strbuf *j, urlgrep_warnings set)
{
	char message[1024] = "denied: ";
	const char *name;
	size_t len = strlen(message);

	while ((name = field_next_word(&set, URLGREP_WARNING_NAMES)) != NULL && len < sizeof(message))
		len += (size_t)snprintf(message + len, sizeof(message) - len, "%s%s",
		    message[len - 1] == ' ' ? "" : ",", name);
	json_open(j, "error", '{');
	json_number(j, "offset", 0);
	json_number(j, "length", 0);
	json_string(j, "rule", "denied");
	json_string(j, "by", "prose");
	json_string(j, "message", message);
	json_close(j, '}');
}

static void
write_error(struct strbuf *j, const urlgrep_error *e)
{
	json_open(j, "error", '{');
	json_number(j, "offset", e->offset);
	json_number(j, "length", e->length);
	json_span(j, "rule", e->rule);
	json_string(j, "by", e->prose ? "prose" : "bnf");
	json_span(j, "message", e->message);
	if (e->suggestion.text)
		json_span(j, "suggestion", e->suggestion);
	json_close(j, '}');
}

/* Write why a finding is not valid, if it is not. */
static void
write_why(struct strbuf *j, struct printer *p, const struct row *row)
{
	urlgrep_verdict verdict = row->finding->url.verdict;
	urlgrep_error error;

	if (row->is_denied)
		write_denied(j, filter_denied_warnings(p->settings, row));
	else if ((verdict == URLGREP_INVALID || verdict == URLGREP_LOOSE) &&
	    urlgrep_explain_finding(printer_scanner(p), row->finding, &error) == URLGREP_OK)
		write_error(j, &error);
}

/* Write the points for and against joining the lines. */
static void
write_signs(struct strbuf *j, const urlgrep_location *location)
{
	unsigned i;

	json_open(j, "signs", '[');
	for (i = 0; i < location->sign_count; i++) {
		const urlgrep_sign *sign = &location->signs[i];

		json_open(j, NULL, '{');
		json_number(j, "break", sign->line_break);
		json_string(j, "sign", sign->name);
		json_integer(j, "points", sign->points);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void
write_lines(struct strbuf *j, const char *key, struct printer *p,
    const struct context *context, urlgrep_span text)
{
	json_open(j, key, '[');
	while (context_next_line(context, &text, &p->context_line))
		json_text(j, NULL, p->context_line.at, p->context_line.len);
	json_close(j, ']');
}

/* Write the lines around the URL. */
static void
write_context(struct strbuf *j, struct printer *p)
{
	struct context context;

	if (!context_find(p->mail, p->settings, &context))
		return;
	json_open(j, "context", '{');
	write_lines(j, "before", p, &context, context.before);
	write_lines(j, "lines", p, &context, context.lines);
	write_lines(j, "after", p, &context, context.after);
	json_close(j, '}');
}

/* ---- a finding --- */

/* Texts of the URLs that came last: in mail and logs most URLs come again. A URL displaces the one
 * that has the same hash. */
struct url_texts {
	struct url_text {
		uint16_t url_len, text_len;
		unsigned char tag; /* differs if the same URL is printed differently */
		char at[1024];     /* the URL, then the text */
	} entries[512];
};

struct url_texts *
url_texts_new(void)
{
	return x_calloc(1, sizeof(struct url_texts));
}

/* Return the entry of a URL of at least eight bytes. Its length, middle and end are hashed: URLs
 * often begin alike. */
static struct url_text *
entry_of(struct url_texts *texts, urlgrep_span url)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t end, middle;

	memcpy(&end, url.text + url.len - sizeof(end), sizeof(end));
	memcpy(&middle, url.text + (url.len - sizeof(middle)) / 2, sizeof(middle));
	return &texts->entries[((end ^ middle * 31 ^ url.len) * golden_ratio) >> (64 - 9)];
}

/* Keep the text of a URL, unless they are long. */
static void
keep_text(struct url_text *e, urlgrep_span url, unsigned char tag, const char *text, size_t len)
{
	if (url.len + len > sizeof(e->at))
		return;
	memcpy(e->at, url.text, url.len);
	memcpy(e->at + url.len, text, len);
	e->url_len = (uint16_t)url.len;
	e->text_len = (uint16_t)len;
	e->tag = tag;
}

/* Return true if the output of write_judged_url depends only on the URL and tag_of. */
static bool
is_plain(const struct printer *p, const struct row *row)
{
	const urlgrep_finding *f = row->finding;
	const urlgrep_reading *reading = f->readings;

	return f->url.text.len >= sizeof(uint64_t) &&
	    !row->is_denied && f->kind == URLGREP_KIND_URL && f->notes == 0 &&
	    f->defanged.text == NULL && !p->settings->defang &&
	    !(row->location->flags & (URLGREP_MAIL_HREF_DIFFERS | URLGREP_MAIL_RELATIVE)) &&
	    details_unwrapped(row->details, &f->url) == NULL &&
	    details_cleaned(row->details, &f->url) == NULL &&
	    f->reading_count == 1 && reading->how == 0 &&
	    reading->verdict == f->url.verdict && reading->url.len == f->url.text.len &&
	    memcmp(reading->url.text, f->url.text.text, reading->url.len) == 0;
}

/* The URLs of attributes have rules of their own (URLGREP_ATTRIBUTE). */
static unsigned char
tag_of(const struct row *row)
{
	return (unsigned char)((unsigned)row->finding->confidence << 4 |
	    (unsigned)row->finding->url.verdict << 1 | (row->location->attribute.text != NULL));
}

/* Write the members about the URL by itself, and why it is not valid. */
static void
write_judged_url(struct printer *p, const struct row *row)
{
	write_members(p, p->url_fields, p->other_fields, 0, row);
	if (row->location->sign_count && row->finding->reading_count > 1)
		write_signs(p->out, row->location);
	write_why(p->out, p, row);
}

/* Write the same, or copy it from the URL's last text. */
static void
write_url(struct printer *p, const struct row *row)
{
	urlgrep_span url = row->finding->url.text;
	struct url_text *e = is_plain(p, row) ? entry_of(p->url_texts, url) : NULL;
	size_t begin = p->out->len;

	if (e && e->url_len == url.len && e->tag == tag_of(row) &&
	    memcmp(e->at, url.text, url.len) == 0) {
		strbuf_append(p->out, e->at + url.len, e->text_len);
		return;
	}
	write_judged_url(p, row);
	if (e)
		keep_text(e, url, tag_of(row), p->out->at + begin, p->out->len - begin);
}

static void
print_finding(struct printer *p, const struct row *row)
{
	json_open(p->out, NULL, '{');
	write_members(p, field_at(0), p->url_fields, 0, row);
	write_url(p, row);
	write_members(p, p->other_fields, NULL, 0, row);
	if (p->settings->with_context)
		write_context(p->out, p);
	json_end_line(p->out);
}

/* ---- other objects --- */

static void
print_check(struct printer *p, const struct check_result *result)
{
	struct strbuf *j = p->out;

	json_open(j, NULL, '{');
	json_string(j, "type", "check");
	write_members(p, field_at(0), NULL, IN_CHECK, result->row);
	if (result->row->is_denied)
		write_denied(j, filter_denied_warnings(p->settings, result->row));
	else if (result->error)
		write_error(j, result->error);
	if (result->note)
		json_string(j, "note", result->note);
	json_end_line(j);
}

static void
write_range(struct strbuf *j, const struct settings *s)
{
	json_open(j, "range", '{');
	json_number(j, "begin", s->range_begin);
	if (s->range_end != UINT64_MAX)
		json_number(j, "end", s->range_end);
	json_close(j, '}');
}

static void
print_summary(struct printer *p, const struct run_summary *summary)
{
	struct strbuf *j = p->out;

	json_open(j, NULL, '{');
	json_string(j, "type", "summary");
	json_number(j, "version", VERSION);
	json_number(j, "files", summary->files);
	json_number(j, "urls", summary->urls);
	json_number(j, "bytes", summary->sums.bytes);
	json_number(j, "messages", summary->sums.messages);
	json_number(j, "lines", summary->sums.lines);
	json_number(j, "decoded", summary->sums.decoded);
	json_number(j, "skipped", summary->skipped);
	if (p->settings->has_range)
		write_range(j, p->settings);
	json_seconds(j, "seconds", summary->seconds);
	json_end_line(j);
}

const struct printer_format format_json = {
	.name = "json",
	.needs = NEEDS_LINE | NEEDS_TARGET,
	.print_finding = print_finding,
	.print_check = print_check,
	.print_summary = print_summary,
};
