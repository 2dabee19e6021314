/* mime.c - the structure of a message: its header fields and the parts of its body, with their
 * offsets and encodings (RFC 5322, 2045, 2046)
 *
 * The parser accepts any message, however malformed, as most mail programs do. A header may contain
 * lines that are not fields, and may lack the blank line at its end; parameters may be malformed; a
 * multipart may lack its boundaries, or the closing one. Tests compare the parser with others. */
#include <string.h>

#include "input/input.h"
#include "mail/message_private.h"
#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_DEPTH = 100, /* of nested multiparts and messages */
	MAX_JUNK_BYTES = 64 * 1024, /* between the fields of a header */
	MAX_VALUE_BYTES = 64 * 1024 /* of a parameter in sections (RFC 2231) */
};

/* The parameters in use, of a Content-Type or Content-Disposition field. */
struct parameters {
	urlgrep_span boundary, charset, format, delsp, name, filename;
	char *joined; /* the value that was joined from sections last; NULL: none */
};

/* A header and its body: a message, or a part of a multipart (RFC 2045, 2.4). */
struct mime_entity {
	struct mime_entity *next; /* in the multipart */
	const char *path; /* "1.2"; NULL: the message being read */
	unsigned depth;       /* in multiparts and messages */
	unsigned alternative; /* see struct message_text */
	struct byte_range body;
	bool has_fields, has_content_fields, has_type, has_encoding;
	bool has_preamble; /* a reader may show the text before the first boundary */
	struct media_type type; /* of length 0: not given, or malformed */
	struct parameters parameters;
	enum transfer_encoding encoding;
	urlgrep_span disposition; /* the value of Content-Disposition */
	urlgrep_span base;        /* the value of Content-Base, or else of Content-Location */
};

struct mime_parser {
	struct message *message;
	const struct entity *entity;
	const char *text; /* of the entity */
	size_t part_count; /* in multiparts */
};

/* ---- the content of a part, by its media type and file name (RFC 2045, 5; RFC 2183, 2.3) --- */

/* Subtypes of "message" that are messages (RFC 2046, 5.2.1; RFC 6532, 3.7). Others, such as
 * message/delivery-status, are text. */
static const char messages[] = "rfc822 global news rfc2822";

/* Subtypes of "text" that are HTML, including those of AMP for Email and of the Apple Watch. */
static const char pages[] = "html x-amp-html watch-html";

/* The kinds of content that are read, or would be worth reading: the subtypes of "text" and
 * "message", those of "application", and kinds of files, as a set of enum file_content. */
static const struct media_row {
	enum body_content content;
	bool is_html;
	unsigned flags;
	const char *texts, *applications;
	unsigned files;
} rows[] = {
	{ BODY_TEXT, .texts = "plain",
	    .applications = "ecmascript javascript pgp sql txt x-csh x-diff x-httpd-php x-javascript "
	    "x-latex x-patch x-perl x-php x-python x-ruby x-sh x-shellscript x-tcl x-tex x-texinfo "
	    "x-troff x-troff-man x-yaml xml-dtd yaml",
	    .files = 1u << FILE_TEXT },
	{ BODY_TEXT, .flags = URLGREP_JOIN_NEVER, .texts = "tab-separated-values",
	    .applications = "json x-json", .files = 1u << FILE_RECORDS },
	{ BODY_TEXT, .flags = URLGREP_JOIN_NEVER | URLGREP_COMMA_ENDS, .texts = "csv",
	    .applications = "", .files = 1u << FILE_COMMAS },
	{ BODY_TEXT, .is_html = true, .texts = pages,
	    .applications = "html x-html xhtml+xml",
	    .files = 1u << FILE_HTML },
	{ BODY_TEXT, .flags = URLGREP_XML, .texts = "xml", .applications = "xml",
	    .files = 1u << FILE_XML },
	/* RFC 5545, 3.1; RFC 6350, 3.2: unfolded lines need no joining; calendars may have HTML */
	{ BODY_FOLDED, .flags = URLGREP_JOIN_NEVER | URLGREP_XML,
	    .texts = "calendar vcard x-vcard x-vcalendar directory", .applications = "ics",
	    .files = 1u << FILE_FOLDED },
	{ BODY_RTF, .texts = "rtf", .applications = "rtf x-rtf",
	    .files = 1u << FILE_RTF },
	{ BODY_MESSAGE, .texts = messages, .applications = "",
	    .files = 1u << FILE_MESSAGE },
	{ BODY_TNEF, .texts = "", .applications = "ms-tnef vnd.ms-tnef" },
	{ BODY_SMIME, .texts = "", .applications = "pkcs7-mime x-pkcs7-mime",
	    .files = 1u << FILE_SMIME },
	{ BODY_OUTLOOK, .texts = "", .applications = "vnd.ms-outlook",
	    .files = 1u << FILE_OUTLOOK },
	{ BODY_UNREAD, .texts = "", .applications = "mbox", .files = 1u << FILE_MAILBOX }
};

