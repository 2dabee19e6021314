/* launch.h - opens URLs with $BROWSER, and copies them to the clipboard */
#ifndef PICK_LAUNCH_H
#define PICK_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "util/strbuf.h"

/* The words of the command that opens a URL. */
struct browser {
	char **words; /* up to NULL; NULL: there is no browser */
	bool needs_terminal;
};

/* Choose the first command that is there of those in commands, which are separated by
 * colons; NULL or "": xdg-open. */
void browser_choose(struct browser *browser, const char *commands);
void browser_free(struct browser *browser);

/* Return the words of the command with the URL in the place of each "%s", or after them,
 * up to NULL. Free it with browser_free_arguments. */
char **browser_arguments(const struct browser *browser, const char *url);
void browser_free_arguments(char **arguments);

/* Open a URL. A browser that needs it gets the terminal, and is waited for. Return 0, the
 * exit status of such a browser, or -1 and errno if it cannot be started. */
int browser_open(const struct browser *browser, const char *url, int terminal);

/* ---- the clipboard --- */

/* Copy text by the desktop's program, if there is one, and by an escape sequence of the
 * terminal whose descriptor is given (OSC 52); is_primary: to the primary selection, which
 * the middle mouse button pastes. Return the name of the program, or NULL. */
const char *clipboard_copy(const char *text, size_t len, bool is_primary, int terminal);

/* Append the escape sequence to out. */
void clipboard_append_osc52(struct strbuf *out, const char *text, size_t len,
    bool is_primary);

/* ---- programs --- */

/* Return the exit status, as above, of a process that was started, if one has ended with a
 * status other than 0; else 0. */
int process_failed_status(void);

#endif
