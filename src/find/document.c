/* document.c - the members of an input, one after another */
#include "find/find.h"

#include <errno.h>
#include <string.h>

#include "input/input.h"

enum { UNCONVERTED_BYTES = 4096 }; /* of UTF-16 or UTF-32; converted, they fit into the head */

bool
document_init(struct document *d, const urlgrep_memory *memory,
    const struct find_options *options)
{
	d->options = options;
	d->path.memory = memory;
	d->archive = archive_reader_new(memory);
	if (d->archive == NULL)
		return false;
	d->state = archive_reader_state(d->archive);
	return true;
}

void
document_free(struct document *d)
{
	archive_reader_free(d->archive);
	strbuf_free(&d->path);
}

void
document_open(struct document *d, urlgrep_mail_source source, const char *path,
    urlgrep_mail_type type)
{
	d->source = source;
	d->input_path = path;
	d->input_type = type;
	document_restart(d);
}

void
document_restart(struct document *d)
{
	d->error = NULL;
	d->bytes = 0;
	strbuf_clear(&d->path);
	archive_reader_open(d->archive, d->source, d->options->given.flags);
}

const char *
document_path(const struct document *d)
{
	return d->path.len ? d->path.at : d->input_path;
}

bool
document_is_plain(const struct document *d)
{
	return d->state->is_plain &&
	    d->decoder.encoding == ENCODING_BYTES && d->unread == NULL &&
	    !d->is_folded;
}

/* ---- the bytes of a member --- */

/* Read from the archive. An error ends the member. */
static ssize_t
read_stored(struct document *d, char *buffer, size_t size)
{
	ssize_t n = d->is_at_end ? 0 : archive_reader_read(d->archive, buffer, size);

	if (n < 0) {
		d->error = d->state->error;
		n = 0;
	}
	d->is_at_end = n == 0;
	d->bytes += (uint64_t)n;
	return n;
}

/* Read bytes of the member, converted to UTF-8 if necessary. */
static ssize_t
read_member(struct document *d, char *buffer, size_t size)
{
	char stored[UNCONVERTED_BYTES];
	size_t most = (size - 8) / 2, len = 0; /* see utf16_decode() */

	if (d->decoder.encoding == ENCODING_BYTES)
		return read_stored(d, buffer, size);
	while (len == 0) { /* until a character is complete */
		ssize_t n = read_stored(d, stored, most < sizeof(stored) ? most : sizeof(stored));

		if (n <= 0)
			return n;
		len = utf16_decode(&d->decoder, stored, (size_t)n, buffer);
	}
	return (ssize_t)len;
}

/* Read some bytes to detect the encoding, and convert them. */
static void
find_encoding(struct document *d)
{
	char stored[UNCONVERTED_BYTES];

	while (!d->is_at_end && utf16_needs_more(d->head, d->head_len))
		d->head_len += (size_t)read_stored(d, d->head + d->head_len,
		    sizeof(stored) - d->head_len);
	d->decoder.encoding = utf16_detect(d->head, d->head_len);
	if (d->decoder.encoding == ENCODING_BYTES)
		return;
	memcpy(stored, d->head, d->head_len);
	d->head_len = utf16_decode(&d->decoder, stored, d->head_len, d->head);
}

/* Read for the stream. The bytes that were read to detect the type come first. */
static ssize_t
read_stream(void *document, char *buffer, size_t size)
{
	struct document *d = document;
	size_t left = d->head_len - d->head_at;
	ssize_t n;

	if (left == 0) {
		n = read_member(d, buffer, size);
		if (d->error == NULL)
			return n;
		errno = EIO;
		return -1;
	}
	if (left > size)
		left = size;
	memcpy(buffer, d->head + d->head_at, left);
	d->head_at += left;
	return (ssize_t)left;
}

struct byte_stream
document_stream(struct document *d)
{
	return (struct byte_stream){ read_stream, d, 0, d->decoder.encoding };
}

struct byte_stream
document_open_range(struct document *d, const urlgrep_mail_range *range, uint64_t context)
{
	d->error = NULL;
	d->is_at_end = false;
	d->head_at = d->head_len; /* has been examined */
	return (struct byte_stream){ .read = read_stream, .data = d,
		.origin = archive_reader_open_range(d->archive, d->source, range, context) };
}

/* ---- members --- */

/* Detect the type by the first bytes. Read as many as fit, so that the type does not depend on the
 * sizes of reads; but read no more from a pipe than necessary, since its bytes may come late. */
