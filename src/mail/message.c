/* message.c - one message of mail or news as a reader sees it, by GMime
 *
 * GMime reads the structure and leaves the contents where they lie; each text
 * part is then decoded if it is encoded, else taken as it is. */
#include "message.h"

#include <gmime/gmime.h>

#include <string.h>

#include "field.h"
#include "transfer.h"

enum { DEEPEST = 100 }; /* multiparts in multiparts: nobody shows more */

struct message {
	const char *text;
	size_t len;
	unsigned flags;
	GByteArray octets; /* the text, for GMime: it reads where they lie */
	GMimeMessage *mime;
	GArray *texts;   /* of struct message_text */
	GPtrArray *kept;      /* what the texts point to */
	GPtrArray *transfers; /* their encoded forms */
	char *id, *date, *from, *subject;
	unsigned alternatives;
};

void
message_setup(void)
{
	g_mime_init();
}

/* ---- texts --- */

size_t
message_source(const struct message_text *t, size_t at)
{
	return transfer_source(t->transfer, at);
}

static void *
keep(struct message *m, void *block)
{
	g_ptr_array_add(m->kept, block);
	return block;
}

/* Give the text a way back: its encoded form is what stands at begin. */
static void
set_transfer(struct message *m, struct message_text *t, const char *encoded,
    size_t len, size_t begin, enum transfer_encoding encoding)
{
	t->transfer = transfer_new(encoded, len, begin, encoding);
	g_ptr_array_add(m->transfers, t->transfer);
	t->text = transfer_text(t->transfer, &t->len);
}

static void
decode(struct message *m, struct message_text *t, size_t begin, size_t end,
    GMimeContentEncoding encoding)
{
	enum transfer_encoding how = AS_IT_IS;

	t->encoding = "7bit";
	if (encoding == GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE) {
		t->encoding = "quoted-printable";
		how = QUOTED_PRINTABLE;
	} else if (encoding == GMIME_CONTENT_ENCODING_BASE64) {
		t->encoding = "base64";
		how = BASE64;
	} else if (encoding == GMIME_CONTENT_ENCODING_UUENCODE) {
		t->encoding = "uuencode";
		how = UUENCODE;
	} else if (encoding == GMIME_CONTENT_ENCODING_8BIT) {
		t->encoding = "8bit";
	} else if (encoding == GMIME_CONTENT_ENCODING_BINARY) {
		t->encoding = "binary";
	}
	set_transfer(m, t, m->text + begin, end - begin, begin, how);
}

/* Charsets whose octets below 80 are not those of US-ASCII, or not always. A
 * text said to be UTF-16 that has no NUL is something else, or has no URL. */
