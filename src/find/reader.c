/* reader.c - urlgrep_mail: the iterators over the members of an input, its messages and URLs */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "find/document.h"
#include "find/message_search.h"
#include "find/text_search.h"
#include "find/url_set.h"
#include "mail/mbox.h"
#include "urlgrep_mail.h"
#include "urlgrep_tools.h"
#include "util/memory.h"

/* Where a message is in a member that was converted from UTF-16 or UTF-32. */
struct source_map {
	uint64_t begin, end;               /* of the message, converted, */
	uint64_t source_begin, source_end; /* and as it is stored */
	size_t at;       /* an offset in the message, converted */
	uint64_t source; /* of that byte as it is stored */
};

enum { MAX_REASON_BYTES = 320 }; /* longer ones are cut */

struct urlgrep_mail {
	urlgrep_memory memory;
	urlgrep_mail_options options;
	urlgrep_grammar *own_grammar; /* if the caller gave none */
	urlgrep_scanner *scanner;
	struct document *document;
	struct mbox *mbox;
	struct text_search *text;
	struct message_search *message;

	/* the input */
	char *path;
	int own_fd; /* of a file that was opened here; -1: none */
	struct file_source file;
	struct buffer_source buffer;
	struct byte_source source;
	urlgrep_mail_range range;
	struct range_stream range_stream;
	bool is_open;

	/* where the iterators are */
	bool is_range;  /* only a range of the input, which is plain, is read */
	bool is_member, is_message; /* there is a current one */
	/* begun by the caller, so that END is returned at its end */
	bool stays_in_member, stays_in_message;
	urlgrep_mail_type type;       /* of the member */
	const char *member_path;
	urlgrep_message current;
	uint64_t serial; /* how many messages there were, of all inputs */
	uint64_t message_offset; /* of the first part of the current message, if split */
	struct source_map map;
	urlgrep_member member;     /* the last results of the iterators */
	urlgrep_finding finding;
	urlgrep_location location;

	urlgrep_mail_sums sums;
	uint64_t decoded_before;  /* by the message reader, before this input */
	urlgrep_mail_error_info error;
	char reason[MAX_REASON_BYTES];
};

static bool
has_flag(const urlgrep_mail *m, unsigned flag)
{
	return (m->options.flags & flag) != 0;
}

/* Return the flags for the scanner of a text that is mail, or not. */
static unsigned
scanner_flags(const urlgrep_mail *m, bool is_mail)
{
	const unsigned joins = URLGREP_JOIN_ALWAYS | URLGREP_JOIN_WRAPPED | URLGREP_JOIN_NEVER;
	const unsigned chosen = joins | URLGREP_FIND_MALFORMED | URLGREP_REFANG |
	    URLGREP_REFANG_HOSTS | URLGREP_FIND_NAMES | URLGREP_LOW_NAMES |
	    URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES | URLGREP_SUPPLY_HTTPS;
	unsigned flags = m->options.flags & chosen;

	if (!is_mail && (flags & joins) == 0)
		flags |= URLGREP_NOT_MAIL;
	return flags | (has_flag(m, URLGREP_RAW) ? URLGREP_DECODED : 0);
}

/* Record an omission for urlgrep_mail_error(). Return SKIPPED. */
static urlgrep_status
skip(urlgrep_mail *m, const char *path, const char *reason, int system_error)
{
	if (reason != m->reason)
		snprintf(m->reason, sizeof(m->reason), "%s", reason);
	m->error = (urlgrep_mail_error_info){ path, m->reason, system_error };
	m->sums.skipped++;
	return URLGREP_SKIPPED;
}

static urlgrep_status
skip_errno(urlgrep_mail *m, const char *path, int error)
{
	return skip(m, path, file_source_error(error), error);
}

/* Return the encoding that the member is converted from. */
static enum text_encoding
member_encoding(const urlgrep_mail *m)
{
	return m->is_range ? ENCODING_BYTES : m->document->decoder.encoding;
}

/* Return true if the text may be one of several ranges. */
static bool
can_continue(const urlgrep_mail *m)
{
	return m->is_range || document_is_plain(m->document);
}

/* ---- the input: a file, a buffer or a source --- */

/* Begin to read the members of the input, also again. */
static void
open_document(urlgrep_mail *m)
{
	document_open(m->document, &(struct document_input){ .source = m->source,
	    .path = m->path, .type = m->range.type,
	    .is_raw = has_flag(m, URLGREP_RAW),
	    .reads_ahead = has_flag(m, URLGREP_READ_AHEAD) });
}

