/* json.c - output as JSON, one object per line, version 1 */
#include "cmd/print/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/filter.h"
#include "cmd/print/context.h"
#include "cmd/print/header_fields.h"
#include "cmd/print/json_writer.h"
#include "cmd/target_warnings.h"
#include "cmd/url_cache.h"
#include "cmd/xmalloc.h"
#include "row/warnings.h"
#include "row/idn.h"

enum { VERSION = 1 };

/* ---- an object --- */

static struct strbuf *
begin_line(struct printer *p)
{
	json_open(p->out, NULL, '{');
	return p->out;
}

/* Write a number, or leave it out of the line if it is inserted later. */
static void
write_number(struct strbuf *j, struct printer *p, const char *key, enum printer_number kind,
    uint64_t number)
{
	char *at;

	if (p->defer_number == NULL) {
		json_number(j, key, number);
		return;
	}
	at = json_begin_value(j, key, 0);
	p->defer_number(p->defer_data, kind, number, (size_t)(at - j->at));
	json_end_value(j, at);
}

/* ---- pieces of an object --- */

/* Write the names of a set of flags. */
static void
write_flags(struct strbuf *j, unsigned flags, const char *(*name)(unsigned index))
{
	unsigned i;

	for (i = 0; flags; i++, flags >>= 1)
		if (flags & 1 && name(i))
			json_name(j, NULL, name(i));
}

static void
write_parts(struct strbuf *j, const char *key, const urlgrep_url *url)
{
	unsigned i;

	json_open(j, key, '{');
	for (i = 0; i < url->part_count; i++)
		json_span(j, url->parts[i].name, url->parts[i].value);
	json_close(j, '}');
}

static void
write_warnings(struct strbuf *j, const char *key, urlgrep_warnings set)
{
	const char *name;

	json_open(j, key, '[');
	while ((name = finding_warnings_next(&set)) != NULL)
		json_name(j, NULL, name);
	json_close(j, ']');
}

/* Write the host in both forms, if it is internationalized. */
static void
write_host(struct strbuf *j, const struct idn *idn)
{
	if (idn->result != IDN_READ)
		return;
	json_string(j, "host_ascii", idn->name.ascii);
	json_string(j, "host_unicode", idn->name.unicode);
}

/* Write the URI of a URL if it differs. */
static void
write_uri(struct strbuf *j, struct printer *p, const urlgrep_url *url)
{
	urlgrep_span uri;

	if (printer_make_uri(p, url, &uri))
		json_span(j, "uri", uri);
}

/* Write the verdict, and whether it is "valid". */
static void
write_verdict(struct strbuf *j, urlgrep_status verdict)
{
	json_bool(j, "valid", verdict == URLGREP_OK);
	json_name(j, "verdict", urlgrep_verdict_name(verdict));
}

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
	json_name(j, "rule", "denied");
	json_name(j, "by", "prose");
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
	json_name(j, "by", e->prose ? "prose" : "bnf");
	json_span(j, "message", e->message);
	if (e->suggestion.text)
		json_span(j, "suggestion", e->suggestion);
	json_close(j, '}');
}

/* ---- what a URL leads to --- */

