/* mime_simple.c - the body structure of a message that leaves nothing to interpret
 *
 * Simple is a message whose header is a sequence of fields and a blank line, with at
 * most one Content-Type, in the plainest form that RFC 2045 allows, and whose
 * boundaries are all in place, but for closing ones. 99 % of mail is so. The rest is
 * left to GMime, which takes much longer: to read 3,200 messages of a mailing list
 * (30 MB) takes 2.4 s with GMime and 0.09 s with this parser. tests/unit/mail/test_message.c
 * holds the two to the same result. */
#include "mail/mime_simple.h"

#include <string.h>

#include "mail/header.h"
#include "mail/media_type.h"
#include "util/ascii.h"

/* Bounds. A message that exceeds one is not simple. */
enum {
	MAX_DEPTH = 16, /* of multiparts and messages in each other */
	MAX_MULTIPART_PARTS = 64,
	MAX_PATH_BYTES = MAX_DEPTH * 3 + 8 /* two digits and a dot for each level */
};

/* Those that matter, of a Content-Type or Content-Disposition. */
struct parameters {
	urlgrep_span boundary, charset, format, delsp, name, filename;
};

/* A header and its body: a message, or a part of a multipart (RFC 2045, 2.4). */
struct simple_entity {
	struct byte_range body;
	bool has_type; /* there is a Content-Type */
	urlgrep_span type, subtype;
	struct parameters parameters;
	bool has_encoding; /* there is a Content-Transfer-Encoding */
	enum transfer_encoding encoding;
	urlgrep_span disposition; /* the value of Content-Disposition */
	bool has_dispositions;    /* there is more than one */
};

struct simple_parser {
	struct body_structure *structure;
	const char *text;
};

static bool
span_is(urlgrep_span s, const char *word)
{
	return ascii_is_word(s.text, s.len, word);
}

/* ---- fields that describe the body --- */

static void
advance(urlgrep_span *s, size_t count)
{
	s->text += count;
	s->len -= count;
}

static void
skip_space(urlgrep_span *s)
{
	while (s->len > 0 && header_is_space(*s->text))
		advance(s, 1);
}

static bool
is_token_character(char c)
{
	return ascii_is(c, ASCII_ALPHA | ASCII_DIGIT) ||
	    (c > ' ' && c < 0x7F && !strchr("()<>@,;:\\\"/[]?=", c));
}

/* Return the token at the beginning of s (RFC 2045, 5.1), and skip it. */
static urlgrep_span
take_token(urlgrep_span *s)
{
	urlgrep_span token = { s->text, 0 };

	while (token.len < s->len && is_token_character(token.text[token.len]))
		token.len++;
	advance(s, token.len);
	return token;
}

/* Skip white space, and then c if it is next: return whether it was. */
static bool
take_char(urlgrep_span *s, char c)
{
	skip_space(s);
	if (s->len == 0 || *s->text != c)
		return false;
	advance(s, 1);
	return true;
}

/* Set *value to the rest of a quoted string, and skip it. Returns false if it is not
 * on one line, not US-ASCII, or holds escapes or an encoded word. */
static bool
take_quoted(urlgrep_span *s, urlgrep_span *value)
{
	const char *end = memchr(s->text, '"', s->len);

	if (end == NULL)
		return false;
	*value = (urlgrep_span){ s->text, (size_t)(end - s->text) };
	if (ascii_quotable(value->text, value->len) < value->len)
		return false;
	advance(s, value->len + 1);
	return !memmem(value->text, value->len, "=?", 2);
}

/* Return where the value of a parameter belongs; NULL if it does not matter. */
static urlgrep_span *
find_parameter(struct parameters *p, urlgrep_span name)
{
	return span_is(name, "boundary") ? &p->boundary :
	    span_is(name, "charset")     ? &p->charset :
	    span_is(name, "format")      ? &p->format :
	    span_is(name, "delsp")       ? &p->delsp :
	    span_is(name, "filename")    ? &p->filename :
	    span_is(name, "name")        ? &p->name : NULL;
}

/* Read "name=value" at the beginning of s. Returns false if it is not simple: an empty value
 * is so only if it does not matter, or as in name="", which some programs add to images. */
static bool
read_parameter(struct parameters *p, urlgrep_span *s)
{
	urlgrep_span name, value, *parameter;
	bool is_quoted;

	skip_space(s);
	name = take_token(s);
	if (name.len == 0 || memchr(name.text, '*', name.len) ||
	    !take_char(s, '='))
		return false;
	skip_space(s);
	is_quoted = take_char(s, '"');
	if (!is_quoted)
		value = take_token(s);
	else if (!take_quoted(s, &value))
		return false;
	parameter = find_parameter(p, name);
	if (value.len == 0 && !(is_quoted && parameter == &p->name))
		return parameter == NULL;
	if (parameter) {
		if (parameter->text)
			return false; /* given twice */
		*parameter = value;
	}
	return true;
}

