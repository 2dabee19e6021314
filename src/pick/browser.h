/* browser.h - opens URLs with $BROWSER */
#ifndef PICK_BROWSER_H
#define PICK_BROWSER_H

#include <stdbool.h>

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

#endif
