/* report.h - urlreport: the URLs that it counts, and the forms in which it prints the counts */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "urlgrep_mail.h"
#include "util/strbuf.h"

/* ---- found.c: the URLs --- */

/* The input: files written by urlgrep --json ("-": standard input), then the output of urlgrep run
 * with these words. Initialize with zeros and set json and words, which are borrowed. */
struct found {
	char **json;      /* names of files; NULL-terminated */
	char **words;     /* options and files for urlgrep; NULL-terminated; empty: do not run it */
	bool wants_readable; /* also request the member `readable` */

	uint64_t message;  /* number of the message that contains the last URL, from 1; 0: none */
	uint64_t messages; /* the sum of the messages in all summaries so far */
	bool has_failed;   /* urlgrep ended with an error, which it has reported */
	bool has_ended;    /* a summary was read, so urlgrep did search */

	/* private to found.c */
	const char *name;  /* of the input */
	FILE *in;          /* NULL: nothing is open */
	pid_t urlgrep;     /* that writes it; 0: none */
	char *line;
	size_t line_size;
	uint64_t line_number;
	json_t *url;       /* of the last line */
	json_t *last;      /* the last URL that was in a message */
	uint64_t message_count;
};

/* Return true if the file of that name is to be read as JSON: its first line is one of urlgrep
 * --json, or it is standard input or a pipe. */
bool found_is_json(const char *name);

/* Return the JSON object of the next valid or loose URL, which is valid until the next call; NULL
 * after the last. Report read errors with message(). */
const json_t *found_next(struct found *found);
void found_free(struct found *found);

/* Return the string member of that name; "" if the object is NULL or has no such member. */
const char *found_string(const json_t *object, const char *name);

/* ---- tally.c: the keys by which URLs are counted, and the count of each --- */

struct grouping {
	const char *name, *plural; /* which ends in "s" */
	const char *parent, *member; /* the place of the key in the object of a URL */
	size_t length;               /* truncate the key to this many bytes; 0: do not */
	bool is_lower, is_ordered;   /* lower-case the key; sort by key and print all rows */
	/* Append the key of a URL, if it has one. NULL: use parent and member. */
	void (*append)(const json_t *url, struct strbuf *key);
};

/* The groupings of --by; the last one has no name. */
extern const struct grouping groupings[];
enum { BY_HOST, BY_SCHEME, BY_YEAR, BY_MONTH, BY_SENDER, BY_LIST, BY_FILE, BY_URL,
	GROUPING_COUNT };

/* The key of URLs that have none. */
extern const char no_key[];

/* Return the key of a URL, which is written to the buffer. */
const char *grouping_key(const struct grouping *by, const json_t *url, struct strbuf *key);

enum { DAY_BYTES = 10 }; /* of a date in ISO 8601 */

struct tally_row {
	char *key;   /* ends with NUL */
	char *label; /* the key in readable form, or the key itself */
	uint64_t count, messages;
	uint64_t others; /* number of different other keys counted with it */
	char first_day[DAY_BYTES + 1], last_day[DAY_BYTES + 1]; /* "": unknown */
	uint64_t last_message;
	const char *note; /* the caller's; NULL at first */
};

/* Initialize with zeros. */
struct tally {
	struct tally_row **rows;
	size_t count, room;
	json_t *index; /* from keys to the indexes of rows, until they are sorted */
	urlgrep_url_set *others; /* pairs of key and other key, joined by a line feed; or NULL */
};

void tally_free(struct tally *t);

/* Count the last URL of `found` under a key, and unless NULL another key with it. Return the row,
 * which is never moved. */
struct tally_row *tally_add(struct tally *t, const char *key, const struct found *found,
    const json_t *url, const char *other);

/* Set the label of a row whose key is a URL to the readable form of the URL. */
void tally_note_readable(struct tally_row *row, const json_t *url);

/* Sort the rows by key, or by count in descending order. */
void tally_sort(struct tally *t, bool by_key);

/* Return the number of keys, not counting no_key. */
size_t tally_size(const struct tally *t);

/* ---- bars.c, page.c: the counts --- */

enum { MAX_KEYS = 4 };

struct report_options {
	const struct grouping *by[MAX_KEYS + 1]; /* at least one; NULL-terminated */
	long top;       /* rows to print; 0: all; negative: not given */
	bool is_csv, is_html, wants_help, wants_version;
};

/* Count all URLs. Append a title and a bar per row, or CSV; or (page_append) an HTML page. Return
 * the number of URLs. */
uint64_t bars_append(struct strbuf *out, struct found *found, const struct report_options *o);
uint64_t page_append(struct strbuf *out, struct found *found);

#endif