/* Read "; name=value..." up to the end of s. Returns false if it is not simple. */
static bool
read_parameters(struct parameters *p, urlgrep_span *s)
{
	while (take_char(s, ';')) {
		skip_space(s);
		if (s->len > 0 && !read_parameter(p, s))
			return false;
	}
	return s->len == 0;
}

/* Read "type/subtype; name=value...", or "text" alone, which is older than MIME
 * (RFC 1049). Returns false if it is not simple. */
static bool
read_type(struct simple_entity *e, urlgrep_span s)
{
	if (e->has_type)
		return false;
	e->has_type = true;
	skip_space(&s);
	e->type = take_token(&s);
	if (span_is(e->type, "text") && (skip_space(&s), s.len == 0))
		return true;
	if (e->type.len == 0 || s.len == 0 || *s.text != '/')
		return false;
	advance(&s, 1);
	e->subtype = take_token(&s);
	return e->subtype.len > 0 && read_parameters(&e->parameters, &s);
}

/* Read the value of a Content-Transfer-Encoding. Returns false if it is not simple. */
static bool
read_encoding(struct simple_entity *e, urlgrep_span s)
{
	enum transfer_encoding encoding;
	urlgrep_span token;

	if (e->has_encoding)
		return false;
	e->has_encoding = true;
	skip_space(&s);
	token = take_token(&s);
	skip_space(&s);
	for (encoding = TRANSFER_7BIT; encoding <= TRANSFER_BASE64; encoding++)
		if (span_is(token, transfer_encoding_name(encoding))) {
			e->encoding = encoding;
			return s.len == 0;
		}
	return false;
}

/* Set *name to the file name of the entity (RFC 2183, 2.3), which Content-Type may also have.
 * Returns false if the fields are not simple. */
static bool
find_file_name(const struct simple_entity *e, urlgrep_span *name)
{
	struct parameters of_disposition = { .filename.len = 0 };
	urlgrep_span s = e->disposition;

	skip_space(&s);
	if (e->has_dispositions || (s.len > 0 && take_token(&s).len == 0) ||
	    !read_parameters(&of_disposition, &s))
		return false;
	*name = of_disposition.filename.len ? of_disposition.filename : e->parameters.name;
	return true;
}

/* ---- a header --- */

/* Return where the line after the one at begins; end if there is none. */
static size_t
next_line(const struct simple_parser *p, size_t at, size_t end)
{
	const char *feed = memchr(p->text + at, '\n', end - at);

	return feed ? (size_t)(feed - p->text) + 1 : end;
}

/* Return the length of the blank line at `at`; 0 if it is not blank. */
static size_t
blank_line_length(const struct simple_parser *p, size_t at, size_t end)
{
	if (p->text[at] == '\n')
		return 1;
	return end - at >= 2 && p->text[at] == '\r' && p->text[at + 1] == '\n' ? 2 : 0;
}

/* Note what the field at..end says of the body. Returns false if it is not simple. */
static bool
read_field(const struct simple_parser *p, struct simple_entity *e, size_t at,
    size_t name_len, size_t end)
{
	urlgrep_span name = { p->text + at, name_len };
	urlgrep_span value = { name.text + name_len + 1, end - at - name_len - 1 };

	if (*name.text != 'C' && *name.text != 'c')
		return true;
	if (span_is(name, "Content-Type"))
		return read_type(e, value);
	if (span_is(name, "Content-Transfer-Encoding"))
		return read_encoding(e, value);
	if (span_is(name, "Content-Disposition")) {
		e->has_dispositions = e->disposition.text != NULL;
		e->disposition = value;
	}
	return true;
}

static void
add_field(const struct simple_parser *p, size_t at, size_t name_len, size_t end)
{
	const char *name = p->text + at;

	body_structure_add_field(p->structure, &(struct header_field){
	    .name = { name, name_len },
	    .value = { name + name_len + 1, end - at - name_len - 1 },
	    .offset = at });
}

/* Read the header of the entity at..end into *e and, if it is the message's own, add
 * its fields to the structure. Returns false if it is not simple. */
static bool
read_header(const struct simple_parser *p, size_t at, size_t end, bool is_message,
    struct simple_entity *e)
{
	size_t begin = at;

	*e = (struct simple_entity){ .encoding = TRANSFER_7BIT };
	while (at < end) {
		size_t name_len;
		size_t next = at + header_field_length(p->text + at, end - at, &name_len);

		if (name_len == 0) {
			next = at + blank_line_length(p, at, end);
			e->body = (struct byte_range){ next, end };
			return next > at && at > begin &&
			    !memchr(p->text + begin, '\0', at - begin);
		}
		if (!read_field(p, e, at, name_len, next))
			return false;
		if (is_message)
			add_field(p, at, name_len, next);
		at = next;
	}
	return false;
}

