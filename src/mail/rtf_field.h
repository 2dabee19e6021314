/* rtf_field.h - the instructions of fields in RTF, such as HYPERLINK */
#ifndef MAIL_RTF_FIELD_H
#define MAIL_RTF_FIELD_H

#include <stdbool.h>

#include "urlgrep.h"
#include "util/strbuf.h"

/* If the instruction, which has escapes of HTML but no &quot;, is a hyperlink to somewhere
 * else, append an open <a> for it and return true. */
bool rtf_field_open_link(urlgrep_span instruction, struct strbuf *html);

#endif
