/* content_length.c - the Content-Length fields of an mbox (mboxcl2) */
#include "mail/content_length.h"

#include <string.h>

#include "mail/mbox.h"
#include "util/ascii.h"

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

/* Return true if text[0..len) begins with a line break: the header ends. */
static bool
is_line_break(const char *text, size_t len)
{
	return *text == '\n' || (len > 1 && text[0] == '\r' && text[1] == '\n');
}

/* If the whole line that text[0..len) begins with is the field, set *length. */
static void
read_field(const char *text, size_t len, size_t *length)
{
	static const char name[] = "Content-Length:";
	const char *end;

	if (len < sizeof(name) || !ascii_equal(text, name, sizeof(name) - 1))
		return;
	end = memchr(text, '\n', len);
	if (end && (size_t)(end - text) >= sizeof(name))
		*length = read_length(text + sizeof(name) - 1);
}

size_t
content_length_find(const char *text, size_t len, size_t begin, size_t *length)
{
	size_t at = begin;
	size_t limit = len - begin < MAX_HEADER_BYTES ? len : begin + MAX_HEADER_BYTES;

	*length = MAX_MESSAGE_BYTES;
	while (at < limit) {
		if (is_line_break(text + at, len - at))
			return at + (text[at] == '\r' ? 2 : 1);
		if (*length == MAX_MESSAGE_BYTES)
			read_field(text + at, len - at, length);
		at += ascii_feed_before(text + at, limit - at, 'c') + 1;
	}
	return 0;
}
