/* bars.c - a tally as bars in a terminal, or as CSV */

#include <inttypes.h>
#include <stdint.h>
#include <string.h>

#include "cmd/escape.h"
#include "report/report.h"

enum { DEFAULT_TOP = 20 };

/* ---- rows --- */

/* Return the rows to print, the greatest first or in the order of their keys; *shown is how
 * many. */
static struct tally_row *const *
choose_rows(struct tally *tally, const struct report_options *o, size_t *shown)
{
	bool is_ordered = o->by[0]->is_ordered;
	size_t count, top = o->top >= 0 ? (size_t)o->top : is_ordered ? 0 : DEFAULT_TOP;
	struct tally_row *const *rows = is_ordered ? tally_by_key(tally, &count) :
	    tally_by_count(tally, &count);

	*shown = top && top < count ? top : count;
	/* of years the last ones */
	return is_ordered ? rows + (count - *shown) : rows;
}

static uint64_t
total_count(struct tally *tally)
{
	size_t count, i;
	struct tally_row *const *rows = tally_by_key(tally, &count);
	uint64_t total = 0;

	for (i = 0; i < count; i++)
		total += rows[i]->count;
	return total;
}

/* ---- CSV --- */

static void
append_csv(struct strbuf *out, struct tally *tally, const struct report_options *o)
{
	size_t count, i, keys;
	struct tally_row *const *rows = choose_rows(tally, o, &count);

	for (keys = 0; keys < MAX_KEYS && o->by[keys]; keys++)
		strbuf_printf(out, "%s,", o->by[keys]->name);
	strbuf_append_string(out, "urls" CSV_LINE_END);
	for (i = 0; i < count; i++) {
		const char *key = rows[i]->key, *end;
		size_t left = keys;

		while (left-- > 0) {
			end = left > 0 ? strchr(key, KEY_SEPARATOR) : NULL;
			csv_write_value(out, key, end ? (size_t)(end - key) : strlen(key));
			strbuf_append_byte(out, ',');
			key = end ? end + 1 : "";
		}
		strbuf_printf(out, "%" PRIu64 CSV_LINE_END, rows[i]->count);
	}
}

/* ---- labels --- */

/* Write a label of so many columns, cut or padded. */
static void
write_label(struct strbuf *out, const char *text, size_t columns, bool is_utf8)
{
	const char *dots = is_utf8 ? "\342\200\246" : "...";
	size_t dot_columns = is_utf8 ? 1 : 3;
	size_t len = strlen(text), fitting;
	size_t used = escape_columns(text, len, columns - dot_columns, &fitting);

	if (used <= columns) {
		escape_write(out, text, len);
	} else {
		used = escape_write(out, text, fitting) + dot_columns;
		strbuf_append_string(out, dots);
	}
	for (; used < columns; used++)
		strbuf_append_byte(out, ' ');
}

/* ---- bars --- */

/* Write a bar for part of whole, which takes so many columns. In UTF-8 the last column is
 * filled by eighths. */
static void
write_bar(struct strbuf *out, uint64_t part, uint64_t whole, size_t columns, bool is_utf8)
{
	double share = (double)part / (double)whole;
	size_t eighths = (size_t)(share * 8.0 * (double)columns + 0.5);
	size_t i;

	if (eighths == 0)
		eighths = 1;
	if (!is_utf8) {
		for (i = 0; i < (eighths + 4) / 8 || i == 0; i++)
			strbuf_append_byte(out, '#');
		return;
	}
	for (i = 0; i < eighths / 8; i++)
		strbuf_append_string(out, "\342\226\210"); /* U+2588, a full block; then 7/8... */
	if (eighths % 8)
		strbuf_printf(out, "\342\226%c", (char)(0x88 + 8 - (int)(eighths % 8)));
}

/* How a line is divided. */
struct bar_columns {
	size_t label, count, bar;
};

static struct bar_columns
divide_line(struct tally_row *const *rows, size_t count, unsigned width,
    uint64_t *greatest)
{
	enum { LEAST_LABEL = 12, LEAST_BAR = 10, GAPS = 4 };
	struct bar_columns c = { .label = 1 };
	size_t i, most_label, fitting;
	uint64_t n;

	*greatest = 1;
	for (i = 0; i < count; i++) {
		size_t columns = escape_columns(rows[i]->key, strlen(rows[i]->key),
		    SIZE_MAX, &fitting);

		c.label = columns > c.label ? columns : c.label;
		*greatest = rows[i]->count > *greatest ? rows[i]->count : *greatest;
	}
	for (n = *greatest; n; n /= 10)
		c.count++;
	most_label = width / 2 > LEAST_LABEL ? width / 2 : LEAST_LABEL;
	c.label = c.label < most_label ? c.label : most_label;
	c.bar = width > c.label + c.count + GAPS + LEAST_BAR ?
	    width - c.label - c.count - GAPS : LEAST_BAR;
	return c;
}

static void
append_title(struct strbuf *out, struct tally *tally, const struct report_options *o)
{
	size_t shown, size = tally_size(tally);
	size_t named = size - (tally_count_of(tally, grouping_none) > 0);
	uint64_t total = total_count(tally);

	choose_rows(tally, o, &shown);
	strbuf_printf(out, "%" PRIu64 " URL%s, %zu ", total, total == 1 ? "" : "s", named);
	if (o->by[1])
		strbuf_append_string(out, "rows");
	else
		strbuf_append_string(out, named == 1 && strcmp(o->by[0]->name, "url") != 0 ?
		    o->by[0]->name : o->by[0]->plural);
	if (shown < size)
		strbuf_printf(out, " (%s %zu)", o->by[0]->is_ordered ? "last" : "first", shown);
	strbuf_append_string(out, "\n\n");
}

void
bars_append(struct strbuf *out, struct tally *tally, const struct report_options *o)
{
	size_t count, i;
	struct tally_row *const *rows;
	struct bar_columns columns;
	uint64_t greatest;

	if (o->is_csv) {
		append_csv(out, tally, o);
		return;
	}
	append_title(out, tally, o);
	rows = choose_rows(tally, o, &count);
	columns = divide_line(rows, count, o->width, &greatest);
	for (i = 0; i < count; i++) {
		write_label(out, rows[i]->key, columns.label, o->is_utf8);
		strbuf_printf(out, "  %*" PRIu64 "  ", (int)columns.count, rows[i]->count);
		write_bar(out, rows[i]->count, greatest, columns.bar, o->is_utf8);
		strbuf_append_byte(out, '\n');
	}
}
