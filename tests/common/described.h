/* described.h - build a description, to be compared with that in a table of tests/vectors */
#ifndef DESCRIBED_H
#define DESCRIBED_H

#include <stdarg.h>
#include <stdio.h>

#include "urlgrep.h"

enum { MAX_DESCRIPTION = 30000 };

struct described {
	char text[MAX_DESCRIPTION];
	size_t len;
};

/* Append text formatted as by printf, truncated if too long. */
static inline void __attribute__((format(printf, 2, 3)))
tell(struct described *t, const char *format, ...)
{
	va_list arguments;
	int n;

	va_start(arguments, format);
	n = vsnprintf(t->text + t->len, sizeof(t->text) - t->len, format, arguments);
	va_end(arguments);
	if (n > 0)
		t->len = t->len + (size_t)n < sizeof(t->text) ? t->len + (size_t)n :
		    sizeof(t->text) - 1;
}

/* Append text with bytes other than printable US-ASCII as \xHH, as for unescape() of table.h. */
static inline void
tell_span(struct described *t, urlgrep_span span)
{
	size_t i;

	for (i = 0; i < span.len; i++)
		if (span.text[i] == '\\')
			tell(t, "\\\\");
		else if (span.text[i] < ' ' || span.text[i] > '~')
			tell(t, "\\x%02x", (unsigned char)span.text[i]);
		else
			tell(t, "%c", span.text[i]);
}

#endif
