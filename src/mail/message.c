/* message.c - a message of mail or news as its reader sees it: the texts of its parts, including
 * those of messages in parts. Transfer encodings, charsets, RTF and folds are undone, and each byte
 * can be mapped back to the message */
#include "mail/message_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "input/input.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_ENTITIES = 16, /* nested */
	MAX_FORMATTED_BYTES = 1024,
	MIN_CUT_BYTES = 980, /* of a line, before a mail server breaks it */
	MIN_BARE_CUT_BYTES = 990, /* likewise, if no "!" marks the break */
	MAX_CUT_BYTES = 998  /* RFC 5321, 4.5.3.1.6, without CR LF */
};

/* ---- a reader --- */

struct message *
message_new(const urlgrep_memory *memory, const urlgrep_mail_options *options)
{
	struct message *m = memory_allocate(memory, sizeof(*m));

	if (m == NULL)
		return NULL;
	memset(m, 0, offsetof(struct message, converters.items));
	m->memory = m->arena.memory = m->texts.memory = m->converters.memory = memory;
	m->options = *options;
	return m;
}

/* Forget the message that was read, but keep arrays for the next one. */
static void
message_reset(struct message *m)
{
	size_t begin = offsetof(struct message, entity);

	arena_clear(&m->arena);
	strbuf_clear(&m->texts);
	if (m->converters.count > MAX_CONVERTERS / 2)
		charset_converters_close(&m->converters);
	memset((char *)m + begin, 0, offsetof(struct message, converters) - begin);
}

void
message_free(struct message *m)
{
	if (m == NULL)
		return;
	charset_converters_close(&m->converters);
	arena_free(&m->arena);
	strbuf_free(&m->texts);
	memory_release(m->memory, m);
}

void *
message_allocate(struct message *m, size_t size)
{
	void *block = arena_allocate(&m->arena, size);

	m->has_failed = m->has_failed || block == NULL;
	return block;
}

char *
message_copy_text(struct message *m, const char *text, size_t len)
{
	return memory_copy_text(message_allocate(m, len + 1), text, len);
}

const char *
message_format(struct message *m, const char *format, ...)
{
	char text[MAX_FORMATTED_BYTES];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	return message_copy_text(m, text, strlen(text));
}

/* ---- parts and reports --- */

void
message_set_incomplete(struct message *m, const char *bound)
{
	if (m->incomplete == NULL)
		m->incomplete = bound;
}

void
message_note_part(struct message *m, const char *path, bool is_damaged, const char *what)
{
	if (m->incomplete == NULL && path)
		m->incomplete = message_format(m, "part %s %s: %s", path,
		    is_damaged ? "damaged" : "not read", what);
}

const char *
message_part_path(struct message *m, const char *path, size_t number)
{
	char digits[MAX_DIGITS];

	if (path)
		return message_format(m, "%s.%zu", path, number);
	return message_copy_text(m, digits, digits_write(digits, number));
}

/* ---- a text of the body --- */

/* Return the text of the part with its transfer encoding undone, and set *o to its origin. */
static urlgrep_span
decode_transfer(struct message *m, const struct entity *e, const struct body_part *p,
    struct text_origin *o)
{
	struct byte_range source = p->text.origin.source;
	urlgrep_span text = { e->text + source.begin, source.end - source.begin };

	*o = (struct text_origin){ .entity = e, .source = source };
	if (transfer_encoding_is_identity(p->text.encoding))
		return text;
	o->decoder = transfer_decoder_new(&m->arena, text.text, text.len, p->text.encoding);
	if (o->decoder == NULL) {
		m->has_failed = true;
		return text;
	}
	if (o->decoder->has_inner_padding)
		message_note_part(m, p->text.part, true,
		    "base64 data after padding, which some readers do not decode");
	return (urlgrep_span){ o->decoder->decoded, o->decoder->len };
}

/* Return true if the text must be converted from its charset. Text that is valid UTF-8 is not
 * converted, whatever its label says. */
