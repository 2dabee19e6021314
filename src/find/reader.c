/* reader.c - urlgrep_mail: iterators over the members of an input, and their messages and URLs */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "find/find.h"
#include "urlgrep_tools.h"
#include "util/platform.h"

enum { MAX_REASON_BYTES = 320 }; /* longer reasons are truncated */

struct urlgrep_mail {
	urlgrep_memory memory;
	struct find_options options;
	urlgrep_grammar *own_grammar; /* if the caller gave none */
	urlgrep_scanner *scanner;
	struct document document;
	struct mbox *mbox;
	struct text_search text;
	struct message_search message;

	/* the input */
	struct strbuf path; /* NUL-terminated */
	int own_fd; /* of a file opened by the reader; -1: none */
	struct file_source file; /* fd -1: not a file */
	urlgrep_span buffer;
	urlgrep_mail_range range;
	bool is_open;

	/* the positions of the iterators */
	bool is_range;  /* only a range of the input, which is plain, is read */
	bool is_member, is_message; /* there is a current member, message */
	/* begun by the caller: END is returned at its end */
	bool stays_in_member, stays_in_message;
	urlgrep_member member;
	urlgrep_message current;
	uint64_t serial; /* number of messages so far, in all inputs */
	uint64_t message_offset; /* of the first piece of the current message, if it is split */
	urlgrep_finding finding; /* the last results of the iterators */
	urlgrep_location location;

	urlgrep_mail_sums sums;
	uint64_t decoded_before;  /* parts decoded before this input */
	urlgrep_mail_error_info error;
	char reason[MAX_REASON_BYTES];
};

/* Return the scanner flags for mail or for other text. */
static unsigned
scanner_flags(const struct find_options *o, bool is_mail)
{
	const unsigned joins = URLGREP_JOIN_ALWAYS | URLGREP_JOIN_WRAPPED | URLGREP_JOIN_NEVER;
	const unsigned chosen = joins | URLGREP_FIND_MALFORMED | URLGREP_REFANG |
	    URLGREP_REFANG_HOSTS | URLGREP_FIND_NAMES | URLGREP_LOW_NAMES |
	    URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES | URLGREP_SUPPLY_HTTPS;
	unsigned flags = o->given.flags & chosen;

	return flags | (!is_mail && (flags & joins) == 0 ? URLGREP_NOT_MAIL : 0);
}

/* Record what was skipped, for urlgrep_mail_error(). Return SKIPPED. */
static urlgrep_status
skip(urlgrep_mail *m, const char *path, const char *reason, int system_error)
{
	if (reason != m->reason)
		snprintf(m->reason, sizeof(m->reason), "%s", reason);
	m->error = (urlgrep_mail_error_info){ path, m->reason, system_error };
	m->sums.skipped++;
	return URLGREP_SKIPPED;
}

/* ---- the input: a file, a buffer or a source --- */

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
	if (!has_flag(&m->options, URLGREP_COUNT_LINES))
		m->range.line = 0;
	else if (m->range.line == 0)
		m->range.line = 1;
	if (m->range.message == 0)
		m->range.message = 1;
	if (m->range.type == URLGREP_MAIL_DETECT)
		m->range.type = m->options.given.type;
	if (has_flag(&m->options, URLGREP_SKIP_BINARY))
		m->range.flags |= URLGREP_MAIL_NO_BINARY;
}

/* Forget the previous input, and copy the path and range of the new one. */
static void
begin_input(urlgrep_mail *m, const char *path, const urlgrep_mail_range *range)
{
	close_input(m);
	m->file.fd = -1;
	strbuf_clear(&m->path);
	strbuf_append_string(&m->path, path ? path : "");
	strbuf_append_byte(&m->path, '\0');
	set_range(m, range);
	memset(&m->sums, 0, sizeof(m->sums));
	memset(&m->error, 0, sizeof(m->error));
	memset(&m->current, 0, sizeof(m->current));
	m->decoded_before = m->message.decoded;
	m->is_member = m->is_message = false;
	m->stays_in_member = m->stays_in_message = false;
	m->is_range = m->range.begin > 0 || m->range.end != UINT64_MAX;
}

