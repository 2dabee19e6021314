/* report.h - the URLs that urlreport counts, and the forms in which it prints the counts */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/strbuf.h"

/* ---- found.c: the URLs --- */

struct found;

/* The input: files of urlgrep --json ("-": standard input), and the findings of urlgrep with
 * these options in these files. */
struct found_input {
	char **json; /* borrowed, like the words */
	size_t json_count;
	char **words;
	size_t word_count; /* 0: urlgrep is not run */
};

/* Return true if the file of that name is read as JSON: it begins like the output of urlgrep
 * --json, or is standard input or a pipe. */
bool found_is_json(const char *name);

struct found *found_new(const struct found_input *input);
/* Takes NULL. */
void found_free(struct found *found);

/* Return the JSON object of the next URL that is valid or loose, which lasts until the next call;
 * NULL after the last. Read errors are reported by message(). */
const json_t *found_next(struct found *found);

/* Return the number of the message that the last URL is in, from 1; 0: it is in none. */
uint64_t found_message(const struct found *found);

/* Return how many messages the summaries up to now count. */
uint64_t found_messages(const struct found *found);

/* Return true if urlgrep ended with an error, which it has reported. */
bool found_has_failed(const struct found *found);

/* Return a string of the object, or of its member parent (NULL: of itself); "" if there is none. */
const char *found_string(const json_t *url, const char *parent, const char *name);

/* ---- tally.c: the keys by which URLs are counted, and the count of each --- */

struct grouping {
	const char *name, *plural;
	const char *parent, *member; /* where the key is in the object of a URL, */
	size_t length;               /* only so many bytes of it count; 0: all */
	bool is_lower, is_ordered;   /* in lower case; by the keys, and all of them by default */
	/* Append the key of a URL, if it has one; or NULL */
	void (*append)(const json_t *url, struct strbuf *key);
};

/* The groupings of --by; the last one has no name. */
extern const struct grouping groupings[];
enum { BY_HOST, BY_SCHEME, BY_YEAR, BY_MONTH, BY_SENDER, BY_LIST, BY_FILE, BY_URL, BY_COUNT };

/* The key of URLs that have none. */
extern const char no_key[];

/* Between the keys of several groupings, in CSV. */
#define KEY_SEPARATOR '\x1F'

/* Append the key of a URL, which does not have the separator in it. */
void grouping_append(const struct grouping *by, const json_t *url, struct strbuf *key);

enum { YEAR_BYTES = 4, DAY_BYTES = 10 }; /* of a date in ISO 8601 */

struct tally_row {
	char *key; /* ends with NUL */
	uint64_t count, messages;
	uint64_t others; /* different keys that were counted with it */
	char first_day[DAY_BYTES + 1], last_day[DAY_BYTES + 1]; /* "": unknown */
	uint64_t last_message;
	const char *note; /* the caller's; NULL at first */
};

struct tally;

struct tally *tally_new(void);
/* Takes NULL. */
void tally_free(struct tally *t);

/* Count the last URL of found under a key, and another key with it, or NULL. Return the row,
 * which stays where it is. */
struct tally_row *tally_add(struct tally *t, const char *key, const struct found *found,
    const json_t *url, const char *other);

/* Return the rows in an order, and set *count. They last until the next call of a function
 * of the tally. */
struct tally_row *const *tally_by_count(struct tally *t, size_t *count); /* greatest first */
struct tally_row *const *tally_by_key(struct tally *t, size_t *count);

/* Return how many keys there are, without no_key. */
size_t tally_size(struct tally *t);

/* ---- bars.c, page.c: the counts --- */

enum { MAX_KEYS = 4 };

struct report_options {
	const struct grouping *by[MAX_KEYS + 1]; /* one at least, up to NULL */
	long top;       /* rows to print; 0: all; negative: not given */
	bool is_csv, is_html, wants_help, wants_version;
	bool is_utf8;   /* the terminal shows UTF-8 */
	unsigned width; /* of a line, at least 1 */
};

/* Count all URLs, and append a title and a bar for each row, or CSV; or a page. Return how many
 * URLs there are. */
uint64_t bars_append(struct strbuf *out, struct found *found, const struct report_options *o);
uint64_t page_append(struct strbuf *out, struct found *found);

#endif
