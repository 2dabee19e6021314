/* ascii.c - the table of classes of bytes, and comparing without case */
#include "util/ascii.h"

#include <stdint.h>
#include <string.h>

#define ANYWHERE \
	(ASCII_RUN | ASCII_PLAIN | ASCII_LOCAL | ASCII_LOCAL_PLAIN | ASCII_HOST | ASCII_LABEL)
#define LETTER (ASCII_ALPHA | ASCII_SCHEME | ANYWHERE)
#define DIGIT (ASCII_DIGIT | ASCII_HEX | ASCII_SCHEME | ANYWHERE)
#define MARK (ASCII_RUN | ASCII_LOCAL | ASCII_LOCAL_MARK)
#define ENDS_LOCAL (ASCII_LOCAL | ASCII_LOCAL_MARK)
#define FOUR(c, classes) \
	[c] = classes, [(c) + 1] = classes, [(c) + 2] = classes, [(c) + 3] = classes

const unsigned short ascii_class[256] = {
	['\t'] = ASCII_BLANK, ['\v'] = ASCII_BLANK, ['\f'] = ASCII_BLANK, [' '] = ASCII_BLANK,
	['\n'] = ASCII_BREAK, ['\r'] = ASCII_BREAK,
	FOUR('0', DIGIT), FOUR('4', DIGIT), ['8'] = DIGIT, ['9'] = DIGIT,
	FOUR('A', LETTER | ASCII_HEX), ['E'] = LETTER | ASCII_HEX, ['F'] = LETTER | ASCII_HEX,
	FOUR('G', LETTER), FOUR('K', LETTER), FOUR('O', LETTER), FOUR('S', LETTER),
	FOUR('W', LETTER),
	FOUR('a', LETTER | ASCII_HEX), ['e'] = LETTER | ASCII_HEX, ['f'] = LETTER | ASCII_HEX,
	FOUR('g', LETTER), FOUR('k', LETTER), FOUR('o', LETTER), FOUR('s', LETTER),
	FOUR('w', LETTER),
	['-'] = ASCII_SCHEME | ANYWHERE, ['_'] = ANYWHERE,
	['.'] = ASCII_SCHEME | ASCII_RUN | ASCII_LOCAL | ASCII_LOCAL_PLAIN | ASCII_HOST,
	['+'] = ASCII_SCHEME | ASCII_RUN | ASCII_LOCAL | ASCII_LOCAL_PLAIN,
	['!'] = ASCII_RUN | ASCII_LOCAL | ASCII_LOCAL_PLAIN,
	['\''] = ASCII_RUN | ASCII_LOCAL | ASCII_LOCAL_PLAIN,
	['$'] = MARK | ASCII_LOCAL_PLAIN, ['*'] = MARK | ASCII_LOCAL_PLAIN,
	['~'] = MARK | ASCII_LOCAL_PLAIN | ASCII_PLAIN,
	['#'] = MARK, ['?'] = MARK, ['{'] = MARK, ['}'] = MARK,
	['^'] = ENDS_LOCAL, ['`'] = ENDS_LOCAL, ['|'] = ENDS_LOCAL,
	['%'] = ASCII_RUN | ASCII_LOCAL, ['&'] = ASCII_RUN | ASCII_LOCAL,
	['/'] = ASCII_RUN | ASCII_PLAIN | ASCII_LOCAL,
	['='] = ASCII_RUN | ASCII_PLAIN | ASCII_LOCAL,
	['('] = ASCII_RUN | ASCII_LOCAL_PLAIN, [')'] = ASCII_RUN | ASCII_LOCAL_PLAIN,
	['@'] = ASCII_RUN | ASCII_PLAIN, [','] = ASCII_RUN, [':'] = ASCII_RUN, [';'] = ASCII_RUN,
	['['] = ASCII_RUN, [']'] = ASCII_RUN,
};

/* Return true if a[0..len) and b[0..len) are equal but for case, byte by byte. */
static bool
equal_bytes(const char *a, const char *b, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (a[i] != b[i] && ascii_lower(a[i]) != ascii_lower(b[i]))
			return false;
	return true;
}

enum { WORD_BYTES = sizeof(uint32_t) };

/* The same for WORD_BYTES bytes. Letters of either case differ in one bit. */
static bool
equal_words(const char *a, const char *b)
{
	const uint32_t ones = 0x01010101u, case_bits = ones * ('a' ^ 'A'), high_bits = ones << 7;
	uint32_t x, y, differing, low, letters;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	differing = x ^ y;
	if (differing == 0 || differing & ~case_bits)
		return differing == 0;
	low = (x | case_bits) & ~high_bits;
	letters = (low + ones * (0x80 - 'a')) & ~(low + ones * (0x7F - 'z')) & ~x & high_bits;
	return (differing << 2 & ~letters) == 0; /* a case bit, 0x20, becomes 0x80 */
}

bool
ascii_equal(const char *a, const char *b, size_t len)
{
	size_t i, last;

	if (len < WORD_BYTES)
		return equal_bytes(a, b, len);
	last = len - WORD_BYTES;
	for (i = 0; i < last; i += WORD_BYTES)
		if (!equal_words(a + i, b + i))
			return false;
	return equal_words(a + last, b + last);
}

bool
word_list_has(const char *list, const char *text, size_t len)
{
	size_t n;

	for (; *list; list += n + (list[n] == ' ')) {
		for (n = 0; list[n] && list[n] != ' '; n++)
			;
		if (n == len && ascii_equal(list, text, len))
			return true;
	}
	return false;
}

bool
ascii_has_a_label(const char *host, size_t len)
{
	const char *at = host, *end = host + len;

	for (; (at = memchr(at, '-', (size_t)(end - at))) != NULL; at++)
		if (at - host >= 2 && end - at >= 2 && ascii_equal(at - 2, "xn--", 4) &&
		    (at - host == 2 || at[-3] == '.'))
			return true;
	return false;
}