/* Subtypes of "application" that are never text, whatever the name of the file. */
static const char binaries[] = "gzip java-archive pdf pgp-encrypted pgp-signature pkcs7-signature "
    "x-gzip x-pkcs7-signature x-tar x-zip-compressed zip";

/* The following functions return a row, or NULL. */
static const struct media_row *
row_of_text(const struct media_type *t)
{
	bool is_message = span_is(t->type, "message");
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (word_list_has(rows[i].texts, t->subtype.text, t->subtype.len) &&
		    is_message == (rows[i].content == BODY_MESSAGE))
			return &rows[i];
	return &rows[0];
}

static const struct media_row *
row_of_application(urlgrep_span subtype)
{
	const char *plus = subtype.len > 0 ? memrchr(subtype.text, '+', subtype.len) : NULL;
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (word_list_has(rows[i].applications, subtype.text, subtype.len))
			return &rows[i];
	if (plus == NULL || plus == subtype.text)
		return NULL;
	header_advance(&subtype, (size_t)(plus + 1 - subtype.text)); /* "atom+xml" (RFC 6839) */
	return row_of_application(subtype);
}

/* Ignore dots and blanks at the end of a name, as Windows does. */
static const struct media_row *
row_of_file(urlgrep_span name)
{
	size_t i;
	unsigned file;

	while (name.len > 0 && ascii_is_one_of(name.text[name.len - 1], ". "))
		name.len--;
	if (span_is(name, "winmail.dat"))
		return row_of_application((urlgrep_span){ "ms-tnef", 7 });
	/* there must be something before the ending */
	file = name.len > 0 ? 1u << file_name_content(name.text + 1, name.len - 1) : 0;
	for (i = 0; i < COUNT(rows); i++)
		if (rows[i].files & file)
			return &rows[i];
	return NULL;
}

void
media_type_use(const struct media_type *t, struct body_part *p)
{
	bool is_application = span_is(t->type, "application");
	const struct media_row *row = NULL;
	size_t i;

	if (span_is(t->type, "text") || span_is(t->type, "message"))
		row = row_of_text(t);
	else if (is_application || span_is(t->subtype, "svg+xml"))
		row = row_of_application(t->subtype);
	if (t->type.len == 0 || (is_application &&
	        !word_list_has(binaries, t->subtype.text, t->subtype.len)))
		for (i = 0; row == NULL && i < COUNT(t->file_names); i++)
			row = row_of_file(t->file_names[i]);
	p->content = row ? row->content : BODY_BINARY;
	p->text.is_html = row && row->is_html;
	p->text.flags = row ? row->flags : 0;
}

struct media_type
media_type_of(const char *string)
{
	size_t end = strcspn(string, "; "), len = strcspn(string, "/; ");
	struct media_type t = { .type = { string, len } };

	len += len < end;
	t.subtype = (urlgrep_span){ string + len, end - len };
	return t;
}

