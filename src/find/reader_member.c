/* reader_member.c - the members of an input: files of an archive, or the input itself */
#include "find/reader_member.h"

#include <string.h>

#include "find/file_type.h"
#include "find/reader.h"
#include "find/reader_range.h"
#include "find/record_file.h"

enum text_encoding
reader_member_encoding(const urlgrep_mail *m)
{
	return m->is_range ? ENCODING_BYTES : document_encoding(m->document);
}

bool
reader_member_can_continue(const urlgrep_mail *m)
{
	return m->is_range || document_is_plain(m->document);
}

/* Return what the lines of the member are: by its name, or else by its first lines, also
 * if only a range is read. */
static enum record_file
record_kind(const urlgrep_mail *m, unsigned flags)
{
	enum record_file kind = record_file_kind(m->member_path);
	char text[RECORD_HEAD_BYTES];
	ssize_t n;

	if (kind != RECORD_NONE || !(flags & URLGREP_NOT_MAIL))
		return kind;
	if (!m->is_range)
		return document_record_kind(m->document);
	n = m->source.read(m->source.data, text, sizeof(text), 0);
	return n > 0 ? record_file_kind_of_head(text, (size_t)n) : RECORD_NONE;
}

/* Return true if the text, or that of which it is a range, is XML. */
static bool
is_xml(const urlgrep_mail *m)
{
	char text[16];
	ssize_t n;

	if (!m->is_range)
		return document_is_xml(m->document);
	if (reader_has_flag(m, URLGREP_MAIL_RAW))
		return false;
	n = m->source.read(m->source.data, text, sizeof(text), 0);
	return file_type_is_xml(m->member_path, text, n > 0 ? (size_t)n : 0);
}

static void
open_text(urlgrep_mail *m)
{
	struct text_range range = { .begin = m->range.begin,
		.end = m->range.end, .line = m->range.line,
		.count_lines = reader_has_flag(m, URLGREP_MAIL_COUNT_LINES),
		.scanner_flags = reader_scanner_flags(m, false),
		.encoding = reader_member_encoding(m),
		.context_lines = m->options.context_lines,
		.skips_binary = reader_has_flag(m, URLGREP_MAIL_SKIP_BINARY),
		.live_fd = m->source.data == &m->file && !m->source.seekable ? m->file.fd : -1,
		.is_folded = !m->is_range && document_is_folded(m->document) };
	struct byte_stream stream = reader_range_open_stream(m, &range.origin);
	enum record_file kind = record_kind(m, range.scanner_flags);

	if (range.is_folded ||
	    (range.scanner_flags & URLGREP_NOT_MAIL && kind != RECORD_NONE))
		range.scanner_flags |= URLGREP_JOIN_NEVER;
	if (kind == RECORD_COMMAS)
		range.scanner_flags |= URLGREP_COMMA_ENDS;
	if (is_xml(m))
		range.scanner_flags |= URLGREP_XML;
	text_search_open(m->text, stream, &range);
}

static void
open_mbox(urlgrep_mail *m)
{
	struct mbox_range range = { .begin = m->range.begin,
		.end = m->range.end, .line = m->range.line,
		.number = m->range.message,
		.format = m->is_range && m->type == URLGREP_MAIL_MBOX ? MAILBOX_MBOX :
		    document_format(m->document),
		.count_lines = reader_has_flag(m, URLGREP_MAIL_COUNT_LINES),
		.has_lengths = (m->range.flags & URLGREP_MAIL_HAS_LENGTHS) != 0 };
	struct byte_stream stream = reader_range_open_stream(m, &range.origin);

	mbox_open(m->mbox, stream, &range);
}

/* Find the next member of the input; a range has one. */
static urlgrep_status
find_member(urlgrep_mail *m)
{
	if (m->is_range) {
		urlgrep_status status =
		    m->sums.members > 0 ? URLGREP_END : reader_range_enter(m);

		if (m->is_range || status != URLGREP_OK)
			return status;
	}
	switch (document_next(m->document)) {
	case URLGREP_OK:
		m->type = document_type(m->document);
		m->member_path = document_path(m->document);
		return URLGREP_OK;
	case URLGREP_END:
		return URLGREP_END;
	case URLGREP_SKIPPED:
		return reader_skip(m, document_path(m->document), document_error(m->document),
		    document_system_error(m->document));
	default:
		return URLGREP_NOMEM;
	}
}

urlgrep_status
reader_member_step(urlgrep_mail *m)
{
	urlgrep_status status;

	m->is_member = m->is_message = false;
	status = m->is_open ? find_member(m) : URLGREP_END;
	if (status != URLGREP_OK) {
		m->is_open = m->is_open && status != URLGREP_END;
		return status;
	}
	m->sums.members++;
	m->is_member = true;
	if (m->type == URLGREP_MAIL_TEXT)
		open_text(m);
	else
		open_mbox(m);
	m->current = (urlgrep_message){ .path = m->member_path };
	memset(&m->map, 0, sizeof(m->map));
	m->map.end = m->map.source_end = m->range.offset;
	return URLGREP_OK;
}

urlgrep_status
reader_member_end(urlgrep_mail *m)
{
	int error = m->type == URLGREP_MAIL_TEXT ? text_search_error(m->text) :
	    mbox_error(m->mbox);

	if (m->type == URLGREP_MAIL_TEXT) {
		m->sums.lines += text_search_lines(m->text);
		if (reader_member_can_continue(m)) {
			m->sums.entered_after = text_search_entered_after(m->text);
			m->sums.left_after = text_search_left_after(m->text);
		}
	} else {
		m->sums.lines += mbox_lines(m->mbox);
		if (m->is_range) {
			m->sums.entered_after = mbox_entered_at(m->mbox);
			m->sums.left_after = mbox_left_at(m->mbox);
		}
	}
	m->is_member = false;
	if (!m->is_range && document_error(m->document))
		return reader_skip(m, m->member_path, document_error(m->document),
		    document_system_error(m->document));
	if (error)
		return reader_skip_errno(m, m->member_path, error);
	if (!m->is_range && document_unread(m->document))
		return reader_skip(m, m->member_path, document_unread(m->document), 0);
	return URLGREP_END;
}
