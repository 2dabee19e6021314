/* field.c - a header field, as "Subject: where?" is one (RFC 5322, 2.2) */
#include "field.h"

#include <stdbool.h>

/* What a name cannot hold (RFC 5322 section 2.2): blanks, controls, and
 * the colon, which ends it. */
static const bool ends_name[128] = {
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
	[' '] = 1, [':'] = 1, [0x7F] = 1
};

static bool
is_of_name(char c)
{
	unsigned char octet = (unsigned char)c;

	return octet < 0x80 && !ends_name[octet];
}

/* No field has "//" there, but "http://a.example/" begins a line of text. */
size_t
field_name(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && is_of_name(line[i]))
		i++;
	if (i == 0 || i == len || line[i] != ':')
		return 0;
	return len - i > 2 && line[i + 1] == '/' && line[i + 2] == '/' ? 0 : i;
}
