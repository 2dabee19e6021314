/* print_json.c - output as JSON, one object per line, version 1: the fields of the table (src/row),
 * each at its place, and what only JSON has: signs, error and context */
#include "cmd/printer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/context.h"
#include "cmd/filter.h"
#include "cmd/json.h"
#include "cmd/url_cache.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"

enum { VERSION = 1, MAX_OBJECTS = 8 };

/* A field, and its place in the object. */
struct member {
	const struct field *field;
	const char *object; /* the name of the object that it is in; or NULL. The same pointer for
	                       all members of one object */
	struct json_key key, second_key; /* the second one may be empty */
};

struct members {
	struct member at[MAX_FIELDS];
	unsigned count;
};

struct json {
	struct members finding, check;
	/* The members of a finding that are about the file end at line; then those about its URL,
	 * and about the message: its number, the fields of its header, and where it is. */
	unsigned line, url, url_end, message, message_end;
	struct url_cache *urls;      /* those members */
	struct url_cache *explained; /* why URLs are not valid */
	struct strbuf path, file;    /* the file whose finding was last, and its members */
	uint64_t serial;             /* of the message whose finding was last; 0: none */
	struct strbuf header;        /* its header fields */
	char objects[MAX_OBJECTS][16]; /* names of objects that members are in */
	unsigned object_count;
};

/* ---- the members --- */

/* Return the name of an object, always at the same place. */
static const char *
name_object(struct json *json, const char *name, size_t len)
{
	unsigned i;

	for (i = 0; i < json->object_count; i++)
		if (strlen(json->objects[i]) == len && memcmp(json->objects[i], name, len) == 0)
			return json->objects[i];
	snprintf(json->objects[json->object_count++], sizeof(json->objects[0]), "%.*s", (int)len,
	    name);
	return json->objects[i];
}

static void
add_member(struct json *json, struct members *members, const struct field *field)
{
	const char *dot = strchr(field->json, '.');
	size_t skipped = dot ? (size_t)(dot + 1 - field->json) : 0;
	struct member *m = &members->at[members->count++];

	m->field = field;
	if (dot)
		m->object = name_object(json, field->json, skipped - 1);
	m->key = json_key_of(field->json + skipped);
	if (field->old_json) { /* in the same object */
		m->second_key = m->key;
		m->key = json_key_of(field->old_json + skipped);
	}
}

/* List the members of a finding: fields that JSON does not have as a part of another. */
static void
list_finding_members(struct json *json, bool is_defanged)
{
	const struct field *field;
	unsigned i;

	for (i = 0; (field = field_at(i)) != NULL; i++) {
		if (field->json == NULL || field->sets & OF_ANOTHER ||
		    (field->needs & NEEDS_DEFANG && !is_defanged))
			continue;
		if (strcmp(field->name, "line") == 0)
			json->line = json->finding.count;
		if (strcmp(field->name, "kind") == 0)
			json->url = json->finding.count;
		if (strcmp(field->name, "message") == 0)
			json->message = json->finding.count;
		add_member(json, &json->finding, field);
		if (strcmp(field->name, "notes") == 0)
			json->url_end = json->finding.count;
		if (strcmp(field->name, "message_offset") == 0)
			json->message_end = json->finding.count;
	}
}

/* List the members of a check. The warnings follow later. */
static void
list_check_members(struct json *json, bool is_defanged)
{
	static const char *const names[] = { "url", "grammar", "valid", "verdict", "uri",
		"parts", "host_ascii", "host_unicode", "target", "target_parts",
		"target_warnings", "unwrap_status", "unwrap_via", "unwrap_notes", "unwrap_hint",
		"unwrap_steps", "clean", "removed", "defanged_url" };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		const struct field *field = field_named(names[i], strlen(names[i]));

		if (is_defanged || !(field->needs & NEEDS_DEFANG))
			add_member(json, &json->check, field);
	}
}

struct json *
json_new(bool is_defanged)
{
	struct json *json = x_calloc(1, sizeof(*json));

	list_check_members(json, is_defanged);
	list_finding_members(json, is_defanged);
	json->urls = url_cache_new();
	json->explained = url_cache_new();
	json->path.memory = json->file.memory = json->header.memory = &xmalloc_memory;
	return json;
}

void
json_free(struct json *json)
{
	if (json == NULL)
		return;
	url_cache_free(json->urls);
	url_cache_free(json->explained);
	strbuf_free(&json->path);
	strbuf_free(&json->file);
	strbuf_free(&json->header);
	free(json);
}

/* ---- values --- */

/* Write a list of names. */
static void
write_words(struct strbuf *j, const char *key, uint64_t words, const char *(*word)(unsigned))
{
	const char *name;

	json_open(j, key, '[');
	while ((name = field_next_word(&words, word)) != NULL)
		json_string(j, NULL, name);
	json_close(j, ']');
}

