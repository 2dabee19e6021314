/* tnef.c - the header, texts and attached files of a TNEF stream ([MS-OXTNEF]): attributes of the
 * message, followed by those of each attached file. Most of the attributes contain a list of MAPI
 * properties; a .msg is converted to such lists alone. */
#include <string.h>
#include <time.h>

#include "mail/message_private.h"
#include "util/ascii.h"
#include "util/byte_range.h"
#include "util/platform.h"
#include "util/strbuf.h"

enum { LEVEL_MESSAGE = 1, LEVEL_ATTACHMENT = 2 }; /* what an attribute belongs to */

/* The meaning of an attribute or property. */
enum tnef_field {
	FIELD_HEADER, /* the whole header, as received by SMTP; if absent, use the next ones */
	FIELD_SUBJECT, FIELD_FROM, FIELD_ADDRESS, FIELD_TO, FIELD_DATE, FIELD_ID,
	FIELD_DATA, FIELD_NAME, FIELD_LONG_NAME, FIELD_MEDIA_TYPE, /* for an attached file */
	FIELD_BODY, FIELD_HTML, FIELD_RTF, /* the texts of the message */
	FIELD_CODE_PAGE, FIELD_HTML_CODE_PAGE,
	FIELD_PROPERTIES, /* a list */
	FIELD_RENDERING,  /* begins an attached file */
	FIELD_OTHER
};

/* The numbers of attributes and of properties ([MS-OXPROPS]). */
static const struct {
	uint32_t number;
	enum tnef_field field;
} fields[] = { { 0x00069007, FIELD_CODE_PAGE }, { 0x0002800C, FIELD_BODY },
	{ 0x00069003, FIELD_PROPERTIES }, { 0x00069002, FIELD_RENDERING }, { 0x00018010, FIELD_NAME },
	{ 0x0006800F, FIELD_DATA }, { 0x00069005, FIELD_PROPERTIES }, { 0x0037, FIELD_SUBJECT },
	{ 0x0039, FIELD_DATE }, { 0x0042, FIELD_FROM }, { 0x0065, FIELD_ADDRESS },
	{ 0x007D, FIELD_HEADER }, { 0x0C1A, FIELD_FROM }, { 0x0C1F, FIELD_ADDRESS },
	{ 0x0E04, FIELD_TO }, { 0x0E06, FIELD_DATE }, { 0x1035, FIELD_ID }, { 0x3FFD, FIELD_CODE_PAGE },
	{ 0x5D01, FIELD_ADDRESS }, { 0x5D02, FIELD_ADDRESS }, { 0x1000, FIELD_BODY },
	{ 0x1009, FIELD_RTF }, { 0x1013, FIELD_HTML }, { 0x3FDE, FIELD_HTML_CODE_PAGE },
	{ 0x3701, FIELD_DATA }, { 0x3704, FIELD_NAME }, { 0x3707, FIELD_LONG_NAME },
	{ 0x370E, FIELD_MEDIA_TYPE } };

enum { SIGNATURE_BYTES = 6, FIRST_ATTACHMENT = 3, MAX_TEXTS = 16, UTF_16_PAGE = 1200 };

/* The value of a property or attribute; absent if the range is empty. */
struct tnef_value {
	struct byte_range bytes; /* of the last one if there are several values */
	uint32_t type; /* of MAPI */
};

/* The message itself, or an attached file. */
struct item {
	unsigned number; /* 0: the message */
	struct {
		enum tnef_field field;
		struct tnef_value value;
	} texts[MAX_TEXTS];
	size_t text_count;
	struct tnef_value values[FIELD_MEDIA_TYPE + 1]; /* for the header, or for the file */
};

struct tnef {
	struct message *message;
	const struct entity *entity; /* the stream */
	struct byte_reader reader;
	uint32_t code_page, html_code_page; /* 0: not given */
	struct item item;
	bool has_header, is_outlook; /* is_outlook: the stream consists of the lists of a .msg */
	bool is_damaged;
};

static const char beginning[] = "\x78\x9f\x3e\x22" "\0\0" "\x01\x06\x90\x08";

