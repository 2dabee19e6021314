/* character.c - find a character's class */
#include "util/character.h"

#include <string.h>

#include "util/platform.h"
#include "util/utf8.h"

enum character_class
character_class_of(uint32_t code)
{
	size_t low = 0, high = character_block_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code >= character_blocks[middle].first)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? character_blocks[low - 1].class : CHARACTER_END;
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

/* In UTF-8 both brackets differ in the last byte, by one. */
bool
character_closes_bracket(uint32_t code, const char *text, size_t len)
{
	char open[3];

	if (code != 0xFF09 && (code < 0x3009 || code > 0x301B || code % 2 == 0))
		return false;
	memcpy(open, text + len - sizeof(open), sizeof(open));
	open[2]--;
	return memmem(text, len, open, sizeof(open)) != NULL;
}
