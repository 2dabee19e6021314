/* header_text.h - header fields as texts to search */
#ifndef MAIL_HEADER_TEXT_H
#define MAIL_HEADER_TEXT_H

#include "mail/message_state.h"

/* Unfold the value up to its first NUL and decode it to UTF-8 (RFC 2047). Returns a string of
 * the arena; NULL if GMime is missing, if the value is too long, or without memory. Sets
 * *has_long_word if an encoded word may be too long to be decoded. */
const char *header_text_decode(struct message *m, urlgrep_span value, bool *has_long_word);

/* Add a header field as a text; it is borrowed if it is plain. path: of the part with the message
 * that has it; NULL: the message that is read. */
void header_text_add(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f);

/* Add the selected fields of the header at begin..end of the entity. Lines that are no fields are
 * skipped. */
void header_text_add_all(struct message *m, const struct entity *e, const char *path,
    size_t begin, size_t end);

/* Add the selected fields of a message that is an enclosure, one by one: the structure, which
 * may have copies of them, does not last. */
void header_text_add_enclosed(struct message *m, const struct entity *e, const char *path);

#endif
