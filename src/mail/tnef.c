/* tnef.c - the texts and attached files of a TNEF stream ([MS-OXTNEF]): attributes of the message,
 * then of each attached file. Most of them have a list of MAPI properties. */
#include <stdio.h>
#include <string.h>

#include "mail/message_private.h"
#include "util/ascii.h"
#include "util/byte_range.h"

/* Types of MAPI properties. */
enum {
	MAPI_LONG = 3,
	MAPI_OBJECT = 0x0D,  /* an interface identifier of 16 bytes, then its data */
	MAPI_STRING8 = 0x1E, /* in a code page; ends in a NUL */
	MAPI_UNICODE = 0x1F, /* in UTF-16LE; ends in a NUL */
	MAPI_BINARY = 0x102
};

enum { LEVEL_MESSAGE = 1, LEVEL_ATTACHMENT = 2 }; /* of attributes */

/* The meaning of an attribute or property. */
enum tnef_field {
	FIELD_BODY, FIELD_HTML, FIELD_RTF, /* the texts of the message */
	FIELD_CODE_PAGE, FIELD_HTML_CODE_PAGE,
	FIELD_DATA, FIELD_NAME, FIELD_LONG_NAME, FIELD_MEDIA_TYPE, /* of an attached file */
	FIELD_PROPERTIES, /* a list */
	FIELD_RENDERING,  /* begins an attached file */
	FIELD_OTHER
};

/* The numbers of attributes, and of properties ([MS-OXPROPS]). */
static const struct {
	uint32_t number;
	enum tnef_field field;
} fields[] = { { 0x00069007, FIELD_CODE_PAGE }, { 0x0002800C, FIELD_BODY },
	{ 0x00069003, FIELD_PROPERTIES }, { 0x00069002, FIELD_RENDERING }, { 0x00018010, FIELD_NAME },
	{ 0x0006800F, FIELD_DATA }, { 0x00069005, FIELD_PROPERTIES }, { 0x1000, FIELD_BODY },
	{ 0x1009, FIELD_RTF }, { 0x1013, FIELD_HTML }, { 0x3FDE, FIELD_HTML_CODE_PAGE },
	{ 0x3701, FIELD_DATA }, { 0x3704, FIELD_NAME }, { 0x3707, FIELD_LONG_NAME },
	{ 0x370E, FIELD_MEDIA_TYPE } };

enum { SIGNATURE_BYTES = 6, MAX_NAME_BYTES = 128, FIRST_ATTACHMENT = 3, MAX_TEXTS = 16,
	UTF_16_PAGE = 1200 };

/* The value of a property or attribute: absent if the range is empty. */
struct tnef_value {
	struct byte_range bytes; /* of several values, the last one */
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
	struct tnef_value data;
	char name[MAX_NAME_BYTES], media_type[MAX_NAME_BYTES]; /* "": not given */
};

struct tnef {
	struct message *message;
	struct byte_reader reader;
	uint32_t code_page, html_code_page; /* 0: not given */
	struct item item;
	bool is_damaged;
};

static const char beginning[] = "\x78\x9f\x3e\x22" "\0\0" "\x01\x06\x90\x08";

static bool
is_like_beginning(const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len && i < sizeof(beginning); i++)
		if ((i < 4 || i >= SIGNATURE_BYTES) && text[i] != beginning[i])
			return false;
	return true;
}

bool
tnef_begins(const char *text, size_t len)
{
	return len >= sizeof(beginning) && is_like_beginning(text, len);
}

bool
tnef_may_begin(const char *text, size_t len)
{
	return len < sizeof(beginning) && is_like_beginning(text, len);
}

static bool
is_present(struct tnef_value v)
{
	return v.bytes.end > v.bytes.begin;
}

/* Return the length of the value without the NULs at its end, in characters of *step bytes. */
static size_t
string_length(const struct tnef *t, struct tnef_value v, unsigned *step)
{
	const char *text = t->reader.text + v.bytes.begin;
	size_t count;

	*step = v.type == MAPI_UNICODE ? 2 : 1;
	count = (v.bytes.end - v.bytes.begin) / *step;
	while (count > 0 && text[count * *step - 1] == '\0' && text[(count - 1) * *step] == '\0')
		count--;
	return count;
}

/* Copy a string to name[0..MAX_NAME_BYTES), its end if it is too long; characters beyond
 * US-ASCII are not needed. */
static void
copy_name(const struct tnef *t, struct tnef_value v, char *name)
{
	unsigned step;
	size_t count = string_length(t, v, &step), n = 0;
	size_t at = count >= MAX_NAME_BYTES ? count - (MAX_NAME_BYTES - 1) : 0;

	for (; at < count; at++) {
		char c = t->reader.text[v.bytes.begin + at * step];

		name[n++] = c > ' ' && c < 0x7F ? c : '_';
	}
	name[n] = '\0';
}