static bool
needs_conversion(const struct message_text *t, const char *charset)
{
	enum charset_kind kind = charset ? charset_kind_of(charset) : CHARSET_UTF_8;

	return kind != CHARSET_UTF_8 && (!charset_extends_ascii(kind, t->text, t->len) ||
	    !utf8_is_valid(t->text, t->len));
}

/* Convert the text from its charset to UTF-8. Text in an unknown charset is left unchanged. */
static void
convert_charset(struct message *m, struct message_text *t, const char *charset)
{
	if (charset_convert(&m->converters, &m->arena, charset, (urlgrep_span){ t->text, t->len },
	        &t->origin.charset_text) != URLGREP_OK) {
		m->has_failed = true;
	} else if (t->origin.charset_text) {
		t->text = t->origin.charset_text->utf8.text;
		t->len = t->origin.charset_text->utf8.len;
	} else if (!charset_extends_ascii(charset_kind_of(charset), t->text, t->len)) {
		message_set_incomplete(m, "text in an unknown charset");
	}
}

/* Replace the text by one that is joined from pieces of it. */
static void
set_joined(struct message *m, struct message_text *t, struct strbuf *text, struct strbuf *points)
{
	struct enclosed_text joined;

	m->has_failed |= !enclosed_text_finish(&joined, &m->arena, text, points);
	t->text = joined.text;
	t->len = joined.len;
	t->origin.points = joined.points;
	t->origin.point_count = joined.point_count;
}

/* Unfold the lines of an iCalendar or vCard. */
static void
unfold(struct message *m, struct message_text *t)
{
	struct strbuf text = { .memory = m->memory }, points = { .memory = m->memory };
	struct unfolder u = { .folds.memory = m->memory };
	const struct fold *folds;
	size_t i;

	strbuf_reserve(&text, t->len);
	unfolder_append(&u, t->text, t->len, true, &text);
	source_point_add(&points, 0, 0);
	folds = (const void *)u.folds.at;
	for (i = 0; i < u.folds.len / sizeof(*folds); i++)
		source_point_add(&points, (size_t)folds[i].offset,
		    (size_t)(folds[i].offset + folds[i].bytes));
	points.failed |= u.folds.failed;
	strbuf_free(&u.folds);
	set_joined(m, t, &text, &points);
}

/* Move *at to the next break that a mail server inserted into a line too long for SMTP: LF and a
 * blank after 990 to 998 bytes, or "!", LF and a blank after 980 or more. Return the length of the
 * inserted bytes, or 0 if no more follow. */
static size_t
find_cut(const char *text, size_t len, size_t *at)
{
	while (len - *at > MIN_CUT_BYTES) {
		const char *line = text + *at, *feed = memrchr(line, '\n', MIN_CUT_BYTES), *end;

		if (feed == NULL) {
			feed = memchr(line + MIN_CUT_BYTES, '\n', len - *at - MIN_CUT_BYTES);
			if (feed == NULL)
				break;
			end = feed - (feed[-1] == '\r');
			end -= end[-1] == '!' && end - line <= MAX_CUT_BYTES;
			*at = (size_t)(end - text);
			if ((*end == '!' || (end - line >= MIN_BARE_CUT_BYTES &&
			        end - line <= MAX_CUT_BYTES)) && text + len - feed > 2 &&
			    feed[1] == ' ' && feed[2] > ' ')
				return (size_t)(feed - end) + 2;
		}
		*at = (size_t)(feed + 1 - text);
	}
	return 0;
}

/* The same, after a break at *at. A second mail server may have inserted "!" and LF a few bytes
 * after the break of the first one. */
static size_t
find_next_cut(const char *text, size_t len, size_t *at)
{
	enum { MAX_REST_BYTES = 10 };
	size_t rest = len - *at > MAX_REST_BYTES ? MAX_REST_BYTES : len - *at;
	const char *mark = memmem(text + *at, rest, "!\n", 2);

	if (mark && !memchr(text + *at, ' ', (size_t)(mark - text) - *at)) {
		*at = (size_t)(mark - text);
		return 2;
	}
	--*at; /* for the server, the line begins with the blank of the cut */
	return find_cut(text, len, at);
}