const char *
media_type_name(struct message *m, const struct media_type *t)
{
	return message_format(m, "%.*s/%.*s", (int)t->type.len, t->type.text,
	    (int)t->subtype.len, t->subtype.text);
}

/* ---- fields that describe the body --- */

/* Return the token at the beginning of s, and skip it. */
static urlgrep_span
take_token(urlgrep_span *s)
{
	urlgrep_span token = { s->text, 0 };

	while (token.len < s->len && ascii_is(token.text[token.len], ASCII_TOKEN))
		token.len++;
	header_advance(s, token.len);
	return token;
}

/* Skip the rest of a quoted string, which may be unterminated, and return its value. Line breaks
 * and the backslashes of escapes are removed in a copy. */
static urlgrep_span
take_quoted(const struct mime_parser *p, urlgrep_span *s)
{
	urlgrep_span value = { s->text, ascii_span(s->text, s->len, ASCII_QUOTABLE) };
	bool is_plain = value.len == s->len || s->text[value.len] == '"';
	size_t len = 0, i;
	char *copy;

	while (value.len < s->len && s->text[value.len] != '"')
		value.len += s->text[value.len] == '\\' && s->len - value.len > 1 ? 2 : 1;
	header_advance(s, value.len);
	header_take_char(s, '"');
	copy = is_plain ? NULL : message_copy_text(p->message, value.text, value.len);
	if (copy == NULL)
		return value;
	for (i = 0; i < value.len; i++) {
		if (copy[i] == '\\' && i + 1 < value.len)
			copy[len++] = copy[++i];
		else if (!ascii_is(copy[i], ASCII_BREAK))
			copy[len++] = copy[i];
	}
	return (urlgrep_span){ copy, len };
}

/* Skip a value up to the next semicolon, and return it. Only file names may contain white space or
 * parentheses. */
static urlgrep_span
take_unquoted(urlgrep_span *s, bool is_name)
{
	const char *end = memchr(s->text, ';', s->len);
	urlgrep_span value = { s->text, end ? (size_t)(end - s->text) : s->len };
	size_t i;

	header_advance(s, value.len);
	for (i = 0; !is_name && i < value.len; i++)
		if (header_is_space(value.text[i]) || value.text[i] == '(')
			value.len = i;
	while (value.len > 0 && header_is_space(value.text[value.len - 1]))
		value.len--;
	return value;
}

/* Return the variable for the value of a parameter; NULL if the parameter is ignored. */
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

/* Append a section of a parameter (RFC 2231, 3) to the sections before it. If it is extended (RFC
 * 2231, 4), undo its escapes; in the first section, remove the charset and language. `rest` is the
 * length of the field after the section: there is room for all of it, since a copy for each section
 * would take memory in proportion to the square of their number. */
static void
append_section(const struct mime_parser *p, struct parameters *all, urlgrep_span *parameter,
    urlgrep_span value, bool is_extended, size_t rest)
{
	bool is_first = parameter->text == NULL;
	const char *mark = is_first && is_extended ? memchr(value.text, '\'', value.len) : NULL;
	size_t room = value.len + rest < MAX_VALUE_BYTES ? value.len + rest : MAX_VALUE_BYTES, i = 0;

	mark = mark ? memchr(mark + 1, '\'', value.len - (size_t)(mark + 1 - value.text)) : NULL;
	if (mark)
		header_advance(&value, (size_t)(mark + 1 - value.text));
	if (parameter->len + value.len > MAX_VALUE_BYTES)
		return;
	if (is_first)
		parameter->text = all->joined = message_allocate(p->message, room + 1);
	if (parameter->text != all->joined || all->joined == NULL)
		return;
	while (i < value.len) {
		char *to = &all->joined[parameter->len++];

		*to = value.text[i];
		i += is_extended && ascii_read_escape(value.text + i, value.len - i, '%', to) ? 3 : 1;
	}
}

