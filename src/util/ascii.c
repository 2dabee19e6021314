/* ascii.c - the table of classes of bytes, and searches by it, 16 bytes at a time where
 * the processor has SSE2, or more with AVX2 */
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

/* Return true for what ascii_unmarked() looks for, and for every dot. */
static bool
is_mark(char c)
{
	static const bool is_sign[0x80] = { ['#'] = true, ['$'] = true, ['%'] = true,
		['('] = true, ['.'] = true, ['['] = true, ['\\'] = true, ['{'] = true,
		['|'] = true };

	return (unsigned char)c >= 0x80 || is_sign[(unsigned char)c];
}

/* The bytes after which, and before which, there is no word: what ascii_copy_words() stops at, and
 * white space. */
static const bool ends_word[256] = { ['\t'] = true, ['\n'] = true, ['\f'] = true, ['\r'] = true,
	[' '] = true, ['&'] = true, ['<'] = true };

/* Return true for what ascii_copy_name() copies. */
static bool
is_name(char c)
{
	return c >= '!' && (unsigned char)c < 0x80 && c != '/' && c != '=' && c != '>';
}

#ifdef __SSE2__
#include <emmintrin.h>

enum { BLOCK = 16 };

static __m128i
load(const char *at)
{
	return _mm_loadu_si128((const __m128i *)(const void *)at);
}

static __m128i
equal(__m128i block, char c)
{
	return _mm_cmpeq_epi8(block, _mm_set1_epi8(c));
}

static unsigned
lowest(unsigned bits)
{
	return (unsigned)__builtin_ctz(bits);
}

/* Return a bit for each byte of the block that is not of ASCII_RUN: controls, the space
 * and anything beyond US-ASCII; DEL and the marks "<>\^`|. */
static unsigned
not_run(const char *at)
{
	__m128i block = load(at), marks;
	__m128i pairs = _mm_or_si128(block, _mm_set1_epi8(2)); /* "<" and ">", "\" and "^" */
	__m128i shown = _mm_cmpgt_epi8(block, _mm_set1_epi8(' '));

	marks = _mm_or_si128(equal(pairs, '>'), equal(pairs, '^'));
	marks = _mm_or_si128(marks, _mm_or_si128(equal(block, '"'), equal(block, '`')));
	marks = _mm_or_si128(marks, _mm_or_si128(equal(block, '|'), equal(block, '\177')));
	return (unsigned)_mm_movemask_epi8(_mm_andnot_si128(marks, shown)) ^ 0xFFFF;
}

/* Return the bytes of the block in first..last. */
static __m128i
between(__m128i block, char first, char last)
{
	return _mm_and_si128(_mm_cmpgt_epi8(block, _mm_set1_epi8((char)(first - 1))),
	    _mm_cmpgt_epi8(_mm_set1_epi8((char)(last + 1)), block));
}

/* Return a bit for each byte of the block that is not plain, for a dot before another, a star
 * or a plus, for a colon before a slash, and for a dot or colon at the end. */
static unsigned
not_plain(const char *at)
{
	__m128i block = load(at), lower = _mm_or_si128(block, _mm_set1_epi8(0x20)), plain;
	unsigned dots = (unsigned)_mm_movemask_epi8(equal(block, '.'));
	unsigned stars = (unsigned)_mm_movemask_epi8(between(block, '*', '+'));
	unsigned colons = (unsigned)_mm_movemask_epi8(equal(block, ':'));
	unsigned slashes = (unsigned)_mm_movemask_epi8(equal(block, '/'));

	plain = _mm_or_si128(between(lower, 'a', 'z'), between(block, '-', ':'));
	plain = _mm_or_si128(plain, _mm_or_si128(equal(block, '='), equal(block, '_')));
	plain = _mm_or_si128(plain, _mm_or_si128(equal(block, '~'), equal(block, '@')));
	return ((unsigned)_mm_movemask_epi8(plain) ^ 0xFFFF) |
	    (dots & ((dots | stars) >> 1)) | (colons & (slashes >> 1)) |
	    ((dots | colons) & 0x8000);
}

