/* base64.c - decode base64 (RFC 2045, section 6.8), 32 letters at a time where the processor has
 * AVX2: without, mail of a list of kernel developers (intel-wired-lan) takes 8 % more instructions */
#include "mail/base64.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/wide.h"

enum { GROUP_LETTERS = 4, GROUP_BYTES = 3 };

enum { IS_LETTER = 64 };

#define V(letter, value) [letter] = IS_LETTER | (value)

/* The value of each letter, and IS_LETTER. */
static const unsigned char letters[256] = {
	V('A', 0), V('B', 1), V('C', 2), V('D', 3), V('E', 4), V('F', 5), V('G', 6),
	V('H', 7), V('I', 8), V('J', 9), V('K', 10), V('L', 11), V('M', 12), V('N', 13),
	V('O', 14), V('P', 15), V('Q', 16), V('R', 17), V('S', 18), V('T', 19),
	V('U', 20), V('V', 21), V('W', 22), V('X', 23), V('Y', 24), V('Z', 25),
	V('a', 26), V('b', 27), V('c', 28), V('d', 29), V('e', 30), V('f', 31),
	V('g', 32), V('h', 33), V('i', 34), V('j', 35), V('k', 36), V('l', 37),
	V('m', 38), V('n', 39), V('o', 40), V('p', 41), V('q', 42), V('r', 43),
	V('s', 44), V('t', 45), V('u', 46), V('v', 47), V('w', 48), V('x', 49),
	V('y', 50), V('z', 51), V('0', 52), V('1', 53), V('2', 54), V('3', 55),
	V('4', 56), V('5', 57), V('6', 58), V('7', 59), V('8', 60), V('9', 61),
	V('+', 62), V('/', 63),
};

#undef V

static inline unsigned
letter(char c)
{
	return letters[(unsigned char)c];
}

static inline void
put_group(char *out, unsigned bits)
{
	out[0] = (char)(bits >> 16);
	out[1] = (char)(bits >> 8);
	out[2] = (char)bits;
}

/* Decode text[0..4) if all are letters. */
static inline bool
decode_group(const char *text, char *out)
{
	const unsigned marks = IS_LETTER << 18 | IS_LETTER << 12 | IS_LETTER << 6 | IS_LETTER;
	unsigned a = letter(text[0]), b = letter(text[1]), c = letter(text[2]),
	    d = letter(text[3]);

	if (!(a & b & c & d & IS_LETTER))
		return false;
	put_group(out, (a << 18) + (b << 12) + (c << 6) + d - marks);
	return true;
}

#if HAS_WIDE_BLOCKS
enum { WIDE_DECODED_BYTES = WIDE_BYTES / GROUP_LETTERS * GROUP_BYTES };

/* Return the same 16 bytes in both halves. */
__attribute__((target("avx2"))) static inline __m256i
load_both(const char *bytes)
{
	return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)bytes));
}

/* Return a bit for each byte of the block that is not a letter: the tables have a bit in common for
 * its first and last four bits, as in Mula and Lemire, "Faster Base64 Encoding and Decoding Using
 * AVX2 Instructions" (2018). */
__attribute__((target("avx2"))) static inline uint32_t
wide_not_letters(__m256i block, __m256i high)
{
	static const char high_bits[16] = { 16, 16, 1, 2, 4, 8, 4, 8, 16, 16, 16, 16, 16, 16, 16, 16 };
	static const char low_bits[16] = { 21, 17, 17, 17, 17, 17, 17, 17, 17, 17, 19, 26, 27, 27, 27,
		26 };
	__m256i low = _mm256_and_si256(block, _mm256_set1_epi8(0xF));
	__m256i common = _mm256_and_si256(_mm256_shuffle_epi8(load_both(high_bits), high),
	    _mm256_shuffle_epi8(load_both(low_bits), low));

	return wide_mask(_mm256_cmpgt_epi8(common, _mm256_setzero_si256()));
}

/* Return the value of each letter: "/" has a shift of its own, all others have the shift of their
 * first four bits. */
__attribute__((target("avx2"))) static inline __m256i
wide_values(__m256i block, __m256i high)
{
	static const char shifts[16] = { 0, 63 - '/', 62 - '+', 52 - '0', 0 - 'A', 0 - 'A', 26 - 'a',
		26 - 'a' };
	__m256i slashes = _mm256_cmpeq_epi8(block, _mm256_set1_epi8('/'));

	return _mm256_add_epi8(block,
	    _mm256_shuffle_epi8(load_both(shifts), _mm256_add_epi8(high, slashes)));
}