/* Read "name=value" at the beginning of s, or skip other text up to the next semicolon. If a name
 * occurs several times, the first value counts: many programs write filename="a"; filename*=''a. A
 * boundary may be empty. */
static void
read_parameter(const struct mime_parser *p, struct parameters *all, urlgrep_span *s)
{
	urlgrep_span name = take_token(s), base = name, value, *parameter;
	const char *star = memchr(name.text, '*', name.len);

	if (name.len == 0 || !header_take_char(s, '=')) {
		take_unquoted(s, true);
		return;
	}
	if (star)
		base.len = (size_t)(star - name.text);
	parameter = find_parameter(all, base);
	value = header_take_char(s, '"') ? take_quoted(p, s) :
	    take_unquoted(s, parameter == &all->name || parameter == &all->filename);
	while (parameter == &all->boundary && value.len > 0 && value.text[value.len - 1] == ' ')
		value.len--; /* a boundary line may end with blanks, too */
	if (parameter == NULL || (value.len == 0 && parameter != &all->name &&
	    parameter != &all->boundary))
		return;
	if (star && (parameter->text == NULL || (star[1] >= '1' && star[1] <= '9')))
		append_section(p, all, parameter, value, name.text[name.len - 1] == '*', s->len);
	else if (parameter->text == NULL)
		*parameter = value;
}

/* Read "; name=value..." up to the end of s. Semicolons may be missing. */
static void
read_parameters(const struct mime_parser *p, struct parameters *all, urlgrep_span s)
{
	for (;;) {
		while (header_take_char(&s, ';'))
			;
		if (s.len == 0)
			return;
		read_parameter(p, all, &s);
	}
}

/* Rank the type by how much would be lost if the part were read as another type. */
static unsigned
type_rank(const struct media_type *t)
{
	return span_is(t->type, "multipart") ? 3 : span_is(t->subtype, "html") ? 2 :
	    span_is(t->type, "text") || span_is(t->type, "message");
}

/* Read "type/subtype; name=value...", or "text" alone, which is older than MIME (RFC 1049). The
 * last of several types counts, but a multipart takes precedence over HTML, HTML over text, and
 * text over others: readers differ, and one of them shows text that another hides. */
static void
read_type(const struct mime_parser *p, struct mime_entity *e, urlgrep_span s)
{
	struct media_type t = { .subtype.len = 0 };

	header_skip_space(&s);
	t.type = take_token(&s);
	if (header_take_char(&s, '/')) {
		header_skip_space(&s);
		t.subtype = take_token(&s);
	}
	e->has_preamble = e->has_type; /* readers that use the other type show it */
	if (e->has_type && type_rank(&t) < type_rank(&e->type))
		return;
	e->has_type = true;
	e->parameters = (struct parameters){ .name.len = 0 };
	t.type.len = t.subtype.len > 0 ? t.type.len : 0;
	e->type = t;
	read_parameters(p, &e->parameters, s);
}

/* If there are several encodings, use the first one that changes bytes; plain text in a part that
 * should be encoded is found anyway. */
static void
read_encoding(struct mime_entity *e, urlgrep_span s)
{
	enum transfer_encoding encoding;

	header_take_char(&s, '"');
	encoding = transfer_encoding_of(take_token(&s));
	if (!e->has_encoding || (transfer_encoding_is_identity(e->encoding) &&
	        !transfer_encoding_is_identity(encoding)))
		e->encoding = encoding;
	e->has_encoding = true;
}

/* ---- a header --- */

/* Return the offset of the next line, or end. */
static size_t
next_line(const struct mime_parser *p, size_t at, size_t end)
{
	return at + ascii_line(p->text + at, end - at);
}

/* If the name of the field begins with "Content-", store the properties of the body that it
 * declares. Else return false. */
