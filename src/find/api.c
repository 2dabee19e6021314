/* api.c - the iterators of liburlgrep-mail: members of an input, messages, URLs
 *
 * The public functions that open an input, and those that tell more about a message, are in
 * find/reader. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "find/reader.h"
#include "find/reader_input.h"
#include "find/reader_member.h"
#include "find/reader_message.h"
#include "find/unbroken_urls.h"
#include "util/memory.h"

/* ---- a reader --- */

static bool
make_parts(urlgrep_mail *m, const urlgrep_grammar *grammar)
{
	struct message_search_options options = { .grammar = grammar,
		.known = m->options.known, .wrappers = m->options.wrappers,
		.wrapper_count = m->options.wrapper_count };

	options.message.flags =
	    (reader_has_flag(m, URLGREP_MAIL_HEADERS) ? MESSAGE_HEADERS : 0) |
	    (m->options.scanner_flags & URLGREP_FIND_ADDRESSES ? MESSAGE_ADDRESSES : 0);
	options.message.headers = m->options.headers;
	options.message.header_count = m->options.header_count;
	options.only_anchors = reader_has_flag(m, URLGREP_MAIL_ANCHORS);
	options.brief_locations = reader_has_flag(m, URLGREP_MAIL_BRIEF_LOCATIONS);
	options.scanner_flags = reader_scanner_flags(m, true);
	options.file_flags = reader_scanner_flags(m, false);
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
	if (!make_parts(m, grammar)) {
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
	reader_input_close(m);
	message_search_free(m->message);
	text_search_free(m->text);
	mbox_free(m->mbox);
	document_free(m->document);
	urlgrep_scanner_free(m->scanner);
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
		if (!reader_has_flag(m, URLGREP_MAIL_BRIEF_LOCATIONS))
			source_map_apply(&m->map, reader_member_encoding(m), &m->current, l);
		l->message_offset = l->message ? m->message_offset : 0;
	}
	if (status != URLGREP_SKIPPED)
		return status;
	snprintf(m->reason, sizeof(m->reason), "message at byte %" PRIu64 ": %s",
	    m->current.offset, message_search_skipped(m->message));
	return reader_skip(m, m->member_path, m->reason, 0);
}

/* ---- the iterators --- */

urlgrep_status
urlgrep_mail_next_member(urlgrep_mail *m, urlgrep_member *member)
{
	urlgrep_status status = m->is_member ? reader_member_end(m) : URLGREP_END;

	m->stays_in_member = true;
	m->stays_in_message = false;
	if (status != URLGREP_END)
		return status;
	status = reader_member_step(m);
	if (status == URLGREP_OK)
		*member = (urlgrep_member){ m->member_path, m->type };
	return status;
}

urlgrep_status
urlgrep_mail_next_message(urlgrep_mail *m, urlgrep_message *message)
{
	urlgrep_status status = reader_message_step(m);

	m->stays_in_message = true;
	if (status != URLGREP_OK)
		return status;
	if (m->current.type == URLGREP_MAIL_TEXT && !m->is_range &&
	    text_search_whole(m->text, reader_has_flag(m, URLGREP_MAIL_WHOLE_TEXTS),
		&m->current.text))
		m->current.length = m->current.text.len;
	*message = m->current;
	return URLGREP_OK;
}

urlgrep_status
urlgrep_mail_next(urlgrep_mail *m, urlgrep_finding *f, urlgrep_location *l)
{
	for (;;) {
		urlgrep_status status = step_finding(m, f, l);

		if (status != URLGREP_END || m->stays_in_message)
			return status;
		status = reader_message_step(m);
		if (status != URLGREP_OK)
			return status;
	}
}

urlgrep_span
urlgrep_mail_surroundings(const urlgrep_mail *m, size_t *begin, size_t *end)
{
	*begin = *end = 0;
	if (!m->is_message)
		return (urlgrep_span){ NULL, 0 };
	if (m->current.type != URLGREP_MAIL_TEXT)
		return message_search_surroundings(m->message, begin, end);
	return text_search_at_hand(m->text, begin, end);
}

urlgrep_mail_sums
urlgrep_mail_sums_of(const urlgrep_mail *m)
{
	urlgrep_mail_sums sums = m->sums;

	if (m->is_member && m->type == URLGREP_MAIL_TEXT && reader_member_can_continue(m))
		sums.entered_after = text_search_entered_after(m->text);
	else if (m->is_member && m->is_range)
		sums.entered_after = mbox_entered_at(m->mbox);
	sums.decoded = message_search_decoded(m->message) - m->decoded_before;
	sums.bytes = m->is_range ? range_stream_bytes_read(&m->range_stream) :
	    document_bytes(m->document);
	sums.file_bytes = m->is_range ? sums.bytes :
	    document_input_bytes(m->document);
	return sums;
}
