/* urls.h - the declarations that the three files of the plugin share */
#ifndef CLIENTS_CLAWS_URLS_H
#define CLIENTS_CLAWS_URLS_H

#include <glib.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <urlgrep_mail.h>

/* One line of the list: a reading of a URL, or an invalid text with the reason. */
struct window_row {
	char *url;
	char *shown;  /* the same, without characters that could disguise it */
	char *read;   /* how line breaks were treated, and the text of a link, or "" */
	char *remark; /* warnings with their meanings, or why it is not a URL, or "" */
	bool valid;  /* or loose */
	bool warned; /* to be asked about before it is opened */
};

/* Rows in the order of the message, each URL once. */
struct rows {
	GPtrArray *list;  /* of struct window_row */
	GHashTable *urls; /* set of their URLs, borrowed from the rows */
	urlgrep_scanner *judge;
};

/* ---- message.c --- */

/* Add the URLs of the reader's input to rows, and those that its links in HTML lead to. */
void find_urls(struct rows *rows, urlgrep_mail *mail);

struct rows *rows_new(void);
void rows_free(struct rows *rows);

/* ---- window.c --- */

/* A window over parent with the rows, which it frees; an earlier one is closed. command opens a
 * URL: words, in which %s is replaced by the URL. */
void show_rows(GtkWindow *parent, struct rows *rows, const char *command);
void close_rows(void);

#endif
