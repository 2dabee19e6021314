/* screen.c - draws the list and the pages with ncurses, and reads keys and mouse */
#define NCURSES_WIDECHAR 1 /* the only file that includes curses.h */
#include <curses.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/shared.h"
#include "pick/pick.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum { ESCAPE_MILLISECONDS = 50 };
enum { COLOR_OF_WARNING = 1 };

/* A global, as the screen of ncurses is. */
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
	if (has_colors() && environment_value("NO_COLOR") == NULL) {
		start_color();
		use_default_colors();
		init_pair(COLOR_OF_WARNING, COLOR_RED, -1);
	}
	if (wants_mouse) {
		mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
		mouseinterval(0); /* do not wait for a second click */
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
	if (screen)
		endwin();
}

void
screen_resume(void)
{
	if (screen == NULL)
		return;
	clearok(stdscr, TRUE);
	refresh();
}

/* ---- drawing --- */

static const attr_t attributes[] = { [STYLE_PLAIN] = A_NORMAL, [STYLE_TITLE] = A_REVERSE,
	[STYLE_WARNING] = A_BOLD | COLOR_PAIR(COLOR_OF_WARNING), [STYLE_STRONG] = A_BOLD,
	[STYLE_FAINT] = A_DIM, [STYLE_SELECTED] = A_REVERSE, [STYLE_MATCH] = A_REVERSE | A_BOLD };

/* Draw shown text in one style. */
static void
draw_text(const char *shown, size_t len, enum style style)
{
	wchar_t *wide = x_calloc(len + 1, sizeof(*wide));
	size_t at = 0, n;
	int count = 0;

	for (; at < len; at += n) {
		uint32_t code;

		n = utf8_decode(shown + at, len - at, &code);
		if (n == 0)
			break;
		wide[count++] = (wchar_t)code;
	}
	attrset((int)attributes[style]);
	addnwstr(wide, count);
	free(wide);
}

/* Draw the bytes [begin, end) of a text, as far as they fit, in the first row of an area, and fill
 * the rest of its columns with blanks of a style. Return how many columns the text takes. */
static int
draw_styled(struct area place, const struct styled *s, size_t begin, size_t end,
    enum style fill)
{
	size_t columns = place.columns > 0 ? (size_t)place.columns : 0, at, next;
	int used;

	if (begin < end)
		end = begin + escape_fit(s->text.at + begin, end - begin, columns);
	used = begin < end ? (int)escape_write(NULL, s->text.at + begin, end - begin) : 0;
	move(place.y, place.x);
	for (at = begin; at < end; at = next) {
		char style = s->styles.at[at];

		for (next = at + 1; next < end && s->styles.at[next] == style; next++)
			;
		draw_text(s->text.at + at, next - at, (enum style)style);
	}
	attrset((int)attributes[fill]);
	if (place.columns > used)
		mvhline(place.y, place.x + used, ' ', place.columns - used);
	attrset(A_NORMAL);
	return used;
}

/* Draw a text of one line, and free it. Return how many columns it takes. */
static int
draw_line(struct area place, struct styled *s, enum style fill)
{
	int used = draw_styled(place, s, 0, s->text.len, fill);

	styled_free(s);
	return used;
}

/* Fill an area with the background of titles. */
static void
draw_divider(struct area area)
{
	for (; area.rows > 0; area.rows--, area.y++)
		draw_styled(area, NULL, 0, 0, STYLE_TITLE);
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
		{ KEY_F(1), '?' }, { KEY_SF, 'J' }, { KEY_SR, 'K' } };
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
	input->x = mouse.x;
	if (mouse.bstate & BUTTON4_PRESSED)
		return EVENT_WHEEL_UP;
	if (mouse.bstate & BUTTON5_PRESSED)
		return EVENT_WHEEL_DOWN;
	return EVENT_CLICK;
}

/* Return the next event read by ncurses, or EVENT_NONE. */
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
		screen_resume();
	return event;
}

/* ---- the layout --- */

enum {
	FIRST_ROW = 1,          /* below the title */
	SMALL_BODY_ROWS = 14,   /* below this, no line between list and details */
	MAX_DETAIL_ROWS = 8,
	NARROW_COLUMNS = 60,
	MIN_LABEL_COLUMNS = 40, /* in a narrower list, URLs need the place of the labels */
	WIDE_COLUMNS = 130,     /* from here on, the page is beside the list, not below it */
	PAGE_COLUMNS = 80       /* of such a page: the width of mail, or half of the screen */
};

