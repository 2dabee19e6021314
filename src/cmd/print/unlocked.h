/* unlocked.h - writes to a stdio stream without locking it: each stream of the command is
 * used by one thread at a time. JSON takes a quarter fewer instructions this way. */
#ifndef CMD_PRINT_UNLOCKED_H
#define CMD_PRINT_UNLOCKED_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#ifdef __linux__
#include <stdio_ext.h>
#endif
#include <string.h>

static inline void
write_byte(FILE *out, char c)
{
	putc_unlocked(c, out);
}

static inline void
write_bytes(FILE *out, const char *text, size_t len)
{
#ifdef __linux__
	fwrite_unlocked(text, 1, len, out);
#else
	fwrite(text, 1, len, out);
#endif
}

static inline void
write_digits(FILE *out, uint64_t number)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + number % 10);
	while ((number /= 10) > 0);
	write_bytes(out, digits + at, sizeof(digits) - at);
}

/* Write a string of a few bytes, which is faster than a call of fwrite. */
static inline void
write_short(FILE *out, const char *text)
{
	for (; *text; text++)
		write_byte(out, *text);
}

static inline void
write_literal(FILE *out, const char *text)
{
	write_bytes(out, text, strlen(text));
}

/* Return how many bytes are in the buffer of a stream; where that is unknown, write them
 * out. */
static inline size_t
pending_bytes(FILE *out)
{
#ifdef __linux__
	return __fpending(out);
#else
	fflush(out);
	return 0;
#endif
}

#endif
