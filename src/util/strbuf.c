/* strbuf.c - a string buffer that grows, in the caller's memory */
#include "util/strbuf.h"

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
strbuf_append_string(struct strbuf *b, const char *text)
{
	strbuf_append(b, text, strlen(text));
}

void
strbuf_append_escaped(struct strbuf *b, char byte)
{
	static const char hex[] = "0123456789ABCDEF";
	unsigned char c = (unsigned char)byte;
	char escape[3] = { '%', hex[c >> 4], hex[c & 15] };

	strbuf_append(b, escape, sizeof(escape));
}