/* Join lines that a mail server broke. */
static void
join_cut_lines(struct message *m, struct message_text *t)
{
	struct strbuf text = { .memory = m->memory }, points = { .memory = m->memory };
	size_t at = 0, cut = find_cut(t->text, t->len, &at), begin = 0;

	if (cut == 0)
		return;
	for (; cut > 0; cut = find_next_cut(t->text, t->len, &at)) {
		enclosed_text_add(&text, &points, t->text, (struct byte_range){ begin, at });
		begin = at += cut;
	}
	enclosed_text_add(&text, &points, t->text, (struct byte_range){ begin, t->len });
	set_joined(m, t, &text, &points);
}

/* Convert a text, whose transfer encoding is undone, to UTF-8 (RTF to HTML in UTF-8), and unfold
 * it. Not every file that is sent as RTF is RTF. */
static void
convert_text(struct message *m, const struct body_part *p, struct message_text *t)
{
	const char *mark = charset_of_mark(t->text, t->len), *charset = mark ? mark : p->charset;
	bool is_compressed = p->content == BODY_COMPRESSED_RTF;
	urlgrep_span text = { t->text, t->len };
	struct rtf_text rtf;

	if (is_compressed ||
	    (p->content == BODY_RTF && text_begins_with(t->text, t->len, RTF_BEGINNING))) {
		if (!rtf_text_open(&rtf, &m->arena, text, is_compressed)) {
			m->has_failed = true;
			return;
		}
		if (rtf.is_damaged)
			message_note_part(m, t->part, true, p->type);
		t->text = rtf.html.text;
		t->len = rtf.html.len;
		t->is_html = true;
		t->origin.is_rewritten = true;
		charset = rtf.charset;
	}
	if (needs_conversion(t, charset))
		convert_charset(m, t, charset);
	if (p->content == BODY_FOLDED)
		unfold(m, t);
	else if (t->origin.decoder == NULL && t->origin.charset_text == NULL)
		join_cut_lines(m, t);
}

/* Decode a part that is a text to UTF-8, and add it. */
static void
add_text(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct message_text t = p->text;
	urlgrep_span text = decode_transfer(m, e, p, &t.origin);

	t.text = text.text;
	t.len = text.len;
	if (!m->has_failed)
		convert_text(m, p, &t);
	message_append_text(m, &t);
}

/* ---- parts that hold messages or texts --- */

/* Open the part as an entity. Return NULL if out of memory, or if the part cannot be read: this is
 * noted unless it is normal. */
static struct entity *
open_entity(struct message *m, const struct entity *outer, const struct body_part *p)
{
	struct entity *e = message_allocate(m, sizeof(*e));
	struct enclosed_text content;
	enum enclosed_status status;
	urlgrep_span text;

	if (e == NULL)
		return NULL;
	text = decode_transfer(m, outer, p, &e->origin);
	if (m->has_failed || (e->origin.decoder && !transfer_decoder_prepare(e->origin.decoder))) {
		m->has_failed = true;
		return NULL;
	}
	e->text = text.text;
	e->len = text.len;
	e->depth = outer->depth + 1;
	e->path = p->text.part;
	e->encoding = e->origin.decoder ? p->text.encoding : outer->encoding;
	if (p->content != BODY_SMIME && p->content != BODY_OUTLOOK)
		return e;
	status = (p->content == BODY_SMIME ? cms_open : msg_open)(&m->arena, e->text, e->len,
	    &content);
	m->has_failed = status == ENCLOSED_NOMEM;
	if (status == ENCLOSED_UNREAD || content.is_damaged) /* certificates alone are normal */
		message_note_part(m, p->text.part, content.is_damaged, p->type);
	e->text = content.text;
	e->len = content.len;
	e->origin.points = content.points;
	e->origin.point_count = content.point_count;
	return status == ENCLOSED_OK ? e : NULL;
}

