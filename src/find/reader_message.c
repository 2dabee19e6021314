/* reader_message.c - the messages of a member, and what is known of the current one */
#include "find/reader_message.h"

#include "find/reader.h"
#include "find/reader_member.h"

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
		.line = reader_has_flag(m, URLGREP_MAIL_COUNT_LINES) ? m->range.line : 0 };
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
	source_map_enter(&m->map, reader_member_encoding(m), &m->current);
	if (is_new)
		m->message_offset = m->current.offset;
	return URLGREP_OK;
}

/* Go to the next message of the current member. */
static urlgrep_status
step_message(urlgrep_mail *m)
{
	urlgrep_status status;

	m->is_message = false;
	if (!m->is_member)
		return URLGREP_END;
	status = m->type == URLGREP_MAIL_TEXT ? step_text(m) : step_mbox(m);
	if (status == URLGREP_END)
		return reader_member_end(m);
	m->is_message = status == URLGREP_OK;
	m->serial += m->is_message;
	return status;
}

urlgrep_status
reader_message_step(urlgrep_mail *m)
{
	for (;;) {
		urlgrep_status status = step_message(m);

		if (status != URLGREP_END || m->stays_in_member)
			return status;
		status = reader_member_step(m);
		if (status != URLGREP_OK)
			return status;
	}
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
