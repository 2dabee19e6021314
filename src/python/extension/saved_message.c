/* saved_message.c - a message and its URLs, for when the reader has gone on */
#include "saved_message.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 1280 * 1024 }; /* of a block at first: a piece and some more */

/* Make room for one more pointer. */
static bool
grow(void *array, size_t count, size_t *room)
{
	void **at = array, *more;

	if (count < *room)
		return true;
	*room = *room * 2 + 8;
	more = realloc(*at, *room * sizeof(void *));
	if (more)
		*at = more;
	return more != NULL;
}

static bool
add_url(struct saved_message *m, const urlgrep_finding *finding,
    const urlgrep_location *location)
{
	struct saved_finding *saved = NULL;

	if (grow(&m->urls, m->url_count, &m->url_room))
		saved = saved_finding_new(finding, location);
	if (saved)
		m->urls[m->url_count++] = saved;
	return saved != NULL;
}

static bool
add_error(struct saved_message *m, const char *reason)
{
	char *copy = NULL;

	if (grow(&m->errors, m->error_count, &m->error_room))
		copy = strdup(reason);
	if (copy)
		m->errors[m->error_count++] = copy;
	return copy != NULL;
}

/* Forget everything but the room for URLs and errors. */
static void
begin_message(struct saved_message *m)
{
	while (m->url_count > 0)
		free(m->urls[--m->url_count]);
	while (m->error_count > 0)
		free(m->errors[--m->error_count]);
	free(m->path);
	m->path = NULL;
}

void
saved_message_clear(struct saved_message *m)
{
	begin_message(m);
	free(m->urls);
	free(m->errors);
	memset(m, 0, sizeof(*m));
}

void
saved_message_set_error(struct saved_message *m, const urlgrep_mail *mail)
{
	const urlgrep_mail_error_info *error = urlgrep_mail_error(mail);

	m->system_error = error->system_error;
	m->path = strdup(error->path);
	m->status = m->path && add_error(m, error->reason) ? URLGREP_SKIPPED : URLGREP_NOMEM;
}

/* Collect the URLs of the current message. Return false without memory. */
static bool
collect_urls(struct saved_message *m, urlgrep_mail *mail,
    const struct search_options *options)
{
	urlgrep_location location;
	urlgrep_finding finding;
	urlgrep_status status;
	bool has_memory = true;

	while ((status = urlgrep_mail_next(mail, &finding, &location)) != URLGREP_END) {
		if (status == URLGREP_NOMEM)
			return false;
		if (status == URLGREP_SKIPPED)
			has_memory &= add_error(m, urlgrep_mail_error(mail)->reason);
		else if (search_wants(options, &finding))
			has_memory &= add_url(m, &finding, &location);
	}
	return has_memory;
}

/* Append text to the block. Return false without memory. */
static bool
copy_text(struct text_block *block, urlgrep_span text)
{
	size_t room = block->room ? block->room : BLOCK_BYTES;
	char *more = block->at;

	while (room - block->len < text.len)
		room *= 2;
	if (room > block->room)
		more = realloc(block->at, room);
	if (more == NULL)
		return false;
	block->at = more;
	block->room = room;
	memcpy(block->at + block->len, text.text, text.len);
	block->len += text.len;
	return true;
}

bool
saved_message_read(struct saved_message *m, urlgrep_mail *mail,
    const struct search_options *options, struct text_block *block)
{
	urlgrep_message message;

	begin_message(m);
	m->status = urlgrep_mail_next_message(mail, &message);
	if (m->status == URLGREP_SKIPPED)
		saved_message_set_error(m, mail);
	if (m->status != URLGREP_OK)
		return m->status != URLGREP_END;
	m->type = message.type;
	m->number = message.number;
	m->offset = message.offset;
	m->length = message.length;
	m->line = message.line;
	m->has_raw = message.text.text != NULL;
	m->raw_len = message.text.len;
	m->raw_at = block ? block->len : 0;
	if ((block && m->has_raw && !copy_text(block, message.text)) ||
	    !collect_urls(m, mail, options))
		m->status = URLGREP_NOMEM;
	/* what was borrowed before the search is not valid any more */
	m->raw = block ? NULL : urlgrep_mail_current(mail)->text.text;
	return true;
}

void
saved_message_move(struct saved_message *m, uint64_t messages, uint64_t lines)
{
	size_t i;

	m->number += messages;
	m->line += lines;
	for (i = 0; i < m->url_count; i++)
		saved_finding_move(m->urls[i], messages, lines);
}
