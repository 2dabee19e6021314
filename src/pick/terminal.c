/* terminal.c - the terminal that urlpick draws on, by ncurses, and its keys */
#include "pick/terminal.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"
#include "pick/curses.h"
#include "pick/details.h"
#include "util/utf8.h"

enum { ESCAPE_MILLISECONDS = 50 };
enum { COLOR_OF_WARNING = 1, COLOR_OF_STRONG, COLOR_OF_FAINT };

struct terminal {
	SCREEN *screen;
	int fd;
};

static bool
can_draw(void)
{
	return tigetstr("cup") != NULL && tigetstr("cup") != (char *)-1 &&
	    tigetstr("clear") != NULL && tigetstr("clear") != (char *)-1;
}

static void
begin_colors(void)
{
	const char *no_color = getenv("NO_COLOR");

	if (!has_colors() || (no_color && *no_color))
		return;
	start_color();
	use_default_colors();
	init_pair(COLOR_OF_WARNING, COLOR_RED, -1);
	init_pair(COLOR_OF_STRONG, -1, -1);
	init_pair(COLOR_OF_FAINT, COLOR_CYAN, -1);
}

struct terminal *
terminal_new(FILE *tty, bool wants_mouse)
{
	struct terminal *t = x_calloc(1, sizeof(*t));

	t->fd = fileno(tty);
	t->screen = newterm(NULL, tty, tty);
	if (t->screen == NULL || !can_draw()) {
		terminal_free(t);
		return NULL;
	}
	set_escdelay(ESCAPE_MILLISECONDS);
	cbreak();
	noecho();
	nonl();
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	curs_set(0);
	begin_colors();
	if (wants_mouse) {
		mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
		mouseinterval(0); /* ncurses would wait for a second click */
	}
	return t;
}

void
terminal_free(struct terminal *t)
{
	if (t && t->screen) {
		endwin();
		delscreen(t->screen);
	}
	free(t);
}

int
terminal_rows(void)
{
	return LINES;
}

int
terminal_columns(void)
{
	return COLS;
}

void
terminal_begin(void)
{
	erase();
}

void
terminal_end(void)
{
	refresh();
}

/* ---- drawing --- */

static attr_t
attributes(enum style style)
{
	switch (style) {
	case STYLE_TITLE:
	case STYLE_SELECTED:
		return A_REVERSE;
	case STYLE_WARNING:
		return A_BOLD | (attr_t)COLOR_PAIR(COLOR_OF_WARNING);
	case STYLE_STRONG:
		return A_BOLD;
	case STYLE_FAINT:
		return (attr_t)COLOR_PAIR(COLOR_OF_FAINT);
	case STYLE_MATCH:
		return A_REVERSE | A_BOLD;
	default:
		return A_NORMAL;
	}
}

int
terminal_draw(int row, int column, const char *shown, size_t len, int columns,
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
	attrset((int)attributes(style));
	mvaddnwstr(row, column, wide, count);
	attrset(A_NORMAL);
	free(wide);
	return (int)shown_columns(shown, at);
}

void
terminal_draw_field(int row, int column, const char *shown, size_t len, int columns,
    enum style style)
{
	int used = terminal_draw(row, column, shown, len, columns, style);

	if (columns > used) {
		attrset((int)attributes(style));
		mvhline(row, column + used, ' ', columns - used);
		attrset(A_NORMAL);
	}
}

void
terminal_restyle(int row, int column, int columns, enum style style)
{
	attr_t set = attributes(style);

	if (columns > 0)
		mvchgat(row, column, columns, set & ~(attr_t)A_COLOR,
		    (short)PAIR_NUMBER(set), NULL);
}

void
terminal_place_cursor(int row, int column)
{
	curs_set(row >= 0);
	if (row >= 0)
		move(row, column);
}

/* ---- input --- */

static enum terminal_event
read_mouse(struct terminal_input *input)
{
	MEVENT mouse;

	if (getmouse(&mouse) != OK)
		return EVENT_NONE;
	input->row = mouse.y;
	input->column = mouse.x;
	if (mouse.bstate & BUTTON4_PRESSED)
		return EVENT_WHEEL_UP;
	if (mouse.bstate & BUTTON5_PRESSED)
		return EVENT_WHEEL_DOWN;
	return EVENT_CLICK;
}

/* Return what ncurses has read, if that is an event. */
static enum terminal_event
read_event(struct terminal_input *input)
{
	int status = get_wch(&input->key);

	if (status == ERR)
		return EVENT_NONE;
	input->is_function = status == KEY_CODE_YES;
	if (!input->is_function)
		return EVENT_KEY;
	return input->key == KEY_RESIZE ? EVENT_RESIZE :
	    input->key == KEY_MOUSE ? read_mouse(input) : EVENT_KEY;
}

enum terminal_event
terminal_wait(struct terminal *t, int milliseconds, struct terminal_input *input)
{
	struct pollfd pollfd = { .fd = t->fd, .events = POLLIN };
	enum terminal_event event = read_event(input);

	if (event != EVENT_NONE)
		return event;
	if (poll(&pollfd, 1, milliseconds) < 0 && errno != EINTR)
		return EVENT_HANGUP;
	event = read_event(input);
	if (event == EVENT_NONE && pollfd.revents & (POLLHUP | POLLERR | POLLNVAL))
		return EVENT_HANGUP;
	return event;
}

