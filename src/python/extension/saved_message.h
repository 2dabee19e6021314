/* saved_message.h - a message and its URLs, for when the reader has gone on; made without
 * the GIL */
#ifndef PYTHON_EXTENSION_SAVED_MESSAGE_H
#define PYTHON_EXTENSION_SAVED_MESSAGE_H

#include <urlgrep_mail.h>

#include "row/options.h"
#include "saved_finding.h"

/* All zero: none yet. */
struct saved_message {
	urlgrep_status status; /* SKIPPED: something could not be read; NOMEM: an
	                          allocation failed */
	urlgrep_mail_type type;
	uint64_t number, offset, length, line;
	bool has_raw;
	size_t raw_len;
	const char *raw;       /* borrowed from the reader; or NULL: in the block of texts, */
	size_t raw_at;         /* where it begins at this byte */
	struct saved_finding **urls;
	size_t url_count, url_room;
	char **errors;         /* what of the message was skipped; or with SKIPPED why */
	size_t error_count, error_room;
	char *path;            /* with SKIPPED: of what */
	int system_error;      /* with SKIPPED: an errno, or 0 */
};

/* The raw texts of messages, one after the other. All zero: none yet. */
struct text_block {
	char *at;
	size_t len, room;
};

/* Read the next message and those of its URLs that the options want. Return false at the
 * end of the input. The raw text is copied to the block; if that is NULL, raw lasts until
 * the next message. */
bool saved_message_read(struct saved_message *m, urlgrep_mail *mail,
    const struct search_options *options, struct text_block *block);

/* Save what the reader reports after SKIPPED. */
void saved_message_set_error(struct saved_message *m, const urlgrep_mail *mail);

/* Add to the number, the line, and those of all URLs. */
void saved_message_move(struct saved_message *m, uint64_t messages, uint64_t lines);

/* Free everything. */
void saved_message_clear(struct saved_message *m);

#endif
