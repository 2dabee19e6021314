/* diff_hunk.c - lines of a diff, perhaps quoted in mail */
#include "text/diff_hunk.h"

#include <string.h>

#include "util/text_line.h"

enum { MAX_HUNK_LINES = 200, MIN_ADDED_LINES = 2 };

static bool
is_hunk_line(const struct scan_text *t, size_t at, size_t end)
{
	char first = at < end ? t->bytes[at] : '\0';

	return first == ' ' || first == '+' || first == '-' || first == '\\';
}

static bool
begins_with(const struct scan_text *t, size_t at, size_t end, const char *front)
{
	size_t len = strlen(front);

	return end - at >= len && memcmp(t->bytes + at, front, len) == 0;
}

/* Return true if the lines before, of which so many begin with "+" as the line itself, are
 * the rest of a hunk: who quotes a diff may leave out its header, or write between. */
static bool
is_rest_of_hunk(const struct scan_text *t, size_t line, size_t text, unsigned added)
{
	return added >= MIN_ADDED_LINES && t->bytes[text] == '+' &&
	    memchr(t->bytes + line, '>', text - line) != NULL;
}

/* Return true if the line is in no hunk, so that a line below it, with the same prefix, is in
 * none either, unless it is the rest of one. */
static bool
is_known(const struct scan_text *t, const struct hunk_memo *memo, size_t line, size_t prefix)
{
	return memo->is_set && memo->line == t->origin + line && memo->prefix == prefix;
}

bool
diff_hunk_holds(const struct scan_text *t, size_t line, size_t text, struct hunk_memo *memo)
{
	size_t prefix = text - line, begin = line, end;
	size_t floor = line > MAX_LOOKBEHIND_BYTES / 2 ?
	    line - MAX_LOOKBEHIND_BYTES / 2 : 0;
	unsigned n, added = 0;

	if (!is_hunk_line(t, text, t->len) ||
	    (t->bytes[text] != '+' && is_known(t, memo, line, prefix)))
		return false;
	for (n = 0; n < MAX_HUNK_LINES; n++) {
		size_t at;

		if (!text_line_find_previous(t, floor, begin, &begin, &end) ||
		    end - begin < prefix ||
		    memcmp(t->bytes + begin, t->bytes + line, prefix) != 0)
			break;
		at = begin + prefix;
		if (begins_with(t, at, end, "@@ ") ||
		    begins_with(t, at, end, "diff --git"))
			return true;
		if (!is_hunk_line(t, at, end) ||
		    (t->bytes[text] != '+' && is_known(t, memo, begin, prefix)))
			break;
		added += added == n && t->bytes[at] == '+';
	}
	*memo = (struct hunk_memo){ true, t->origin + line, prefix };
	return is_rest_of_hunk(t, line, text, added);
}

bool
diff_hunk_goes_on(const struct scan_text *t, size_t at, size_t next)
{
	char first = t->bytes[at], second = next < t->len ? t->bytes[next] : '\n';

	return first == second || (first == ' ' && second == '+');
}
