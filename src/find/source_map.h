/* source_map.h - where a message is in a member that was converted from UTF-16 or UTF-32 */
#ifndef FIND_SOURCE_MAP_H
#define FIND_SOURCE_MAP_H

#include <stddef.h>
#include <stdint.h>

#include "input/text.h"
#include "urlgrep_mail.h"

/* Initialize with zeros, then set end and source_end to the offset of the member. */
struct source_map {
	uint64_t begin, end;               /* of the message, converted, */
	uint64_t source_begin, source_end; /* and as it is stored */
	size_t at;       /* an offset in the message, converted */
	uint64_t source; /* of that byte as it is stored */
};

/* Enter the next message of a member, and set its offset and length to those that it has as
 * it is stored. What is between two messages (the "From " lines of an mbox) is US-ASCII. */
void source_map_enter(struct source_map *map, enum text_encoding encoding,
    urlgrep_message *message);

/* Set the offset and length of a location in the message, or HTML document, to those that
 * it has as it is stored. */
void source_map_apply(struct source_map *map, enum text_encoding encoding,
    const urlgrep_message *message, urlgrep_location *l);

#endif
