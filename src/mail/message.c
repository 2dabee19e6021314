/* message.c - a message of mail or news as its reader sees it: the texts of its parts, also of
 * those that hold messages. Their transfer encodings, charsets, RTF and folds are undone, and each
 * byte can be mapped back to the message */
#include "mail/message_private.h"

#include <string.h>

#include "input/text.h"
#include "mail/rtf.h"
#include "mail/tnef.h"
#include "mail/transfer.h"
#include "urlgrep_tools.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_ENCLOSURES = 16, /* nested */
	MIN_CUT_BYTES = 980, /* of a line, where mail servers cut it */
	MAX_CUT_BYTES = 998  /* RFC 5321, 4.5.3.1.6, without CR LF */
};

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
	body_structure_init(&m->structure, &m->memory);
	return m;
}

/* Forget the message that was read; arrays are kept for the next one. */
static void
message_reset(struct message *m)
{
	size_t i;

	body_structure_clear(&m->structure);
	m->text_count = 0;
	arena_clear(&m->arena);
	for (i = 0; i < FIELD_COUNT; i++)
		m->fields[i] = NULL;
	m->asked_fields = 0;
	m->from_line = (urlgrep_span){ NULL, 0 };
	m->inner_fields = 0;
	m->has_failed = false;
}

void
message_free(struct message *m)
{
	urlgrep_memory memory;

	if (m == NULL)
		return;
	memory = m->memory;
	body_structure_free(&m->structure);
	charset_converters_free(m->converters);
	arena_free(&m->arena);
	memory_release(&memory, m->texts);
	memory_release(&memory, m);
}

struct charset_converters *
message_converters(struct message *m)
{
	if (m->converters == NULL)
		m->converters = charset_converters_new(&m->memory);
	if (m->converters == NULL)
		m->has_failed = true;
	return m->converters;
}

void
message_append_text(struct message *m, const struct message_text *t)
{
	if (m->text_count == m->text_room) {
		void *grown = memory_double_array(&m->memory, m->texts,
		    &m->text_room, sizeof(*m->texts));

		if (grown == NULL) {
			m->has_failed = true;
			return;
		}
		m->texts = grown;
	}
	m->texts[m->text_count++] = *t;
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

void
message_take_encoding(const struct entity *e, struct message_text *t)
{
	if (e->enclosure && e->enclosure->encoding) {
		t->is_encoded = true;
		t->encoding = e->enclosure->encoding;
	}
}

/* ---- a text of the body --- */

/* Return a decoder of the part's transfer encoding, unless that is the identity; NULL, too, without
 * memory. */
static struct transfer_decoder *
decode_transfer(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct transfer_decoder *d;

	if (transfer_encoding_is_identity(p->encoding))
		return NULL;
	d = transfer_decoder_new(&m->arena, e->text + p->source.begin,
	    p->source.end - p->source.begin, p->source.begin, p->encoding);
	if (d == NULL)
		m->has_failed = true;
	else if (d->has_inner_padding)
		body_structure_note_part(e->structure, p->path, true,
		    "base64 after its padding, which some readers do not decode");
	return d;
}

/* Return true if the text, which has bytes beyond US-ASCII, is UTF-8, whatever its label says. A
 * word or two in a Chinese, Japanese or Korean charset may be, too, but without a character of
 * three bytes. */
static bool
is_mislabelled_utf8(const struct message_text *t, const char *charset)
{
	static const char one_byte[] = "windows-125", iso[] = "iso-8859-";
	size_t name_len = strlen(charset);
	bool is_sure = (name_len >= sizeof(iso) && ascii_equal(charset, iso, sizeof(iso) - 1)) ||
	    (name_len >= sizeof(one_byte) && ascii_equal(charset, one_byte, sizeof(one_byte) - 1));
	size_t i;

	if (!utf8_is_valid(t->text, t->len))
		return false;
	for (i = 0; i < t->len && !is_sure; i++)
		is_sure = (unsigned char)t->text[i] >= 0xE0;
	return is_sure;
}

static bool
needs_conversion(const struct message_text *t, const char *charset)
{
	if (charset == NULL || charset_is_utf8_or_ascii(charset))
		return false;
	if (!charset_extends_ascii(charset, t->text, t->len))
		return true;
	return !utf8_is_ascii(t->text, t->len) && !is_mislabelled_utf8(t, charset);
}

/* Convert the text from its charset to UTF-8. Text in an unknown charset stays as it is. */
static void
convert_charset(struct message *m, struct message_text *t, const char *charset)
{
	struct charset_converters *converters = message_converters(m);

	if (converters == NULL || charset_convert(converters, &m->arena, charset,
	    (urlgrep_span){ t->text, t->len }, &t->charset_text) != URLGREP_OK) {
		m->has_failed = true;
	} else if (t->charset_text) {
		urlgrep_span utf8 = charset_text_utf8(t->charset_text);

		t->text = utf8.text;
		t->len = utf8.len;
	} else if (!charset_extends_ascii(charset, t->text, t->len)) {
		body_structure_set_exceeded(&m->structure, "text in an unknown charset");
	}
}

/* Move the folds of u, which end with the message, to the arena. Returns false without
 * memory. */
static bool
keep_folds(struct message *m, struct unfolder *u)
{
	size_t len = u->folds.len;
	void *folds = u->folds.failed ? NULL : message_allocate(m, len + 1);

	if (folds && len > 0)
		memcpy(folds, u->folds.at, len);
	unfolder_free(u);
	u->folds.at = folds;
	u->folds.len = len;
	return folds != NULL;
}

/* Unfold the lines of an iCalendar or vCard. */
static void
unfold(struct message *m, struct message_text *t)
{
	struct unfolder *u = message_allocate(m, sizeof(*u));
	char *text = message_allocate(m, t->len + 1);
	size_t len = 0;

	if (m->has_failed)
		return;
	unfolder_init(u, &m->memory);
	unfolder_append(u, t->text, t->len, true, text, &len);
	if (!keep_folds(m, u)) {
		m->has_failed = true;
		return;
	}
	t->text = text;
	t->len = len;
	t->unfolder = u;
	t->is_unfolded = true;
}

/* Move *at to the next bytes that a mail server inserted to break a line too long for SMTP: LF and
 * a blank after 998 bytes, or "!", LF and a blank after fewer. Return their length, or 0 if no more
 * follow. */
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
			if ((*end == '!' || end - line == MAX_CUT_BYTES) && len - *at > 3 &&
			    feed[1] == ' ' && feed[2] > ' ')
				return (size_t)(feed - end) + 2;
		}
		*at = (size_t)(feed + 1 - text);
	}
	return 0;
}

