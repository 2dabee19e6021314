/* mime_gmime.c - the body structure of any message, parsed by GMime
 *
 * GMime says what the parts are. Where their contents begin and end in the message is
 * corrected here for malformed messages, of which GMime drops lines that a mail
 * program shows. */
#include "mail/mime_gmime.h"

#include <stdio.h>
#include <string.h>

#include "mail/bounds.h"
#include "mail/gmime_dl.h"
#include "mail/header.h"
#include "mail/media_type.h"
#include "util/ascii.h"

/* Bounds. Deeper parts are left out, and reported; no mail program shows them. */
enum {
	MAX_DEPTH = 100, /* of multiparts and messages in each other */
	MAX_PATH_BYTES = (MAX_DEPTH + 2) * 11 /* ten digits and a dot for each level */
};

struct gmime_parser {
	struct body_structure *structure;
	const char *text;
	size_t len;
	char path[MAX_PATH_BYTES]; /* of the part being read, "1.2"; "" at the top */
	size_t path_len;
	bool is_in_message; /* what is being read is in a message in the message */
	size_t header_end;  /* of that message; 0: there is none */
	size_t no_boundary, boundary; /* no line between these offsets looks like a boundary */
};

static bool
is_top(const struct gmime_parser *p)
{
	return p->path_len == 0;
}

/* Return true if the object is of the type, or of one derived from it. (GMIME_IS_PART
 * and the like would need GMime to be linked.) */
static bool
is_a(GMimeObject *object, GType type)
{
	return gmime()->type_check_instance_is_a((GTypeInstance *)object, type);
}

/* ---- where a body begins and ends --- */

/* Return where the body begins of the part whose header begins at `at`: after a blank
 * line or, if that is missing, at the first line that is not a field. A single such
 * line before a field belongs to the header: a field that was broken. If the body does not
 * begin soon after `limit`, return the end of the message. */
static size_t
find_body(const struct gmime_parser *p, size_t at, size_t limit)
{
	size_t junk = p->len;
	bool has_fields = false;
	unsigned lines = 0; /* after the limit: "From ", one that is no field, and the next */

	for (; at < p->len && lines < 3; lines += at >= limit) {
		const char *line = p->text + at;
		const char *end = memchr(line, '\n', p->len - at);
		size_t len = end ? (size_t)(end - line) : p->len - at;

		if (len == 0 || (len == 1 && *line == '\r'))
			return junk < p->len ? junk : at + len + (end != NULL);
		if (header_name_length(line, len) != 0) {
			has_fields = true;
			junk = p->len;
		} else if (junk < p->len) {
			return junk;
		} else if (!has_fields || (*line != ' ' && *line != '\t')) {
			if (memmem(line, len, "://", 3))
				return at;
			if (memcmp(line, "From ", len < 5 ? len : 5) != 0)
				junk = at;
		}
		at += len + (end != NULL);
	}
	return junk;
}

/* Return the first line at or after `at` that looks like a boundary; the end of the
 * message if there is none. What the last call looked at is skipped: there may be many parts
 * before the same line. */
static size_t
find_boundary(struct gmime_parser *p, size_t at)
{
	size_t begin = at;

	while (p->len - at > 2) {
		const char *line = p->text + at, *feed;

		if (at >= p->no_boundary && at <= p->boundary) {
			at = p->boundary;
			break;
		}
		if (line[0] == '-' && line[1] == '-' && (unsigned char)line[2] > ' ')
			break;
		feed = memchr(line, '\n', p->len - at);
		at = feed ? (size_t)(feed - p->text) + 1 : p->len;
	}
	p->no_boundary = begin;
	p->boundary = p->len - at > 2 ? at : p->len;
	return p->boundary;
}

/* Return where the line after the last boundary before `at` begins. */
static size_t
after_boundary(const struct gmime_parser *p, size_t at)
{
	size_t line = at;

	while (at > 0) {
		at--;
		if (at > 0 && p->text[at - 1] != '\n')
			continue;
		if (p->len - at > 2 && memcmp(p->text + at, "--", 2) == 0)
			return line;
		line = at;
	}
	return 0;
}

/* Return where the last field of the list ends; 0 if it has none. */
static size_t
last_field_end(const struct gmime_parser *p, GMimeHeaderList *list)
{
	int count = list ? gmime()->header_list_get_count(list) : 0;
	size_t at = count ? (size_t)gmime()->header_get_offset(
	    gmime()->header_list_get_header_at(list, count - 1)) : p->len;

	return at < p->len ? header_field_end(p->text, p->len, at) : 0;
}

/* Return where the body of a part begins. GMime says at `begin`, at the end of the message if it
 * saw none, but it drops lines of the header that are not fields. */
