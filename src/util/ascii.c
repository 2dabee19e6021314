/* ascii.c - the table of classes of bytes, and comparing without case */
#include "util/ascii.h"

#include <stdint.h>
#include <string.h>

#define LETTER (ASCII_ALPHA | ASCII_SCHEME | ASCII_RUN | ASCII_PLAIN)
#define HEXLETTER (LETTER | ASCII_HEX)
#define DIGIT (ASCII_DIGIT | ASCII_SCHEME | ASCII_RUN | ASCII_HEX | ASCII_PLAIN)
#define MARK (ASCII_SCHEME | ASCII_RUN) /* "+", "-", "." */

const unsigned char ascii_class[256] = {
	['\t'] = ASCII_BLANK,
	['\v'] = ASCII_BLANK,
	['\f'] = ASCII_BLANK,
	[' '] = ASCII_BLANK,
	['\n'] = ASCII_BREAK,
	['\r'] = ASCII_BREAK,
	['0'] = DIGIT, ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT,
	['4'] = DIGIT, ['5'] = DIGIT, ['6'] = DIGIT, ['7'] = DIGIT,
	['8'] = DIGIT, ['9'] = DIGIT,
	['A'] = HEXLETTER, ['B'] = HEXLETTER, ['C'] = HEXLETTER,
	['D'] = HEXLETTER, ['E'] = HEXLETTER, ['F'] = HEXLETTER,
	['G'] = LETTER, ['H'] = LETTER, ['I'] = LETTER, ['J'] = LETTER,
	['K'] = LETTER, ['L'] = LETTER, ['M'] = LETTER, ['N'] = LETTER,
	['O'] = LETTER, ['P'] = LETTER, ['Q'] = LETTER, ['R'] = LETTER,
	['S'] = LETTER, ['T'] = LETTER, ['U'] = LETTER, ['V'] = LETTER,
	['W'] = LETTER, ['X'] = LETTER, ['Y'] = LETTER, ['Z'] = LETTER,
	['a'] = HEXLETTER, ['b'] = HEXLETTER, ['c'] = HEXLETTER,
	['d'] = HEXLETTER, ['e'] = HEXLETTER, ['f'] = HEXLETTER,
	['g'] = LETTER, ['h'] = LETTER, ['i'] = LETTER, ['j'] = LETTER,
	['k'] = LETTER, ['l'] = LETTER, ['m'] = LETTER, ['n'] = LETTER,
	['o'] = LETTER, ['p'] = LETTER, ['q'] = LETTER, ['r'] = LETTER,
	['s'] = LETTER, ['t'] = LETTER, ['u'] = LETTER, ['v'] = LETTER,
	['w'] = LETTER, ['x'] = LETTER, ['y'] = LETTER, ['z'] = LETTER,
	['+'] = MARK, ['-'] = MARK | ASCII_PLAIN, ['.'] = MARK,
	['!'] = ASCII_RUN, ['#'] = ASCII_RUN, ['$'] = ASCII_RUN,
	['%'] = ASCII_RUN, ['&'] = ASCII_RUN, ['\''] = ASCII_RUN,
	['('] = ASCII_RUN, [')'] = ASCII_RUN, ['*'] = ASCII_RUN,
	[','] = ASCII_RUN, ['/'] = ASCII_RUN | ASCII_PLAIN, [':'] = ASCII_RUN,
	[';'] = ASCII_RUN, ['='] = ASCII_RUN | ASCII_PLAIN, ['?'] = ASCII_RUN,
	['@'] = ASCII_RUN | ASCII_PLAIN, ['['] = ASCII_RUN, [']'] = ASCII_RUN,
	['_'] = ASCII_RUN | ASCII_PLAIN, ['{'] = ASCII_RUN, ['}'] = ASCII_RUN,
	['~'] = ASCII_RUN | ASCII_PLAIN,
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
	size_t i;

	if (len < WORD_BYTES)
		return equal_bytes(a, b, len);
	for (i = 0; i + WORD_BYTES < len; i += WORD_BYTES)
		if (!equal_words(a + i, b + i))
			return false;
	return equal_words(a + len - WORD_BYTES, b + len - WORD_BYTES);
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
