/* url_row.h - one line of the list: a URL that may be opened, and what is known about it */
#ifndef PICK_URL_ROW_H
#define PICK_URL_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"

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

#endif