static bool
read_field(const struct mime_parser *p, struct mime_entity *e, const struct header_field *f)
{
	static const char prefix[] = "Content-";
	const size_t len = sizeof(prefix) - 1;
	urlgrep_span name = f->name;

	if (ascii_lower(*name.text) != 'c' || name.len <= len || !ascii_equal(name.text, prefix, len))
		return false;
	header_advance(&name, len);
	e->has_content_fields = true;
	if (span_is(name, "Type"))
		read_type(p, e, f->value);
	else if (span_is(name, "Transfer-Encoding"))
		read_encoding(e, f->value);
	else if (span_is(name, "Disposition") && e->disposition.text == NULL)
		e->disposition = f->value;
	else if (span_is(name, "Base") || (span_is(name, "Location") && e->base.text == NULL))
		e->base = f->value;
	return true;
}

/* Return true if the line at `at` begins with the boundary of e. */
static bool
is_at_boundary(const struct mime_parser *p, const struct mime_entity *e, size_t at, size_t end)
{
	urlgrep_span boundary = e->parameters.boundary;

	return boundary.text && end - at >= boundary.len + 2 &&
	    memcmp(p->text + at, "--", 2) == 0 &&
	    memcmp(p->text + at + 2, boundary.text, boundary.len) == 0;
}

/* Return the offset of the first line after `at`, but before an empty line, that is a field found
 * only in headers. Return `at` if there is none. */
static size_t
find_telling_field(const struct mime_parser *p, size_t at, size_t end)
{
	size_t line = at;

	if (end - at > MAX_JUNK_BYTES)
		end = at + MAX_JUNK_BYTES;
	while ((line = next_line(p, line, end)) < end &&
	    header_empty_line_length(p->text + line, end - line) == 0) {
		urlgrep_span name = { p->text + line, 0 };

		name.len = header_name_length(name.text, end - line);
		if (header_name_points(name.text, name.len) > 1 || span_is(name, "Content-Type"))
			return line;
	}
	return at;
}

/* Read the line at `at` of a header, which is not a field. Return true if the body begins: after an
 * empty line; at a boundary; or at a line with a URL or the first of two lines that are not fields,
 * unless a field found only in headers follows. In that case, set *resumes to the offset of that
 * field: the lines before it are skipped. A single line before an empty line belongs to the body,
 * too, unless it is a "From " line. */
static bool
read_other_line(const struct mime_parser *p, struct mime_entity *e, size_t at, size_t end,
    size_t *resumes)
{
	const char *line = p->text + at;
	size_t empty = header_empty_line_length(line, end - at), len;
	bool is_first = e->body.begin == end;

	if (empty > 0) {
		e->body.begin = is_first ? at + empty : e->body.begin;
		return true;
	}
	if (is_at_boundary(p, e, at, end)) {
		e->body.begin = at;
		return true;
	}
	if (at < *resumes)
		return false;
	len = next_line(p, at, end) - at;
	if (!is_first || memmem(line, len, "://", 3)) {
		*resumes = e->has_fields ? find_telling_field(p, at, end) : at;
		if (*resumes == at && is_first)
			e->body.begin = at;
		return *resumes == at;
	}
	if (!text_begins_with(line, len, "From "))
		e->body.begin = at;
	return false;
}

/* Read the header of the entity at..end into *e. If is_message, add the fields to search; path is
 * that of the part with the message. As in a file, blank lines may precede the header of an attached
 * message. */
static void
read_header(const struct mime_parser *p, size_t at, size_t end, bool is_message, const char *path,
    struct mime_entity *e)
{
	const urlgrep_mail_options *options = &p->message->options;
	/* fields other than the subject */
	bool wants_others = is_message &&
	    (options->flags & URLGREP_HEADERS || options->header_count > 0);
	size_t begin = is_message && path ? header_find_begin(p->text + at, end - at) : 0;
	size_t resumes = 0; /* where fields continue after lines that are not fields */