/* ---- parts --- */

/* Add the texts of the message in this field. HTML and RTF should have the same content; but they
 * come from the sender, and readers differ in which they show. */
static void
add_texts(const struct tnef *t, enum tnef_field field, unsigned alternative)
{
	char charset[CODE_PAGE_NAME_BYTES];
	size_t i;

	for (i = 0; i < t->item.text_count; i++) {
		struct tnef_value v = t->item.texts[i].value;
		struct body_part p = { .encoding = TRANSFER_BINARY, .text = { .source = v.bytes,
			.is_html = field == FIELD_HTML, .alternative = alternative } };
		uint32_t page = v.type == MAPI_UNICODE ? UTF_16_PAGE :
		    v.type == MAPI_BINARY && t->html_code_page ? t->html_code_page : t->code_page;
		unsigned step;

		if (t->item.texts[i].field != field)
			continue;
		p.text.part = message_part_path(t->message, field == FIELD_BODY ? "1" : "2");
		if (field == FIELD_RTF) {
			p.content = BODY_COMPRESSED_RTF;
			p.type = "compressed RTF";
		} else {
			p.text.source.end = v.bytes.begin + string_length(t, v, &step) * step;
			if (charset_of_code_page(page, charset))
				p.charset = message_copy_text(t->message, charset, strlen(charset));
		}
		message_add_part(t->message, &p);
	}
}

/* Return true if the file is a message within TNEF: an object of the interface IMessage; and
 * remove its identifier. */
static bool
take_embedded(const struct tnef *t, struct tnef_value *data)
{
	static const char message[] = "\x07\x03\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46";
	const size_t len = sizeof(message) - 1;

	if (data->type != MAPI_OBJECT || data->bytes.end - data->bytes.begin < len ||
	    memcmp(t->reader.text + data->bytes.begin, message, len) != 0)
		return false;
	data->bytes.begin += len;
	return true;
}

/* Add the attached file. A signed message of Exchange is a file that has the type of the message, a
 * multipart: it has a header, as every message has. */
static void
add_attachment(const struct tnef *t)
{
	const struct item *item = &t->item;
	struct tnef_value data = item->data;
	bool is_embedded = take_embedded(t, &data);
	struct media_type type = media_type_of(is_embedded ? "application/ms-tnef" :
	    *item->media_type ? item->media_type : "application/octet-stream");
	struct body_part p = { .encoding = TRANSFER_BINARY, .text.source = data.bytes,
		.content = BODY_MESSAGE };
	enum media_use use = MEDIA_READ;
	char path[12];

	type.file_names[0] = (urlgrep_span){ item->name, strlen(item->name) };
	snprintf(path, sizeof(path), "%u", item->number + FIRST_ATTACHMENT - 1);
	p.text.part = message_part_path(t->message, path);
	p.type = media_type_name(t->message, &type);
	if (!ascii_is_word(type.type.text, type.type.len, "multipart") &&
	    !ascii_is_word(type.type.text, type.type.len, "message"))
		use = media_type_use(&type, &p);
	if (use == MEDIA_UNREAD)
		message_note_part(t->message, p.text.part, false, p.type);
	else if (use == MEDIA_READ && (data.type != MAPI_OBJECT || is_embedded))
		message_add_part(t->message, &p);
}

/* Add the texts of the message, or the attached file, whose attributes were just read. */
static void
end_item(struct tnef *t)
{
	unsigned number = t->item.number, alternative;

	if (number == 0) {
		alternative = ++t->message->alternatives;
		add_texts(t, FIELD_BODY, alternative);
		add_texts(t, FIELD_HTML, alternative);
		add_texts(t, FIELD_RTF, alternative);
	} else if (is_present(t->item.data)) {
		add_attachment(t);
	}
	t->item = (struct item){ .number = number + 1 };
}

/* ---- lists of MAPI properties ([MS-OXTNEF] 2.1.3.4) --- */

enum { MULTIPLE = 0x1000, FIRST_NAMED = 0x8000, GUID_BYTES = 16, NAME_IS_TEXT = 1 };

/* Set *size to the size of a value of the type, with padding; 0 if each value has a size of its
 * own. Returns false for an unknown type. */
