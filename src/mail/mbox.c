/* mbox.c - split a stream into messages: an mbox (RFC 4155), a mailbox of another format, or a
 * single message
 *
 * formats.c finds out where a message of an mbox begins. Content-Length (mboxcl2) is trusted only
 * if it leads to the next message or the end of the file. */
#include "mail/mbox.h"

#include <string.h>

#include "mail/header.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

enum {
	READ_BYTES = 128 * 1024,
	MAX_FOURFOLD_BYTES = 1024 * 1024, /* a larger buffer only doubles */
	MAX_TAIL_BYTES = 64 * 1024, /* at the end of a piece, searched for a line end */
	MAX_HEADER_BYTES = 256 * 1024, /* searched for Content-Length */
	MAX_BLANK_BYTES = 256, /* before the first "From " line */
	LENGTH_PROBES = 16 /* an mbox with Content-Length has one in the first messages */
};

struct mbox {
	const urlgrep_memory *memory;
	struct byte_stream stream;
	urlgrep_mail_range range;
	enum mailbox_format format;
	char *text;
	size_t len;
	size_t size;
	size_t at;       /* where the next message begins */
	uint64_t origin; /* offset of text in the stream */
	uint64_t excess; /* the input as stored has so many more bytes before text[at]; modulo 2^64,
	                  * since it may have fewer */
	uint64_t line;   /* of text[at], if lines are counted */
	uint64_t line_at_end; /* the line of range.end, once it was passed */
	uint64_t first, end;  /* see struct mbox_progress */
	uint64_t number;
	unsigned probed;  /* messages that were searched for Content-Length */
	bool is_entered;  /* the first message of the range was searched for */
	bool is_at_end;   /* the stream has no more bytes */
	bool is_split;    /* the message was too long, and continues */
	bool is_uncounted; /* the message has no Content-Length to be trusted */
	bool has_lengths;
	size_t from_line_len; /* of the line before text[at]; 0: there is none, or it is too long */
	struct mailbox_separator separator; /* before the message; not used for an mbox */
};

struct mbox *
mbox_new(const urlgrep_memory *memory)
{
	struct mbox *m = memory_allocate_zeroed(memory, sizeof(*m));

	if (m == NULL)
		return NULL;
	m->memory = memory;
	m->size = 2 * READ_BYTES;
	m->text = memory_allocate(memory, m->size);
	if (m->text)
		return m;
	memory_release(memory, m);
	return NULL;
}

void
mbox_free(struct mbox *m)
{
	if (m == NULL)
		return;
	memory_release(m->memory, m->text);
	memory_release(m->memory, m);
}

void
mbox_open(struct mbox *m, struct byte_stream stream, const urlgrep_mail_range *range,
    enum mailbox_format format)
{
	struct mbox kept = *m;

	*m = (struct mbox){ .memory = kept.memory, .text = kept.text,
		.size = kept.size, .stream = stream, .range = *range, .format = format,
		.origin = stream.origin, .line = range->line,
		.line_at_end = range->line, .number = range->message - 1,
		.has_lengths = range->flags & URLGREP_MAIL_HAS_LENGTHS };
}

/* ---- reading --- */

/* Count the lines up to `to`. */
static void
count_lines(struct mbox *m, size_t to)
{
	uint64_t end = m->range.end;

	if (m->origin + m->at < end && m->origin + to >= end)
		m->line_at_end = m->line + line_count(m->text + m->at,
		    (size_t)(end - m->origin) - m->at);
	m->line += line_count(m->text + m->at, to - m->at);
}

/* Advance m->at to `to`, counting lines and stored bytes. */
static void
advance(struct mbox *m, size_t to)
{
	size_t len = to - m->at;

	m->excess += utf16_source_bytes(m->stream.encoding, m->text + m->at, len) - len;
	if (m->range.line > 0)
		count_lines(m, to);
	m->at = to;
}

/* Make room to read. Drop the bytes before `at` if they are more than half of the text, even if
 * there is room left: then only the beginning of a buffer that grew for a long message is used,
 * which stays in the cache. Keep the bytes in which begins_message() checks whether a "From " line
 * at `at` follows a blank line or another "From " line. Growing fourfold at first copies less and
 * touches fewer pages than doubling. Return false if out of memory. */
static bool
make_room(struct mbox *m)
{
	size_t size = m->size * (m->size <= MAX_FOURFOLD_BYTES ? 4 : 2);
	size_t context = MBOX_CONTEXT_BYTES + m->from_line_len;
	char *more;

	if (m->at > context && (m->size - m->len < READ_BYTES || m->len - m->at < m->at)) {
		size_t gone = m->at - context;

		memmove(m->text, m->text + gone, m->len - gone);
		m->origin += gone;
		m->len -= gone;
		m->at -= gone;
	}
	if (m->size - m->len >= READ_BYTES)
		return true;
	more = memory_grow(m->memory, m->text, m->len, size);
	if (more == NULL)
		return false;
	m->text = more;
	m->size = size;
	return true;
}

