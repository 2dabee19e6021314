/* strbuf.c - a growable string buffer in the caller's memory */
#include "util/strbuf.h"

#include <stdarg.h>
#include <stdio.h>

#include "util/ascii.h"

enum { FIRST_SIZE = 256 };

void
strbuf_clear(struct strbuf *b)
{
	b->len = 0;
	b->failed = false;
}

void
strbuf_free(struct strbuf *b)
{
	if (b->memory)
		memory_release(b->memory, b->at);
	b->at = NULL;
	b->len = b->size = 0;
}

urlgrep_span
strbuf_move(struct strbuf *b, struct arena *arena)
{
	urlgrep_span content = { NULL, b->len };

	if (!b->failed)
		content.text = arena_copy(arena, b->at ? b->at : "", b->len);
	strbuf_free(b);
	return content;
}

bool
strbuf_grow(struct strbuf *b, size_t more)
{
	size_t wanted = b->size ? b->size : FIRST_SIZE;
	char *at;

	while (wanted - b->len < more)
		wanted *= 2;
	at = memory_grow(b->memory, b->at, b->len, wanted);
	if (at == NULL) {
		b->failed = true;
		return false;
	}
	b->at = at;
	b->size = wanted;
	return true;
}

void
strbuf_append_escaped(struct strbuf *b, char byte)
{
	char escape[3] = { '%' };

	ascii_write_hex(escape + 1, byte);
	strbuf_append(b, escape, sizeof(escape));
}

/* vsnprintf also writes a NUL, which is not part of the text. */
size_t
strbuf_printf(struct strbuf *b, const char *format, ...)
{
	va_list arguments;
	int len;

	va_start(arguments, format);
	len = vsnprintf(NULL, 0, format, arguments);
	va_end(arguments);
	if (len < 0 || !strbuf_reserve(b, (size_t)len + 1))
		return 0;
	va_start(arguments, format);
	vsnprintf(b->at + b->len, (size_t)len + 1, format, arguments);
	va_end(arguments);
	b->len += (size_t)len;
	return (size_t)len;
}

/* ---- numbers --- */

size_t
digits_write(char *at, uint64_t number)
{
	char digits[2 * MAX_DIGITS] = { 0 }, *const end = digits + MAX_DIGITS, *first = end;

	do
		*--first = (char)('0' + number % 10);
	while (number /= 10);
	memcpy(at, first, MAX_DIGITS); /* a fixed length is faster */
	return (size_t)(end - first);
}
