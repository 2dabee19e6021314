/* message_fields.c - the header fields of a message: texts to search, with their offsets, and
 * fields that callers get by name, such as the subject */
#include <string.h>

#include "mail/message_private.h"
#include "util/ascii.h"
#include "util/memory.h"
#include "util/strbuf.h"
#include "util/utf8.h"

/* ---- decoding --- */

char *
message_decode_value(struct message *m, urlgrep_span value)
{
	struct strbuf decoded = { .memory = m->memory };
	char *unfolded, *text;
	size_t len;

	if (header_trim_if_plain(&value))
		return message_copy_text(m, value.text, value.len);
	if (value.len > MAX_FIELD_BYTES)
		return NULL;
	unfolded = message_allocate(m, value.len + 1);
	if (unfolded == NULL)
		return NULL;
	len = header_unfold(unfolded, value);
	unfolded[len] = '\0';
	if (utf8_is_ascii(unfolded, len) && strstr(unfolded, "=?") == NULL)
		return unfolded; /* decoding would not change it */
	encoded_words_decode(&decoded, (urlgrep_span){ unfolded, len }, &m->converters);
	text = (char *)strbuf_move(&decoded, &m->arena).text;
	m->has_failed |= text == NULL;
	return text;
}

/* ---- texts to search --- */

void
message_append_text(struct message *m, struct message_text *t)
{
	if (transfer_encoding_is_identity(t->encoding) &&
	    !transfer_encoding_is_identity(t->origin.entity->encoding))
		t->encoding = t->origin.entity->encoding;
	if (!transfer_encoding_is_identity(t->encoding))
		t->flags |= URLGREP_DECODED;
	strbuf_append(&m->texts, (const char *)t, sizeof(*t));
	m->has_failed |= m->texts.failed;
}

/* Return the name in lower case, or NULL if out of memory. */
static const char *
lower_case_name(struct message *m, urlgrep_span name)
{
	char *copy = message_copy_text(m, name.text, name.len);
	size_t i;

	for (i = 0; copy && i < name.len; i++)
		copy[i] = ascii_lower(copy[i]);
	return copy;
}

/* Set the origin of the decoded value t in the entity. If the value follows the field's name
 * unchanged, map it exactly; else map it to the whole field. */
static void
locate_value(const struct entity *e, const struct header_field *f, struct message_text *t)
{
	const char *at = f->value.text, *end = at + f->value.len;
	bool is_exact;

	while (end > at && ascii_is(end[-1], ASCII_BREAK))
		end--;
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	is_exact = at == t->text ||
	    (t->len <= (size_t)(end - at) && memcmp(at, t->text, t->len) == 0);
	t->origin = (struct text_origin){ .entity = e, .is_rewritten = !is_exact,
		.source = { (size_t)((is_exact ? at : f->name.text) - e->text),
		    (size_t)(end - e->text) } };
}

/* Return true if the field, which is not the subject, is to be searched. */
static bool
is_selected(const urlgrep_mail_options *o, const struct header_field *f)
{
	/* in these fields, angle brackets enclose addresses, not URLs; */
	static const char addresses[] = "from to cc bcc sender reply-to return-path";
	/* in these, identifiers, and programs write the other values for programs */
	static const char others[] = "message-id references in-reply-to received date dkim-signature "
	    "x-face face path arc-seal arc-message-signature authentication-results content-type "
	    "content-transfer-encoding mime-version content-id x-received domainkey-signature "
	    "x-google-dkim-signature";
	/* fields of Debian's patches (DEP-3) with URLs */
	static const char patch[] = "applied-upstream bug forwarded origin"; /* and Bug-... */
	size_t i;

	if (ascii_is_one_of(*f->name.text | 0x20, "abfo") &&
	    (word_list_has(patch, f->name.text, f->name.len) ||
	    (f->name.len > 4 && ascii_begins_with(f->name.text, f->name.len, "bug-"))))
		return true;
	for (i = 0; i < o->header_count; i++)
		if (span_is(f->name, o->headers[i]) || strcmp(o->headers[i], "all") == 0)
			return true;
	return o->header_count == 0 && (o->flags & URLGREP_HEADERS) &&
	    !word_list_has(others, f->name.text, f->name.len) && ((o->flags & URLGREP_FIND_ADDRESSES) ||
		!word_list_has(addresses, f->name.text, f->name.len));
}