static urlgrep_status
start_input(urlgrep_mail *m, urlgrep_mail_source source)
{
	if (m->path.failed)
		return URLGREP_NOMEM;
	m->is_open = true;
	document_open(&m->document, source, m->path.at, m->range.type);
	return URLGREP_OK;
}

urlgrep_status
urlgrep_mail_open_fd(urlgrep_mail *m, const char *path, int fd,
    const urlgrep_mail_range *range)
{
	begin_input(m, path, range);
	return start_input(m, file_source_open(&m->file, fd));
}

urlgrep_status
urlgrep_mail_open_file(urlgrep_mail *m, const char *path,
    const urlgrep_mail_range *range)
{
	begin_input(m, path, range);
	m->own_fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (m->own_fd < 0 && !m->path.failed)
		return skip(m, m->path.at, strerror(errno), errno);
	return start_input(m, file_source_open(&m->file, m->own_fd));
}

urlgrep_status
urlgrep_mail_open_buffer(urlgrep_mail *m, const char *path, const char *text,
    size_t len, const urlgrep_mail_range *range)
{
	m->buffer = (urlgrep_span){ text, len };
	begin_input(m, path, range);
	return start_input(m, buffer_source_open(&m->buffer));
}

urlgrep_status
urlgrep_mail_open_source(urlgrep_mail *m, const char *path,
    const urlgrep_mail_source *source, const urlgrep_mail_range *range)
{
	begin_input(m, path, range);
	return start_input(m, *source);
}

/* ---- a range of an input that is divided among several readers --- */

/* Return true if the messages of a range of the current member, an mbox, can be found: if it has no
 * Content-Length fields or, if the caller compares ranges, if it has some. Read from the beginning
 * until that is known. Return false after a read error, too. */
static bool
has_ranges(urlgrep_mail *m)
{
	const urlgrep_mail_range all = { .end = UINT64_MAX, .message = 1 };
	struct mbox_message message;
	struct mbox_progress p;

	mbox_open(m->mbox, document_open_range(&m->document, &all, 0), &all, MAILBOX_MBOX);
	do {
		urlgrep_status status = mbox_next(m->mbox, &message);

		p = mbox_progress(m->mbox);
		if (status != URLGREP_OK)
			break;
	} while (!p.has_lengths && !p.lacks_lengths);
	return m->document.error == NULL &&
	    (m->range.flags & URLGREP_MAIL_HAS_LENGTHS ? p.has_lengths : p.lacks_lengths);
}

/* Begin the member of the input. Return true if the input can be divided into ranges; is_known: an
 * mbox can be. */
static bool
is_divisible(urlgrep_mail *m, bool is_known)
{
	struct document *d = &m->document;

	if (!d->source.seekable)
		return false;
	document_restart(d);
	return document_next(d) == URLGREP_OK && document_is_plain(d) &&
	    (d->type == URLGREP_MAIL_TEXT || (d->type == URLGREP_MAIL_MBOX &&
		d->format == MAILBOX_MBOX && (is_known || has_ranges(m))));
}

int
urlgrep_mail_divisible(urlgrep_mail *m)
{
	bool can_divide;

	if (!m->is_open || m->is_member)
		return 0;
	can_divide = is_divisible(m, false);
	document_restart(&m->document);
	return can_divide;
}

/* Return true if the input, whose first member was found with this status, is packed and must not
 * be searched. */
static bool
is_skipped_packed(const urlgrep_mail *m, urlgrep_status status)
{
	const struct document *d = &m->document;
	enum file_content content;

	if (status == URLGREP_NOMEM || d->state->is_plain)
		return false;
	if (has_flag(&m->options, URLGREP_SKIP_PACKED))
		return true;
	content = file_path_content(m->path.at);
	if (!(m->range.flags & URLGREP_MAIL_NO_PACKED) || content == FILE_MESSAGE ||
	    content == FILE_MAILBOX || content == FILE_OUTLOOK)
		return false;
	return status != URLGREP_OK ||
	    (d->type != URLGREP_MAIL_MESSAGE && d->type != URLGREP_MAIL_MBOX);
}

