/* message_private.h - the state of the message being read, for message.c and message_fields.c */
#ifndef MAIL_MESSAGE_PRIVATE_H
#define MAIL_MESSAGE_PRIVATE_H

#include "mail/charset.h"
#include "mail/cms.h"
#include "mail/message.h"
#include "mail/mime.h"

enum { FIELD_COUNT = MESSAGE_DATE_SOURCE + 1 };

struct message {
	urlgrep_memory memory;
	unsigned flags;
	struct header_selection selection;
	const urlgrep_grammar *grammar; /* of the URLs that are wanted; NULL: decode all texts */
	struct body_structure structure;
	struct charset_converters *converters; /* NULL until one is needed */

	/* the message being read */
	const char *text;
	size_t len;
	urlgrep_span from_line;
	struct message_text *texts;
	size_t text_count, text_room;
	struct arena arena; /* memory that the texts and fields point to */
	const char *fields[FIELD_COUNT]; /* NULL: absent, or not asked for */
	unsigned asked_fields; /* bit i: fields[i] was asked for */
	size_t inner_fields; /* header fields of messages in the message */
	bool has_failed;     /* an allocation has */
};

/* The decoded content of a part: a message or texts. */
struct enclosure {
	const struct enclosure *outer; /* that the part is in; NULL: the message */
	const char *encoding;             /* of the innermost part that is encoded, or NULL */
	struct byte_range source;         /* of the part */
	struct transfer_decoder *decoder; /* of the part; NULL: it is not encoded */
	struct cms_content content;       /* no pieces: the decoded part is the text */
	const char *text;
	size_t len;
};

/* The entity being read: the message, or a message or text enclosed in one of its parts. */
struct entity {
	const char *text;
	size_t len;
	const struct enclosure *enclosure; /* NULL: the message */
	struct body_structure *structure;
	unsigned depth; /* of enclosures */
};

/* Return the message's converters from charsets; NULL without memory, which is noted. */
struct charset_converters *message_converters(struct message *m);

/* Append a copy of the text to the texts of the message. */
void message_append_text(struct message *m, const struct message_text *t);

/* Return size bytes of the arena; NULL without memory, which is noted. */
void *message_allocate(struct message *m, size_t size);

/* Return a copy in the arena; NULL likewise. */
char *message_copy_text(struct message *m, const char *text, size_t len);

/* Set the encoding of a text in an encoded enclosure to the enclosure's. */
void message_take_encoding(const struct entity *e, struct message_text *t);

/* Add the selected fields of the message. */
void message_add_fields(struct message *m, const struct entity *e);

/* Add the selected fields of the header at begin..end of the entity, of a message in the part at
 * `path`. Lines that are no fields are skipped. */
void message_add_header(struct message *m, const struct entity *e, const char *path, size_t begin,
    size_t end);

/* Add the selected fields of a message that is an enclosure in the part at `path`. */
void message_add_enclosed_fields(struct message *m, const struct entity *e, const char *path);

#endif