/* ---- a body --- */

static bool read_body(const struct simple_parser *p, const struct simple_entity *e,
    const char *path, unsigned alternative, unsigned depth);

static bool
is_multipart(const struct simple_entity *e)
{
	return e->has_type && span_is(e->type, "multipart");
}

static bool
is_plain_text(const struct simple_entity *e)
{
	return !e->has_type ||
	    media_type_is_plain_text(&(struct media_type){ e->type, e->subtype,
	        { NULL, 0 } });
}

/* Set what the part holds, and how it is used. Returns false if that is not simple. The file
 * name of a text or image does not matter. */
static bool
find_use(const struct simple_entity *e, struct body_part *part, enum media_use *use)
{
	struct media_type t = { e->type, e->subtype, { NULL, 0 } };

	*use = MEDIA_READ;
	if (!e->has_type)
		return true;
	if (span_is(e->type, "application") && !find_file_name(e, &t.file_name))
		return false;
	*use = media_type_use(&t, part);
	return true;
}

static void
describe_text(const struct simple_parser *p, const struct simple_entity *e, struct body_part *part)
{
	const struct parameters *of_type = &e->parameters;

	part->is_flowed = !part->is_html && span_is(of_type->format, "flowed");
	part->has_delsp = part->is_flowed && span_is(of_type->delsp, "yes");
	if (of_type->charset.text)
		part->charset = body_structure_copy(p->structure, of_type->charset.text,
		    of_type->charset.len);
}

/* Add a part that is neither a multipart nor a message, if it is read. Returns false if it is
 * not simple. */
static bool
add_part(const struct simple_parser *p, const struct simple_entity *e, const char *path,
    unsigned alternative)
{
	struct body_part part = { .source = e->body, .encoding = e->encoding,
		.alternative = alternative };
	enum media_use use;

	if (!find_use(e, &part, &use))
		return false;
	if (use == MEDIA_UNREAD)
		body_structure_note_unread(p->structure, e->type, e->subtype, path);
	if (use != MEDIA_READ)
		return true;
	part.path = body_structure_path(p->structure, path);
	if (part.content == BODY_TEXT)
		describe_text(p, e, &part);
	else
		part.type = body_structure_type(p->structure, e->type, e->subtype);
	body_structure_add_part(p->structure, &part);
	return true;
}

/* ---- multipart (RFC 2046, 5.1) --- */

/* The parts between the boundaries, each without the line break before the next one. Where no
 * closing boundary is, as in much spam, the last part ends with the multipart. */
struct multipart {
	struct simple_entity parts[MAX_MULTIPART_PARTS];
	size_t count;
};

/* A line that is a boundary, or the end of a multipart that has no further one. */
struct boundary_line {
	size_t begin, next; /* offsets of the line, and of the one after it */
	bool is_closing;
	bool is_missing; /* it is the end */
};

/* Return true if the line that begins at `at` begins with the boundary of e. */
static bool
is_at_boundary(const struct simple_parser *p, const struct simple_entity *e, size_t at)
{
	urlgrep_span boundary = e->parameters.boundary;

	return e->body.end - at >= boundary.len + 2 && memcmp(p->text + at, "--", 2) == 0 &&
	    memcmp(p->text + at + 2, boundary.text, boundary.len) == 0;
}

/* Read the boundary line at `at`. Returns false if it only begins like one, as the boundary of a
 * multipart in e may. */
static bool
read_boundary(const struct simple_parser *p, const struct simple_entity *e, size_t at,
    struct boundary_line *line)
{
	size_t end = e->body.end, rest = at + 2 + e->parameters.boundary.len;

	*line = (struct boundary_line){ .begin = at, .next = next_line(p, at, end),
		.is_closing = end - rest >= 2 && memcmp(p->text + rest, "--", 2) == 0 };
	if (line->is_closing)
		rest += 2;
	while (rest < line->next && header_is_space(p->text[rest]))
		rest++;
	return rest == line->next;
}

/* Return the first boundary line of e at or after at, where a line begins, or the end. */
static struct boundary_line
find_boundary(const struct simple_parser *p, const struct simple_entity *e, size_t at)
{
	size_t end = e->body.end;
	struct boundary_line line;

	for (; at < end; at += ascii_pair(p->text + at, end - at, '\n', '-') + 1)
		if (is_at_boundary(p, e, at) && read_boundary(p, e, at, &line))
			return line;
	return (struct boundary_line){ end, end, .is_closing = true, .is_missing = true };
}

