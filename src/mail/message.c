/* message.c - a message of mail or news as its reader sees it: the texts of its body
 * structure, decoded if they are encoded */
#include "mail/message.h"

#include <string.h>

#include "input/unfold.h"
#include "mail/bounds.h"
#include "mail/container/enclosure.h"
#include "mail/container/tnef.h"
#include "mail/date.h"
#include "mail/decode/base64_pieces.h"
#include "mail/decode/charset.h"
#include "mail/decode/encoded_words.h"
#include "mail/decode/transfer_encoding.h"
#include "mail/digest.h"
#include "mail/gmime_dl.h"
#include "mail/header.h"
#include "mail/mime/mime.h"
#include "mail/rtf/rtf_text.h"
#include "util/arena.h"
#include "util/ascii/ascii.h"
#include "util/memory.h"
#include "util/utf8.h"

enum { FIELD_COUNT = MESSAGE_LABELS + 1,
	MAX_ENCLOSURES = 16 /* nested */
};

struct message {
	urlgrep_memory memory;
	unsigned flags;
	struct header_selection selection;
	const urlgrep_grammar *grammar; /* of the URLs that are wanted; NULL: decode all texts */
	struct body_structure *structure;
	struct body_structure *enclosed; /* of a message in a digest */
	struct charset_converters *converters; /* NULL until one is needed */

	/* the message being read */
	const char *text;
	size_t len;
	struct message_text *texts;
	size_t text_count, text_room;
	struct arena arena; /* what the texts and fields point to */
	const char *fields[FIELD_COUNT]; /* NULL: absent, or not asked for */
	unsigned asked_fields; /* bit i: fields[i] was asked for */
	size_t pieces; /* of parts in base64 that have several */
	size_t inner_fields; /* header fields of messages in the message */
	const char *missing; /* why GMime, which is needed, could not be loaded */
	bool is_in_digest;
	bool has_failed;     /* an allocation has */
};

/* Return true if GMime can be used, and note it if it is missing. */
static bool
has_gmime(struct message *m)
{
	if (gmime()->missing)
		m->missing = gmime()->missing;
	return gmime()->missing == NULL;
}

/* Note that a text is not decoded because of a bound. */
static void
set_exceeded(struct message *m, const char *bound)
{
	body_structure_set_exceeded(m->structure, bound);
}

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
	m->enclosed = body_structure_new(&m->memory);
	if (m->structure == NULL || m->enclosed == NULL) {
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
	m->pieces = 0;
	m->inner_fields = 0;
	m->missing = NULL;
	m->is_in_digest = false;
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
	body_structure_free(m->enclosed);
	charset_converters_free(m->converters);
	arena_free(&m->arena);
	memory_release(&memory, m->texts);
	memory_release(&memory, m);
}

static void
append_text(struct message *m, const struct message_text *t)
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

/* Return a copy in the arena, or NULL without memory. */
static char *
copy_text(struct message *m, const char *text, size_t len)
{
	char *copy = arena_copy(&m->arena, text, len);

	if (copy == NULL)
		m->has_failed = true;
	return copy;
}

/* Parse a message, this one or one in it, into s. Returns false without memory. */
static bool
parse(struct message *m, struct body_structure *s, const char *text, size_t len)
{
	return mime_parse(s, text, len, m->flags & MESSAGE_BY_GMIME, &m->missing) ==
	    URLGREP_OK;
}

/* ---- texts of the body --- */

static void
make_empty(struct message_text *t)
{
	t->text = "";
	t->len = 0;
}

/* What is being read: the message, or a message or text enclosed in one of its parts. */
struct entity {
	const char *text;
	size_t len;
	const struct enclosure *enclosure; /* NULL: the message */
	struct body_structure *structure;
	unsigned depth; /* of enclosures */
};

/* Undo the transfer encoding, if there is one. */
static void
decode_transfer(struct message *m, struct message_text *t,
    enum transfer_encoding encoding)
{
	urlgrep_span decoded;

	t->is_encoded = !transfer_encoding_is_identity(encoding);
	if (!t->is_encoded)
		return;
	if (transfer_encoding_needs_gmime(encoding) && !has_gmime(m)) {
		make_empty(t);
		return;
	}
	t->decoder = transfer_decoder_new(&m->arena, t->text, t->len,
	    t->source.begin, encoding, !(m->flags & MESSAGE_BRIEF_LOCATIONS));
	if (t->decoder == NULL) {
		m->has_failed = true;
		return;
	}
	decoded = transfer_decoder_text(t->decoder);
	t->text = decoded.text;
	t->len = decoded.len;
}

