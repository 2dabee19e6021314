/* utf8.c - the UTF-8 decoder and encoder (RFC 3629), and classes of characters */
#include "util/utf8.h"

#include <string.h>

#include "util/ascii.h"
#include "util/platform.h"

size_t
utf8_decode(const char *text, size_t len, uint32_t *code)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned char lead = len ? (unsigned char)text[0] : 0xFF;
	size_t n = utf8_length(lead), i;
	uint32_t value;

	if (n == 0 || n > len)
		return 0;
	value = n == 1 ? lead : lead & (0xFFu >> (n + 1));
	for (i = 1; i < n; i++) {
		if (!utf8_is_continuation(text[i]))
			return 0;
		value = value << 6 | ((unsigned char)text[i] & 0x3F);
	}
	if (value < least[n] || value > 0x10FFFF ||
	    (value >= 0xD800 && value < 0xE000))
		return 0;
	*code = value;
	return n;
}

size_t
utf8_encode(uint32_t code, char *out)
{
	static const unsigned char lead[] = { 0, 0xC0, 0xE0, 0xF0 };
	size_t more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
	size_t i;

	for (i = more; i > 0; i--) {
		out[i] = (char)(0x80 | (code & 0x3F));
		code >>= 6;
	}
	out[0] = (char)(lead[more] | code);
	return more + 1;
}

size_t
utf8_bom_length(const char *text, size_t len)
{
	return text_begins_with(text, len, "\xEF\xBB\xBF") ? 3 : 0;
}

size_t
utf8_valid_length(const char *text, size_t len)
{
	size_t at = 0, n;
	uint32_t code;

	while ((at += utf8_ascii_length(text + at, len - at)) < len)
		do {
			n = utf8_decode(text + at, len - at, &code);
			if (n == 0)
				return at;
			at += n;
		} while (at < len && (unsigned char)text[at] >= 0x80);
	return at;
}

size_t
utf8_ascii_length(const char *text, size_t len)
{
	size_t at = 0;

	while ((at += ascii_span(text + at, len - at, ASCII_ANY)) < len && text[at] == '\0')
		at++;
	return at;
}

/* ---- characters beyond US-ASCII --- */

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

/* In UTF-8, the two brackets differ only in the last byte, by one. */
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
