/* mime_gmime.c - the outline of any message, by GMime, which reads the structure and
 * leaves the contents where they lie */
#include "mail/body_structure.h"

#include <string.h>

#include "mail/header.h"
#include "mail/gmime_dl.h"

enum { DEEPEST = 100 }; /* multiparts in multiparts: nobody shows more */

struct reading {
	struct outline *outline;
	const char *text;
	size_t len;
};

/* Is it of the type, or of one derived from it? GMIME_IS_PART and the like would
 * have GMime linked. */
static bool
is_a(GMimeObject *object, GType type)
{
	return gmime()->type_check_instance_is_a((GTypeInstance *)object, type);
}

/* ---- where a body begins and ends --- */

/* Where the body begins of the part whose header begins at at: behind a blank
 * line or, where that was forgotten, with the first line that is no field. One
 * such line before a field is a field that was broken. */
static size_t
find_body(const struct reading *r, size_t at)
{
	size_t junk = r->len;
	bool fields = false;

	while (at < r->len) {
		const char *line = r->text + at;
		const char *end = memchr(line, '\n', r->len - at);
		size_t len = end ? (size_t)(end - line) : r->len - at;

		if (len == 0 || (len == 1 && *line == '\r'))
			return junk < r->len ? junk : at + len + (end != NULL);
		if (field_name(line, len) != 0) {
			fields = true;
			junk = r->len;
		} else if (junk < r->len) {
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
find_boundary(const struct reading *r, size_t at)
{
	const char *line = r->text + at, *end = r->text + r->len;

	while (end - line > 2) {
		if (line[0] == '-' && line[1] == '-' && line[2] > ' ')
			return (size_t)(line - r->text);
		line = memchr(line, '\n', (size_t)(end - line));
		if (line == NULL)
			break;
		line++;
	}
	return r->len;
}

/* Behind the boundary before at. */
static size_t
behind_boundary(const struct reading *r, size_t at)
{
	size_t line = at;

	while (at > 0) {
		at--;
		if (at > 0 && r->text[at - 1] != '\n')
			continue;
		if (r->len - at > 2 && memcmp(r->text + at, "--", 2) == 0)
			return line;
		line = at;
	}
	return 0;
}

/* Where the body of a part begins; GMime says at begin, but it drops lines that
 * are no fields. */
static size_t
body_of(const struct reading *r, GMimeObject *part, const char *path,
    size_t begin)
{
	GMimeHeaderList *list = gmime()->object_get_header_list(part);
	size_t at = 0, body;

	if (*path && gmime()->header_list_get_count(list) > 0)
		at = (size_t)gmime()->header_get_offset(
		    gmime()->header_list_get_header_at(list, 0));
	else if (*path)
		at = behind_boundary(r, begin);
	body = at < begin ? find_body(r, at) : begin;
	if (*path && gmime()->header_list_get_count(list) == 0 && body != at)
		return begin; /* no part of ours: a message in the message */
	return body < begin ? body : begin;
}

/* ---- texts --- */

/* A type that is none (RFC 2045, 5.2), such as "text": GMime takes it for
 * application/octet-stream. */
static bool
is_typeless(GMimeObject *part)
{
	GMimeContentType *type = gmime()->object_get_content_type(part);
	const char *field = gmime()->object_get_header(part, "Content-Type");

	return field && gmime()->content_type_is_type(type, "application",
	    "octet-stream") && strcasestr(field, "octet-stream") == NULL;
}

/* Text is text/..., what a message says of others (message/delivery-status), and
 * what has no type. */
static bool
is_text(GMimeObject *part)
{
	GMimeContentType *type = gmime()->object_get_content_type(part);

	return gmime()->content_type_is_type(type, "text", "*") ||
	    gmime()->content_type_is_type(type, "message", "*") || is_typeless(part);
}

static enum transfer_encoding
encoding_of(GMimeObject *part)
{
	if (!is_a(part, gmime()->part_get_type()))
		return SEVEN_BIT;
	switch (gmime()->part_get_content_encoding((GMimePart *)part)) {
	case GMIME_CONTENT_ENCODING_8BIT:
		return EIGHT_BIT;
	case GMIME_CONTENT_ENCODING_BINARY:
		return BINARY;
	case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
		return QUOTED_PRINTABLE;
	case GMIME_CONTENT_ENCODING_BASE64:
		return BASE64;
	case GMIME_CONTENT_ENCODING_UUENCODE:
		return UUENCODE;
	default:
		return SEVEN_BIT;
	}
}

static bool
parameter_is(GMimeContentType *type, const char *name, const char *value)
{
	const char *is = gmime()->content_type_get_parameter(type, name);

	return is && g_ascii_strcasecmp(is, value) == 0;
}

static const char *
keep(const struct reading *r, const char *string)
{
	return outline_string(r->outline, string, strlen(string));
}

/* The text at begin..end of the message, as the header of part says. */
static void
add_text(const struct reading *r, GMimeObject *part, const char *path,
    unsigned alternative, size_t begin, size_t end)
{
	GMimeContentType *type = gmime()->object_get_content_type(part);
	const char *charset = gmime()->content_type_get_parameter(type, "charset");
	struct part p = { .begin = begin, .end = end,
		.encoding = encoding_of(part), .alternative = alternative };

	p.path = keep(r, *path ? path : "1");
	p.charset = charset ? keep(r, charset) : NULL;
	p.html = gmime()->content_type_is_type(type, "text", "html");
	p.flowed = !p.html && parameter_is(type, "format", "flowed");
	p.delsp = p.flowed && parameter_is(type, "delsp", "yes");
	outline_add_part(r->outline, &p);
}

/* The line end before a boundary is the boundary's (RFC 2046). GMime takes it to
 * be as long as that behind the boundary; where it is not, an octet of the text
 * is missing, or its CR is there. */
static size_t
end_of_line(const struct reading *r, size_t begin, size_t end)
{
	const char *at = r->text + end;

	if (r->len - end >= 4 && *at != '\r' && memcmp(at + 1, "\n--", 3) == 0)
		return end + 1;
	if (r->len - end >= 3 && end > begin && at[-1] == '\r' &&
	    memcmp(at, "\n--", 3) == 0)
		return end - 1;
	return end;
}

static void
add_part(const struct reading *r, GMimeObject *part, const char *path,
    unsigned alternative)
{
	GMimeDataWrapper *content = gmime()->part_get_content((GMimePart *)part);
	GMimeStream *stream = content ? gmime()->data_wrapper_get_stream(content) :
	    NULL;
	size_t begin = stream ? (size_t)stream->bound_start : r->len;
	size_t end = stream && stream->bound_end >= 0 ?
	    (size_t)stream->bound_end : r->len;

	if (!is_text(part))
		return; /* nobody reads it here */
	begin = body_of(r, part, path, begin);
	if (stream == NULL && *path)
		end = find_boundary(r, begin);
	else if (*path && begin <= end)
		end = end_of_line(r, begin, end);
	if (begin <= end)
		add_text(r, part, path, alternative, begin, end);
}

/* ---- the tree of parts --- */

static void add_object(const struct reading *r, GMimeObject *object,
    const char *path, unsigned alternative, unsigned depth);

/* A multipart that has no boundary is read as the text it is. */
static void
add_whole(const struct reading *r, GMimeObject *parts, const char *path,
    unsigned alternative)
{
	const char *text = gmime()->multipart_get_prologue((GMimeMultipart *)parts);
	size_t begin = body_of(r, parts, path, r->len), len;

	if (*path == '\0')
		len = r->len - begin;
	else
		len = text ? strlen(text) : 0;
	if (len > 0 && len <= r->len - begin)
		add_text(r, parts, path, alternative, begin, begin + len);
}

static bool
is_plain(GMimeObject *object)
{
	GMimeContentType *type = gmime()->object_get_content_type(object);

	return is_typeless(object) ||
	    (gmime()->content_type_is_type(type, "text", "*") &&
	    !gmime()->content_type_is_type(type, "text", "html"));
}

static void
add_child(const struct reading *r, GMimeMultipart *parts, int i, const char *path,
    unsigned alternative, unsigned depth)
{
	char *below = *path ? g_strdup_printf("%s.%d", path, i + 1) :
	    g_strdup_printf("%d", i + 1);

	add_object(r, gmime()->multipart_get_part(parts, i), below, alternative,
	    depth + 1);
	g_free(below);
}

/* Of alternatives the plain text comes first, wherever it stands: the others
 * say it again. */
static void
add_children(const struct reading *r, GMimeObject *object, const char *path,
    unsigned alternative, unsigned depth)
{
	GMimeMultipart *parts = (GMimeMultipart *)object;
	int count = gmime()->multipart_get_count(parts), i;
	GMimeContentType *type = gmime()->object_get_content_type(object);
	bool choice = gmime()->content_type_is_type(type, "multipart", "alternative");

	if (choice)
		alternative = outline_alternative(r->outline);
	for (i = 0; choice && i < count; i++)
		if (is_plain(gmime()->multipart_get_part(parts, i)))
			add_child(r, parts, i, path, alternative, depth);
	for (i = 0; i < count; i++)
		if (!choice || !is_plain(gmime()->multipart_get_part(parts, i)))
			add_child(r, parts, i, path, alternative, depth);
	if (count == 0)
		add_whole(r, object, path, alternative);
}

static void
add_object(const struct reading *r, GMimeObject *object, const char *path,
    unsigned alternative, unsigned depth)
{
	if (object == NULL)
		return;
	if (depth > DEEPEST) {
		outline_leave_out(r->outline);
	} else if (is_a(object, gmime()->multipart_get_type())) {
		add_children(r, object, path, alternative, depth);
	} else if (is_a(object, gmime()->message_part_get_type())) {
		GMimeMessage *inner =
		    gmime()->message_part_get_message((GMimeMessagePart *)object);

		if (inner)
			add_object(r, gmime()->message_get_mime_part(inner), path, 0,
			    depth + 1);
	} else if (is_a(object, gmime()->part_get_type())) {
		add_part(r, object, path, alternative);
	}
}

/* ---- the header --- */

static void
add_field(const struct reading *r, GMimeHeader *h)
{
	const char *name = gmime()->header_get_name(h);
	const char *value = gmime()->header_get_raw_value(h);
	struct header_field f = { .name = keep(r, name), .name_len = strlen(name),
		.offset = (size_t)gmime()->header_get_offset(h) };

	if (value == NULL)
		return;
	f.value = keep(r, value);
	f.value_len = strlen(value);
	outline_add_field(r->outline, &f);
}

/* GMime keeps the fields that speak of the body apart: add them in order. */
static void
read_header(const struct reading *r, GMimeMessage *message)
{
	GMimeObject *body = gmime()->message_get_mime_part(message);
	GMimeHeaderList *list[2] = {
		gmime()->object_get_header_list((GMimeObject *)message),
		body ? gmime()->object_get_header_list(body) : NULL };
	int at[2] = { 0, 0 };

	for (;;) {
		GMimeHeader *h[2] = { NULL, NULL };
		int i, first;

		for (i = 0; i < 2; i++)
			if (list[i] && at[i] < gmime()->header_list_get_count(list[i]))
				h[i] = gmime()->header_list_get_header_at(list[i], at[i]);
		if (h[0] == NULL && h[1] == NULL)
			break;
		first = h[0] == NULL || (h[1] && gmime()->header_get_offset(h[1]) <
		    gmime()->header_get_offset(h[0]));
		add_field(r, h[first]);
		at[first]++;
	}
}

/* ---- the message --- */

static GMimeMessage *
parse(GByteArray *octets)
{
	GMimeStream *stream = gmime()->stream_mem_new_with_byte_array(octets);
	GMimeParser *parser;
	GMimeMessage *mime;

	gmime()->stream_mem_set_owner((GMimeStreamMem *)stream, FALSE);
	parser = gmime()->parser_new_with_stream(stream);
	mime = gmime()->parser_construct_message(parser, NULL);
	gmime()->object_unref(parser);
	gmime()->object_unref(stream);
	return mime;
}

void
outline_any(struct outline *o, const char *text, size_t len)
{
	struct reading r = { o, text, len };
	GByteArray octets = { (guint8 *)text, (guint)len };
	GMimeMessage *mime = parse(&octets);

	if (mime == NULL) { /* it has no header at all */
		outline_add_part(o, &(struct part){ .path = "1", .end = len });
		return;
	}
	read_header(&r, mime);
	add_object(&r, gmime()->message_get_mime_part(mime), "", 0, 0);
	gmime()->object_unref(mime);
}
