/* list_view.c - draws the list of URLs, and what is known about the chosen one below it */
#include "pick/list_view.h"

#include <stdio.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/row_details.h"
#include "pick/shown_text.h"
#include "pick/terminal.h"

enum {
	FIRST_ROW = 1,         /* below the title */
	SMALL_SCREEN_ROWS = 16, /* without a line between list and details */
	MAX_DETAIL_ROWS = 8,
	NARROW_COLUMNS = 60
};

/* ---- the layout --- */

static bool
has_divider(void)
{
	return terminal_rows() >= SMALL_SCREEN_ROWS;
}

static int
detail_rows(void)
{
	int rows = terminal_rows() / 3;

	return rows > MAX_DETAIL_ROWS ? MAX_DETAIL_ROWS : rows;
}

int
list_view_item_rows(void)
{
	int rows = terminal_rows() - FIRST_ROW - detail_rows() - has_divider() - 1;

	return rows > 1 ? rows : 1;
}

size_t
list_view_index(const struct list_view *view, const struct url_row *row)
{
	size_t count, i, first = 0;
	const struct url_item *items = url_list_items(view->list, &count);

	for (i = count; i-- > 0;) {
		if (items[i].row == NULL)
			continue;
		if (items[i].row == row)
			return i;
		first = i;
	}
	return first;
}

struct url_row *
list_view_row_at(const struct list_view *view, int screen_row)
{
	size_t count, i;
	const struct url_item *items = url_list_items(view->list, &count);

	if (screen_row < FIRST_ROW || screen_row >= FIRST_ROW + list_view_item_rows())
		return NULL;
	i = view->top + (size_t)(screen_row - FIRST_ROW);
	return i < count ? items[i].row : NULL;
}

/* ---- one row --- */

/* How the columns of the list are divided. */
struct list_columns {
	int number; /* the digits of the greatest number */
	int label;  /* 0: no row has one */
};

static const char *
label_of(const struct url_row *row)
{
	return row->label ? row->label : "";
}

/* Draw the label: the text of the link, or how this reading differs. */
static void
draw_label(const struct url_row *row, int y, int x, int columns)
{
	struct strbuf label = { .memory = &xmalloc_memory };
	struct strbuf cut = { .memory = &xmalloc_memory };

	if (row->how && row->label == NULL) {
		strbuf_append_string(&label, "(");
		row_details_append_how(&label, row->how);
		strbuf_append_string(&label, ")");
	} else {
		shown_append(&label, label_of(row), strlen(label_of(row)));
	}
	shown_append_cut(&cut, label.at, label.len, (size_t)columns);
	if (cut.len)
		terminal_draw(y, x, cut.at, cut.len, columns,
		    row->label ? STYLE_STRONG : STYLE_FAINT);
	strbuf_free(&label);
	strbuf_free(&cut);
}

/* Append the host of the other one of a wrapper and its target, in at most so many
 * columns. */
static void
append_other(struct strbuf *out, const struct url_row *row, size_t columns)
{
	const char *other = row->opens_target ? row->url : row->target;

	if (columns < 8)
		return;
	strbuf_append_string(out, " ");
	strbuf_append_string(out, row->opens_target ? "<" : shown_arrow());
	strbuf_append_string(out, " ");
	shown_append_host(out, other, strlen(other), columns - 3);
}

/* Draw the URL that opens, its host strong, and the other one beside it. */
static void
draw_url(const struct url_row *row, int y, int x, int columns)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	const char *url = url_row_chosen(row);
	size_t len = row->opens_target ? strlen(url) : row->len;
	size_t other = row->target ? (size_t)columns * 2 / 5 : 0;
	struct shown_host host = shown_append_url(&text, url, len, (size_t)columns - other);
	int before, strong;

	if (other)
		append_other(&text, row, other);
	terminal_draw(y, x, text.at, text.len, columns,
	    row->group == GROUP_LINKS ? STYLE_PLAIN : STYLE_FAINT);
	before = (int)shown_columns(text.at, host.begin);
	strong = (int)shown_columns(text.at + host.begin, host.len);
	terminal_restyle(y, x + before, strong, row->text_differs ? STYLE_WARNING :
	    STYLE_STRONG);
	strbuf_free(&text);
}

/* Draw a row: its number, its marks, the label, the URL. */
static void
draw_row(const struct url_item *item, int y, const struct list_columns *c, bool is_chosen)
{
	const struct url_row *row = item->row;
	char text[32];
	int x, width = terminal_columns();

	x = snprintf(text, sizeof(text), "%*zu %c%c ", c->number, item->number,
	    row->is_marked ? '+' : ' ', row->refusal ? 'x' : url_row_is_odd(row) ? '!' : ' ');
	terminal_draw(y, 0, text, (size_t)x, width,
	    row->refusal || url_row_is_odd(row) ? STYLE_WARNING : STYLE_PLAIN);
	if (c->label) {
		draw_label(row, y, x, c->label);
		x += c->label + 1;
	}
	if (width > x)
		draw_url(row, y, x, width - x);
	if (is_chosen)
		terminal_restyle(y, 0, width, STYLE_SELECTED);
}

