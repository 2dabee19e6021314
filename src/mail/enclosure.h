/* enclosure.h - what a part of a message holds once it is decoded, and where that is in the
 * message */
#ifndef MAIL_ENCLOSURE_H
#define MAIL_ENCLOSURE_H

#include "mail/cms.h"
#include "mail/body_structure.h"
#include "util/byte_range.h"

struct enclosure {
	const struct enclosure *outer; /* that the part is in; NULL: the message */
	const char *encoding;             /* of the innermost part that is encoded, or NULL */
	struct byte_range source;         /* of the part */
	struct transfer_decoder *decoder; /* of the part; NULL: it is not encoded */
	struct cms_content content;       /* no pieces: the decoded part is the text */
	const char *text;
	size_t len;
};

enum enclosure_status {
	ENCLOSURE_OPEN,
	ENCLOSURE_DAMAGED, /* it has what comes before the damage */
	ENCLOSURE_EMPTY,   /* nothing is to be read */
	ENCLOSURE_UNREAD,  /* encrypted, for example */
	ENCLOSURE_NOMEM
};

/* Decode the part of `text`, which is the message or is in `outer`, and find the content if it
 * is signed. Set *opened, for the first two, to an enclosure that lasts as long as the
 * arena. If it is encoded so that GMime is needed, that must be loaded. */
enum enclosure_status enclosure_open(struct arena *arena, const struct enclosure *outer,
    const char *text, const struct body_part *p, struct enclosure **opened);

/* Return the bytes of the message that a range of the enclosure comes from. */
struct byte_range enclosure_source(const struct enclosure *e, struct byte_range range);

#endif
