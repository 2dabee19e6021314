/* url_list.h - the rows that were found, and those of them that are listed
 *
 * Rows are added while they are looked at. What is listed are items: rows in the order of
 * their groups, those only that match the query, with a heading before each group. */
#ifndef PICK_URL_LIST_H
#define PICK_URL_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"

/* ---- rows: URLs that may be opened --- */

/* The rows of a group are listed together. */
enum row_group { GROUP_LINKS, GROUP_ADDRESSES, GROUP_RESOURCES, GROUP_INVALID, GROUP_COUNT };

/* A message, document or text in which URLs were found. Strings that do not apply are
 * NULL. */
struct url_message {
	const char *path; /* of its member */
	const char *from, *subject, *date;
	size_t input;    /* number of the input, from 0, */
	size_t member;   /* of the member in it, */
	uint64_t number; /* and of the message in that, from 1; 0: no message */
	uint64_t offset; /* of its first byte in the member */
};

/* All strings last as long as the list. */
struct url_row {
	const char *url;        /* as it was found */
	size_t len;             /* it may hold NUL only if it is not valid */
	const char *target;     /* where a wrapper leads; or NULL */
	const char *service;    /* the wrapper's, or NULL */
	const char *label;      /* the text of the link; or a name or address as written;
	                           or NULL */
	const char *shown_host; /* in that text, and not that of the URL; or NULL */
	const char *host;       /* of the URL; or NULL */
	const char *other_host; /* an internationalized one in the other form; or NULL */
	const char *refusal;    /* why it cannot be opened; NULL: it can */
	urlgrep_warnings warnings;
	bool text_differs; /* the text of the link shows another URL */
	bool is_link_text; /* it is only the text of a link that leads elsewhere */
	bool is_alternative; /* another reading of the URL before it */
	unsigned how;      /* set of bits, see urlgrep_reading */
	enum row_group group;
	const struct url_message *message;
	const char *part;  /* of the message; or NULL */
	uint64_t offset, length; /* in its member, see urlgrep_location */

	bool is_marked;
	bool opens_target; /* rather than url */
};

/* Return what is opened, copied or printed. */
static inline const char *
url_row_chosen(const struct url_row *row)
{
	return row->opens_target ? row->target : row->url;
}

/* Return true if the chosen URL has a scheme that browsers and mail programs open without
 * harm. */
bool url_row_has_usual_scheme(const struct url_row *row);

/* Return true if the user is to be asked before it is opened: it has a warning, or an
 * unusual scheme. */
bool url_row_is_odd(const struct url_row *row);

/* Return in which form other_host is: "in Unicode" or "in US-ASCII". */
const char *url_row_other_form(const struct url_row *row);

/* Return the heading of a group. */
const char *url_row_group_name(enum row_group group);

/* ---- the list --- */

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
