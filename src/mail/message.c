/* message.c - one message of mail or news as a reader sees it, by GMime
 *
 * GMime reads the structure and leaves the contents where they lie; each text
 * part is then decoded if it is encoded, else taken as it is. */
#include "message.h"

#include <gmime/gmime.h>

#include <string.h>

enum { DEEPEST = 100 }; /* multiparts in multiparts: nobody shows more */

/* The way back from a decoded text. */
struct way {
	enum { SAME, QUOTED, WHOLE } kind;
	size_t begin;        /* of the encoded text in the message */
	const char *encoded; /* quoted-printable: that text */
	size_t encoded_len;
	GArray *lines;       /* of struct line */
};

/* Where an encoded line begins, and where what it gives. */
struct line {
	size_t encoded;
	size_t decoded;
};

struct message {
	const char *text;
	size_t len;
	unsigned flags;
	GByteArray octets; /* the text, for GMime: it reads where they lie */
	GMimeMessage *mime;
	GArray *texts;   /* of struct message_text */
	GPtrArray *kept; /* what the texts point to */
	char *id, *date, *from, *subject;
	unsigned alternatives;
};

void
message_setup(void)
{
	g_mime_init();
}

/* ---- the way back --- */

static void
way_clear(struct way *w)
{
	if (w->lines)
		g_array_free(w->lines, TRUE);
	w->lines = NULL;
}

/* The line that octet at of the decoded text comes from. */
static const struct line *
line_of(const struct way *w, size_t at)
{
	const struct line *lines = (const struct line *)(void *)w->lines->data;
	size_t low = 0, high = w->lines->len;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (lines[middle].decoded <= at)
			low = middle;
		else
			high = middle;
	}
	return &lines[low];
}

/* Octets of the next unit of quoted-printable, and how many it gives. */
static size_t
quoted_unit(const char *p, size_t left, size_t *gives)
{
	*gives = 1;
	if (*p != '=' || left < 2)
		return 1;
	if (left >= 3 && g_ascii_isxdigit(p[1]) && g_ascii_isxdigit(p[2]))
		return 3;
	if (p[1] == '\n' || (p[1] == '\r' && left >= 3 && p[2] == '\n')) {
		*gives = 0;
		return p[1] == '\n' ? 2 : 3;
	}
	return 1;
}

size_t
message_source(const struct message_text *t, size_t at)
{
	const struct way *w = t->way;
	const struct line *line;
	size_t in, out;

	if (w->kind == SAME)
		return w->begin + at;
	if (w->kind == WHOLE || w->lines->len == 0)
		return w->begin;
	line = line_of(w, at);
	in = line->encoded;
	out = line->decoded;
	while (in < w->encoded_len) {
		size_t gives;
		size_t n = quoted_unit(w->encoded + in, w->encoded_len - in, &gives);

		if (gives && out == at)
			break;
		in += n;
		out += gives;
	}
	return w->begin + in;
}

/* ---- texts --- */

static void *
keep(struct message *m, void *block)
{
	g_ptr_array_add(m->kept, block);
	return block;
}

/* Decode line by line, so that there is a way back. */
static void
decode_quoted(struct message_text *t, struct way *w, GPtrArray *kept)
{
	GMimeEncoding state;
	char *out = g_malloc(w->encoded_len + 16);
	size_t in = 0, len = 0;

	g_mime_encoding_init_decode(&state, GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE);
	w->kind = QUOTED;
	w->lines = g_array_new(FALSE, FALSE, sizeof(struct line));
	while (in < w->encoded_len) {
		const char *end = memchr(w->encoded + in, '\n', w->encoded_len - in);
		size_t n = end ? (size_t)(end - w->encoded) + 1 - in :
		    w->encoded_len - in;
		struct line line = { in, len };

		g_array_append_val(w->lines, line);
		len += g_mime_encoding_step(&state, w->encoded + in, n, out + len);
		in += n;
	}
	len += g_mime_encoding_flush(&state, "", 0, out + len);
	g_ptr_array_add(kept, out);
	t->text = out;
	t->len = len;
}

/* base64 and uuencode */
static void
decode_whole(struct message_text *t, struct way *w, GPtrArray *kept,
    GMimeContentEncoding encoding)
{
	GMimeEncoding state;
	char *out;

	g_mime_encoding_init_decode(&state, encoding);
	out = g_malloc(g_mime_encoding_outlen(&state, w->encoded_len) + 16);
	w->kind = WHOLE;
	t->len = g_mime_encoding_step(&state, w->encoded, w->encoded_len, out);
	t->len += g_mime_encoding_flush(&state, "", 0, out + t->len);
	g_ptr_array_add(kept, out);
	t->text = out;
}

