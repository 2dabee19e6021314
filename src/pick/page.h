/* page.h - a text over the whole screen, to be scrolled: help, details, context */
#ifndef PICK_PAGE_H
#define PICK_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "pick/terminal.h"

/* A shown text with line feeds. The bytes from begin to end stand out, and are on the
 * screen at first; both 0: the page begins with the first line. */
struct screen_page {
	const char *title;
	const char *text;
	size_t len;
	size_t begin, end;
};

/* Show a page until it is left. Return false if the terminal is gone. */
bool page_show(struct terminal *terminal, const struct screen_page *page);

#endif