bool
tnef_begins(const char *text, size_t len)
{
	const size_t key = 4; /* any bytes are allowed from here to SIGNATURE_BYTES */

	return len >= sizeof(beginning) && memcmp(text, beginning, key) == 0 &&
	    memcmp(text + SIGNATURE_BYTES, beginning + SIGNATURE_BYTES,
		sizeof(beginning) - SIGNATURE_BYTES) == 0;
}

static enum tnef_field
field_of(uint32_t number)
{
	size_t i;

	for (i = 0; i < COUNT(fields); i++)
		if (fields[i].number == number)
			return fields[i].field;
	return FIELD_OTHER;
}

bool
mapi_is_read(uint32_t id)
{
	return field_of(id) != FIELD_OTHER;
}

static bool
is_present(struct tnef_value v)
{
	return v.bytes.end > v.bytes.begin;
}

/* Return the bytes of a string without the NULs at the end. */
static urlgrep_span
string_of(const struct tnef *t, struct tnef_value v)
{
	const char *text = t->reader.text + v.bytes.begin;
	size_t unit = v.type == MAPI_UNICODE ? 2 : 1, len = v.bytes.end - v.bytes.begin;

	len -= len % unit;
	while (len > 0 && text[len - 1] == '\0' && text[len - unit] == '\0')
		len -= unit;
	return (urlgrep_span){ text, len };
}

/* Return the name of the charset of a string, or NULL if out of memory. */
static const char *
charset_of(const struct tnef *t, struct tnef_value v)
{
	char charset[CODE_PAGE_NAME_BYTES];
	uint32_t page = v.type == MAPI_UNICODE ? UTF_16_PAGE :
	    v.type == MAPI_BINARY && t->html_code_page ? t->html_code_page : t->code_page;

	charset_of_code_page(page, charset);
	return message_copy_text(t->message, charset, strlen(charset));
}

/* Append a string, converted to UTF-8. If is_line, replace control characters by blanks. */
static void
append_string(const struct tnef *t, struct tnef_value v, bool is_line, struct strbuf *out)
{
	const char *charset = charset_of(t, v);
	urlgrep_span text = string_of(t, v);
	size_t at = out->len;

	if (charset == NULL || !charset_append(&t->message->converters, charset, text, out))
		strbuf_append(out, text.text, text.len);
	for (; is_line && at < out->len; at++)
		if ((unsigned char)out->at[at] < ' ')
			out->at[at] = ' ';
}

/* Return a string as one line in UTF-8, or an empty string if out of memory. */
static const char *
copy_string(const struct tnef *t, struct tnef_value v)
{
	struct strbuf copy = { .memory = t->message->memory };
	const char *text;

	append_string(t, v, true, &copy);
	text = strbuf_move(&copy, &t->message->arena).text;
	t->message->has_failed |= text == NULL;
	return text ? text : "";
}

/* ---- parts --- */

/* Add the texts of the message in this field. HTML and RTF should have the same content, but both
 * come from the sender, and readers differ in which one they show. */
static void
add_texts(const struct tnef *t, enum tnef_field field)
{
	size_t i;

	for (i = 0; i < t->item.text_count; i++) {
		struct tnef_value v = t->item.texts[i].value;
		struct body_part p = { .text = { .encoding = TRANSFER_BINARY, .origin.source = v.bytes,
			.is_html = field == FIELD_HTML, .alternative = t->message->alternatives } };

		if (t->item.texts[i].field != field)
			continue;
		p.text.part = message_part_path(t->message, t->entity->path, field == FIELD_BODY ? 1 : 2);
		if (field == FIELD_RTF) {
			p.content = BODY_COMPRESSED_RTF;
			p.type = "compressed RTF";
		} else {
			p.text.origin.source.end = v.bytes.begin + string_of(t, v).len;
			p.charset = charset_of(t, v);
		}
		message_add_part(t->message, t->entity, &p);
	}
}

/* Return true if the file is a message, that is an object with the interface IMessage. If so,
 * remove the identifier of the interface, which only TNEF has, from *data. */
static bool
take_embedded(const struct tnef *t, struct tnef_value *data)
{
	static const char message[] = "\x07\x03\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46";
	const size_t len = sizeof(message) - 1;

	if (t->is_outlook)
		return data->type == MAPI_OBJECT;
	if (data->type != MAPI_OBJECT || data->bytes.end - data->bytes.begin < len ||
	    memcmp(t->reader.text + data->bytes.begin, message, len) != 0)
		return false;
	data->bytes.begin += len;
	return true;
}