/* Add the texts of a part that contains messages or texts. */
static void
add_container(struct message *m, const struct entity *e, const struct body_part *p)
{
	const struct entity *inner = e->depth < MAX_ENTITIES ? open_entity(m, e, p) : NULL;

	if (e->depth == MAX_ENTITIES)
		message_set_incomplete(m, BOUND_DEPTH);
	else if (inner && (p->content == BODY_MESSAGE || p->content == BODY_SMIME))
		mime_parse(m, inner, p->content);
	else if (inner)
		tnef_parse(m, inner, p);
}

static void
add_whole_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	if (p->content <= BODY_COMPRESSED_RTF)
		add_text(m, e, p);
	else
		add_container(m, e, p);
}

/* Add the range `source` of an encoded part as plain text, as the footer of a mailing list. */
static void
add_footer(struct message *m, const struct entity *e, const struct body_part *p,
    struct byte_range source)
{
	struct body_part footer = { .content = BODY_TEXT, .text = { .part = p->text.part,
		.origin.source = source, .alternative = p->text.is_html ? 0 : p->text.alternative } };

	if (p->charset && charset_kind_of(p->charset) <= CHARSET_ASCII)
		footer.charset = p->charset;
	add_text(m, e, &footer);
}

static void
add_base64_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct body_part data = *p;
	struct byte_range source = p->text.origin.source;
	const char *text = e->text + source.begin;
	size_t len = base64_data_end(text, source.end - source.begin);

	data.text.origin.source.end = source.begin + len;
	add_whole_part(m, e, &data);
	if (!m->has_failed && ascii_find_authority(text, len)) /* the part is not base64 */
		add_footer(m, e, p, data.text.origin.source);
	source.begin += len;
	if (!m->has_failed && source.begin < source.end)
		add_footer(m, e, p, source);
}

static bool
count_part(struct message *m)
{
	if (m->part_count == MAX_PARTS)
		message_set_incomplete(m, BOUND_PARTS);
	return m->part_count < MAX_PARTS && !m->has_failed && ++m->part_count;
}

/* Add the files that the part holds, and the text around them. */
static void
add_uuencoded_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct byte_range rest = p->text.origin.source, data;
	struct body_part file = *p;
	bool is_first = true;

	for (; rest.begin < rest.end && !m->has_failed; rest.begin += data.end) {
		data = uuencode_data(e->text + rest.begin, rest.end - rest.begin);
		if (data.begin > 0)
			add_footer(m, e, p,
			    (struct byte_range){ rest.begin, rest.begin + data.begin });
		if (data.begin == data.end || (!is_first && !count_part(m)))
			return;
		is_first = false;
		file.text.origin.source = (struct byte_range){ rest.begin + data.begin,
			rest.begin + data.end };
		add_whole_part(m, e, &file);
	}
}

void
message_add_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	if (p->content == BODY_UNREAD)
		message_note_part(m, p->text.part, false, p->type);
	else if (!count_part(m))
		return;
	else if (p->text.encoding == TRANSFER_BASE64)
		add_base64_part(m, e, p);
	else if (p->text.encoding == TRANSFER_UUENCODE)
		add_uuencoded_part(m, e, p);
	else
		add_whole_part(m, e, p);
}

/* ---- the whole message --- */

/* Add the whole message as its only part. */
static void
add_whole(struct message *m, enum body_content content, const char *type)
{
	message_add_part(m, &m->entity, &(struct body_part){ .content = content, .type = type,
	    .text = { .part = "1", .encoding = TRANSFER_BINARY,
		.origin.source = { 0, m->entity.len } } });
}