/* Write the WIDE_DECODED_BYTES that the values encode. */
__attribute__((target("avx2"))) static inline void
put_wide(char *out, __m256i values)
{
	static const char order[16] = { 2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1 };
	const __m256i halves = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7);
	__m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi16(1 << 8 | 1 << 6));
	__m256i groups = _mm256_madd_epi16(pairs, _mm256_set1_epi32(1 << 16 | 1 << 12));
	__m256i bytes = _mm256_permutevar8x32_epi32(
	    _mm256_shuffle_epi8(groups, load_both(order)), halves);

	_mm_storeu_si128((__m128i *)(void *)out, _mm256_castsi256_si128(bytes));
	_mm_storel_epi64((__m128i *)(void *)(out + 16), _mm256_extracti128_si256(bytes, 1));
}

/* Decode as decode_groups() does, up to the last wide block. */
__attribute__((target("avx2"))) static size_t
decode_wide_groups(const char *text, size_t len, char *out)
{
	size_t at = 0, n = 0;

	for (; len - at >= WIDE_BYTES; at += WIDE_BYTES, n += WIDE_DECODED_BYTES) {
		__m256i block = wide_load(text + at);
		__m256i high = _mm256_and_si256(_mm256_srli_epi16(block, 4), _mm256_set1_epi8(0xF));
		uint32_t others = wide_not_letters(block, high);

		put_wide(out + n, wide_values(block, high));
		if (others)
			return n / GROUP_BYTES + (size_t)__builtin_ctz(others) / GROUP_LETTERS;
	}
	return n / GROUP_BYTES;
}

#else
static size_t
decode_wide_groups(const char *text, size_t len, char *out)
{
	(void)text, (void)len, (void)out;
	return 0;
}
#endif

/* Decode the groups at the beginning of text[0..len), up to a byte that is not a letter; return
 * their number. */
static size_t
decode_groups(const char *text, size_t len, char *out)
{
	size_t groups = len >= WIDE_BYTES && wide_is_supported() ?
	    decode_wide_groups(text, len, out) : 0;
	size_t at = groups * GROUP_LETTERS, n = groups * GROUP_BYTES;

	for (; len - at >= GROUP_LETTERS && decode_group(text + at, out + n); at += GROUP_LETTERS)
		n += GROUP_BYTES;
	return n / GROUP_BYTES;
}

/* Decode two or three letters at the end; return the length. */
static size_t
put_last_group(char *out, unsigned bits, unsigned count)
{
	char group[GROUP_BYTES];
	size_t len = count < 2 ? 0 : count - 1;

	put_group(group, bits << 6 * (GROUP_LETTERS - count));
	memcpy(out, group, len);
	return len;
}

size_t
base64_decoded_size(size_t len)
{
	return (len / GROUP_LETTERS + 1) * GROUP_BYTES;
}

/* Return the offset after the padding at text[at], and line breaks, if more data follows at once;
 * else len. Add the length of the padding to *count. */
static size_t
skip_padding(const char *text, size_t len, size_t at, unsigned *count)
{
	for (; at < len && text[at] == '='; at++)
		++*count;
	while (at < len && ascii_is(text[at], ASCII_BREAK))
		at++;
	return at < len && letter(text[at]) ? at : len;
}

size_t
base64_inner_padding(const char *text, size_t len)
{
	const char *sign = memchr(text, '=', len);
	unsigned count = 0;
	size_t i;

	if (sign == NULL || skip_padding(text, len, (size_t)(sign - text), &count) == len)
		return len;
	for (i = 0; text + i < sign; i++)
		count += letter(text[i]) != 0;
	return count % GROUP_LETTERS == 0 ? i : len;
}

size_t
base64_decode(const char *text, size_t len, char *out)
{
	size_t at = 0, n = 0;
	unsigned bits = 0, count = 0;

	while (at < len) {
		char c;

		if (count == 0) {
			size_t groups;

			while (at < len && (text[at] == '\r' || text[at] == '\n'))
				at++;
			groups = decode_groups(text + at, len - at, out + n);
			at += groups * GROUP_LETTERS;
			n += groups * GROUP_BYTES;
			if (at == len)
				break;
		}
		c = text[at++];
		if (c == '=') {
			n += put_last_group(out + n, bits, count);
			at = skip_padding(text, len, at - 1, &count);
			if (count % GROUP_LETTERS != 0)
				return n;
			bits = count = 0;
			continue;
		}
		if (letter(c) == 0)
			continue;
		bits = bits << 6 | (letter(c) - IS_LETTER);
		if (++count < GROUP_LETTERS)
			continue;
		put_group(out + n, bits);
		n += GROUP_BYTES;
		bits = count = 0;
	}
	return n + put_last_group(out + n, bits, count);
}

