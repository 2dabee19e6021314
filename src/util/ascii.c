/* ascii.c - the table of classes of bytes, and searches by it, a block at a time */
#include "util/ascii.h"

#include <stdint.h>
#include <string.h>

#include "util/block.h"

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

/* Return true for what ascii_unmarked() looks for, and for every dot. */
static bool
is_mark(char c)
{
	static const bool is_sign[0x80] = { ['#'] = true, ['$'] = true, ['%'] = true,
		['('] = true, ['.'] = true, ['['] = true, ['\\'] = true, ['{'] = true,
		['|'] = true };

	return (unsigned char)c >= 0x80 || is_sign[(unsigned char)c];
}

#ifdef __SSE2__
/* Return a bit for each byte of the block that is not of ASCII_RUN: controls, the space
 * and anything beyond US-ASCII; DEL and the marks "<>\^`|. */
static unsigned
not_run(const char *at)
{
	__m128i block = block_load(at), marks;
	__m128i pairs = _mm_or_si128(block, _mm_set1_epi8(2)); /* "<" and ">", "\" and "^" */
	__m128i shown = _mm_cmpgt_epi8(block, _mm_set1_epi8(' '));

	marks = _mm_or_si128(block_equal(pairs, '>'), block_equal(pairs, '^'));
	marks = _mm_or_si128(marks, _mm_or_si128(block_equal(block, '"'), block_equal(block, '`')));
	marks = _mm_or_si128(marks, _mm_or_si128(block_equal(block, '|'),
	    block_equal(block, '\177')));
	return (unsigned)_mm_movemask_epi8(_mm_andnot_si128(marks, shown)) ^ 0xFFFF;
}

/* Return a bit for each byte of the block that is not plain, for a dot before another, a star
 * or a plus, for a colon before a slash, and for a dot or colon at the end. */
static unsigned
not_plain(const char *at)
{
	__m128i block = block_load(at), lower = _mm_or_si128(block, _mm_set1_epi8(0x20)), plain;
	unsigned dots = (unsigned)_mm_movemask_epi8(block_equal(block, '.'));
	unsigned stars = (unsigned)_mm_movemask_epi8(block_between(block, '*', '+'));
	unsigned colons = (unsigned)_mm_movemask_epi8(block_equal(block, ':'));
	unsigned slashes = (unsigned)_mm_movemask_epi8(block_equal(block, '/'));

	plain = _mm_or_si128(block_between(lower, 'a', 'z'), block_between(block, '-', ':'));
	plain = _mm_or_si128(plain, _mm_or_si128(block_equal(block, '='), block_equal(block, '_')));
	plain = _mm_or_si128(plain, _mm_or_si128(block_equal(block, '~'), block_equal(block, '@')));
	return ((unsigned)_mm_movemask_epi8(plain) ^ 0xFFFF) |
	    (dots & ((dots | stars) >> 1)) | (colons & (slashes >> 1)) |
	    ((dots | colons) & 0x8000);
}

/* Return a bit for each byte that ascii_unmarked() looks for, and for a dot at the end. */
static unsigned
marks(const char *at)
{
	__m128i block = block_load(at), lower = _mm_or_si128(block, _mm_set1_epi8(0x20)), found;
	unsigned dots = (unsigned)_mm_movemask_epi8(block_equal(block, '.'));
	unsigned stars = (unsigned)_mm_movemask_epi8(block_between(block, '*', '+'));

	found = _mm_or_si128(block_between(block, '#', '%'), block_equal(block, '('));
	found = _mm_or_si128(found, block_between(lower, '{', '|')); /* "[" and "\\", too */
	found = _mm_or_si128(found, block); /* beyond US-ASCII */
	return (unsigned)_mm_movemask_epi8(found) | (dots & ((dots | stars) >> 1 | 0x8000));
}

static unsigned
breaks(const char *at)
{
	__m128i block = block_load(at);

	return (unsigned)_mm_movemask_epi8(
	    _mm_or_si128(block_equal(block, '\n'), block_equal(block, '\r')));
}

/* Bytes beyond US-ASCII are negative here. */
static unsigned
stops(const char *at, char least, char stop)
{
	__m128i block = block_load(at);
	__m128i other = _mm_cmpgt_epi8(_mm_set1_epi8(least), block);

	other = _mm_or_si128(other, block_equal(block, '\177'));
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(other, block_equal(block, stop)));
}

static unsigned
not_quotable(const char *at)
{
	return block_unquotable(block_load(at));
}

/* Return true if text[0..len), which is shorter than a block, has none of these bytes for
 * certain: its first and last bytes make a block. */
static bool
is_short_quotable(const char *text, size_t len)
{
	uint64_t first, last;
	uint32_t start, end;

	if (len >= sizeof(first)) {
		memcpy(&first, text, sizeof(first));
		memcpy(&last, text + len - sizeof(last), sizeof(last));
		return block_unquotable(_mm_set_epi64x((int64_t)last, (int64_t)first)) == 0;
	}
	if (len < sizeof(start))
		return false;
	memcpy(&start, text, sizeof(start));
	memcpy(&end, text + len - sizeof(end), sizeof(end));
	return block_unquotable(_mm_set_epi32((int)end, (int)start, (int)end,
	    (int)start)) == 0;
}
/* Return a bit for each byte that ascii_letters() counts. */
static unsigned
letters(const char *at)
{
	__m128i lower = _mm_or_si128(block_load(at), _mm_set1_epi8(0x20));

	return (unsigned)_mm_movemask_epi8(_mm_cmpgt_epi8(lower, _mm_set1_epi8('a' - 1)));
}