/* Add the attached file. Exchange attaches a signed message as a file with the type of the message,
 * a multipart; this file has a header, as every message has. */
static void
add_attachment(const struct tnef *t)
{
	const struct item *item = &t->item;
	const struct tnef_value *values = item->values;
	struct tnef_value data = values[FIELD_DATA];
	bool is_embedded = take_embedded(t, &data);
	const char *name = copy_string(t,
	    values[is_present(values[FIELD_LONG_NAME]) ? FIELD_LONG_NAME : FIELD_NAME]);
	const char *media_type = "application/octet-stream";
	struct media_type type;
	struct body_part p = { .content = BODY_MESSAGE,
		.text = { .encoding = TRANSFER_BINARY, .origin.source = data.bytes } };

	if (is_embedded)
		media_type = t->is_outlook ? "application/vnd.ms-outlook" : "application/ms-tnef";
	else if (is_present(values[FIELD_MEDIA_TYPE]))
		media_type = copy_string(t, values[FIELD_MEDIA_TYPE]);
	type = media_type_of(media_type);
	type.file_names[0] = (urlgrep_span){ name, strlen(name) };
	p.text.part = message_part_path(t->message, t->entity->path,
	    item->number + FIRST_ATTACHMENT - 1);
	p.type = media_type_name(t->message, &type);
	if (is_embedded)
		p.content = t->is_outlook ? BODY_PROPERTIES : BODY_OTHER_TNEF;
	else if (!span_is(type.type, "multipart") && !span_is(type.type, "message"))
		media_type_use(&type, &p);
	if (p.content != BODY_BINARY && (data.type != MAPI_OBJECT || is_embedded))
		message_add_part(t->message, t->entity, &p);
}

/* ---- the header --- */

/* Append a time as an RFC 5322 date. */
static void
append_time(const struct tnef *t, struct tnef_value v, struct strbuf *out)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	static const int64_t per_second = 10 * 1000 * 1000, until_1970 = 11644473600;
	struct byte_reader r = { t->reader.text, v.bytes.begin, v.bytes.end, false };
	uint64_t ticks = read_little_endian(&r, 4);
	struct tm date;
	time_t seconds;

	ticks |= (uint64_t)read_little_endian(&r, 4) << 32;
	seconds = (time_t)((int64_t)(ticks >> 1) / (per_second / 2) - until_1970);
	if (gmtime_r(&seconds, &date))
		strbuf_printf(out, "%d %.3s %d %02d:%02d:%02d +0000", date.tm_mday,
		    months + (size_t)date.tm_mon * 3, date.tm_year + 1900, date.tm_hour, date.tm_min,
		    date.tm_sec);
}

/* Append the whole header, or the field that a property gives. */
static void
append_field(const struct tnef *t, enum tnef_field field, struct strbuf *out)
{
	static const char *const names[] = { [FIELD_SUBJECT] = "Subject", [FIELD_FROM] = "From",
		[FIELD_ADDRESS] = "From", [FIELD_TO] = "To", [FIELD_DATE] = "Date",
		[FIELD_ID] = "Message-ID" };
	struct tnef_value v = t->item.values[field], address = t->item.values[FIELD_ADDRESS];

	if (field == FIELD_HEADER) {
		append_string(t, v, false, out);
		return;
	}
	strbuf_printf(out, "%s: ", names[field]);
	if (field == FIELD_DATE)
		append_time(t, v, out);
	else
		append_string(t, v, true, out);
	if (field == FIELD_FROM && is_present(address)) {
		strbuf_append_string(out, " <");
		append_string(t, address, true, out);
		strbuf_append_string(out, ">");
	}
	strbuf_append_string(out, "\n");
}

/* Add the header fields that were made from the property at `source`. path: of the part that is the
 * message; NULL: the message being read. */
static void
add_property_fields(const struct tnef *t, const char *path, urlgrep_span fields,
    struct byte_range source)
{
	struct entity *inner = message_allocate(t->message, sizeof(*inner));
	struct header_field f;
	size_t at = 0;