/* Cut rows from the bottom of an area. The topmost become the divider; return the others. */
static struct area
cut_rows(struct area *from, int rows, struct area *divider, int divider_rows)
{
	struct area cut = *from;

	from->rows -= rows;
	cut.y += from->rows + divider_rows;
	cut.rows = rows - divider_rows;
	*divider = (struct area){ cut.y - divider_rows, cut.x, divider_rows, cut.columns };
	return cut;
}

/* Cut a divider and that many columns from the right of an area, and return the columns. */
static struct area
cut_columns(struct area *from, int columns, struct area *divider)
{
	struct area cut = *from;

	from->columns -= columns + 1;
	cut.x = from->columns + 1;
	cut.columns = columns;
	*divider = (struct area){ cut.y, from->columns, cut.rows, 1 };
	return cut;
}

struct screen_layout
screen_layout(const struct pick *p)
{
	struct area body = { FIRST_ROW, 0, LINES > 3 ? LINES - 2 : 1, COLS > 1 ? COLS : 1 };
	struct screen_layout l = { .page = { .rows = 0 } };
	bool is_small;
	int rows;

	if (page_is_full(p)) {
		l.page = body;
		return l;
	}
	if (p->page && COLS >= WIDE_COLUMNS)
		l.page = cut_columns(&body, COLS / 2 > PAGE_COLUMNS ? COLS / 2 : PAGE_COLUMNS,
		    &l.page_divider);
	else if (p->page)
		l.page = cut_rows(&body, body.rows / 2 + 1, &l.page_divider, 1);
	is_small = body.rows < SMALL_BODY_ROWS;
	rows = (body.rows + 2) / 3;
	rows = rows > MAX_DETAIL_ROWS ? MAX_DETAIL_ROWS : rows;
	if (body.rows > rows)
		l.details = cut_rows(&body, rows + !is_small, &l.divider, !is_small);
	l.list = body;
	return l;
}

/* ---- one row of the list --- */

/* The widths of the columns of the list. */
struct list_columns {
	int number; /* digits of the greatest number */
	int label;  /* 0: no row has a label */
};

/* Append the label in that many columns: the text of the link, or how this reading differs. */
static void
append_label(struct styled *out, const struct url_row *row, size_t columns)
{
	struct strbuf label = { .memory = &xmalloc_memory };

	if (row->label)
		strbuf_append_string(&label, row->label);
	else if (row->reading)
		strbuf_printf(&label, "(%s)", row->reading);
	columns -= escape_write_cut(&out->text, label.at, label.len, columns);
	strbuf_printf(&out->text, "%*s", (int)columns + 1, "");
	styled_end(out, row->label ? STYLE_STRONG : STYLE_FAINT);
	strbuf_free(&label);
}

/* Append the URL to open, with its host emphasized, and after it the host of its target or wrapper,
 * if it has one. */
static void
append_url(struct styled *out, const struct url_row *row, size_t columns)
{
	const char *url = row->opens.readable, *other = row->other.exact;
	const char *arrow = wcwidth(0x2192) == 1 ? "\u2192" : ">"; /* ">": the locale lacks it */
	size_t len = url == row->url ? row->len : strlen(url);
	size_t other_columns = other && columns >= 20 ? columns * 2 / 5 : 0, begin = out->text.len;
	struct shown_host host = shown_append_url(&out->text, url, len, columns - other_columns,
	    false);

	if (other_columns) {
		strbuf_printf(&out->text, " %s ", other == row->url ? "<" : arrow);
		shown_append_url(&out->text, other, strlen(other), other_columns - 3, true);
	}
	styled_end(out, row->group == GROUP_LINKS ? STYLE_PLAIN : STYLE_FAINT);
	if (host.begin >= begin)
		memset(out->styles.at + host.begin,
		    url_row_text_differs(row) || row->leads_to ? STYLE_WARNING : STYLE_STRONG, host.len);
}

/* Append a row: its number, signs, label and URL. */
static void
append_row(struct styled *out, const struct url_item *item, const struct list_columns *c,
    int columns)
{
	const struct url_row *row = item->row;
	char sign = url_row_sign(row);

	columns -= (int)strbuf_printf(&out->text, "%*zu %c%c ", c->number, item->number,
	    row->is_marked ? '+' : ' ', sign);
	styled_end(out, sign == ' ' ? STYLE_PLAIN : sign == 'i' ? STYLE_FAINT : STYLE_WARNING);
	if (c->label)
		append_label(out, row, (size_t)c->label);
	columns -= c->label ? c->label + 1 : 0;
	if (columns > 0)
		append_url(out, row, (size_t)columns);
}

/* ---- the list --- */

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
list_row_at(struct pick *p, int y, int x)
{
	struct area list = screen_layout(p).list;
	size_t count, i;
	const struct url_item *items = url_list_items(&p->list, &count);

	if (y < list.y || y >= list.y + list.rows || x >= list.x + list.columns)
		return NULL;
	i = p->top + (size_t)(y - list.y);
	return i < count ? items[i].row : NULL;
}

