/* tnef.c - the texts and attached files of a TNEF stream ([MS-OXTNEF]): attributes of the message,
 * then of each attached file. Most of them have a list of MAPI properties. */
#include "mail/tnef.h"

#include <stdio.h>
#include <string.h>

#include "mail/charset.h"
#include "mail/message_private.h"
#include "util/ascii.h"
#include "util/byte_reader.h"

/* Types of MAPI properties. */
enum {
	MAPI_LONG = 3,
	MAPI_OBJECT = 0x0D,  /* an interface identifier of 16 bytes, then its data */
	MAPI_STRING8 = 0x1E, /* in a code page; ends in a NUL */
	MAPI_UNICODE = 0x1F, /* in UTF-16LE; ends in a NUL */
	MAPI_BINARY = 0x102
};

/* Attributes: their level and their number. */
enum { LEVEL_MESSAGE = 1, LEVEL_ATTACHMENT = 2 };
enum {
	ATTRIBUTE_CODE_PAGE = 0x00069007,
	ATTRIBUTE_BODY = 0x0002800C,
	ATTRIBUTE_PROPERTIES = 0x00069003,
	ATTRIBUTE_RENDERING = 0x00069002, /* begins an attached file */
	ATTRIBUTE_TITLE = 0x00018010,
	ATTRIBUTE_DATA = 0x0006800F,
	ATTRIBUTE_ATTACHMENT = 0x00069005 /* its properties */
};

/* Properties ([MS-OXPROPS]). */
enum {
	PROPERTY_BODY = 0x1000,
	PROPERTY_RTF = 0x1009,
	PROPERTY_HTML = 0x1013,
	PROPERTY_CODE_PAGE = 0x3FDE, /* of HTML */
	PROPERTY_DATA = 0x3701,
	PROPERTY_NAME = 0x3704,
	PROPERTY_LONG_NAME = 0x3707,
	PROPERTY_MEDIA_TYPE = 0x370E
};

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
		uint32_t id; /* PROPERTY_BODY, _HTML or _RTF */
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

static struct body_part
new_part(const struct tnef *t, const char *path, struct tnef_value v)
{
	return (struct body_part){ .text = { .part = message_part_path(t->message, path),
		.source = v.bytes }, .encoding = TRANSFER_BINARY };
}

/* Add the texts of the message that have this property. */
static void
add_texts(const struct tnef *t, uint32_t id, const char *path, unsigned alternative)
{
	char charset[CODE_PAGE_NAME_BYTES];
	size_t i;

	for (i = 0; i < t->item.text_count; i++) {
		struct tnef_value v = t->item.texts[i].value;
		struct body_part p = new_part(t, path, v);
		uint32_t page = v.type == MAPI_UNICODE ? UTF_16_PAGE :
		    v.type == MAPI_BINARY && t->html_code_page ? t->html_code_page : t->code_page;
		unsigned step;

		if (t->item.texts[i].id != id)
			continue;
		p.text.alternative = alternative;
		p.text.is_html = id == PROPERTY_HTML;
		if (id == PROPERTY_RTF) {
			p.content = BODY_COMPRESSED_RTF;
			p.type = "compressed RTF";
		} else {
			p.text.source.end = v.bytes.begin + string_length(t, v, &step);
			p.text.source.end += (step - 1) * (p.text.source.end - v.bytes.begin);
			if (charset_of_code_page(page, charset))
				p.charset = message_copy_text(t->message, charset, strlen(charset));
		}
		message_add_part(t->message, &p);
	}
}

/* Add the text of the message. HTML and RTF should have the same content; but they come from the
 * sender, and readers differ in which they show. */
