/* message_locator.h - where something of a message is in its file */
#ifndef FIND_MESSAGE_LOCATOR_H
#define FIND_MESSAGE_LOCATOR_H

#include "mail/mbox.h"
#include "mail/message.h"
#include "urlgrep_mail.h"

struct message_locator {
	const struct mbox_message *raw; /* borrowed */
	const char *path;               /* of the member; borrowed */
	bool is_brief; /* only what needs no searching, see URLGREP_MAIL_BRIEF_LOCATIONS */
	size_t line_offset; /* line is the number of the line of that byte of raw */
	uint64_t line;
};

/* Begin a message. */
void message_locator_open(struct message_locator *m, const struct mbox_message *raw,
    const char *path, bool is_brief);

/* Set *l to the location of begin..end of the decoded bytes of part, one of texts; or of the
 * message itself if part is NULL. */
void message_locator_locate(struct message_locator *m, const struct message_text *texts,
    const struct message_text *part, size_t begin, size_t end, urlgrep_location *l);

#endif