static bool
beyond_ascii(const char *charset, const char *text, size_t len)
{
	static const char *const names[] = { "utf-16", "utf16", "utf-32", "ucs-2",
		"ucs-4", "iso-10646-ucs", "utf-7", "iso-2022-", "hz-gb", "ebcdic", "ibm037" };
	enum { WIDE = 6 }; /* two octets a character, or four */
	size_t i;

	for (i = 0; i < G_N_ELEMENTS(names); i++)
		if (g_ascii_strncasecmp(charset, names[i], strlen(names[i])) == 0)
			return i >= WIDE || memchr(text, '\0', len) != NULL;
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
	if (!beyond_ascii(charset, t->text, t->len) &&
	    (!(m->flags & MESSAGE_UTF8) || all_ascii(t->text, t->len)))
		return;
	filter = g_mime_filter_charset_new(charset, "utf-8");
	if (filter == NULL)
		return;
	g_mime_filter_complete(filter, (char *)t->text, t->len, 0, &out, &len,
	    &before);
	t->text = keep(m, g_memdup2(out, len ? len : 1));
	t->len = len;
	transfer_forget(t->transfer);
	g_object_unref(filter);
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

/* Where the body begins of the part whose header begins at at: behind a blank
 * line or, where that was forgotten, with the first line that is no field. One
 * such line before a field is a field that was broken. */
static size_t
find_body(const struct message *m, size_t at)
{
	size_t junk = m->len;
	bool fields = false;

	while (at < m->len) {
		const char *line = m->text + at;
		const char *end = memchr(line, '\n', m->len - at);
		size_t len = end ? (size_t)(end - line) : m->len - at;

		if (len == 0 || (len == 1 && *line == '\r'))
			return junk < m->len ? junk : at + len + (end != NULL);
		if (field_name(line, len) != 0) {
			fields = true;
			junk = m->len;
		} else if (junk < m->len) {
			return junk;
		} else if (!fields || (*line != ' ' && *line != '\t')) {
			if (memmem(line, len, "://", 3))
				return at;
			if (memcmp(line, "From ", len < 5 ? len : 5) != 0)
				junk = at;
		}
		at += len + (end != NULL);
	}
	return junk;
}

/* The line that looks like a boundary at or behind at. */
static size_t
find_boundary(const struct message *m, size_t at)
{
	const char *line = m->text + at, *end = m->text + m->len;

	while (end - line > 2) {
		if (line[0] == '-' && line[1] == '-' && line[2] > ' ')
			return (size_t)(line - m->text);
		line = memchr(line, '\n', (size_t)(end - line));
		if (line == NULL)
			break;
		line++;
	}
	return m->len;
}

/* Behind the boundary before at. */
static size_t
behind_boundary(const struct message *m, size_t at)
{
	size_t line = at;

	while (at > 0) {
		at--;
		if (at > 0 && m->text[at - 1] != '\n')
			continue;
		if (m->len - at > 2 && memcmp(m->text + at, "--", 2) == 0)
			return line;
		line = at;
	}
	return 0;
}

/* Where the body of a part begins; GMime says at begin, but it drops lines that
 * are no fields. */
static size_t
body_of(const struct message *m, GMimeObject *part, const char *path,
    size_t begin)
{
	GMimeHeaderList *list = g_mime_object_get_header_list(part);
	size_t at = 0, body;

	if (*path && g_mime_header_list_get_count(list) > 0)
		at = (size_t)g_mime_header_get_offset(
		    g_mime_header_list_get_header_at(list, 0));
	else if (*path)
		at = behind_boundary(m, begin);
	body = at < begin ? find_body(m, at) : begin;
	if (*path && g_mime_header_list_get_count(list) == 0 && body != at)
		return begin; /* no part of ours: a message in the message */
	return body < begin ? body : begin;
}

/* Text is text/..., what a message says of others (message/delivery-status),
 * and what has a type that is none (RFC 2045, 5.2), such as "text": GMime takes
 * it for application/octet-stream. */
static bool
is_text(GMimeObject *part)
{
	GMimeContentType *type = g_mime_object_get_content_type(part);
	const char *field = g_mime_object_get_header(part, "Content-Type");

	return g_mime_content_type_is_type(type, "text", "*") ||
	    g_mime_content_type_is_type(type, "message", "*") ||
	    (field && g_mime_content_type_is_type(type, "application",
		"octet-stream") && strcasestr(field, "octet-stream") == NULL);
}

/* The text at begin..end of the message, as the header of part says. */
static void
add_text(struct message *m, GMimeObject *part, const char *path,
    unsigned alternative, size_t begin, size_t end)
{
	GMimeContentType *type = g_mime_object_get_content_type(part);
	struct message_text t = { .alternative = alternative };

	t.part = keep(m, g_strdup(*path ? path : "1"));
	t.html = g_mime_content_type_is_type(type, "text", "html");
	if (!t.html)
		read_format(&t, type);
	decode(m, &t, begin, end, GMIME_IS_PART(part) ?
	    g_mime_part_get_content_encoding(GMIME_PART(part)) :
	    GMIME_CONTENT_ENCODING_DEFAULT);
	convert(m, &t, g_mime_content_type_get_parameter(type, "charset"));
	g_array_append_val(m->texts, t);
}

/* The whole of what has no header at all. */
static void
add_bare(struct message *m)
{
	struct message_text t = { .part = "1", .encoding = "7bit" };

	set_transfer(m, &t, m->text, m->len, 0, AS_IT_IS);
	g_array_append_val(m->texts, t);
}

static void
add_part(struct message *m, GMimePart *part, const char *path,
    unsigned alternative)
{
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *stream = content ? g_mime_data_wrapper_get_stream(content) :
	    NULL;
	size_t begin = stream ? (size_t)stream->bound_start : m->len;
	size_t end = stream && stream->bound_end >= 0 ?
	    (size_t)stream->bound_end : m->len;

	if (!is_text(GMIME_OBJECT(part)))
		return; /* nobody reads it here */
	begin = body_of(m, GMIME_OBJECT(part), path, begin);
	if (stream == NULL && *path)
		end = find_boundary(m, begin);
	if (begin <= end)
		add_text(m, GMIME_OBJECT(part), path, alternative, begin, end);
}

/* ---- the tree of parts --- */

static void add_object(struct message *m, GMimeObject *object,
    const char *path, unsigned alternative, unsigned depth);

/* A multipart that has no boundary is read as the text it is. */
static void
add_whole(struct message *m, GMimeMultipart *parts, const char *path,
    unsigned alternative)
{
	const char *text = g_mime_multipart_get_prologue(parts);
	size_t begin = body_of(m, GMIME_OBJECT(parts), path, m->len), len;

	if (*path == '\0')
		len = m->len - begin;
	else
		len = text ? strlen(text) : 0;
	if (len > 0 && len <= m->len - begin)
		add_text(m, GMIME_OBJECT(parts), path, alternative, begin,
		    begin + len);
}

static bool
is_plain(GMimeObject *object)
{
	GMimeContentType *type = g_mime_object_get_content_type(object);

	return g_mime_content_type_is_type(type, "text", "*") &&
	    !g_mime_content_type_is_type(type, "text", "html");
}

static void
add_child(struct message *m, GMimeMultipart *parts, int i, const char *path,
    unsigned alternative, unsigned depth)
{
	char *below = *path ? g_strdup_printf("%s.%d", path, i + 1) :
	    g_strdup_printf("%d", i + 1);

	add_object(m, g_mime_multipart_get_part(parts, i), below, alternative,
	    depth + 1);
	g_free(below);
}

/* Of alternatives the plain text comes first, wherever it stands: the others
 * say it again. */
static void
add_children(struct message *m, GMimeMultipart *parts, const char *path,
    unsigned alternative, unsigned depth)
{
	int count = g_mime_multipart_get_count(parts), i;
	GMimeContentType *type =
	    g_mime_object_get_content_type(GMIME_OBJECT(parts));
	bool choice = g_mime_content_type_is_type(type, "multipart", "alternative");

	if (choice)
		alternative = ++m->alternatives;
	for (i = 0; choice && i < count; i++)
		if (is_plain(g_mime_multipart_get_part(parts, i)))
			add_child(m, parts, i, path, alternative, depth);
	for (i = 0; i < count; i++)
		if (!choice || !is_plain(g_mime_multipart_get_part(parts, i)))
			add_child(m, parts, i, path, alternative, depth);
	if (count == 0)
		add_whole(m, parts, path, alternative);
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
		add_part(m, GMIME_PART(object), path, alternative);
	}
}