/* Decide whether only the range is read. An input that cannot be divided is read as a whole by the
 * range that contains its first byte. Return OK, or END if nothing is to be read. */
static urlgrep_status
enter_range(urlgrep_mail *m)
{
	struct document *d = &m->document;

	if (is_divisible(m, m->range.flags & URLGREP_MAIL_KNOWN_DIVISIBLE))
		return d->type == URLGREP_MAIL_TEXT && m->range.flags & URLGREP_MAIL_NO_BINARY &&
		    text_source_is_binary(&d->source) ? URLGREP_END : URLGREP_OK;
	if (document_is_plain(d) && d->error && d->head_len == 0) {
		m->is_range = false; /* its type is unknown, because its beginning cannot be read */
		return URLGREP_SKIPPED;
	}
	if (m->range.begin > 0 || m->range.end == 0)
		return URLGREP_END;
	m->is_range = false; /* this range reads everything */
	m->range.end = UINT64_MAX;
	document_restart(d);
	return URLGREP_OK;
}

/* Return the bytes of the member or of the range, preceded by `context` bytes before the range. */
static struct byte_stream
open_stream(urlgrep_mail *m, uint64_t context)
{
	return m->is_range ? document_open_range(&m->document, &m->range, context) :
	    document_stream(&m->document);
}

/* ---- members --- */

static void
open_text(urlgrep_mail *m)
{
	bool is_live = has_flag(&m->options, URLGREP_LIVE) && !m->document.source.seekable;
	uint64_t before = TEXT_OVERLAP_BYTES +
	    (m->options.given.context_lines > 0 ? MAX_CONTEXT_BYTES : 0);

	text_search_open(&m->text, &m->document, open_stream(m, before), &m->range,
	    is_live ? m->file.fd : -1);
}

/* Find the next member of the input. A range has one member. */
static urlgrep_status
find_member(urlgrep_mail *m)
{
	urlgrep_status status = URLGREP_END;

	if (m->is_range && m->sums.members == 0)
		status = enter_range(m);
	if (!m->is_range && status != URLGREP_SKIPPED) {
		m->range.flags &= ~(unsigned)URLGREP_MAIL_HAS_LENGTHS; /* nothing to compare */
		status = document_next(&m->document);
		if (m->sums.members == 0 && is_skipped_packed(m, status))
			return URLGREP_END;
	}
	m->member = (urlgrep_member){ document_path(&m->document), m->document.type };
	return status != URLGREP_SKIPPED ? status : skip(m, m->member.path, m->document.error,
	    m->document.state->system_error);
}

/* Go to the next member. Return OK, END, SKIPPED or NOMEM. */
static urlgrep_status
step_member(urlgrep_mail *m)
{
	urlgrep_status status;

	m->is_member = m->is_message = false;
	memset(&m->error, 0, sizeof(m->error)); /* its path is of the last member */
	status = m->is_open ? find_member(m) : URLGREP_END;
	if (status != URLGREP_OK) {
		m->is_open = m->is_open && status != URLGREP_END;
		return status;
	}
	m->sums.members++;
	m->is_member = true;
	if (m->member.type == URLGREP_MAIL_TEXT)
		open_text(m);
	else
		mbox_open(m->mbox, open_stream(m, MBOX_CONTEXT_BYTES), &m->range, m->document.format);
	m->current = (urlgrep_message){ .path = m->member.path };
	return URLGREP_OK;
}