/* Read more. After a read error, drop the last word, since it may be part of a URL. Return false if
 * out of memory. */
static bool
read_more(struct mbox *m)
{
	ssize_t n;

	if (!make_room(m)) {
		m->is_at_end = true;
		m->at = m->len; /* rather lose the rest than truncate a message */
		return false;
	}
	n = m->stream.read(m->stream.data, m->text + m->len, READ_BYTES);
	if (n > 0)
		m->len += (size_t)n;
	if (n < 0)
		m->len = m->at + ascii_after_space(m->text + m->at, m->len - m->at);
	m->is_at_end = n <= 0;
	return true;
}

/* ---- "From " lines --- */

/* Return true if a message begins at `at`, the beginning of a line. */
static bool
begins_message(const struct mbox *m, size_t at)
{
	size_t front = m->origin == 0 ? utf8_bom_length(m->text, m->len) : 0;

	return from_line_begins_message(m->text, m->len, at, front);
}

/* ---- Content-Length --- */

size_t
mbox_find_content_length(const char *text, size_t len, size_t begin, size_t *length)
{
	size_t at = begin;
	size_t limit = len - begin < MAX_HEADER_BYTES ? len : begin + MAX_HEADER_BYTES;
	struct header_field f;
	uint64_t number;
	size_t empty;

	*length = MAX_MESSAGE_BYTES;
	for (; at < limit; at += ascii_line(text + at, limit - at)) {
		at += header_skip_others(text + at, limit - at);
		empty = header_empty_line_length(text + at, len - at);
		if (empty > 0)
			return at + empty;
		if (*length == MAX_MESSAGE_BYTES && ascii_lower(text[at]) == 'c' &&
		    header_read_field(text + at, limit - at, &f) && span_is(f.name, "Content-Length") &&
		    header_take_number(&f.value, &number) > 0 && number < MAX_MESSAGE_BYTES)
			*length = (size_t)number;
	}
	return 0;
}

enum answer { NO, YES, MORE };

/* Find the end of the message at begin by its Content-Length. Return YES if it has a correct one,
 * NO if not, MORE if more bytes must be read. */
static enum answer
find_counted_end(struct mbox *m, size_t begin, size_t *end)
{
	size_t length, body = mbox_find_content_length(m->text, m->len, begin, &length);

	if (body == 0)
		return m->is_at_end || m->len - begin >= MAX_HEADER_BYTES ? NO : MORE;
	if (length == MAX_MESSAGE_BYTES)
		return NO;
	m->has_lengths = true;
	*end = body + length;
	while (*end < m->len && ascii_is(m->text[*end], ASCII_BREAK))
		++*end;
	if (!m->is_at_end &&
	    (*end > m->len || m->len - *end < MAX_FROM_LINE_BYTES))
		return MORE;
	if (*end >= m->len)
		return *end == m->len ? YES : NO;
	return m->text[*end - 1] == '\n' && begins_message(m, *end) ? YES : NO;
}

/* ---- the next message --- */

/* Set *begin to the first message that begins at or after from. Return false if none begins in the
 * bytes read, or if its "From " line may be incomplete. */
static bool
find_message(const struct mbox *m, size_t from, size_t *begin)
{
	const char *text = m->text;
	size_t at = from - 1;

	for (; (at += ascii_pair(text + at, m->len - at, '\n', 'F')) < m->len; at++) {
		if (!text_begins_with(text + at, m->len - at, "\nFrom "))
			continue;
		*begin = at + 1;
		if (!m->is_at_end && m->len - *begin < MAX_FROM_LINE_BYTES)
			return false;
		if (begins_message(m, *begin))
			return true;
	}
	return false;
}

/* Find the end of the message at begin by the length in the separator before it. Return NO if the
 * length of an article in a news batch is wrong. */
static enum answer
find_given_end(struct mbox *m, size_t begin, size_t *end)
{
	uint64_t count = m->separator.count;
	bool is_checked = m->format == MAILBOX_RNEWS;

	if (is_checked && count > MAX_MESSAGE_BYTES)
		return NO;
	if (!m->is_at_end && m->len - begin < MAX_MESSAGE_BYTES &&
	    m->len - begin < count + (is_checked ? MAX_SEPARATOR_BYTES : 0))
		return MORE;
	if (m->len - begin < count)
		return NO;
	*end = begin + (size_t)count;
	if (is_checked && *end < m->len && !mailbox_separator_at(m->format,
		m->text + *end, m->len - *end).has_count)
		return NO;
	return YES;
}

