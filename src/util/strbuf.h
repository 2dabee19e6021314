/* strbuf.h - octets that grow, in the caller's memory */
#ifndef UTIL_STRBUF_H
#define UTIL_STRBUF_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"

extern const urlgrep_memory memory_default; /* malloc and free */

static inline void *
memory_allocate(const urlgrep_memory *memory, size_t size)
{
	return memory->allocate(size, memory->data);
}

static inline void
memory_release(const urlgrep_memory *memory, void *block)
{
	memory->release(block, memory->data);
}

/* Zeroed, but for the two below, which say what is in it and where its memory
 * comes from. Once an append failed the buffer stays failed, and what it holds
 * is short: one look at failed after many appends is enough. */
struct buffer {
	const urlgrep_memory *memory;
	char *at;
	size_t len;
	size_t size;
	bool failed;
};

void buffer_clear(struct buffer *b);
void buffer_free(struct buffer *b);
void buffer_append(struct buffer *b, const char *text, size_t len);
void buffer_string(struct buffer *b, const char *text);
/* "%HH" of one octet */
void buffer_escape(struct buffer *b, char octet);

#endif
