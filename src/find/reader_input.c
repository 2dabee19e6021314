/* reader_input.c - the input of a urlgrep_mail: a file, a buffer or a source */
#include "find/reader_input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "find/reader.h"
#include "util/memory.h"

void
reader_input_open_document(urlgrep_mail *m)
{
	document_open(m->document, &(struct document_input){ .source = m->source,
	    .path = m->path, .type = m->range.type,
	    .is_raw = reader_has_flag(m, URLGREP_MAIL_RAW),
	    .reads_ahead = reader_has_flag(m, URLGREP_MAIL_READ_AHEAD) });
}

void
reader_input_close(urlgrep_mail *m)
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

/* Forget the input before, and copy what names the new one. */
static urlgrep_status
begin_input(urlgrep_mail *m, const char *path, const urlgrep_mail_range *range)
{
	reader_input_close(m);
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
start_input(urlgrep_mail *m)
{
	m->is_open = true;
	reader_input_open_document(m);
	return URLGREP_OK;
}

urlgrep_status
urlgrep_mail_open_fd(urlgrep_mail *m, const char *path, int fd,
    const urlgrep_mail_range *range)
{
	if (begin_input(m, path, range) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	m->source = file_source_open(&m->file, fd);
	return start_input(m);
}

urlgrep_status
urlgrep_mail_open_file(urlgrep_mail *m, const char *path,
    const urlgrep_mail_range *range)
{
	int fd;

	if (begin_input(m, path, range) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd < 0)
		return reader_skip_errno(m, m->path, errno);
	m->own_fd = fd;
	m->source = file_source_open(&m->file, fd);
	return start_input(m);
}

urlgrep_status
urlgrep_mail_open_buffer(urlgrep_mail *m, const char *path, const char *text,
    size_t len, const urlgrep_mail_range *range)
{
	if (begin_input(m, path, range) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	m->buffer = (struct buffer_source){ text, len };
	m->source = buffer_source_open(&m->buffer);
	return start_input(m);
}

urlgrep_status
urlgrep_mail_open_source(urlgrep_mail *m, const char *path,
    const urlgrep_mail_source *source, const urlgrep_mail_range *range)
{
	if (begin_input(m, path, range) == URLGREP_NOMEM)
		return URLGREP_NOMEM;
	m->source = (struct byte_source){ .read = source->read, .data = source->data,
		.seekable = source->seekable != 0 };
	return start_input(m);
}