static void
close_input(urlgrep_mail *m)
{
	if (m->own_fd >= 0)
		close(m->own_fd);
	m->own_fd = -1;
	m->is_open = false;
}

static void
set_range(urlgrep_mail *m, const urlgrep_mail_range *range)
{
	memset(&m->range, 0, sizeof(m->range));
	m->range.end = UINT64_MAX;
	if (range)
		memcpy(&m->range, range, range->size < sizeof(m->range) ?
		    range->size : sizeof(m->range));
	if (m->range.line == 0)
		m->range.line = 1;
	if (m->range.message == 0)
		m->range.message = 1;
	if (m->range.type == URLGREP_MAIL_DETECT)
		m->range.type = m->options.type;
}

/* Forget the input before, and copy the path and range of the new one. */
static urlgrep_status
begin_input(urlgrep_mail *m, const char *path, const urlgrep_mail_range *range)
{
	close_input(m);
	memory_release(&m->memory, m->path);
	m->path = memory_copy(&m->memory, path ? path : "", path ? strlen(path) : 0);
	set_range(m, range);
	memset(&m->sums, 0, sizeof(m->sums));
	memset(&m->current, 0, sizeof(m->current));
	m->decoded_before = message_search_decoded(m->message);
	m->is_member = m->is_message = false;
	m->stays_in_member = m->stays_in_message = false;
	m->is_range = m->range.begin > 0 || m->range.end != UINT64_MAX;
	return m->path ? URLGREP_OK : URLGREP_NOMEM;
}

static urlgrep_status
start_input(urlgrep_mail *m, struct byte_source source)
{
	m->source = source;
	m->is_open = true;
	open_document(m);
	return URLGREP_OK;
}

urlgrep_status
urlgrep_mail_open_fd(urlgrep_mail *m, const char *path, int fd,
    const urlgrep_mail_range *range)
{
	return begin_input(m, path, range) == URLGREP_NOMEM ? URLGREP_NOMEM :
	    start_input(m, file_source_open(&m->file, fd));
}

