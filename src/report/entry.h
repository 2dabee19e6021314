/* entry.h - what a report counts: one URL that was found */
#ifndef REPORT_ENTRY_H
#define REPORT_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/strbuf.h"

/* A URL, valid or loose. The strings end with NUL; one that does not apply is empty. */
struct entry {
	struct strbuf url;
	struct strbuf scheme, host;  /* in lower case */
	struct strbuf date;          /* of the message, ISO 8601 */
	struct strbuf sender;        /* the address in From, in lower case */
	struct strbuf list;          /* List-Id */
	struct strbuf file;
	struct strbuf warnings;      /* their names, separated by spaces */
	bool is_broken;              /* there are line breaks in it */
	bool is_rejoined;            /* and they are undone */
};

void entry_init(struct entry *e);
void entry_clear(struct entry *e);
void entry_free(struct entry *e);

/* Set a string; text may be NULL. */
void entry_set(struct strbuf *string, const char *text, size_t len);
/* The same in lower case (US-ASCII). */
void entry_set_lower(struct strbuf *string, const char *text, size_t len);
/* Set the sender to the address in a From field. */
void entry_set_sender(struct entry *e, const char *from, size_t len);

/* Return the year of the message, or 0. */
unsigned entry_year(const struct entry *e);

#endif
