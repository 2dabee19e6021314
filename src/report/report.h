/* report.h - what urlreport counts, and the forms in which it prints the counts */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

/* ---- found.c: the URLs --- */

struct found;

/* Return a reader of the URLs in files, whose names end with NULL; none are standard input.
 * A file of urlgrep --json is read as it is, as is standard input; urlgrep searches the others. What
 * cannot be read is reported by message(). */
struct found *found_new(char **names);
/* Takes NULL. */
void found_free(struct found *found);

/* Return the JSON object of the next URL that is valid or loose, which lasts until the next
 * call; NULL after the last. */
const json_t *found_next(struct found *found);

/* Return true if urlgrep ended with an error, which it has reported. */
bool found_has_failed(const struct found *found);

/* Return how many messages the summaries up to now count. */
uint64_t found_messages(const struct found *found);

/* Return a string of the object, or of its member parent (NULL: of itself); "" if there is none. */
const char *found_string(const json_t *url, const char *parent, const char *name);

/* Return true if the URL is broken over lines; *is_rejoined: and its best reading joins them. */
bool found_is_broken(const json_t *url, bool *is_rejoined);

/* ---- grouping.c: what --by counts by --- */

enum grouping_form { FORM_AS_IS, FORM_LOWER, FORM_ADDRESS };

struct grouping {
	const char *name, *plural;
	const char *parent, *member; /* where the key is in the object of a URL */
	size_t length;               /* only so many bytes of it; 0: all */
	enum grouping_form form;
	bool is_ordered;             /* by the keys, and all of them by default */
};

/* Return the grouping of that name; NULL if there is none. */
const struct grouping *grouping_named(const char *name, size_t len);

/* Append the key of a URL, "(none)" if it has none. */
void grouping_append_key(const struct grouping *by, const json_t *url, struct strbuf *key);
extern const char grouping_none[];

/* ---- tally.c: how often each of many strings was counted --- */

struct tally;

struct tally_row {
	char *key; /* ends with NUL */
	uint64_t count;
	unsigned first_year, last_year; /* in which it was counted; 0: unknown */
	const char *note;               /* the caller's; NULL at first */
};

struct tally *tally_new(void);
/* Takes NULL. */
void tally_free(struct tally *t);

/* Count a string once more, in a year; 0: unknown. Return its row, which stays where it
 * is. */
struct tally_row *tally_add(struct tally *t, const char *key, unsigned year);

/* Return how often a string was counted. */
uint64_t tally_count_of(const struct tally *t, const char *key);

/* Return the rows in an order, and set *count. They last until the next call of a function
 * of the tally. */
struct tally_row *const *tally_by_count(struct tally *t, size_t *count); /* greatest first */
struct tally_row *const *tally_by_key(struct tally *t, size_t *count);

size_t tally_size(const struct tally *t);

/* ---- bars.c, page.c: the counts --- */

enum { MAX_KEYS = 4 };

struct report_options {
	const struct grouping *by[MAX_KEYS]; /* the first NULL ends them */
	long top;       /* rows to print; 0: all; negative: not given */
	bool is_csv, is_html;
	bool is_utf8;   /* the terminal shows UTF-8 */
	unsigned width; /* of a line, at least 1 */
};

/* For CSV the keys of several groupings are one string, in which this byte divides them. */
#define KEY_SEPARATOR '\t'

/* Append the tally as a title and a bar for each row, or as CSV. */
void bars_append(struct strbuf *out, struct tally *tally, const struct report_options *o);

/* Count all URLs, and append a page about them. Return how many there are. */
uint64_t page_append(struct strbuf *out, struct found *found);

#endif