urlgrep_status
urlgrep_mail_open_file(urlgrep_mail *m, const char *path,
    const urlgrep_mail_range *range)
{
	if (begin_input(m, path, range) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	m->own_fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (m->own_fd < 0)
		return skip_errno(m, m->path, errno);
	return start_input(m, file_source_open(&m->file, m->own_fd));
}

urlgrep_status
urlgrep_mail_open_buffer(urlgrep_mail *m, const char *path, const char *text,
    size_t len, const urlgrep_mail_range *range)
{
	m->buffer = (struct buffer_source){ text, len };
	return begin_input(m, path, range) == URLGREP_NOMEM ? URLGREP_NOMEM :
	    start_input(m, buffer_source_open(&m->buffer));
}

urlgrep_status
urlgrep_mail_open_source(urlgrep_mail *m, const char *path,
    const urlgrep_mail_source *source, const urlgrep_mail_range *range)
{
	return begin_input(m, path, range) == URLGREP_NOMEM ? URLGREP_NOMEM :
	    start_input(m, (struct byte_source){ .read = source->read, .data = source->data,
		.seekable = source->seekable != 0 });
}

/* ---- a range of an input that several readers divide --- */

enum lengths { LENGTHS_UNKNOWN, LENGTHS_ABSENT, LENGTHS_PRESENT };

/* Find whether the mbox at the front of the input has Content-Length fields. */
static enum lengths
find_lengths(urlgrep_mail *m)
{
	struct mbox_range all = { .end = UINT64_MAX, .number = 1 };
	struct mbox_message message;

	range_stream_open(&m->range_stream, m->source, 0, 0, UINT64_MAX);
	mbox_open(m->mbox, range_stream_bytes(&m->range_stream), &all);
	while (mbox_next(m->mbox, &message) == URLGREP_OK)
		if (mbox_has_lengths(m->mbox) || mbox_lacks_lengths(m->mbox))
			break;
	if (mbox_error(m->mbox) != 0)
		return LENGTHS_UNKNOWN;
	return mbox_has_lengths(m->mbox) ? LENGTHS_PRESENT :
	    mbox_lacks_lengths(m->mbox) ? LENGTHS_ABSENT : LENGTHS_UNKNOWN;
}

/* Return the type of the input if it is a plain text, or a plain mbox, for which *lengths is set;
 * else DETECT. */
static urlgrep_mail_type
find_plain_type(urlgrep_mail *m, enum lengths *lengths)
{
	urlgrep_mail_type type;

	*lengths = LENGTHS_UNKNOWN;
	if (!m->source.seekable)
		return URLGREP_MAIL_DETECT;
	open_document(m);
	if (document_next(m->document) != URLGREP_OK ||
	    !document_is_plain(m->document))
		return URLGREP_MAIL_DETECT;
	type = m->document->type;
	if (type == URLGREP_MAIL_TEXT)
		return type;
	if (type != URLGREP_MAIL_MBOX || m->document->format != MAILBOX_MBOX)
		return URLGREP_MAIL_DETECT;
	*lengths = find_lengths(m);
	return type;
}

static bool
is_divisible(urlgrep_mail_type type, enum lengths lengths)
{
	return type == URLGREP_MAIL_TEXT || lengths == LENGTHS_ABSENT;
}

/* Examine an input that was opened, and begin it again. Return false if it was not, or if a
 * member of it was begun. */
static bool
examine_input(urlgrep_mail *m, urlgrep_mail_type *type, enum lengths *lengths)
{
	if (!m->is_open || m->is_member)
		return false;
	*type = find_plain_type(m, lengths);
	open_document(m);
	return true;
}

int
urlgrep_mail_divisible(urlgrep_mail *m)
{
	enum lengths lengths;
	urlgrep_mail_type type;

	return examine_input(m, &type, &lengths) && is_divisible(type, lengths);
}

int
urlgrep_mail_has_lengths(urlgrep_mail *m)
{
	enum lengths lengths;
	urlgrep_mail_type type;

	return examine_input(m, &type, &lengths) && lengths == LENGTHS_PRESENT;
}

/* Read the front of an input to search a range of it. Return the length. */
static size_t
read_front(const urlgrep_mail *m, char *text, size_t size)
{
	ssize_t n = m->source.read(m->source.data, text, size, 0);

	return n > 0 ? (size_t)n : 0;
}

/* Return true if the input is to be skipped because it begins like a binary file. */
static bool
is_skipped_binary(const urlgrep_mail *m)
{
	char text[BINARY_BYTES];
	size_t len;

	if (!has_flag(m, URLGREP_SKIP_BINARY))
		return false;
	len = read_front(m, text, sizeof(text));
	return memchr(text, '\0', len) != NULL;
}

/* Decide whether only the range is read; an input that cannot be divided is read as a whole
 * if the range has its first byte. Returns OK; or END if nothing is to be read. */
static urlgrep_status
enter_range(urlgrep_mail *m)
{
	urlgrep_mail_type type = m->range.type;
	enum lengths lengths = LENGTHS_ABSENT;

	if (!(m->range.flags & (URLGREP_MAIL_KNOWN_DIVISIBLE | URLGREP_MAIL_HAS_LENGTHS) &&
	    (type == URLGREP_MAIL_TEXT || type == URLGREP_MAIL_MBOX)))
		type = find_plain_type(m, &lengths);
	if (!is_divisible(type, lengths)) {
		if (m->range.begin > 0 || m->range.end == 0)
			return URLGREP_END;
		m->is_range = false; /* all of it begins here */
		m->range.end = UINT64_MAX;
		open_document(m);
		return URLGREP_OK;
	}
	m->type = type;
	m->member_path = m->path;
	return type == URLGREP_MAIL_TEXT && is_skipped_binary(m) ? URLGREP_END :
	    URLGREP_OK;
}

/* Return the bytes of the member; of a range, with some bytes before it as context. Set
 * *origin to the offset of the first byte. */
static struct byte_stream
open_stream(urlgrep_mail *m, uint64_t *origin)
{
	uint64_t context = m->type == URLGREP_MAIL_TEXT ? TEXT_OVERLAP_BYTES : MBOX_CONTEXT_BYTES;

	*origin = 0;
	if (!m->is_range)
		return document_stream(m->document);
	if (m->range.begin > context)
		*origin = m->range.begin - context;
	range_stream_open(&m->range_stream, m->source, *origin, m->range.begin,
	    m->range.end);
	return range_stream_bytes(&m->range_stream);
}

/* ---- members --- */

/* Return the kind of the member's lines: by its name, or else by its first lines, also if only a
 * range is read. */
static enum record_file
record_kind(const urlgrep_mail *m, unsigned flags)
{
	enum record_file kind = record_file_kind(m->member_path);
	char text[RECORD_HEAD_BYTES];

	if (kind != RECORD_NONE || !(flags & URLGREP_NOT_MAIL))
		return kind;
	if (!m->is_range)
		return document_record_kind(m->document);
	return record_file_kind_of_head(text, read_front(m, text, sizeof(text)));
}

/* Return true if the text, or the whole text if only a range is read, is XML. */
static bool
is_xml(const urlgrep_mail *m)
{
	char text[16];

	if (!m->is_range)
		return m->document->is_xml;
	return !has_flag(m, URLGREP_RAW) &&
	    file_type_is_xml(m->member_path, text, read_front(m, text, sizeof(text)));
}

static void
open_text(urlgrep_mail *m)
{
	struct text_range range = { .begin = m->range.begin,
		.end = m->range.end, .line = m->range.line,
		.count_lines = has_flag(m, URLGREP_COUNT_LINES),
		.scanner_flags = scanner_flags(m, false),
		.encoding = member_encoding(m),
		.context_lines = m->options.context_lines,
		.skips_binary = has_flag(m, URLGREP_SKIP_BINARY),
		.live_fd = m->source.data == &m->file && !m->source.seekable ? m->file.fd : -1,
		.is_folded = !m->is_range && m->document->is_folded };
	struct byte_stream stream = open_stream(m, &range.origin);
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
		    m->document->format,
		.count_lines = has_flag(m, URLGREP_COUNT_LINES),
		.has_lengths = (m->range.flags & URLGREP_MAIL_HAS_LENGTHS) != 0 };
	struct byte_stream stream = open_stream(m, &range.origin);

	mbox_open(m->mbox, stream, &range);
}

