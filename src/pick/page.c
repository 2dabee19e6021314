/* page.c - a text over the whole screen, to be scrolled */
#include "pick/page.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/keys.h"
#include "pick/shown_text.h"

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
