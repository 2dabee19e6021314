/* screen.c - the terminal by ncurses: draws the list and the pages, and reads the keys */
#define NCURSES_WIDECHAR 1 /* the only file that includes curses.h */
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/pick.h"
#include "util/utf8.h"

enum { ESCAPE_MILLISECONDS = 50 };
enum { COLOR_OF_WARNING = 1, COLOR_OF_FAINT };

/* There is one screen, as ncurses has it. */
static SCREEN *screen;
static int screen_fd;

static bool
can_draw(void)
{
	return tigetstr("cup") != NULL && tigetstr("cup") != (char *)-1 &&
	    tigetstr("clear") != NULL && tigetstr("clear") != (char *)-1;
}

bool
screen_begin(FILE *tty, bool wants_mouse)
{
	const char *no_color = getenv("NO_COLOR");

	screen_fd = fileno(tty);
	screen = newterm(NULL, tty, tty);
	if (screen == NULL || !can_draw()) {
		screen_end();
		return false;
	}
	set_escdelay(ESCAPE_MILLISECONDS);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	if (has_colors() && (no_color == NULL || *no_color == '\0')) {
		start_color();
		use_default_colors();
		init_pair(COLOR_OF_WARNING, COLOR_RED, -1);
		init_pair(COLOR_OF_FAINT, COLOR_CYAN, -1);
	}
	if (wants_mouse) {
		mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
		mouseinterval(0); /* ncurses would wait for a second click */
	}
	return true;
}

void
screen_end(void)
{
	if (screen) {
		endwin();
		delscreen(screen);
	}
	screen = NULL;
}

void
screen_suspend(void)
{
	if (screen == NULL)
		return;
	def_prog_mode();
	endwin();
}

static void
redraw(void)
{
	clearok(stdscr, TRUE);
	refresh();
}

void
screen_resume(void)
{
	if (screen == NULL)
		return;
	reset_prog_mode();
	redraw();
}

/* ---- drawing --- */

enum style { STYLE_PLAIN, STYLE_TITLE, STYLE_WARNING, STYLE_STRONG, STYLE_FAINT,
	STYLE_SELECTED, STYLE_MATCH };

static const attr_t attributes[] = { [STYLE_PLAIN] = A_NORMAL, [STYLE_TITLE] = A_REVERSE,
	[STYLE_WARNING] = A_BOLD | COLOR_PAIR(COLOR_OF_WARNING), [STYLE_STRONG] = A_BOLD,
	[STYLE_FAINT] = COLOR_PAIR(COLOR_OF_FAINT), [STYLE_SELECTED] = A_REVERSE,
	[STYLE_MATCH] = A_REVERSE | A_BOLD };

/* Draw shown text that fits into so many columns; return how many it took. */
static int
draw_text(int row, int column, const char *shown, size_t len, int columns,
    enum style style)
{
	size_t fits = columns > 0 ? shown_fit(shown, len, (size_t)columns) : 0, at = 0, n;
	wchar_t *wide = x_calloc(fits + 1, sizeof(*wide));
	int count = 0;

	for (; at < fits; at += n) {
		uint32_t code;

		n = utf8_decode(shown + at, fits - at, &code);
		if (n == 0)
			break;
		wide[count++] = (wchar_t)code;
	}
	attrset((int)attributes[style]);
	mvaddnwstr(row, column, wide, count);
	attrset(A_NORMAL);
	free(wide);
	return (int)shown_columns(shown, at);
}

/* Draw it and fill the columns after it with blanks. */
static void
draw_field(int row, int column, const char *shown, size_t len, int columns,
    enum style style)
{
	int used = draw_text(row, column, shown, len, columns, style);

	if (columns > used) {
		attrset((int)attributes[style]);
		mvhline(row, column + used, ' ', columns - used);
		attrset(A_NORMAL);
	}
}

/* Change the style of drawn text. */
static void
restyle(int row, int column, int columns, enum style style)
{
	attr_t set = attributes[style];

	if (columns > 0)
		mvchgat(row, column, columns, set & ~(attr_t)A_COLOR,
		    (short)PAIR_NUMBER(set), NULL);
}

