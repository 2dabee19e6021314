/* message.h - a message of mail or news as its reader sees it: texts, each decoded, that
 * can be mapped back to the message (RFC 5322, 2045, 2047, 3676) */
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

/* Where the bytes of a text come from: a part of an entity, of which the text was made in these
 * steps. Private to message.c and the parsers. */
struct text_origin {
	const struct entity *entity; /* NULL: the message */
	struct byte_range source;    /* of the part, there */
	bool is_rewritten;           /* any byte comes from all of the part */
	struct transfer_decoder *decoder;        /* NULL: it is not encoded */
	const struct charset_text *charset_text; /* NULL: it is not converted */
	const struct source_point *pieces; /* that were joined then: of an unfolded text, or of the
	                                      content of a .msg or S/MIME */
	size_t piece_count;                /* 0: it is not joined */
};

/* A text of the message: a header field, or a part of its body. */
struct message_text {
	const char *part;     /* "1.2"; "subject", or another field's name in lower case;
	                         "1.2.subject" of a message in part 1.2 */
	const char *field;    /* the name of the header field; NULL: not a header field */
	enum transfer_encoding encoding; /* a text in TNEF, .msg or S/MIME without one has that of
	                                    the part around it */
	const char *base;     /* of relative references in HTML without <base>; NULL: not given */
	const char *text;     /* decoded; in UTF-8 if its charset is known */
	size_t len;
	bool is_html;         /* text/html */
	unsigned flags;       /* for a scanner: URLGREP_FLOWED, _DELSP, _DECODED, _XML, _JOIN_NEVER */
	unsigned alternative; /* texts with the same number are alternatives; 0: none */
	struct text_origin origin;
};

/* Return a reader of messages, one after another, or NULL without memory. Both arguments are copied,
 * the names in options are not. URLGREP_HEADERS, URLGREP_FIND_ADDRESSES and these names choose the
 * header fields to search. */
struct message *message_new(const urlgrep_memory *memory, const urlgrep_mail_options *options);
/* Takes NULL. */
void message_free(struct message *m);

/* Read the message text[0..len), and forget the one before. A TNEF stream and a .msg are messages,
 * too. from_line: the "From " line before it in a mailbox, or absent. Both are borrowed. Returns OK
 * or NOMEM; then the message has no texts and no fields. */
urlgrep_status message_read(struct message *m, const char *text, size_t len,
    urlgrep_span from_line);

/* Return the texts to search: the selected header fields, then the texts of the body, also those in
 * TNEF, .msg and S/MIME that is not encrypted (no images and the like), likewise for messages in
 * parts. They last until the next message is read. */
const struct message_text *message_texts(const struct message *m, size_t *count);

/* Return why some content was skipped or is not decoded: a bound of src/doc/LIMITS.md, or a part
 * that cannot be read. NULL: nothing was skipped. */
const char *message_skipped(const struct message *m);

/* Return true if more bytes after the message would continue its only text, which is stored without
 * an encoding. */
bool message_goes_on_as_text(const struct message *m);

/* Return the bytes of the message that bytes begin..end of the text come from. They are exact for
 * text that is not encoded or quoted-printable. They are whole groups of four letters in base64,
 * whole lines in a charset with states, such as ISO-2022-JP, and else, as in RTF, all of the
 * encoded text. An empty range is at `begin`. */
struct byte_range message_source_range(const struct message_text *t,
    size_t begin, size_t end);

/* Return a header field, decoded to UTF-8, as all are at the first request: the first field of that
 * name, or the last Message-ID. Returns NULL if the message has none, if it cannot be decoded, or
 * without memory. It lasts until the next message is read. */
const char *message_field(struct message *m, urlgrep_mail_field field);

#endif