	*e = (struct mime_entity){ .encoding = TRANSFER_7BIT, .body = { end, end } };
	at += begin < end - at ? begin : 0;
	while (at < end) {
		size_t skipped = wants_others ? 0 : header_skip_others(p->text + at, end - at), len;
		struct header_field field;

		at += skipped;
		len = header_read_field(p->text + at, end - at, &field);
		if (skipped > 0 || len > 0) {
			e->has_fields = true;
			e->body.begin = end; /* earlier lines are not in the body */
		}
		if (len > 0) {
			if ((!read_field(p, e, &field) || wants_others) && is_message)
				message_add_field(p->message, p->entity, path, &field);
			at += len;
		} else if (read_other_line(p, e, at, end, &resumes)) {
			return;
		} else {
			at = next_line(p, at, end);
		}
	}
}

/* ---- a body --- */

static void read_body(struct mime_parser *p, struct mime_entity *e);

/* Return the path that names the entity as a part. */
static const char *
path_of(const struct mime_entity *e)
{
	return e->path ? e->path : "1";
}

/* Return true for text that is neither HTML nor RTF, which is preferred among alternatives. */
static bool
is_plain_text(const struct mime_entity *e)
{
	urlgrep_span subtype = e->type.subtype;

	return e->type.type.len == 0 || (span_is(e->type.type, "text") &&
	    !word_list_has(pages, subtype.text, subtype.len) && !span_is(subtype, "rtf"));
}

/* Return the name of a file, in UTF-8. Most programs write encoded words in names, though RFC 2047,
 * 5 (3), forbids them in parameters. */
static urlgrep_span
decode_name(const struct mime_parser *p, urlgrep_span name)
{
	const char *word = name.len > 0 ? memmem(name.text, name.len, "=?", 2) : NULL;
	const char *decoded = word ? message_decode_value(p->message, name) : NULL;

	return decoded ? (urlgrep_span){ decoded, strlen(decoded) } : name;
}

/* Return the URL in the value, or NULL. Programs fold and encode long ones (RFC 2557, 4.4). */
static const char *
read_base(struct message *m, urlgrep_span value)
{
	bool is_plain = header_trim_if_plain(&value);
	char *base = message_decode_value(m, value), *from, *to = base;

	if (base && !is_plain)
		for (from = base; (*to = *from) != '\0'; from++)
			to += *from != ' ';
	return base;
}

static void
describe_text(const struct mime_parser *p, const struct mime_entity *e, struct body_part *part)
{
	const struct parameters *of_type = &e->parameters;
	struct message_text *t = &part->text;

	if (!t->is_html && span_is(of_type->format, "flowed"))
		t->flags |= URLGREP_FLOWED | (span_is(of_type->delsp, "yes") ? URLGREP_DELSP : 0);
	if (t->is_html && e->base.text)
		t->base = read_base(p->message, e->base);
	if (of_type->charset.len > 0)
		part->charset = message_copy_text(p->message, of_type->charset.text,
		    of_type->charset.len);
}

/* Add a part that is neither a multipart nor a message, if it is read. Without a type, it is text.
 * File names in Content-Disposition (RFC 2183, 2.3) or Content-Type count only for
 * "application". */
static void
add_part(const struct mime_parser *p, const struct mime_entity *e)
{
	struct body_part part = { .text = { .part = path_of(e), .encoding = e->encoding,
		.origin.source = e->body, .alternative = e->alternative } };
	urlgrep_span disposition = e->disposition;
	struct media_type type = e->type;

	if (span_is(type.type, "application")) {
		struct parameters of_disposition = { .filename.len = 0 };

		header_skip_space(&disposition);
		take_token(&disposition);
		read_parameters(p, &of_disposition, disposition);
		type.file_names[0] = decode_name(p, of_disposition.filename);
		type.file_names[1] = decode_name(p, e->parameters.name);
	}
	if (type.type.len > 0 && !(span_is(type.type, "text") && span_is(type.subtype, "plain")))
		media_type_use(&type, &part);
	if (part.content == BODY_BINARY)
		return;
	if (part.content <= BODY_FOLDED)
		describe_text(p, e, &part);
	else
		part.type = media_type_name(p->message, &e->type);
	message_add_part(p->message, p->entity, &part);
}

