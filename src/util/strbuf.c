/* strbuf.c - octets that grow, in the caller's memory */
#include "util/strbuf.h"

#include <stdlib.h>
#include <string.h>

static void *
allocate_default(size_t size, void *data)
{
	(void)data;
	return malloc(size);
}

static void
release_default(void *block, void *data)
{
	(void)data;
	free(block);
}

const urlgrep_memory memory_default = { allocate_default, release_default,
	NULL };

void
buffer_clear(struct buffer *b)
{
	b->len = 0;
	b->failed = false;
}

void
buffer_free(struct buffer *b)
{
	memory_release(b->memory, b->at);
	b->at = NULL;
	b->len = b->size = 0;
}

static bool
grow(struct buffer *b, size_t size)
{
	size_t wanted = b->size ? b->size : 256;
	char *at;

	while (wanted < size)
		wanted *= 2;
	at = memory_allocate(b->memory, wanted);
	if (at == NULL) {
		b->failed = true;
		return false;
	}
	if (b->len)
		memcpy(at, b->at, b->len);
	memory_release(b->memory, b->at);
	b->at = at;
	b->size = wanted;
	return true;
}

void
buffer_append(struct buffer *b, const char *text, size_t len)
{
	if (b->failed || len == 0)
		return;
	if (len > b->size - b->len && !grow(b, b->len + len))
		return;
	memcpy(b->at + b->len, text, len);
	b->len += len;
}

void
buffer_string(struct buffer *b, const char *text)
{
	buffer_append(b, text, strlen(text));
}

void
buffer_escape(struct buffer *b, char octet)
{
	static const char hex[] = "0123456789ABCDEF";
	unsigned char c = (unsigned char)octet;
	char escape[3] = { '%', hex[c >> 4], hex[c & 15] };

	buffer_append(b, escape, sizeof(escape));
}
