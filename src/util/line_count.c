/* line_count.c - count the lines of a text, eight bytes at a time */
#include "util/line_count.h"

#include <string.h>

enum {
	WORD_BYTES = sizeof(uint64_t),
	MAX_SUM = 255 /* what one byte of a word can count to */
};

static const uint64_t ones = 0x0101010101010101;

/* Return a word that has 1 in each byte where text[0..8) has a line feed, else 0. The
 * additions carry nothing from one byte into the next. */
static uint64_t
find_feeds(const char *text)
{
	const uint64_t low_bits = ~(ones << 7);
	uint64_t word;

	memcpy(&word, text, sizeof(word));
	word ^= ones * '\n';
	return ~(((word & low_bits) + low_bits) | word | low_bits) >> 7;
}

static uint64_t
sum_bytes(uint64_t word)
{
	uint64_t sum = 0;

	for (; word; word >>= 8)
		sum += word & 0xFF;
	return sum;
}

uint64_t
line_count(const char *text, size_t len)
{
	const char *end = text + len;
	uint64_t lines = 0;

	while (end - text >= WORD_BYTES) {
		size_t words = (size_t)(end - text) / WORD_BYTES;
		uint64_t sums = 0; /* one in each byte */

		for (words = words > MAX_SUM ? MAX_SUM : words; words > 0; words--) {
			sums += find_feeds(text);
			text += WORD_BYTES;
		}
		lines += sum_bytes(sums);
	}
	for (; text < end; text++)
		lines += *text == '\n';
	return lines;
}