static void
write_list(struct strbuf *j, enum field_type type, struct value *value)
{
	urlgrep_span element;

	json_open(j, NULL, '[');
	while (field_next_element(type, value, &element))
		json_span(j, NULL, element);
	json_close(j, ']');
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
		write_words(j, "how", reading->how & ~evidence, urlgrep_treatment_name);
		write_words(j, "evidence", reading->how & evidence, urlgrep_treatment_name);
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
		write_list(j, type, value);
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

/* Write the number of a line or a message, or leave it out of the line if it is inserted
 * later. */
static void
write_counted(struct strbuf *j, struct printer *p, const struct field *field,
    const urlgrep_location *location)
{
	bool is_line = (field->needs & NEEDS_LINE) != 0;
	uint64_t number = is_line ? location->line : location->message;

	if (p->defer_number)
		p->defer_number(p->defer_data, is_line ? NUMBER_LINE : NUMBER_MESSAGE, number,
		    j->len);
	else
		digits_append(j, number);
	strbuf_append_byte(j, ',');
}

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
repeat_value(struct strbuf *j, size_t begin, const struct json_key *key)
{
	size_t len = j->len - begin;

	json_put_key(j, key);
	strbuf_reserve(j, len);
	strbuf_append(j, j->at + begin, len);
}

/* Write a member. Return false if the finding has none. (Inline: 1 % of the instructions of
 * --json of mail.) */
static inline __attribute__((always_inline)) bool
write_member(struct strbuf *j, struct printer *p, const struct member *m,
    const struct row *row, const char **open)
{
	const struct field *field = m->field;
	struct value value;
	size_t begin;

	field_get(field, row, &value);
	/* a line without a number may get one later */
	if (value.is_absent && !value.is_null && !(field->needs & NEEDS_LINE))
		return false;
	enter_object(j, open, m->object);
	json_put_key(j, &m->key);
	begin = j->len;
	if (field->needs & (NEEDS_LINE | NEEDS_MESSAGE_NUMBER))
		write_counted(j, p, field, row->location);
	else
		write_value(j, field->type, row, &value);
	if (m->second_key.len)
		repeat_value(j, begin, &m->second_key);
	return true;
}

/* Write the members from m to last - 1, and end the object that the last one is in. An object
 * whose first member is absent has none. */
static void
write_members(struct strbuf *j, struct printer *p, const struct member *m,
    const struct member *last, const struct row *row)
{
	const char *open = NULL;

	for (; m < last; m++) {
		const char *object = m->object;

		if (field_is_empty(m->field, row) || write_member(j, p, m, row, &open) ||
		    object == NULL || object == open)
			continue;
		while (m + 1 < last && m[1].object == object)
			m++;
	}
	enter_object(j, &open, NULL);
}

/* Write the members about the file, once for all findings in it that follow each other. */
static void
write_file(struct printer *p, const struct row *row)
{
	const char *path = row->location->path;
	struct json *json = p->json;

	if (json->path.len == 0 || strcmp(json->path.at, path) != 0) {
		strbuf_clear(&json->path);
		strbuf_append(&json->path, path, strlen(path) + 1);
		strbuf_clear(&json->file);
		write_members(&json->file, p, json->finding.at, json->finding.at + json->line,
		    row);
	}
	strbuf_append(p->out, json->file.at, json->file.len);
}

/* Write the message, and the header fields once for all of its findings. */
static void
write_message(struct printer *p, const struct row *row)
{
	struct json *json = p->json;
	uint64_t serial = urlgrep_mail_serial(p->mail);
	const struct member *number = json->finding.at + json->message, *last;
	const char *open = NULL;

	write_member(p->out, p, number, row, &open);
	last = json->finding.at + json->message_end - 1;
	if (json->serial != serial) {
		strbuf_clear(&json->header);
		while (++number < last)
			write_member(&json->header, p, number, row, &open);
		json->serial = serial;
	}
	strbuf_append(p->out, json->header.at, json->header.len);
	write_member(p->out, p, last, row, &open);
	json_close(p->out, '}');
}

/* ---- what is in no field --- */

/* Write that a URL has warnings that --deny names. */
static void
write_denied(struct strbuf *j, urlgrep_warnings set)
{
	char message[1024] = "denied: ";
	const char *name;
	size_t len = strlen(message);

	while ((name = finding_warnings_next(&set)) != NULL && len < sizeof(message))
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

/* Write why the grammar finds a finding not valid. To find that out takes hundreds of times as
 * long as to judge a URL, so what depends on the URL alone is cached. */
static void
write_explanation(struct strbuf *j, struct printer *p, const urlgrep_finding *f)
{
	bool is_kept = f->notes == 0;
	urlgrep_span text = { NULL, 0 };
	size_t begin = j->len;
	urlgrep_error error;

	if (is_kept)
		text = url_cache_find(p->json->explained, f->url.text, 0);
	if (text.text) {
		strbuf_append(j, text.text, text.len);
		return;
	}
	if (urlgrep_explain_finding(p->scanner, f, &error) != URLGREP_OK)
		return;
	write_error(j, &error);
	if (is_kept)
		url_cache_keep(p->json->explained, f->url.text, 0,
		    (urlgrep_span){ j->at + begin, j->len - begin });
}

/* Write why a finding is not valid, if it is not. */
static void
write_why(struct strbuf *j, struct printer *p, const struct row *row)
{
	urlgrep_verdict verdict = row->finding->url.verdict;

	if (row->is_denied)
		write_denied(j, filter_denied_warnings(p->settings, row));
	else if (verdict == URLGREP_INVALID || verdict == URLGREP_LOOSE)
		write_explanation(j, p, row->finding);
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

/* Return true if what write_judged_url writes depends on the URL and tag_of only, so that
 * it can be cached. */
static bool
is_plain(const struct printer *p, const struct row *row)
{
	const urlgrep_finding *f = row->finding;
	const urlgrep_reading *reading = f->readings;

	return (f->url.verdict == URLGREP_VALID || f->url.verdict == URLGREP_LOOSE) &&
	    !row->is_denied &&
	    f->kind == URLGREP_KIND_URL && f->notes == 0 && f->defanged.text == NULL &&
	    !(row->location->flags & (URLGREP_MAIL_HREF_DIFFERS | URLGREP_MAIL_RELATIVE)) &&
	    !p->settings->defang && details_unwrapped(row->details, &f->url) == NULL &&
	    details_cleaned(row->details, &f->url) == NULL &&
	    f->reading_count == 1 && reading->how == 0 &&
	    reading->verdict == f->url.verdict && reading->url.len == f->url.text.len &&
	    memcmp(reading->url.text, f->url.text.text, reading->url.len) == 0;
}

/* Return a number that differs if the same URL is printed differently. The URLs of
 * attributes have rules of their own (URLGREP_ATTRIBUTE). */
static unsigned
tag_of(const struct row *row)
{
	return (unsigned)row->finding->confidence << 2 |
	    (row->finding->url.verdict == URLGREP_VALID ? 2 : 0) |
	    (row->location->attribute.text ? 1 : 0);
}

/* Write the URL, its target, its notes, and why it is not valid. */
static void
write_judged_url(struct printer *p, const struct row *row)
{
	const struct member *members = p->json->finding.at;

	write_members(p->out, p, members + p->json->url, members + p->json->url_end, row);
	if (row->location->sign_count && row->finding->reading_count > 1)
		write_signs(p->out, row->location);
	write_why(p->out, p, row);
}

/* Write the same, or copy it from the cache. */
static void
write_url(struct printer *p, const struct row *row)
{
	bool is_kept = is_plain(p, row);
	urlgrep_span text = { NULL, 0 }, url = row->finding->url.text;
	unsigned tag = tag_of(row);
	size_t begin = p->out->len;

	if (is_kept)
		text = url_cache_find(p->json->urls, url, tag);
	if (text.text) {
		strbuf_append(p->out, text.text, text.len);
		return;
	}
	write_judged_url(p, row);
	if (is_kept)
		url_cache_keep(p->json->urls, url, tag,
		    (urlgrep_span){ p->out->at + begin, p->out->len - begin });
}

static void
print_finding(struct printer *p, const struct row *row)
{
	const struct json *json = p->json;
	const struct member *members = json->finding.at;

	json_open(p->out, NULL, '{');
	write_file(p, row);
	write_members(p->out, p, members + json->line, members + json->url, row);
	write_url(p, row);
	write_members(p->out, p, members + json->url_end, members + json->message, row);
	if (row->location->message)
		write_message(p, row);
	write_members(p->out, p, members + json->message_end, members + json->finding.count, row);
	if (p->settings->with_context)
		write_context(p->out, p);
	json_end_line(p->out);
}

/* ---- other objects --- */

static void
print_check(struct printer *p, const struct check_result *result)
{
	const struct row *row = result->row;
	const struct field *warnings = field_named("warnings", 8);
	struct strbuf *j = p->out;
	struct value value;

	json_open(j, NULL, '{');
	json_string(j, "type", "check");
	write_members(j, p, p->json->check.at, p->json->check.at + p->json->check.count, row);
	if (row->is_denied)
		write_denied(j, filter_denied_warnings(p->settings, row));
	else if (result->error)
		write_error(j, result->error);
	printer_get_value(p, warnings, row, &value);
	write_words(j, "warnings", value.words, value.word);
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
	json_number(j, "bytes", summary->bytes);
	json_number(j, "messages", summary->messages);
	json_number(j, "lines", summary->lines);
	json_number(j, "decoded", summary->decoded);
	json_number(j, "skipped", summary->skipped);
	if (p->settings->has_range)
		write_range(j, p->settings);
	json_seconds(j, "seconds", summary->seconds);
	json_end_line(j);
}

const struct printer_format format_json = {
	.name = "json",
	.needs_line_numbers = true,
	.needs_message_numbers = true,
	.needs_rfc1738 = true,
	.needs_targets = true,
	.print_finding = print_finding,
	.print_check = print_check,
	.print_summary = print_summary,
};
