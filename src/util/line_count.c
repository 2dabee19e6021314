/* line_count.c - how many lines there are: eight octets at a time */
#include "util/line_count.h"

#include <string.h>

static const uint64_t ones = 0x0101010101010101;

/* A one in each octet that is a line feed. */
static uint64_t
feeds_at(const char *text)
{
	const uint64_t rest = ~(ones << 7);
	uint64_t octets;

	memcpy(&octets, text, sizeof(octets));
	octets ^= ones * '\n';
	return ~(((octets & rest) + rest) | octets | rest) >> 7;
}

static uint64_t
sum_of(uint64_t octets)
{
	uint64_t sum = 0;

	for (; octets; octets >>= 8)
		sum += octets & 0xFF;
	return sum;
}

uint64_t
lines_in(const char *text, size_t len)
{
	const char *end = text + len;
	uint64_t lines = 0;

	while (end - text >= 8) {
		size_t blocks = (size_t)(end - text) / 8;
		uint64_t sums = 0; /* in each octet */

		for (blocks = blocks > 255 ? 255 : blocks; blocks > 0; blocks--) {
			sums += feeds_at(text);
			text += 8;
		}
		lines += sum_of(sums);
	}
	for (; text < end; text++)
		lines += *text == '\n';
	return lines;
}
