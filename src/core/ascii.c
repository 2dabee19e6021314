/* ascii.c - the table of octet classes */
#include "ascii.h"

#define LETTER (ASCII_ALPHA | ASCII_SCHEME | ASCII_RUN)
#define HEXLETTER (LETTER | ASCII_HEX)
#define FIGURE (ASCII_DIGIT | ASCII_SCHEME | ASCII_RUN | ASCII_HEX)
#define MARK (ASCII_SCHEME | ASCII_RUN) /* "+", "-", "." */

const unsigned char ascii_class[256] = {
	['\t'] = ASCII_BLANK,
	['\v'] = ASCII_BLANK,
	['\f'] = ASCII_BLANK,
	[' '] = ASCII_BLANK,
	['\n'] = ASCII_BREAK,
	['\r'] = ASCII_BREAK,
	['0'] = FIGURE, ['1'] = FIGURE, ['2'] = FIGURE, ['3'] = FIGURE,
	['4'] = FIGURE, ['5'] = FIGURE, ['6'] = FIGURE, ['7'] = FIGURE,
	['8'] = FIGURE, ['9'] = FIGURE,
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
	['+'] = MARK, ['-'] = MARK, ['.'] = MARK,
	['!'] = ASCII_RUN, ['#'] = ASCII_RUN, ['$'] = ASCII_RUN,
	['%'] = ASCII_RUN, ['&'] = ASCII_RUN, ['\''] = ASCII_RUN,
	['('] = ASCII_RUN, [')'] = ASCII_RUN, ['*'] = ASCII_RUN,
	[','] = ASCII_RUN, ['/'] = ASCII_RUN, [':'] = ASCII_RUN,
	[';'] = ASCII_RUN, ['='] = ASCII_RUN, ['?'] = ASCII_RUN,
	['@'] = ASCII_RUN, ['['] = ASCII_RUN, [']'] = ASCII_RUN,
	['_'] = ASCII_RUN, ['{'] = ASCII_RUN, ['}'] = ASCII_RUN,
	['~'] = ASCII_RUN,
};