static struct list_columns
divide_columns(struct pick *p, const struct url_item *items, size_t count, int width)
{
	struct list_columns c = { .number = snprintf(NULL, 0, "%zu", p->list.listed) };
	int share = width * 2 / 5;
	size_t i;

	for (i = 0; i < count && width >= MIN_LABEL_COLUMNS; i++)
		if (items[i].row && (items[i].row->label || items[i].row->reading))
			c.label = width < NARROW_COLUMNS ? width / 3 : share > 40 ? 40 : share;
	return c;
}

static void
scroll_to_chosen(struct pick *p, size_t index, size_t count, size_t rows)
{
	if (index < p->top)
		p->top = index;
	if (index >= p->top + rows)
		p->top = index - rows + 1;
	if (count < p->top + rows)
		p->top = count > rows ? count - rows : 0;
	if (p->top == 1 && index < rows) /* show the heading before the first row */
		p->top = 0;
}

static void
draw_list(struct pick *p, struct area list)
{
	size_t count, i, rows = (size_t)list.rows;
	const struct url_item *items = url_list_items(&p->list, &count);
	struct list_columns columns;

	if (list.rows == 0)
		return;
	scroll_to_chosen(p, list_index(p, p->chosen), count, rows);
	columns = divide_columns(p, items + p->top,
	    count - p->top < rows ? count - p->top : rows, list.columns);
	for (i = p->top; i < count && i < p->top + rows; i++, list.y++) {
		const struct url_item *item = &items[i];
		bool is_chosen = item->row && item->row == p->chosen;
		struct styled line = styled_new();

		if (item->row) {
			append_row(&line, item, &columns, list.columns);
		} else {
			strbuf_printf(&line.text, "-- %s (%zu)", group_names[item->group],
			    item->number);
			styled_end(&line, STYLE_FAINT);
		}
		if (is_chosen)
			memset(line.styles.at, STYLE_SELECTED, line.styles.len);
		draw_line(list, &line, is_chosen ? STYLE_SELECTED : STYLE_PLAIN);
	}
}

/* ---- texts of many lines --- */

/* Return the offsets at which the lines of the wrapped text begin, followed by the length of the
 * text: an array of *count elements, which the caller frees. */
static size_t *
wrap(const struct strbuf *text, size_t columns, size_t *count)
{
	size_t *begins = NULL, room = 0, at = 0;
	size_t end = 0; /* of the line to be wrapped, with its line feed */

	for (*count = 0; at < text->len; ++*count) {
		const char *line = text->at + at;
		size_t n;

		if (at >= end)
			end = at + ascii_line(line, text->len - at);
		n = shown_wrap(line, end - at - (text->at[end - 1] == '\n'), columns);
		begins = x_grow(begins, *count, &room, sizeof(*begins));
		begins[*count] = at;
		at += n + (at + n < text->len && ascii_is_one_of(line[n], " \n"));
	}
	begins = x_grow(begins, *count, &room, sizeof(*begins));
	begins[(*count)++] = text->len;
	return begins;
}

/* Return the first line of a text to show in an area: scrolled by *scroll from a position where the
 * focus is visible. Limit *scroll to the text. */
static size_t
first_line(const size_t *begins, size_t count, struct area area, size_t focus, long *scroll)
{
	long rows = area.rows, last = (long)count - 1 - rows, line = 0, first;

	while ((size_t)line + 1 < count && begins[line + 1] <= focus)
		line++;
	line -= line < rows ? line : rows / 3;
	first = line + *scroll;
	first = first > last ? last : first;
	first = first < 0 ? 0 : first;
	*scroll = first - line;
	return (size_t)first;
}

/* Draw as much of a text as fits into an area, scrolled by *scroll lines, and free it. */
static void
draw_lines(struct area area, struct styled *s, long *scroll)
{
	size_t count, *begins = wrap(&s->text, (size_t)area.columns, &count);
	size_t i = first_line(begins, count, area, s->focus, scroll);
	int y = area.y;

	for (; i + 1 < count && y < area.y + area.rows; i++, y++) {
		size_t begin = begins[i], end = begins[i + 1];

		while (end > begin && (s->text.at[end - 1] == '\n' || s->text.at[end - 1] == ' '))
			end--;
		draw_styled((struct area){ y, area.x, 1, area.columns }, s, begin, end, STYLE_PLAIN);
	}
	free(begins);
	styled_free(s);
}