/* Return the value of a field without the folds within its URLs if it is a List-... field or
 * consists of brackets, as "X-Clips-URL: <http://h.example/a>" does. */
static urlgrep_span
join_urls(struct message *m, const struct header_field *f)
{
	bool is_joined = f->name.len > 5 && ascii_begins_with(f->name.text, f->name.len, "list-");
	urlgrep_span value = f->value;
	char *joined;

	header_trim(&value);
	if (!is_joined && (value.len < 3 || *value.text != '<' || value.text[value.len - 1] != '>' ||
	        memchr(value.text + 1, '<', value.len - 1)))
		return value;
	joined = value.len <= MAX_FIELD_BYTES ? message_allocate(m, value.len + 1) : NULL;
	return joined ? (urlgrep_span){ joined, header_join_urls(joined, value) } : value;
}

void
message_add_field(struct message *m, const struct entity *e, const char *path,
    const struct header_field *f)
{
	struct message_text t = { .part = NULL };
	bool is_subject = span_is(f->name, "subject"), is_decoded;
	urlgrep_span value;

	if (m->has_failed || (!is_subject && !is_selected(&m->options, f)))
		return;
	if (m->searched_fields == MAX_HEADER_FIELDS) {
		message_set_incomplete(m, BOUND_FIELDS);
		return;
	}
	m->searched_fields++;
	value = join_urls(m, f);
	is_decoded = !header_trim_if_plain(&value) && value.len <= MAX_FIELD_BYTES;
	t.text = is_decoded ? message_decode_value(m, value) : value.text;
	t.field = is_subject ? "subject" : lower_case_name(m, f->name);
	t.part = path && t.field ? message_format(m, "%s.%s", path, t.field) : t.field;
	if (t.text == NULL)
		return;
	t.len = is_decoded ? strlen(t.text) : value.len;
	if (!is_decoded && value.len > MAX_FIELD_BYTES)
		message_set_incomplete(m, BOUND_FIELD_BYTES);
	locate_value(e, f, &t);
	message_append_text(m, &t);
}

/* ---- fields by name --- */

/* Return the message identifier in the value, or NULL. Angle brackets, the text around them, and
 * white space are removed. */
static char *
decode_id(struct message *m, urlgrep_span value)
{
	const char *open = memchr(value.text, '<', value.len), *close;
	bool is_quoted = false;
	size_t len = 0, i;
	char *id;

	if (open)
		value = (urlgrep_span){ open + 1, value.len - (size_t)(open + 1 - value.text) };
	close = memchr(value.text, '>', value.len);
	value.len = close ? (size_t)(close - value.text) : value.len;
	if (value.len > MAX_FIELD_BYTES)
		return NULL;
	id = message_copy_text(m, value.text, value.len);
	for (i = 0; id && i < value.len; i++) {
		is_quoted ^= id[i] == '"';
		if (is_quoted || !ascii_is_space(id[i]))
			id[len++] = id[i];
	}
	if (id)
		id[len] = '\0';
	return id;
}

/* Return the text in the last pair of angle brackets (RFC 2919, 2), or else the value. */
static char *
decode_list_id(struct message *m, urlgrep_span value)
{
	char *text = message_decode_value(m, value), *open = text ? strrchr(text, '<') : NULL;
	const char *close = open ? strchr(open, '>') : NULL;

	return close ? message_copy_text(m, open + 1, (size_t)(close - open - 1)) : text;
}

/* Return the date that a server wrote after the last semicolon of a Received field, or NULL. */
static char *
decode_received(struct message *m, urlgrep_span value)
{
	char *text = message_decode_value(m, value), *semicolon = text ? strrchr(text, ';') : NULL;

	return semicolon ? semicolon + 1 : NULL;
}

typedef char *decode_fn(struct message *m, urlgrep_span value);

#define NAMED(name) name, sizeof(name) - 1

