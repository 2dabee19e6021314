/* message.h - one message of mail or news as a reader sees it: its texts, each
 * decoded, with the way back to where it stands (RFC 5322, 2045, 2047, 3676) */
#ifndef MAIL_MESSAGE_H
#define MAIL_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>

struct message;
struct transfer;

/* A text of the message: its subject, a header field, or a part of its body. */
struct message_text {
	const char *part;     /* "1.2"; "subject" or a field's name for a header */
	const char *encoding; /* of the transfer: "quoted-printable"...; "7bit" */
	const char *text;     /* decoded; UTF-8 where the charset was not US-ASCII's
	                         superset, else the octets of the part */
	size_t len;
	bool html;            /* text/html */
	bool flowed;          /* RFC 3676 */
	bool delsp;
	unsigned alternative; /* texts of one number say the same twice; 0: none */
	/* see message_source */
	size_t begin, end; /* of its encoded form */
	bool exact;
	struct transfer *transfer;
};

enum {
	MESSAGE_HEADERS = 1, /* the header fields with URLs too */
	MESSAGE_UTF8 = 2,    /* every text as UTF-8 */
	MESSAGE_EVERY_HEADER = 4, /* those of addresses and identifiers, too */
	MESSAGE_BY_GMIME = 8 /* even if it is regular: for tests, with the same texts */
};

/* To be called once, before any message. GLib ends the program where memory is
 * missing: no_memory, if it is not NULL, is called instead and does not return. */
void message_setup(void (*no_memory)(void));

/* Made once, it reads one message after another. (Without memory GLib ends the
 * program.) */
struct message *message_new(unsigned flags);
void message_free(struct message *m);

/* Take text[0..len) apart; it is borrowed. What was had of the one before is over. */
void message_read(struct message *m, const char *text, size_t len);

/* The texts of the message being read. What is not text is left alone;
 * what is malformed is shown as a mail reader would. */
const struct message_text *message_texts(struct message *m, size_t *count);

/* Why something of it was left out, of what was asked for: texts that lie too deep in
 * parts of parts or, where GMime is missing, what only that can read. NULL: nothing. */
const char *message_trouble(const struct message *m);

/* Where in the message the octet at of the text comes from: exact for what is
 * not encoded and for quoted-printable, for base64 the four letters that it is in,
 * else all of the encoded text. */
size_t message_source(const struct message_text *t, size_t at);
size_t message_source_end(const struct message_text *t, size_t at);

/* Of its header, decoded; NULL if there is none. The date as it stands there. */
const char *message_id(struct message *m);
const char *message_date(struct message *m);
const char *message_from(struct message *m);
const char *message_subject(struct message *m);

#endif
