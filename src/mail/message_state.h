/* message_state.h - what is known of the message being read, for the files that find its texts */
#ifndef MAIL_MESSAGE_STATE_H
#define MAIL_MESSAGE_STATE_H

#include "mail/header.h"
#include "mail/message.h"
#include "mail/body_structure.h"
#include "util/memory.h"

struct charset_converters;

enum { FIELD_COUNT = MESSAGE_LABELS + 1 };

struct message {
	urlgrep_memory memory;
	unsigned flags;
	struct header_selection selection;
	const urlgrep_grammar *grammar; /* of the URLs that are wanted; NULL: decode all texts */
	struct body_structure *structure;
	struct charset_converters *converters; /* NULL until one is needed */

	/* the message being read */
	const char *text;
	size_t len;
	struct message_text *texts;
	size_t text_count, text_room;
	struct arena arena; /* what the texts and fields point to */
	const char *fields[FIELD_COUNT]; /* NULL: absent, or not asked for */
	unsigned asked_fields; /* bit i: fields[i] was asked for */
	bool has_field_places; /* they were looked for: */
	size_t field_places[FIELD_COUNT]; /* of the structure, counted from 1; 0: none */
	size_t inner_fields; /* header fields of messages in the message */
	const char *missing; /* why GMime, which is needed, could not be loaded */
	bool has_failed;     /* an allocation has */
};

/* What is being read: the message, or a message or text enclosed in one of its parts. */
struct entity {
	const char *text;
	size_t len;
	const struct enclosure *enclosure; /* NULL: the message */
	struct body_structure *structure;
	unsigned depth; /* of enclosures */
};

/* Return true if GMime can be used, and note it if it is missing. */
bool message_has_gmime(struct message *m);

/* Return the message's converters from charsets, or NULL without memory. */
struct charset_converters *message_converters(struct message *m);

/* Note that a text is not decoded because of a bound. */
void message_set_exceeded(struct message *m, const char *bound);

/* Append a copy of the text to those of the message. */
void message_append_text(struct message *m, const struct message_text *t);

/* Return a copy in the arena, or NULL without memory. */
char *message_copy_text(struct message *m, const char *text, size_t len);

/* Set the encoding of a text in an encoded enclosure to that of the enclosure. */
void message_take_encoding(const struct entity *e, struct message_text *t);

#endif
