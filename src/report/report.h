/* report.h - the URLs that urlreport counts, and the forms in which it prints the counts */
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

/* The input: files of urlgrep --json ("-": standard input), and the findings of urlgrep with these
 * options in these files. Initialize with zeros and set json and words, which are borrowed. */
struct found {
	char **json;      /* up to NULL */
	char **words;     /* up to NULL; none: urlgrep is not run */
	bool wants_readable; /* urlgrep is asked for the member `readable`, too */

	uint64_t message;  /* the number of the message that the last URL is in, from 1; 0: none */
	uint64_t messages; /* how many the summaries up to now count */
	bool has_failed;   /* urlgrep ended with an error, which it has reported */
	bool has_ended;    /* a summary was read: urlgrep began to search, at least */

	/* for found.c alone */
	const char *name;  /* of the input */
	FILE *in;          /* NULL: nothing is open */
	pid_t urlgrep;     /* that writes it; 0: none */
	bool unwraps;      /* it was given --unwrap: targets are counted, not their wrappers */
	char *line;
	size_t line_size;
	uint64_t line_number;
	json_t *url;       /* of the last line */
	json_t *last;      /* URL that was in a message */
	uint64_t message_count;
};

/* Return true if the file of that name is read as JSON: it begins like the output of urlgrep
 * --json, or is standard input or a pipe. */
bool found_is_json(const char *name);

/* Return the JSON object of the next URL that is valid or loose, which lasts until the next call;
 * NULL after the last. Read errors are reported by message(). */
const json_t *found_next(struct found *found);
void found_free(struct found *found);

/* Return the string member of that name; "" if the object is NULL or has no such member. */
const char *found_string(const json_t *object, const char *name);

/* ---- tally.c: the keys by which URLs are counted, and the count of each --- */

struct grouping {
	const char *name, *plural;
	const char *parent, *member; /* where the key is in the object of a URL, */
	size_t length;               /* how many of its bytes count; 0: all */
	bool is_lower, is_ordered;   /* in lower case; by the keys, and all of them by default */
	/* Append the key of a URL, if it has one; or NULL */
	void (*append)(const json_t *url, struct strbuf *key);
};

/* The groupings of --by; the last one has no name. */
extern const struct grouping groupings[];
enum { BY_HOST, BY_SCHEME, BY_YEAR, BY_MONTH, BY_SENDER, BY_LIST, BY_FILE, BY_URL, BY_COUNT };

/* The key of URLs that have none. */
extern const char no_key[];

/* Append the key of a URL. */
void grouping_append(const struct grouping *by, const json_t *url, struct strbuf *key);

enum { DAY_BYTES = 10 }; /* of a date in ISO 8601 */

struct tally_row {
	char *key;   /* ends with NUL */
	char *label; /* the key as readers know it, or the key itself */
	uint64_t count, messages;
	uint64_t others; /* different keys that were counted with it */
	char first_day[DAY_BYTES + 1], last_day[DAY_BYTES + 1]; /* "": unknown */
	uint64_t last_message;
	const char *note; /* the caller's; NULL at first */
};

/* Initialize with zeros. */
struct tally {
	struct tally_row **rows;
	size_t count, room;
	json_t *index; /* by key: where the row is, until they are sorted */
	urlgrep_url_set *others; /* keys and other strings, with a line feed between; or NULL */
};

void tally_free(struct tally *t);

/* Count the last URL of found under a key, and another key with it, or NULL. Return the row,
 * which stays where it is. */
struct tally_row *tally_add(struct tally *t, const char *key, const struct found *found,
    const json_t *url, const char *other);

/* Note the readable form of the URL that is the row's key. */
void tally_note_readable(struct tally_row *row, const json_t *url);

/* Sort the rows: by their keys, or by their counts, the greatest first. */
void tally_sort(struct tally *t, bool by_key);

/* Return how many keys there are, without no_key. */
size_t tally_size(const struct tally *t);

/* ---- bars.c, page.c: the counts --- */

enum { MAX_KEYS = 4 };

struct report_options {
	const struct grouping *by[MAX_KEYS + 1]; /* one at least, up to NULL */
	long top;       /* rows to print; 0: all; negative: not given */
	bool is_csv, is_html, wants_help, wants_version;
};

/* Count all URLs, and append a title and a bar for each row, or CSV; or a page. Return how many
 * URLs there are. */
uint64_t bars_append(struct strbuf *out, struct found *found, const struct report_options *o);
uint64_t page_append(struct strbuf *out, struct found *found);

#endif