static size_t
body_begin(const struct gmime_parser *p, GMimeObject *part, size_t begin)
{
	GMimeHeaderList *list = gmime()->object_get_header_list(part);
	size_t header = 0, limit = begin, body;
	bool has_header = gmime()->header_list_get_count(list) > 0;
	bool is_whole = is_top(p) && !p->is_in_message;

	if (!is_whole && has_header)
		header = (size_t)gmime()->header_get_offset(
		    gmime()->header_list_get_header_at(list, 0));
	else if (!is_whole)
		header = after_boundary(p, begin);
	if (begin == p->len && !is_whole && has_header) {
		limit = last_field_end(p, list);
		limit = limit > p->header_end ? limit : p->header_end;
	}
	body = header < begin ? find_body(p, header, limit) : begin;
	if (!is_whole && !has_header && body != header)
		return begin; /* the body of a message in the message */
	return body < begin ? body : begin;
}

/* Return where the text of a part ends that GMime ends at `end`. The line break before
 * a boundary belongs to the boundary (RFC 2046, 5.1.1). GMime takes it to be as
 * long as the one after the boundary; where it is not, the text lacks a byte, or has
 * a CR too many. */
static size_t
correct_end(const struct gmime_parser *p, size_t begin, size_t end)
{
	const char *at = p->text + end;

	if (p->len - end >= 4 && *at != '\r' && memcmp(at + 1, "\n--", 3) == 0)
		return end + 1;
	if (p->len - end >= 3 && end > begin && at[-1] == '\r' &&
	    memcmp(at, "\n--", 3) == 0)
		return end - 1;
	return end;
}

/* ---- texts --- */

/* Return true if text contains word, in any case. */
static bool
contains_word(const char *text, const char *word)
{
	size_t len = strlen(text), n = strlen(word), i;

	for (i = 0; i + n <= len; i++)
		if (ascii_equal(text + i, word, n))
			return true;
	return false;
}

/* Return true if the Content-Type is malformed (RFC 2045, 5.2), such as "text": GMime
 * takes it for application/octet-stream. */
static bool
has_malformed_type(GMimeObject *part)
{
	GMimeContentType *type = gmime()->object_get_content_type(part);
	const char *field = gmime()->object_get_header(part, "Content-Type");

	return field && gmime()->content_type_is_type(type, "application",
	    "octet-stream") && !contains_word(field, "octet-stream");
}

static urlgrep_span
span_of(const char *string)
{
	return (urlgrep_span){ string, string ? strlen(string) : 0 };
}

/* A malformed type is plain text. */
static struct media_type
media_type(GMimeObject *object)
{
	GMimeContentType *type = gmime()->object_get_content_type(object);
	struct media_type t;

	if (has_malformed_type(object))
		return media_type_of("text/plain");
	t = (struct media_type){ .type = span_of(gmime()->content_type_get_media_type(type)),
		.subtype = span_of(gmime()->content_type_get_media_subtype(type)) };
	if (is_a(object, gmime()->part_get_type()))
		t.file_name = span_of(gmime()->part_get_filename((GMimePart *)object));
	return t;
}

static bool
is_plain_text(GMimeObject *object)
{
	struct media_type t = media_type(object);

	return media_type_is_plain_text(&t);
}

static enum transfer_encoding
part_encoding(GMimeObject *part)
{
	if (!is_a(part, gmime()->part_get_type()))
		return TRANSFER_7BIT;
	switch (gmime()->part_get_content_encoding((GMimePart *)part)) {
	case GMIME_CONTENT_ENCODING_8BIT:
		return TRANSFER_8BIT;
	case GMIME_CONTENT_ENCODING_BINARY:
		return TRANSFER_BINARY;
	case GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE:
		return TRANSFER_QUOTED_PRINTABLE;
	case GMIME_CONTENT_ENCODING_BASE64:
		return TRANSFER_BASE64;
	case GMIME_CONTENT_ENCODING_UUENCODE:
		return TRANSFER_UUENCODE;
	default:
		return TRANSFER_7BIT;
	}
}

static bool
parameter_is(GMimeContentType *type, const char *name, const char *word)
{
	const char *value = gmime()->content_type_get_parameter(type, name);

	return value && ascii_is_word(value, strlen(value), word);
}

static const char *
copy_string(const struct gmime_parser *p, const char *string)
{
	return body_structure_copy(p->structure, string, strlen(string));
}

/* Add the part at begin..end of the message, which holds what b says, as its header
 * describes it. */
