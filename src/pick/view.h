/* view.h - draws the list of URLs with the details of the chosen one, and pages of text */
#ifndef PICK_VIEW_H
#define PICK_VIEW_H

#include <stdbool.h>
#include <stddef.h>

#include "pick/terminal.h"
#include "pick/url_list.h"

/* What is drawn, and what of it can be seen. */
struct list_view {
	struct url_list *list;
	struct url_row *chosen; /* NULL: nothing is listed */
	size_t top;             /* the first item that is shown */
	const char *title;
	bool is_reading;        /* more URLs may be found */
	const char *status;     /* instead of the hint at the bottom; or NULL */
	const char *prompt;     /* before what is typed at the bottom; or NULL */
	const char *typed;
};

/* Draw all of it; *view is scrolled so that the chosen row can be seen. */
void list_view_draw(struct list_view *view);

/* Return how many items are shown. */
int list_view_item_rows(void);

/* Return the row of the list that is drawn in that row of the screen, or NULL. */
struct url_row *list_view_row_at(const struct list_view *view, int screen_row);

/* Return the index of the item of a row; that of the first row if it is not listed. */
size_t list_view_index(const struct list_view *view, const struct url_row *row);

/* ---- a text over the whole screen, to be scrolled: help, details, context --- */

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
