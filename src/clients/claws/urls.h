/* urls.h - what the three files of the plugin know of each other */
#ifndef URLS_H
#define URLS_H

#include <glib.h>
#include <gtk/gtk.h>
#include <stdbool.h>
#include <urlgrep.h>

/* One line of the list: a URL as it may be, or what is no URL and why. */
struct row {
	char *url;    /* fit to be shown; if valid, to be opened too */
	char *read;   /* how line breaks were treated, or "" */
	char *remark; /* warnings and what they mean, or why it is no URL, or "" */
	bool valid;
	bool warned; /* to be asked about before it is opened */
};

/* ---- message.c --- */

/* The URLs of a text, added to rows, which holds each once. */
void find_urls(GPtrArray *rows, const urlgrep_grammar *grammar,
    const char *text, size_t len, unsigned flags);

GPtrArray *rows_new(void);

/* ---- window.c --- */

/* A window over parent with the rows, which it frees; one that is there goes.
 * command opens a URL: words, in which %s stands for it. */
void show_rows(GtkWindow *parent, GPtrArray *rows, const char *command);
void close_rows(void);

#endif
