/* scheme.c - the schemes that are searched for in running text, and their ports */
#include "url/scheme.h"

#include <string.h>

#include "util/ascii.h"

/* Return the code of a character, in any case. */
static size_t
code_of(char c)
{
	return (unsigned char)ascii_lower(c);
}

/* Return the slot of a name, by its length and three of its characters. As in
 * schemes.awk. */
static size_t
find_slot(const char *text, size_t len)
{
	size_t slot = len;

	slot = slot * 33 + code_of(text[0]);
	slot = slot * 33 + code_of(text[len / 2]);
	return (slot * 33 + code_of(text[len - 1])) % SCHEME_SLOTS;
}

const struct scheme *
scheme_find(const char *text, size_t len)
{
	size_t slot;

	if (len == 0 || len > MAX_SCHEME_BYTES)
		return NULL;
	for (slot = find_slot(text, len); scheme_slots[slot];
	    slot = (slot + 1) % SCHEME_SLOTS) {
		const struct scheme *s = &scheme_table[scheme_slots[slot] - 1];

		if (s->len == len && ascii_equal(s->name, text, len))
			return s;
	}
	return NULL;
}

size_t
scheme_find_http_at_end(const char *text, size_t len, unsigned classes)
{
	static const char *const names[] = { "https", "http" };
	size_t i;

	for (i = 0; i < 2; i++) {
		size_t n = strlen(names[i]);

		if (len > n + 1 && ascii_is(text[len - n - 1], classes) &&
		    ascii_is(text[len - n - 2], classes) &&
		    ascii_equal(text + len - n, names[i], n))
			return len - n;
	}
	return 0;
}

bool
scheme_is_name(const char *text, size_t len)
{
	size_t i;

	if (len == 0 || len > MAX_SCHEME_BYTES || !ascii_is(text[0], ASCII_ALPHA))
		return false;
	for (i = 1; i < len; i++)
		if (!ascii_is(text[i], ASCII_SCHEME))
			return false;
	return true;
}
