/* formats.h - the separators of the messages in mailboxes: the "From " lines of an mbox (RFC 4155),
 * and those of MMDF, Babyl, news batches, MBX and emlx */
#ifndef MAIL_FORMATS_H
#define MAIL_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mailbox_format {
	MAILBOX_MBOX,   /* "From " lines (RFC 4155) */
	MAILBOX_SINGLE, /* one message, whatever lines it has */
	MAILBOX_MMDF,   /* lines of four bytes 01 around each message */
	MAILBOX_BABYL,  /* of Rmail: each message ends with a byte 1F */
	MAILBOX_RNEWS,  /* "#! rnews LENGTH" before each article (RFC 1036, 4.3) */
	MAILBOX_MBX,    /* of UW IMAP: a line with date, length and flags before each */
	MAILBOX_EMLX    /* of Apple Mail: a line with the length, a message, a plist */
};

/* ---- "From " lines --- */

enum { MAX_FROM_LINE_BYTES = 512 }; /* with the name of the field that follows */

/* Return true if line[0..len) looks like
 * "From ann@example.org Tue Mar 14 10:12:00 1995". */
bool from_line_is_dated(const char *line, size_t len);

/* Return true if line[0..len) looks like a "From " line without a time or a year:
 * "From -8946248053963491671", "From ann@example.org Tue Mar 14", or nothing: "From ". Such a
 * line begins a message only if a header field follows. */
bool from_line_is_undated(const char *line, size_t len);

/* Return true if text begins with the rest of a "From " line, such as
 * "ann@example.org Tue Mar 14 10:12:00 1995", and a header field follows. Splitters that take
 * "From " for a delimiter remove it. */
bool from_line_is_cut(const char *text, size_t len);

/* Return true if a message begins at text[at], the beginning of a line; front is the length of the
 * byte order mark at text, or 0. Reads at most MAX_FROM_LINE_BYTES, so that the answer does not
 * depend on how much of the stream is in text[0..len). */
bool from_line_begins_message(const char *text, size_t len, size_t at, size_t front);

/* Return the next line after `at` and before end that begins with "From ", or NULL. */
const char *from_line_find(const char *at, const char *end);

/* ---- other mailboxes --- */

/* The longest separator or preamble of a mailbox. */
enum { MAX_SEPARATOR_BYTES = 4096 };

/* The separator of two messages. */
struct mailbox_separator {
	size_t len;     /* 0: no separator */
	bool has_count; /* it has the length of the next message */
	uint64_t count;
};

/* Return the format of a mailbox that begins with text[0..len); MAILBOX_MBOX if no other format
 * matches. A file that begins with a number in a line of its own is an emlx only if the header of a
 * message follows, which is left to the caller. */
enum mailbox_format mailbox_format_detect(const char *text, size_t len);

/* Return true if mailbox_format_detect may find another format once the rest of the first
 * line is read. */
bool mailbox_format_is_open(const char *text, size_t len);

/* Return the separator at the beginning of text[0..len); len is at least MAX_SEPARATOR_BYTES,
 * unless the file ends there. */
struct mailbox_separator mailbox_separator_at(enum mailbox_format format,
    const char *text, size_t len);

/* Return the offset of the first separator at or after `from`, which is at least 1, or len. The
 * separator may be incomplete. */
size_t mailbox_find_separator(enum mailbox_format format, const char *text, size_t from,
    size_t len);

/* In a message of a Babyl mailbox that has its header twice, as received and as shown,
 * overwrite the second one with blanks, so that the header as received is followed by
 * the body. Lines stay where they are. */
void mailbox_hide_shown_header(char *text, size_t len);

#endif
