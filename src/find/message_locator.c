/* message_locator.c - where something of a message is in its file */
#include "find/message_locator.h"

#include <string.h>

#include "util/ascii.h"

void
message_locator_open(struct message_locator *m, const struct mbox_message *raw,
    const char *path, bool is_brief)
{
	*m = (struct message_locator){ .raw = raw, .path = path, .is_brief = is_brief,
		.line = raw->line };
}

/* Return the number of the line of a byte of the message. Count from the byte that was asked for
 * last, or from the beginning or the end of the message, whichever is near: many URLs are in
 * signatures. */
static uint64_t
line_of(struct message_locator *m, size_t offset)
{
	const struct mbox_message *raw = m->raw;

	if (raw->line == 0)
		return 0;
	if (offset < m->line_offset) {
		m->line_offset = 0;
		m->line = raw->line;
	}
	if (raw->len - offset < offset - m->line_offset)
		m->line = raw->end_line - line_count(raw->text + offset, raw->len - offset);
	else
		m->line += line_count(raw->text + m->line_offset, offset - m->line_offset);
	m->line_offset = offset;
	return m->line;
}

void
message_locator_locate(struct message_locator *m, const struct message_text *texts,
    const struct message_text *part, size_t begin, size_t end, urlgrep_location *l)
{
	memset(l, 0, sizeof(*l));
	l->path = m->path;
	if (part) {
		l->message = m->raw->number;
		l->text_index = (size_t)(part - texts);
		l->part = part->part;
		l->encoding = part->encoding;
		l->flags = part->field ? URLGREP_MAIL_IN_HEADER : 0;
	}
	if (m->is_brief)
		return;
	l->text_offset = begin;
	l->text_length = end - begin;
	if (part) {
		struct byte_range range = message_source_range(part, begin, end);

		begin = range.begin;
		end = range.end;
	}
	l->line = line_of(m, begin);
	l->offset = m->raw->offset + begin;
	l->length = end - begin;
}
