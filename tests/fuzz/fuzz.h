/* fuzz.h - what the fuzz targets share
 *
 * A target is one function, called with each input. It checks with
 * must(). The last byte of the input selects the grammar, flags and so on, so that any
 * file is a seed without changes. Targets are linked with libFuzzer, or with file.c for
 * AFL++ and to repeat one input. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define must(condition) \
	((condition) ? (void)0 : fail(#condition, __FILE__, __LINE__))

static inline void
fail(const char *condition, const char *file, int line)
{
	fprintf(stderr, "%s:%d: must hold: %s\n", file, line, condition);
	abort();
}

/* Remove the last byte of the input and return it. */
static inline unsigned
take_choice(const uint8_t *data, size_t *size)
{
	return *size ? data[--*size] : 0;
}

/* A copy of bytes with nothing after them, so that a read beyond their end is noticed. */
static inline char *
copied(const void *text, size_t len)
{
	char *copy = malloc(len ? len : 1);

	if (copy == NULL)
		abort();
	if (len)
		memcpy(copy, text, len);
	return copy;
}

#endif