static bool
needs_conversion(const struct message_text *t, const char *charset)
{
	if (charset == NULL || charset_is_utf8_or_ascii(charset))
		return false;
	return !charset_extends_ascii(charset, t->text, t->len) ||
	    !utf8_is_ascii(t->text, t->len);
}

/* Convert the text from its charset to UTF-8. Text in an unknown charset stays as it is. */
static void
convert_charset(struct message *m, struct message_text *t, const char *charset)
{
	if (!has_gmime(m)) {
		make_empty(t);
		return;
	}
	if (m->converters == NULL)
		m->converters = charset_converters_new(&m->memory);
	if (m->converters == NULL || charset_convert(m->converters, &m->arena, charset,
	    (urlgrep_span){ t->text, t->len }, &t->charset_text) != URLGREP_OK) {
		m->has_failed = true;
	} else if (t->charset_text) {
		urlgrep_span utf8 = charset_text_utf8(t->charset_text);

		t->text = utf8.text;
		t->len = utf8.len;
	} else if (!charset_extends_ascii(charset, t->text, t->len)) {
		set_exceeded(m, "text in an unknown charset");
	}
}

/* Move the folds of u, which end with the message, to the arena. Returns false without
 * memory. */
static bool
keep_folds(struct message *m, struct unfolder *u)
{
	size_t len = u->folds.len;
	void *folds = u->folds.failed ? NULL : arena_allocate(&m->arena, len + 1);

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
	struct unfolder *u = arena_allocate(&m->arena, sizeof(*u));
	char *text = arena_allocate(&m->arena, t->len + 1);
	size_t len = 0;

	if (u == NULL || text == NULL) {
		m->has_failed = true;
		return;
	}
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

static bool
is_rtf(const struct body_part *p)
{
	return p->content == BODY_RTF || p->content == BODY_COMPRESSED_RTF;
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
		body_structure_note_part(e->structure, p, true);
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
		.text = e->text + p->source.begin,
		.len = p->source.end - p->source.begin,
		.is_html = p->is_html, .is_xml = p->is_xml, .is_flowed = p->is_flowed,
		.has_delsp = p->has_delsp, .alternative = p->alternative,
		.enclosure = e->enclosure, .source = p->source, .is_exact = true };

	if (e->enclosure) /* its structure is forgotten before the texts are */
		t.part = copy_text(m, p->path, strlen(p->path));
	return t;
}

/* Convert a text, whose transfer encoding is undone, to UTF-8 or HTML, and unfold it. */
static void
convert_text(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	if (!m->has_failed && needs_rtf_conversion(t, p))
		convert_rtf(m, e, p, t);
	else if (!m->has_failed && needs_conversion(t, p->charset))
		convert_charset(m, t, p->charset);
	if (!m->has_failed && p->is_folded)
		unfold(m, t);
}

/* ---- texts without a URL --- */

/* Return true if a text without a URL can be left undecoded: its part lasts as long as the
 * message, and its bytes show whether it has a URL. */
static bool
may_be_left(const struct message *m, const struct entity *e, const struct body_part *p)
{
	return m->grammar && e->enclosure == NULL && !m->is_in_digest &&
	    p->content == BODY_TEXT && !p->is_xml && !p->is_folded &&
	    !transfer_encoding_needs_gmime(p->encoding) &&
	    (p->charset == NULL || charset_always_extends_ascii(p->charset));
}

/* Return true if the text, whose transfer encoding is undone, is searched as it is, which takes
 * no longer than to look for the sign of a URL. */
static bool
is_plain_utf8(const struct body_part *p)
{
	return !p->is_html && (p->charset == NULL || charset_is_utf8_or_ascii(p->charset));
}

/* Leave a text undecoded if it has no URL; return true then. is_quoted: its quoted-printable is
 * not decoded yet. */
