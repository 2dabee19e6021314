/* list_view.h - draws the list of URLs, and what is known about the chosen one below it */
#ifndef PICK_LIST_VIEW_H
#define PICK_LIST_VIEW_H

#include <stdbool.h>
#include <stddef.h>

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

#endif