/* Set the offsets by which the caller compares adjacent ranges. */
static void
set_places(const urlgrep_mail *m, urlgrep_mail_sums *sums)
{
	struct mbox_progress p = mbox_progress(m->mbox);

	if (m->member.type == URLGREP_MAIL_TEXT && document_is_plain(&m->document)) {
		sums->entered_after = m->text.entered_after;
		sums->left_after = m->text.left_after;
	} else if (m->range.flags & URLGREP_MAIL_HAS_LENGTHS) {
		sums->entered_after = p.first;
		sums->left_after = p.end;
	}
}

/* End the member. If a read error ended it, report that now (SKIPPED), after the bytes before the
 * error have been searched; else return END. */
static urlgrep_status
end_member(urlgrep_mail *m)
{
	bool is_text = m->member.type == URLGREP_MAIL_TEXT;
	struct mbox_progress p = mbox_progress(m->mbox);
	const struct document *d = &m->document;

	m->sums.lines += is_text ? text_search_lines(&m->text) : p.lines;
	set_places(m, &m->sums);
	m->is_member = false;
	if (d->error)
		return skip(m, m->member.path, d->error, d->state->system_error);
	return d->unread ? skip(m, m->member.path, d->unread, 0) : URLGREP_END;
}

/* ---- messages --- */

/* Go to the text, which counts as one message, or to its end. */
static urlgrep_status
step_text(urlgrep_mail *m)
{
	if (m->current.type == URLGREP_MAIL_TEXT) {
		urlgrep_status status = text_search_skip(&m->text);

		m->is_member = status == URLGREP_NOMEM;
		return status;
	}
	m->current = (urlgrep_message){ .path = m->member.path,
		.type = URLGREP_MAIL_TEXT, .offset = m->range.offset + m->range.begin,
		.line = m->range.line };
	m->location = (urlgrep_location){ .path = m->member.path };
	return URLGREP_OK;
}

static urlgrep_status
step_mbox(urlgrep_mail *m)
{
	struct mbox_message *raw = &m->message.raw;
	urlgrep_status status = mbox_next(m->mbox, raw);
	bool is_html = m->member.type == URLGREP_MAIL_HTML, is_new;
	enum text_encoding encoding = m->document.decoder.encoding;

	if (status != URLGREP_OK) {
		m->is_member = status != URLGREP_END;
		return status;
	}
	is_new = raw->number != m->current.number;
	if (!is_html && is_new)
		m->sums.messages++;
	raw->offset += m->range.offset;
	m->current = (urlgrep_message){ .path = m->member.path,
		.type = is_html ? URLGREP_MAIL_HTML : URLGREP_MAIL_MESSAGE,
		.number = is_html ? 0 : raw->number, .offset = raw->offset,
		.length = utf16_source_bytes(encoding, raw->text, raw->len), .line = raw->line,
		.text = { raw->text, raw->len } };
	message_search_open(&m->message, is_html, encoding);
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
	status = m->member.type == URLGREP_MAIL_TEXT ? step_text(m) : step_mbox(m);
	if (status == URLGREP_END)
		return end_member(m);
	m->is_message = status == URLGREP_OK;
	m->serial += m->is_message;
	return status;
}

/* Go to the next message of the current member or, if the caller has not begun a member, of the
 * input. Return OK, END, SKIPPED or NOMEM. */
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

/* Create the parts of a reader. Return false if out of memory. */
static bool
make_parts(urlgrep_mail *m)
{
	const urlgrep_memory *memory = &m->memory;

	m->options.mail_flags = scanner_flags(&m->options, true);
	m->options.text_flags = scanner_flags(&m->options, false);
	m->scanner = urlgrep_scanner_new(m->options.grammar);
	if (m->scanner == NULL || !document_init(&m->document, memory, &m->options) ||
	    !text_search_init(&m->text, memory, m->scanner, &m->options))
		return false;
	m->mbox = mbox_new(memory);
	return m->mbox && message_search_init(&m->message, memory, m->scanner, &m->options);
}

