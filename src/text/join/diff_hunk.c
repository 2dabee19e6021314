/* diff_hunk.c - lines of a diff, perhaps quoted in mail */
#include "text/join/diff_hunk.h"

#include <string.h>

#include "text/lines/text_line.h"

enum { MAX_HUNK_LINES = 200 };

static bool
is_hunk_line(const struct scan_text *t, size_t at, size_t end)
{
	return at < end && strchr(" +-\\", t->bytes[at]) != NULL && t->bytes[at] != '\0';
}

static bool
begins_with(const struct scan_text *t, size_t at, size_t end, const char *front)
{
	size_t len = strlen(front);

	return end - at >= len && memcmp(t->bytes + at, front, len) == 0;
}

bool
diff_hunk_holds(const struct scan_text *t, size_t line, size_t text)
{
	size_t prefix = text - line, begin = line, end;
	size_t floor = line > MAX_LOOKBEHIND_BYTES / 2 ?
	    line - MAX_LOOKBEHIND_BYTES / 2 : 0;
	unsigned n;

	if (!is_hunk_line(t, text, t->len))
		return false;
	for (n = 0; n < MAX_HUNK_LINES; n++) {
		size_t at;

		if (!text_line_find_previous(t, floor, begin, &begin, &end) ||
		    end - begin < prefix ||
		    memcmp(t->bytes + begin, t->bytes + line, prefix) != 0)
			return false;
		at = begin + prefix;
		if (begins_with(t, at, end, "@@ ") ||
		    begins_with(t, at, end, "diff --git"))
			return true;
		if (!is_hunk_line(t, at, end))
			return false;
	}
	return false;
}

bool
diff_hunk_goes_on(const struct scan_text *t, size_t at, size_t next)
{
	char first = t->bytes[at], second = next < t->len ? t->bytes[next] : '\n';

	return first == second || (first == ' ' && second == '+');
}
