/* named_field.c - the header fields that are asked for by name, such as the subject */
#include <string.h>

#include "mail/bounds.h"
#include "mail/date.h"
#include "mail/gmime_dl.h"
#include "mail/header_text.h"
#include "util/ascii.h"

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

/* Return true for a character of an atom (RFC 5322, 3.2.3) that is no letter or digit. */
static bool
is_mark_of_atom(char c)
{
	static const bool marks[256] = { ['!'] = true, ['#'] = true, ['$'] = true, ['%'] = true,
		['&'] = true, ['\''] = true, ['*'] = true, ['+'] = true, ['-'] = true, ['/'] = true,
		['='] = true, ['?'] = true, ['^'] = true, ['_'] = true, ['`'] = true, ['{'] = true,
		['|'] = true, ['}'] = true, ['~'] = true };

	return marks[(unsigned char)c];
}

/* Return true if text[0..len) is atoms with dots between them (RFC 5322, 3.2.3). */
static bool
is_dot_atom(const char *text, size_t len)
{
	size_t i;

	if (len == 0 || text[0] == '.' || text[len - 1] == '.')
		return false;
	for (i = 0; i < len; i++)
		if (!ascii_is_alphanumeric(text[i]) && !is_mark_of_atom(text[i]) &&
		    (text[i] != '.' || text[i + 1] == '.'))
			return false;
	return true;
}

/* Return true if text[0..len) is an address such as "[192.0.2.1]" (RFC 5322, 3.4.1). */
static bool
is_domain_literal(const char *text, size_t len)
{
	size_t i = 1;

	if (len < 3 || text[0] != '[' || text[len - 1] != ']')
		return false;
	while (i < len - 1 && (ascii_is(text[i], ASCII_DIGIT) || text[i] == '.'))
		i++;
	return i == len - 1;
}

/* Return true if the value is "<atoms@atoms>", as most are (RFC 5322, 3.6.4), or so with an
 * address as domain, without a domain, without brackets or empty; and strip the brackets. */
static bool
strip_id_brackets(urlgrep_span *id)
{
	const char *at, *end;

	if (id->len >= 2 && id->text[0] == '<' && id->text[id->len - 1] == '>')
		*id = (urlgrep_span){ id->text + 1, id->len - 2 };
	at = memchr(id->text, '@', id->len);
	if (at == NULL)
		return id->len == 0 || is_dot_atom(id->text, id->len);
	end = id->text + id->len;
	return is_dot_atom(id->text, (size_t)(at - id->text)) &&
	    (is_dot_atom(at + 1, (size_t)(end - at) - 1) ||
		is_domain_literal(at + 1, (size_t)(end - at) - 1));
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
__attribute__((noinline)) static const char *
convert_date(struct message *m)
{
	const char *date = get_field(m, MESSAGE_DATE);
	char iso[DATE_ISO_BYTES];

	return date && date_to_iso(date, strlen(date), iso) ?
	    message_copy_text(m, iso, strlen(iso)) : NULL;
}

/* ---- where they are --- */

static const struct {
	const char *name; /* NULL: it is computed from another */
	bool wants_last;  /* of several; else the first */
	const char *(*decode)(struct message *m, const struct header_field *f);
} rows[FIELD_COUNT] = {
	/* some gateways prepend a Message-ID of their own */
	[MESSAGE_ID] = { "message-id", true, decode_id },
	[MESSAGE_DATE] = { "date", false, decode_field },
	[MESSAGE_FROM] = { "from", false, decode_field },
	[MESSAGE_TO] = { "to", false, decode_field },
	[MESSAGE_SUBJECT] = { "subject", false, decode_field },
	[MESSAGE_LIST_ID] = { "list-id", false, decode_list_id },
	[MESSAGE_LABELS] = { "x-gmail-labels", false, decode_field },
};

/* Return which field it is, or FIELD_COUNT. */
static unsigned
row_of(const struct header_field *f)
{
	unsigned row;

	switch (f->name.len) {
	case sizeof("to") - 1:
		row = MESSAGE_TO;
		break;
	case sizeof("date") - 1: /* and "from" */
		row = ascii_lower(f->name.text[0]) == 'd' ? MESSAGE_DATE : MESSAGE_FROM;
		break;
	case sizeof("subject") - 1: /* and "list-id" */
		row = ascii_lower(f->name.text[0]) == 's' ? MESSAGE_SUBJECT : MESSAGE_LIST_ID;
		break;
	case sizeof("message-id") - 1:
		row = MESSAGE_ID;
		break;
	case sizeof("x-gmail-labels") - 1:
		row = MESSAGE_LABELS;
		break;
	default: /* most */
		return FIELD_COUNT;
	}
	return header_field_is(f, rows[row].name) ? row : FIELD_COUNT;
}

/* Find the places of all these fields at once: a caller that asks for one asks for others. */
__attribute__((noinline)) static void
find_fields(struct message *m)
{
	size_t count, i;
	const struct header_field *fields = body_structure_fields(m->structure, &count);

	memset(m->field_places, 0, sizeof(m->field_places));
	for (i = 0; i < count; i++) {
		unsigned row = row_of(&fields[i]);

		if (row < FIELD_COUNT && (m->field_places[row] == 0 || rows[row].wants_last))
			m->field_places[row] = i + 1;
	}
	m->has_field_places = true;
}

/* Return the decoded value of the field. If several have its name, the first or the last one counts
 * that has a value, as its row says. Return NULL if none has one. */
static const char *
read_field(struct message *m, enum message_field field)
{
	size_t count, at;
	const struct header_field *fields = body_structure_fields(m->structure, &count);
	const char *value = NULL;

	if (!m->has_field_places)
		find_fields(m);
	at = m->field_places[field];
	if (at > 0)
		value = rows[field].decode(m, &fields[at - 1]);
	while (value == NULL && !m->has_failed && at > 0) { /* another may have one */
		at = rows[field].wants_last ? at - 1 : at < count ? at + 1 : 0;
		if (at > 0 && row_of(&fields[at - 1]) == field)
			value = rows[field].decode(m, &fields[at - 1]);
	}
	return value;
}

/* Return the value of the field, or NULL; remember it unless an allocation failed. (Not inline: a
 * field that is remembered needs none of this.) */
__attribute__((noinline)) static const char *
get_field(struct message *m, enum message_field field)
{
	const char *value;

	if (m->asked_fields >> field & 1)
		return m->fields[field];
	value = field == MESSAGE_DATE_ISO ? convert_date(m) : read_field(m, field);
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