urlgrep_mail *
urlgrep_mail_new(const urlgrep_grammar *grammar,
    const urlgrep_mail_options *given)
{
	urlgrep_mail_options options = { .size = 0 };
	urlgrep_mail *m;

	if (given) /* options that the caller does not know keep the default, zero */
		memcpy(&options, given, given->size < sizeof(options) ? given->size : sizeof(options));
	if (options.memory == NULL)
		options.memory = &memory_default;
	m = memory_allocate_zeroed(options.memory, sizeof(*m));
	if (m == NULL)
		return NULL;
	m->memory = *options.memory;
	m->path.memory = &m->memory;
	m->own_fd = -1;
	if (grammar == NULL)
		grammar = m->own_grammar = urlgrep_grammar_new(NULL, 0, &m->memory, NULL);
	m->options = (struct find_options){ .given = options, .grammar = grammar };
	if (grammar == NULL || !make_parts(m)) {
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
	message_search_free(&m->message);
	text_search_free(&m->text);
	mbox_free(m->mbox);
	document_free(&m->document);
	urlgrep_scanner_free(m->scanner);
	urlgrep_grammar_free(m->own_grammar);
	strbuf_free(&m->path);
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
	urlgrep_status status = text_search_next(&m->text, f);

	if (status != URLGREP_OK)
		return status;
	if (m->text.is_binary && f->confidence == URLGREP_HIGH)
		f->confidence = URLGREP_MEDIUM; /* the next byte may belong to other data */
	text_search_locate(&m->text, f, l);
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
	*l = (urlgrep_location){ .path = m->member.path, .message = m->current.number };
	status = message_search_next(&m->message, f, l);
	if (status == URLGREP_OK)
		l->message_offset = l->message ? m->message_offset : 0;
	if (status != URLGREP_SKIPPED)
		return status;
	snprintf(m->reason, sizeof(m->reason), "message at byte %" PRIu64 ": %s",
	    m->current.offset, message_search_skipped(&m->message));
	return skip(m, m->member.path, m->reason, 0);
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
	    text_search_whole(&m->text, &m->current.text))
		m->current.length = m->current.text.len;
	*message = &m->current;
	return URLGREP_OK;
}

/* Return true if the caller wants the last finding. */
static bool
is_wanted(const urlgrep_mail *m)
{
	return has_flag(&m->options, URLGREP_ALL) ||
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
		place = m->current.type == URLGREP_MAIL_TEXT ? text_search_place(&m->text) :
		    m->message.found;
	*begin = place.begin;
	*end = place.end;
	return place.begin < place.end ? place.text : (urlgrep_span){ NULL, 0 };
}

urlgrep_mail_sums
urlgrep_mail_sums_of(const urlgrep_mail *m)
{
	urlgrep_mail_sums sums = m->sums;

	if (m->is_member)
		set_places(m, &sums);
	sums.decoded = m->message.decoded - m->decoded_before;
	/* bytes that were read to find out that the range has no member do not count */
	sums.file_bytes = m->is_range && sums.members == 0 ? 0 : m->document.state->bytes_read;
	sums.bytes = m->is_range ? sums.file_bytes : m->document.bytes;
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
	if (!m->is_message || m->current.type != URLGREP_MAIL_MESSAGE ||
	    field > URLGREP_MAIL_DATE_SOURCE)
		return NULL;
	return message_search_parse(&m->message) == URLGREP_OK ?
	    message_field(m->message.message, field) : NULL;
}

urlgrep_status
urlgrep_mail_text_at(urlgrep_mail *m, size_t index, urlgrep_mail_text *text)
{
	const struct message_text *t;

	if (!m->is_message || m->current.type != URLGREP_MAIL_MESSAGE)
		return URLGREP_END;
	if (message_search_parse(&m->message) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	if (index >= m->message.text_count)
		return URLGREP_END;
	t = &m->message.texts[index];
	*text = (urlgrep_mail_text){ t->part, transfer_encoding_name(t->encoding),
		{ t->text ? t->text : "", t->len }, t->is_html, t->field != NULL };
	return URLGREP_OK;
}

const urlgrep_mail_error_info *
urlgrep_mail_error(const urlgrep_mail *m)
{
	return &m->error;
}