/* Add the part between begin and the boundary. Returns false if it is not simple. */
static bool
read_part(const struct simple_parser *p, struct multipart *m, size_t begin,
    const struct boundary_line *boundary)
{
	size_t end = boundary->begin;

	if (!boundary->is_missing && end > begin && p->text[end - 1] == '\n')
		end--;
	if (!boundary->is_missing && end > begin && p->text[end - 1] == '\r')
		end--;
	return m->count < MAX_MULTIPART_PARTS &&
	    read_header(p, begin, end, false, &m->parts[m->count++]);
}

/* Divide the multipart e into its parts. Returns false if it is not simple. */
static bool
split_multipart(const struct simple_parser *p, const struct simple_entity *e,
    struct multipart *m)
{
	struct boundary_line line = find_boundary(p, e, e->body.begin);

	m->count = 0;
	if (line.is_closing)
		return false;
	do {
		size_t begin = line.next;

		line = find_boundary(p, e, begin);
		if (!read_part(p, m, begin, &line))
			return false;
	} while (!line.is_closing);
	return memmem(p->text + line.next, e->body.end - line.next, e->parameters.boundary.text,
	    e->parameters.boundary.len) == NULL;
}

/* Write the path of part `number`, which has at most two digits, of the multipart at path.
 * (With snprintf, mail that is mostly HTML takes 1.4 % more instructions.) */
static void
write_part_path(char part_path[MAX_PATH_BYTES], const char *path, unsigned number)
{
	size_t len = strlen(path);

	memcpy(part_path, path, len);
	if (len > 0)
		part_path[len++] = '.';
	if (number >= 10)
		part_path[len++] = (char)('0' + number / 10);
	part_path[len++] = (char)('0' + number % 10);
	part_path[len] = '\0';
}

/* Read the parts that are plain text, or the others, or both. */
static bool
read_parts(const struct simple_parser *p, const struct multipart *m, const char *path,
    unsigned alternative, unsigned depth, bool wants_plain, bool wants_others)
{
	unsigned i;

	for (i = 0; i < m->count; i++) {
		char part_path[MAX_PATH_BYTES];

		if (is_plain_text(&m->parts[i]) ? !wants_plain : !wants_others)
			continue;
		write_part_path(part_path, path, i + 1);
		if (!read_body(p, &m->parts[i], part_path, alternative, depth + 1))
			return false;
	}
	return true;
}

/* Of alternatives, plain text comes first, as in mime_gmime_parse. */
static bool
read_multipart(const struct simple_parser *p, const struct simple_entity *e, const char *path,
    unsigned alternative, unsigned depth)
{
	urlgrep_span boundary = e->parameters.boundary;
	struct multipart m;

	if (span_is(e->subtype, "encrypted"))
		body_structure_note_unread(p->structure, e->type, e->subtype, path);
	if (boundary.len == 0 || !transfer_encoding_is_identity(e->encoding) ||
	    depth > MAX_DEPTH || boundary.text[boundary.len - 1] == ' ' ||
	    span_is(e->subtype, "digest") || !split_multipart(p, e, &m))
		return false;
	if (!span_is(e->subtype, "alternative"))
		return read_parts(p, &m, path, alternative, depth, true, true);
	alternative = body_structure_new_alternative(p->structure);
	return read_parts(p, &m, path, alternative, depth, true, false) &&
	    read_parts(p, &m, path, alternative, depth, false, true);
}

/* A message in a message (RFC 2046, 5.2.1). */
static bool
read_message_part(const struct simple_parser *p, const struct simple_entity *e,
    const char *path, unsigned depth)
{
	struct simple_entity inner;

	if (!span_is(e->subtype, "rfc822") || !transfer_encoding_is_identity(e->encoding) ||
	    *path == '\0' || depth > MAX_DEPTH ||
	    !read_header(p, e->body.begin, e->body.end, false, &inner))
		return false;
	body_structure_add_header(p->structure, path,
	    (struct byte_range){ e->body.begin, inner.body.begin });
	return read_body(p, &inner, path, 0, depth + 1);
}

/* Add the texts of the entity. Returns false if it is not simple. */
static bool
read_body(const struct simple_parser *p, const struct simple_entity *e, const char *path,
    unsigned alternative, unsigned depth)
{
	if (is_multipart(e))
		return read_multipart(p, e, path, alternative, depth);
	if (e->has_type && span_is(e->type, "message"))
		return read_message_part(p, e, path, depth);
	return add_part(p, e, path, alternative);
}

urlgrep_status
mime_simple_parse(struct body_structure *s, const char *text, size_t len)
{
	struct simple_parser p = { s, text };
	struct simple_entity e;
	bool is_simple = read_header(&p, 0, len, true, &e) &&
	    read_body(&p, &e, "", 0, 0);

	if (body_structure_has_failed(s))
		return URLGREP_NOMEM;
	if (is_simple)
		return URLGREP_OK;
	body_structure_clear(s);
	return URLGREP_INVALID;
}
