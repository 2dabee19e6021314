/* content_length.c - the Content-Length fields of an mbox (mboxcl2) */
#include "mail/mbox/content_length.h"

#include <string.h>

#include "mail/mbox/mbox.h"
#include "util/ascii/ascii.h"

/* Return the number that a field's value begins with, at most MAX_MESSAGE_BYTES;
 * that if there is none. */
static size_t
read_length(const char *p)
{
	size_t length = 0;

	while (*p == ' ' || *p == '\t')
		p++;
	if (!ascii_is(*p, ASCII_DIGIT))
		return MAX_MESSAGE_BYTES;
	for (; ascii_is(*p, ASCII_DIGIT) && length < MAX_MESSAGE_BYTES; p++)
		length = length * 10 + (size_t)(*p - '0');
	return length < MAX_MESSAGE_BYTES ? length : MAX_MESSAGE_BYTES;
}

size_t
content_length_find(const char *text, size_t len, size_t begin, size_t *length)
{
	static const char name[] = "Content-Length:";
	size_t at = begin;

	*length = MAX_MESSAGE_BYTES;
	while (at < len && at - begin < MAX_HEADER_BYTES) {
		const char *line = text + at;
		const char *end = memchr(line, '\n', len - at);
		size_t left;

		if (end == NULL)
			return 0;
		left = (size_t)(end - line);
		at += left + 1;
		if (left == 0 || (left == 1 && *line == '\r'))
			return at;
		if ((*line == 'C' || *line == 'c') && left >= sizeof(name) &&
		    *length == MAX_MESSAGE_BYTES &&
		    ascii_equal(line, name, sizeof(name) - 1))
			*length = read_length(line + sizeof(name) - 1);
	}
	return 0;
}