/* Return true for a message in a message (RFC 2046, 5.2.1) that can be read in place. An encoded
 * one, which MIME forbids, is decoded like other parts. */
static bool
is_message(const struct mime_entity *e)
{
	urlgrep_span subtype = e->type.subtype;

	return span_is(e->type.type, "message") && transfer_encoding_is_identity(e->encoding) &&
	    word_list_has(messages, subtype.text, subtype.len);
}

/* ---- multipart (RFC 2046, 5.1) --- */

/* A boundary line, or the end of a multipart that has no further boundary. */
struct boundary_line {
	size_t begin, next; /* offsets of this line and of the next one */
	bool is_closing, is_missing; /* is_missing: the end of the multipart */
};

/* Return the first boundary line of e at or after `at`, the beginning of a line, or the end. A line
 * may only begin like the boundary: the boundary of a multipart in e may be longer. */
static struct boundary_line
find_boundary(const struct mime_parser *p, const struct mime_entity *e, size_t at)
{
	size_t end = e->body.end;

	for (; at < end; at += ascii_pair(p->text + at, end - at, '\n', '-') + 1) {
		size_t rest = at + 2 + e->parameters.boundary.len, next;
		bool is_closing;

		if (!is_at_boundary(p, e, at, end))
			continue;
		next = next_line(p, at, end);
		is_closing = text_begins_with(p->text + rest, end - rest, "--");
		rest += is_closing ? 2 : 0;
		while (rest < next && header_is_space(p->text[rest]))
			rest++;
		if (rest == next)
			return (struct boundary_line){ at, next, .is_closing = is_closing };
	}
	return (struct boundary_line){ end, end, .is_closing = true, .is_missing = true };
}

/* Return the part between begin and the boundary. The line break before a boundary belongs to the
 * boundary. A part of a digest without a type is a message (RFC 2046, 5.1.5). */
static struct mime_entity *
read_part(struct mime_parser *p, size_t begin, const struct boundary_line *boundary,
    bool is_in_digest)
{
	struct mime_entity *part = message_allocate(p->message, sizeof(*part));
	size_t end = boundary->begin;

	if (part == NULL)
		return NULL;
	p->part_count++;
	if (!boundary->is_missing && end > begin && p->text[end - 1] == '\n')
		end--;
	while (!boundary->is_missing && end > begin && p->text[end - 1] == '\r')
		end--;
	read_header(p, begin, end, false, NULL, part);
	if (is_in_digest && !part->has_type)
		part->type = media_type_of("message/rfc822");
	return part;
}

/* Return a list of the parts of the multipart e. Without a closing boundary, as in much spam, the
 * last part ends with the multipart; so does the last part that MAX_PARTS allows. A boundary after
 * a closing one shows that an inner multipart has the same boundary: the text before that boundary
 * may belong to a multipart between them. */
static struct mime_entity *
split_multipart(struct mime_parser *p, const struct mime_entity *e)
{
	bool is_digest = span_is(e->type.subtype, "digest");
	struct mime_entity *parts = NULL, *last = NULL, *part;
	struct boundary_line line = find_boundary(p, e, e->body.begin), next;

	for (; !line.is_missing; line = next) {
		size_t at = line.next;

		next = find_boundary(p, e, at);
		while (line.is_closing && at < next.begin && header_is_space(p->text[at]))
			at++;
		if (line.is_closing && (next.is_closing || at == next.begin))
			continue;
		if (p->part_count == MAX_PARTS) {
			message_set_incomplete(p->message, BOUND_PARTS);
			if (last)
				last->body.end = e->body.end;
			break;
		}
		part = read_part(p, line.next, &next, is_digest);
		if (part == NULL)
			break;
		*(last ? &last->next : &parts) = part;
		last = part;
	}
	return parts;
}

