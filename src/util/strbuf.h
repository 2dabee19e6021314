/* strbuf.h - a growable string buffer in the caller's memory */
#ifndef UTIL_STRBUF_H
#define UTIL_STRBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "util/memory.h"

/* Initialize with zeros, then set memory. After a failed append, the buffer stays failed and its
 * content is incomplete, so it is enough to check `failed` once after many appends. */
struct strbuf {
	const urlgrep_memory *memory;
	char *at;
	size_t len;
	size_t size;
	bool failed;
};

/* Make the buffer empty and no longer failed. Its memory is kept. */
void strbuf_clear(struct strbuf *b);
void strbuf_free(struct strbuf *b);

/* Free the buffer and return its content, NUL-terminated, in the arena; a span without text if
 * memory ran out or an append failed. */
urlgrep_span strbuf_move(struct strbuf *b, struct arena *arena);

/* See strbuf_reserve(). */
bool strbuf_grow(struct strbuf *b, size_t more);

/* Make room for `more` bytes after the first len. Return false if memory runs out. */
static inline bool
strbuf_reserve(struct strbuf *b, size_t more)
{
	return !b->failed && (more <= b->size - b->len || strbuf_grow(b, more));
}

static inline void
strbuf_append(struct strbuf *b, const char *text, size_t len)
{
	if (len == 0 || (len > b->size - b->len && !strbuf_reserve(b, len)))
		return;
	memcpy(b->at + b->len, text, len);
	b->len += len;
}

static inline void
strbuf_append_byte(struct strbuf *b, char byte)
{
	if (strbuf_reserve(b, 1))
		b->at[b->len++] = byte;
}

static inline void
strbuf_append_string(struct strbuf *b, const char *text)
{
	strbuf_append(b, text, strlen(text));
}

/* Append one byte as "%HH". */
void strbuf_append_escaped(struct strbuf *b, char byte);

/* Append formatted text. Return its length. */
__attribute__((format(printf, 2, 3))) size_t strbuf_printf(struct strbuf *b,
    const char *format, ...);

/* ---- numbers --- */

enum { MAX_DIGITS = 20 };

/* Write the digits of a number to at, which has room for MAX_DIGITS. Return how many there are. */
size_t digits_write(char *at, uint64_t number);

/* Append the digits of a number. */
static inline void
digits_append(struct strbuf *b, uint64_t number)
{
	if (strbuf_reserve(b, MAX_DIGITS))
		b->len += digits_write(b->at + b->len, number);
}

#endif
