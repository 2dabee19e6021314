/* character.c - find a character's class */
#include "util/character.h"

#include "util/utf8.h"

enum character_class
character_class_of(uint32_t code)
{
	unsigned low = 0, high = character_range_count;

	while (low < high) {
		unsigned middle = low + (high - low) / 2;

		if (code > character_ranges[middle].last)
			low = middle + 1;
		else
			high = middle;
	}
	return low < character_range_count && code >= character_ranges[low].first ?
	    character_ranges[low].class : CHARACTER_END;
}

size_t
character_before(const char *text, size_t len, uint32_t *code)
{
	size_t n = 1;

	while (n < len && n < 4 && utf8_is_continuation(text[len - n]))
		n++;
	if (utf8_decode(text + len - n, n, code) == n)
		return n;
	*code = (unsigned char)text[len - 1];
	return 1;
}
