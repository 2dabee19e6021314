/* view.c - draws the list of URLs with the details of the chosen one, and pages of text */
#include "pick/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/details.h"
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

/* ---- a text over the whole screen, to be scrolled --- */

/* A line of the screen: bytes of the text. */
struct page_line {
	size_t begin, len;
};

struct page_layout {
	struct page_line *lines;
	size_t count, room;
	size_t top; /* the first that is shown */
	int columns;
};

static void
add_line(struct page_layout *l, size_t begin, size_t len)
{
	if (l->count == l->room) {
		l->room = l->room ? 2 * l->room : 64;
		l->lines = x_realloc(l->lines, l->room * sizeof(*l->lines));
	}
	l->lines[l->count++] = (struct page_line){ begin, len };
}

/* Wrap a line of the text. */
static void
wrap_line(struct page_layout *l, const struct screen_page *page, size_t begin, size_t end)
{
	if (begin == end)
		add_line(l, begin, 0);
	while (begin < end) {
		size_t len = shown_wrap(page->text + begin, end - begin,
		    (size_t)l->columns);

		add_line(l, begin, len);
		begin += len;
		if (begin < end && page->text[begin] == ' ')
			begin++;
	}
}

static size_t
page_rows(void)
{
	return terminal_rows() > 2 ? (size_t)terminal_rows() - 2 : 1;
}

static void
scroll_to(struct page_layout *l, size_t top)
{
	size_t last = l->count > page_rows() ? l->count - page_rows() : 0;

	l->top = top < last ? top : last;
}

/* Wrap the text for the size of the screen, and scroll to its byte `first`, so many lines
 * below the top. */
static void
lay_out(struct page_layout *l, const struct screen_page *page, size_t first, size_t lines_above)
{
	size_t at = 0, top = 0;

	l->count = 0;
	l->columns = terminal_columns() > 1 ? terminal_columns() : 1;
	while (at < page->len) {
		const char *feed = memchr(page->text + at, '\n', page->len - at);
		size_t end = feed ? (size_t)(feed - page->text) : page->len;

		wrap_line(l, page, at, end);
		at = end + 1;
	}
	while (top + 1 < l->count && l->lines[top + 1].begin <= first)
		top++;
	scroll_to(l, top > lines_above ? top - lines_above : 0);
}

/* Return the part of a line before the byte at `at` of the text. */
static size_t
before(const struct page_line *line, size_t at)
{
	return at <= line->begin ? 0 :
	    at - line->begin < line->len ? at - line->begin : line->len;
}

static void
draw_line(const struct screen_page *page, const struct page_layout *l, size_t i, int row)
{
	const struct page_line *line = &l->lines[i];
	const char *text = page->text + line->begin;
	size_t begin = before(line, page->begin), end = before(line, page->end);
	int column = terminal_draw(row, 0, text, begin, l->columns, STYLE_PLAIN);

	column += terminal_draw(row, column, text + begin, end - begin,
	    l->columns - column, STYLE_MATCH);
	terminal_draw(row, column, text + end, line->len - end, l->columns - column,
	    STYLE_PLAIN);
}

static void
draw(const struct screen_page *page, const struct page_layout *l)
{
	static const char hint[] = "q back  j k PgDn PgUp g G scroll";
	size_t i;

	terminal_begin();
	terminal_draw_field(0, 0, page->title, strlen(page->title), l->columns, STYLE_TITLE);
	for (i = 0; i < page_rows() && l->top + i < l->count; i++)
		draw_line(page, l, l->top + i, (int)i + 1);
	terminal_draw(terminal_rows() - 1, 0, hint, sizeof(hint) - 1, l->columns - 1,
	    STYLE_FAINT);
	terminal_place_cursor(-1, 0);
	terminal_end();
}

/* Scroll up by so many lines. */
static void
scroll_up(struct page_layout *l, size_t lines)
{
	scroll_to(l, l->top > lines ? l->top - lines : 0);
}

/* Do what a key says. Return false if it leaves the page. */
static bool
do_command(struct page_layout *l, enum command command)
{
	switch (command) {
	case COMMAND_DOWN:
		scroll_to(l, l->top + 1);
		return true;
	case COMMAND_UP:
		scroll_up(l, 1);
		return true;
	case COMMAND_PAGE_DOWN:
	case COMMAND_OPEN:
		scroll_to(l, l->top + page_rows());
		return true;
	case COMMAND_PAGE_UP:
		scroll_up(l, page_rows());
		return true;
	case COMMAND_FIRST:
		scroll_to(l, 0);
		return true;
	case COMMAND_LAST:
		scroll_to(l, l->count);
		return true;
	case COMMAND_REDRAW:
		terminal_redraw();
		return true;
	case COMMAND_NONE:
		return true;
	default:
		return false;
	}
}

/* Handle an event. Return false if it leaves the page. */
static bool
handle(struct page_layout *l, const struct screen_page *page, enum terminal_event event,
    const struct terminal_input *input)
{
	switch (event) {
	case EVENT_KEY:
		return do_command(l, keys_command(input->key, input->is_function));
	case EVENT_WHEEL_DOWN:
		scroll_to(l, l->top + 3);
		return true;
	case EVENT_WHEEL_UP:
		scroll_up(l, 3);
		return true;
	case EVENT_RESIZE:
		lay_out(l, page, l->count ? l->lines[l->top].begin : 0, 0);
		return true;
	case EVENT_HANGUP:
		return false;
	default:
		return true;
	}
}

bool
page_show(struct terminal *terminal, const struct screen_page *page)
{
	struct page_layout layout = { 0 };
	struct terminal_input input;
	enum terminal_event event;

	lay_out(&layout, page, page->begin, page_rows() / 2);
	do {
		draw(page, &layout);
		event = terminal_wait(terminal, -1, &input);
	} while (handle(&layout, page, event, &input));
	free(layout.lines);
	return event != EVENT_HANGUP;
}
