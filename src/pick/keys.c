/* keys.c - what each key does: like urlscan, less and vi, where these have such a key */
#include "pick/keys.h"

#include <stdio.h>
#include <string.h>

#include "pick/curses.h"

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
