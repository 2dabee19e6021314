/* json.c - output as JSON, one object per line, version 1 */
#include "cmd/print/json.h"

#include "cmd/filter.h"
#include "cmd/print/json_writer.h"
#include "cmd/warnings/finding_warnings.h"
#include "cmd/warnings/idn.h"

enum { VERSION = 1 };

/* ---- pieces of an object --- */

/* Write the names of a set of flags. */
static void
write_flags(struct json *j, unsigned flags, const char *(*name)(unsigned index))
{
	unsigned i;

	for (i = 0; name(i); i++)
		if (flags >> i & 1)
			json_string(j, NULL, name(i));
}

static void
write_parts(struct json *j, const urlgrep_url *url)
{
	unsigned i;

	json_open(j, "parts", '{');
	for (i = 0; i < url->part_count; i++)
		json_span(j, url->parts[i].name, url->parts[i].value);
	json_close(j, '}');
}

static void
write_warnings(struct json *j, urlgrep_warnings set)
{
	const char *name;

	json_open(j, "warnings", '[');
	while ((name = finding_warnings_next(&set)) != NULL)
		json_string(j, NULL, name);
	json_close(j, ']');
}

/* Write the host in both forms, if it is internationalized. */
static void
write_host(struct json *j, const urlgrep_url *url)
{
	struct idn idn;

	if (idn_read(url, &idn) != IDN_READ)
		return;
	json_string(j, "host_ascii", idn.name.ascii);
	json_string(j, "host_unicode", idn.name.unicode);
}

static void
write_error(struct json *j, const urlgrep_error *e)
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

/* ---- a finding --- */

static void
write_reading(struct json *j, const urlgrep_reading *reading)
{
	const unsigned evidence = URLGREP_UNBROKEN_COPY;

	json_open(j, NULL, '{');
	json_span(j, "url", reading->url);
	json_bool(j, "valid", reading->verdict == URLGREP_OK);
	json_open(j, "how", '[');
	write_flags(j, reading->how & ~evidence, urlgrep_treatment_name);
	json_close(j, ']');
	json_open(j, "evidence", '[');
	write_flags(j, reading->how & evidence, urlgrep_treatment_name);
	json_close(j, ']');
	json_close(j, '}');
}

static void
write_readings(struct json *j, const urlgrep_finding *f)
{
	unsigned i;

	json_open(j, "readings", '[');
	for (i = 0; i < f->reading_count; i++)
		write_reading(j, &f->readings[i]);
	json_close(j, ']');
}

/* Write what the scanner noted, but for what is among the warnings, and what the
 * location adds. */
static void
write_notes(struct json *j, const urlgrep_finding *f,
    const urlgrep_location *location)
{
	const unsigned warned = URLGREP_BIDI_BESIDE | URLGREP_INVISIBLE_BESIDE;

	json_open(j, "notes", '[');
	write_flags(j, f->notes & ~warned, urlgrep_note_name);
	if (location->flags & URLGREP_MAIL_RELATIVE)
		json_string(j, NULL, "relative");
	json_close(j, ']');
}

/* Write what spoke for joining lines and against it. */
static void
write_signs(struct json *j, const urlgrep_location *location)
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
write_message(struct json *j, urlgrep_mail *mail, const urlgrep_location *location)
{
	json_open(j, "message", '{');
	json_number(j, "number", location->message);
	json_optional_string(j, "id", urlgrep_mail_header(mail, URLGREP_MAIL_ID));
	json_optional_string(j, "date", urlgrep_mail_header(mail, URLGREP_MAIL_DATE));
	json_optional_string(j, "from", urlgrep_mail_header(mail, URLGREP_MAIL_FROM));
	json_optional_string(j, "subject",
	    urlgrep_mail_header(mail, URLGREP_MAIL_SUBJECT));
	json_number(j, "offset", location->message_offset);
	json_close(j, '}');
	json_optional_string(j, "part", location->part);
	json_optional_string(j, "twin", location->alternative);
	json_optional_string(j, "encoding", location->encoding);
}

/* Write what is known of a link in HTML. */
static void
write_link(struct json *j, const urlgrep_location *location)
{
	if (location->element.text == NULL)
		return;
	json_span(j, "element", location->element);
	json_span(j, "attribute", location->attribute);
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

static void
print_finding(struct printer *p, const urlgrep_finding *f,
    const urlgrep_location *location)
{
	struct json j = { p->out, false };
	const urlgrep_url *url = &f->url;
	urlgrep_error error;

	json_open(&j, NULL, '{');
	json_string(&j, "type", "url");
	json_string(&j, "path", location->path);
	json_number(&j, "line", location->line);
	json_number(&j, "offset", location->offset);
	json_number(&j, "length", location->length);
	json_string(&j, "form", urlgrep_form_name(f->form));
	json_span(&j, "url", url->text);
	json_bool(&j, "valid", filter_is_valid(p->settings, f, location));
	json_string(&j, "grammar", p->settings->grammar);
	json_bool(&j, "rfc1738", is_valid_rfc1738(p, url));
	write_parts(&j, url);
	write_host(&j, url);
	write_readings(&j, f);
	json_string(&j, "confidence", urlgrep_confidence_name(f->confidence));
	write_warnings(&j, finding_warnings_of(f, location));
	write_notes(&j, f, location);
	if (location->sign_count && f->reading_count > 1)
		write_signs(&j, location);
	if (url->verdict == URLGREP_INVALID && urlgrep_explain(p->scanner,
		url->text.text, url->text.len, 0, &error) == URLGREP_OK)
		write_error(&j, &error);
	write_link(&j, location);
	if (location->message)
		write_message(&j, p->mail, location);
	json_end_line(&j);
}

/* ---- other objects --- */

static void
print_check(struct printer *p, const struct check_result *result)
{
	const urlgrep_url *url = &result->finding->url;
	struct json j = { p->out, false };

	json_open(&j, NULL, '{');
	json_string(&j, "type", "check");
	json_span(&j, "url", url->text);
	json_string(&j, "grammar", p->settings->grammar);
	json_bool(&j, "valid", result->is_valid);
	write_parts(&j, url);
	write_host(&j, url);
	if (result->error)
		write_error(&j, result->error);
	write_warnings(&j, finding_warnings_of(result->finding, NULL));
	if (result->note)
		json_string(&j, "note", result->note);
	json_end_line(&j);
}

static void
write_range(struct json *j, const struct settings *s)
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
	struct json j = { p->out, false };

	json_open(&j, NULL, '{');
	json_string(&j, "type", "summary");
	json_number(&j, "version", VERSION);
	json_number(&j, "files", summary->files);
	json_number(&j, "urls", summary->urls);
	json_number(&j, "bytes", summary->bytes);
	json_number(&j, "messages", summary->messages);
	json_number(&j, "lines", summary->lines);
	json_number(&j, "decoded", summary->decoded);
	if (p->settings->has_range)
		write_range(&j, p->settings);
	json_seconds(&j, "seconds", summary->seconds);
	json_end_line(&j);
}

const struct printer_format format_json = {
	.name = "json",
	.needs_line_numbers = true,
	.needs_message_numbers = true,
	.needs_rfc1738 = true,
	.print_finding = print_finding,
	.print_check = print_check,
	.print_summary = print_summary,
};
