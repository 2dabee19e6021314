/* terminal.h - the terminal that urlpick draws on: /dev/tty, for standard input and output
 * may be pipes */
#ifndef PICK_TERMINAL_H
#define PICK_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

#include "util/strbuf.h"

enum style { STYLE_PLAIN, STYLE_TITLE, STYLE_WARNING, STYLE_STRONG, STYLE_FAINT,
	STYLE_SELECTED, STYLE_MATCH };

struct terminal;

/* Begin to draw. Return NULL if the terminal cannot be drawn on: then it is as before.
 * tty is borrowed. */
struct terminal *terminal_new(FILE *tty, bool wants_mouse);
/* Give the terminal back as it was. Takes NULL. */
void terminal_free(struct terminal *terminal);

int terminal_rows(void);
int terminal_columns(void);

/* Clear the screen before all of it is drawn; and show what was drawn. */
void terminal_begin(void);
void terminal_end(void);

/* Draw shown text (see shown_text.h) that fits into so many columns; return how many it
 * took. */
int terminal_draw(int row, int column, const char *shown, size_t len, int columns,
    enum style style);
/* Draw it and fill the columns after it with blanks. */
void terminal_draw_field(int row, int column, const char *shown, size_t len, int columns,
    enum style style);
/* Change the style of what was drawn. */
void terminal_restyle(int row, int column, int columns, enum style style);
/* Show the cursor there; or (row -1) hide it. */
void terminal_place_cursor(int row, int column);

enum terminal_event { EVENT_KEY, EVENT_CLICK, EVENT_WHEEL_UP, EVENT_WHEEL_DOWN,
	EVENT_RESIZE, EVENT_NONE, EVENT_HANGUP };

struct terminal_input {
	wint_t key;
	bool is_function; /* key is one of ncurses' KEY_... */
	int row, column;  /* of a click */
};

/* Wait up to so many milliseconds (negative: without end) for an event. */
enum terminal_event terminal_wait(struct terminal *terminal, int milliseconds,
    struct terminal_input *input);

/* Leave the screen to another program; and draw on it again. */
void terminal_suspend(void);
void terminal_resume(void);
/* Draw all of the screen again. */
void terminal_redraw(void);

/* ---- keys --- */

enum command {
	COMMAND_NONE, COMMAND_DOWN, COMMAND_UP, COMMAND_PAGE_DOWN, COMMAND_PAGE_UP,
	COMMAND_FIRST, COMMAND_LAST, COMMAND_OPEN, COMMAND_OPEN_MARKED, COMMAND_MARK,
	COMMAND_MARK_ALL, COMMAND_UNMARK_ALL, COMMAND_COPY, COMMAND_COPY_PRIMARY,
	COMMAND_SEARCH, COMMAND_SHOW_ALL, COMMAND_CONTEXT, COMMAND_DETAILS,
	COMMAND_SWITCH_TARGET, COMMAND_SWITCH_ALL_TARGETS, COMMAND_HELP, COMMAND_REDRAW,
	COMMAND_QUIT
};

/* Return the command of a key: a character, or (is_function) one of ncurses' KEY_... */
enum command keys_command(wint_t key, bool is_function);

/* Return true if ncurses' KEY_... is that of Backspace. */
bool keys_is_backspace(wint_t key);

/* Append a line for each command, with its keys. */
void keys_append_help(struct strbuf *out);

#endif