/* Charsets whose octets below 80 are not those of US-ASCII, or not always. */
static bool
beyond_ascii(const char *charset)
{
	static const char *const names[] = { "utf-16", "utf16", "utf-32", "ucs-2",
		"ucs-4", "utf-7", "iso-2022-", "hz-gb", "ebcdic", "ibm037" };
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_ascii_strncasecmp(charset, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static bool
all_ascii(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}

/* Convert to UTF-8 where that is needed; octets that lie about their charset
 * are left out. */
static void
convert(struct message *m, struct message_text *t, const char *charset)
{
	GMimeFilter *filter;
	char *out;
	size_t len, before;

	if (charset == NULL || g_ascii_strcasecmp(charset, "utf-8") == 0)
		return;
	if (!beyond_ascii(charset) &&
	    (!(m->flags & MESSAGE_UTF8) || all_ascii(t->text, t->len)))
		return;
	filter = g_mime_filter_charset_new(charset, "utf-8");
	if (filter == NULL)
		return;
	g_mime_filter_complete(filter, (char *)t->text, t->len, 0, &out, &len,
	    &before);
	t->text = keep(m, g_memdup2(out, len ? len : 1));
	t->len = len;
	((struct way *)t->way)->kind = WHOLE;
	g_object_unref(filter);
}

static void
decode(struct message *m, struct message_text *t, GMimeContentEncoding encoding)
{
	struct way *w = t->way;

	switch (encoding) {
	case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
		t->encoding = "quoted-printable";
		decode_quoted(t, w, m->kept);
		break;
	case GMIME_CONTENT_ENCODING_BASE64:
		t->encoding = "base64";
		decode_whole(t, w, m->kept, encoding);
		break;
	case GMIME_CONTENT_ENCODING_UUENCODE:
		t->encoding = "uuencode";
		decode_whole(t, w, m->kept, encoding);
		break;
	default:
		t->encoding = encoding == GMIME_CONTENT_ENCODING_8BIT ? "8bit" :
		    encoding == GMIME_CONTENT_ENCODING_BINARY ? "binary" : "7bit";
		t->text = w->encoded;
		t->len = w->encoded_len;
	}
}

/* RFC 3676 parameters of text/plain */
static void
read_format(struct message_text *t, GMimeContentType *type)
{
	const char *format = g_mime_content_type_get_parameter(type, "format");
	const char *delsp = g_mime_content_type_get_parameter(type, "delsp");

	t->flowed = format && g_ascii_strcasecmp(format, "flowed") == 0;
	t->delsp = t->flowed && delsp && g_ascii_strcasecmp(delsp, "yes") == 0;
}

static void
add_part(struct message *m, GMimePart *part, const char *path,
    unsigned alternative)
{
	GMimeContentType *type =
	    g_mime_object_get_content_type(GMIME_OBJECT(part));
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	struct message_text t = { .part = keep(m, g_strdup(path)),
		.alternative = alternative };
	struct way *w;
	GMimeStream *stream;

	if (content == NULL || !g_mime_content_type_is_type(type, "text", "*"))
		return; /* not text: nobody reads it here */
	stream = g_mime_data_wrapper_get_stream(content);
	w = keep(m, g_new0(struct way, 1));
	w->begin = (size_t)stream->bound_start;
	w->encoded = m->text + w->begin;
	w->encoded_len = (stream->bound_end < 0 ? m->len :
	    (size_t)stream->bound_end) - w->begin;
	t.way = w;
	t.html = g_mime_content_type_is_type(type, "text", "html");
	if (!t.html)
		read_format(&t, type);
	decode(m, &t, g_mime_part_get_content_encoding(part));
	convert(m, &t, g_mime_content_type_get_parameter(type, "charset"));
	g_array_append_val(m->texts, t);
}

/* ---- the tree of parts --- */

static void add_object(struct message *m, GMimeObject *object,
    const char *path, unsigned alternative, unsigned depth);

static void
add_children(struct message *m, GMimeMultipart *parts, const char *path,
    unsigned alternative, unsigned depth)
{
	int count = g_mime_multipart_get_count(parts), i;
	GMimeContentType *type =
	    g_mime_object_get_content_type(GMIME_OBJECT(parts));

	if (g_mime_content_type_is_type(type, "multipart", "alternative"))
		alternative = ++m->alternatives;
	for (i = 0; i < count; i++) {
		char *below = *path ? g_strdup_printf("%s.%d", path, i + 1) :
		    g_strdup_printf("%d", i + 1);

		add_object(m, g_mime_multipart_get_part(parts, i), below,
		    alternative, depth + 1);
		g_free(below);
	}
}

static void
add_object(struct message *m, GMimeObject *object, const char *path,
    unsigned alternative, unsigned depth)
{
	if (object == NULL || depth > DEEPEST)
		return;
	if (GMIME_IS_MULTIPART(object)) {
		add_children(m, GMIME_MULTIPART(object), path, alternative, depth);
	} else if (GMIME_IS_MESSAGE_PART(object)) {
		GMimeMessage *inner =
		    g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));

		if (inner)
			add_object(m, g_mime_message_get_mime_part(inner), path, 0,
			    depth + 1);
	} else if (GMIME_IS_PART(object)) {
		add_part(m, GMIME_PART(object), *path ? path : "1", alternative);
	}
}

