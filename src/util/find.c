/* find.c - searches for classes of bytes, and copies that end at them, a block at a time
 *
 * Blocks are vectors of GCC and Clang, so that one definition serves all processors. With SSE2
 * one instruction yields the bits of a block; with AVX2 the longest searches compare 64 bytes at a
 * time. */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/wide.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum { BLOCK_BYTES = ASCII_BLOCK_BYTES };

typedef signed char block __attribute__((vector_size(BLOCK_BYTES)));

static inline block
load(const char *at)
{
	block bytes;

	memcpy(&bytes, at, sizeof(bytes));
	return bytes;
}

static inline void
store(char *out, block bytes)
{
	memcpy(out, &bytes, sizeof(bytes));
}

static inline block
fill(char c)
{
	const signed char s = (signed char)c;

	return (block){ s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s };
}

/* Return the bytes of a block that are c: -1 in their places, else 0. */
static inline block
equal(block bytes, char c)
{
	return (block)(bytes == fill(c));
}

/* Return those in first..last, both in US-ASCII. */
static inline block
between(block bytes, char first, char last)
{
	return (block)((bytes >= fill(first)) & (bytes <= fill(last)));
}

/* Return those less than c; those beyond US-ASCII are negative, and so among them. */
static inline block
below(block bytes, char c)
{
	return (block)(bytes < fill(c));
}

/* Return a bit for each byte of a block that is negative. */
static inline unsigned
bits(block found)
{
#ifdef __SSE2__
	return (unsigned)_mm_movemask_epi8((__m128i)found);
#else
	unsigned all = 0, i;

	for (i = 0; i < BLOCK_BYTES; i++)
		all |= (found[i] < 0 ? 1u : 0u) << i;
	return all;
#endif
}

static inline unsigned
lowest(unsigned some)
{
	return (unsigned)__builtin_ctz(some);
}

/* ---- searches for bytes: a bit for each such byte of at[0..BLOCK_BYTES) ----
 *
 * One more byte may be read: a line feed after the end of the text. */

/* Letters of either case have the same lower-case form, and few other bytes have the form of a
 * letter. */
static inline block
lower(block bytes)
{
	return bytes | fill(0x20);
}

/* Controls, the space and anything beyond US-ASCII; DEL and the marks "<>\^`|. */
static inline unsigned
not_run(const char *at)
{
	block bytes = load(at), pairs = bytes | fill(2); /* "<" and ">", "\" and "^" */

	return bits(below(bytes, '!') | equal(pairs, '>') | equal(pairs, '^') |
	    equal(bytes, '"') | equal(bytes, '`') | equal(bytes, '|') | equal(bytes, '\177'));
}

/* Return a bit for each dot of a block before another, a star or a plus. */
static inline unsigned
dots_before_marks(block bytes)
{
	unsigned dots = bits(equal(bytes, '.'));

	return dots & ((dots | bits(between(bytes, '*', '+'))) >> 1);
}

/* Find bytes that are not of ASCII_PLAIN, except most dots and colons: only a dot before a dot, a
 * star or a plus, a colon before a slash, and a dot or colon at the end count. */
static inline unsigned
not_plain(const char *at)
{
	block bytes = load(at), dots = equal(bytes, '.'), colons = equal(bytes, ':');
	block plain = between(lower(bytes), 'a', 'z') | between(bytes, '-', ':') |
	    equal(bytes, '=') | equal(bytes, '_') | equal(bytes, '~') | equal(bytes, '@');

	return (bits(plain) ^ 0xFFFF) | dots_before_marks(bytes) |
	    (bits(colons) & (bits(equal(bytes, '/')) >> 1)) | (bits(dots | colons) & 0x8000);
}

static inline unsigned
marks(const char *at)
{
	block bytes = load(at);
	block found = between(bytes, '#', '%') | equal(bytes, '(') |
	    between(lower(bytes), '{', '|') | bytes; /* "[" and "\\", too; beyond US-ASCII */

	return bits(found) | dots_before_marks(bytes) | (bits(equal(bytes, '.')) & 0x8000);
}

static inline unsigned
breaks(const char *at)
{
	return bits(equal(load(at), '\n') | equal(load(at), '\r'));
}

static inline block
unquotable(block bytes)
{
	return below(bytes, ' ') | equal(bytes, '\177') | equal(bytes, '"') | equal(bytes, '\\');
}

static inline unsigned
not_quotable(const char *at)
{
	return bits(unquotable(load(at)));
}

static inline block
html_space(block bytes)
{
	return equal(bytes, ' ') | (between(bytes, '\t', '\r') & ~equal(bytes, '\v'));
}

