/* print_json.c - JSON output, version 1, one object per line: the fields of the table in src/row,
 * in their objects, and the members that only JSON has */
#include "cmd/printer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/search.h"
#include "row/json.h"
#include "util/memory.h"

enum { VERSION = 1 };

/* ---- members --- */

/* A cache of the output for recent URLs: in mail and logs most URLs are repeated. A URL replaces
 * the entry with the same hash. */
enum { URL_TEXT_BITS = 11 };
struct url_text {
	uint16_t url_len, text_len;
	unsigned char tag; /* what else the text depends on: see tag_of() */
	char at[763];      /* the URL, then the text printed for it */
};

struct json_printer {
	const struct field *members[MAX_FIELDS]; /* of a finding */
	/* Members url_begin to url_end - 1 depend on the URL alone; members header_begin to
	 * header_end - 1 depend on the message alone. */
	size_t url_begin, url_end, header_begin, header_end, end;
	struct strbuf header; /* the printed text of the latter, for the last message */
	uint64_t serial;      /* of that message; or 0 */
	struct url_text urls[1 << URL_TEXT_BITS];
};

struct json_printer *
json_printer_new(const struct settings *s)
{
	struct json_printer *json = x_calloc(1, sizeof(*json));
	const struct field *field, *url_begin = field_named("kind", 4),
	    *url_end = field_named("notes", 5);

	json->header.memory = &xmalloc_memory;
	for (field = field_table; field->name; field++) {
		if (!printer_shows_field(s, field))
			continue;
		json->url_begin += field < url_begin;
		json->url_end += field <= url_end;
		if (field->source == IN_HEADER && json->header_begin == 0)
			json->header_begin = json->end;
		json->members[json->end++] = field;
		if (field->source == IN_HEADER)
			json->header_end = json->end;
	}
	return json;
}

void
json_printer_free(struct json_printer *json)
{
	if (json)
		strbuf_free(&json->header);
	free(json);
}

/* Set *value to the value of a member. Return false if the finding does not have the member. */
static bool
read_member(const struct field *field, const struct row *row, struct value *value)
{
	field_get(field, row, value);
	/* a missing line number may be inserted later */
	return !value->is_absent || value->is_null || field->needs & NEEDS_LINE;
}

/* Write members i to end - 1. *open is the object that is open after the previous member, or
 * NULL. */
static void
write_members(struct printer *p, size_t i, size_t end, const struct row *row, const char **open)
{
	struct strbuf *j = p->out;
	struct value value;

	for (; i < end; i++) {
		const struct field *field = p->json->members[i];
		size_t begin;

		if (!read_member(field, row, &value))
			continue;
		json_enter_object(j, open, field->object);
		json_key(j, field->old_json.len ? &field->old_json : &field->json);
		begin = j->len;
		if (field->needs & (NEEDS_LINE | NEEDS_MESSAGE_NUMBER)) {
			printer_write_number(p, (field->needs & NEEDS_LINE) != 0, row->location);
			strbuf_append_byte(j, ',');
		} else {
			json_value(j, field->type, &value);
		}
		if (field->old_json.len) { /* repeat the value under the new name */
			size_t len = j->len - begin;

			json_key(j, &field->json);
			strbuf_reserve(j, len);
			strbuf_append(j, j->at + begin, len);
		}
	}
}

/* ---- members that are not fields --- */

/* If another URL is printed in place of the finding's, write it, with its parts. */
static void
write_printed(struct strbuf *j, const struct row *row)
{
	const urlgrep_url *url = row_printed_url(row);

	if (url == &row->finding->url)
		return;
	strbuf_append_string(j, "\"printed\":{");
	json_span(j, "url", url->text);
	json_word(j, "parts", ':');
	json_value(j, FIELD_PARTS, &(struct value){ .url = url });
	json_close(j, '}');
}

