/* mapi.c - a list of MAPI properties, as TNEF holds it ([MS-OXTNEF] 2.1.3.4) */
#include "mail/mapi.h"

enum { MULTIPLE = 0x1000, FIRST_NAMED = 0x8000, GUID_BYTES = 16, NAME_IS_TEXT = 1 };

struct mapi_list
mapi_list_open(const char *text, struct byte_range range)
{
	struct mapi_list list = { .reader = { text, range.begin, range.end, false } };

	list.left = read_little_endian(&list.reader, 4);
	return list;
}

/* Return the bytes of one value of a type of fixed size, with padding; 0 for an unknown
 * type. */
static unsigned
fixed_size(uint32_t type)
{
	switch (type) {
	case 2: /* 16-bit integer */
	case MAPI_LONG:
	case 4: /* float */
	case 0x0A: /* error */
	case 0x0B: /* boolean */
		return 4;
	case 5: /* double */
	case 6: /* currency */
	case 7: /* time, as a double */
	case 0x14: /* 64-bit integer */
	case 0x40: /* time */
		return 8;
	case 0x48: /* GUID */
		return GUID_BYTES;
	default:
		return 0;
	}
}

static bool
is_variable(uint32_t type)
{
	return type == MAPI_STRING8 || type == MAPI_UNICODE || type == MAPI_BINARY ||
	    type == MAPI_OBJECT;
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

bool
mapi_list_next(struct mapi_list *list, struct mapi_property *property)
{
	struct byte_reader *r = &list->reader;
	uint32_t type, count;
	unsigned size;

	if (list->left == 0 || r->is_short)
		return false;
	list->left--;
	type = read_little_endian(r, 2);
	*property = (struct mapi_property){ .type = type & ~(uint32_t)MULTIPLE,
		.id = read_little_endian(r, 2) };
	if (property->id >= FIRST_NAMED)
		skip_name(r);
	size = fixed_size(property->type);
	if (size == 0 && !is_variable(property->type))
		r->is_short = true; /* where the next one begins is not known */
	count = type & MULTIPLE || size == 0 ? read_little_endian(r, 4) : 1;
	for (; count > 0 && !r->is_short; count--)
		property->value = read_padded(r,
		    size > 0 ? size : read_little_endian(r, 4));
	return true;
}
