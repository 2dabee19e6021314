/* message_id.h - Message-IDs and the like, which look like addresses (rule E7) */
#ifndef NAMES_MESSAGE_ID_H
#define NAMES_MESSAGE_ID_H

#include "util/scan_text.h"

enum header_field {
	FIELD_OTHER,
	FIELD_ID,     /* Message-ID, References... */
	FIELD_ADDRESS /* From, To... */
};

/* The line whose field was found last, by its offset in the whole text, up to `seen`: a field
 * of many lines is looked up once. Initialize with zeros. */
struct field_cache {
	uint64_t line, seen;
	bool is_set;
	enum header_field field;
};

/* Return the header field, also a quoted one, that the line with bytes[at] belongs to. */
enum header_field header_field_find(const struct scan_text *t, size_t at,
    struct field_cache *cache);

/* Return true if the line is surely one of a field of identifiers: an "@" in a very long line
 * may be far from where that begins. */
bool header_field_is_id(const struct scan_text *t, size_t at, struct field_cache *cache);

/* Return true if "<bytes[begin..end)>" with its "@" at `at` is an identifier and no
 * address. */
bool message_id_is(const struct scan_text *t, size_t begin, size_t at,
    enum header_field field);

#endif