/* Write an error for a URL that has warnings named by --deny. */
static void
write_denied(struct strbuf *j, urlgrep_warnings set)
{
	const char *name, *before = "";

	strbuf_append_string(j, "\"error\":{\"offset\":0,\"length\":0,\"rule\":\"denied\","
	    "\"by\":\"prose\",\"message\":\"denied: ");
	for (; (name = field_next_word(&set, URLGREP_WARNING_NAMES)) != NULL; before = ",") {
		strbuf_append_string(j, before);
		strbuf_append_string(j, name);
	}
	strbuf_append_string(j, "\"},");
}

/* If a finding is not valid, write the reason. */
static void
write_why(struct printer *p, const struct row *row)
{
	urlgrep_verdict verdict = row->finding->url.verdict;
	urlgrep_error error;

	if (row->is_denied)
		write_denied(p->out, filter_denied_warnings(p->settings, row));
	else if ((verdict == URLGREP_INVALID || verdict == URLGREP_LOOSE) &&
	    urlgrep_explain_finding(details_scanner(row->details), row->finding, &error) ==
	    URLGREP_OK)
		json_error(p->out, &error);
}

static void
write_lines(struct printer *p, const char *key, const struct context *context,
    urlgrep_span text)
{
	strbuf_printf(p->out, "\"%s\":[", key);
	while (context_next_line(context, &text, &p->context_line))
		json_span(p->out, NULL, (urlgrep_span){ p->context_line.at, p->context_line.len });
	json_close(p->out, ']');
}

/* Write the lines around the URL. */
static void
write_context(struct printer *p, const struct row *row)
{
	struct context context;

	if (!context_find(row->mail, p->settings, &context))
		return;
	strbuf_append_string(p->out, "\"context\":{");
	write_lines(p, "before", &context, context.before);
	write_lines(p, "lines", &context, context.lines);
	write_lines(p, "after", &context, context.after);
	json_close(p->out, '}');
}

/* ---- a finding --- */

/* Write members that depend on the message alone; copy them if it is the same as last time. */
static void
write_header(struct printer *p, const struct row *row, const char **open)
{
	struct json_printer *json = p->json;
	uint64_t serial = urlgrep_mail_serial(row->mail);
	size_t begin = p->out->len;

	if (serial == json->serial) {
		strbuf_append(p->out, json->header.at, json->header.len);
		return;
	}
	write_members(p, json->header_begin, json->header_end, row, open);
	strbuf_clear(&json->header);
	strbuf_append(&json->header, p->out->at + begin, p->out->len - begin);
	json->serial = serial;
}

/* Return the cache entry for a URL of at least eight bytes. The hash covers its length, middle and
 * end, because the beginnings of URLs are often alike. */
static struct url_text *
entry_of(struct json_printer *json, urlgrep_span url)
{
	const uint64_t golden_ratio = 0x9E3779B97F4A7C15u; /* 2^64 / 1.618... */
	uint64_t end, middle;

	memcpy(&end, url.text + url.len - sizeof(end), sizeof(end));
	memcpy(&middle, url.text + (url.len - sizeof(middle)) / 2, sizeof(middle));
	return &json->urls[((end ^ middle * 31 ^ url.len) * golden_ratio) >> (64 - URL_TEXT_BITS)];
}

/* Store the text for a URL, unless the two are too long together. */
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

/* Return true if the output for the URL depends only on the URL and tag_of(): it has only one
 * reading, which is the URL as written. */
static bool
is_plain(const struct row *row)
{
	const urlgrep_finding *f = row->finding;

	return f->url.text.len >= sizeof(uint64_t) &&
	    !row->is_denied && f->kind == URLGREP_KIND_URL && f->notes == 0 &&
	    f->defanged.text == NULL &&
	    !(row->location->flags & (URLGREP_MAIL_HREF_DIFFERS | URLGREP_MAIL_RELATIVE)) &&
	    f->reading_count == 1 && f->readings->how == 0;
}

/* Return the properties of a finding, besides its URL, that the cached text depends on. URLs in
 * attributes are judged by rules of their own (URLGREP_ATTRIBUTE). */