/* Return a bit for each byte that ascii_unmarked() looks for, and for a dot at the end. */
static unsigned
marks(const char *at)
{
	__m128i block = load(at), lower = _mm_or_si128(block, _mm_set1_epi8(0x20)), found;
	unsigned dots = (unsigned)_mm_movemask_epi8(equal(block, '.'));
	unsigned stars = (unsigned)_mm_movemask_epi8(between(block, '*', '+'));

	found = _mm_or_si128(between(block, '#', '%'), equal(block, '('));
	found = _mm_or_si128(found, between(lower, '{', '|')); /* "[" and "\\", too */
	found = _mm_or_si128(found, block); /* beyond US-ASCII */
	return (unsigned)_mm_movemask_epi8(found) | (dots & ((dots | stars) >> 1 | 0x8000));
}

static unsigned
breaks(const char *at)
{
	__m128i block = load(at);

	return (unsigned)_mm_movemask_epi8(
	    _mm_or_si128(equal(block, '\n'), equal(block, '\r')));
}

/* Bytes beyond US-ASCII are negative here. */
static unsigned
stops(const char *at, char least, char stop)
{
	__m128i block = load(at);
	__m128i other = _mm_cmpgt_epi8(_mm_set1_epi8(least), block);

	other = _mm_or_si128(other, equal(block, '\177'));
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(other, equal(block, stop)));
}

/* Return a bit for each byte that ascii_quotable() looks for. */
static unsigned
unquotable(__m128i block)
{
	__m128i found = _mm_cmpgt_epi8(_mm_set1_epi8(' '), block);

	found = _mm_or_si128(found, _mm_or_si128(equal(block, '\177'), equal(block, '"')));
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(found, equal(block, '\\')));
}

static unsigned
not_quotable(const char *at)
{
	return unquotable(load(at));
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
		return unquotable(_mm_set_epi64x((int64_t)last, (int64_t)first)) == 0;
	}
	if (len < sizeof(start))
		return false;
	memcpy(&start, text, sizeof(start));
	memcpy(&end, text + len - sizeof(end), sizeof(end));
	return unquotable(_mm_set_epi32((int)end, (int)start, (int)end, (int)start)) == 0;
}

/* Copy a block with spaces for white space; return a bit for each byte that ascii_copy_words()
 * stops at. */
static unsigned
copy_words(char *out, const char *at)
{
	__m128i block = load(at), white = between(block, '\t', '\r');
	__m128i marks = _mm_or_si128(equal(block, '<'), equal(block, '&'));
	unsigned spaces, stops, next;

	white = _mm_or_si128(_mm_andnot_si128(equal(block, '\v'), white), equal(block, ' '));
	_mm_storeu_si128((__m128i *)(void *)out,
	    _mm_max_epu8(block, _mm_and_si128(white, _mm_set1_epi8(' '))));
	spaces = (unsigned)_mm_movemask_epi8(white);
	stops = (unsigned)_mm_movemask_epi8(marks);
	next = ends_word[(unsigned char)at[BLOCK]];
	return stops | (spaces & (spaces | stops | next << BLOCK) >> 1);
}

/* Copy a block as ascii_copy_name() does. */
static size_t
copy_name(char *out, const char *at)
{
	static const char kept[2 * BLOCK] = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
		-1, -1, -1 };
	__m128i block = load(at), capitals = between(block, 'A', 'Z'), ends;
	unsigned len;

	ends = _mm_or_si128(equal(block, '/'), between(block, '=', '>'));
	ends = _mm_or_si128(ends, _mm_cmpgt_epi8(_mm_set1_epi8('!'), block));
	len = lowest((unsigned)_mm_movemask_epi8(ends) | 1u << BLOCK);
	block = _mm_or_si128(block, _mm_and_si128(capitals, _mm_set1_epi8('a' - 'A')));
	_mm_storeu_si128((__m128i *)(void *)out,
	    _mm_and_si128(block, load(kept + BLOCK - len)));
	return len;
}

