/* message_private.h - the message being read, and the parts of its body: for message.c,
 * message_fields.c, and the parsers mime.c and tnef.c */
#ifndef MAIL_MESSAGE_PRIVATE_H
#define MAIL_MESSAGE_PRIVATE_H

#include "mail/charset.h"
#include "mail/containers.h"
#include "mail/header.h"
#include "mail/message.h"
#include "util/memory.h"
#include "util/strbuf.h"

/* Bounds on the parts of a message that are read, so that memory is bounded for any input.
 * src/doc/LIMITS.md lists all bounds and the effect of each. */
enum {
	MAX_PARTS = 10 * 1000,        /* including the parts of messages in the message */
	MAX_HEADER_FIELDS = 10 * 1000,       /* that are searched */
	MAX_FIELD_BYTES = 1024 * 1024 /* a longer value is searched undecoded */
};

/* Reports about a message that exceeds a bound. */
#define BOUND_PARTS "more than 10,000 parts"
#define BOUND_FIELDS "more than 10,000 header fields"
#define BOUND_FIELD_BYTES "a header field longer than 1 MiB"
#define BOUND_DEPTH "parts nested too deeply"

/* The decoded content of a part. */
enum body_content {
	BODY_TEXT,
	BODY_FOLDED, /* text/calendar, text/vcard: RFC 5545, 3.1 */
	BODY_RTF,    /* see rtf_text_open() */
	BODY_COMPRESSED_RTF, /* in TNEF; the contents up to this one are texts */
	BODY_MESSAGE, /* a header and a body, within TNEF or S/MIME */
	BODY_TNEF,    /* winmail.dat, with the message that it is a part of: see tnef_parse() */
	BODY_OTHER_TNEF, /* TNEF with another message */
	BODY_OUTLOOK, /* see msg_open() */
	BODY_PROPERTIES, /* a message in an Outlook message: see tnef_parse() */
	BODY_SMIME,   /* S/MIME that is not clear-signed: see cms_open() */
	BODY_UNREAD,  /* possibly mail or text, in a format that is not read */
	BODY_BINARY   /* not text: images, archives, signatures */
};

/* A part of the body that is read. */
struct body_part {
	struct message_text text; /* description and source; not decoded */
	enum body_content content;
	const char *type;    /* "application/ms-tnef", for reports; NULL: a text */
	const char *charset; /* NULL: not given */
};

/* Fields that are found by name: those of urlgrep_mail_field, and others that may have a date. */
enum {
	FIELD_COUNT = URLGREP_MAIL_DATE_SOURCE + 1,
	FIELD_X_DATE = FIELD_COUNT,
	FIELD_RECEIVED,
	NAMED_FIELD_COUNT,
	FROM_LINE = NAMED_FIELD_COUNT /* not a field, but it has a date, too */
};

/* An entity being read: the message, or the decoded content of a part of another entity that holds
 * a message or texts. Entities other than the message are allocated in the arena. */
struct entity {
	const char *text;
	size_t len;
	struct text_origin origin; /* in the outer entity; zeros, like all below, for the message */
	unsigned depth;       /* of nesting */
	const char *path;     /* of the part */
	enum transfer_encoding encoding; /* of the innermost encoded part */
};

struct message {
	const urlgrep_memory *memory;
	urlgrep_mail_options options;
	struct arena arena; /* memory that the parts, texts and fields point to */
	struct strbuf texts; /* of struct message_text */
	urlgrep_span from_line; /* before the message; len 0: none */

	/* the message being read, and the messages in it: reset to zeros before each message */
	struct entity entity;
	size_t part_count;       /* including messages in the message */
	unsigned alternatives;   /* the last number of alternatives */
	size_t searched_fields; /* header fields that are texts, including inner messages */
	urlgrep_span header;
	bool has_multipart;
	bool has_failed;     /* an allocation has failed */
	const char *incomplete; /* the first reason why not all of the message is read, such as
	                           "part 2 not read: application/mbox"; or NULL */

	struct header_field fields[NAMED_FIELD_COUNT]; /* by name; absent ones have no name */
	const char *values[FIELD_COUNT]; /* NULL: absent, or not decoded yet */
	bool has_fields, is_decoded[FIELD_COUNT];

	struct charset_converters converters;
};

/* ---- memory and reports: message.c --- */

/* Return size bytes in the arena; note a failure, and return NULL, if out of memory. */
void *message_allocate(struct message *m, size_t size);

/* Return a NUL-terminated copy in the arena; NULL like message_allocate(). */
char *message_copy_text(struct message *m, const char *text, size_t len);

/* Return a formatted string in the arena, truncated if it is longer than 1,023 bytes; NULL like
 * message_allocate(). */
__attribute__((format(printf, 2, 3))) const char *message_format(struct message *m,
    const char *format, ...);

/* Note why not all of the message is read, such as a bound that it exceeds. The string must stay
 * valid. */
void message_set_incomplete(struct message *m, const char *bound);

/* Note that the part at path, of type `what`, is not read, or not completely (is_damaged). */
void message_note_part(struct message *m, const char *path, bool is_damaged, const char *what);

/* Decode the part of the entity, and add its texts. A BODY_UNREAD is only noted. Parts beyond
 * MAX_PARTS are skipped. */
void message_add_part(struct message *m, const struct entity *e, const struct body_part *p);

/* Return the path of part number `number` in the part at path, which is NULL at the top; NULL if
 * out of memory. */
const char *message_part_path(struct message *m, const char *path, size_t number);

/* ---- parsers --- */

/* Parse the entity: add its parts (among alternatives, plain text first) and, for a BODY_MESSAGE,
 * the fields to search. A BODY_SMIME may be text without a header: its first lines are then not
 * read as a header. The header of the message itself is stored. */
void mime_parse(struct message *m, const struct entity *e, enum body_content content);

/* A media type, as in "Content-Type: text/plain", in any case. */
struct media_type {
	urlgrep_span type, subtype;
	urlgrep_span file_names[2]; /* from the disposition and the type; len 0: not given */
};

/* Divide "type/subtype; parameters". The spans borrow the string. No file names are set. */
struct media_type media_type_of(const char *string);

/* Set the content of a part of this type, and is_html and flags of its text. The file names decide
 * if there is no type, or an unknown subtype of "application". */
void media_type_use(const struct media_type *t, struct body_part *p);

/* Return "TYPE/SUBTYPE" in the arena; NULL if out of memory. */
const char *media_type_name(struct message *m, const struct media_type *t);

/* ---- texts: message_fields.c --- */

/* Unfold the value of a field or parameter and decode it to UTF-8 (RFC 2047). Return a string in
 * the arena; NULL if it must be decoded and is longer than MAX_FIELD_BYTES, or (noted) if out of
 * memory. */
char *message_decode_value(struct message *m, urlgrep_span value);

/* Append a text of an entity. A text that is not encoded gets the encoding of the innermost encoded
 * part around it. */
void message_append_text(struct message *m, struct message_text *t);

/* Add a field of the entity if it is to be searched. Its value is borrowed if it is plain. path: of
 * the part that is the message with the field; NULL: the message being read. */
void message_add_field(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f);

#endif