static struct file_type
find_type(struct document *d)
{
	struct file_type t;

	if (d->input_type != URLGREP_MAIL_DETECT)
		return (struct file_type){ d->input_type, d->input_type == URLGREP_MAIL_MBOX ?
			MAILBOX_MBOX : MAILBOX_SINGLE, true };
	for (;;) {
		size_t len = d->head_len < DOCUMENT_HEAD_BYTES ? d->head_len : DOCUMENT_HEAD_BYTES;
		bool is_enough = d->is_at_end || len == DOCUMENT_HEAD_BYTES;

		if (is_enough || (len > 0 && !d->source.seekable)) {
			t = file_type_detect(d->head, len);
			if (is_enough || t.is_sure)
				return t;
		}
		d->head_len += (size_t)read_member(d, d->head + d->head_len,
		    sizeof(d->head) - d->head_len);
	}
}

/* Set the path of a member of an archive. Return false if out of memory. */
static bool
set_path(struct document *d)
{
	const char *const *name;

	strbuf_clear(&d->path);
	if (*d->state->names)
		strbuf_append_string(&d->path, d->input_path);
	for (name = d->state->names; *name; name++)
		strbuf_printf(&d->path, ":%s", *name);
	if (d->path.len > 0)
		strbuf_append_byte(&d->path, '\0');
	if (d->path.failed)
		strbuf_clear(&d->path);
	return !d->path.failed;
}

/* Set the member's encoding, type and format by its first bytes and by content, from its name. */
static void
examine_head(struct document *d, enum file_content content)
{
	const char *path = document_path(d);
	struct file_type type;

	find_encoding(d);
	type = find_type(d);
	d->format = type.format;
	d->type = type.type;
	if (type.type != URLGREP_MAIL_TEXT)
		return;
	if (d->input_type == URLGREP_MAIL_DETECT && magic_is_outlook(path, d->head, d->head_len)) {
		d->type = URLGREP_MAIL_MESSAGE;
		return;
	}
	if (d->unread == NULL)
		d->unread = magic_unread_mail(d->head, d->head_len);
	if (d->input_type == URLGREP_MAIL_DETECT && content == FILE_HTML) {
		d->type = URLGREP_MAIL_HTML;
		return;
	}
	d->is_folded = file_type_is_folded(content, d->head, d->head_len);
	if (d->is_folded)
		d->scanner_flags |= URLGREP_JOIN_NEVER;
	/* some properties of calendars and cards contain HTML */
	if (d->is_folded || file_type_is_xml(content, d->head, d->head_len))
		d->scanner_flags |= URLGREP_XML;
}

/* Set the flags for a text whose lines are records. */
static void
examine_records(struct document *d, enum file_content content)
{
	bool detects_joins = d->scanner_flags & URLGREP_NOT_MAIL;

	/* only few bytes of a pipe may have been read so far */
	content = file_type_of_records(content, d->head,
	    detects_joins && d->source.seekable ? d->head_len : 0);
	if (detects_joins && content != FILE_UNKNOWN)
		d->scanner_flags |= URLGREP_JOIN_NEVER;
	if (content == FILE_COMMAS)
		d->scanner_flags |= URLGREP_COMMA_ENDS;
}

urlgrep_status
document_next(struct document *d)
{
	enum file_content content;
	int found;

	d->error = NULL;
	d->is_at_end = false;
	d->head_at = d->head_len = 0;
	d->decoder = (struct utf16_decoder){ .encoding = ENCODING_BYTES };
	found = archive_reader_next(d->archive);
	d->unread = d->state->unread;
	if (!set_path(d))
		return URLGREP_NOMEM;
	if (found < 0) {
		d->error = d->state->error;
		return URLGREP_SKIPPED;
	}
	if (found == 0)
		return URLGREP_END;
	d->type = URLGREP_MAIL_TEXT;
	d->format = MAILBOX_SINGLE;
	d->is_folded = false;
	d->scanner_flags = d->options->text_flags;
	content = file_path_content(document_path(d));
	if (!has_flag(d->options, URLGREP_RAW))
		examine_head(d, content);
	if (d->type == URLGREP_MAIL_TEXT)
		examine_records(d, content);
	/* nothing was read, as of a directory: that is no empty text */
	return d->error && d->head_len == 0 ? URLGREP_SKIPPED : URLGREP_OK;
}
