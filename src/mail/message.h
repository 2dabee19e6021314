/* message.h - a message of mail or news as its reader sees it: decoded texts that can
 * be mapped back to the message (RFC 5322, 2045, 2047, 3676) */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/transfer.h"
#include "urlgrep_mail.h"
#include "util/byte_range.h"

struct charset_text;
struct entity;
struct message;

/* Where the bytes of a text come from: a part of an entity, and the steps, in this order, in which
 * the text was made from it. Only message.c reads it. For a text that is the message itself, source
 * is its range, and the rest is zeros. */
struct text_origin {
	const struct entity *entity; /* NULL: the message */
	struct byte_range source;    /* of the part in the entity */
	bool is_rewritten;           /* any byte is mapped to the whole part */
	struct transfer_decoder *decoder;        /* NULL: the part is not encoded */
	const struct charset_text *charset_text; /* NULL: its charset is not converted */
	const struct source_point *points; /* joined in the last step, in an unfolded text or in the
	                                      content of a .msg or S/MIME */
	size_t point_count;                /* 0: nothing was joined */
};

/* A text of the message: a header field, or a part of its body. */
struct message_text {
	const char *part;     /* "1.2"; "subject", or another field's name in lower case;
	                         "1.2.subject" in a message in part 1.2 */
	const char *field;    /* the name of the header field; NULL: not a header field */
	enum transfer_encoding encoding; /* an unencoded text in TNEF, .msg or S/MIME has that of
	                                    the part around it */
	const char *base;     /* of relative references in HTML without <base>; NULL: not given */
	const char *text;     /* decoded; in UTF-8 if the charset is known */
	size_t len;
	bool is_html;         /* text/html */
	unsigned flags;       /* for a scanner: URLGREP_FLOWED, _DELSP, _DECODED, _XML, _JOIN_NEVER,
	                         _COMMA_ENDS */
	unsigned alternative; /* texts with the same number are alternatives; 0: none */
	struct text_origin origin;
};

/* Return a reader that reads one message after another, or NULL if out of memory. memory and the
 * names in options, which is copied, are borrowed. These names, URLGREP_HEADERS and
 * URLGREP_FIND_ADDRESSES select the header fields to search. */
struct message *message_new(const urlgrep_memory *memory, const urlgrep_mail_options *options);
/* NULL is allowed. */
void message_free(struct message *m);

/* Read the message text[0..len), and forget the previous one. A TNEF stream and a .msg are
 * messages, too. from_line is the "From " line before the message in a mailbox, or absent. Both are
 * borrowed. Return OK or NOMEM; with NOMEM the message has no texts and no fields. */
urlgrep_status message_read(struct message *m, const char *text, size_t len,
    urlgrep_span from_line);

/* Return the texts to search: the selected header fields, then the texts of the body, including
 * those in TNEF, .msg and unencrypted S/MIME (but no images and the like), and likewise for
 * messages in parts. They are valid until the next message is read. */
const struct message_text *message_texts(const struct message *m, size_t *count);

/* Return why some content was skipped or not decoded: a bound of src/doc/LIMITS.md, or a part
 * that cannot be read. NULL: nothing was skipped. */
const char *message_skipped(const struct message *m);

/* Return true if the message has a single text, stored without an encoding, that would continue if
 * more bytes followed the message. */
bool message_goes_on_as_text(const struct message *m);

/* Return the bytes of the message that bytes begin..end of the text come from. They are exact for
 * unencoded and quoted-printable text, groups of four letters in base64, and whole lines in a
 * charset with states, such as ISO-2022-JP; in all other cases, such as RTF, they are the whole
 * encoded text. An empty range is at `begin`. */
struct byte_range message_source_range(const struct message_text *t,
    size_t begin, size_t end);

/* Return a header field, decoded to UTF-8: the first field of that name, or the last Message-ID.
 * Return NULL if the message has no such field, if it cannot be decoded, or if out of memory. The
 * value is valid until the next message is read. */
const char *message_field(struct message *m, urlgrep_mail_field field);

#endif
