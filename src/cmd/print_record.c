/* print_record.c - one record per finding: --csv, --tsv and --format
 *
 * TSV values are not quoted: escapes keep tabs and line ends out of them. In all three formats,
 * control and invisible characters are escaped as in text output. */
#include "cmd/printer.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "util/ascii.h"

/* ---- layouts --- */

/* Return a layout with room for the largest number of items that a text of that length can hold. */
static struct layout *
layout_new(const char *text)
{
	return x_calloc(1, sizeof(struct layout) +
	    (strlen(text) + 1) * sizeof(struct layout_item));
}

/* Return true if a record can hold the value of the field: it is not a set of parts. */
static bool
is_for_records(const struct field *field)
{
	return field->json.len > 0 && field->type != FIELD_PARTS;
}

const char *
layout_column(unsigned i)
{
	const struct field *field;

	for (field = field_table; field->name; field++)
		if (is_for_records(field) && i-- == 0)
			break;
	return field->name;
}

static void
list_names(struct strbuf *reason)
{
	const char *name;
	unsigned i;

	for (i = 0; (name = layout_column(i)) != NULL; i++)
		strbuf_printf(reason, "%s%s", i ? ", " : "; known are ", name);
	strbuf_append_string(reason, " and parts.NAME");
}

/* Return the name of the part in "parts.NAME"; NULL if there is no such part, as for "written", which
 * only --part has. */
static const char *
part_named(const char *name, size_t len)
{
	static const char prefix[] = "parts.";
	const size_t skipped = sizeof(prefix) - 1;
	unsigned i;

	return text_begins_with(name, len, prefix) && search_option_find_word(
	    &option_named("part")->how, name + skipped, len - skipped, &i) ? field_part_name(i) : NULL;
}

/* Add a field or a part to the layout. On error, append the reason to `reason` and return false. */
static bool
add_field(struct layout *layout, const char *name, size_t len, struct strbuf *reason)
{
	const char *part = part_named(name, len);
	const struct field *field = part ? field_named("parts", 5) : field_named(name, len);

	if (field == NULL || (part == NULL && !is_for_records(field))) {
		strbuf_printf(reason, "unknown name '%.*s'", (int)len, name);
		list_names(reason);
		return false;
	}
	layout->needs |= field->needs;
	layout->items[layout->count++] = (struct layout_item){ field, part, name, len };
	return true;
}

/* The columns if the option names none. */
#define DEFAULT_COLUMNS \
	"file,line,message,message_id,date,from,subject,url,scheme,host,verdict,warnings"

/* Read the names of columns, separated by commas. */
static struct layout *
read_columns(const char *names, struct strbuf *reason)
{
	const char *name = names ? names : DEFAULT_COLUMNS;
	struct layout *layout = layout_new(name);

	for (;;) {
		size_t len = strcspn(name, ",");

		if (!add_field(layout, name, len, reason)) {
			free(layout);
			return NULL;
		}
		if (name[len] == '\0')
			return layout;
		name += len + 1;
	}
}

/* ---- templates --- */

static void
add_text(struct layout *layout, const char *text, size_t len)
{
	layout->items[layout->count++] = (struct layout_item){ .text = text, .len = len };
}

/* Read "{NAME}". Return its length. On error, append the reason to `reason` and return 0. */
static size_t
read_field(struct layout *layout, const char *at, struct strbuf *reason)
{
	size_t len = strcspn(at + 1, "{}");

	if (at[1 + len] == '}')
		return add_field(layout, at + 1, len, reason) ? len + 2 : 0;
	strbuf_append_string(reason, "'{' without '}'; write '{{' for a brace");
	return 0;
}

/* Read an escaped character, "{{", "}}" or a backslash escape, in the same way. */
static size_t
read_escape(struct layout *layout, const char *at, struct strbuf *reason)
{
	const char *meant = at[0] == at[1] ? at : at[0] != '\\' ? NULL :
	    at[1] == 't' ? "\t" : at[1] == 'n' ? "\n" : NULL;

	if (meant) {
		add_text(layout, meant, 1);
		return 2;
	}
	strbuf_append_string(reason, at[0] == '}' ? "'}' without '{'; write '}}' for a brace" :
	    "a backslash begins \\t, \\n or \\\\");
	return 0;
}

/* Read a template: text with fields in braces, as in "{date} {url}". "{{" and "}}" stand for
 * braces. The backslash escapes are \t, \n and \\. */
static struct layout *
read_template(const char *template, struct strbuf *reason)
{
	struct layout *layout = layout_new(template);
	const char *at = template;

	while (*at) {
		size_t used = strcspn(at, "{}\\");

		if (used > 0)
			add_text(layout, at, used);
		else
			used = *at == '{' && at[1] != '{' ? read_field(layout, at, reason) :
			    read_escape(layout, at, reason);
		if (used == 0) {
			free(layout);
			return NULL;
		}
		at += used;
	}
	return layout;
}

/* ---- records --- */

static void
write_tsv_value(struct strbuf *out, const char *text, size_t len)
{
	csv_write_guard(out, text, len);
	escape_write(out, text, len);
}

/* Write the value of an item. The number of a line or a message may be deferred. */
static void
write_item(struct printer *p, const struct layout_item *item, const struct row *row)
{
	unsigned needs = item->field->needs & (NEEDS_LINE | NEEDS_MESSAGE_NUMBER);

	if (needs == 0) {
		printer_read_value(p, item->field, item->part, row);
		if (p->settings->format->write_value)
			p->settings->format->write_value(p->out, p->value.at, p->value.len);
		else
			escape_write(p->out, p->value.at, p->value.len);
	} else if (needs == NEEDS_LINE || row->location->message) {
		printer_write_number(p, needs == NEEDS_LINE, row->location);
	}
}

/* Print a record, or the names of its columns if row is NULL. */
static void
print_record(struct printer *p, const struct row *row)
{
	const struct printer_format *format = p->settings->format;
	const struct layout *layout = p->settings->layout;
	size_t i;

	for (i = 0; i < layout->count; i++) {
		const struct layout_item *item = &layout->items[i];

		if (i > 0 && format->separator)
			strbuf_append_string(p->out, format->separator);
		if (row == NULL || item->field == NULL)
			strbuf_append(p->out, item->text, item->len);
		else
			write_item(p, item, row);
	}
	if (format->record_end)
		strbuf_append_string(p->out, format->record_end);
	else
		printer_end_line(p);
}

/* ---- the formats --- */

const struct printer_format format_csv = {
	.read_layout = read_columns,
	.has_names = true,
	.print_finding = print_record,
	.write_value = csv_write_value,
	.separator = ",",
	.record_end = CSV_LINE_END,
};

const struct printer_format format_tsv = {
	.read_layout = read_columns,
	.has_names = true,
	.print_finding = print_record,
	.write_value = write_tsv_value,
	.separator = "\t",
	.record_end = "\n",
};

const struct printer_format format_template = {
	.read_layout = read_template,
	.print_finding = print_record,
};
