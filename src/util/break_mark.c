/* break_mark.c - marks at the end of a line that say that it is broken there */
#include "util/break_mark.h"

#include "util/utf8.h"

enum { HYPHEN = 0x2010, SOFT_HYPHEN = 0xAD, MAX_MARK_BYTES = 3 };

enum break_mark
break_mark_read(const struct scan_text *t, size_t at, size_t end, size_t *len)
{
	uint32_t code;

	*len = 0;
	if (at == end)
		return MARK_NONE;
	*len = 1;
	if ((unsigned char)t->bytes[at] < 0x80)
		return t->bytes[at] == '\\' ? MARK_BACKSLASH : MARK_NONE;
	*len = utf8_decode(t->bytes + at, end - at, &code);
	return *len && (code == HYPHEN || code == SOFT_HYPHEN) ? MARK_HYPHEN : MARK_NONE;
}

enum break_mark
break_mark_read_last(const struct scan_text *t, size_t begin, size_t end, size_t *len)
{
	size_t n;

	for (n = 1; n <= MAX_MARK_BYTES && n < end - begin; n++) {
		enum break_mark mark = break_mark_read(t, end - n, end, len);

		if (mark != MARK_NONE && *len == n)
			return mark;
	}
	*len = 0;
	return MARK_NONE;
}