static const struct {
	const char *name; /* NULL: the field is computed from others */
	size_t len;       /* of the name */
	bool wants_last;  /* the last of several fields, not the first */
	decode_fn *decode;
} rows[NAMED_FIELD_COUNT] = {
	/* some gateways prepend a Message-ID of their own */
	[URLGREP_MAIL_ID] = { NAMED("message-id"), true, decode_id },
	[URLGREP_MAIL_DATE] = { NAMED("date"), false, message_decode_value },
	[URLGREP_MAIL_FROM] = { NAMED("from"), false, message_decode_value },
	[URLGREP_MAIL_TO] = { NAMED("to"), false, message_decode_value },
	[URLGREP_MAIL_SUBJECT] = { NAMED("subject"), false, message_decode_value },
	[URLGREP_MAIL_LIST_ID] = { NAMED("list-id"), false, decode_list_id },
	[URLGREP_MAIL_LABELS] = { NAMED("x-gmail-labels"), false, message_decode_value },
	[FIELD_X_DATE] = { NAMED("x-date"), false, message_decode_value },
	[FIELD_RECEIVED] = { NAMED("received"), false, decode_received },
};

/* Return the decoded value of the field in row i; NULL if the message has none. */
static const char *
decode_row(struct message *m, size_t i)
{
	return m->fields[i].name.len > 0 ? rows[i].decode(m, m->fields[i].value) : NULL;
}

/* Return the text after the sender in the "From " line, or NULL. */
static const char *
from_line_date(struct message *m)
{
	urlgrep_span line = m->from_line;
	size_t sender;

	if (line.len < 5)
		return NULL;
	if (memcmp(line.text, "From ", 5) == 0) /* it may have been removed */
		line = (urlgrep_span){ line.text + 5, line.len - 5 };
	sender = ascii_find(line.text, line.len, ' ');
	return message_copy_text(m, line.text + sender, line.len - sender);
}

/* Set the date in ISO 8601, and its source. Programs that have no date write the first second of
 * 1970 in a "From " line. */
static void
find_date(struct message *m)
{
	static const struct {
		const char *source;
		size_t row;
	} sources[] = { { NULL, URLGREP_MAIL_DATE }, { "x-date", FIELD_X_DATE },
		{ "from-line", FROM_LINE }, { "received", FIELD_RECEIVED } };
	char iso[DATE_ISO_BYTES];
	size_t i;

	for (i = 0; !m->has_failed && i < COUNT(sources); i++) {
		bool is_line = sources[i].row == FROM_LINE;
		const char *date = is_line ? from_line_date(m) : decode_row(m, sources[i].row);

		if (date == NULL || !date_to_iso(date, strlen(date), iso) ||
		    (is_line && strncmp(iso, "1970-01-01T00:00:00", 19) == 0))
			continue;
		m->values[URLGREP_MAIL_DATE_ISO] = message_copy_text(m, iso, strlen(iso));
		m->values[URLGREP_MAIL_DATE_SOURCE] = sources[i].source;
		break;
	}
	m->is_decoded[URLGREP_MAIL_DATE_ISO] = m->is_decoded[URLGREP_MAIL_DATE_SOURCE] = !m->has_failed;
}

static void
find_fields(struct message *m)
{
	struct header_field f;
	size_t at = 0, i;

	while (header_next_field(m->header.text, &at, m->header.len, &f))
		for (i = 0; i < COUNT(rows); i++)
			if (f.name.len == rows[i].len && span_is(f.name, rows[i].name) &&
			    (m->fields[i].name.len == 0 || rows[i].wants_last))
				m->fields[i] = f;
	m->has_fields = true;
}

const char *
message_field(struct message *m, urlgrep_mail_field field)
{
	if (!m->has_fields)
		find_fields(m);
	if (m->is_decoded[field])
		return m->values[field];
	if (rows[field].name)
		m->values[field] = decode_row(m, field);
	else
		find_date(m);
	m->is_decoded[field] = !m->has_failed;
	m->has_failed = false; /* the next call may succeed */
	return m->is_decoded[field] ? m->values[field] : NULL;
}
