/* show.h - print the bytes of a URL for which results differ */
#ifndef ORACLE_SHOW_H
#define ORACLE_SHOW_H

#include <stdio.h>

#include "urlgrep.h"

static inline void
show_bytes(const char *text, size_t len)
{
	size_t i;

	printf("# ");
	for (i = 0; i < len; i++)
		printf(text[i] >= 0x20 && text[i] < 0x7F ? "%c" : "\\x%02X",
		    (unsigned char)text[i]);
	putchar('\n');
}

static inline void
show_url(const char *who, const urlgrep_url *url)
{
	unsigned i;

	printf("#   %s: %d", who, (int)url->verdict);
	for (i = 0; i < url->part_count; i++)
		printf(" %s=%.*s", url->parts[i].name,
		    (int)url->parts[i].value.len, url->parts[i].value.text);
	putchar('\n');
}

#endif
