/* bars.c - prints a tally as bars in a terminal, or as CSV */
#include <inttypes.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/shared.h"
#include "report/report.h"

enum { DEFAULT_TOP = 20, DEFAULT_WIDTH = 80, MAX_WIDTH = 400 };

/* Append the rows, each after its keys, which are already in CSV form. */
static void
append_csv(struct strbuf *out, struct tally_row *const *rows, size_t count,
    const struct report_options *o)
{
	size_t i;

	for (i = 0; o->by[i]; i++)
		strbuf_printf(out, "%s,", o->by[i]->name);
	strbuf_append_string(out, "urls,messages,senders,first,last" CSV_LINE_END);
	for (i = 0; i < count; i++) {
		strbuf_printf(out, "%s%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", rows[i]->key,
		    rows[i]->count, rows[i]->messages, rows[i]->others);
		csv_write_value(out, rows[i]->first_day, strlen(rows[i]->first_day));
		strbuf_append_byte(out, ',');
		csv_write_value(out, rows[i]->last_day, strlen(rows[i]->last_day));
		strbuf_append_string(out, CSV_LINE_END);
	}
}

/* ---- bars --- */

/* Write a bar for `part`; a bar for `whole` has that number of columns. */
static void
write_bar(struct strbuf *out, uint64_t part, uint64_t whole, size_t columns, bool is_utf8)
{
	size_t full = (size_t)((double)part / (double)whole * (double)columns + 0.5);

	do
		strbuf_append_string(out, is_utf8 ? "\u2588" : "#"); /* a full block */
	while (full-- > 1);
}

/* Return the width of the terminal, or else the value of COLUMNS, or 80. */
static unsigned
line_width(void)
{
	const char *columns = getenv("COLUMNS");
	long width = terminal_columns(STDOUT_FILENO);

	if (width == 0 && columns)
		width = strtol(columns, NULL, 10);
	if (width <= 0)
		return DEFAULT_WIDTH;
	return width < MAX_WIDTH ? (unsigned)width : MAX_WIDTH;
}

/* The widths of the columns of a line. */
struct bar_columns {
	size_t label, count, bar;
};

static struct bar_columns
divide_line(struct tally_row *const *rows, size_t count, uint64_t *greatest)
{
	enum { LEAST_LABEL = 12, LEAST_BAR = 10, GAPS = 4 };
	unsigned width = line_width();
	struct bar_columns c = { .label = 1 };
	size_t i, most_label;

	*greatest = 1;
	for (i = 0; i < count; i++) {
		const char *label = rows[i]->label;
		size_t columns = escape_write(NULL, label, strlen(label));

		c.label = columns > c.label ? columns : c.label;
		*greatest = rows[i]->count > *greatest ? rows[i]->count : *greatest;
	}
	c.count = (size_t)snprintf(NULL, 0, "%" PRIu64, *greatest);
	most_label = width / 2 > LEAST_LABEL ? width / 2 : LEAST_LABEL;
	c.label = c.label < most_label ? c.label : most_label;
	c.bar = width > c.label + c.count + GAPS + LEAST_BAR ?
	    width - c.label - c.count - GAPS : LEAST_BAR;
	return c;
}

static void
append_title(struct strbuf *out, const struct tally *tally, const struct report_options *o,
    uint64_t total, size_t shown)
{
	size_t named = tally_size(tally);
	const char *keys = o->by[1] ? "rows" : o->by[0]->plural;

	strbuf_printf(out, "%" PRIu64 " URL%s, %zu %.*s", total, total == 1 ? "" : "s", named,
	    (int)strlen(keys) - (named == 1), keys);
	if (shown < tally->count)
		strbuf_printf(out, " (%s %zu)", o->by[0]->is_ordered ? "last" : "first", shown);
	strbuf_append_string(out, "\n\n");
}

static void
append_bars(struct strbuf *out, struct tally_row *const *rows, size_t count)
{
	bool is_utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0; /* of the terminal */
	uint64_t greatest;
	struct bar_columns columns = divide_line(rows, count, &greatest);
	size_t i;

	for (i = 0; i < count; i++) {
		size_t used = escape_write_cut(out, rows[i]->label, strlen(rows[i]->label),
		    columns.label);

		strbuf_printf(out, "%*s  %*" PRIu64 "  ", (int)(columns.label - used), "",
		    (int)columns.count, rows[i]->count);
		write_bar(out, rows[i]->count, greatest, columns.bar, is_utf8);
		strbuf_append_byte(out, '\n');
	}
}

/* Write the keys of a URL, separated by blanks or, for CSV, with a comma after each. */
static void
write_keys(struct strbuf *keys, const json_t *url, const struct report_options *o)
{
	struct strbuf key = { .memory = &xmalloc_memory };
	size_t i;

	strbuf_clear(keys);
	for (i = 0; o->by[i]; i++) {
		const char *text = grouping_key(o->by[i], url, &key);

		if (o->is_csv)
			csv_write_value(keys, text, strlen(text));
		else
			strbuf_append_string(keys, text);
		if (o->is_csv || o->by[i + 1])
			strbuf_append_byte(keys, o->is_csv ? ',' : ' ');
	}
	strbuf_append_byte(keys, '\0');
	strbuf_free(&key);
}

uint64_t
bars_append(struct strbuf *out, struct found *found, const struct report_options *o)
{
	struct tally tally = { .count = 0 };
	struct strbuf keys = { .memory = &xmalloc_memory }, sender = keys;
	bool is_ordered = o->by[0]->is_ordered;
	size_t top = o->top >= 0 ? (size_t)o->top : is_ordered ? 0 : DEFAULT_TOP;
	struct tally_row *const *rows, *row;
	const json_t *url;
	uint64_t total = 0;

	for (; (url = found_next(found)) != NULL; total++) {
		write_keys(&keys, url, o);
		row = tally_add(&tally, keys.at, found, url,
		    o->is_csv ? grouping_key(&groupings[BY_SENDER], url, &sender) : NULL);
		if (found->wants_readable)
			tally_note_readable(row, url);
	}
	tally_sort(&tally, is_ordered);
	top = top && top < tally.count ? top : tally.count;
	rows = is_ordered ? tally.rows + (tally.count - top) : tally.rows; /* the last years */
	if (o->is_csv) {
		append_csv(out, rows, top, o);
	} else {
		append_title(out, &tally, o, total, top);
		append_bars(out, rows, top);
	}
	strbuf_free(&keys);
	strbuf_free(&sender);
	tally_free(&tally);
	return total;
}