static inline unsigned
not_html_space(const char *at)
{
	return bits(html_space(load(at))) ^ 0xFFFF;
}

/* White space that is not one character between two words, "<" and "&". */
static inline unsigned
word_gaps(const char *at)
{
	block bytes = load(at), marks = equal(bytes, '<') | equal(bytes, '&');
	unsigned spaces = bits(html_space(bytes)), ends = spaces | bits(marks);
	char next = at[BLOCK_BYTES];
	bool is_end = next == '<' || next == '&' || next == ' ' || next == '\n' ||
	    next == '\t' || next == '\r' || next == '\f';

	return bits(marks) | (spaces & (ends | (unsigned)is_end << BLOCK_BYTES) >> 1);
}

/* "=", and a space or tab before a line break. */
static inline unsigned
not_literal(const char *at)
{
	block bytes = load(at), blanks = equal(bytes, ' ') | equal(bytes, '\t');

	return bits(equal(bytes, '=')) | (bits(blanks) & breaks(at + 1));
}

static inline unsigned
stops(const char *at, char least, char stop)
{
	block bytes = load(at);

	return bits(below(bytes, least) | equal(bytes, '\177') | equal(bytes, stop));
}

static inline unsigned
pairs(const char *at, char first, char second)
{
	return bits(equal(load(at), first) & equal(load(at + 1), second));
}

/* ---- searching --- */

/* The last bytes of a text, at most a block, at the end of a block, and a line feed. */
struct last_bytes {
	char block[BLOCK_BYTES + 1];
};

static inline struct last_bytes
last_bytes(const char *text, size_t len)
{
	struct last_bytes last = { { 0 } };

	if (len >= BLOCK_BYTES)
		memcpy(last.block, text + len - BLOCK_BYTES, BLOCK_BYTES);
	else if (len > 0)
		memcpy(last.block + BLOCK_BYTES - len, text, len);
	last.block[BLOCK_BYTES] = '\n';
	return last;
}

/* Return the offset of the first byte of text[0..len) for which found returns a bit, or len. */
static inline size_t
first(const char *text, size_t len, unsigned (*found)(const char *))
{
	struct last_bytes last;
	unsigned some;
	size_t at = 0;

	for (; len - at > BLOCK_BYTES; at += BLOCK_BYTES) {
		some = found(text + at);
		if (some)
			return at + lowest(some);
	}
	last = last_bytes(text, len);
	some = found(last.block) >> (BLOCK_BYTES - (len - at));
	return some ? at + lowest(some) : len;
}

/* The same for a search with two characters as arguments. */
static inline size_t
first_by(const char *text, size_t len, unsigned (*found)(const char *, char, char), char a, char b)
{
	struct last_bytes last;
	unsigned some;
	size_t at = 0;

	for (; len - at > BLOCK_BYTES; at += BLOCK_BYTES) {
		some = found(text + at, a, b);
		if (some)
			return at + lowest(some);
	}
	last = last_bytes(text, len);
	some = found(last.block, a, b) >> (BLOCK_BYTES - (len - at));
	return some ? at + lowest(some) : len;
}

size_t
ascii_run(const char *text, size_t len)
{
	return first(text, len, not_run);
}

size_t
ascii_plain(const char *text, size_t len)
{
	return first(text, len, not_plain);
}

size_t
ascii_unmarked(const char *text, size_t len)
{
	return first(text, len, marks);
}

size_t
ascii_break(const char *text, size_t len)
{
	return first(text, len, breaks);
}

size_t
ascii_quotable(const char *text, size_t len)
{
	return first(text, len, not_quotable);
}

size_t
ascii_html_space(const char *text, size_t len)
{
	return first(text, len, not_html_space);
}

size_t
ascii_until(const char *text, size_t len, char least, char stop)
{
	return first_by(text, len, stops, least, stop);
}

size_t
ascii_letters(const char *text)
{
	return lowest(~bits(lower(load(text)) >= fill('a')));
}

size_t
ascii_unquoted(const char *text)
{
	block bytes = load(text);

	return lowest(bits(below(bytes, '!') | equal(bytes, '>')) | 1u << BLOCK_BYTES);
}

size_t
ascii_find(const char *text, size_t len, char c)
{
	unsigned some = len < BLOCK_BYTES ? 0 : bits(equal(load(text), c));
	const char *found;

	if (some)
		return lowest(some);
	found = memchr(text, c, len);
	return found ? (size_t)(found - text) : len;
}