/* Return the spaces and tabs of the block. */
static __m128i
blanks(__m128i block)
{
	return _mm_or_si128(equal(block, ' '), equal(block, '\t'));
}

/* Copy a block; return a bit for each "=", and for each space or tab before a CR or LF. */
static unsigned
copy_literals(char *out, const char *at)
{
	__m128i block = load(at), next = load(at + 1);
	__m128i before_break = _mm_or_si128(equal(next, '\n'), equal(next, '\r'));

	_mm_storeu_si128((__m128i *)(void *)out, block);
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(equal(block, '='),
	    _mm_and_si128(blanks(block), before_break)));
}

/* Return a bit for each byte of two blocks that is `first` before `second`. */
static unsigned
pairs(const char *at, char first, char second)
{
	__m128i low = _mm_and_si128(equal(load(at), first), equal(load(at + 1), second));
	__m128i high = _mm_and_si128(equal(load(at + BLOCK), first),
	    equal(load(at + BLOCK + 1), second));

	if (_mm_movemask_epi8(_mm_or_si128(low, high)) == 0)
		return 0;
	return (unsigned)_mm_movemask_epi8(low) | (unsigned)_mm_movemask_epi8(high) << BLOCK;
}

static unsigned
highest(unsigned bits)
{
	return 31 - (unsigned)__builtin_clz(bits);
}
#else
enum { BLOCK = 1 };