/* Join lines that a mail server cut. The bytes after the cut begin a line for it, with the
 * blank. */
static void
join_cut_lines(struct message *m, struct message_text *t)
{
	size_t at = 0, cut = find_cut(t->text, t->len, &at), begin = 0, len = 0;
	struct unfolder *u = cut > 0 ? message_allocate(m, sizeof(*u)) : NULL;
	char *text = u ? message_allocate(m, t->len + 1) : NULL;

	if (text == NULL)
		return;
	unfolder_init(u, &m->memory);
	for (; cut > 0; cut = find_cut(t->text, t->len, &at)) {
		unfolder_copy(u, t->text + begin, at - begin, text, &len);
		unfolder_remove(u, cut, 1);
		begin = at + cut;
		at = begin - 1;
	}
	unfolder_copy(u, t->text + begin, t->len - begin, text, &len);
	if (!keep_folds(m, u)) {
		m->has_failed = true;
		return;
	}
	t->text = text;
	t->len = len;
	t->unfolder = u;
}

/* Return true if the text, which was decoded, is RTF to be converted: not every file that is
 * sent as RTF is. */
static bool
needs_rtf_conversion(const struct message_text *t, const struct body_part *p)
{
	static const char begin[] = "{\\rtf";
	const size_t len = sizeof(begin) - 1;

	return p->content == BODY_COMPRESSED_RTF ||
	    (p->content == BODY_RTF && t->len >= len && memcmp(t->text, begin, len) == 0);
}

/* Convert RTF to HTML, and that to UTF-8. */
static void
convert_rtf(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	struct rtf_text rtf;

	if (!rtf_text_open(&rtf, &m->arena, (urlgrep_span){ t->text, t->len },
	        p->content == BODY_COMPRESSED_RTF)) {
		m->has_failed = true;
		return;
	}
	if (rtf.is_damaged)
		body_structure_note_part(e->structure, p->path, true, p->type);
	t->text = rtf.html.text;
	t->len = rtf.html.len;
	t->is_html = true;
	t->is_exact = false;
	if (*rtf.charset && needs_conversion(t, rtf.charset))
		convert_charset(m, t, rtf.charset);
}