/* Find the end of a message in a mailbox other than mbox. Return false if it is not read yet. */
static bool
find_separated_end(struct mbox *m, size_t begin, size_t seen, size_t *end)
{
	if (m->separator.has_count) {
		enum answer given = find_given_end(m, begin, end);

		if (given != NO || m->format != MAILBOX_RNEWS)
			return given == YES;
		m->separator.has_count = false;
		seen = begin;
	}
	*end = mailbox_find_separator(m->format, m->text,
	    seen > begin ? seen : begin + 1, m->len);
	return *end < m->len;
}

/* Return the end of the last line that ends with ">", or else of the last line or tag; 0 if text has
 * none of them. There no URL is split, nor a tag of several lines. */
static size_t
last_break(const char *text, size_t len)
{
	const char *at = text + len;

	while ((at = memrchr(text, '\n', (size_t)(at - text))) != NULL)
		if (at - text > 1 && at[at[-1] == '\r' ? -2 : -1] == '>')
			return (size_t)(at + 1 - text);
	at = memrchr(text, '\n', len);
	at = at ? at : memrchr(text, '>', len);
	return at ? (size_t)(at + 1 - text) : 0;
}

/* Find the end of the message at begin, searching from *seen on. If more must be read, return false
 * and set *seen to where the search must continue. */
static bool
find_end(struct mbox *m, size_t begin, size_t *seen, size_t *end)
{
	bool is_mbox = m->format == MAILBOX_MBOX;

	if (is_mbox && !m->is_uncounted) {
		enum answer counted = find_counted_end(m, begin, end);

		if (counted != NO)
			return counted == YES;
		m->is_uncounted = true;
	}
	if (is_mbox ? find_message(m, *seen > 0 ? *seen : 1, end) :
	    find_separated_end(m, begin, *seen, end))
		return true;
	m->is_split = !m->is_at_end && m->len - begin >= MAX_MESSAGE_BYTES;
	if (m->is_split) {
		size_t tail = begin + MAX_MESSAGE_BYTES - MAX_TAIL_BYTES;
		size_t len = last_break(m->text + tail, MAX_TAIL_BYTES);

		*end = len > 0 ? tail + len : begin + MAX_MESSAGE_BYTES;
	} else if (m->is_at_end) {
		*end = m->len;
	}
	if (m->is_split || m->is_at_end)
		return true;
	*seen = m->len - begin > MAX_FROM_LINE_BYTES ?
	    m->len - MAX_FROM_LINE_BYTES : begin;
	return false;
}

/* Skip the "From " line that begins a message, however long it is, or what a splitter left of the
 * first one; skip a byte order mark right before the line, too. For ranges, the message begins at
 * that mark. Return false if out of memory. */
static bool
skip_from_line(struct mbox *m)
{
	size_t bom = m->origin + m->at == 0 ? utf8_bom_length(m->text, m->len) : 0, left;
	const char *end;

	m->from_line_len = 0;
	if (bom > 0 && begins_message(m, bom))
		advance(m, bom);
	left = m->len - m->at;
	if (m->is_split || (!text_begins_with(m->text + m->at, left, "From ") &&
	        (m->number > 0 || m->origin > 0 || !from_line_is_cut(m->text + m->at, left))))
		return true;
	while ((end = memchr(m->text + m->at, '\n', m->len - m->at)) == NULL &&
	    !m->is_at_end) {
		advance(m, m->len);
		if (!read_more(m))
			return false;
	}
	end = end ? end + 1 : m->text + m->len;
	if (end - (m->text + m->at) <= MAX_FROM_LINE_BYTES)
		m->from_line_len = (size_t)(end - (m->text + m->at));
	advance(m, (size_t)(end - m->text));
	return true;
}

/* Read until `count` bytes are available, or to the end of the stream. Return false if out of
 * memory. */
static bool
read_at_least(struct mbox *m, size_t count)
{
	while (!m->is_at_end && m->len - m->at < count)
		if (!read_more(m))
			return false;
	return true;
}

/* Skip separators before a message in a mailbox other than mbox. Return false if out of memory. */
static bool
skip_separators(struct mbox *m)
{
	enum mailbox_format format = m->format;

	if (m->is_split || format == MAILBOX_SINGLE)
		return true;
	do {
		if (!read_at_least(m, MAX_SEPARATOR_BYTES))
			return false;
		m->separator = mailbox_separator_at(format, m->text + m->at,
		    m->len - m->at);
		advance(m, m->at + m->separator.len);
		while (format == MAILBOX_EMLX && m->at == m->len && !m->is_at_end) {
			if (!read_more(m))
				return false;
			advance(m, m->len);
		}
	} while (m->separator.len > 0 &&
	    !(m->separator.has_count && m->separator.count > 0));
	return read_at_least(m, 1);
}

/* Go to the first message of the stream. For a single message, skip the lines that a program put
 * before the header, if the header begins within FRONT_BYTES; in an mbox, skip blank lines before
 * the first "From " line, and a byte order mark before these. Return false if out of memory. */
