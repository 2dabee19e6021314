/* pattern_signs.c - whether "http://example[.]com" is a regular expression */
#include "text/pattern_signs.h"

#include <string.h>

#include "util/ascii.h"

/* Return the end of the text that belongs to the finding: the next blank or quote. */
static size_t
find_end(const struct reader *r)
{
	size_t at = r->at;

	while (at < r->len && at - r->at < MAX_DEFANGED_HOST_BYTES &&
	    !ascii_is_space(r->text[at]) && r->text[at] != '"' && r->text[at] != '\'')
		at++;
	return at;
}

/* Return true if text[begin..end) has a sign of a regular expression. */
static bool
has_sign(const struct reader *r, size_t begin, size_t end)
{
	static const char *const signs[] = { ".*", ".+", "\\d", "\\w", "\\s", "\\b", "\\/",
		"[^", "(?", "[a-z", "[A-Z", "[0-9", ")?", "]+", "]*" };
	size_t i;

	for (i = 0; i < sizeof(signs) / sizeof(signs[0]); i++)
		if (memmem(r->text + begin, end - begin, signs[i], strlen(signs[i])))
			return true;
	return end > begin && r->text[end - 1] == '$';
}

bool
pattern_signs_has_any(const struct reader *r)
{
	char before = r->begin > 0 ? r->text[r->begin - 1] : '\n';
	char after = reader_byte(r, r->at);

	if (before == '^' || has_sign(r, r->begin, find_end(r)))
		return true;
	return r->signs & URLGREP_DEFANG_BACKSLASH &&
	    (memchr("/(|", before, 3) || memchr("\\$*+", after, 4));
}