	if (inner == NULL)
		return;
	*inner = (struct entity){ .text = fields.text, .len = fields.len,
		.origin = { .entity = t->entity, .source = source, .is_rewritten = true },
		.encoding = t->entity->encoding };
	while (header_next_field(fields.text, &at, fields.len, &f))
		message_add_field(t->message, inner, path, &f);
}

/* Add the header of the message as it was received, or else the fields that the properties give. */
static void
add_header(const struct tnef *t)
{
	struct message *m = t->message;
	const struct tnef_value *values = t->item.values;
	bool is_outermost = m->header.text == NULL;
	struct strbuf header = { .memory = m->memory };
	size_t ends[FIELD_ID + 1], begin = 0, i;
	urlgrep_span text;

	for (i = 0; i <= FIELD_ID; i++) {
		if (is_present(values[i]) && (i == FIELD_HEADER || !is_present(values[FIELD_HEADER])) &&
		    (i != FIELD_ADDRESS || !is_present(values[FIELD_FROM])))
			append_field(t, (enum tnef_field)i, &header);
		ends[i] = header.len;
	}
	text = strbuf_move(&header, &m->arena);
	m->has_failed |= text.text == NULL;
	if (is_outermost)
		m->header = text;
	for (i = 0; i <= FIELD_ID && text.text; begin = ends[i++])
		if (ends[i] > begin)
			add_property_fields(t, is_outermost ? NULL : t->entity->path,
			    (urlgrep_span){ text.text + begin, ends[i] - begin }, values[i].bytes);
}

/* ---- the parts of an item --- */

/* Add the texts of the message, or the attached file, whose attributes have been read. */
static void
end_item(struct tnef *t)
{
	unsigned number = t->item.number;
	enum tnef_field field;

	if (number == 0) {
		if (t->has_header)
			add_header(t);
		t->message->alternatives++;
		for (field = FIELD_BODY; field <= FIELD_RTF; field++)
			add_texts(t, field);
	} else if (is_present(t->item.values[FIELD_DATA])) {
		add_attachment(t);
	}
	t->item = (struct item){ .number = number + 1 };
}

/* ---- lists of MAPI properties ([MS-OXTNEF] 2.1.3.4) --- */

enum { MULTIPLE = 0x1000, FIRST_NAMED = 0x8000, GUID_BYTES = 16, NAME_IS_TEXT = 1,
	UNKNOWN_SIZE = -1 };

/* Return the size of a value of the type, including padding; 0 if each value has its own size;
 * UNKNOWN_SIZE for an unknown type. */
static int
find_size(uint32_t type)
{
	static const struct {
		uint32_t type;
		int size;
	} rows[] = { { 2 /* 16-bit integer */, 4 }, { MAPI_LONG, 4 }, { 4 /* float */, 4 },
		{ 0x0A /* error */, 4 }, { 0x0B /* boolean */, 4 }, { 5 /* double */, 8 },
		{ 6 /* currency */, 8 }, { 7 /* time, as a double */, 8 },
		{ 0x14 /* 64-bit integer */, 8 }, { MAPI_TIME, 8 }, { 0x48, GUID_BYTES },
		{ MAPI_STRING8, 0 }, { MAPI_UNICODE, 0 }, { MAPI_BINARY, 0 }, { MAPI_OBJECT, 0 } };
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (rows[i].type == type)
			return rows[i].size;
	return UNKNOWN_SIZE;
}

/* Read bytes that are padded to a multiple of 4. The padding at the end of the list may be
 * missing. */
static struct byte_range
read_padded(struct byte_reader *r, size_t len)
{
	struct byte_range bytes = read_bytes(r, len);
	size_t padding = (4 - len % 4) % 4, left = r->end - r->at;

	r->at += padding < left ? padding : left;
	return bytes;
}

static size_t read_properties(struct tnef *t, struct byte_range bytes);