urlgrep_status
message_read(struct message *m, const char *text, size_t len, urlgrep_span from_line)
{
	message_reset(m);
	m->entity.text = text;
	m->entity.len = len;
	m->from_line = from_line;
	if (magic_is_compound_file(text, len))
		add_whole(m, BODY_OUTLOOK, "application/vnd.ms-outlook");
	else if (tnef_begins(text, len))
		add_whole(m, BODY_OTHER_TNEF, "application/ms-tnef");
	else
		mime_parse(m, &m->entity, BODY_MESSAGE);
	if (!m->has_failed)
		return URLGREP_OK;
	message_reset(m);
	return URLGREP_NOMEM;
}

const struct message_text *
message_texts(const struct message *m, size_t *count)
{
	*count = m->texts.len / sizeof(struct message_text);
	return (const void *)m->texts.at;
}

const char *
message_skipped(const struct message *m)
{
	return m->incomplete;
}

bool
message_goes_on_as_text(const struct message *m)
{
	size_t count;
	const struct message_text *texts = message_texts(m, &count);
	const struct message_text *t = count > 0 ? &texts[count - 1] : NULL;

	return t && m->part_count == 1 && !m->has_multipart && t->field == NULL && !t->is_html &&
	    transfer_encoding_is_identity(t->encoding) && t->origin.entity == &m->entity &&
	    t->origin.source.end == m->entity.len &&
	    m->entity.text + t->origin.source.begin == m->header.text + m->header.len;
}

/* ---- mapping the bytes of a text back --- */

void
enclosed_text_add(struct strbuf *content, struct strbuf *points, const char *text,
    struct byte_range range)
{
	source_point_add(points, content->len, range.begin);
	strbuf_append(content, text + range.begin, range.end - range.begin);
}

bool
enclosed_text_finish(struct enclosed_text *c, struct arena *arena, struct strbuf *content,
    struct strbuf *points)
{
	c->len = content->len;
	c->point_count = points->len / sizeof(*c->points);
	c->text = strbuf_move(content, arena).text;
	c->points = (const void *)strbuf_move(points, arena).text;
	return c->text && c->points;
}

/* Return the bytes of the entity that byte `at` of the part comes from, counting from where the
 * transfer encoding was undone. */
static struct byte_range
decoded_source(const struct text_origin *o, size_t at)
{
	size_t begin = o->source.begin, last = o->source.end - begin - 1;
	struct byte_range source;

	if (o->is_rewritten)
		return o->source;
	if (at > last) /* this can be after the last piece of a .msg */
		at = last;
	source = o->decoder ? transfer_decoder_source(o->decoder, at) :
	    (struct byte_range){ at, at + 1 };
	return (struct byte_range){ begin + source.begin, begin + source.end };
}

/* Return the bytes of the entity that byte `at` of the text comes from. */
static struct byte_range
byte_source(const struct text_origin *o, size_t at)
{
	struct byte_range original, source;

	if (o->point_count > 0)
		at = source_point_map(o->points, o->point_count, at);
	original = o->charset_text ? charset_text_source(o->charset_text, at) :
	    (struct byte_range){ at, at + 1 };
	source = decoded_source(o, original.begin);
	if (original.end > original.begin + 1)
		source.end = decoded_source(o, original.end - 1).end;
	return source;
}

/* The same for a range of bytes. The sectors of a .msg may be in any order: if the end would be
 * before the begin, return the end of the first byte. */
static struct byte_range
range_source(const struct text_origin *o, struct byte_range range)
{
	struct byte_range source = byte_source(o, range.begin);
	size_t end = range.end > range.begin ? byte_source(o, range.end - 1).end : source.begin;

	return (struct byte_range){ source.begin, end >= source.begin ? end : source.end };
}

struct byte_range
message_source_range(const struct message_text *t, size_t begin, size_t end)
{
	struct byte_range source = range_source(&t->origin, (struct byte_range){ begin, end });
	const struct entity *e;

	for (e = t->origin.entity; e && e->origin.entity; e = e->origin.entity)
		source = range_source(&e->origin, source);
	return source;
}
