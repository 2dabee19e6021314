/* reader_member.h - the members of an input: files of an archive, or the input itself */
#ifndef FIND_READER_MEMBER_H
#define FIND_READER_MEMBER_H

#include <stdbool.h>

#include "input/text.h"
#include "urlgrep_mail.h"

/* Go to the next member. Returns OK, END, SKIPPED or NOMEM. */
urlgrep_status reader_member_step(urlgrep_mail *m);

/* End the member. A read error that ended it is reported now (SKIPPED), after what was read
 * before was searched; else return END. */
urlgrep_status reader_member_end(urlgrep_mail *m);

/* Return the encoding that the member is converted from. */
enum text_encoding reader_member_encoding(const urlgrep_mail *m);

/* Return true if the text may be one of several ranges. */
bool reader_member_can_continue(const urlgrep_mail *m);

#endif