/* Read the parts of a multipart that are plain text, or the others, or both. A multipart must not
 * be encoded (RFC 2045, 6.4); if it is, so are its parts that declare no encoding. */
static void
read_parts(struct mime_parser *p, const struct mime_entity *e, struct mime_entity *part,
    bool wants_plain, bool wants_others)
{
	size_t number;

	for (number = 1; part; part = part->next, number++) {
		if (!transfer_encoding_is_identity(e->encoding) && !part->has_encoding)
			part->encoding = e->encoding;
		if (wants_plain != wants_others && is_plain_text(part) != wants_plain)
			continue;
		part->path = message_part_path(p->message, e->path, number);
		part->depth = e->depth + 1;
		part->alternative = e->alternative;
		read_body(p, part);
	}
}

/* Add the text of the multipart e before its first boundary, or all its text. */
static void
add_preamble(struct mime_parser *p, const struct mime_entity *e)
{
	struct body_part part = { .text = { .part = path_of(e), .encoding = e->encoding,
		.origin.source = e->body, .alternative = e->alternative } };

	if (e->parameters.boundary.text)
		part.text.origin.source.end = find_boundary(p, e, e->body.begin).begin;
	if (transfer_encoding_is_identity(e->encoding)) {
		describe_text(p, e, &part);
	} else { /* the boundaries are encoded, too; a header follows the first */
		part.content = BODY_MESSAGE;
		part.type = media_type_name(p->message, &e->type);
	}
	message_add_part(p->message, p->entity, &part);
}

/* Among alternatives, plain text comes first, wherever it is, because the others repeat it. A
 * multipart without a boundary is a text. */
static void
read_multipart(struct mime_parser *p, struct mime_entity *e)
{
	bool is_alternative = span_is(e->type.subtype, "alternative");
	struct mime_entity *parts = NULL;

	p->message->has_multipart = true;
	if (span_is(e->type.subtype, "encrypted"))
		message_note_part(p->message, path_of(e), false, media_type_name(p->message, &e->type));
	if (e->parameters.boundary.text)
		parts = split_multipart(p, e);
	if (is_alternative)
		e->alternative = ++p->message->alternatives;
	if (e->has_preamble || parts == NULL)
		add_preamble(p, e);
	read_parts(p, e, parts, true, !is_alternative);
	if (is_alternative)
		read_parts(p, e, parts, false, true);
}

/* Add the texts of the entity. */
static void
read_body(struct mime_parser *p, struct mime_entity *e)
{
	struct mime_entity inner;

	if (e->depth > MAX_DEPTH) {
		message_set_incomplete(p->message, BOUND_DEPTH);
	} else if (span_is(e->type.type, "multipart")) {
		read_multipart(p, e);
	} else if (is_message(e)) {
		read_header(p, e->body.begin, e->body.end, true, path_of(e), &inner);
		inner.path = e->path;
		inner.depth = e->depth + 1;
		read_body(p, &inner);
	} else {
		add_part(p, e);
	}
}

void
mime_parse(struct message *m, const struct entity *entity, enum body_content content)
{
	size_t begin = utf8_bom_length(entity->text, entity->len);
	struct mime_parser p = { .message = m, .entity = entity, .text = entity->text };
	struct mime_entity e;

	read_header(&p, begin, entity->len, content == BODY_MESSAGE, entity->path, &e);
	if (content == BODY_SMIME && !e.has_content_fields)
		e = (struct mime_entity){ .body = { 0, entity->len } };
	if (entity->origin.entity == NULL)
		m->header = (urlgrep_span){ entity->text + begin, e.body.begin - begin };
	e.path = entity->path;
	read_body(&p, &e);
}
