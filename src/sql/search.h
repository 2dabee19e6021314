/* search.h - the state that a database keeps from one text to the next: a grammar, and a scanner
 * of texts or a reader of mail, for one way to search */
#ifndef SQL_SEARCH_H
#define SQL_SEARCH_H

#include <stdbool.h>
#include <stddef.h>

#include "row/fields.h"
#include "row/options.h"

enum { MAX_ARGUMENTS_BYTES = 2048 }; /* with a NUL */

/* Initialize with zeros. */
struct sql_search {
	struct row row; /* the current one */
	/* the rest is of search.c */
	char arguments[MAX_ARGUMENTS_BYTES]; /* that it was made for; empty: none */
	struct search_options options;
	urlgrep_grammar *grammar;
	struct details *details;
	urlgrep_mail *mail;        /* of a search of mail; or NULL */
	urlgrep_scanner *scanner;  /* of a search of texts: that of the details; or NULL */
	urlgrep_span text;  /* from where the scanner was given it, */
	size_t given;       /* and how much */
	unsigned steps;
};

void search_free(struct sql_search *search);

/* Set *search to one of these searches that is for a way to join lines, and options separated by
 * blanks; those that are absent have the defaults. Unless one was made for them before, the oldest,
 * which is the last one, is freed and a new one becomes the first. Return OK; REJECTED, and write
 * the reason to why[0..size); NOMEM. */
urlgrep_status search_choose(struct sql_search *searches, unsigned count,
    struct sql_search **search, bool is_mail, urlgrep_span join, urlgrep_span words, char *why,
    size_t size);

/* Begin to search a text, or mail, which must outlive the search of it. Return OK or
 * NOMEM. */
urlgrep_status search_begin(struct sql_search *search, const char *text, size_t len);

/* Go to the next row: a URL that is wanted, or an error in reading mail. Return OK, END or NOMEM;
 * MORE if there is no row yet: call again, unless the query was interrupted. */
urlgrep_status search_next(struct sql_search *search);

/* Set *value to the value of a column in the current row. Return false without memory. */
bool search_value(struct sql_search *search, const struct field *column,
    struct value *value);

#endif