/* Show the cursor there; or (row -1) hide it. */
static void
place_cursor(int row, int column)
{
	curs_set(row >= 0);
	if (row >= 0)
		move(row, column);
}

/* ---- keys --- */

/* Return the character that stands for a function key, or 0. */
static wint_t
character_of(wint_t function_key)
{
	static const struct {
		wint_t function_key;
		wint_t character;
	} rows[] = { { KEY_DOWN, 'j' }, { KEY_UP, 'k' }, { KEY_NPAGE, CONTROL_F },
		{ KEY_PPAGE, CONTROL_B }, { KEY_HOME, 'g' }, { KEY_END, 'G' }, { KEY_ENTER, '\r' },
		{ KEY_F(1), '?' } };
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (rows[i].function_key == function_key)
			return rows[i].character;
	return 0;
}

static const struct key_row *
find_key(wint_t character)
{
	const struct key_row *row;

	for (row = key_rows; row->names; row++)
		if (character && wcschr(row->characters, (wchar_t)character) != NULL)
			return row;
	return NULL;
}

/* ---- input --- */

static enum screen_event
read_mouse(struct screen_input *input)
{
	MEVENT mouse;

	if (getmouse(&mouse) != OK)
		return EVENT_NONE;
	input->y = mouse.y;
	if (mouse.bstate & BUTTON4_PRESSED)
		return EVENT_WHEEL_UP;
	if (mouse.bstate & BUTTON5_PRESSED)
		return EVENT_WHEEL_DOWN;
	return EVENT_CLICK;
}

/* Return the event that ncurses has read, if there is one. */
static enum screen_event
read_event(struct screen_input *input)
{
	wint_t key;
	int status = get_wch(&key);
	bool is_function = status == KEY_CODE_YES;

	if (status == ERR)
		return EVENT_NONE;
	if (is_function && key == KEY_RESIZE)
		return EVENT_RESIZE;
	if (is_function && key == KEY_MOUSE)
		return read_mouse(input);
	input->row = find_key(is_function ? character_of(key) : key);
	input->is_backspace = is_function ? key == KEY_BACKSPACE : key == 8 || key == 127;
	input->key = is_function ? 0 : key;
	return EVENT_KEY;
}

enum screen_event
screen_wait(int milliseconds, struct screen_input *input)
{
	struct pollfd pollfd = { .fd = screen_fd, .events = POLLIN };
	enum screen_event event = read_event(input);

	if (event == EVENT_NONE) {
		if (poll(&pollfd, 1, milliseconds) < 0 && errno != EINTR)
			return EVENT_HANGUP;
		event = read_event(input);
	}
	if (event == EVENT_NONE && pollfd.revents & (POLLHUP | POLLERR | POLLNVAL))
		return EVENT_HANGUP;
	if (event == EVENT_KEY && input->row && input->row->run == NULL)
		redraw();
	return event;
}

/* ---- the list --- */

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
	return LINES >= SMALL_SCREEN_ROWS;
}

static int
detail_rows(void)
{
	int rows = LINES / 3;

	return rows > MAX_DETAIL_ROWS ? MAX_DETAIL_ROWS : rows;
}

int
list_item_rows(void)
{
	int rows = LINES - FIRST_ROW - detail_rows() - has_divider() - 1;

	return rows > 1 ? rows : 1;
}

