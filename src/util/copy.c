/* copy.c - copies that end at certain bytes, a block at a time */
#include "util/copy.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/block.h"

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
/* Return the white space of a block of HTML. */
static __m128i
html_space(__m128i block)
{
	return _mm_or_si128(block_equal(block, ' '), _mm_andnot_si128(block_equal(block, '\v'),
	    block_between(block, '\t', '\r')));
}

/* Return a bit for each byte of a block that is not white space of HTML. */
static unsigned
not_html_space(const char *at)
{
	return (unsigned)_mm_movemask_epi8(html_space(block_load(at))) ^ 0xFFFF;
}

/* Copy a block with spaces for white space; return a bit for each byte that ascii_copy_words()
 * stops at. */
static unsigned
copy_words(char *out, const char *at)
{
	__m128i block = block_load(at), white = html_space(block);
	__m128i marks = _mm_or_si128(block_equal(block, '<'), block_equal(block, '&'));
	unsigned spaces, stops, next;

	_mm_storeu_si128((__m128i *)(void *)out,
	    _mm_max_epu8(block, _mm_and_si128(white, _mm_set1_epi8(' '))));
	spaces = (unsigned)_mm_movemask_epi8(white);
	stops = (unsigned)_mm_movemask_epi8(marks);
	next = ends_word[(unsigned char)at[BLOCK_BYTES]];
	return stops | (spaces & (spaces | stops | next << BLOCK_BYTES) >> 1);
}

/* Copy a block as ascii_copy_name() does. */
static size_t
copy_name(char *out, const char *at)
{
	static const char kept[2 * BLOCK_BYTES] = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
		-1, -1, -1, -1 };
	__m128i block = block_load(at), capitals = block_between(block, 'A', 'Z'), ends;
	unsigned len;

	ends = _mm_or_si128(block_equal(block, '/'), block_between(block, '=', '>'));
	ends = _mm_or_si128(ends, _mm_cmpgt_epi8(_mm_set1_epi8('!'), block));
	len = block_lowest((unsigned)_mm_movemask_epi8(ends) | 1u << BLOCK_BYTES);
	block = _mm_or_si128(block, _mm_and_si128(capitals, _mm_set1_epi8('a' - 'A')));
	_mm_storeu_si128((__m128i *)(void *)out,
	    _mm_and_si128(block, block_load(kept + BLOCK_BYTES - len)));
	return len;
}

/* Return the spaces and tabs of the block. */
static __m128i
blanks(__m128i block)
{
	return _mm_or_si128(block_equal(block, ' '), block_equal(block, '\t'));
}

/* Copy a block; return a bit for each "=", and for each space or tab before a CR or LF. */
static unsigned
copy_literals(char *out, const char *at)
{
	__m128i block = block_load(at), next = block_load(at + 1);
	__m128i before_break = _mm_or_si128(block_equal(next, '\n'), block_equal(next, '\r'));

	_mm_storeu_si128((__m128i *)(void *)out, block);
	return (unsigned)_mm_movemask_epi8(_mm_or_si128(block_equal(block, '='),
	    _mm_and_si128(blanks(block), before_break)));
}

/* Copy a block; return a bit for each byte that ascii_quotable() looks for. */
static unsigned
copy_quotable(char *out, const char *at)
{
	__m128i block = block_load(at);

	_mm_storeu_si128((__m128i *)(void *)out, block);
	return block_unquotable(block);
}

/* Copy text[0..len), which is shorter than a block, as its first and its last half; return true if
 * ascii_quotable() finds nothing there, false also if it is shorter than half a block. */
static bool
copy_two_halves(char *out, const char *text, size_t len)
{
	uint64_t first, last;

	if (len < sizeof(first))
		return false;
	memcpy(&first, text, sizeof(first));
	memcpy(&last, text + len - sizeof(last), sizeof(last));
	memcpy(out, &first, sizeof(first));
	memcpy(out + len - sizeof(last), &last, sizeof(last));
	return block_unquotable(_mm_set_epi64x((int64_t)last, (int64_t)first)) == 0;
}
#else
static unsigned
not_html_space(const char *at)
{
	return !ends_word[(unsigned char)*at] || *at == '&' || *at == '<';
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
copy_quotable(char *out, const char *at)
{
	*out = *at;
	return ascii_quotable(at, 1) == 0;
}

static bool
copy_two_halves(char *out, const char *text, size_t len)
{
	(void)out;
	(void)text;
	(void)len;
	return false;
}
#endif

size_t
ascii_copy_words(char *out, const char *text, size_t len)
{
	size_t at = 0;

	for (; len - at > BLOCK_BYTES; at += BLOCK_BYTES) {
		unsigned some = copy_words(out + at, text + at);

		if (some)
			return at + block_lowest(some);
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
ascii_html_space(const char *text, size_t len)
{
	size_t at = 0;

	for (; len - at >= BLOCK_BYTES; at += BLOCK_BYTES) {
		unsigned some = not_html_space(text + at);

		if (some)
			return at + block_lowest(some);
	}
	while (at < len && ends_word[(unsigned char)text[at]] && text[at] != '&' && text[at] != '<')
		at++;
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

	for (; len - at > BLOCK_BYTES; at += BLOCK_BYTES) {
		unsigned some = copy_literals(out + at, text + at);

		if (some)
			return at + block_lowest(some);
	}
	for (; at < len && text[at] != '='; at++) {
		if ((text[at] == ' ' || text[at] == '\t') &&
		    (at + 1 == len || ascii_is(text[at + 1], ASCII_BREAK)))
			break;
		out[at] = text[at];
	}
	return at;
}

/* The same for text[0..len), which is shorter than a block. */
static size_t
copy_short_quotable(char *out, const char *text, size_t len)
{
	size_t at;

	if (copy_two_halves(out, text, len))
		return len;
	for (at = 0; at < len && text[at] >= ' ' && (unsigned char)text[at] <= '~' &&
	    text[at] != '"' && text[at] != '\\'; at++)
		out[at] = text[at];
	return at;
}

size_t
ascii_copy_quotable(char *out, const char *text, size_t len)
{
	size_t at = 0;
	unsigned some;

	if (len < BLOCK_BYTES)
		return copy_short_quotable(out, text, len);
	for (; len - at > BLOCK_BYTES; at += BLOCK_BYTES) {
		some = copy_quotable(out + at, text + at);
		if (some)
			return at + block_lowest(some);
	}
	at = len - BLOCK_BYTES; /* a part of this block was copied before */
	some = copy_quotable(out + at, text + at);
	return some ? at + block_lowest(some) : len;
}
