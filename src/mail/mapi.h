/* mapi.h - a list of MAPI properties, as TNEF holds it ([MS-OXTNEF] 2.1.3.4) */
#ifndef MAIL_MAPI_H
#define MAIL_MAPI_H

#include <stdbool.h>
#include <stdint.h>

#include "util/byte_reader.h"

/* Types. */
enum {
	MAPI_LONG = 3,
	MAPI_OBJECT = 0x0D,  /* an interface identifier of 16 bytes, then its data */
	MAPI_STRING8 = 0x1E, /* in a code page; ends in a NUL */
	MAPI_UNICODE = 0x1F, /* in UTF-16LE; ends in a NUL */
	MAPI_BINARY = 0x102
};

struct mapi_property {
	uint32_t type, id;
	struct byte_range value; /* of several, the last one */
};

struct mapi_list {
	struct byte_reader reader;
	uint32_t left; /* properties */
};

/* Begin to read the list text[range.begin..range.end). */
struct mapi_list mapi_list_open(const char *text, struct byte_range range);

/* Read the next property; named ones have an id of 8000 hex or more. Returns false after the
 * last one, and where the list is damaged: then reader.is_short is set. A value that is cut
 * short is returned before. */
bool mapi_list_next(struct mapi_list *list, struct mapi_property *property);

#endif