size_t
ascii_after_break(const char *text, size_t len)
{
	for (; len >= BLOCK_BYTES; len -= BLOCK_BYTES) {
		unsigned found = breaks(text + len - BLOCK_BYTES);

		if (found)
			return len - BLOCK_BYTES + 32 - (unsigned)__builtin_clz(found);
	}
	while (len > 0 && !ascii_is(text[len - 1], ASCII_BREAK))
		len--;
	return len;
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

/* ---- long searches, by blocks of 64 bytes --- */

/* Search from offset `at` on for a line feed before the letter or a line break. */
static size_t
feed_from(const char *text, size_t len, size_t at, char letter)
{
	const char *feed;

	while ((feed = memchr(text + at, '\n', len - at)) != NULL) {
		at = (size_t)(feed - text) + 1;
		if (at == len)
			break;
		if (ascii_lower(text[at]) == letter || ascii_is(text[at], ASCII_BREAK))
			return at - 1;
	}
	return len;
}

/* Search from offset `at` on for a line feed that neither a space nor a tab follows. Return the
 * offset after it; len if there is none. */
static size_t
folded_line_end(const char *text, size_t len, size_t at)
{
	const char *feed;

	while ((feed = memchr(text + at, '\n', len - at)) != NULL) {
		at = (size_t)(feed - text) + 1;
		if (at == len || (text[at] != ' ' && text[at] != '\t'))
			return at;
	}
	return len;
}

#if HAS_WIDE_BLOCKS
#define WIDE __attribute__((target("avx2")))

/* Return the bytes of at[0..WIDE_BYTES) that are `first` before `second`. */
WIDE static inline __m256i
wide_pairs(const char *at, char first, char second)
{
	return _mm256_and_si256(wide_equal(at, first), wide_equal(at + 1, second));
}

/* Return those that are a line feed before a letter or a line break. */
WIDE static inline __m256i
wide_feeds_before(const char *at, char letter, char other)
{
	__m256i next = _mm256_or_si256(wide_load(at + 1), _mm256_set1_epi8(0x20));
	__m256i found = _mm256_or_si256(wide_equal(at + 1, '\n'), wide_equal(at + 1, other));

	found = _mm256_or_si256(found, _mm256_cmpeq_epi8(next, _mm256_set1_epi8(letter)));
	return _mm256_and_si256(wide_equal(at, '\n'), found);
}

/* Return those that are a line feed before neither a space nor a tab. */
WIDE static inline __m256i
wide_line_ends(const char *at, char space, char tab)
{
	__m256i blanks = _mm256_or_si256(wide_equal(at + 1, space), wide_equal(at + 1, tab));

	return _mm256_andnot_si256(blanks, wide_equal(at, '\n'));
}

/* Return the offset of the first byte of text[0..len) that found returns. If there is none among
 * those that whole blocks hold, return the offset after them and set *is_rest. */
WIDE static inline size_t
first_wide(const char *text, size_t len, __m256i (*found)(const char *, char, char), char a,
    char b, bool *is_rest)
{
	size_t at = 0;

	*is_rest = false;
	for (; len - at > 2 * WIDE_BYTES; at += 2 * WIDE_BYTES) {
		__m256i low = found(text + at, a, b), high = found(text + at + WIDE_BYTES, a, b);
		__m256i some = _mm256_or_si256(low, high);

		if (!_mm256_testz_si256(some, some))
			return at + (size_t)__builtin_ctzll(wide_mask(low) |
			    (uint64_t)wide_mask(high) << WIDE_BYTES);
	}
	*is_rest = true;
	return at;
}

WIDE static size_t
pair_wide(const char *text, size_t len, char a, char b, bool *is_rest)
{
	return first_wide(text, len, wide_pairs, a, b, is_rest);
}

WIDE static size_t
feed_wide(const char *text, size_t len, char letter, bool *is_rest)
{
	return first_wide(text, len, wide_feeds_before, letter, '\r', is_rest);
}

WIDE static size_t
line_wide(const char *text, size_t len, bool *is_rest)
{
	return first_wide(text, len, wide_line_ends, ' ', '\t', is_rest);
}

/* Return for each byte of two halves of a block how many line feeds it is, negated. */
WIDE static inline __m256i
wide_feeds(const char *at)
{
	return _mm256_add_epi8(wide_equal(at, '\n'), wide_equal(at + WIDE_BYTES, '\n'));
}

/* Count the line feeds in pairs of blocks of text[0..len); add the length of the pairs to *at. */
WIDE static uint64_t
count_wide(const char *text, size_t len, size_t *at)
{
	const __m256i zero = _mm256_setzero_si256();
	__m256i sums = zero;

	for (; len - *at >= 4 * WIDE_BYTES; *at += 4 * WIDE_BYTES) {
		__m256i feeds = _mm256_add_epi8(wide_feeds(text + *at),
		    wide_feeds(text + *at + 2 * WIDE_BYTES));

		sums = _mm256_add_epi64(sums, _mm256_sad_epu8(_mm256_sub_epi8(zero, feeds), zero));
	}
	return (uint64_t)(_mm256_extract_epi64(sums, 0) + _mm256_extract_epi64(sums, 1) +
	    _mm256_extract_epi64(sums, 2) + _mm256_extract_epi64(sums, 3));
}
#endif

size_t
ascii_pair(const char *text, size_t len, char first, char second)
{
	bool is_rest = true;
	size_t at = 0;

#if HAS_WIDE_BLOCKS
	if (wide_is_usable(len))
		at = pair_wide(text, len, first, second, &is_rest);
#endif
	if (is_rest)
		at += first_by(text + at, len - at, pairs, first, second);
	return at + 1 < len ? at : len;
}

size_t
ascii_feed_before(const char *text, size_t len, char letter)
{
	bool is_rest = true;
	size_t at = 0;

#if HAS_WIDE_BLOCKS
	if (wide_is_usable(len))
		at = feed_wide(text, len, letter, &is_rest);
#endif
	return is_rest ? feed_from(text, len, at, letter) : at;
}

size_t
ascii_folded_line(const char *text, size_t len, size_t *name_len)
{
	bool is_rest = true;
	unsigned name_ends;
	size_t at = 0;

#if HAS_WIDE_BLOCKS
	if (wide_is_usable(len))
		at = line_wide(text, len, &is_rest);
#endif
	name_ends = len > BLOCK_BYTES ? stops(text, '!', ':') : 0; /* most names are short */
	*name_len = name_ends ? lowest(name_ends) : ascii_until(text, len, '!', ':');
	return is_rest ? folded_line_end(text, len, at) : at + 1;
}

uint64_t
line_count(const char *text, size_t len)
{
	uint64_t lines = 0;
	size_t at = 0;

#if HAS_WIDE_BLOCKS
	if (wide_is_usable(len))
		lines = count_wide(text, len, &at);
#endif
	for (; len - at >= BLOCK_BYTES; at += BLOCK_BYTES)
		lines += (uint64_t)__builtin_popcount(bits(equal(load(text + at), '\n')));
	for (; at < len; at++)
		lines += text[at] == '\n';
	return lines;
}

/* ---- copies --- */

/* Copy text[0..len) up to the first byte for which found returns a bit; return its offset, or len.
 * A block is written at a time, as far as the text goes. */
static inline size_t
copy_until(char *out, const char *text, size_t len, unsigned (*found)(const char *))
{
	struct last_bytes last;
	unsigned some;
	size_t at = 0;

	for (; len - at > BLOCK_BYTES; at += BLOCK_BYTES) {
		store(out + at, load(text + at));
		some = found(text + at);
		if (some)
			return at + lowest(some);
	}
	if (at < len)
		memcpy(out + at, text + at, len - at);
	last = last_bytes(text, len);
	some = found(last.block) >> (BLOCK_BYTES - (len - at));
	return some ? at + lowest(some) : len;
}

size_t
ascii_copy_literals(char *out, const char *text, size_t len)
{
	return copy_until(out, text, len, not_literal);
}

size_t
ascii_copy_quotable(char *out, const char *text, size_t len)
{
	return copy_until(out, text, len, not_quotable);
}

size_t
ascii_copy_words(char *out, const char *text, size_t len)
{
	size_t copied = copy_until(out, text, len, word_gaps), at;

	/* out has room for a block more */
	for (at = 0; at < copied; at += BLOCK_BYTES) {
		block bytes = load(out + at);

		store(out + at, (bytes & ~html_space(bytes)) | (html_space(bytes) & fill(' ')));
	}
	return copied;
}

size_t
ascii_copy_name(char out[ASCII_BLOCK_BYTES], const char *text, size_t len)
{
	const block places = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	char padded[BLOCK_BYTES] = { 0 };
	block bytes, ends;
	unsigned count;

	if (len < BLOCK_BYTES && len > 0)
		memcpy(padded, text, len);
	bytes = load(len < BLOCK_BYTES ? padded : text);
	ends = below(bytes, '!') | equal(bytes, '/') | between(bytes, '=', '>');
	count = lowest(bits(ends) | 1u << BLOCK_BYTES);
	bytes |= between(bytes, 'A', 'Z') & fill('a' - 'A');
	store(out, bytes & below(places, (char)count));
	return count;
}