static void
draw_heading(const struct url_item *item, int y)
{
	char text[64];
	int len = snprintf(text, sizeof(text), "-- %s (%zu)", url_row_group_name(item->group),
	    item->number);

	terminal_draw(y, 0, text, (size_t)len, terminal_columns(), STYLE_FAINT);
}

/* ---- the list --- */

static struct list_columns
divide_columns(const struct list_view *view, const struct url_item *items, size_t count)
{
	struct list_columns c = { .number = 1, .label = 0 };
	size_t n = url_list_listed(view->list), i;
	int width = terminal_columns(), share = width * 2 / 5;

	for (; n >= 10; n /= 10)
		c.number++;
	for (i = 0; i < count; i++)
		if (items[i].row && (items[i].row->label || items[i].row->how))
			c.label = width < NARROW_COLUMNS ? width / 3 : share > 40 ? 40 : share;
	return c;
}

static void
scroll_to_chosen(struct list_view *view, size_t index, size_t count)
{
	size_t rows = (size_t)list_view_item_rows();

	if (index < view->top)
		view->top = index;
	if (index >= view->top + rows)
		view->top = index - rows + 1;
	if (count < view->top + rows)
		view->top = count > rows ? count - rows : 0;
	if (view->top == 1 && index < rows) /* a heading before the first row */
		view->top = 0;
}

static void
draw_items(struct list_view *view)
{
	size_t count, i, rows = (size_t)list_view_item_rows();
	const struct url_item *items = url_list_items(view->list, &count);
	struct list_columns columns;

	scroll_to_chosen(view, list_view_index(view, view->chosen), count);
	columns = divide_columns(view, items + view->top,
	    count - view->top < rows ? count - view->top : rows);
	for (i = 0; i < rows && view->top + i < count; i++) {
		const struct url_item *item = &items[view->top + i];

		if (item->row)
			draw_row(item, FIRST_ROW + (int)i, &columns,
			    item->row == view->chosen);
		else
			draw_heading(item, FIRST_ROW + (int)i);
	}
}

/* ---- around the list --- */

static void
draw_title(const struct list_view *view)
{
	struct strbuf title = { .memory = &xmalloc_memory };
	size_t listed = url_list_listed(view->list), all = url_list_count(view->list);
	size_t marked = url_list_marked(view->list);
	char text[96];
	int width = terminal_columns(), len;

	len = listed == all ? snprintf(text, sizeof(text), " %zu URL%s", all,
	    all == 1 ? "" : "s") : snprintf(text, sizeof(text), " %zu of %zu URLs", listed, all);
	if (marked)
		len += snprintf(text + len, sizeof(text) - (size_t)len, ", %zu marked", marked);
	if (view->is_reading)
		len += snprintf(text + len, sizeof(text) - (size_t)len, ", reading");
	shown_append_cut(&title, view->title, strlen(view->title),
	    width > len ? (size_t)(width - len) : 0);
	terminal_draw_field(0, 0, title.len ? title.at : "", title.len, width, STYLE_TITLE);
	terminal_draw(0, width > len ? width - len : 0, text, (size_t)len, width, STYLE_TITLE);
	strbuf_free(&title);
}

/* Draw the lines of details that there is room for, each wrapped. */
static void
draw_details(const struct list_view *view)
{
	struct row_details details;
	int y = FIRST_ROW + list_view_item_rows(), last = terminal_rows() - 1;
	int width = terminal_columns();
	unsigned i;

	if (has_divider())
		terminal_draw_field(y++, 0, "", 0, width, STYLE_TITLE);
	if (view->chosen == NULL)
		return;
	row_details_write(&details, view->chosen);
	for (i = 0; i < details.count; i++) {
		const struct detail *line = &details.lines[i];
		const char *at = details.text.at + line->begin;
		size_t left = line->len, n;

		for (; left > 0 && y < last; at += n, left -= n) {
			n = shown_wrap(at, left, (size_t)width);
			terminal_draw(y++, 0, at, n, width,
			    line->is_warning ? STYLE_WARNING :
			    line->is_url ? STYLE_STRONG : STYLE_PLAIN);
		}
	}
	strbuf_free(&details.text);
}

static void
draw_bottom(const struct list_view *view)
{
	static const char hint[] =
	    "Enter open  m mark  y copy  / search  c context  ? help  q quit";
	static const char short_hint[] = "Enter open  ? help  q quit";
	struct strbuf line = { .memory = &xmalloc_memory };
	int y = terminal_rows() - 1, width = terminal_columns() - 1;
	const char *fitting = (int)strlen(hint) <= width ? hint : short_hint;
	const char *text = view->prompt ? view->prompt : view->status ? view->status : fitting;
	int x;

	shown_append(&line, text, strlen(text));
	if (view->prompt && view->typed)
		shown_append(&line, view->typed, strlen(view->typed));
	x = terminal_draw(y, 0, line.at, line.len, width,
	    view->prompt || view->status ? STYLE_STRONG : STYLE_FAINT);
	terminal_place_cursor(view->prompt ? y : -1, x);
	strbuf_free(&line);
}

void
list_view_draw(struct list_view *view)
{
	terminal_begin();
	draw_title(view);
	draw_items(view);
	draw_details(view);
	draw_bottom(view);
	terminal_end();
}
