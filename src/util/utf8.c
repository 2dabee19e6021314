/* utf8.c - UTF-8 (RFC 3629): the only decoder and encoder of the tree */
#include "util/utf8.h"

#include <string.h>

#include "util/ascii.h"

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

uint32_t
utf8_windows_1252(unsigned char byte)
{
	static const unsigned short others[32] = { 0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026,
		0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018,
		0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153,
		0x9D, 0x17E, 0x178 };

	return byte >= 0x80 && byte < 0xA0 ? others[byte - 0x80] : byte;
}

size_t
utf8_bom_length(const char *text, size_t len)
{
	return len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool
utf8_is_valid(const char *text, size_t len)
{
	size_t at = 0, n;
	uint32_t code;

	while ((at += utf8_ascii_length(text + at, len - at)) < len)
		do {
			n = utf8_decode(text + at, len - at, &code);
			if (n == 0)
				return false;
			at += n;
		} while (at < len && (unsigned char)text[at] >= 0x80);
	return true;
}

size_t
utf8_ascii_length(const char *text, size_t len)
{
	size_t at = 0;

	while ((at += ascii_span(text + at, len - at, ASCII_ANY)) < len && text[at] == '\0')
		at++;
	return at;
}
