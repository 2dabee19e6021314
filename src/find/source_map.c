/* source_map.c - where a message is in a member that was converted from UTF-16 or UTF-32 */
#include "find/source_map.h"

void
source_map_enter(struct source_map *map, enum text_encoding encoding,
    urlgrep_message *message)
{
	uint64_t gap = message->offset - map->end;

	if (encoding == ENCODING_BYTES)
		return;
	map->begin = message->offset;
	map->end = map->begin + message->text.len;
	map->at = 0;
	map->source = map->source_begin =
	    map->source_end + gap * utf16_source_bytes(encoding, "", 1);
	message->offset = map->source_begin;
	message->length = utf16_source_bytes(encoding, message->text.text,
	    message->text.len);
	map->source_end = map->source_begin + message->length;
}

void
source_map_apply(struct source_map *map, enum text_encoding encoding,
    const urlgrep_message *message, urlgrep_location *l)
{
	const char *text = message->text.text;
	size_t at = (size_t)(l->offset - map->begin);

	if (encoding == ENCODING_BYTES)
		return;
	if (at < map->at) {
		map->at = 0;
		map->source = map->source_begin;
	}
	map->source += utf16_source_bytes(encoding, text + map->at, at - map->at);
	map->at = at;
	l->length = utf16_source_bytes(encoding, text + at, (size_t)l->length);
	l->offset = map->source;
}
