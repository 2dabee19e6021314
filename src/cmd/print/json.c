/* json.c - a finding as one object of JSON, version 1 */
#include "cmd/filter.h"
#include "cmd/idn.h"
#include "cmd/print/json_writer.h"
#include "cmd/print/printer.h"
#include "cmd/finding_warnings.h"

static const char *const form_name[] = { "wrapped", "angle", "quoted", "bare" };
static const char *const confidence_name[] = { "high", "medium", "low" };
static const char *const how_name[] = { "joined", "not-joined", "hyphen-kept",
	"hyphen-dropped", "unbroken-copy", "mended" };
static const char *const note_name[] = { "unicode-space",
	"unterminated-wrapper", "malformed", "relative" };
enum { RELATIVE = 8 }; /* the last, which the scanner does not know */

static void
write_set(struct json *j, const char *key, unsigned set,
    const char *const *names, unsigned count)
{
	unsigned i;

	json_open(j, key, '[');
	for (i = 0; i < count; i++)
		if (set >> i & 1)
			json_string(j, NULL, names[i]);
	json_close(j, ']');
}

void
print_json_parts(struct json *j, const urlgrep_url *url)
{
	unsigned i;

	json_open(j, "parts", '{');
	for (i = 0; i < url->part_count; i++)
		json_span(j, url->parts[i].name, url->parts[i].value);
	json_close(j, '}');
}

static void
put_warning(const char *name, void *data)
{
	json_string(data, NULL, name);
}

void
print_json_warnings(struct json *j, urlgrep_warnings set)
{
	json_open(j, "warnings", '[');
	each_warning(set, put_warning, j);
	json_close(j, ']');
}

void
print_json_host(struct json *j, const urlgrep_url *url)
{
	struct idn idn;

	if (!idn_read(url, &idn))
		return;
	json_string(j, "host_ascii", idn.ascii);
	json_string(j, "host_unicode", idn.unicode);
}

void
print_json_error(struct json *j, const urlgrep_error *e)
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

static void
write_readings(struct json *j, const urlgrep_finding *f)
{
	unsigned i;

	json_open(j, "readings", '[');
	for (i = 0; i < f->reading_count; i++) {
		const urlgrep_reading *r = &f->readings[i];

		json_open(j, NULL, '{');
		json_span(j, "url", r->url);
		json_bool(j, "valid", r->verdict == URLGREP_OK);
		write_set(j, "how", r->how & ~(unsigned)URLGREP_UNBROKEN_COPY, how_name,
		    6);
		json_open(j, "evidence", '[');
		if (r->how & URLGREP_UNBROKEN_COPY)
			json_string(j, NULL, "unbroken-copy");
		json_close(j, ']');
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void
write_signs(struct json *j, const struct place *place)
{
	unsigned i;

	json_open(j, "signs", '[');
	for (i = 0; i < place->sign_count; i++) {
		const urlgrep_sign *sign = &place->signs[i];

		json_open(j, NULL, '{');
		json_number(j, "break", sign->seam);
		json_string(j, "sign", sign->name);
		json_integer(j, "points", sign->points);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void
write_field(struct json *j, const char *key, const char *value)
{
	if (value)
		json_string(j, key, value);
}

static void
write_message(struct json *j, const struct place *place)
{
	const struct origin *m = place->message;

	json_open(j, "message", '{');
	json_number(j, "number", m->number);
	write_field(j, "id", message_field(m->message, MESSAGE_ID));
	write_field(j, "date", message_field(m->message, MESSAGE_DATE));
	write_field(j, "from", message_field(m->message, MESSAGE_FROM));
	write_field(j, "subject", message_field(m->message, MESSAGE_SUBJECT));
	json_close(j, '}');
	json_string(j, "part", place->part);
	write_field(j, "twin", place->twin);
	json_string(j, "encoding", place->encoding);
}

void
print_json(struct printer *p, const urlgrep_finding *f,
    const struct place *place)
{
	struct json j = { p->out, false };
	urlgrep_error error;
	urlgrep_url strict;

	json_open(&j, NULL, '{');
	json_string(&j, "type", "url");
	json_string(&j, "path", place->path);
	json_number(&j, "line", place->line);
	json_number(&j, "offset", place->offset);
	json_number(&j, "length", place->length);
	json_string(&j, "form", form_name[f->form]);
	json_span(&j, "url", f->url.text);
	json_bool(&j, "valid", filter_valid(p->options, f, place));
	json_string(&j, "grammar", p->options->grammar);
	json_bool(&j, "rfc1738", urlgrep_judge(p->strict, f->url.text.text,
	    f->url.text.len, 0, &strict) == URLGREP_OK);
	print_json_parts(&j, &f->url);
	print_json_host(&j, &f->url);
	write_readings(&j, f);
	json_string(&j, "confidence", confidence_name[f->confidence]);
	print_json_warnings(&j, warnings_of(f, place));
	write_set(&j, "notes", (f->notes & (RELATIVE - 1)) |
	    (place->relative ? RELATIVE : 0), note_name, 4);
	if (place->sign_count && f->reading_count > 1)
		write_signs(&j, place);
	if (f->url.verdict == URLGREP_INVALID &&
	    urlgrep_explain(p->explainer, f->url.text.text, f->url.text.len, 0,
		&error) == URLGREP_OK)
		print_json_error(&j, &error);
	if (place->message)
		write_message(&j, place);
	json_close(&j, '}');
	fputc('\n', p->out);
}