static void
add_part(const struct gmime_parser *p, GMimeObject *part, struct body_part b, size_t begin,
    size_t end)
{
	GMimeContentType *type = gmime()->object_get_content_type(part);
	const char *charset = gmime()->content_type_get_parameter(type, "charset");

	b.path = body_structure_path(p->structure, p->path);
	b.source = (struct byte_range){ begin, end };
	b.encoding = part_encoding(part);
	if (b.content == BODY_TEXT) {
		b.charset = charset ? copy_string(p, charset) : NULL;
		b.is_flowed = !b.is_html && parameter_is(type, "format", "flowed");
		b.has_delsp = b.is_flowed && parameter_is(type, "delsp", "yes");
	} else {
		struct media_type t = media_type(part);

		b.type = body_structure_type(p->structure, t.type, t.subtype);
	}
	body_structure_add_part(p->structure, &b);
}

/* Return how the object is used, and set what b holds; note it if it is not read. */
static enum media_use
use_of(const struct gmime_parser *p, GMimeObject *object, struct body_part *b)
{
	struct media_type t = media_type(object);
	enum media_use use = media_type_use(&t, b);

	if (use == MEDIA_UNREAD)
		body_structure_note_unread(p->structure, t.type, t.subtype, p->path);
	return use;
}

static void
read_part(struct gmime_parser *p, GMimeObject *part, unsigned alternative)
{
	GMimeDataWrapper *content = gmime()->part_get_content((GMimePart *)part);
	GMimeStream *stream = content ? gmime()->data_wrapper_get_stream(content) :
	    NULL;
	size_t begin = stream ? (size_t)stream->bound_start : p->len;
	size_t end = stream && stream->bound_end >= 0 ?
	    (size_t)stream->bound_end : p->len;
	struct body_part b = { .alternative = alternative };

	if (use_of(p, part, &b) != MEDIA_READ)
		return;
	begin = body_begin(p, part, begin);
	if (stream == NULL && !is_top(p))
		end = find_boundary(p, begin);
	else if (!is_top(p) && begin <= end)
		end = correct_end(p, begin, end);
	if (begin <= end)
		add_part(p, part, b, begin, end);
}

/* ---- the tree of parts --- */

static void read_object(struct gmime_parser *p, GMimeObject *object,
    unsigned alternative, unsigned depth);

/* Add a multipart without a boundary as a text. */
static void
read_undivided(const struct gmime_parser *p, GMimeObject *multipart,
    unsigned alternative)
{
	const char *text =
	    gmime()->multipart_get_prologue((GMimeMultipart *)multipart);
	size_t begin = body_begin(p, multipart, p->len), len;

	if (is_top(p))
		len = p->len - begin;
	else
		len = text ? strlen(text) : 0;
	if (len > 0 && len <= p->len - begin)
		add_part(p, multipart, (struct body_part){ .alternative = alternative }, begin,
		    begin + len);
}

/* Read part number i, from 0, of a multipart. */
static void
read_child(struct gmime_parser *p, GMimeMultipart *multipart, int i,
    unsigned alternative, unsigned depth)
{
	size_t path_len = p->path_len;

	p->path_len += (size_t)snprintf(p->path + path_len,
	    sizeof(p->path) - path_len, "%s%d", is_top(p) ? "" : ".", i + 1);
	read_object(p, gmime()->multipart_get_part(multipart, i), alternative,
	    depth + 1);
	p->path_len = path_len;
	p->path[path_len] = '\0';
}

/* Of alternatives, plain text comes first, wherever it is: the others repeat it. */
static void
read_multipart(struct gmime_parser *p, GMimeObject *object, unsigned alternative,
    unsigned depth)
{
	GMimeMultipart *multipart = (GMimeMultipart *)object;
	int count = gmime()->multipart_get_count(multipart), i;
	GMimeContentType *type = gmime()->object_get_content_type(object);
	bool is_alternative = gmime()->content_type_is_type(type, "multipart",
	    "alternative");
	struct body_part none;

	use_of(p, object, &none); /* encrypted: noted */
	if (is_alternative)
		alternative = body_structure_new_alternative(p->structure);
	for (i = 0; is_alternative && i < count; i++)
		if (is_plain_text(gmime()->multipart_get_part(multipart, i)))
			read_child(p, multipart, i, alternative, depth);
	for (i = 0; i < count; i++)
		if (!is_alternative ||
		    !is_plain_text(gmime()->multipart_get_part(multipart, i)))
			read_child(p, multipart, i, alternative, depth);
	if (count == 0)
		read_undivided(p, object, alternative);
}

/* Return the offset of the first field in the lists of the message; the end of the text if it has
 * none. */
static size_t
first_field(const struct gmime_parser *p, GMimeMessage *message)
{
	GMimeObject *body = gmime()->message_get_mime_part(message);
	GMimeHeaderList *list[2] = {
		gmime()->object_get_header_list((GMimeObject *)message),
		body ? gmime()->object_get_header_list(body) : NULL };
	size_t first = p->len;
	int i;

	for (i = 0; i < 2; i++)
		if (list[i] && gmime()->header_list_get_count(list[i]) > 0) {
			size_t at = (size_t)gmime()->header_get_offset(
			    gmime()->header_list_get_header_at(list[i], 0));

			first = at < first ? at : first;
		}
	return first;
}

