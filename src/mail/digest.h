/* digest.h - messages in a digest that is a single plain text (RFC 1153), as mailing lists
 * send them: after a preamble and a line of 70 hyphens, separated by lines of 30 hyphens */
#ifndef MAIL_DIGEST_H
#define MAIL_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/body_structure.h"

/* A digest that is being divided. */
struct digest {
	struct body_structure *outer;    /* of the message that is the digest */
	struct body_structure *enclosed; /* of an enclosed message */
	const char *text;
	struct body_part part;       /* the digest */
	size_t at;                   /* what is before this was returned */
	size_t next;                 /* after the line of hyphens before the next message */
	size_t begin;                /* of the message in `enclosed` */
	size_t next_part;            /* of that message */
	unsigned first_alternative;  /* of that message, in the digest */
	unsigned message_count;      /* that were divided */
	bool has_failed;             /* an allocation has: something may be missing */
};

/* Return true if the part of the message `text` is a digest, and prepare for digest_next.
 * `outer` is the structure of the message; `enclosed`, which is overwritten, must last
 * until d is no longer used. */
bool digest_open(struct digest *d, const char *text, const struct body_part *part,
    struct body_structure *outer, struct body_structure *enclosed);

/* Set *piece to the next piece of the digest; return false after the last one. The
 * parts of a message that is encoded or a multipart are pieces of their own, as its header
 * says; the rest, such as headers, is plain text as in the digest, and so is all after MAX_PARTS
 * such messages, which is noted as exceeded. Strings of the piece are valid until the next
 * call. */
bool digest_next(struct digest *d, struct body_part *piece);

#endif
