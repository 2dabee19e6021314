/* body_text.h - the texts of a message's body */
#ifndef MAIL_BODY_TEXT_H
#define MAIL_BODY_TEXT_H

#include "mail/message_state.h"

/* Return true if the part is RTF, which is a text once it is converted. */
bool body_text_is_rtf(const struct body_part *p);

/* Add a part, which is a text, decoded to UTF-8. */
void body_text_add(struct message *m, const struct entity *e, const struct body_part *p);

#endif