/* Find the next member of the input; a range has one. */
static urlgrep_status
find_member(urlgrep_mail *m)
{
	if (m->is_range) {
		urlgrep_status status =
		    m->sums.members > 0 ? URLGREP_END : enter_range(m);

		if (m->is_range || status != URLGREP_OK)
			return status;
	}
	switch (document_next(m->document)) {
	case URLGREP_OK:
		m->type = m->document->type;
		m->member_path = document_path(m->document);
		return URLGREP_OK;
	case URLGREP_END:
		return URLGREP_END;
	case URLGREP_SKIPPED:
		return skip(m, document_path(m->document), m->document->error,
		    document_system_error(m->document));
	default:
		return URLGREP_NOMEM;
	}
}

/* Go to the next member. Returns OK, END, SKIPPED or NOMEM. */
static urlgrep_status
step_member(urlgrep_mail *m)
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

/* End the member. A read error that ended it is reported now (SKIPPED), after the bytes before it
 * were searched; else return END. */
static urlgrep_status
end_member(urlgrep_mail *m)
{
	int error = m->type == URLGREP_MAIL_TEXT ? text_search_error(m->text) :
	    mbox_error(m->mbox);

	if (m->type == URLGREP_MAIL_TEXT) {
		m->sums.lines += text_search_lines(m->text);
		if (can_continue(m)) {
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
	if (!m->is_range && m->document->error)
		return skip(m, m->member_path, m->document->error,
		    document_system_error(m->document));
	if (error)
		return skip_errno(m, m->member_path, error);
	if (!m->is_range && m->document->unread)
		return skip(m, m->member_path, m->document->unread, 0);
	return URLGREP_END;
}

/* ---- members in UTF-16 or UTF-32 --- */

/* Enter the next message of a member, and set its offset and length in the file as stored. The
 * separators of messages (the "From " lines of an mbox) are US-ASCII. */
static void
source_map_enter(struct source_map *map, enum text_encoding encoding,
    urlgrep_message *message)
{
	uint64_t gap = message->offset - map->end;

	if (encoding == ENCODING_BYTES)
		return;
	map->begin = message->offset;
	map->end = map->begin + message->text.len;
	map->at = 0;
	map->source = map->source_begin =
	    map->source_end + gap * utf16_source_bytes(encoding, "", 1);
	message->offset = map->source_begin;
	message->length = utf16_source_bytes(encoding, message->text.text,
	    message->text.len);
	map->source_end = map->source_begin + message->length;
}

/* Set the offset and length of a location in the message, or HTML document, to those that
 * it has as it is stored. */
static void
source_map_apply(struct source_map *map, enum text_encoding encoding,
    const urlgrep_message *message, urlgrep_location *l)
{
	const char *text = message->text.text;
	size_t at = (size_t)(l->offset - map->begin);

	if (encoding == ENCODING_BYTES)
		return;
	if (at < map->at) {
		map->at = 0;
		map->source = map->source_begin;
	}
	map->source += utf16_source_bytes(encoding, text + map->at, at - map->at);
	map->at = at;
	l->length = utf16_source_bytes(encoding, text + at, (size_t)l->length);
	l->offset = map->source;
}

/* ---- messages --- */

/* A text counts as one message. */
static urlgrep_status
step_text(urlgrep_mail *m)
{
	if (m->current.type == URLGREP_MAIL_TEXT) {
		urlgrep_status status = text_search_skip(m->text);

		m->is_member = status == URLGREP_NOMEM;
		return status;
	}
	m->current = (urlgrep_message){ .path = m->member_path,
		.type = URLGREP_MAIL_TEXT, .offset = m->range.offset + m->range.begin,
		.line = has_flag(m, URLGREP_COUNT_LINES) ? m->range.line : 0 };
	return URLGREP_OK;
}

static urlgrep_status
step_mbox(urlgrep_mail *m)
{
	struct mbox_message raw;
	urlgrep_status status = mbox_next(m->mbox, &raw);
	bool is_html = m->type == URLGREP_MAIL_HTML, is_new;

	if (status != URLGREP_OK) {
		m->is_member = status != URLGREP_END;
		return status;
	}
	is_new = raw.number != m->current.number;
	if (!is_html && is_new)
		m->sums.messages++;
	raw.offset += m->range.offset;
	m->current = (urlgrep_message){ .path = m->member_path,
		.type = is_html ? URLGREP_MAIL_HTML : URLGREP_MAIL_MESSAGE,
		.number = is_html ? 0 : raw.number, .offset = raw.offset,
		.length = raw.len, .line = raw.line, .text = { raw.text, raw.len } };
	message_search_open(m->message, &raw, is_html, m->member_path);
	source_map_enter(&m->map, member_encoding(m), &m->current);
	if (is_new)
		m->message_offset = m->current.offset;
	return URLGREP_OK;
}

/* Go to the next message of the current member. */
static urlgrep_status
step_in_member(urlgrep_mail *m)
{
	urlgrep_status status;

	m->is_message = false;
	if (!m->is_member)
		return URLGREP_END;
	status = m->type == URLGREP_MAIL_TEXT ? step_text(m) : step_mbox(m);
	if (status == URLGREP_END)
		return end_member(m);
	m->is_message = status == URLGREP_OK;
	m->serial += m->is_message;
	return status;
}

/* Go to the next message of the current member or, if the caller did not begin one, of the
 * input. Returns OK, END, SKIPPED or NOMEM. */
static urlgrep_status
step_message(urlgrep_mail *m)
{
	for (;;) {
		urlgrep_status status = step_in_member(m);

		if (status != URLGREP_END || m->stays_in_member)
			return status;
		status = step_member(m);
		if (status != URLGREP_OK)
			return status;
	}
}

/* ---- a reader --- */

static bool
make_parts(urlgrep_mail *m, const urlgrep_grammar *grammar)
{
	struct message_search_options options = { .grammar = grammar,
		.known = m->options.known, .wrappers = m->options.wrappers,
		.wrapper_count = m->options.wrapper_count };

	options.message.flags =
	    (has_flag(m, URLGREP_HEADERS) ? MESSAGE_HEADERS : 0) |
	    (has_flag(m, URLGREP_FIND_ADDRESSES) ? MESSAGE_ADDRESSES : 0);
	options.message.headers = m->options.headers;
	options.message.header_count = m->options.header_count;
	options.only_anchors = has_flag(m, URLGREP_ANCHORS);
	options.brief_locations = has_flag(m, URLGREP_BRIEF_LOCATIONS);
	options.scanner_flags = scanner_flags(m, true);
	options.file_flags = scanner_flags(m, false);
	m->scanner = urlgrep_scanner_new(grammar);
	if (m->scanner == NULL)
		return false;
	m->document = document_new(&m->memory);
	m->mbox = mbox_new(&m->memory);
	m->text = text_search_new(&m->memory, m->scanner);
	m->message = message_search_new(&m->memory, m->scanner, &options);
	return m->document && m->mbox && m->text && m->message;
}

/* Copy the options that the caller knows; the others are zeros, the defaults. */
static void
copy_options(urlgrep_mail_options *to, const urlgrep_mail_options *from)
{
	memset(to, 0, sizeof(*to));
	if (from)
		memcpy(to, from, from->size < sizeof(*to) ? from->size : sizeof(*to));
	if (to->memory == NULL)
		to->memory = &memory_default;
}

urlgrep_mail *
urlgrep_mail_new(const urlgrep_grammar *grammar,
    const urlgrep_mail_options *caller_options)
{
	urlgrep_mail_options options;
	urlgrep_mail *m;

	copy_options(&options, caller_options);
	m = memory_allocate_zeroed(options.memory, sizeof(*m));
	if (m == NULL)
		return NULL;
	m->memory = *options.memory;
	m->options = options;
	m->own_fd = -1;
	if (grammar == NULL)
		grammar = m->own_grammar = urlgrep_grammar_new(NULL, 0, &m->memory, NULL);
	if (grammar == NULL || !make_parts(m, grammar)) {
		urlgrep_mail_free(m);
		return NULL;
	}
	return m;
}

void
urlgrep_mail_free(urlgrep_mail *m)
{
	urlgrep_memory memory;

	if (m == NULL)
		return;
	memory = m->memory;
	close_input(m);
	message_search_free(m->message);
	text_search_free(m->text);
	mbox_free(m->mbox);
	document_free(m->document);
	urlgrep_scanner_free(m->scanner);
	urlgrep_grammar_free(m->own_grammar);
	memory_release(&memory, m->path);
	memory_release(&memory, m);
}

const char *
urlgrep_mail_version(void)
{
	return URLGREP_VERSION;
}

/* ---- URLs --- */

static urlgrep_status
step_text_finding(urlgrep_mail *m, urlgrep_finding *f, urlgrep_location *l)
{
	urlgrep_status status = text_search_next(m->text, f);

	if (status != URLGREP_OK)
		return status;
	if (f->reading_count > 1 && m->options.known &&
	    unbroken_urls_choose(m->options.known, m->scanner, f) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	memset(l, 0, sizeof(*l));
	l->path = m->member_path;
	l->line = text_search_line(m->text, f);
	l->text_offset = f->offset;
	l->text_length = f->length;
	text_search_locate(m->text, f, &l->offset, &l->length);
	l->offset += m->range.offset;
	l->signs = urlgrep_signs(m->scanner, &l->sign_count);
	return URLGREP_OK;
}

/* Find the next URL of the current message. */
static urlgrep_status
step_finding(urlgrep_mail *m, urlgrep_finding *f, urlgrep_location *l)
{
	urlgrep_status status;

	if (!m->is_message)
		return URLGREP_END;
	if (m->current.type == URLGREP_MAIL_TEXT)
		return step_text_finding(m, f, l);
	status = message_search_next(m->message, f, l);
	if (status == URLGREP_OK) {
		if (!has_flag(m, URLGREP_BRIEF_LOCATIONS))
			source_map_apply(&m->map, member_encoding(m), &m->current, l);
		l->message_offset = l->message ? m->message_offset : 0;
	}
	if (status != URLGREP_SKIPPED)
		return status;
	snprintf(m->reason, sizeof(m->reason), "message at byte %" PRIu64 ": %s",
	    m->current.offset, message_search_skipped(m->message));
	return skip(m, m->member_path, m->reason, 0);
}

/* ---- the iterators --- */

urlgrep_status
urlgrep_mail_next_member(urlgrep_mail *m, const urlgrep_member **member)
{
	urlgrep_status status = m->is_member ? end_member(m) : URLGREP_END;

	m->stays_in_member = true;
	m->stays_in_message = false;
	if (status != URLGREP_END)
		return status;
	status = step_member(m);
	m->member = (urlgrep_member){ m->member_path, m->type };
	*member = &m->member;
	return status;
}

urlgrep_status
urlgrep_mail_next_message(urlgrep_mail *m, const urlgrep_message **message)
{
	urlgrep_status status = step_message(m);

	m->stays_in_message = true;
	if (status != URLGREP_OK)
		return status;
	if (m->current.type == URLGREP_MAIL_TEXT && !m->is_range &&
	    text_search_whole(m->text, has_flag(m, URLGREP_WHOLE_TEXTS),
		&m->current.text))
		m->current.length = m->current.text.len;
	*message = &m->current;
	return URLGREP_OK;
}

/* Return true if the caller asked for the last finding. */
static bool
is_wanted(const urlgrep_mail *m)
{
	return has_flag(m, URLGREP_ALL) ||
	    m->finding.notes & (URLGREP_MALFORMED | URLGREP_UNLISTED_SCHEME) ||
	    urlgrep_accepts(urlgrep_scanner_grammar(m->scanner), m->finding.url.verdict);
}

urlgrep_status
urlgrep_mail_next(urlgrep_mail *m, const urlgrep_finding **f, const urlgrep_location **l)
{
	*f = &m->finding;
	*l = &m->location;
	for (;;) {
		urlgrep_status status = step_finding(m, &m->finding, &m->location);

		if (status == URLGREP_OK && !is_wanted(m))
			continue;
		if (status != URLGREP_END || m->stays_in_message)
			return status;
		status = step_message(m);
		if (status != URLGREP_OK)
			return status;
	}
}

urlgrep_span
urlgrep_mail_surroundings(const urlgrep_mail *m, size_t *begin, size_t *end)
{
	struct text_place place = { .begin = 0 };

	if (m->is_message)
		place = m->current.type == URLGREP_MAIL_TEXT ? text_search_place(m->text) :
		    message_search_place(m->message);
	*begin = place.begin;
	*end = place.end;
	return place.text;
}

urlgrep_mail_sums
urlgrep_mail_sums_of(const urlgrep_mail *m)
{
	urlgrep_mail_sums sums = m->sums;

	if (m->is_member && m->type == URLGREP_MAIL_TEXT && can_continue(m))
		sums.entered_after = text_search_entered_after(m->text);
	else if (m->is_member && m->is_range)
		sums.entered_after = mbox_entered_at(m->mbox);
	sums.decoded = message_search_decoded(m->message) - m->decoded_before;
	sums.bytes = m->is_range ? range_stream_bytes_read(&m->range_stream) :
	    m->document->bytes;
	sums.file_bytes = m->is_range ? sums.bytes :
	    document_input_bytes(m->document);
	return sums;
}

/* ---- the current message --- */

const urlgrep_message *
urlgrep_mail_current(const urlgrep_mail *m)
{
	return m->is_message ? &m->current : NULL;
}

uint64_t
urlgrep_mail_serial(const urlgrep_mail *m)
{
	return m->is_message ? m->serial : 0;
}

const char *
urlgrep_mail_header(urlgrep_mail *m, urlgrep_mail_field field)
{
	static const enum message_field fields[] = {
		[URLGREP_MAIL_ID] = MESSAGE_ID,
		[URLGREP_MAIL_DATE] = MESSAGE_DATE,
		[URLGREP_MAIL_DATE_ISO] = MESSAGE_DATE_ISO,
		[URLGREP_MAIL_FROM] = MESSAGE_FROM,
		[URLGREP_MAIL_TO] = MESSAGE_TO,
		[URLGREP_MAIL_SUBJECT] = MESSAGE_SUBJECT,
		[URLGREP_MAIL_LIST_ID] = MESSAGE_LIST_ID,
		[URLGREP_MAIL_LABELS] = MESSAGE_LABELS,
		[URLGREP_MAIL_DATE_SOURCE] = MESSAGE_DATE_SOURCE,
	};

	if (!m->is_message || m->current.type != URLGREP_MAIL_MESSAGE ||
	    (size_t)field >= sizeof(fields) / sizeof(fields[0]))
		return NULL;
	return message_search_field(m->message, fields[field]);
}

urlgrep_status
urlgrep_mail_text_at(urlgrep_mail *m, size_t index, urlgrep_mail_text *text)
{
	const struct message_text *texts;
	size_t count;

	if (!m->is_message || m->current.type != URLGREP_MAIL_MESSAGE)
		return URLGREP_END;
	texts = message_search_texts(m->message, &count);
	if (texts == NULL)
		return URLGREP_NOMEM;
	if (index >= count)
		return URLGREP_END;
	*text = (urlgrep_mail_text){ texts[index].part, texts[index].encoding,
		{ texts[index].text ? texts[index].text : "", texts[index].len },
		texts[index].is_html, texts[index].field != NULL };
	return URLGREP_OK;
}

const urlgrep_mail_error_info *
urlgrep_mail_error(const urlgrep_mail *m)
{
	return &m->error;
}
