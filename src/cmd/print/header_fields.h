/* header_fields.h - the header fields of a message as JSON, which are written once for all of its
 * findings */
#ifndef CMD_PRINT_HEADER_FIELDS_H
#define CMD_PRINT_HEADER_FIELDS_H

#include "urlgrep_mail.h"

struct header_fields;

/* Make fields of no message. */
struct header_fields *header_fields_new(void);
/* Takes NULL. */
void header_fields_free(struct header_fields *fields);

/* Return the keys and values of the current message, with a comma after each, until the
 * next call. It has no text if the message has none of the fields. */
urlgrep_span header_fields_of(struct header_fields *fields, urlgrep_mail *mail);

#endif
