/* message_search.h - the URLs of one message, or of one HTML document: each once, with
 * its location */
#ifndef FIND_MESSAGE_SEARCH_H
#define FIND_MESSAGE_SEARCH_H

#include <stdbool.h>

#include "find/text_search.h"
#include "mail/mbox.h"
#include "mail/message.h"
#include "urlgrep_mail.h"

struct message_search;

/* How to search; everything is borrowed. */
struct message_search_options {
	const urlgrep_grammar *grammar;
	struct message_options message;
	unsigned scanner_flags; /* for mail */
	unsigned file_flags;    /* for <pre> in an HTML file */
	bool only_anchors; /* of the links in HTML */
	bool brief_locations; /* see URLGREP_BRIEF_LOCATIONS */
	const urlgrep_url_set *known; /* or NULL */
	const char *const *wrappers;  /* rows of services in addition to the library's */
	size_t wrapper_count;
};

/* Returns NULL without memory. The scanner is borrowed. */
struct message_search *message_search_new(const urlgrep_memory *memory,
    urlgrep_scanner *scanner, const struct message_search_options *options);
void message_search_free(struct message_search *s);

/* Begin to search a message, or (is_html) an HTML document. raw->text is borrowed.
 * path names its member, and is borrowed too. */
void message_search_open(struct message_search *s,
    const struct mbox_message *raw, bool is_html, const char *path);

/* Find the next URL. Returns OK; END; SKIPPED if a part was skipped (see message_search_skipped());
 * or NOMEM: the rest of the current part is lost. */
urlgrep_status message_search_next(struct message_search *s,
    urlgrep_finding *f, urlgrep_location *location);

/* Return the place of the last finding, or of the text of its link; in no text for a link
 * without one. */
struct text_place message_search_place(const struct message_search *s);

/* Return why a part was skipped. */
const char *message_search_skipped(const struct message_search *s);

/* Return a decoded header field of the message; see message_field. */
const char *message_search_field(struct message_search *s,
    enum message_field field);

/* Return the texts of the message, NULL and *count = 0 for HTML or without memory. */
const struct message_text *message_search_texts(struct message_search *s,
    size_t *count);

/* Return how many encoded parts were decoded since the reader was made. */
uint64_t message_search_decoded(const struct message_search *s);

#endif
