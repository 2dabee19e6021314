/* scheme.c - the schemes that are searched for in running text, and their ports */
#include "url/scheme.h"

#include "util/ascii.h"

static bool
has_name(const struct scheme *s, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (s->name[i] != ascii_lower(text[i]))
			return false;
	return true;
}

const struct scheme *
scheme_find(const char *text, size_t len)
{
	unsigned i;

	if (len > MAX_SCHEME_BYTES)
		return NULL;
	for (i = scheme_table_begin[len]; i < scheme_table_begin[len + 1]; i++)
		if (has_name(&scheme_table[i], text, len))
			return &scheme_table[i];
	return NULL;
}
