/* message.c - a message of mail or news as its reader sees it: the texts of its parts, also of
 * those that hold messages */
#include "mail/message.h"

#include <string.h>

#include "mail/bounds.h"
#include "mail/enclosure.h"
#include "mail/tnef.h"
#include "mail/base64.h"
#include "mail/charset.h"
#include "mail/transfer_encoding.h"
#include "mail/body_text.h"
#include "mail/header_text.h"
#include "mail/mime.h"
#include "util/ascii.h"

enum { MAX_ENCLOSURES = 16 /* nested */ };

/* ---- a reader --- */

struct message *
message_new(const urlgrep_memory *memory, const struct message_options *options)
{
	struct message *m;

	if (memory == NULL)
		memory = &memory_default;
	m = memory_allocate_zeroed(memory, sizeof(*m));
	if (m == NULL)
		return NULL;
	m->memory = *memory;
	m->arena.memory = &m->memory;
	if (options) {
		m->flags = options->flags;
		m->selection = (struct header_selection){
			.has_default = options->flags & MESSAGE_HEADERS,
			.has_addresses = options->flags & MESSAGE_ADDRESSES,
			.names = options->headers,
			.name_count = options->header_count };
		m->grammar = options->grammar;
	}
	m->structure = body_structure_new(&m->memory);
	if (m->structure == NULL) {
		message_free(m);
		return NULL;
	}
	return m;
}

/* Forget the message that was read; arrays are kept for the next one. */
static void
message_reset(struct message *m)
{
	size_t i;

	body_structure_clear(m->structure);
	m->text_count = 0;
	arena_clear(&m->arena);
	for (i = 0; i < FIELD_COUNT; i++)
		m->fields[i] = NULL;
	m->asked_fields = 0;
	m->has_field_places = false;
	m->inner_fields = 0;
	m->missing = NULL;
	m->has_failed = false;
}

void
message_free(struct message *m)
{
	urlgrep_memory memory;

	if (m == NULL)
		return;
	memory = m->memory;
	body_structure_free(m->structure);
	charset_converters_free(m->converters);
	arena_free(&m->arena);
	memory_release(&memory, m->texts);
	memory_release(&memory, m);
}

/* Parse a message, this one or one in it, into s. Returns false without memory. */
static bool
parse(struct message *m, struct body_structure *s, const char *text, size_t len)
{
	return mime_parse(s, text, len, m->flags & MESSAGE_BY_GMIME, &m->missing) ==
	    URLGREP_OK;
}

/* ---- parts that hold messages or texts --- */

static void add_parts(struct message *m, const struct entity *e);

/* Open a part that holds messages or texts. Returns NULL if it cannot be read, which may
 * be noted, or without memory. */
static const struct enclosure *
open_enclosure(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct enclosure *inner = NULL;
	enum enclosure_status status;

	if (transfer_encoding_needs_gmime(p->encoding) && !message_has_gmime(m))
		return NULL;
	status = enclosure_open(&m->arena, e->enclosure, e->text, p, &inner);
	m->has_failed = status == ENCLOSURE_NOMEM;
	if (status == ENCLOSURE_DAMAGED || status == ENCLOSURE_UNREAD)
		body_structure_note_part(e->structure, p, status == ENCLOSURE_DAMAGED);
	return inner;
}

/* Return true if a field says what the body is. */
static bool
has_content_field(const struct body_structure *s)
{
	static const char beginning[] = "Content-";
	const size_t len = sizeof(beginning) - 1;
	size_t count, i;
	const struct header_field *fields = body_structure_fields(s, &count);

	for (i = 0; i < count; i++)
		if (fields[i].name.len > len &&
		    ascii_equal(fields[i].name.text, beginning, len))
			return true;
	return false;
}

/* Parse a message in the enclosure. What was signed may be a text without a header: the
 * first lines of it must not be taken for one. */
static void
parse_enclosed_message(struct message *m, const struct enclosure *inner,
    enum body_content content, struct body_structure *structure)
{
	m->has_failed = !parse(m, structure, inner->text, inner->len);
	if (m->has_failed || content != BODY_SMIME || has_content_field(structure))
		return;
	body_structure_clear(structure);
	body_structure_add_part(structure, &(struct body_part){
	    .path = body_structure_path(structure, ""), .source = { 0, inner->len } });
}

/* Parse what the enclosure holds. */
static void
parse_enclosure(struct message *m, const struct entity *e, const struct body_part *p,
    struct body_structure *structure)
{
	enum tnef_status status;

	if (p->content != BODY_TNEF) {
		parse_enclosed_message(m, e->enclosure, p->content, structure);
		return;
	}
	status = tnef_parse(structure, e->enclosure->text, e->enclosure->len);
	if (status != TNEF_COMPLETE)
		body_structure_note_part(structure, p, status == TNEF_DAMAGED);
}