static bool
leave_undecoded(const struct message *m, const struct body_part *p, bool is_quoted,
    struct message_text *t)
{
	if (urlgrep_may_have_url(m->grammar, t->text, t->len,
	        (is_quoted ? URLGREP_IN_QUOTED_PRINTABLE : 0) |
	        (p->is_html ? URLGREP_IN_HTML : 0)))
		return false;
	make_empty(t);
	t->is_encoded = !transfer_encoding_is_identity(p->encoding);
	t->undecoded = p;
	return true;
}

/* Set the encoding of a text in an encoded enclosure to that of the enclosure. */
static void
take_encoding(const struct entity *e, struct message_text *t)
{
	if (e->enclosure && e->enclosure->encoding) {
		t->is_encoded = true;
		t->encoding = e->enclosure->encoding;
	}
}

static void
decode_text(struct message *m, const struct entity *e, const struct body_part *p,
    struct message_text *t)
{
	bool is_quoted = p->encoding == TRANSFER_QUOTED_PRINTABLE;

	if (m->has_failed || (is_quoted && may_be_left(m, e, p) && leave_undecoded(m, p, true, t)))
		return;
	decode_transfer(m, t, p->encoding);
	if (m->has_failed || (!is_quoted && !is_plain_utf8(p) && may_be_left(m, e, p) &&
	        leave_undecoded(m, p, false, t)))
		return;
	if (!t->is_encoded)
		take_encoding(e, t);
	convert_text(m, e, p, t);
}

urlgrep_status
message_decode_texts(struct message *m)
{
	const struct entity e = { .text = m->text, .len = m->len, .structure = m->structure };
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

static void
add_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct message_text t = new_text(m, e, p);

	decode_text(m, e, p, &t);
	append_text(m, &t);
}

/* ---- header fields --- */

/* Decode a text of the arena, which is unfolded. Returns NULL if GMime is missing, or
 * without memory. */
static const char *
decode_words(struct message *m, char *text, bool *has_long_word)
{
	struct strbuf decoded = { .memory = &m->memory };
	const char *copy = NULL;

	if (!has_gmime(m))
		return NULL;
	encoded_words_decode(&decoded, text, has_long_word);
	if (decoded.failed)
		m->has_failed = true;
	else
		copy = copy_text(m, decoded.at ? decoded.at : "", decoded.len);
	strbuf_free(&decoded);
	return copy;
}

/* Unfold the value up to its first NUL and decode it to UTF-8 (RFC 2047). Returns a string of
 * the arena; NULL if GMime is missing, if the value is too long, or without memory. Sets
 * *has_long_word if an encoded word may be too long to be decoded. */
static const char *
decode_value(struct message *m, urlgrep_span value, bool *has_long_word)
{
	char *unfolded;
	size_t len;

	if (value.len > MAX_FIELD_BYTES)
		return NULL;
	value.len = strnlen(value.text, value.len);
	unfolded = arena_allocate(&m->arena, value.len + 1);
	if (unfolded == NULL) {
		m->has_failed = true;
		return NULL;
	}
	len = header_unfold(unfolded, value);
	unfolded[len] = '\0';
	return encoded_words_may_be_in(unfolded, len) ?
	    decode_words(m, unfolded, has_long_word) : unfolded;
}

/* Return the name in lower case, or NULL without memory. */
static const char *
lower_case_name(struct message *m, urlgrep_span name)
{
	char *copy = copy_text(m, name.text, name.len);
	size_t i;

	for (i = 0; copy && i < name.len; i++)
		copy[i] = ascii_lower(copy[i]);
	return copy;
}

/* Return "PATH.FIELD", or NULL without memory. */
static const char *
part_of_field(struct message *m, const char *path, const char *field)
{
	size_t path_len = strlen(path), len = strlen(field);
	char *part = arena_allocate(&m->arena, path_len + 1 + len + 1);

	if (part == NULL) {
		m->has_failed = true;
		return NULL;
	}
	memcpy(part, path, path_len);
	part[path_len] = '.';
	memcpy(part + path_len + 1, field, len + 1);
	return part;
}

/* Find the decoded value t in the entity, right after its field's name; if it is
 * there byte for byte, it can be mapped exactly. */
static void
locate_value(const struct entity *e, const struct header_field *f,
    struct message_text *t)
{
	size_t at = f->offset + f->name.len + 1;

