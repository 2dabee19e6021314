/* mbox.h - split a stream into messages: an mbox (RFC 4155), a mailbox of another format,
 * or a single message */
#ifndef MAIL_MBOX_H
#define MAIL_MBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/input.h"
#include "mail/formats.h"
#include "urlgrep.h"

enum {
	/* Longer messages are returned in pieces of at most this size, each with the number of the
	 * message, so that memory is bounded. A piece ends after a line, an empty one if one is
	 * near. */
	MAX_MESSAGE_BYTES = 64 * 1024 * 1024,
	/* A "From " line is recognized by the text before it: this many bytes before the begin of a
	 * range must be read. */
	MBOX_CONTEXT_BYTES = 4
};

/* A message as stored, without the "From " line before it, or a piece of one. Borrowed until the
 * next call of mbox_next(). */
struct mbox_message {
	const char *text;
	size_t len;
	urlgrep_span from_line; /* the "From " line before it; len 0: none, or it is too long */
	uint64_t offset; /* of text in the stream */
	uint64_t line;   /* of its first byte; 0 if lines are not counted */
	uint64_t end_line; /* of the byte after its last one; 0 likewise */
	uint64_t number;
	bool is_long; /* the message is longer than MAX_MESSAGE_BYTES: another piece follows */
	bool is_rest; /* a piece of such a message, except the first one */
};

/* The stream to split, and the number of its first message. */
struct mbox_range {
	uint64_t origin;     /* offset of the first byte that the stream returns */
	uint64_t begin, end; /* messages that begin there are returned */
	uint64_t line;       /* number of the line that holds begin */
	uint64_t number;     /* of the first message */
	enum mailbox_format format; /* MAILBOX_MBOX unless all of a stream is read */
	bool count_lines;
};

struct mbox;

/* Make a splitter, which reads one stream after another. Returns NULL without
 * memory. */
struct mbox *mbox_new(const urlgrep_memory *memory);
void mbox_free(struct mbox *m);

/* Begin to read a stream. range is copied. */
void mbox_open(struct mbox *m, struct byte_stream stream,
    const struct mbox_range *range);

/* Go to the next message that begins in the range. Returns OK; END at the end of the
 * range or of the stream, which may be due to a read error (see mbox_progress); NOMEM if
 * a message does not fit into memory, and then ends there. */
urlgrep_status mbox_next(struct mbox *m, struct mbox_message *message);

/* Return the offset in text[0..len) after the blank line that ends the header at begin, or 0 if
 * none is in 256 KiB. *length is the value of the first Content-Length, at most MAX_MESSAGE_BYTES,
 * which is also the value if the header has no such field. */
size_t mbox_find_content_length(const char *text, size_t len, size_t begin, size_t *length);

/* What is known of the range so far. */
struct mbox_progress {
	int error; /* the errno that ended the stream, or 0 */
	/* Some message has a Content-Length field: then the messages of a range cannot be found without
	 * the bytes before it. Or enough messages were read to say that the mbox has no such fields. */
	bool has_lengths, lacks_lengths;
	uint64_t lines; /* line feeds in the range, as far as it was read */
};

struct mbox_progress mbox_progress(const struct mbox *m);

#endif
