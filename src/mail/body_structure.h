/* body_structure.h - what a message is made of: its header fields and the texts of its
 * body, where they lie and how each is coded (RFC 5322, 2045, 2046) */
#ifndef MAIL_BODY_STRUCTURE_H
#define MAIL_BODY_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/transfer_encoding.h"

/* Octets of the message, or of a string that the outline holds. */
struct header_field {
	const char *name;
	size_t name_len;
	const char *value; /* as it stands behind the colon, folded or coded */
	size_t value_len;
	size_t offset;     /* of the name in the message */
};

/* A text of the body at begin..end of the message. */
struct part {
	const char *path; /* "1.2" */
	size_t begin, end;
	enum transfer_encoding encoding;
	const char *charset;  /* NULL: it says none */
	bool html;            /* text/html */
	bool flowed;          /* RFC 3676 */
	bool delsp;
	unsigned alternative; /* parts of one number say the same; 0: none */
};

struct outline;

struct outline *outline_new(void);
void outline_free(struct outline *o);

/* The outline of text[0..len). outline_regular does without GMime and takes only
 * messages that leave nothing to interpret; of others it says false, and the
 * outline is as it was. outline_any takes all, where there is GMime: what is malformed
 * is as a mail reader would have it. Of a message that is regular both say the same. */
bool outline_regular(struct outline *o, const char *text, size_t len);
void outline_any(struct outline *o, const char *text, size_t len);

const struct header_field *outline_fields(const struct outline *o, size_t *count);
const struct part *outline_parts(const struct outline *o, size_t *count);

/* Were parts left out that lie too deep in others? */
bool outline_deep(const struct outline *o);

/* For the two above: what they put in. A string lasts as long as the outline. */
const char *outline_string(struct outline *o, const char *text, size_t len);
void outline_add_field(struct outline *o, const struct header_field *f);
void outline_add_part(struct outline *o, const struct part *p);
unsigned outline_alternative(struct outline *o); /* a new number */
void outline_leave_out(struct outline *o);       /* parts that lie too deep */
/* Let go of all that was put in. */
void outline_clear(struct outline *o);

#endif