/* Add the texts of a part that holds messages or texts. */
static void
add_container(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct entity inner = { .depth = e->depth + 1 };

	if (e->depth == MAX_ENCLOSURES) {
		message_set_exceeded(m, BOUND_DEPTH);
		return;
	}
	inner.enclosure = open_enclosure(m, e, p);
	if (inner.enclosure == NULL)
		return;
	inner.text = inner.enclosure->text;
	inner.len = inner.enclosure->len;
	inner.structure = body_structure_new(&m->memory);
	if (inner.structure == NULL) {
		m->has_failed = true;
		return;
	}
	body_structure_set_outer(inner.structure, e->structure, p->path);
	parse_enclosure(m, &inner, p, inner.structure);
	if (!m->has_failed && p->content == BODY_MESSAGE)
		header_text_add_enclosed(m, &inner, p->path);
	if (!m->has_failed)
		add_parts(m, &inner);
	body_structure_inherit(e->structure, inner.structure);
	body_structure_free(inner.structure);
}

static void
add_whole_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	if (p->content == BODY_TEXT || body_text_is_rtf(p))
		body_text_add(m, e, p);
	else if (p->content == BODY_HEADER)
		header_text_add_all(m, e, p->path, p->source.begin, p->source.end);
	else
		add_container(m, e, p);
}

/* Add the plain text that follows the data of a part in base64: the footer of a mailing list. */
static void
add_footer(struct message *m, const struct entity *e, const struct body_part *p, size_t begin)
{
	struct body_part *footer = arena_allocate(&m->arena, sizeof(*footer));

	if (footer == NULL) {
		m->has_failed = true;
		return;
	}
	*footer = (struct body_part){ .path = p->path, .content = BODY_TEXT,
		.source = { begin, p->source.end },
		.charset = p->charset && charset_always_extends_ascii(p->charset) ?
		    p->charset : NULL,
		.alternative = p->is_html ? 0 : p->alternative };
	body_text_add(m, e, footer);
}

static void
add_base64_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct body_part *data = arena_allocate(&m->arena, sizeof(*data));

	if (data == NULL) {
		m->has_failed = true;
		return;
	}
	*data = *p;
	data->source.end = p->source.begin + base64_data_end(e->text + p->source.begin,
	    p->source.end - p->source.begin);
	add_whole_part(m, e, data);
	if (!m->has_failed && data->source.end < p->source.end)
		add_footer(m, e, p, data->source.end);
}

static void
add_parts(struct message *m, const struct entity *e)
{
	size_t count, i;
	const struct body_part *parts = body_structure_parts(e->structure, &count);

	m->has_failed = m->has_failed || body_structure_has_failed(e->structure);
	for (i = 0; !m->has_failed && i < count; i++) {
		if (parts[i].encoding == TRANSFER_BASE64)
			add_base64_part(m, e, &parts[i]);
		else
			add_whole_part(m, e, &parts[i]);
		m->has_failed = m->has_failed || body_structure_has_failed(e->structure);
	}
}

/* ---- the message --- */

/* The message is a TNEF stream. */
static void
add_tnef(const struct message *m)
{
	body_structure_add_part(m->structure, &(struct body_part){ .path = "1",
	    .content = BODY_TNEF, .type = "application/ms-tnef",
	    .source = { 0, m->len }, .encoding = TRANSFER_BINARY });
}

urlgrep_status
message_read(struct message *m, const char *text, size_t len)
{
	const struct entity e = { .text = text, .len = len, .structure = m->structure };
	const struct header_field *fields;
	size_t count, i;

	message_reset(m);
	m->text = text;
	m->len = len;
	if (tnef_begins(text, len))
		add_tnef(m);
	else
		m->has_failed = !parse(m, m->structure, text, len);
	fields = body_structure_fields(m->structure, &count);
	for (i = 0; !m->has_failed && i < count; i++)
		if (header_is_selected(&m->selection, &fields[i]))
			header_text_add(m, &e, NULL, &fields[i]);
	if (!m->has_failed)
		add_parts(m, &e);
	if (!m->has_failed)
		return URLGREP_OK;
	message_reset(m);
	return URLGREP_NOMEM;
}

const struct message_text *
message_texts(const struct message *m, size_t *count)
{
	*count = m->text_count;
	return m->texts;
}

const char *
message_skipped(const struct message *m)
{
	const char *exceeded = body_structure_exceeded(m->structure);

	if (exceeded)
		return exceeded;
	return m->missing ? m->missing : body_structure_unread(m->structure);
}

/* Return true if the value of a Content-Type is that of a multipart. */
static bool
is_multipart(urlgrep_span value)
{
	static const char type[] = "multipart/";
	size_t len = sizeof(type) - 1;

	while (value.len > len && header_is_space(*value.text)) {
		value.text++;
		value.len--;
	}
	return value.len > len && ascii_equal(value.text, type, len);
}

static bool
has_multipart(const struct body_structure *s)
{
	size_t count, i;
	const struct header_field *fields = body_structure_fields(s, &count);

	for (i = 0; i < count; i++)
		if (header_field_is(&fields[i], "Content-Type") && is_multipart(fields[i].value))
			return true;
	return false;
}

bool
message_goes_on_as_text(const struct message *m)
{
	size_t count;
	const struct body_part *parts = body_structure_parts(m->structure, &count);

	return count == 1 && parts->content == BODY_TEXT && !parts->is_html &&
	    transfer_encoding_is_identity(parts->encoding) && parts->source.end == m->len &&
	    !has_multipart(m->structure);
}
