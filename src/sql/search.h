/* search.h - the state that a database extension keeps between texts: a grammar, and a scanner of
 * texts or a reader of mail, for one set of options */
#ifndef SQL_SEARCH_H
#define SQL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "row/fields.h"
#include "row/options.h"

enum { MAX_ARGUMENTS_BYTES = 2048 }; /* including a NUL */

/* Initialize with zeros. */
struct sql_search {
	struct row row; /* the current row */
	/* the rest is private to search.c */
	char arguments[MAX_ARGUMENTS_BYTES]; /* that the search was made for; empty: unused */
	struct search_options options;
	urlgrep_grammar *grammar;
	struct details *details;
	urlgrep_mail *mail;        /* in a search of mail; or NULL */
	urlgrep_scanner *scanner;  /* in a search of texts: that of the details; or NULL */
	urlgrep_span text;  /* the rest of the text, from the scanner's current piece on */
	size_t given;       /* length of that piece */
	unsigned steps;
};

void search_free(struct sql_search *search);

/* Set *search to the search for a way to join lines and for options separated by blanks; absent
 * arguments mean the defaults. If `searches` has none for them, make one: it becomes the first, and
 * the oldest, which is the last, is freed. Return OK, NOMEM, or REJECTED after writing the reason
 * to why[0..size). */
urlgrep_status search_choose(struct sql_search *searches, unsigned count,
    struct sql_search **search, bool is_mail, urlgrep_span join, urlgrep_span words, char *why,
    size_t size);

/* Begin to search a text or mail, which must stay valid while it is searched. Return OK or
 * NOMEM. */
urlgrep_status search_begin(struct sql_search *search, const char *text, size_t len);

/* Go to the next row: a wanted URL, or an error in reading mail. Return OK, END, NOMEM, or MORE if
 * there is no row yet: call again unless the query was interrupted. */
urlgrep_status search_next(struct sql_search *search);

/* Set *value to the value of a column in the current row. Return false if out of memory. */
bool search_value(struct sql_search *search, const struct field *column,
    struct value *value);

#endif