static void
add_message(const struct tnef *t)
{
	unsigned alternative = ++t->message->alternatives;

	add_texts(t, PROPERTY_BODY, "1", alternative);
	add_texts(t, PROPERTY_HTML, "2", alternative);
	add_texts(t, PROPERTY_RTF, "2", alternative);
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

/* Return the type of the attached file. */
static struct media_type
type_of_attachment(const struct item *item, bool is_embedded)
{
	struct media_type t = media_type_of(is_embedded ? "application/ms-tnef" :
	    *item->media_type ? item->media_type : "application/octet-stream");

	t.file_names[0] = (urlgrep_span){ item->name, strlen(item->name) };
	return t;
}

/* Return how the file is used. A signed message of Exchange is a file that has the type of the
 * message, a multipart: it has a header, as every message has. */
static enum media_use
use_of_attachment(const struct media_type *t, struct body_part *p)
{
	if (ascii_is_word(t->type.text, t->type.len, "multipart") ||
	    ascii_is_word(t->type.text, t->type.len, "message")) {
		p->content = BODY_MESSAGE;
		return MEDIA_READ;
	}
	return media_type_use(t, p);
}

static void
add_attachment(const struct tnef *t)
{
	struct tnef_value data = t->item.data;
	bool is_embedded = take_embedded(t, &data);
	struct media_type type = type_of_attachment(&t->item, is_embedded);
	struct body_part p;
	enum media_use use;
	char path[12];

	snprintf(path, sizeof(path), "%u", t->item.number + FIRST_ATTACHMENT - 1);
	p = new_part(t, path, data);
	p.type = media_type_name(t->message, &type);
	use = use_of_attachment(&type, &p);
	if (use == MEDIA_UNREAD)
		message_note_part(t->message, p.text.part, false, p.type);
	else if (use == MEDIA_READ && (data.type != MAPI_OBJECT || is_embedded))
		message_add_part(t->message, &p);
}

/* Add the texts of the message, or the attached file, whose attributes were just read. */
static void
end_item(struct tnef *t)
{
	if (t->item.number == 0)
		add_message(t);
	else if (is_present(t->item.data))
		add_attachment(t);
	t->item = (struct item){ .number = t->item.number + 1 };
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

static uint32_t
number_at(const struct tnef *t, struct byte_range at)
{
	struct byte_reader r = { t->reader.text, at.begin, at.end, false };

	return read_little_endian(&r, 4);
}

static void
keep_text(struct tnef *t, uint32_t id, struct tnef_value v)
{
	struct item *item = &t->item;

	if (!is_present(v))
		return;
	if (item->text_count == MAX_TEXTS) {
		t->is_damaged = true;
		return;
	}
	item->texts[item->text_count].id = id;
	item->texts[item->text_count++].value = v;
}

static void
take_property(struct tnef *t, uint32_t id, struct tnef_value v)
{
	switch (id) {
	case PROPERTY_BODY:
	case PROPERTY_HTML:
	case PROPERTY_RTF:
		keep_text(t, id, v);
		break;
	case PROPERTY_CODE_PAGE:
		t->html_code_page = number_at(t, v.bytes);
		break;
	case PROPERTY_DATA:
		if (is_present(v))
			t->item.data = v;
		break;
	case PROPERTY_NAME:
		if (*t->item.name == '\0')
			copy_name(t, v, t->item.name);
		break;
	case PROPERTY_LONG_NAME:
		copy_name(t, v, t->item.name);
		break;
	case PROPERTY_MEDIA_TYPE:
		copy_name(t, v, t->item.media_type);
		break;
	default:
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
	take_property(t, id, v);
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

static void
read_attribute(struct tnef *t, uint32_t name, struct byte_range bytes)
{
	struct tnef_value v = { bytes, MAPI_STRING8 };

	switch (name) {
	case ATTRIBUTE_CODE_PAGE:
		t->code_page = number_at(t, bytes);
		break;
	case ATTRIBUTE_BODY:
		keep_text(t, PROPERTY_BODY, v);
		break;
	case ATTRIBUTE_RENDERING:
		end_item(t);
		break;
	case ATTRIBUTE_TITLE:
		copy_name(t, v, t->item.name);
		break;
	case ATTRIBUTE_DATA:
		t->item.data = v;
		break;
	case ATTRIBUTE_PROPERTIES:
	case ATTRIBUTE_ATTACHMENT:
		read_properties(t, bytes);
		break;
	default:
		break;
	}
}

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
		read_attribute(&t, name, bytes);
		read_bytes(&t.reader, 2); /* the checksum */
	}
	t.is_damaged = t.is_damaged || t.reader.is_short;
	end_item(&t);
	return t.is_damaged ? TNEF_DAMAGED : TNEF_COMPLETE;
}