/* Return a text for the part, which is not decoded yet. */
static struct message_text
new_text(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct message_text t = { .part = p->path,
		.encoding = transfer_encoding_name(p->encoding),
		.base = p->base, .text = e->text + p->source.begin,
		.len = p->source.end - p->source.begin,
		.is_html = p->is_html, .is_xml = p->is_xml, .is_flowed = p->is_flowed,
		.has_delsp = p->has_delsp, .alternative = p->alternative,
		.enclosure = e->enclosure, .source = p->source, .is_exact = true };

	if (e->enclosure) /* its structure is forgotten before the texts are */
		t.part = message_copy_text(m, p->path, strlen(p->path));
	if (e->enclosure && p->base)
		t.base = message_copy_text(m, p->base, strlen(p->base));
	return t;
}

/* Convert a text, whose transfer encoding is undone, to UTF-8 or HTML, and unfold it. */
static void
convert_text(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	const char *charset = p->charset, *mark = charset_of_mark(t->text, t->len);

	if (mark && !(charset && ascii_is_word(charset, strlen(charset), "utf-16")))
		charset = mark; /* "utf-16" alone says that there is one */
	if (!m->has_failed && needs_rtf_conversion(t, p))
		convert_rtf(m, e, p, t);
	else if (!m->has_failed && needs_conversion(t, charset))
		convert_charset(m, t, charset);
	if (!m->has_failed && p->is_folded)
		unfold(m, t);
	else if (!m->has_failed && !t->is_encoded && t->charset_text == NULL)
		join_cut_lines(m, t);
}

/* ---- texts without a URL --- */

/* Return true if a text without a URL can be left undecoded: its part lasts as long as the
 * message, and its bytes show whether it has a URL. HTML may have "//h.example/". */
static bool
may_be_left(const struct message *m, const struct entity *e, const struct body_part *p)
{
	return m->grammar && e->enclosure == NULL &&
	    p->content == BODY_TEXT && !p->is_html && !p->is_xml && !p->is_folded &&
	    (p->charset == NULL || charset_always_extends_ascii(p->charset));
}

/* Return true if the text, whose transfer encoding is undone, is searched as it is, which takes
 * no longer than to look for the sign of a URL. */
static bool
is_plain_utf8(const struct body_part *p)
{
	return p->charset == NULL || charset_is_utf8_or_ascii(p->charset);
}

/* Leave a text undecoded if it has no URL; return true then. is_quoted: its quoted-printable is
 * not decoded yet. */
static bool
leave_undecoded(const struct message *m, const struct body_part *p, bool is_quoted,
    struct message_text *t)
{
	bool may_be_wide = is_quoted ? t->len > 1 && ascii_equal(t->text, "=f", 2) :
	    charset_of_mark(t->text, t->len) != NULL;

	if (may_be_wide || urlgrep_may_have_url(m->grammar, t->text, t->len, is_quoted))
		return false;
	t->text = "";
	t->len = 0;
	t->is_encoded = !transfer_encoding_is_identity(p->encoding);
	t->undecoded = p;
	return true;
}

static void
decode_text(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	bool is_quoted = p->encoding == TRANSFER_QUOTED_PRINTABLE;

	if (m->has_failed || (is_quoted && may_be_left(m, e, p) && leave_undecoded(m, p, true, t)))
		return;
	t->decoder = decode_transfer(m, e, p);
	if (t->decoder) {
		t->is_encoded = true;
		t->text = t->decoder->decoded;
		t->len = t->decoder->len;
	}
	if (m->has_failed || (!is_quoted && !is_plain_utf8(p) && may_be_left(m, e, p) &&
	        leave_undecoded(m, p, false, t)))
		return;
	if (!t->is_encoded)
		message_take_encoding(e, t);
	convert_text(m, e, p, t);
}

/* Add a part, which is a text, decoded to UTF-8. */
static void
add_text(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct message_text t = new_text(m, e, p);

	decode_text(m, e, p, &t);
	message_append_text(m, &t);
}

/* ---- parts that hold messages or texts --- */

/* Find the content of signed data. Returns false if there is nothing to read; note that unless it
 * is normal. */
static bool
open_signed(struct message *m, const struct entity *e, const struct body_part *p,
    struct enclosure *opened)
{
	enum cms_status status = cms_open(&m->arena, opened->text, opened->len, &opened->content);

	m->has_failed = status == CMS_NOMEM;
	if (status == CMS_UNREAD || opened->content.is_damaged)
		body_structure_note_part(e->structure, p->path, opened->content.is_damaged, p->type);
	opened->text = opened->content.text;
	opened->len = opened->content.len;
	return status == CMS_OK;
}

/* Open a part that holds messages or texts. Returns NULL if it cannot be read, which may
 * be noted, or without memory. */
