/* text.c - a finding as text: [FILE:][LINE:][OFFSET:]URL, as grep -o */
#include <inttypes.h>
#include <string.h>

#include "cmd/filter.h"
#include "cmd/part.h"
#include "cmd/print/printer.h"
#include "cmd/print/escape.h"
#include "cmd/finding_warnings.h"

/* Colors as grep's: file name, separator, line and offset; the host bold, since
 * it says where one gets to. */
#define FILENAME "\33[35m"
#define SEPARATOR "\33[36m"
#define NUMBER "\33[32m"
#define HOST "\33[1m"
#define PLAIN "\33[m"

static void
colored(struct printer *p, const char *color, const char *text, size_t len)
{
	if (p->color)
		fputs(color, p->out);
	safe_write(p->out, text, len);
	if (p->color)
		fputs(PLAIN, p->out);
}

static void
write_number(struct printer *p, uint64_t number)
{
	char digits[32];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, number);

	colored(p, NUMBER, digits, (size_t)len);
	colored(p, SEPARATOR, ":", 1);
}

void
print_name(struct printer *p, const char *path, bool alone)
{
	if (p->options->null_names) { /* for xargs -0: to the octet */
		fputs(path, p->out);
		fputc('\0', p->out);
		return;
	}
	colored(p, FILENAME, path, strlen(path));
	if (alone)
		fputc('\n', p->out);
	else
		colored(p, SEPARATOR, ":", 1);
}

static void
write_message(struct printer *p, const struct origin *origin)
{
	const char *id = origin ? message_field(origin->message, MESSAGE_ID) : NULL;

	if (id)
		colored(p, FILENAME, id, strlen(id));
	colored(p, SEPARATOR, ":", 1);
}

static void
write_place(struct printer *p, const struct place *place)
{
	if (p->with_filename)
		print_name(p, place->path, false);
	if (p->options->with_message)
		write_message(p, place->message);
	if (p->options->line_number)
		write_number(p, place->line);
	if (p->options->byte_offset)
		write_number(p, place->offset);
}

static void
write_url(struct printer *p, const urlgrep_url *url, urlgrep_span text)
{
	urlgrep_span host = { NULL, 0 };
	size_t before;

	if (p->color && text.text == url->text.text)
		host = urlgrep_part_named(url, "host");
	if (host.len == 0) {
		safe_write(p->out, text.text, text.len);
		return;
	}
	before = (size_t)(host.text - text.text);
	safe_write(p->out, text.text, before);
	colored(p, HOST, host.text, host.len);
	safe_write(p->out, host.text + host.len, text.len - before - host.len);
}

struct list {
	FILE *out;
	const char *before;
};

static void
put_name(const char *name, void *data)
{
	struct list *l = data;

	fprintf(l->out, "%s%s", l->before, name);
	l->before = ",";
}

void
print_warnings(FILE *out, const char *before, urlgrep_warnings set)
{
	struct list l = { out, before };

	each_warning(set, put_name, &l);
}

/* Why the URL counts as invalid. */
static void
write_reason(struct printer *p, const urlgrep_finding *f,
    const struct place *place)
{
	urlgrep_error e;
	if (f->notes & URLGREP_MALFORMED) {
		fputs("\tmeant: ", p->out);
		safe_write(p->out, f->readings[1].url.text, f->readings[1].url.len);
	} else if (f->url.verdict == URLGREP_OK) {
		print_warnings(p->out, "\tdenied: ",
		    warnings_of(f, place) & p->options->deny);
	} else if (urlgrep_explain(p->explainer, f->url.text.text,
		f->url.text.len, 0, &e) == URLGREP_OK) {
		fprintf(p->out, "\t%zu: ", e.offset);
		safe_write(p->out, e.message.text, e.message.len);
	} else {
		fputs("\ttoo hard to judge", p->out);
	}
}

static void
write_line(struct printer *p, const urlgrep_finding *f, urlgrep_span text,
    const struct place *place, bool valid)
{
	const struct options *o = p->options;

	write_place(p, place);
	write_url(p, &f->url, text);
	if (!valid)
		write_reason(p, f, place);
	else if (o->warn)
		print_warnings(p->out, "\t", warnings_of(f, place));
	fputc(o->null_data ? '\0' : '\n', p->out);
}

static void
write_part(struct printer *p, const urlgrep_finding *f,
    const struct place *place)
{
	urlgrep_span part = part_asked(&f->url, p->options->part);

	if (part.text == NULL)
		return;
	write_place(p, place);
	safe_write(p->out, part.text, part.len);
	fputc(p->options->null_data ? '\0' : '\n', p->out);
}

/* The evidence at each line break, the strongest kinds by name. */
static void
write_signs(struct printer *p, const struct place *place)
{
	unsigned i = 0;

	while (i < place->sign_count) {
		unsigned seam = place->signs[i].seam, first = i;
		int sum = 0;

		for (; i < place->sign_count && place->signs[i].seam == seam; i++)
			sum += place->signs[i].points;
		fprintf(p->out, "  line break %u: %d points, %s %d:", seam, sum,
		    sum >= URLGREP_SIGNS_HIGH ? "joined from" : "not joined below",
		    URLGREP_SIGNS_HIGH);
		for (; first < i; first++)
			if (place->signs[first].points)
				fprintf(p->out, " %s %+d", place->signs[first].name,
				    place->signs[first].points);
		fputc('\n', p->out);
	}
}

static void
print_text(struct printer *p, const urlgrep_finding *f,
    const struct place *place)
{
	bool valid = filter_valid(p->options, f, place);
	unsigned i;

	if (p->options->part) {
		write_part(p, f, place);
		return;
	}
	write_line(p, f, f->url.text, place, valid);
	for (i = 1; p->options->all_readings && i < f->reading_count; i++)
		if (f->readings[i].verdict == URLGREP_OK &&
		    !(f->readings[i].how & URLGREP_MENDED))
			write_line(p, f, f->readings[i].url, place, true);
	if (p->options->explain)
		write_signs(p, place);
}

void
print_setup(struct printer *p)
{
	const struct options *o = p->options;

	p->only_urls = !(p->with_filename || p->color || o->with_message ||
	    o->line_number || o->byte_offset || o->part || o->json || o->warn ||
	    o->deny || o->explain || o->all_readings || o->null_data);
}

void
print_finding(struct printer *p, const urlgrep_finding *f,
    const struct place *place)
{
	if (p->only_urls && f->url.verdict == URLGREP_OK)
		safe_line(p->out, f->url.text.text, f->url.text.len);
	else if (p->options->json)
		print_json(p, f, place);
	else
		print_text(p, f, place);
}