static void
take_field(struct tnef *t, uint32_t number, struct tnef_value v)
{
	struct byte_reader r = { t->reader.text, v.bytes.begin, v.bytes.end, false };
	struct item *item = &t->item;
	enum tnef_field field = field_of(number);
	/* the first value counts, but of the data the last one, and of the addresses the last one with
	 * "@": some of Exchange are not Internet addresses */
	bool is_used = field == FIELD_DATA ? is_present(v) : field == FIELD_ADDRESS ?
	    memchr(t->reader.text + v.bytes.begin, '@', v.bytes.end - v.bytes.begin) != NULL :
	    field <= FIELD_MEDIA_TYPE && !is_present(item->values[field]);

	if (is_used)
		item->values[field] = v;
	switch (field) {
	case FIELD_BODY:
	case FIELD_HTML:
	case FIELD_RTF:
		if (is_present(v) && item->text_count == MAX_TEXTS) {
			t->is_damaged = true;
		} else if (is_present(v)) {
			item->texts[item->text_count].field = field;
			item->texts[item->text_count++].value = v;
		}
		break;
	case FIELD_CODE_PAGE:
		t->code_page = read_little_endian(&r, 4);
		break;
	case FIELD_HTML_CODE_PAGE:
		t->html_code_page = read_little_endian(&r, 4);
		break;
	case FIELD_PROPERTIES:
		read_properties(t, v.bytes);
		break;
	case FIELD_RENDERING:
		end_item(t);
		break;
	default:
		break;
	}
}

/* Read a property. Named properties have ids from 8000 hex on. A truncated value is used before
 * r->is_short takes effect. */
static void
read_property(struct tnef *t, struct byte_reader *r)
{
	uint32_t type = read_little_endian(r, 2), id = read_little_endian(r, 2), count;
	struct tnef_value v = { .type = type & ~(uint32_t)MULTIPLE };
	int size = find_size(v.type);

	if (id >= FIRST_NAMED) { /* skip its name */
		read_bytes(r, GUID_BYTES);
		if (read_little_endian(r, 4) == NAME_IS_TEXT)
			read_padded(r, read_little_endian(r, 4));
		else
			read_bytes(r, 4);
	}
	if (size == UNKNOWN_SIZE)
		r->is_short = true; /* the next property cannot be found */
	count = type & MULTIPLE || size == 0 ? read_little_endian(r, 4) : 1;
	for (; count > 0 && !r->is_short; count--)
		v.bytes = read_padded(r, size > 0 ? (size_t)size : read_little_endian(r, 4));
	take_field(t, id, v);
}

/* Read the list of properties at bytes.begin. Return the end of the list. */
static size_t
read_properties(struct tnef *t, struct byte_range bytes)
{
	struct byte_reader r = { t->reader.text, bytes.begin, bytes.end, false };
	uint32_t left = read_little_endian(&r, 4);

	for (; left > 0 && !r.is_short; left--)
		read_property(t, &r);
	t->is_damaged = t->is_damaged || r.is_short;
	return r.at;
}

/* ---- attributes --- */

/* Read the attributes. Checksums are not verified: a damaged text is better than none, and
 * verifying would read nested messages once more for each level. */
static void
read_attributes(struct tnef *t)
{
	struct byte_reader *r = &t->reader;

	while (r->at < r->end) {
		uint32_t level = read_little_endian(r, 1), name = read_little_endian(r, 4);
		struct byte_range bytes = read_bytes(r, read_little_endian(r, 4));

		if (level != LEVEL_MESSAGE && level != LEVEL_ATTACHMENT) {
			t->is_damaged = true;
			break;
		}
		take_field(t, name, (struct tnef_value){ bytes, MAPI_STRING8 });
		read_bytes(r, 2); /* the checksum */
	}
	t->is_damaged = t->is_damaged || r->is_short;
	end_item(t);
}

void
tnef_parse(struct message *m, const struct entity *e, const struct body_part *p)
{
	bool is_outlook = p->content == BODY_OUTLOOK || p->content == BODY_PROPERTIES;
	struct tnef t = { .message = m, .entity = e, .is_outlook = is_outlook,
		.has_header = p->content != BODY_TNEF,
		.reader = { e->text, is_outlook ? 0 : SIGNATURE_BYTES, e->len, false } };
	size_t at = 0;

	if (is_outlook) {
		for (; at < e->len; end_item(&t))
			at = read_properties(&t, (struct byte_range){ at, e->len });
	} else if (tnef_begins(e->text, e->len)) {
		read_attributes(&t);
		if (t.is_damaged)
			message_note_part(m, p->text.part, true, p->type);
	} else {
		message_note_part(m, p->text.part, false, p->type);
	}
}
