/* mail_signs.h - does a text look like mail or news that was saved or pasted? */
#ifndef TEXT_MAIL_SIGNS_H
#define TEXT_MAIL_SIGNS_H

#include "util/scan_text.h"

/* Look for header fields, attributions ("Ann wrote:"), quoted lines and the mark before a
 * signature within 50 lines of the line that begins at `line`, as far as the text is at
 * hand. Answers YES, NO or MORE. */
enum scan_answer mail_signs_find(const struct scan_text *t, size_t line);

#endif