/* ---- the header --- */

/* A header field as a text of its own, decoded and unfolded. */
static void
add_header(struct message *m, const char *name, const char *value,
    size_t offset)
{
	struct message_text t = { .part = keep(m, g_ascii_strdown(name, -1)),
		.encoding = "7bit", .text = keep(m, g_strdup(value)) };
	struct way *w = keep(m, g_new0(struct way, 1));

	t.len = strlen(t.text);
	w->kind = WHOLE;
	w->begin = offset;
	t.way = w;
	g_array_append_val(m->texts, t);
}

/* Fields whose angle brackets hold addresses and identifiers, not URLs, or
 * noise: none of these is scanned (RULES: Message-IDs are no URLs). */
static bool
never_scanned(const char *name)
{
	static const char *const names[] = { "from", "to", "cc", "bcc", "sender",
		"reply-to", "message-id", "references", "in-reply-to", "received",
		"return-path", "date", "dkim-signature", "x-face", "face", "path",
		"arc-seal", "arc-message-signature", "authentication-results",
		"content-type", "content-transfer-encoding", "mime-version",
		"content-id", "x-received", "domainkey-signature",
		"x-google-dkim-signature", "subject" };
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_ascii_strcasecmp(names[i], name) == 0)
			return true;
	return false;
}

static void
read_header(struct message *m)
{
	GMimeHeaderList *list =
	    g_mime_object_get_header_list(GMIME_OBJECT(m->mime));
	int count = g_mime_header_list_get_count(list), i;

	for (i = 0; i < count; i++) {
		GMimeHeader *h = g_mime_header_list_get_header_at(list, i);
		const char *name = g_mime_header_get_name(h);
		const char *value = g_mime_header_get_value(h);
		size_t offset = (size_t)g_mime_header_get_offset(h);

		if (value == NULL)
			continue;
		if (g_ascii_strcasecmp(name, "subject") == 0) {
			if (m->subject == NULL)
				m->subject = g_strdup(value);
			add_header(m, name, value, offset);
		} else if (m->flags & MESSAGE_HEADERS && !never_scanned(name)) {
			add_header(m, name, value, offset);
		}
		if (g_ascii_strcasecmp(name, "from") == 0 && m->from == NULL)
			m->from = g_strdup(value);
		if (g_ascii_strcasecmp(name, "date") == 0 && m->date == NULL)
			m->date = g_strdup(value);
	}
	m->id = g_strdup(g_mime_message_get_message_id(m->mime));
}

/* ---- the message --- */

static GMimeMessage *
parse(struct message *m)
{
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *mime;

	m->octets.data = (guint8 *)m->text;
	m->octets.len = (guint)m->len;
	stream = g_mime_stream_mem_new_with_byte_array(&m->octets);
	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(stream), FALSE);
	parser = g_mime_parser_new_with_stream(stream);
	mime = g_mime_parser_construct_message(parser, NULL);
	g_object_unref(parser);
	g_object_unref(stream);
	return mime;
}

struct message *
message_new(const char *text, size_t len, unsigned flags)
{
	struct message *m = g_new0(struct message, 1);

	m->text = text;
	m->len = len;
	m->flags = flags;
	m->texts = g_array_new(FALSE, FALSE, sizeof(struct message_text));
	m->kept = g_ptr_array_new_with_free_func(g_free);
	m->mime = parse(m);
	if (m->mime) {
		read_header(m);
		add_object(m, g_mime_message_get_mime_part(m->mime), "", 0, 0);
	}
	return m;
}

void
message_free(struct message *m)
{
	size_t i;

	if (m == NULL)
		return;
	for (i = 0; i < m->texts->len; i++)
		way_clear(g_array_index(m->texts, struct message_text, i).way);
	g_array_free(m->texts, TRUE);
	g_ptr_array_free(m->kept, TRUE);
	g_free(m->id);
	g_free(m->date);
	g_free(m->from);
	g_free(m->subject);
	if (m->mime)
		g_object_unref(m->mime);
	g_free(m);
}

const struct message_text *
message_texts(struct message *m, size_t *count)
{
	*count = m->texts->len;
	return (const struct message_text *)(void *)m->texts->data;
}

const char *
message_id(const struct message *m)
{
	return m->id;
}

const char *
message_date(const struct message *m)
{
	return m->date;
}

const char *
message_from(const struct message *m)
{
	return m->from;
}

const char *
message_subject(const struct message *m)
{
	return m->subject;
}
