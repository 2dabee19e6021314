/* record.c - output as one record per finding: --csv, --tsv and --format
 *
 * TSV has no quotation marks: escapes keep tabs and line ends out of values. In all three
 * formats control and invisible characters are escaped as in text. */
#include "cmd/print/record.h"

#include "cmd/print/csv.h"
#include "cmd/print/layout.h"
#include "cmd/print/escape.h"

/* ---- values --- */

static void
write_csv_value(struct strbuf *out, const struct strbuf *value)
{
	csv_write_value(out, value->at, value->len);
}

static void
write_tsv_value(struct strbuf *out, const struct strbuf *value)
{
	csv_write_guard(out, value->at, value->len);
	escape_write(out, value->at, value->len);
}

/* ---- records --- */

typedef void write_value_fn(struct strbuf *out, const struct strbuf *value);

static void
write_columns(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location, write_value_fn *write_value, char separator)
{
	const struct layout *layout = p->settings->layout;
	const struct field_source from = { p, finding, location };
	size_t i;

	for (i = 0; i < layout->count; i++) {
		if (i > 0)
			strbuf_append_byte(p->out, separator);
		if (field_write_number(layout->items[i].field, &from))
			continue;
		strbuf_clear(&p->value);
		field_append(layout->items[i].field, &from, &p->value);
		write_value(p->out, &p->value);
	}
}

static void
write_names(struct printer *p, char separator)
{
	const struct layout *layout = p->settings->layout;
	size_t i;

	for (i = 0; i < layout->count; i++) {
		if (i > 0)
			strbuf_append_byte(p->out, separator);
		strbuf_append(p->out, layout->items[i].text, layout->items[i].len);
	}
}

static void
print_csv_finding(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	write_columns(p, finding, location, write_csv_value, ',');
	strbuf_append_string(p->out, CSV_LINE_END);
}

static void
print_csv_names(struct printer *p)
{
	write_names(p, ',');
	strbuf_append_string(p->out, CSV_LINE_END);
}

static void
print_tsv_finding(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	write_columns(p, finding, location, write_tsv_value, '\t');
	strbuf_append_byte(p->out, '\n');
}

static void
print_tsv_names(struct printer *p)
{
	write_names(p, '\t');
	strbuf_append_byte(p->out, '\n');
}

static void
print_template_finding(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	const struct layout *layout = p->settings->layout;
	const struct field_source from = { p, finding, location };
	size_t i;

	for (i = 0; i < layout->count; i++) {
		const struct layout_item *item = &layout->items[i];

		if (item->field == NULL) {
			strbuf_append(p->out, item->text, item->len);
			continue;
		}
		if (field_write_number(item->field, &from))
			continue;
		strbuf_clear(&p->value);
		field_append(item->field, &from, &p->value);
		escape_write(p->out, p->value.at, p->value.len);
	}
	strbuf_append_byte(p->out, p->settings->null_data ? '\0' : '\n');
}

/* ---- the formats --- */

const struct printer_format format_csv = {
	.name = "csv",
	.print_begin = print_csv_names,
	.print_finding = print_csv_finding,
};

const struct printer_format format_tsv = {
	.name = "tsv",
	.print_begin = print_tsv_names,
	.print_finding = print_tsv_finding,
};

const struct printer_format format_template = {
	.name = "format",
	.print_finding = print_template_finding,
};