/* ---- the header --- */

/* Where the value begins, if it stands there as it is: not folded or coded. */
static bool
find_value(const struct message *m, const struct message_text *t, size_t *at)
{
	*at += strlen(t->part) + 1;
	while (*at < m->len && (m->text[*at] == ' ' || m->text[*at] == '\t'))
		++*at;
	return *at < m->len && t->len <= m->len - *at &&
	    memcmp(m->text + *at, t->text, t->len) == 0;
}

/* A header field as a text of its own, decoded and unfolded. */
static void
add_header(struct message *m, const char *name, const char *value,
    size_t offset)
{
	struct message_text t = { .part = keep(m, g_ascii_strdown(name, -1)),
		.encoding = "7bit", .text = keep(m, g_strdup(value)) };
	size_t at = offset;
	bool found;

	t.len = strlen(t.text);
	found = find_value(m, &t, &at);
	set_transfer(m, &t, t.text, t.len, found ? at : offset, AS_IT_IS);
	if (!found)
		transfer_forget(t.transfer);
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
		} else if (m->flags & MESSAGE_EVERY_HEADER ||
		    (m->flags & MESSAGE_HEADERS && !never_scanned(name))) {
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
	m->transfers = g_ptr_array_new_with_free_func(transfer_free);
	m->mime = parse(m);
	if (m->mime == NULL) {
		add_bare(m);
	} else {
		read_header(m);
		add_object(m, g_mime_message_get_mime_part(m->mime), "", 0, 0);
	}
	return m;
}

void
message_free(struct message *m)
{
	if (m == NULL)
		return;
	g_array_free(m->texts, TRUE);
	g_ptr_array_free(m->kept, TRUE);
	g_ptr_array_free(m->transfers, TRUE);
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