/* Draw the details of the chosen row, and the page. */
static void
draw_texts(struct pick *p, const struct screen_layout *l)
{
	struct styled text = styled_new();
	long none = 0;

	if (p->scrolled_row != p->chosen || p->scrolled_page != p->page)
		p->scroll = 0;
	p->scrolled_row = p->chosen;
	p->scrolled_page = p->page;
	if (l->details.rows && p->chosen) {
		details_write(&text, p->chosen, DETAILS_URL |
		    (p->page || p->list.messages < 2 ? 0 : DETAILS_MESSAGE));
		draw_lines(l->details, &text, p->page ? &none : &p->scroll);
		text = styled_new();
	}
	if (p->page && (p->chosen || p->page->is_full)) {
		p->page->write(&text, p);
		draw_lines(l->page, &text, &p->scroll);
	}
}

/* ---- around the list --- */

/* Return the title of a page shown in place of the list, or the subject of the only message, or
 * the title of the list. */
static const char *
title_of(const struct pick *p)
{
	const char *subject = p->list.first->message->subject;

	return page_is_full(p) ? p->page->title :
	    p->list.messages == 1 && subject ? subject : p->title;
}

static void
draw_title(struct pick *p)
{
	struct styled title = styled_new(), counts = styled_new();
	const char *text = title_of(p);
	size_t listed = p->list.listed, all = p->list.count, marked = url_list_marked(&p->list);
	uintmax_t errors = messages_about_files();
	int width;

	strbuf_printf(&counts.text, listed == all ? " " : " %zu of ", listed);
	strbuf_printf(&counts.text, "%zu URL%s", all, all == 1 ? "" : "s");
	if (marked)
		strbuf_printf(&counts.text, ", %zu marked", marked);
	if (errors)
		strbuf_printf(&counts.text, ", %ju could not be read", errors);
	if (p->is_reading)
		strbuf_append_string(&counts.text, ", reading");
	styled_end(&counts, STYLE_TITLE);
	width = COLS > (int)counts.text.len ? COLS - (int)counts.text.len : 0;
	escape_write_cut(&title.text, text, strlen(text), (size_t)width);
	styled_end(&title, STYLE_TITLE);
	draw_line((struct area){ 0, 0, 1, COLS }, &title, STYLE_TITLE);
	draw_line((struct area){ 0, width, 1, COLS - width }, &counts, STYLE_TITLE);
}

/* Return a list of the most important keys for the current state and width. */
static const char *
hint(const struct pick *p)
{
	static const char *const hints[][2] = {
		{ "Enter open  t mark  y copy  / search  l limit  c message  ? help  q quit",
		    "Enter open  ? help  q quit" },
		{ "Enter open  t mark  y copy  / search  J K scroll the message  q back",
		    "Enter open  J K scroll  q back" },
		{ "j k PgDn PgUp g G scroll  q back", "j k scroll  q back" },
	};
	const char *const *row = hints[p->page == NULL ? 0 : p->page->is_full ? 2 : 1];

	return row[(int)strlen(row[0]) >= COLS];
}

/* Append the question whether to open the chosen row. The end of its host is always visible. */
static void
append_question(struct styled *out, const struct url_row *row, int columns)
{
	static const char begin[] = "Open ", end[] = " all the same? [y/N] ";
	int left = columns - (int)(sizeof(begin) + sizeof(end) - 1);
	const char *url = row->opens.exact;

	strbuf_append_string(&out->text, begin);
	shown_append_url(&out->text, url, strlen(url), left > 0 ? (size_t)left : 0, false);
	strbuf_append_string(&out->text, end);
	styled_end(out, STYLE_STRONG);
}

static void
draw_bottom(struct pick *p)
{
	struct area place = { LINES - 1, 0, 1, COLS - 1 };
	struct styled line = styled_new();
	int used;

	if (p->asks)
		append_question(&line, p->chosen, place.columns);
	else if (p->prompt == NULL)
		styled_append(&line, p->status ? STYLE_STRONG : STYLE_FAINT, p->status ? p->status :
		    hint(p));
	else {
		styled_append(&line, STYLE_STRONG, p->prompt);
		styled_append(&line, STYLE_STRONG, p->typed);
	}
	used = draw_line(place, &line, STYLE_PLAIN);
	curs_set(p->asks || p->prompt);
	move(place.y, used);
}

void
screen_draw(struct pick *p)
{
	struct screen_layout l;
	size_t count;

	url_list_items(&p->list, &count); /* also of what was read since: the title counts it */
	l = screen_layout(p);
	erase();
	draw_title(p);
	draw_list(p, l.list);
	draw_divider(l.divider);
	draw_divider(l.page_divider);
	draw_texts(p, &l);
	draw_bottom(p);
	refresh();
}