	while (at < e->len && (e->text[at] == ' ' || e->text[at] == '\t'))
		at++;
	t->is_exact = t->len <= e->len - at &&
	    memcmp(e->text + at, t->text, t->len) == 0;
	t->source.begin = t->is_exact ? at : f->offset;
	t->source.end = header_field_end(e->text, e->len, f->offset);
}

/* Return a text for the field, without its value. path: of the part with the message that has
 * it; NULL: the message that is read. */
static struct message_text
new_field_text(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	struct message_text t = { .enclosure = e->enclosure,
		.encoding = transfer_encoding_name(TRANSFER_7BIT),
		.field = header_field_is(f, "subject") ? "subject" : lower_case_name(m, f->name) };

	t.part = path && t.field ? part_of_field(m, path, t.field) : t.field;
	take_encoding(e, &t);
	return t;
}

/* Add a header field as a text; it is borrowed if it is plain. */
static void
add_field(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	struct message_text t = new_field_text(m, e, path, f);
	urlgrep_span value = f->value;

	if (header_trim_if_plain(&value)) {
		t.text = value.text;
		t.len = value.len;
		t.source.begin = f->offset + f->name.len + 1 +
		    (size_t)(value.text - f->value.text);
		t.source.end = t.source.begin + t.len;
		t.is_exact = true;
	} else if (value.len > MAX_FIELD_BYTES) {
		set_exceeded(m, BOUND_FIELD_BYTES);
		t.text = value.text;
		t.len = value.len;
		locate_value(e, f, &t);
	} else {
		bool has_long_word = false;

		t.text = decode_value(m, f->value, &has_long_word);
		if (t.text == NULL)
			return;
		if (has_long_word)
			set_exceeded(m, BOUND_ENCODED_WORDS);
		t.len = strlen(t.text);
		locate_value(e, f, &t);
	}
	append_text(m, &t);
}

/* Add a field of a message in a message if it is selected. */
static void
add_inner_field(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	if (!header_is_selected(&m->selection, f))
		return;
	if (m->inner_fields == MAX_FIELDS) {
		set_exceeded(m, BOUND_FIELDS);
		return;
	}
	m->inner_fields++;
	add_field(m, e, path, f);
}

/* Add the fields of the header at begin..end of the entity. Lines that are no fields are
 * skipped. */
static void
add_inner_fields(struct message *m, const struct entity *e, const char *path, size_t begin,
    size_t end)
{
	size_t at, len, name_len;

	for (at = begin; !m->has_failed && at < end; at += len) {
		const char *line = e->text + at;

		len = header_field_length(line, end - at, &name_len);
		if (name_len > 0) {
			add_inner_field(m, e, path, &(struct header_field){ .offset = at,
			    .name = { line, name_len },
			    .value = { line + name_len + 1, len - name_len - 1 } });
		} else {
			const char *feed = memchr(line, '\n', end - at);

			len = feed ? (size_t)(feed - line) + 1 : end - at;
		}
	}
}

/* Add the fields of a message that is an enclosure, one by one: the structure, which may have
 * copies of them, does not last. */
static void
add_enclosed_fields(struct message *m, const struct entity *e, const char *path)
{
	size_t count, i;
	const struct header_field *fields = body_structure_fields(e->structure, &count);

	for (i = 0; !m->has_failed && i < count; i++) {
		const char *at = e->text + fields[i].offset;
		size_t name_len;
		size_t len = header_field_length(at, e->len - fields[i].offset, &name_len);

		if (name_len > 0)
			add_inner_field(m, e, path, &(struct header_field){
			    .offset = fields[i].offset, .name = { at, name_len },
			    .value = { at + name_len + 1, len - name_len - 1 } });
	}
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

	if (transfer_encoding_needs_gmime(p->encoding) && !has_gmime(m))
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
		set_exceeded(m, BOUND_DEPTH);
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
		add_enclosed_fields(m, &inner, p->path);
	if (!m->has_failed)
		add_parts(m, &inner);
	body_structure_inherit(e->structure, inner.structure);
	body_structure_free(inner.structure);
}

static void
add_whole_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	if (p->content == BODY_TEXT || is_rtf(p))
		add_part(m, e, p);
	else if (p->content == BODY_HEADER)
		add_inner_fields(m, e, p->path, p->source.begin, p->source.end);
	else
		add_container(m, e, p);
}

