/* octets.c - octets that grow */
#include "cmd/octets.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/xmalloc.h"

void
octets_add(struct octets *o, const void *octets, size_t len)
{
	if (len == 0)
		return;
	if (o->size - o->len < len) {
		size_t size = o->size * 2 + len;
		char *more = realloc(o->at, size);

		if (more == NULL)
			memory_end();
		o->at = more;
		o->size = size;
	}
	memcpy(o->at + o->len, octets, len);
	o->len += len;
}