static const struct enclosure *
open_enclosure(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct enclosure *opened = message_allocate(m, sizeof(*opened));

	if (opened)
		*opened = (struct enclosure){ .outer = e->enclosure, .source = p->source,
			.encoding = e->enclosure ? e->enclosure->encoding : NULL,
			.text = e->text + p->source.begin, .len = p->source.end - p->source.begin };
	if (opened && (opened->decoder = decode_transfer(m, e, p)) != NULL) {
		opened->encoding = transfer_encoding_name(p->encoding);
		opened->text = opened->decoder->decoded;
		opened->len = opened->decoder->len;
		m->has_failed |= !transfer_decoder_prepare(opened->decoder);
	}
	if (m->has_failed)
		return NULL;
	return p->content != BODY_SMIME || open_signed(m, e, p, opened) ? opened : NULL;
}

/* Return true if a field describes the body. */
static bool
has_content_field(const struct body_structure *s)
{
	static const char beginning[] = "Content-";
	const size_t len = sizeof(beginning) - 1;
	size_t i;

	for (i = 0; i < s->field_count; i++)
		if (s->fields[i].name.len > len &&
		    ascii_equal(s->fields[i].name.text, beginning, len))
			return true;
	return false;
}

/* Parse the content of the enclosure. The signed content may be a text without a header: its first
 * lines must not be taken for one. */
static void
parse_enclosure(const struct entity *e, const struct body_part *p)
{
	const struct enclosure *inner = e->enclosure;

	if (p->content == BODY_TNEF) {
		enum tnef_status status = tnef_parse(e->structure, inner->text, inner->len);

		if (status != TNEF_COMPLETE)
			body_structure_note_part(e->structure, p->path, status == TNEF_DAMAGED, p->type);
		return;
	}
	mime_parse(e->structure, inner->text, inner->len);
	if (p->content != BODY_SMIME || e->structure->has_failed ||
	    has_content_field(e->structure))
		return;
	body_structure_clear(e->structure);
	body_structure_add_part(e->structure, &(struct body_part){
	    .path = body_structure_path(e->structure, ""), .source = { 0, inner->len } });
}

static void add_parts(struct message *m, const struct entity *e);

/* Add the texts of a part that holds messages or texts. */
static void
add_container(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct body_structure structure;
	struct entity inner = { .depth = e->depth + 1, .structure = &structure };

	if (e->depth == MAX_ENCLOSURES) {
		body_structure_set_exceeded(&m->structure, BOUND_DEPTH);
		return;
	}
	inner.enclosure = open_enclosure(m, e, p);
	if (inner.enclosure == NULL)
		return;
	inner.text = inner.enclosure->text;
	inner.len = inner.enclosure->len;
	body_structure_init(&structure, &m->memory);
	body_structure_set_outer(&structure, e->structure, p->path);
	parse_enclosure(&inner, p);
	if (p->content == BODY_MESSAGE)
		message_add_enclosed_fields(m, &inner, p->path);
	add_parts(m, &inner);
	body_structure_inherit(e->structure, &structure);
	body_structure_free(&structure);
}

static void
add_whole_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	if (p->content == BODY_TEXT || p->content == BODY_RTF || p->content == BODY_COMPRESSED_RTF)
		add_text(m, e, p);
	else if (p->content == BODY_HEADER)
		message_add_header(m, e, p->path, p->source.begin, p->source.end);
	else
		add_container(m, e, p);
}

/* Add begin..end of a part in base64 as plain text: the footer of a mailing list. */
static void
add_footer(struct message *m, const struct entity *e, const struct body_part *p, size_t begin,
    size_t end)
{
	struct body_part *footer = message_allocate(m, sizeof(*footer));

	if (footer == NULL)
		return;
	*footer = (struct body_part){ .path = p->path, .content = BODY_TEXT,
		.source = { begin, end },
		.charset = p->charset && charset_always_extends_ascii(p->charset) ?
		    p->charset : NULL,
		.alternative = p->is_html ? 0 : p->alternative };
	add_text(m, e, footer);
}

/* Return true if text[0..len), which should be base64, has a plain URL. */
static bool
has_plain_url(const char *text, size_t len)
{
	const char *colon = memchr(text, ':', len);

	return colon && memmem(colon, len - (size_t)(colon - text), "://", 3);
}

static void
add_base64_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct body_part *data = message_allocate(m, sizeof(*data));
	const char *text = e->text + p->source.begin;
	size_t len = base64_data_end(text, p->source.end - p->source.begin);

	if (data == NULL)
		return;
	*data = *p;
	data->source.end = p->source.begin + len;
	add_whole_part(m, e, data);
	if (!m->has_failed && has_plain_url(text, len))
		add_footer(m, e, p, p->source.begin, data->source.end);
	if (!m->has_failed && data->source.end < p->source.end)
		add_footer(m, e, p, data->source.end, p->source.end);
}

