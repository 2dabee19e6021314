/* marks.c - the places of a text where a defanged URL may be */
#include "text/refang/marks.h"

#include <stdbool.h>
#include <string.h>

#include "text/refang/altered_scheme.h"
#include "url/scheme.h"
#include "util/ascii.h"

/* The bytes that marks without a colon begin with; those from FIRST_BRACKET on are marks
 * of names. */
static const char streams[MARK_STREAMS] = { '/', '_', '[', '(', '{', '<' };
enum { FIRST_BRACKET = 2, BRACKET_CODE = SUFFIX_CODES - 1 };
_Static_assert((int)MAX_ALTERED_BYTES <= (int)MAX_SCHEME_BYTES, "all names have room");

/* Add the ends of a name, and of the name and a bracket. */
static void
add_suffixes(struct suffix_table *t, const char *name)
{
	char bracketed[MAX_SCHEME_BYTES + 2];
	size_t len = strlen(name);

	suffix_table_add_word(t, name);
	memcpy(bracketed, name, len);
	memcpy(bracketed + len, "[", 2);
	suffix_table_add_word(t, bracketed);
}

struct refang_marks *
refang_marks_new(const urlgrep_memory *memory)
{
	struct refang_marks *m = memory_allocate(memory, sizeof(*m));
	const char *name;
	unsigned i;

	if (m == NULL)
		return NULL;
	memset(m, 0, sizeof(*m));
	suffix_table_init(&m->suffixes);
	suffix_table_set_code(&m->suffixes, '[', BRACKET_CODE);
	for (i = 0; i < scheme_count; i++)
		add_suffixes(&m->suffixes, scheme_table[i].name);
	for (i = 0; (name = altered_scheme_name(i)) != NULL; i++)
		add_suffixes(&m->suffixes, name);
	/* other brackets are as good */
	for (i = FIRST_BRACKET + 1; i < MARK_STREAMS; i++)
		suffix_table_set_code(&m->suffixes, streams[i], BRACKET_CODE);
	return m;
}

void
refang_marks_reset(struct refang_marks *m)
{
	m->failed_end = m->last_failed = 0;
	m->failures = 0;
}

void
refang_marks_begin(struct refang_marks *m, const char *at)
{
	unsigned i;

	prefilter_begin(&m->prefilter, at);
	for (i = 0; i < MARK_STREAMS; i++)
		m->next[i] = NULL;
}

/* Return true if at[0], of one of the streams, is a mark. */
static bool
is_mark(const char *text, const char *at, const char *end)
{
	const char *next = at + 1;

	if (*at == '/' || *at == '_')
		return at > text && altered_scheme_may_end(at[-1]) &&
		    (next == end || *next == *at);
	if (next < end && *next == ' ')
		next++;
	return next == end || *next == '.' || *next == 'd' || *next == 'D';
}

/* Return the next mark of a stream at `at` or after it; end if there is none. */
static const char *
next_of_stream(struct refang_marks *m, unsigned i, const char *text, const char *at,
    const char *end)
{
	if (m->next[i] && m->next[i] >= at)
		return m->next[i];
	while ((at = memchr(at, streams[i], (size_t)(end - at))) != NULL &&
	    !is_mark(text, at, end))
		at++;
	m->next[i] = at ? at : end;
	return m->next[i];
}

/* Return the first colon in [at, end) that may end a scheme; end if there is none. */
static const char *
next_colon(struct refang_marks *m, const char *text, const char *at, const char *end)
{
	const char *colon;

	for (; at < end && at - text < SUFFIX_BYTES; at++)
		if (*at == ':')
			return at;
	colon = prefilter_next(&m->prefilter, &m->suffixes, at, end);
	return colon ? colon : end;
}

const char *
refang_marks_next(struct refang_marks *m, const char *text, const char *at,
    const char *end, int with_names)
{
	const char *first = next_colon(m, text, at, end), *next;
	unsigned i, count = with_names ? MARK_STREAMS : FIRST_BRACKET;

	for (i = 0; i < count; i++) {
		next = next_of_stream(m, i, text, at, end);
		if (next < first)
			first = next;
	}
	return first < end ? first : NULL;
}
