/* mbox.h - split a stream into messages: an mbox (RFC 4155), a mailbox of another format,
 * or a single message */
#ifndef MAIL_MBOX_H
#define MAIL_MBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "input/input.h"
#include "urlgrep.h"

/* ---- formats.c: the separators between messages: "From " lines of an mbox (RFC 4155), and those
 * of MMDF, Babyl, news batches, MBX and emlx --- */

enum mailbox_format {
	MAILBOX_MBOX,   /* "From " lines (RFC 4155) */
	MAILBOX_SINGLE, /* one message, whatever its lines look like */
	MAILBOX_MMDF,   /* lines of four bytes 01 around each message */
	MAILBOX_BABYL,  /* written by Rmail: each message ends with a byte 1F */
	MAILBOX_RNEWS,  /* "#! rnews LENGTH" before each article (RFC 1036, 4.3) */
	MAILBOX_MBX,    /* written by UW IMAP: a line with date, length and flags before each */
	MAILBOX_EMLX    /* written by Apple Mail: a line with the length, a message, a plist */
};

/* ---- "From " lines --- */

enum { MAX_FROM_LINE_BYTES = 512 }; /* including the name of the field that follows */

/* FROM_UNDATED and FROM_BARE begin a message only if a header field follows. */
enum from_line {
	FROM_NONE,    /* text */
	FROM_DATED,   /* "From ann@example.org Tue Mar 14 10:12:00 1995" */
	FROM_UNDATED, /* no time or no year: "From -8946248053963491671" */
	FROM_BARE     /* "From " or "From -" */
};

/* Return the kind of "From " line that line[0..len) looks like. */
enum from_line from_line_kind(const char *line, size_t len);

/* Return true if text begins with the rest of a "From " line, such as
 * "ann@example.org Tue Mar 14 10:12:00 1995", and a header field follows. Splitters that treat
 * "From " as a delimiter remove it. */
bool from_line_is_cut(const char *text, size_t len);

/* Return true if a message begins at text[at], the beginning of a line; front is the length of the
 * byte order mark at text, or 0. At most MAX_FROM_LINE_BYTES are read, so that the result does not
 * depend on how much of the stream is in text[0..len). */
bool from_line_begins_message(const char *text, size_t len, size_t at, size_t front);

/* ---- other mailboxes --- */

/* The longest separator or preamble of a mailbox. */
enum { MAX_SEPARATOR_BYTES = 4096 };

/* The separator before a message. */
struct mailbox_separator {
	size_t len;     /* 0: no separator */
	bool has_count; /* the separator gives the length of the next message */
	uint64_t count;
};

/* Return the format of a mailbox that begins with text[0..len); MAILBOX_MBOX if no other format
 * matches. If a file begins with a number in a line of its own, MAILBOX_EMLX is returned; the
 * caller must check that the header of a message follows. */
enum mailbox_format mailbox_format_detect(const char *text, size_t len);

/* Return the separator at the beginning of text[0..len); len is at least MAX_SEPARATOR_BYTES,
 * unless the file ends there. */
struct mailbox_separator mailbox_separator_at(enum mailbox_format format,
    const char *text, size_t len);

/* Return the offset of the first separator at or after `from`, which is at least 1; len if there is
 * none. The separator may be incomplete. */
size_t mailbox_find_separator(enum mailbox_format format, const char *text, size_t from,
    size_t len);

/* ---- mbox.c: split a stream into messages --- */

enum {
	/* Longer messages are returned in pieces of at most this size, each with the number of the
	 * message, to bound memory. A piece ends after a line if one ends near the limit. */
	MAX_MESSAGE_BYTES = 64 * 1024 * 1024,
	/* Detecting a "From " line needs the text before it: this many bytes before the beginning
	 * of a range must be read. */
	MBOX_CONTEXT_BYTES = 4
};

/* A message as stored, without the "From " line before it, or a piece of such a message. Valid
 * until the next call of mbox_next(). */
struct mbox_message {
	const char *text;
	size_t len;
	urlgrep_span from_line; /* the "From " line before text; len 0: none, or it is too long */
	uint64_t offset; /* of text in the input as stored */
	uint64_t line;   /* of the first byte; 0 if lines are not counted */
	uint64_t number;
	bool is_long; /* the message is longer than MAX_MESSAGE_BYTES: another piece follows */
	bool is_rest; /* a piece of a long message, but not the first piece */
};

struct mbox;

/* Return a splitter, which can read one stream after another, or NULL if out of memory. */
struct mbox *mbox_new(const urlgrep_memory *memory);
void mbox_free(struct mbox *m);

/* Begin to read a stream. mbox_next() will return the messages that begin in the range, which is
 * copied; the offset and type of the range are ignored. Lines are not counted if range->line is 0.
 * The format must be MAILBOX_MBOX unless the range is the whole stream. */
void mbox_open(struct mbox *m, struct byte_stream stream, const urlgrep_mail_range *range,
    enum mailbox_format format);

/* Go to the next message that begins in the range. Return OK; END at the end of the range or of the
 * stream, or after a read error of the stream; NOMEM if a message does not fit into memory: the
 * stream ends at that message. */
urlgrep_status mbox_next(struct mbox *m, struct mbox_message *message);

/* Return the offset in text[0..len) after the blank line that ends the header at begin, or 0 if
 * there is none in 256 KiB. Set *length to the value of the first Content-Length below
 * MAX_MESSAGE_BYTES, or to MAX_MESSAGE_BYTES if the header has no such field. */
size_t mbox_find_content_length(const char *text, size_t len, size_t begin, size_t *length);

/* What is known about the range so far. */
struct mbox_progress {
	/* has_lengths: some message has a Content-Length field, so the messages of a range cannot
	 * be found without the bytes before it. lacks_lengths: enough messages were read to
	 * conclude that the mbox has no such fields. */
	bool has_lengths, lacks_lengths;
	/* first: the offset at which the first message of the range seems to begin or, if the range
	 * has no message, the end of the bytes read. end: where the last message ends, or 0. In an
	 * mbox with Content-Length fields, `first` must equal the `end` of the nearest earlier
	 * range that has a message. */
	uint64_t first, end;
	/* Line feeds in the part of the range that was read; in an mbox with Content-Length fields,
	 * those from `first` to `end`. */
	uint64_t lines;
};

struct mbox_progress mbox_progress(const struct mbox *m);

#endif
