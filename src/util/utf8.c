/* utf8.c - UTF-8 (RFC 3629): the only decoder and encoder of the tree */
#include "util/utf8.h"

#include <string.h>

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
		if (((unsigned char)text[i] & 0xC0) != 0x80)
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
	return len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

bool
utf8_is_valid(const char *text, size_t len)
{
	uint32_t code;
	size_t at = 0, n;

	while (at < len) {
		n = (unsigned char)text[at] < 0x80 ? 1 :
		    utf8_decode(text + at, len - at, &code);
		if (n == 0)
			return false;
		at += n;
	}
	return true;
}

static bool
has_beyond_ascii(const char *text)
{
	uint64_t bytes;

	memcpy(&bytes, text, sizeof(bytes));
	return (bytes & 0x8080808080808080u) != 0;
}

size_t
utf8_ascii_length(const char *text, size_t len)
{
	const size_t step = sizeof(uint64_t);
	size_t i = 0;

	while (i + step <= len && !has_beyond_ascii(text + i))
		i += step;
	while (i < len && (unsigned char)text[i] < 0x80)
		i++;
	return i;
}

bool
utf8_is_ascii(const char *text, size_t len)
{
	const size_t step = sizeof(uint64_t);
	size_t i;

	for (i = 0; i + step <= len; i += step)
		if (has_beyond_ascii(text + i))
			return false;
	if (len >= step) /* the last word overlaps the one before */
		return !has_beyond_ascii(text + len - step);
	for (; i < len; i++)
		if ((unsigned char)text[i] >= 0x80)
			return false;
	return true;
}
