/* url_list.h - the rows that were found, and those of them that are listed
 *
 * Rows are added while they are looked at. What is listed are items: rows in the order of
 * their groups, those only that match the query, with a heading before each group. */
#ifndef PICK_URL_LIST_H
#define PICK_URL_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "pick/url_row.h"

struct url_list;

/* A listed item: a row, or (row NULL) the heading of a group. */
struct url_item {
	struct url_row *row;
	enum row_group group;
	size_t number; /* of the row among those listed, from 1; of a group: its rows */
};

struct url_list *url_list_new(void);
/* Takes NULL. */
void url_list_free(struct url_list *list);

/* Return a copy of text that lasts as long as the list; NULL if text is NULL. */
const char *url_list_copy(struct url_list *list, const char *text, size_t len);
/* Return a copy of the message that lasts as long as the list. */
const struct url_message *url_list_add_message(struct url_list *list,
    const struct url_message *message);

/* Add a copy of a row whose strings last as long as the list, unless the same URL is there
 * with the same shown host: then give that the label that it lacks. Return true if the row
 * is new. */
bool url_list_add(struct url_list *list, const struct url_row *row);

/* Return the number of rows, and row number i. */
size_t url_list_count(const struct url_list *list);
struct url_row *url_list_row(const struct url_list *list, size_t i);

/* List only rows that have all words of the query, in any case, in the URL, its target or
 * label, or in the sender or the subject of the message. */
void url_list_narrow(struct url_list *list, const char *query);
const char *url_list_query(const struct url_list *list);

/* Return what is listed and set *count. It lasts until rows are added or the query
 * changes. */
const struct url_item *url_list_items(struct url_list *list, size_t *count);

/* Return the number of rows that are listed. */
size_t url_list_listed(struct url_list *list);

/* Return how many rows are marked, listed or not. */
size_t url_list_marked(const struct url_list *list);

#endif
