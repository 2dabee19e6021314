/* header.c - a header field, as "Subject: where?" is one (RFC 5322, 2.2) */
#include "mail/header.h"

/* No field has "//" there, but "http://a.example/" begins a line of text. */
size_t
field_name(const char *line, size_t len)
{
	size_t i = 0;

	while (i < len && line[i] > ' ' && line[i] < 0x7F && line[i] != ':')
		i++;
	if (i == 0 || i == len || line[i] != ':')
		return 0;
	return len - i > 2 && line[i + 1] == '/' && line[i + 2] == '/' ? 0 : i;
}