static void
write_unwrapped(struct strbuf *j, const urlgrep_unwrapped *r)
{
	unsigned i;

	json_open(j, "unwrap", '{');
	json_name(j, "status", urlgrep_unwrap_status_name(r->status));
	json_open(j, "via", '[');
	for (i = 0; i < r->step_count; i++)
		json_string(j, NULL, r->steps[i].via);
	json_close(j, ']');
	json_open(j, "notes", '[');
	write_flags(j, r->notes, urlgrep_unwrap_note_name);
	if (r->inner) {
		char note[32];

		snprintf(note, sizeof(note), "inner-%s", urlgrep_unwrap_status_name(r->inner));
		json_name(j, NULL, note);
	}
	json_close(j, ']');
	json_span_or_null(j, "hint", r->hint);
	json_open(j, "steps", '[');
	for (i = 0; i < r->step_count && r->steps[i].url.text.text; i++) {
		json_open(j, NULL, '{');
		json_string(j, "via", r->steps[i].via);
		json_span(j, "url", r->steps[i].url.text);
		json_bool(j, "valid", r->steps[i].url.verdict == URLGREP_OK);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
}

static void
write_cleaned(struct strbuf *j, const urlgrep_cleaned *cleaned)
{
	size_t i;

	json_span(j, "clean", cleaned->url.text);
	json_open(j, "removed", '[');
	for (i = 0; i < cleaned->removed_count; i++)
		json_span(j, NULL, cleaned->removed[i]);
	json_close(j, ']');
}

static void
write_defanged(struct strbuf *j, urlgrep_span url)
{
	size_t size = urlgrep_defang(url.text, url.len, NULL, 0);
	char *text = x_malloc(size + 1);

	urlgrep_defang(url.text, url.len, text, size);
	json_text(j, "defanged_url", text, size);
	free(text);
}

/* Write how the URL stands in the text, if that is defanged. */
static void
write_defanged_text(struct strbuf *j, const urlgrep_finding *f)
{
	if (f->defanged.text == NULL)
		return;
	json_open(j, "defanged", '{');
	json_span(j, "text", f->defanged);
	json_open(j, "signs", '[');
	write_flags(j, f->defang_signs, urlgrep_defang_sign_name);
	json_close(j, ']');
	json_close(j, '}');
}

/* Write what the URL leads to, if it is a wrapper, and how it is shown. */
static void
write_target(struct strbuf *j, const struct printer *p)
{
	const struct target *t = p->target;

	if (target_is_unwrapped(t)) {
		json_span(j, "target", t->unwrapped->target->text);
		write_parts(j, "target_parts", t->unwrapped->target);
		write_warnings(j, "target_warnings",
		    finding_warnings_of_url(t->unwrapped->target));
	}
	if (t->unwrapped)
		write_unwrapped(j, t->unwrapped);
	if (t->cleaned)
		write_cleaned(j, t->cleaned);
	if (p->settings->defang)
		write_defanged(j, t->shown->text);
}

/* ---- a finding --- */

static void
write_reading(struct strbuf *j, const urlgrep_reading *reading)
{
	static const char none[] = "\"how\":[],\"evidence\":[]},";
	const unsigned evidence = URLGREP_UNBROKEN_COPY;

	json_open(j, NULL, '{');
	json_span(j, "url", reading->url);
	json_bool(j, "valid", reading->verdict == URLGREP_OK);
	json_name(j, "verdict", urlgrep_verdict_name(reading->verdict));
	if (reading->how == 0) { /* most */
		json_copy(j, (urlgrep_span){ none, strlen(none) });
		return;
	}
	json_open(j, "how", '[');
	write_flags(j, reading->how & ~evidence, urlgrep_treatment_name);
	json_close(j, ']');
	json_open(j, "evidence", '[');
	write_flags(j, reading->how & evidence, urlgrep_treatment_name);
	json_close(j, ']');
	json_close(j, '}');
}

static void
write_readings(struct strbuf *j, const urlgrep_finding *f)
{
	unsigned i;

	json_open(j, "readings", '[');
	for (i = 0; i < f->reading_count; i++)
		write_reading(j, &f->readings[i]);
	json_close(j, ']');
}

/* Write the notes of the scanner that are not warnings, and those of the location. */
static void
write_notes(struct strbuf *j, const urlgrep_finding *f,
    const urlgrep_location *location)
{
	const unsigned warned = URLGREP_BIDI_BESIDE | URLGREP_INVISIBLE_BESIDE |
	    URLGREP_HOST_BESIDE;

	json_open(j, "notes", '[');
	write_flags(j, f->notes & ~warned, urlgrep_note_name);
	if (location->flags & URLGREP_MAIL_RELATIVE)
		json_name(j, NULL, "relative");
	json_close(j, ']');
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
		json_name(j, "sign", sign->name);
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

/* Write the header fields of the message. */
static void
write_header_fields(struct strbuf *j, struct printer *p)
{
	json_copy(j, header_fields_of(p->header_fields, p->mail));
}

static void
write_message(struct strbuf *j, struct printer *p, const urlgrep_location *location)
{
	json_open(j, "message", '{');
	write_number(j, p, "number", NUMBER_MESSAGE, location->message);
	write_header_fields(j, p);
	json_number(j, "offset", location->message_offset);
	json_close(j, '}');
	json_optional_string(j, "part", location->part);
	json_optional_string(j, "twin", location->alternative);
	if (location->encoding)
		json_name(j, "encoding", location->encoding);
}

/* Write what is known of a link in HTML, or of that in the HTML alternative of a text. */
static void
write_link(struct strbuf *j, const urlgrep_location *location)
{
	if (location->element.text) {
		json_span(j, "element", location->element);
		json_span(j, "attribute", location->attribute);
	}
	if (location->link_text.text)
		json_span(j, "link_text", location->link_text);
	if (location->shown_host.text)
		json_span(j, "shown_host", location->shown_host);
}

static bool
is_valid_rfc1738(struct printer *p, const urlgrep_url *url)
{
	urlgrep_url strict;

	return urlgrep_judge(p->rfc1738, url->text.text, url->text.len, 0,
	    &strict) == URLGREP_OK;
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
		text = url_cache_find(p->explained, f->url.text, 0);
	if (text.text) {
		json_copy(j, text);
		return;
	}
	if (urlgrep_explain_finding(p->scanner, f, &error) != URLGREP_OK)
		return;
	write_error(j, &error);
	if (is_kept)
		url_cache_keep(p->explained, f->url.text, 0,
		    (urlgrep_span){ j->at + begin, j->len - begin });
}

/* Write why a finding is not valid, if it is not. */
static void
write_why(struct strbuf *j, struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location)
{
	urlgrep_status verdict = f->url.verdict;

	if (filter_verdict(p->settings, f, location, p->target) != verdict)
		write_denied(j, filter_denied_warnings(p->settings, f, location, p->target));
	else if (verdict == URLGREP_INVALID || verdict == URLGREP_LOOSE)
		write_explanation(j, p, f);
}

/* Write how a name or an address is written, and how certain it is. */
static void
write_origin(struct strbuf *j, const urlgrep_finding *f)
{
	if (f->kind == URLGREP_KIND_URL)
		return;
	json_span(j, "written", f->written);
	if (f->supplied.text)
		json_span(j, "supplied", f->supplied);
	json_name(j, "certainty", urlgrep_confidence_name(f->certainty));
}

/* Write the URL, its target, its notes, and why it is not valid. */
static void
write_judged_url(struct strbuf *j, struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location, urlgrep_status verdict)
{
	const urlgrep_url *url = &f->url;
	struct idn idn;

	idn_read(url, &idn);
	json_span(j, "url", url->text);
	write_origin(j, f);
	write_verdict(j, verdict);
	write_uri(j, p, url);
	json_string(j, "grammar", p->settings->grammar);
	json_bool(j, "rfc1738", is_valid_rfc1738(p, url));
	write_parts(j, "parts", url);
	write_host(j, &idn);
	write_defanged_text(j, f);
	write_target(j, p);
	write_readings(j, f);
	json_name(j, "confidence", urlgrep_confidence_name(f->confidence));
	write_warnings(j, "warnings", finding_warnings_of_host(f, location, &idn) |
	    target_warnings_of_wrapper(p->target, p->settings));
	write_notes(j, f, location);
	if (location->sign_count && f->reading_count > 1)
		write_signs(j, location);
	write_why(j, p, f, location);
}

/* Return true if what write_judged_url writes depends on the URL and tag_of only, so that
 * it can be cached. */
static bool
is_plain(const struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location, urlgrep_status verdict)
{
	const urlgrep_reading *reading = f->readings;
	const struct target *t = p->target;

	return (verdict == URLGREP_OK || verdict == URLGREP_LOOSE) &&
	    f->url.verdict == verdict &&
	    f->kind == URLGREP_KIND_URL && f->notes == 0 && f->defanged.text == NULL &&
	    !(location->flags & (URLGREP_MAIL_HREF_DIFFERS | URLGREP_MAIL_RELATIVE)) &&
	    t->unwrapped == NULL && t->cleaned == NULL && !p->settings->defang &&
	    f->reading_count == 1 && reading->how == 0 && reading->verdict == verdict &&
	    reading->url.len == f->url.text.len &&
	    memcmp(reading->url.text, f->url.text.text, reading->url.len) == 0;
}

/* Return a number that differs if the same URL is printed differently. The URLs of
 * attributes have rules of their own (URLGREP_ATTRIBUTE). */
static unsigned
tag_of(const urlgrep_finding *f, const urlgrep_location *location)
{
	return (unsigned)f->confidence << 2 | (f->url.verdict == URLGREP_OK ? 2 : 0) |
	    (location->attribute.text ? 1 : 0);
}

/* Write the members that depend on the URL alone, or copy them from the cache. */
static void
write_url(struct strbuf *j, struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location)
{
	urlgrep_status verdict = filter_verdict(p->settings, f, location, p->target);
	bool is_kept = is_plain(p, f, location, verdict);
	urlgrep_span text = { NULL, 0 };
	unsigned tag = tag_of(f, location);
	size_t begin = j->len;

	if (is_kept)
		text = url_cache_find(p->urls, f->url.text, tag);
	if (text.text) {
		json_copy(j, text);
		return;
	}
	write_judged_url(j, p, f, location, verdict);
	if (is_kept)
		url_cache_keep(p->urls, f->url.text, tag,
		    (urlgrep_span){ j->at + begin, j->len - begin });
}

static void
print_finding(struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location)
{
	struct strbuf *j = begin_line(p);

	json_name(j, "type", "url");
	json_string(j, "path", location->path);
	write_number(j, p, "line", NUMBER_LINE, location->line);
	json_number(j, "offset", location->offset);
	json_number(j, "length", location->length);
	json_name(j, "form", urlgrep_form_name(f->form));
	write_url(j, p, f, location);
	write_link(j, location);
	if (location->message)
		write_message(j, p, location);
	if (p->settings->with_context)
		write_context(j, p);
	json_end_line(j);
}

/* ---- other objects --- */

static void
print_check(struct printer *p, const struct check_result *result)
{
	const urlgrep_url *url = &result->finding->url;
	struct strbuf *j = begin_line(p);
	struct idn idn;

	json_name(j, "type", "check");
	json_span(j, "url", url->text);
	json_string(j, "grammar", p->settings->grammar);
	write_verdict(j, result->verdict);
	write_uri(j, p, url);
	write_parts(j, "parts", url);
	idn_read(url, &idn);
	write_host(j, &idn);
	write_target(j, p);
	if (result->verdict != url->verdict)
		write_denied(j, filter_denied_warnings(p->settings, result->finding, NULL,
		    p->target));
	else if (result->error)
		write_error(j, result->error);
	write_warnings(j, "warnings", finding_warnings_of(result->finding, NULL) |
	    target_warnings_of_wrapper(p->target, p->settings));
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
	struct strbuf *j = begin_line(p);

	json_name(j, "type", "summary");
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
