/* typeset.c - text whose lines a typesetting program has filled */
#include "text/typeset.h"

#include <string.h>

#include "util/text_line.h"
#include "util/ascii.h"

enum { MAX_LINES = 8, MIN_WIDE_GAPS = 2, MAX_GAP_BLANKS = 3, MIN_DIVIDED_WORDS = 2 };

static bool
is_lower(char c)
{
	return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* Return true if some gaps between the words of a line are two or three blanks, and none
 * is wider: programs that make both margins straight do so. */
static bool
is_justified(const struct scan_text *t, size_t begin, size_t end)
{
	size_t at = begin, wide = 0;

	while (at < end && ascii_is(t->bytes[at], ASCII_BLANK))
		at++;
	while (at < end) {
		size_t gap = at;

		while (gap < end && !ascii_is(t->bytes[gap], ASCII_BLANK))
			gap++;
		at = gap;
		while (at < end && t->bytes[at] == ' ')
			at++;
		if (at == gap && at < end)
			return false; /* a tab */
		if (at - gap > MAX_GAP_BLANKS)
			return false;
		wide += at - gap > 1 && t->bytes[gap - 1] != '.' && t->bytes[gap - 1] != ':';
	}
	return wide >= MIN_WIDE_GAPS;
}

/* Return true if the line ends in a word that the next one, which begins at `next`, goes
 * on with. */
static bool
ends_in_divided_word(const struct scan_text *t, size_t begin, size_t end, size_t next)
{
	end = text_line_trim(t, begin, end);
	return end - begin > 2 && t->bytes[end - 1] == '-' && is_lower(t->bytes[end - 2]) &&
	    is_lower(t->bytes[next]);
}

/* Return true if the line ends in U+2010: programs that write it for the hyphens of
 * divided words write "-" for others. */
static bool
ends_in_other_hyphen(const struct scan_text *t, size_t begin, size_t end)
{
	end = text_line_trim(t, begin, end);
	return end - begin > 3 && memcmp(t->bytes + end - 3, "\342\200\220", 3) == 0;
}

/* Return how many lines before the URL's end in divided words; a negative number if they
 * are divided by other hyphens than "-". */
static int
count_divided_before(const struct line_break *b)
{
	size_t begin = b->line, end, next;
	size_t floor = begin > MAX_LOOKBEHIND_BYTES / 2 ?
	    begin - MAX_LOOKBEHIND_BYTES / 2 : 0;
	unsigned n;
	int count = 0;

	for (n = 0; n < MAX_LINES; n++) {
		next = begin;
		if (!text_line_find_previous(b->text, floor, begin, &begin, &end))
			break;
		if (ends_in_other_hyphen(b->text, begin, end))
			return -1;
		count += ends_in_divided_word(b->text, begin, end, next);
	}
	return count;
}

bool
typeset_divides_words(const struct line_break *b)
{
	int divided = count_divided_before(b);

	return divided >= MIN_DIVIDED_WORDS || (divided >= 0 &&
	    is_justified(b->text, b->prefix.end, b->fragment_begin));
}
