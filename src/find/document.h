/* document.h - the members of an input, one after the other: decompressed, each with its
 * type, and with its bytes as a stream */
#ifndef FIND_DOCUMENT_H
#define FIND_DOCUMENT_H

#include <stdbool.h>

#include "find/file_type.h"
#include "input/archive.h"
#include "input/source.h"
#include "input/text.h"
#include "mail/formats.h"
#include "urlgrep_mail.h"
#include "util/strbuf.h"

/* The input to open. */
struct document_input {
	struct byte_source source;
	const char *path;       /* borrowed until the next document_open */
	urlgrep_mail_type type; /* of every member, or DETECT */
	bool is_raw;            /* one text, nothing is unpacked */
	bool reads_ahead;       /* decompress in a thread of its own */
};

enum {
	DOCUMENT_HEAD_BYTES = 8192,
	UNCONVERTED_BYTES = 4096, /* of UTF-16 or UTF-32, to be converted at once */
	CONVERTED_BYTES = 2 * UNCONVERTED_BYTES + 8
};

struct document {
	/* the current member */
	urlgrep_mail_type type; /* never DETECT */
	enum mailbox_format format;
	bool is_folded;         /* a text with folded lines: iCalendar, vCard or LDIF */
	bool is_xml;            /* as file_type_is_xml says */
	struct utf16_decoder decoder; /* of its encoding to UTF-8 */
	const char *unread;     /* why mail or an archive in it is read as it is, or NULL */
	const char *error;      /* why it could not be read further, or NULL */
	uint64_t bytes;         /* read of all members */

	/* how it is read: for document.c alone */
	const urlgrep_memory *memory;
	struct archive_reader *archive;
	struct document_input input;
	bool is_open;
	struct strbuf path;     /* empty: it is the input's */
	bool is_at_end;
	size_t head_len;        /* its first bytes, read to detect the type */
	size_t head_at;         /* how many of these were returned by the stream */
	size_t converted_at, converted_len; /* the bytes not returned yet */
	char head[DOCUMENT_HEAD_BYTES];
	char unconverted[UNCONVERTED_BYTES];
	char converted[CONVERTED_BYTES];
};

/* Make a reader of documents, which is used for one input after another. Returns NULL
 * without memory. */
struct document *document_new(const urlgrep_memory *memory);
void document_free(struct document *d);

void document_open(struct document *d, const struct document_input *input);

/* Go to the next member. Returns OK, END, NOMEM, or SKIPPED (see d->error; the path is then the
 * archive's). */
urlgrep_status document_next(struct document *d);

/* Return the path of the member: "FILE", "FILE:NAME" or "FILE:ARCHIVE:NAME". It lasts until the
 * next member. */
const char *document_path(const struct document *d);

/* Return the kind of the member's lines, by its first bytes; NONE for a pipe, since few of its
 * bytes may have been read yet. */
enum record_file document_record_kind(const struct document *d);

/* Return true if the member is the input itself, as it is stored, and is read so. */
bool document_is_plain(const struct document *d);

/* Return the bytes of the member, from the first on. After a read error the stream
 * ends, and d->error says why. */
struct byte_stream document_stream(struct document *d);

/* Return the errno of that error, if the input could not be read, else 0. */
int document_system_error(const struct document *d);

/* Return how many bytes were read of the input. */
uint64_t document_input_bytes(const struct document *d);

#endif
