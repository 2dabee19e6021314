/* mime.h - the body structure of any message, by the parser that is enough for it */
#ifndef MAIL_MIME_H
#define MAIL_MIME_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/body_structure.h"
#include "urlgrep.h"

/* Parse the message text[0..len) into s, which is empty: by GMime only if it is not simple
 * or (by_gmime) in any case. A message that exceeds a bound is one text. If GMime is needed
 * and missing, the message has no fields and no parts, and *missing is set. Returns OK or
 * NOMEM. */
urlgrep_status mime_parse(struct body_structure *s, const char *text, size_t len,
    bool by_gmime, const char **missing);

#endif