/* Return where the last field ends in the lists of the message. */
static size_t
end_of_fields(const struct gmime_parser *p, GMimeMessage *message)
{
	GMimeObject *body = gmime()->message_get_mime_part(message);
	size_t end = last_field_end(p, gmime()->object_get_header_list((GMimeObject *)message));
	size_t body_end = body ? last_field_end(p, gmime()->object_get_header_list(body)) : 0;

	return end > body_end ? end : body_end;
}

/* Read a message in the message. */
static void
read_inner_message(struct gmime_parser *p, GMimeMessage *message, unsigned depth)
{
	bool was_in_message = p->is_in_message;
	size_t outer_end = p->header_end, begin = first_field(p, message), body;

	p->header_end = end_of_fields(p, message);
	if (begin < p->len) {
		body = find_body(p, begin, p->header_end);
		body_structure_add_header(p->structure, p->path, (struct byte_range){ begin,
		    body < p->header_end ? body : p->header_end });
	}
	p->is_in_message = true;
	read_object(p, gmime()->message_get_mime_part(message), 0, depth + 1);
	p->is_in_message = was_in_message;
	p->header_end = outer_end;
}

static void
read_object(struct gmime_parser *p, GMimeObject *object, unsigned alternative,
    unsigned depth)
{
	if (object == NULL)
		return;
	if (depth > MAX_DEPTH) {
		body_structure_set_exceeded(p->structure, BOUND_DEPTH);
	} else if (is_a(object, gmime()->multipart_get_type())) {
		read_multipart(p, object, alternative, depth);
	} else if (is_a(object, gmime()->message_part_get_type())) {
		GMimeMessage *inner =
		    gmime()->message_part_get_message((GMimeMessagePart *)object);

		if (inner)
			read_inner_message(p, inner, depth);
	} else if (is_a(object, gmime()->part_get_type())) {
		read_part(p, object, alternative);
	}
}

/* ---- the header --- */

/* Return the value of a field at an offset of the message if there is a NUL after the part of it
 * that GMime returns; else that part. */
static urlgrep_span
whole_value(const struct gmime_parser *p, size_t offset, size_t name_len, const char *value)
{
	urlgrep_span part = { copy_string(p, value), strlen(value) };
	size_t begin = offset + name_len + 1;

	if (begin > p->len || part.len >= p->len - begin ||
	    memcmp(p->text + begin, value, part.len + 1) != 0)
		return part;
	return (urlgrep_span){ p->text + begin,
		header_field_end(p->text, p->len, begin) - begin };
}

static void
add_field(const struct gmime_parser *p, GMimeHeader *h)
{
	const char *name = gmime()->header_get_name(h);
	const char *value = gmime()->header_get_raw_value(h);
	struct header_field f = { .offset = (size_t)gmime()->header_get_offset(h) };

	if (value == NULL)
		return;
	f.name = (urlgrep_span){ copy_string(p, name), strlen(name) };
	f.value = whole_value(p, f.offset, f.name.len, value);
	body_structure_add_field(p->structure, &f);
}

/* GMime keeps the fields that describe the body in a list of their own. Add all in
 * the order of the message. */
static void
read_header(const struct gmime_parser *p, GMimeMessage *message)
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
		add_field(p, h[first]);
		at[first]++;
	}
}

/* ---- the message --- */

/* Return the parsed message, or NULL if it has no header at all. The contents are not
 * copied: they borrow bytes. */
static GMimeMessage *
construct_message(GByteArray *bytes)
{
	GMimeStream *stream = gmime()->stream_mem_new_with_byte_array(bytes);
	GMimeParser *parser;
	GMimeMessage *message;

	gmime()->stream_mem_set_owner((GMimeStreamMem *)stream, FALSE);
	parser = gmime()->parser_new_with_stream(stream);
	message = gmime()->parser_construct_message(parser, NULL);
	gmime()->object_unref(parser);
	gmime()->object_unref(stream);
	return message;
}

urlgrep_status
mime_gmime_parse(struct body_structure *s, const char *text, size_t len)
{
	struct gmime_parser p = { .structure = s, .text = text, .len = len };
	GByteArray bytes = { (guint8 *)text, (guint)len };
	GMimeMessage *message = construct_message(&bytes);

	if (message) {
		read_header(&p, message);
		read_object(&p, gmime()->message_get_mime_part(message), 0, 0);
		gmime()->object_unref(message);
	} else {
		body_structure_add_part(s, &(struct body_part){
		    .path = body_structure_path(s, ""), .source = { 0, len } });
	}
	return body_structure_has_failed(s) ? URLGREP_NOMEM : URLGREP_OK;
}