static void
add_parts(struct message *m, const struct entity *e)
{
	const struct body_structure *s = e->structure;
	size_t i;

	m->has_failed = m->has_failed || s->has_failed;
	for (i = 0; !m->has_failed && i < s->part_count; i++) {
		const struct body_part *p = &s->parts[i];

		if (p->encoding == TRANSFER_BASE64)
			add_base64_part(m, e, p);
		else
			add_whole_part(m, e, p);
		m->has_failed = m->has_failed || s->has_failed;
	}
}


/* ---- the message --- */

/* The message is a TNEF stream. */
static void
add_tnef(struct message *m)
{
	body_structure_add_part(&m->structure, &(struct body_part){ .path = "1",
	    .content = BODY_TNEF, .type = "application/ms-tnef",
	    .source = { 0, m->len }, .encoding = TRANSFER_BINARY });
}

urlgrep_status
message_read(struct message *m, const char *text, size_t len)
{
	const struct entity e = { .text = text, .len = len, .structure = &m->structure };

	message_reset(m);
	m->text = text;
	m->len = len;
	if (tnef_begins(text, len))
		add_tnef(m);
	else
		mime_parse(&m->structure, text, len);
	m->has_failed = m->structure.has_failed;
	message_add_fields(m, &e);
	add_parts(m, &e);
	if (!m->has_failed)
		return URLGREP_OK;
	message_reset(m);
	return URLGREP_NOMEM;
}

urlgrep_status
message_decode_texts(struct message *m)
{
	const struct entity e = { .text = m->text, .len = m->len, .structure = &m->structure };
	const urlgrep_grammar *grammar = m->grammar;
	bool has_failed;
	size_t i;

	m->grammar = NULL;
	for (i = 0; !m->has_failed && i < m->text_count; i++) {
		const struct body_part *p = m->texts[i].undecoded;
		struct message_text t;

		if (p == NULL)
			continue;
		t = new_text(m, &e, p);
		decode_text(m, &e, p, &t);
		if (!m->has_failed)
			m->texts[i] = t;
	}
	m->grammar = grammar;
	has_failed = m->has_failed;
	m->has_failed = false;
	return has_failed ? URLGREP_NOMEM : URLGREP_OK;
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
	return m->structure.exceeded ? m->structure.exceeded : m->structure.unread;
}

bool
message_goes_on_as_text(const struct message *m)
{
	const struct body_part *p = m->structure.parts;

	return m->structure.part_count == 1 && p->content == BODY_TEXT && !p->is_html &&
	    transfer_encoding_is_identity(p->encoding) && p->source.end == m->len &&
	    !m->structure.has_multipart;
}

/* ---- where the bytes of a text come from --- */

/* Return the bytes around that byte `at` of the enclosure comes from. */
static struct byte_range
enclosed_byte_source(const struct enclosure *e, size_t at)
{
	if (e->content.piece_count > 0)
		at = cms_content_source(&e->content, at);
	if (e->decoder)
		return transfer_decoder_source(e->decoder, at);
	return (struct byte_range){ e->source.begin + at, e->source.begin + at + 1 };
}

/* Return the bytes of the entity that byte `at` of the text comes from, which was not
 * converted from another charset. */
static struct byte_range
encoded_source(const struct message_text *t, size_t at)
{
	if (!t->is_exact)
		return t->source;
	if (t->decoder)
		return transfer_decoder_source(t->decoder, at);
	return (struct byte_range){ t->source.begin + at, t->source.begin + at + 1 };
}

/* Return the bytes of the entity that byte `at` of the text comes from. */
static struct byte_range
byte_source(const struct message_text *t, size_t at)
{
	struct byte_range original, source;

	if (t->unfolder)
		at += (size_t)unfolder_find(t->unfolder, at).bytes;
	if (t->charset_text == NULL)
		return encoded_source(t, at);
	original = charset_text_source(t->charset_text, at);
	source = encoded_source(t, original.begin);
	source.end = encoded_source(t, original.end - 1).end;
	return source;
}

struct byte_range
message_source_range(const struct message_text *t, size_t begin, size_t end)
{
	struct byte_range source = byte_source(t, begin);
	const struct enclosure *e;

	source.end = end > begin ? byte_source(t, end - 1).end : source.begin;
	for (e = t->enclosure; e; e = e->outer) {
		struct byte_range inner = source;

		source = enclosed_byte_source(e, inner.begin);
		source.end = inner.end > inner.begin ?
		    enclosed_byte_source(e, inner.end - 1).end : source.begin;
	}
	return source;
}