static unsigned char
tag_of(const struct row *row)
{
	return (unsigned char)((unsigned)row->finding->confidence << 4 |
	    (unsigned)row->finding->url.verdict << 1 | (row->location->attribute.text != NULL));
}

/* Return the cache entry for a URL, or NULL if its output cannot be cached. Set *is_known if the
 * entry holds the output. */
static struct url_text *
find_text(struct printer *p, const struct row *row, bool *is_known)
{
	urlgrep_span url = row->finding->url.text;
	struct url_text *e = is_plain(row) ? entry_of(p->json, url) : NULL;

	*is_known = e && e->url_len == url.len && e->tag == tag_of(row) &&
	    memcmp(e->at, url.text, url.len) == 0;
	return e;
}

static void
print_finding(struct printer *p, const struct row *row)
{
	const urlgrep_location *l = row->location;
	struct json_printer *json = p->json;
	struct strbuf *j = p->out;
	bool is_known;
	struct url_text *e = find_text(p, row, &is_known);
	const char *open = NULL;
	size_t begin;

	strbuf_append_byte(j, '{');
	write_members(p, 0, json->url_begin, row, &open);
	begin = j->len;
	if (is_known) {
		strbuf_append(j, e->at + e->url_len, e->text_len);
	} else {
		write_members(p, json->url_begin, json->url_end, row, &open);
		if (l->sign_count && row->finding->reading_count > 1)
			json_signs(j, l);
		write_printed(j, row);
		write_why(p, row);
		if (e)
			keep_text(e, row->finding->url.text, tag_of(row), j->at + begin,
			    j->len - begin);
	}
	if (l->message || l->part || l->encoding || l->element.text) { /* in mail or HTML */
		write_members(p, json->url_end, json->header_begin, row, &open);
		if (l->message)
			write_header(p, row, &open);
		write_members(p, json->header_end, json->end, row, &open);
	}
	json_enter_object(j, &open, NULL);
	if (p->settings->with_context)
		write_context(p, row);
	json_end_line(j);
}

/* ---- other objects --- */

static void
print_check(struct printer *p, const struct check_result *result)
{
	struct strbuf *j = p->out;
	const char *open = NULL;

	strbuf_append_byte(j, '{');
	json_string(j, "type", "check");
	write_members(p, 0, p->json->end, result->row, &open);
	json_enter_object(j, &open, NULL);
	if (result->row->is_denied)
		write_denied(j, filter_denied_warnings(p->settings, result->row));
	else if (result->error)
		json_error(j, result->error);
	if (result->note)
		json_string(j, "note", result->note);
	json_end_line(j);
}

static void
print_summary(struct printer *p, const struct run_summary *summary)
{
	const struct settings *s = p->settings;
	struct strbuf *j = p->out;

	strbuf_printf(j, "{\"type\":\"summary\",\"version\":%d,\"files\":%" PRIu64
	    ",\"urls\":%" PRIu64 ",\"bytes\":%" PRIu64 ",\"messages\":%" PRIu64
	    ",\"lines\":%" PRIu64 ",\"decoded\":%" PRIu64 ",\"skipped\":%" PRIu64 ",", VERSION,
	    summary->files, summary->urls, summary->sums.bytes, summary->sums.messages,
	    summary->sums.lines, summary->sums.decoded, summary->skipped);
	if (s->has_range)
		strbuf_printf(j, "\"range\":{\"begin\":%" PRIu64, s->range_begin);
	if (s->has_range && s->range_end != UINT64_MAX)
		strbuf_printf(j, ",\"end\":%" PRIu64, s->range_end);
	strbuf_printf(j, "%s\"seconds\":%.3f}\n", s->has_range ? "}," : "", summary->seconds);
}

const struct printer_format format_json = {
	.needs = NEEDS_LINE,
	.print_finding = print_finding,
	.print_check = print_check,
	.print_summary = print_summary,
};
