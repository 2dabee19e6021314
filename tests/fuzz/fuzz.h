/* fuzz.h - shared by the fuzz targets
 *
 * A target is one function that is called with each input and checks properties with must(). The
 * last byte of the input selects the grammar, flags and so on, so that any file can be used as a
 * seed. Targets are linked with libFuzzer, or with file.c for AFL++ and to rerun a single input. */
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

/* Return a copy of bytes in a block of exactly that size, so that reading beyond is noticed. */
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
