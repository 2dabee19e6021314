/* page_break.c - the page breaks of RFCs: footer, form feed and header */
#include "util/page_break.h"

#include <string.h>

#include "util/text_line.h"
#include "util/ascii.h"

enum { MAX_PAGE_BREAK_LINES = 24, MAX_PAGE_LINE_BYTES = 200 };

static size_t
trim_space(const char *line, size_t len)
{
	while (len && ascii_is_space(line[len - 1]))
		len--;
	return len;
}

static size_t
count_digits(const char *line, size_t len)
{
	size_t n = 0;

	while (n < len && ascii_is(line[n], ASCII_DIGIT))
		n++;
	return n;
}

/* "Author, Author & Author              [Page 7]" */
static bool
is_footer(const char *line, size_t len)
{
	size_t digits = 0;

	len = trim_space(line, len);
	if (len < 9 || ascii_is_space(line[0]) || line[len - 1] != ']')
		return false;
	len--;
	while (len > digits && ascii_is(line[len - 1], ASCII_DIGIT)) {
		len--;
		digits = 1;
	}
	return digits && len >= 7 && memcmp(line + len - 6, "[Page ", 6) == 0;
}

/* "RFC 1738       Uniform Resource Locators       December 1994" */
static bool
is_header(const char *line, size_t len)
{
	static const char *const drafts[] = { "Internet-Draft", "Internet Draft",
		"INTERNET-DRAFT" };
	bool has_front = false;
	size_t i;

	len = trim_space(line, len);
	if (len < 14)
		return false;
	if (memcmp(line, "RFC ", 4) == 0 && count_digits(line + 4, len - 4))
		has_front = true;
	for (i = 0; i < sizeof(drafts) / sizeof(drafts[0]); i++)
		if (memcmp(line, drafts[i], 14) == 0)
			has_front = true;
	return has_front && len > 14 && line[len - 5] == ' ' &&
	    count_digits(line + len - 4, 4) == 4 &&
	    (memcmp(line + len - 4, "19", 2) == 0 ||
		memcmp(line + len - 4, "20", 2) == 0);
}

enum scan_answer
page_break_skip(const struct scan_text *t, size_t begin, size_t *after)
{
	bool is_break = false;
	unsigned lines;

	*after = begin;
	for (lines = 0; lines < MAX_PAGE_BREAK_LINES; lines++) {
		size_t limit = t->len - begin > MAX_PAGE_LINE_BYTES ?
		    begin + MAX_PAGE_LINE_BYTES : t->len;
		size_t end = text_line_find_end(t, begin, limit), next;
		const char *line = t->bytes + begin;
		size_t len = end - begin;

		if (end == t->len && !t->is_last)
			return SCAN_MORE;
		if (len == MAX_PAGE_LINE_BYTES)
			break;
		if (trim_space(line, len) == 0)
			is_break = is_break || memchr(line, '\f', len);
		else if (is_footer(line, len) || is_header(line, len))
			is_break = true;
		else
			break;
		if (!text_line_find_next(t, end, &next))
			return SCAN_MORE;
		*after = begin = next;
		if (end == t->len)
			break;
	}
	return is_break ? SCAN_YES : SCAN_NO;
}