size_t
list_index(struct pick *p, const struct url_row *row)
{
	size_t count, i, first = 0;
	const struct url_item *items = url_list_items(&p->list, &count);

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
list_row_at(struct pick *p, int screen_row)
{
	size_t count, i;
	const struct url_item *items = url_list_items(&p->list, &count);

	if (screen_row < FIRST_ROW || screen_row >= FIRST_ROW + list_item_rows())
		return NULL;
	i = p->top + (size_t)(screen_row - FIRST_ROW);
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
		draw_text(y, x, cut.at, cut.len, columns,
		    row->label ? STYLE_STRONG : STYLE_FAINT);
	strbuf_free(&label);
	strbuf_free(&cut);
}

/* Append the host of the other one of a wrapper and its target, in at most so many
 * columns. */
static void
append_other(struct strbuf *out, const struct url_row *row, size_t columns)
{
	const char *other = url_row_other(row);

	if (columns < 8)
		return;
	strbuf_append_string(out, " ");
	strbuf_append_string(out, row->opens_target ? "<" : shown_arrow());
	strbuf_append_string(out, " ");
	shown_append_url(out, other, strlen(other), columns - 3, true);
}

/* Draw the URL that opens, its host strong, and the other one beside it. */
static void
draw_url(const struct url_row *row, int y, int x, int columns)
{
	struct strbuf text = { .memory = &xmalloc_memory };
	const char *url = url_row_chosen(row);
	size_t len = row->opens_target ? strlen(url) : row->len;
	size_t other = row->target ? (size_t)columns * 2 / 5 : 0;
	struct shown_host host = shown_append_url(&text, url, len, (size_t)columns - other,
	    false);
	int before, strong;

	if (other)
		append_other(&text, row, other);
	draw_text(y, x, text.at, text.len, columns,
	    row->group == GROUP_LINKS ? STYLE_PLAIN : STYLE_FAINT);
	before = (int)shown_columns(text.at, host.begin);
	strong = (int)shown_columns(text.at + host.begin, host.len);
	restyle(y, x + before, strong, row->text_differs ? STYLE_WARNING :
	    STYLE_STRONG);
	strbuf_free(&text);
}

/* Draw a row: its number, its marks, the label, the URL. */
static void
draw_row(const struct url_item *item, int y, const struct list_columns *c, bool is_chosen)
{
	const struct url_row *row = item->row;
	char text[32];
	int x, width = COLS;

	x = snprintf(text, sizeof(text), "%*zu %c%c ", c->number, item->number,
	    row->is_marked ? '+' : ' ', row->refusal ? 'x' : url_row_is_odd(row) ? '!' : ' ');
	draw_text(y, 0, text, (size_t)x, width,
	    row->refusal || url_row_is_odd(row) ? STYLE_WARNING : STYLE_PLAIN);
	if (c->label) {
		draw_label(row, y, x, c->label);
		x += c->label + 1;
	}
	if (width > x)
		draw_url(row, y, x, width - x);
	if (is_chosen)
		restyle(y, 0, width, STYLE_SELECTED);
}

static void
draw_heading(const struct url_item *item, int y)
{
	char text[64];
	int len = snprintf(text, sizeof(text), "-- %s (%zu)", url_row_group_name(item->group),
	    item->number);

	draw_text(y, 0, text, (size_t)len, COLS, STYLE_FAINT);
}

/* ---- the list --- */

static struct list_columns
divide_columns(struct pick *p, const struct url_item *items, size_t count)
{
	struct list_columns c = { .number = 1, .label = 0 };
	size_t n = p->list.listed, i;
	int width = COLS, share = width * 2 / 5;

	for (; n >= 10; n /= 10)
		c.number++;
	for (i = 0; i < count; i++)
		if (items[i].row && (items[i].row->label || items[i].row->how))
			c.label = width < NARROW_COLUMNS ? width / 3 : share > 40 ? 40 : share;
	return c;
}

static void
scroll_to_chosen(struct pick *p, size_t index, size_t count)
{
	size_t rows = (size_t)list_item_rows();

	if (index < p->top)
		p->top = index;
	if (index >= p->top + rows)
		p->top = index - rows + 1;
	if (count < p->top + rows)
		p->top = count > rows ? count - rows : 0;
	if (p->top == 1 && index < rows) /* a heading before the first row */
		p->top = 0;
}

static void
draw_items(struct pick *p)
{
	size_t count, i, rows = (size_t)list_item_rows();
	const struct url_item *items = url_list_items(&p->list, &count);
	struct list_columns columns;

	scroll_to_chosen(p, list_index(p, p->chosen), count);
	columns = divide_columns(p, items + p->top,
	    count - p->top < rows ? count - p->top : rows);
	for (i = 0; i < rows && p->top + i < count; i++) {
		const struct url_item *item = &items[p->top + i];

		if (item->row)
			draw_row(item, FIRST_ROW + (int)i, &columns,
			    item->row == p->chosen);
		else
			draw_heading(item, FIRST_ROW + (int)i);
	}
}

/* ---- around the list --- */

static void
draw_title(struct pick *p)
{
	struct strbuf title = { .memory = &xmalloc_memory };
	size_t listed = p->list.listed, all = p->list.count;
	size_t marked = url_list_marked(&p->list);
	char text[96];
	int width = COLS, len;

	len = listed == all ? snprintf(text, sizeof(text), " %zu URL%s", all,
	    all == 1 ? "" : "s") : snprintf(text, sizeof(text), " %zu of %zu URLs", listed, all);
	if (marked)
		len += snprintf(text + len, sizeof(text) - (size_t)len, ", %zu marked", marked);
	if (p->is_reading)
		len += snprintf(text + len, sizeof(text) - (size_t)len, ", reading");
	shown_append_cut(&title, p->title, strlen(p->title),
	    width > len ? (size_t)(width - len) : 0);
	draw_field(0, 0, title.len ? title.at : "", title.len, width, STYLE_TITLE);
	draw_text(0, width > len ? width - len : 0, text, (size_t)len, width, STYLE_TITLE);
	strbuf_free(&title);
}

/* Draw the lines of details that there is room for, each wrapped. */
static void
draw_details(struct pick *p)
{
	struct row_details details;
	int y = FIRST_ROW + list_item_rows(), last = LINES - 1;
	int width = COLS;
	unsigned i;

	if (has_divider())
		draw_field(y++, 0, "", 0, width, STYLE_TITLE);
	if (p->chosen == NULL)
		return;
	row_details_write(&details, p->chosen);
	for (i = 0; i < details.count; i++) {
		const struct detail *line = &details.lines[i];
		const char *at = details.text.at + line->begin;
		size_t left = line->len, n;

		for (; left > 0 && y < last; at += n, left -= n) {
			n = shown_wrap(at, left, (size_t)width);
			draw_text(y++, 0, at, n, width,
			    line->is_warning ? STYLE_WARNING :
			    line->is_url ? STYLE_STRONG : STYLE_PLAIN);
		}
	}
	strbuf_free(&details.text);
}

static void
draw_bottom(struct pick *p)
{
	static const char hint[] =
	    "Enter open  t mark  y copy  / search  l limit  c context  ? help  q quit";
	static const char short_hint[] = "Enter open  ? help  q quit";
	struct strbuf line = { .memory = &xmalloc_memory };
	int y = LINES - 1, width = COLS - 1;
	const char *fitting = (int)strlen(hint) <= width ? hint : short_hint;
	const char *text = p->prompt ? p->prompt : p->status ? p->status : fitting;
	int x;

	shown_append(&line, text, strlen(text));
	if (p->prompt && p->typed)
		shown_append(&line, p->typed, strlen(p->typed));
	x = draw_text(y, 0, line.at, line.len, width,
	    p->prompt || p->status ? STYLE_STRONG : STYLE_FAINT);
	place_cursor(p->prompt ? y : -1, x);
	strbuf_free(&line);
}

void
list_draw(struct pick *p)
{
	erase();
	draw_title(p);
	draw_items(p);
	draw_details(p);
	draw_bottom(p);
	refresh();
}

/* ---- a text over the whole screen, to be scrolled --- */

struct page {
	const char *title, *text; /* shown text with line feeds */
	size_t len;
	size_t begin, end; /* of the highlighted part */
	size_t *lines;     /* where each line of the screen begins in the text; */
	size_t count, room;
	size_t top;        /* the first that is shown */
};

static size_t
page_rows(void)
{
	return LINES > 2 ? (size_t)LINES - 2 : 1;
}

/* Scroll down by so many lines, or up. */
static bool
scroll_page(struct page *p, long lines)
{
	size_t last = p->count > page_rows() ? p->count - page_rows() : 0;

	if (lines < 0)
		p->top = p->top > (size_t)-lines ? p->top - (size_t)-lines : 0;
	else
		p->top += (size_t)lines;
	p->top = p->top < last ? p->top : last;
	return true;
}

/* Wrap the text for the size of the screen, and scroll to its byte `first`, so many lines
 * below the top. */
static void
lay_out(struct page *p, size_t first, size_t lines_above)
{
	size_t columns = COLS > 1 ? (size_t)COLS : 1, at = 0;

	p->count = p->top = 0;
	while (at < p->len) {
		const char *feed = memchr(p->text + at, '\n', p->len - at);
		size_t end = feed ? (size_t)(feed - p->text) : p->len;

		if (p->count == p->room) {
			p->room = p->room ? 2 * p->room : 64;
			p->lines = x_realloc(p->lines, p->room * sizeof(*p->lines));
		}
		p->lines[p->count++] = at;
		at += shown_wrap(p->text + at, end - at, columns);
		at += at == end || p->text[at] == ' ';
	}
	while (p->top + 1 < p->count && p->lines[p->top + 1] <= first)
		p->top++;
	scroll_page(p, -(long)lines_above);
}

/* Draw a line of the page: bytes from begin to end. */
static void
draw_line(const struct page *p, size_t begin, size_t end, int row)
{
	const size_t ends[] = { p->begin, p->end, end };
	const enum style styles[] = { STYLE_PLAIN, STYLE_MATCH, STYLE_PLAIN };
	int column = 0, i;

	for (i = 0; i < 3; i++) {
		size_t to = ends[i] < end ? ends[i] : end;

		if (to > begin) {
			column += draw_text(row, column, p->text + begin, to - begin, COLS - column,
			    styles[i]);
			begin = to;
		}
	}
}

static void
draw_page(const struct page *p)
{
	static const char hint[] = "q back  j k PgDn PgUp g G scroll";
	size_t i;

	erase();
	draw_field(0, 0, p->title, strlen(p->title), COLS, STYLE_TITLE);
	for (i = p->top; i < p->count && i < p->top + page_rows(); i++) {
		size_t end = i + 1 < p->count ? p->lines[i + 1] : p->len;

		while (end > p->lines[i] && (p->text[end - 1] == '\n' || p->text[end - 1] == ' '))
			end--;
		draw_line(p, p->lines[i], end, (int)(i - p->top) + 1);
	}
	draw_text(LINES - 1, 0, hint, sizeof(hint) - 1, COLS - 1, STYLE_FAINT);
	place_cursor(-1, 0);
	refresh();
}

/* Scroll by a key. Return false if it leaves the page. */
static bool
press_key_in_page(struct page *p, const struct key_row *row)
{
	const long lines[] = { [MOVE_DOWN] = 1, [MOVE_UP] = -1,
		[MOVE_PAGE_DOWN] = (long)page_rows(), [MOVE_PAGE_UP] = -(long)page_rows(),
		[MOVE_FIRST] = -(long)p->count, [MOVE_LAST] = (long)p->count };

	if (row && row->in_page)
		return scroll_page(p, lines[row->in_page]);
	return row == NULL || row->run == NULL;
}

/* Handle an event. Return false if it leaves the page. */
static bool
handle_in_page(struct page *p, enum screen_event event, const struct screen_input *input)
{
	switch (event) {
	case EVENT_KEY:
		return press_key_in_page(p, input->row);
	case EVENT_WHEEL_DOWN:
		return scroll_page(p, 3);
	case EVENT_WHEEL_UP:
		return scroll_page(p, -3);
	case EVENT_RESIZE:
		lay_out(p, p->count ? p->lines[p->top] : 0, 0);
		return true;
	default:
		return event != EVENT_HANGUP;
	}
}

bool
page_show(const char *title, const struct strbuf *text, size_t begin, size_t end)
{
	struct page page = { .title = title, .text = text->at, .len = text->len, .begin = begin,
		.end = end };
	struct screen_input input;
	enum screen_event event;

	lay_out(&page, begin, page_rows() / 2);
	do {
		draw_page(&page);
		event = screen_wait(-1, &input);
	} while (handle_in_page(&page, event, &input));
	free(page.lines);
	return event != EVENT_HANGUP;
}
