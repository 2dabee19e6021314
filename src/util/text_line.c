/* text_line.c - where the lines of a text begin and end, and how wide they are */
#include "util/text_line.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

size_t
text_line_find_end(const struct scan_text *t, size_t at, size_t end)
{
	return at + ascii_break(t->bytes + at, end - at);
}

size_t
text_line_find_begin(const struct scan_text *t, size_t at)
{
	size_t floor = at > MAX_LOOKBEHIND_BYTES / 2 ? at - MAX_LOOKBEHIND_BYTES / 2 : 0;

	return floor + ascii_after_break(t->bytes + floor, at - floor);
}

bool
text_line_find_next(const struct scan_text *t, size_t end, size_t *next)
{
	if (end == t->len) {
		*next = end;
		return t->is_last;
	}
	if (t->bytes[end] == '\r') {
		if (end + 1 == t->len && !t->is_last)
			return false;
		if (end + 1 < t->len && t->bytes[end + 1] == '\n')
			end++;
	}
	*next = end + 1;
	return true;
}

bool
text_line_find_previous(const struct scan_text *t, size_t floor, size_t line,
    size_t *begin, size_t *end)
{
	size_t at = line;

	if (at <= floor)
		return false;
	at--;
	if (at > floor && t->bytes[at] == '\n' && t->bytes[at - 1] == '\r')
		at--;
	*end = at;
	*begin = floor + ascii_after_break(t->bytes + floor, at - floor);
	return *begin > floor || (floor == 0 && t->origin == 0);
}

/* Return how many of eight bytes continue a character of UTF-8 (10xxxxxx). */
static unsigned
count_continuations(const char *bytes)
{
	uint64_t all, upper;

	memcpy(&all, bytes, sizeof(all));
	upper = all & 0x8080808080808080u;
	if (upper == 0)
		return 0;
	upper &= ~(all << 1);
	return (unsigned)(((upper >> 7) * 0x0101010101010101u) >> 56);
}

/* Return how many characters begin in bytes[0..len). */
static size_t
count_characters(const char *bytes, size_t len)
{
	size_t count = len, i;

	for (i = 0; i + 8 <= len; i += 8)
		count -= count_continuations(bytes + i);
	for (; i < len; i++)
		count -= utf8_is_continuation(bytes[i]);
	return count;
}

size_t
text_line_width(const struct scan_text *t, size_t begin, size_t end)
{
	return count_characters(t->bytes + begin, text_line_trim(t, begin, end) - begin);
}

size_t
text_line_column(const struct scan_text *t, size_t begin, size_t at)
{
	size_t column = 0;

	if (at > begin && ascii_until(t->bytes + begin, at - begin, ' ', '\177') == at - begin)
		return at - begin; /* visible US-ASCII and spaces, as nearly always */
	for (; begin < at; begin++) {
		if (t->bytes[begin] == '\t')
			column |= 7;
		column += !utf8_is_continuation(t->bytes[begin]);
	}
	return column;
}

size_t
text_line_trim(const struct scan_text *t, size_t begin, size_t end)
{
	while (end > begin && ascii_is(t->bytes[end - 1], ASCII_BLANK))
		end--;
	return end;
}

bool
text_line_is_blank(const struct scan_text *t, size_t begin, size_t end)
{
	while (begin < end && ascii_is(t->bytes[begin], ASCII_BLANK))
		begin++;
	return begin >= end;
}
