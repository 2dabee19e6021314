/* record.c - output as one record per finding: --csv, --tsv and --format
 *
 * CSV is that of RFC 4180: CRLF at the end of a line, quotation marks where they are needed.
 * TSV has no quotation marks: escapes keep tabs and line ends out of values. In all three
 * formats control and invisible characters are escaped as in text. A spreadsheet takes a
 * value for a formula if it begins with "=", "+", "-" or "@", so in CSV and TSV such a
 * value has an apostrophe before it, which spreadsheets do not show. */
#include "cmd/print/record/record.h"

#include <string.h>

#include "cmd/print/escape.h"
#include "cmd/print/record/layout.h"
#include "cmd/print/unlocked.h"

/* ---- values --- */

/* Write what makes text of a value that a spreadsheet would take for a formula. */
static void
write_formula_guard(FILE *out, const struct strbuf *value)
{
	if (value->len > 0 && strchr("=+-@", value->at[0]))
		write_byte(out, '\'');
}

static void
write_csv_value(FILE *out, const struct strbuf *value)
{
	const char *at = value->at, *end = at + value->len, *mark;

	if (value->len == 0)
		return;
	if (!memchr(at, '"', value->len) && !memchr(at, ',', value->len)) {
		write_formula_guard(out, value);
		escape_write(out, at, value->len);
		return;
	}
	write_byte(out, '"');
	write_formula_guard(out, value);
	while ((mark = memchr(at, '"', (size_t)(end - at))) != NULL) {
		escape_write(out, at, (size_t)(mark - at));
		write_literal(out, "\"\"");
		at = mark + 1;
	}
	escape_write(out, at, (size_t)(end - at));
	write_byte(out, '"');
}

static void
write_tsv_value(FILE *out, const struct strbuf *value)
{
	write_formula_guard(out, value);
	escape_write(out, value->at, value->len);
}

/* ---- records --- */

typedef void write_value_fn(FILE *out, const struct strbuf *value);

static void
write_columns(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location, write_value_fn *write_value, char separator)
{
	const struct layout *layout = p->settings->layout;
	const struct field_source from = { p, finding, location };
	size_t i;

	for (i = 0; i < layout->count; i++) {
		if (i > 0)
			write_byte(p->out, separator);
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
			write_byte(p->out, separator);
		write_bytes(p->out, layout->items[i].text, layout->items[i].len);
	}
}

static void
print_csv_finding(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	write_columns(p, finding, location, write_csv_value, ',');
	write_literal(p->out, "\r\n");
}

static void
print_csv_names(struct printer *p)
{
	write_names(p, ',');
	write_literal(p->out, "\r\n");
}

static void
print_tsv_finding(struct printer *p, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	write_columns(p, finding, location, write_tsv_value, '\t');
	write_byte(p->out, '\n');
}

static void
print_tsv_names(struct printer *p)
{
	write_names(p, '\t');
	write_byte(p->out, '\n');
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
			write_bytes(p->out, item->text, item->len);
			continue;
		}
		strbuf_clear(&p->value);
		field_append(item->field, &from, &p->value);
		escape_write(p->out, p->value.at, p->value.len);
	}
	write_byte(p->out, p->settings->null_data ? '\0' : '\n');
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
