/* inflate.h - decompress deflate (RFC 1951), by ISA-L where it is installed, else by zlib */
#ifndef INPUT_INFLATE_H
#define INPUT_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "urlgrep.h"

enum inflate_status {
	INFLATE_MORE, /* it needs more input, or more room for output */
	INFLATE_END,  /* the stream is complete */
	INFLATE_DAMAGED,
	INFLATE_NOMEM
};

enum { MAX_INFLATE_REST = 8 };

/* What is read and written next; a run advances both. */
struct inflate_buffers {
	const unsigned char *in;
	size_t in_len;
	unsigned char *out;
	size_t out_len; /* of the room */
	/* at INFLATE_END: bytes after the stream that were taken from `in`, or from what it
	 * was before; they precede what is left of it */
	unsigned char rest[MAX_INFLATE_REST];
	size_t rest_len;
};

/* One library's functions. A run ends when there is no input or no room left, or at the
 * end of the stream. If there is room for MIN_INFLATE_ROOM bytes, those before damage are
 * written: by ISA-L all but the last 258. */
struct inflate_library {
	const char *name;
	void *(*new_state)(const urlgrep_memory *memory); /* NULL without memory */
	void (*free_state)(const urlgrep_memory *memory, void *state);
	void (*reset)(void *state); /* another stream begins */
	enum inflate_status (*run)(void *state, struct inflate_buffers *buffers);
	/* Continue a checksum (RFC 1952), which begins as 0. */
	uint32_t (*checksum)(uint32_t sum, const unsigned char *text, size_t len);
};

enum { MIN_INFLATE_ROOM = 128 * 1024 };

/* Return the library to use, the same for all threads, and set *exact to the one that
 * decides where damage begins, or NULL. Returns NULL, and sets *missing to the reason, if
 * none can be loaded. */
const struct inflate_library *inflate_library(const struct inflate_library **exact,
    const char **missing);

#endif