/* Return the piece begin..end of the part: data in base64, or plain text. It lasts as long as the
 * texts; NULL without memory. */
static const struct body_part *
new_piece(struct message *m, const struct body_part *p, size_t begin, size_t end, bool is_data)
{
	struct body_part *piece = arena_allocate(&m->arena, sizeof(*piece));

	if (piece == NULL) {
		m->has_failed = true;
		return NULL;
	}
	*piece = *p;
	if (!is_data)
		*piece = (struct body_part){ .path = p->path, .content = BODY_TEXT,
			.charset = p->charset && charset_always_extends_ascii(p->charset) ?
			    p->charset : NULL,
			.alternative = p->is_html ? 0 : p->alternative };
	piece->source = (struct byte_range){ p->source.begin + begin, p->source.begin + end };
	return piece;
}

/* Add a part in base64 piece by piece. Of what is no text the first piece is data, and later
 * ones are skipped. */
static void
add_base64_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	const char *text = e->text + p->source.begin;
	size_t len = p->source.end - p->source.begin, at = 0, end;
	bool is_data;

	if (base64_is_one_piece(text, len)) {
		add_whole_part(m, e, p);
		return;
	}
	for (; !m->has_failed && at < len; at = end) {
		const struct body_part *piece;

		if (m->pieces == MAX_PARTS) {
			set_exceeded(m, BOUND_PARTS);
			return;
		}
		m->pieces++;
		end = base64_piece_end(text, len, at, &is_data);
		if (at > 0 && is_data && p->content != BODY_TEXT)
			continue;
		piece = new_piece(m, p, at, end, is_data);
		if (piece)
			add_whole_part(m, e, piece);
	}
}

static void
add_any_part(struct message *m, const struct entity *e, const struct body_part *p)
{
	if (p->encoding == TRANSFER_BASE64)
		add_base64_part(m, e, p);
	else
		add_whole_part(m, e, p);
}

/* Add a part, or a digest piece by piece; a message in one that is a digest is read as
 * plain text. */
static void
add_part_or_digest(struct message *m, const struct entity *e, const struct body_part *p)
{
	struct digest d;
	struct body_part piece;

	if (m->is_in_digest || p->content != BODY_TEXT ||
	    !digest_open(&d, e->text, p, e->structure, m->enclosed)) {
		add_any_part(m, e, p);
		return;
	}
	m->is_in_digest = true;
	while (!m->has_failed && digest_next(&d, &piece))
		add_any_part(m, e, &piece);
	m->is_in_digest = false;
	m->has_failed = m->has_failed || d.has_failed;
}