static bool
find_size(uint32_t type, size_t *size)
{
	static const struct {
		uint32_t type;
		size_t size;
	} rows[] = { { 2 /* 16-bit integer */, 4 }, { MAPI_LONG, 4 }, { 4 /* float */, 4 },
		{ 0x0A /* error */, 4 }, { 0x0B /* boolean */, 4 }, { 5 /* double */, 8 },
		{ 6 /* currency */, 8 }, { 7 /* time, as a double */, 8 },
		{ 0x14 /* 64-bit integer */, 8 }, { 0x40 /* time */, 8 }, { 0x48, GUID_BYTES },
		{ MAPI_STRING8, 0 }, { MAPI_UNICODE, 0 }, { MAPI_BINARY, 0 }, { MAPI_OBJECT, 0 } };
	size_t i;

	for (i = 0; i < COUNT(rows); i++)
		if (rows[i].type == type) {
			*size = rows[i].size;
			return true;
		}
	return false;
}

/* Read bytes that are padded to a multiple of 4; the padding at the end of the list may be
 * missing. */
static struct byte_range
read_padded(struct byte_reader *r, size_t len)
{
	struct byte_range bytes = read_bytes(r, len);
	size_t padding = (4 - len % 4) % 4, left = r->end - r->at;

	r->at += padding < left ? padding : left;
	return bytes;
}

/* Skip the name of a property. */
static void
skip_name(struct byte_reader *r)
{
	read_bytes(r, GUID_BYTES);
	if (read_little_endian(r, 4) == NAME_IS_TEXT)
		read_padded(r, read_little_endian(r, 4));
	else
		read_bytes(r, 4);
}

static void read_properties(struct tnef *t, struct byte_range bytes);

static void
take_field(struct tnef *t, uint32_t number, struct tnef_value v)
{
	struct byte_reader r = { t->reader.text, v.bytes.begin, v.bytes.end, false };
	struct item *item = &t->item;
	enum tnef_field field = FIELD_OTHER;
	size_t i;

	for (i = 0; i < COUNT(fields); i++)
		if (fields[i].number == number)
			field = fields[i].field;
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
	case FIELD_DATA:
		item->data = is_present(v) ? v : item->data;
		break;
	case FIELD_NAME:
		if (*item->name == '\0')
			copy_name(t, v, item->name);
		break;
	case FIELD_LONG_NAME:
		copy_name(t, v, item->name);
		break;
	case FIELD_MEDIA_TYPE:
		copy_name(t, v, item->media_type);
		break;
	case FIELD_PROPERTIES:
		read_properties(t, v.bytes);
		break;
	case FIELD_RENDERING:
		end_item(t);
		break;
	case FIELD_OTHER:
		break;
	}
}

/* Read a property; named ones have an id of 8000 hex or more. A value that is cut short is taken
 * before r->is_short is set. */
static void
read_property(struct tnef *t, struct byte_reader *r)
{
	uint32_t type = read_little_endian(r, 2), id = read_little_endian(r, 2), count;
	struct tnef_value v = { .type = type & ~(uint32_t)MULTIPLE };
	size_t size = 0;

	if (id >= FIRST_NAMED)
		skip_name(r);
	if (!find_size(v.type, &size))
		r->is_short = true; /* where the next one begins is not known */
	count = type & MULTIPLE || size == 0 ? read_little_endian(r, 4) : 1;
	for (; count > 0 && !r->is_short; count--)
		v.bytes = read_padded(r, size > 0 ? size : read_little_endian(r, 4));
	take_field(t, id, v);
}

static void
read_properties(struct tnef *t, struct byte_range bytes)
{
	struct byte_reader r = { t->reader.text, bytes.begin, bytes.end, false };
	uint32_t left = read_little_endian(&r, 4);

	for (; left > 0 && !r.is_short; left--)
		read_property(t, &r);
	t->is_damaged = t->is_damaged || r.is_short;
}

/* ---- attributes --- */

/* The checksums are not verified: a damaged text is better than none, and verifying would read each
 * level of nested messages once more. */
enum tnef_status
tnef_parse(struct message *m, const char *text, size_t len)
{
	struct tnef t = { .message = m,
		.reader = { text, SIGNATURE_BYTES, len, false } };

	if (!tnef_begins(text, len))
		return TNEF_UNREAD;
	while (t.reader.at < len) {
		uint32_t level = read_little_endian(&t.reader, 1);
		uint32_t name = read_little_endian(&t.reader, 4);
		struct byte_range bytes = read_bytes(&t.reader,
		    read_little_endian(&t.reader, 4));

		if (level != LEVEL_MESSAGE && level != LEVEL_ATTACHMENT) {
			t.is_damaged = true;
			break;
		}
		take_field(&t, name, (struct tnef_value){ bytes, MAPI_STRING8 });
		read_bytes(&t.reader, 2); /* the checksum */
	}
	t.is_damaged = t.is_damaged || t.reader.is_short;
	end_item(&t);
	return t.is_damaged ? TNEF_DAMAGED : TNEF_COMPLETE;
}
