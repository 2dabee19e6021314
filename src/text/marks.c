/* marks.c - the colons of a text where a defanged URL may be, and where none was */
#include "text/marks.h"

#include <string.h>

#include "text/altered_scheme.h"
#include "url/scheme.h"

enum { BRACKET_CODE = SUFFIX_CODES - 1 };
_Static_assert((int)MAX_ALTERED_BYTES <= (int)MAX_SCHEME_BYTES, "all names have room");

/* Add the ends of a name, and of the name and a bracket. */
static void
add_suffixes(struct suffix_table *t, const char *name)
{
	char bracketed[MAX_SCHEME_BYTES + 2];
	size_t len = strlen(name);

	suffix_table_add_before_slash(t, name);
	memcpy(bracketed, name, len);
	memcpy(bracketed + len, "[", 2);
	suffix_table_add_word(t, bracketed);
}

struct refang_marks *
refang_marks_new(const urlgrep_memory *memory, const struct suffix_table *suffixes)
{
	static const char like_slashes[] = "[({<])}>_"; /* "hxxp:__", "hxxp:[/]/" */
	struct refang_marks *m = memory_allocate(memory, sizeof(*m));
	const char *name;
	unsigned i;

	if (m == NULL)
		return NULL;
	refang_marks_reset(m);
	m->suffixes = *suffixes;
	suffix_table_set_code(&m->suffixes, '[', BRACKET_CODE);
	for (i = 0; i < scheme_count; i++)
		add_suffixes(&m->suffixes, scheme_table[i].name);
	for (i = 0; (name = altered_scheme_name(i)) != NULL; i++)
		add_suffixes(&m->suffixes, name);
	for (i = 0; i < 3; i++) /* other brackets are as good */
		suffix_table_set_code(&m->suffixes, "({<"[i], BRACKET_CODE);
	for (i = 0; i < sizeof(like_slashes) - 1; i++)
		suffix_table_set_slash(&m->suffixes, like_slashes[i]);
	return m;
}

void
refang_marks_reset(struct refang_marks *m)
{
	m->failed_end = m->last_failed = 0;
	m->failures = 0;
}