static void
add_parts(struct message *m, const struct entity *e)
{
	size_t count, i;
	const struct body_part *parts = body_structure_parts(e->structure, &count);

	m->has_failed = m->has_failed || body_structure_has_failed(e->structure);
	for (i = 0; !m->has_failed && i < count; i++) {
		add_part_or_digest(m, e, &parts[i]);
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
			add_field(m, &e, NULL, &fields[i]);
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

/* ---- mapping back --- */

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

	source.end = end > begin ? byte_source(t, end - 1).end : source.begin;
	return t->enclosure ? enclosure_source(t->enclosure, source) : source;
}

/* ---- fields by name --- */

/* Return true if the value is plain, and trim it. */
static bool
is_plain_value(const struct message *m, urlgrep_span *value)
{
	return !(m->flags & MESSAGE_BY_GMIME) && header_trim_if_plain(value);
}

/* Return the value of the field as a string, decoded; or NULL. */
static const char *
decode_field(struct message *m, const struct header_field *f)
{
	urlgrep_span value = f->value;
	bool ignored = false;

	return is_plain_value(m, &value) ? copy_text(m, value.text, value.len) :
	    decode_value(m, f->value, &ignored);
}

/* Return true if the value is "<atoms@atoms>", as most are (RFC 5322, 3.6.4: the dots,
 * too), and strip the brackets. */
static bool
strip_id_brackets(urlgrep_span *id)
{
	const char *text = id->text;
	size_t end = id->len - 1, at = 0, i;

	if (id->len < 5 || text[0] != '<' || text[end] != '>' || text[end - 1] == '.')
		return false;
	for (i = 1; i < end; i++)
		if (text[i] == '@' && at == 0)
			at = i;
		else if (!(ascii_is(text[i], ASCII_ALPHA | ASCII_DIGIT) ||
		    strchr("!#$%&'*+-/=?^_`{|}~.", text[i])) ||
		    (text[i] == '.' && text[i + 1] == '.'))
			return false;
	*id = (urlgrep_span){ text + 1, end - 1 };
	return at > 1 && at + 1 < end;
}

/* Return the message identifier in the field, or NULL. */
static const char *
decode_id(struct message *m, const struct header_field *f)
{
	urlgrep_span value = f->value;
	char *raw, *id;
	const char *copy;

	if (is_plain_value(m, &value) && strip_id_brackets(&value))
		return copy_text(m, value.text, value.len);
	if (!has_gmime(m))
		return NULL;
	value = f->value;
	if (value.len > MAX_FIELD_BYTES)
		return NULL;
	while (value.len > 0 && ascii_is_space(value.text[value.len - 1]))
		value.len--;
	raw = memory_copy(&m->memory, value.text, value.len);
	if (raw == NULL) {
		m->has_failed = true;
		return NULL;
	}
	id = gmime()->utils_decode_message_id(raw);
	memory_release(&m->memory, raw);
	copy = id ? copy_text(m, id, strlen(id)) : NULL;
	gmime()->free(id);
	return copy;
}

/* Return what the last pair of angle brackets encloses (RFC 2919, 2); else the value. */
static const char *
decode_list_id(struct message *m, const struct header_field *f)
{
	const char *value = decode_field(m, f);
	const char *open = value ? strrchr(value, '<') : NULL;
	const char *close = open ? strchr(open, '>') : NULL;

	return close ? copy_text(m, open + 1, (size_t)(close - open - 1)) : value;
}

static const char *get_field(struct message *m, enum message_field field);

/* Return the date in ISO 8601, or NULL. */
static const char *
convert_date(struct message *m)
{
	const char *date = get_field(m, MESSAGE_DATE);
	char iso[DATE_ISO_BYTES];

	return date && date_to_iso(date, strlen(date), iso) ?
	    copy_text(m, iso, strlen(iso)) : NULL;
}

/* Return the decoded value of the first field of this name that has one, or of the
 * last one; NULL if there is none. */
static const char *
find_field(struct message *m, const char *name, bool wants_last,
    const char *(*decode)(struct message *, const struct header_field *))
{
	size_t count, i;
	const struct header_field *fields =
	    body_structure_fields(m->structure, &count);
	const char *value = NULL;
	size_t len = strlen(name);

	for (i = 0; value == NULL && !m->has_failed && i < count; i++) {
		const struct header_field *f = &fields[wants_last ? count - 1 - i : i];

		if (f->name.len == len && header_field_is(f, name))
			value = decode(m, f);
	}
	return value;
}

static const char *
read_field(struct message *m, enum message_field field)
{
	switch (field) {
	case MESSAGE_ID: /* some gateways prepend one of their own */
		return find_field(m, "message-id", true, decode_id);
	case MESSAGE_DATE:
		return find_field(m, "date", false, decode_field);
	case MESSAGE_DATE_ISO:
		return convert_date(m);
	case MESSAGE_FROM:
		return find_field(m, "from", false, decode_field);
	case MESSAGE_TO:
		return find_field(m, "to", false, decode_field);
	case MESSAGE_SUBJECT:
		return find_field(m, "subject", false, decode_field);
	case MESSAGE_LIST_ID:
		return find_field(m, "list-id", false, decode_list_id);
	case MESSAGE_LABELS:
		return find_field(m, "x-gmail-labels", false, decode_field);
	}
	return NULL;
}

/* Return the value of the field, or NULL; remember it unless an allocation failed. */
static const char *
get_field(struct message *m, enum message_field field)
{
	const char *value;

	if (m->asked_fields >> field & 1)
		return m->fields[field];
	value = read_field(m, field);
	if (m->has_failed)
		return NULL;
	m->fields[field] = value;
	m->asked_fields |= 1u << field;
	return value;
}

const char *
message_field(struct message *m, enum message_field field)
{
	const char *value;

	if (m->asked_fields >> field & 1) /* as for all findings of a message but the first */
		return m->fields[field];
	value = get_field(m, field);
	m->has_failed = false; /* it may be asked for again */
	return value;
}
