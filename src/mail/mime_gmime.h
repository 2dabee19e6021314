/* mime_gmime.h - the body structure of any message, parsed by GMime */
#ifndef MAIL_MIME_GMIME_H
#define MAIL_MIME_GMIME_H

#include <stddef.h>

#include "mail/body_structure.h"
#include "urlgrep.h"

/* Parse the message text[0..len) into s, which is empty, by GMime, which must be
 * loaded. A malformed message is read as a mail program would. Returns OK or NOMEM. */
urlgrep_status mime_gmime_parse(struct body_structure *s, const char *text,
    size_t len);

#endif
