/* keys.h - what each key does */
#ifndef PICK_KEYS_H
#define PICK_KEYS_H

#include <stdbool.h>
#include <wchar.h>

#include "util/strbuf.h"

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