size_t
base64_skip_letters(const char *text, size_t len, size_t count)
{
	size_t at = 0;

	for (; at < len && count > 0; at++)
		count -= letter(text[at]) != 0;
	return at;
}

size_t
base64_letter_run(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && letter(text[at]) != 0)
		at++;
	return at;
}

size_t
base64_find_letter(const char *text, size_t len)
{
	size_t at = 0;

	while (at < len && letter(text[at]) == 0)
		at++;
	return at;
}

/* ---- plain text after the data --- */

/* A line that begins with this many letters is data wherever it is, since words of prose are
 * shorter; so is a shorter line of letters only. */
enum { MIN_DATA_LETTERS = 32, MIN_LINE_LETTERS = 16 };

/* Data that goes on at once after its padding has lines of whole groups; footers have words. */
enum { MIN_MORE_LETTERS = 8 };

/* A line of the encoded text. */
struct base64_line {
	size_t letters; /* that it begins with, after white space */
	bool is_padded; /* "=" follows them */
	bool is_whole;  /* ... or nothing: the line is some groups */
	bool is_data;   /* it has only letters, "=" and white space */
};

static struct base64_line
look_at_line(const char *text, size_t len)
{
	struct base64_line line = { .is_data = true };
	size_t at = 0, begin;

	while (at < len && ascii_is_space(text[at]))
		at++;
	line.letters = base64_letter_run(text + at, len - at);
	begin = at;
	at += line.letters;
	line.is_padded = line.letters > 0 && at < len && text[at] == '=';
	while (at < len && text[at] == '=')
		at++;
	line.is_whole = begin == 0 && at >= MIN_MORE_LETTERS && at % GROUP_LETTERS == 0 &&
	    (at == len || ascii_is(text[at], ASCII_BREAK));
	for (; line.is_data && at < len; at++)
		line.is_data = letter(text[at]) || text[at] == '=' || ascii_is_space(text[at]);
	return line;
}

/* Return true if text[0..len) ends with data: with its first padding, or with many letters. */
static bool
ends_with_data(const char *text, size_t len)
{
	const char *sign = memchr(text, '=', len);

	while (len > 0 && (text[len - 1] == '=' || ascii_is_space(text[len - 1])))
		len--;
	if (sign)
		return sign >= text + len;
	return len >= MIN_DATA_LETTERS &&
	    base64_letter_run(text + len - MIN_DATA_LETTERS, MIN_DATA_LETTERS) == MIN_DATA_LETTERS;
}

/* Return the offset after the line at text[at]. */
static size_t
next_line(const char *text, size_t len, size_t at)
{
	const char *feed = memchr(text + at, '\n', len - at);

	return feed ? (size_t)(feed - text) + 1 : len;
}

/* Return the end of the lines of data that follow padding at text[at]. */
static size_t
find_more_data(const char *text, size_t len, size_t at)
{
	while (at < len) {
		size_t next = next_line(text, len, at);
		struct base64_line line = look_at_line(text + at, next - at);

		if (!line.is_whole)
			break;
		at = next;
	}
	return at;
}

size_t
base64_data_end(const char *text, size_t len)
{
	size_t end = len, at = 0, next; /* end: of the data, at the first line after it */
	bool has_data = false;

	if (ends_with_data(text, len))
		return len;
	for (; at < len; at = next) {
		struct base64_line line;

		next = next_line(text, len, at);
		line = look_at_line(text + at, next - at);
		if (line.letters >= MIN_DATA_LETTERS ||
		    (line.is_data && line.letters >= MIN_LINE_LETTERS))
			end = len;
		if (line.is_padded && end == len) {
			end = find_more_data(text, len, next);
			break;
		}
		if (!line.is_data && has_data && end == len)
			end = at;
		has_data = has_data || (line.is_data && line.letters > 0);
	}
	for (at = end; at < len && ascii_is_space(text[at]); at++)
		;
	return at < len ? end : len;
}