static bool
enter_front(struct mbox *m)
{
	enum { FRONT_BYTES = MAX_BLANK_BYTES + MAX_FROM_LINE_BYTES };
	size_t len, at;

	if (m->format != MAILBOX_SINGLE && m->format != MAILBOX_MBOX)
		return true;
	if (!read_at_least(m, FRONT_BYTES))
		return false;
	len = m->len < FRONT_BYTES ? m->len : FRONT_BYTES;
	if (m->format == MAILBOX_SINGLE) {
		at = header_find_begin(m->text, len);
		advance(m, at < len ? at : 0);
		return true;
	}
	at = utf8_bom_length(m->text, len);
	while (at < len && at < MAX_BLANK_BYTES && ascii_is(m->text[at], ASCII_BREAK))
		at++;
	if (at > 0 && m->text[at - 1] == '\n' && begins_message(m, at))
		advance(m, at);
	return true;
}

/* Go to the first message that begins in the range. Return false if out of memory. */
static bool
enter_range(struct mbox *m)
{
	size_t from = (size_t)(m->range.begin - m->origin), found = 0;
	bool is_found = false;

	m->is_entered = true;
	if (from == 0)
		return enter_front(m);
	m->probed = LENGTH_PROBES;
	if (!read_at_least(m, from + 1))
		return false;
	if (from > m->len)
		from = m->len;
	m->at = from > MBOX_CONTEXT_BYTES ? from - MBOX_CONTEXT_BYTES : 0;
	from -= m->at; /* where to search, relative to m->at */
	if (m->range.line > 0)
		m->line -= line_count(m->text + m->at, from);
	for (;;) {
		size_t again = MAX_FROM_LINE_BYTES + MBOX_CONTEXT_BYTES;

		if (m->len > m->at + from)
			is_found = find_message(m, m->at + from, &found);
		if (is_found || m->is_at_end || m->origin + m->at >= m->range.end)
			break;
		if (m->len - m->at > again) {
			/* the last lines may be incomplete: search them again */
			advance(m, m->len - again);
			from = MBOX_CONTEXT_BYTES;
		}
		if (!read_more(m))
			return false;
	}
	advance(m, is_found ? found : m->len);
	if (m->range.flags & URLGREP_MAIL_HAS_LENGTHS)
		m->line = m->range.line; /* earlier lines belong to the previous range */
	m->first = m->origin + m->at;
	return true;
}

struct mbox_progress
mbox_progress(const struct mbox *m)
{
	bool is_past_end = m->origin + m->at >= m->range.end;
	bool is_compared = m->range.flags & URLGREP_MAIL_HAS_LENGTHS;

	return (struct mbox_progress){ .has_lengths = m->has_lengths,
		.lacks_lengths = !m->has_lengths && (m->probed >= LENGTH_PROBES ||
		    (m->is_at_end && m->at == m->len)),
		.first = m->first, .end = m->end,
		.lines = (is_past_end && !is_compared ? m->line_at_end : m->line) - m->range.line };
}

urlgrep_status
mbox_next(struct mbox *m, struct mbox_message *message)
{
	size_t seen, end;
	bool is_rest;

	if (!m->is_entered && !enter_range(m))
		return URLGREP_NOMEM;
	if (!read_at_least(m, MAX_FROM_LINE_BYTES))
		return URLGREP_NOMEM;
	/* the rest of a message that was split belongs to the range */
	if (m->at == m->len || (!m->is_split && m->origin + m->at >= m->range.end))
		return URLGREP_END;
	if (!(m->format == MAILBOX_MBOX ? skip_from_line(m) : skip_separators(m)))
		return URLGREP_NOMEM;
	if (m->format != MAILBOX_MBOX && m->at == m->len)
		return URLGREP_END;
	is_rest = m->is_split;
	m->is_split = false;
	m->number += !is_rest;
	m->probed += !is_rest;
	m->is_uncounted = is_rest || (!m->has_lengths && m->probed > LENGTH_PROBES);
	seen = m->at;
	while (!find_end(m, m->at, &seen, &end)) {
		size_t from = seen - m->at;

		if (!read_more(m))
			return URLGREP_NOMEM;
		seen = m->at + from < m->len ? m->at + from : m->len;
	}
	*message = (struct mbox_message){ .text = m->text + m->at, .len = end - m->at,
		.from_line = { m->text + m->at - m->from_line_len, m->from_line_len },
		.offset = m->origin + m->at + m->excess, .number = m->number,
		.is_rest = is_rest, .is_long = m->is_split,
		.line = m->line };
	m->separator.count -= m->separator.has_count ? end - m->at : 0;
	advance(m, end);
	m->end = m->origin + m->at;
	return URLGREP_OK;
}
