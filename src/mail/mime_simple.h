/* mime_simple.h - the body structure of a message that leaves nothing to interpret */
#ifndef MAIL_MIME_SIMPLE_H
#define MAIL_MIME_SIMPLE_H

#include <stddef.h>

#include "mail/body_structure.h"
#include "urlgrep.h"

/* Parse the message text[0..len) into s, which is empty; the fields borrow it. Returns
 * OK; INVALID, and leaves s empty, if the message is not simple; or NOMEM.
 * mime_gmime_parse finds the same in a message that is simple. */
urlgrep_status mime_simple_parse(struct body_structure *s, const char *text,
    size_t len);

#endif