/* ---- other programs --- */

void
terminal_suspend(void)
{
	def_prog_mode();
	endwin();
}

void
terminal_resume(void)
{
	reset_prog_mode();
	terminal_redraw();
}

void
terminal_redraw(void)
{
	clearok(stdscr, TRUE);
	refresh();
}

/* ---- keys: those of urlscan, less and vi, where these have such a key --- */

enum { CONTROL_B = 2, CONTROL_D = 4, CONTROL_F = 6, CONTROL_L = 12, CONTROL_U = 21,
	ESCAPE = 27 };
enum { MAX_CHARACTERS = 5, MAX_FUNCTION_KEYS = 3 };

static const struct key_row {
	enum command command;
	const char *names; /* for people */
	const char *help;
	wchar_t characters[MAX_CHARACTERS];
	int function_keys[MAX_FUNCTION_KEYS];
} rows[] = {
	{ COMMAND_DOWN, "j, Down", "next URL", L"j", { KEY_DOWN } },
	{ COMMAND_UP, "k, Up", "previous URL", L"k", { KEY_UP } },
	{ COMMAND_PAGE_DOWN, "PgDn, Ctrl-F", "next page", { CONTROL_F, CONTROL_D },
	    { KEY_NPAGE } },
	{ COMMAND_PAGE_UP, "PgUp, Ctrl-B", "previous page", { CONTROL_B, CONTROL_U },
	    { KEY_PPAGE } },
	{ COMMAND_FIRST, "g, Home", "first URL", L"g", { KEY_HOME } },
	{ COMMAND_LAST, "G, End", "last URL", L"G", { KEY_END } },
	{ COMMAND_OPEN, "Enter, Space", "open the URL, and stay (-p: print it, and quit)",
	    L"\r\n ", { KEY_ENTER } },
	{ COMMAND_MARK, "m, a", "mark the URL, or unmark it", L"ma", { 0 } },
	{ COMMAND_MARK_ALL, "*", "mark all listed URLs", L"*", { 0 } },
	{ COMMAND_UNMARK_ALL, "M", "unmark all URLs", L"M", { 0 } },
	{ COMMAND_OPEN_MARKED, "o", "open all marked URLs", L"o", { 0 } },
	{ COMMAND_COPY, "y, C", "copy the marked URLs, or this one, to the clipboard",
	    L"yC", { 0 } },
	{ COMMAND_COPY_PRIMARY, "P", "copy to the primary selection", L"P", { 0 } },
	{ COMMAND_SEARCH, "/", "list only URLs with these words in them, in the text of\n"
	    "the link, the sender or the subject", L"/", { 0 } },
	{ COMMAND_SHOW_ALL, "Esc", "list all URLs again", { ESCAPE }, { 0 } },
	{ COMMAND_CONTEXT, "c", "show the text around the URL", L"c", { 0 } },
	{ COMMAND_DETAILS, "Tab, v", "show all that is known about the URL", L"\tv", { 0 } },
	{ COMMAND_SWITCH_TARGET, "u", "open the target of the wrapper, or the wrapper", L"u",
	    { 0 } },
	{ COMMAND_SWITCH_ALL_TARGETS, "U", "the same for all listed URLs", L"U", { 0 } },
	{ COMMAND_HELP, "?, F1", "show this help", L"?", { KEY_F(1) } },
	{ COMMAND_REDRAW, "Ctrl-L", "draw the screen again", { CONTROL_L }, { 0 } },
	{ COMMAND_QUIT, "q, Q", "quit", L"qQ", { 0 } },
};

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]) };

static bool
row_has_key(const struct key_row *row, wint_t key, bool is_function)
{
	int i;

	if (!is_function)
		return key && wcschr(row->characters, (wchar_t)key) != NULL;
	for (i = 0; i < MAX_FUNCTION_KEYS; i++)
		if (row->function_keys[i] && row->function_keys[i] == (int)key)
			return true;
	return false;
}

enum command
keys_command(wint_t key, bool is_function)
{
	int i;

	for (i = 0; i < ROW_COUNT; i++)
		if (row_has_key(&rows[i], key, is_function))
			return rows[i].command;
	return COMMAND_NONE;
}

bool
keys_is_backspace(wint_t key)
{
	return key == KEY_BACKSPACE;
}

/* Append a line of help; a second one of the same command is indented. */
static void
append_row(struct strbuf *out, const struct key_row *row)
{
	const char *line = row->help, *names = row->names;
	char text[128];

	while (line) {
		const char *end = strchr(line, '\n');
		int len = end ? (int)(end - line) : (int)strlen(line);

		snprintf(text, sizeof(text), "  %-14s %.*s\n", names, len, line);
		strbuf_append_string(out, text);
		names = "";
		line = end ? end + 1 : NULL;
	}
}

void
keys_append_help(struct strbuf *out)
{
	int i;

	for (i = 0; i < ROW_COUNT; i++)
		append_row(out, &rows[i]);
	strbuf_append_string(out, "  1, 2, 3...     go to the URL with that number\n"
	    "  mouse          a click chooses, a second one opens; the wheel moves\n"
	    "\n"
	    "In the list: + marked, ! has a warning, x is not opened. Of a wrapper and its\n"
	    "target the first one opens.\n");
}
