/* document.h - the members of an input, one after the other: decompressed, each with its
 * type, and with its bytes as a stream */
#ifndef FIND_DOCUMENT_H
#define FIND_DOCUMENT_H

#include <stdbool.h>

#include "find/record_file.h"
#include "input/source.h"
#include "input/text.h"
#include "mail/formats.h"
#include "urlgrep_mail.h"

struct document;

/* Make a reader of documents, which is used for one input after another. Returns NULL
 * without memory. */
struct document *document_new(const urlgrep_memory *memory);
void document_free(struct document *d);

/* What to open. */
struct document_input {
	struct byte_source source;
	const char *path;       /* borrowed until the next document_open */
	urlgrep_mail_type type; /* of every member, or DETECT */
	bool is_raw;            /* one text, nothing is unpacked */
	bool reads_ahead;       /* decompress in a thread of its own */
};

void document_open(struct document *d, const struct document_input *input);

/* Go to the next member. Returns OK, END, NOMEM, or SKIPPED (see document_error; the path
 * is then that of the archive). */
urlgrep_status document_next(struct document *d);

/* Return the type of the current member (never DETECT), how its messages are
 * separated, and its path, "FILE",
 * "FILE:NAME" or "FILE:ARCHIVE:NAME"; the path lasts until the next member. */
urlgrep_mail_type document_type(const struct document *d);
enum mailbox_format document_format(const struct document *d);
const char *document_path(const struct document *d);

/* Return true if the member is a text with folded lines: an iCalendar, vCard or LDIF. */
bool document_is_folded(const struct document *d);

/* Return true if the document is XML, as file_type_is_xml says. */
bool document_is_xml(const struct document *d);

/* Return what the lines of the member are, by its first bytes; NONE for what comes through
 * a pipe, of which few may have been read yet. */
enum record_file document_record_kind(const struct document *d);

/* Return the encoding that the bytes of the member were converted to UTF-8 from. */
enum text_encoding document_encoding(const struct document *d);

/* Return true if the member is the input itself, as it is stored, and is read so. */
bool document_is_plain(const struct document *d);

/* Return the bytes of the member, from the first on. After a read error the stream
 * ends, and document_error says why. */
struct byte_stream document_stream(struct document *d);

/* Return why a member that holds mail, or is an archive, is read as it is; NULL for
 * others. */
const char *document_unread(const struct document *d);

/* Return why the member could not be read further, or NULL; lasts until the next
 * member. */
const char *document_error(const struct document *d);

/* Return the errno of that error, if the input could not be read, else 0. */
int document_system_error(const struct document *d);

/* Return how many bytes were read of all members, and of the input. */
uint64_t document_bytes(const struct document *d);
uint64_t document_input_bytes(const struct document *d);

#endif
