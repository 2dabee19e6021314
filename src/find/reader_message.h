/* reader_message.h - the messages of a member, and what is known of the current one */
#ifndef FIND_READER_MESSAGE_H
#define FIND_READER_MESSAGE_H

#include "urlgrep_mail.h"

/* Go to the next message of the current member or, if the caller did not begin one, of the
 * input. Returns OK, END, SKIPPED or NOMEM. */
urlgrep_status reader_message_step(urlgrep_mail *m);

#endif