/* Return a bit for each byte that ascii_unquoted() stops at. */
static unsigned
not_unquoted(const char *at)
{
	__m128i block = block_load(at);

	return (unsigned)_mm_movemask_epi8(_mm_or_si128(block_equal(block, '>'),
	    _mm_cmpgt_epi8(_mm_set1_epi8('!'), block)));
}

static unsigned
equals(const char *at, char c)
{
	return (unsigned)_mm_movemask_epi8(block_equal(block_load(at), c));
}
#else
static unsigned
not_run(const char *at)
{
	return !ascii_is(*at, ASCII_RUN);
}

static unsigned
letters(const char *at)
{
	unsigned count = 0;

	while (count < ASCII_SHORT_BYTES && ascii_is(at[count], ASCII_ALPHA))
		count++;
	return (1u << count) - 1;
}

static unsigned
not_unquoted(const char *at)
{
	unsigned count = 0;

	while (count < ASCII_SHORT_BYTES && at[count] > ' ' && at[count] != '>')
		count++;
	return 1u << count;
}

static unsigned
equals(const char *at, char c)
{
	return *at == c;
}

static unsigned
not_plain(const char *at)
{
	return !ascii_is(*at, ASCII_PLAIN) || *at == '.';
}

static unsigned
marks(const char *at)
{
	return is_mark(*at);
}

static unsigned
breaks(const char *at)
{
	return ascii_is(*at, ASCII_BREAK);
}

static unsigned
stops(const char *at, char least, char stop)
{
	return *at < least || (unsigned char)*at > '~' || *at == stop;
}

static unsigned
not_quotable(const char *at)
{
	return stops(at, ' ', '"') || *at == '\\';
}

static bool
is_short_quotable(const char *text, size_t len)
{
	(void)text;
	return len == 0;
}
#endif

/* Return the offset of the first byte that is in one of the classes or, unless is_member, in
 * none of them; len if there is none. found returns the bits of such bytes in a block. */
static inline size_t
first(const char *text, size_t len, unsigned (*found)(const char *), unsigned classes,
    bool is_member)
{
	size_t at = 0;

	for (; len - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
		unsigned some = found(text + at);

		if (some)
			return at + block_lowest(some);
	}
	while (at < len && ascii_is(text[at], classes) != is_member)
		at++;
	return at;
}

size_t
ascii_run(const char *text, size_t len)
{
	return first(text, len, not_run, ASCII_RUN, false);
}

size_t
ascii_plain(const char *text, size_t len)
{
	return first(text, len, not_plain, ASCII_PLAIN, false);
}

/* Return the offset of the first byte that found returns a bit for, or len, which is at least
 * that of a block; the rest is searched as a part of the last block. */
static inline size_t
first_in_blocks(const char *text, size_t len, unsigned (*found)(const char *))
{
	unsigned some = 0;
	size_t at = 0;

	for (; len - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
		some = found(text + at);
		if (some)
			return at + block_lowest(some);
	}
	if (at < len)
		some = found(text + len - BLOCK_BYTES) >> (BLOCK_BYTES - (len - at));
	return some ? at + block_lowest(some) : len;
}

size_t
ascii_unmarked(const char *text, size_t len)
{
	size_t at = 0;

	if (len >= BLOCK_BYTES)
		return first_in_blocks(text, len, marks);
	while (at < len && !is_mark(text[at]))
		at++;
	return at;
}

size_t
ascii_letters(const char *text)
{
	return (size_t)__builtin_ctz(~letters(text));
}

size_t
ascii_unquoted(const char *text)
{
	return (size_t)__builtin_ctz(not_unquoted(text) | 1u << ASCII_SHORT_BYTES);
}

size_t
ascii_find(const char *text, size_t len, char c)
{
	unsigned some = len < BLOCK_BYTES ? 0 : equals(text, c);
	const char *found;

	if (some)
		return block_lowest(some);
	found = memchr(text, c, len);
	return found ? (size_t)(found - text) : len;
}

size_t
ascii_break(const char *text, size_t len)
{
	return first(text, len, breaks, ASCII_BREAK, true);
}

size_t
ascii_until(const char *text, size_t len, char least, char stop)
{
	unsigned some = 0;
	size_t at = 0;

	for (; len - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
		some = stops(text + at, least, stop);
		if (some)
			return at + block_lowest(some);
	}
	if (at > 0 && at < len) { /* the rest, as a part of the last block */
		some = stops(text + len - BLOCK_BYTES, least, stop) >> (BLOCK_BYTES - (len - at));
		return some ? at + block_lowest(some) : len;
	}
	while (at < len && text[at] >= least && (unsigned char)text[at] <= '~' &&
	    text[at] != stop)
		at++;
	return at;
}

size_t
ascii_quotable(const char *text, size_t len)
{
	size_t at = 0;

	if (len >= BLOCK_BYTES)
		return first_in_blocks(text, len, not_quotable);
	if (is_short_quotable(text, len))
		return len;
	while (at < len && text[at] >= ' ' && (unsigned char)text[at] <= '~' &&
	    text[at] != '"' && text[at] != '\\')
		at++;
	return at;
}

const char *
ascii_find_authority(const char *text, size_t len)
{
	const char *colon = text, *end = text + len;

	while ((colon = memchr(colon, ':', (size_t)(end - colon))) != NULL) {
		if (end - colon > 2 && colon[1] == '/' && colon[2] == '/')
			return colon;
		colon++;
	}
	return NULL;
}

/* ---- backwards, and comparing --- */

size_t
ascii_after_break(const char *text, size_t len)
{
	for (; len >= BLOCK_BYTES; len -= BLOCK_BYTES) {
		unsigned found = breaks(text + len - BLOCK_BYTES);

		if (found)
			return len - BLOCK_BYTES + block_highest(found) + 1;
	}
	while (len > 0 && !ascii_is(text[len - 1], ASCII_BREAK))
		len--;
	return len;
}

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
