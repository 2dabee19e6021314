/* named_field.c - the header fields that are asked for by name, such as the subject */
#include <string.h>

#include "mail/bounds.h"
#include "mail/date.h"
#include "mail/gmime_dl.h"
#include "mail/message/header_text.h"
#include "util/ascii/ascii.h"

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

	return is_plain_value(m, &value) ? message_copy_text(m, value.text, value.len) :
	    header_text_decode(m, f->value, &ignored);
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
		return message_copy_text(m, value.text, value.len);
	if (!message_has_gmime(m))
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
	copy = id ? message_copy_text(m, id, strlen(id)) : NULL;
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

	return close ? message_copy_text(m, open + 1, (size_t)(close - open - 1)) : value;
}

static const char *get_field(struct message *m, enum message_field field);

/* Return the date in ISO 8601, or NULL. */
static const char *
convert_date(struct message *m)
{
	const char *date = get_field(m, MESSAGE_DATE);
	char iso[DATE_ISO_BYTES];

	return date && date_to_iso(date, strlen(date), iso) ?
	    message_copy_text(m, iso, strlen(iso)) : NULL;
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
