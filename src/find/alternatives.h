/* alternatives.h - the parts of a multipart/alternative, which say the same (RFC 2046,
 * 5.1.4) */
#ifndef FIND_ALTERNATIVES_H
#define FIND_ALTERNATIVES_H

#include "html/html.h"
#include "mail/message.h"
#include "urlgrep_mail.h"
#include "util/memory.h"

/* The parts of one multipart/alternative. */
struct alternative {
	const struct message_text *html; /* the first that is HTML; or NULL */
	urlgrep_url_set *urls;           /* of it, once they are needed; owned */
};

/* Those of a message, by their number. Initialize with zeros, then set memory. */
struct alternatives {
	const urlgrep_memory *memory;
	struct alternative *at;
	size_t count;
};

/* Find the first HTML part of each multipart/alternative. Returns OK or NOMEM. */
urlgrep_status alternatives_find(struct alternatives *a, const struct message_text *texts,
    size_t count);

/* Forget those of a message. */
void alternatives_clear(struct alternatives *a);

/* Return the link of an HTML alternative that has the URL of the plain one; NULL if there
 * is none among those that are compared. Both have their URLs in the same order, as a rule:
 * begin at link number *next, and set that to the one after the link that is returned. */
const struct html_link *alternatives_find_link(const struct html *h, urlgrep_span url,
    size_t *next);

#endif