static unsigned
not_run(const char *at)
{
	return !ascii_is(*at, ASCII_RUN);
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

static unsigned
copy_words(char *out, const char *at)
{
	bool ends = ends_word[(unsigned char)at[0]];

	*out = ends ? ' ' : at[0];
	return at[0] == '<' || at[0] == '&' || (ends && ends_word[(unsigned char)at[1]]);
}

static size_t
copy_name(char *out, const char *at)
{
	size_t len = 0;

	memset(out, 0, ASCII_BLOCK_BYTES);
	for (; len < ASCII_BLOCK_BYTES && is_name(at[len]); len++)
		out[len] = ascii_lower(at[len]);
	return len;
}

static unsigned
copy_literals(char *out, const char *at)
{
	*out = *at;
	return *at == '=' ||
	    ((*at == ' ' || *at == '\t') && ascii_is(at[1], ASCII_BREAK));
}

static unsigned
pairs(const char *at, char first, char second)
{
	return (at[0] == first && at[1] == second) | (at[1] == first && at[2] == second) << 1;
}

static unsigned
lowest(unsigned bits)
{
	(void)bits;
	return 0;
}

static unsigned
highest(unsigned bits)
{
	(void)bits;
	return 0;
}
#endif

/* Return the offset of the first byte that is in the classes (of), or in none of them;
 * found returns the bits of such bytes in a block. */
static inline size_t
first(const char *text, size_t len, unsigned (*found)(const char *), unsigned classes,
    bool of)
{
	size_t at = 0;

	for (; len - at >= BLOCK; at += BLOCK) {
		unsigned some = found(text + at);

		if (some)
			return at + lowest(some);
	}
	while (at < len && ascii_is(text[at], classes) != of)
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

	for (; len - at >= BLOCK; at += BLOCK) {
		some = found(text + at);
		if (some)
			return at + lowest(some);
	}
	if (at < len)
		some = found(text + len - BLOCK) >> (BLOCK - (len - at));
	return some ? at + lowest(some) : len;
}

size_t
ascii_unmarked(const char *text, size_t len)
{
	size_t at = 0;

	if (len >= BLOCK)
		return first_in_blocks(text, len, marks);
	while (at < len && !is_mark(text[at]))
		at++;
	return at;
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

	for (; len - at >= BLOCK; at += BLOCK) {
		some = stops(text + at, least, stop);
		if (some)
			return at + lowest(some);
	}
	if (at > 0 && at < len) { /* the rest, as a part of the last block */
		some = stops(text + len - BLOCK, least, stop) >> (BLOCK - (len - at));
		return some ? at + lowest(some) : len;
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

	if (len >= BLOCK)
		return first_in_blocks(text, len, not_quotable);
	if (is_short_quotable(text, len))
		return len;
	while (at < len && text[at] >= ' ' && text[at] != '\177' && text[at] != '"' &&
	    text[at] != '\\')
		at++;
	return at;
}

size_t
ascii_copy_words(char *out, const char *text, size_t len)
{
	size_t at = 0;

	for (; len - at > BLOCK; at += BLOCK) {
		unsigned some = copy_words(out + at, text + at);

		if (some)
			return at + lowest(some);
	}
	for (; at < len; at++) {
		bool ends = ends_word[(unsigned char)text[at]];

		if (text[at] == '<' || text[at] == '&' ||
		    (ends && (at + 1 == len || ends_word[(unsigned char)text[at + 1]])))
			break;
		out[at] = ends ? ' ' : text[at];
	}
	return at;
}

size_t
ascii_copy_name(char out[ASCII_BLOCK_BYTES], const char *text, size_t len)
{
	size_t at;

	if (len >= ASCII_BLOCK_BYTES)
		return copy_name(out, text);
	memset(out, 0, ASCII_BLOCK_BYTES);
	for (at = 0; at < len && is_name(text[at]); at++)
		out[at] = ascii_lower(text[at]);
	return at;
}

size_t
ascii_copy_literals(char *out, const char *text, size_t len)
{
	size_t at = 0;

	for (; len - at > BLOCK; at += BLOCK) {
		unsigned some = copy_literals(out + at, text + at);

		if (some)
			return at + lowest(some);
	}
	for (; at < len && text[at] != '='; at++) {
		if ((text[at] == ' ' || text[at] == '\t') &&
		    (at + 1 == len || ascii_is(text[at + 1], ASCII_BREAK)))
			break;
		out[at] = text[at];
	}
	return at;
}

/* ---- lines, 64 bytes at a time where the processor has AVX2 --- */

#if defined(__SSE2__) && defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

enum { WIDE_BLOCK = 64, HALF_BLOCK = WIDE_BLOCK / 2 };

__attribute__((target("avx2"))) static inline __m256i
load_wide(const char *at)
{
	return _mm256_loadu_si256((const __m256i *)(const void *)at);
}

/* Return the bytes of at[0..HALF_BLOCK) that are c. */
__attribute__((target("avx2"))) static inline __m256i
equal_wide(const char *at, char c)
{
	return _mm256_cmpeq_epi8(load_wide(at), _mm256_set1_epi8(c));
}

/* Return a bit for each byte of two halves of a block that is not zero. */
__attribute__((target("avx2"))) static inline uint64_t
wide_bits(__m256i low, __m256i high)
{
	return (uint32_t)_mm256_movemask_epi8(low) |
	    (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << HALF_BLOCK;
}

/* Return the bytes of at[0..HALF_BLOCK) that are `first` before `second`. */
__attribute__((target("avx2"))) static inline __m256i
wide_pairs(const char *at, char first, char second)
{
	return _mm256_and_si256(equal_wide(at, first), equal_wide(at + 1, second));
}

/* Return the offset of the first pair in the whole blocks of text[0..len), each of which
 * another byte follows, or of the end of these blocks. */
__attribute__((target("avx2"))) static size_t
pair_in_wide_blocks(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		__m256i low = wide_pairs(text + at, first, second);
		__m256i high = wide_pairs(text + at + HALF_BLOCK, first, second);
		__m256i both = _mm256_or_si256(low, high);

		if (!_mm256_testz_si256(both, both))
			return at + (size_t)__builtin_ctzll(wide_bits(low, high));
	}
	return at;
}

/* Return the bytes of at[0..HALF_BLOCK) that are line feeds before neither a space nor a
 * tab. */
__attribute__((target("avx2"))) static inline __m256i
wide_line_ends(const char *at)
{
	__m256i blanks = _mm256_or_si256(equal_wide(at + 1, ' '), equal_wide(at + 1, '\t'));

	return _mm256_andnot_si256(blanks, equal_wide(at, '\n'));
}

/* Return a bit for each byte of at[0..HALF_BLOCK) that ends a name. */
__attribute__((target("avx2"))) static inline uint32_t
wide_name_ends(const char *at)
{
	__m256i other = _mm256_cmpgt_epi8(_mm256_set1_epi8('!'), load_wide(at));

	other = _mm256_or_si256(other, equal_wide(at, '\177'));
	return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(other, equal_wide(at, ':')));
}

/* Like pair_in_wide_blocks(), of the line feed that ends the line. text has a block and
 * another byte. */
__attribute__((target("avx2"))) static size_t
line_in_wide_blocks(const char *text, size_t len, size_t *name_len)
{
	uint32_t name_ends = wide_name_ends(text);
	size_t at = 0;

	*name_len = name_ends ? (size_t)__builtin_ctz(name_ends) :
	    ascii_until(text, len, '!', ':');
	for (; len - at > WIDE_BLOCK; at += WIDE_BLOCK) {
		uint64_t ends = wide_bits(wide_line_ends(text + at),
		    wide_line_ends(text + at + HALF_BLOCK));

		if (ends)
			return at + (size_t)__builtin_ctzll(ends);
	}
	return at;
}

static bool
has_wide_blocks(size_t len)
{
	return len > WIDE_BLOCK && __builtin_cpu_supports("avx2");
}
#else
static bool
has_wide_blocks(size_t len)
{
	(void)len;
	return false;
}

static size_t
pair_in_wide_blocks(const char *text, size_t len, char first, char second)
{
	(void)text, (void)len, (void)first, (void)second;
	return 0;
}

static size_t
line_in_wide_blocks(const char *text, size_t len, size_t *name_len)
{
	(void)text, (void)len, (void)name_len;
	return 0;
}
#endif

size_t
ascii_pair(const char *text, size_t len, char first, char second)
{
	size_t at = 0;

	if (has_wide_blocks(len))
		at = pair_in_wide_blocks(text, len, first, second);
	for (; len - at > 2 * BLOCK; at += 2 * BLOCK) {
		unsigned some = pairs(text + at, first, second);

		if (some)
			return at + (unsigned)__builtin_ctz(some);
	}
	while (at + 1 < len && (text[at] != first || text[at + 1] != second))
		at++;
	return at + 1 < len ? at : len;
}

size_t
ascii_folded_line(const char *text, size_t len, size_t *name_len)
{
	size_t at = 0;

	if (has_wide_blocks(len))
		at = line_in_wide_blocks(text, len, name_len);
	else
		*name_len = ascii_until(text, len, '!', ':');
	for (; at < len; at++) {
		if (text[at] != '\n') {
			const char *feed = memchr(text + at, '\n', len - at);

			if (feed == NULL)
				return len;
			at = (size_t)(feed - text);
		}
		if (at + 1 == len || (text[at + 1] != ' ' && text[at + 1] != '\t'))
			return at + 1;
	}
	return len;
}

/* ---- backwards, and comparing --- */

size_t
ascii_after_break(const char *text, size_t len)
{
	for (; len >= BLOCK; len -= BLOCK) {
		unsigned found = breaks(text + len - BLOCK);

		if (found)
			return len - BLOCK + highest(found) + 1;
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
	const uint32_t case_bits = 0x20202020u;
	uint32_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return x == y || (((x ^ y) & ~case_bits) == 0 && equal_bytes(a, b, WORD_BYTES));
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
