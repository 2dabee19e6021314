/* surroundings.h - bidi controls, invisible characters and more of a host beside a finding */
#ifndef TEXT_SURROUNDINGS_H
#define TEXT_SURROUNDINGS_H

#include <stdbool.h>

#include "text/candidate.h"
#include "text/scanner.h"

/* Set the notes URLGREP_BIDI_BESIDE and URLGREP_INVISIBLE_BESIDE of a finding, for
 * characters directly beside it, or beside the brackets or quotation marks around it,
 * or that were removed from it; and URLGREP_HOST_BESIDE. */
void surroundings_note(const urlgrep_scanner *s, urlgrep_finding *f);

/* Return true if the text after the candidate is there as far as surroundings_note()
 * reads it. */
bool surroundings_available(const struct scan_text *t, const struct candidate *c);

/* Return true if all around the candidate is US-ASCII, as it nearly always is: up to
 * "<URL:" and one byte more before it, ">" and one byte more after it. */
static inline bool
surroundings_are_ascii(const struct scan_text *t, const struct candidate *c)
{
	const char *before = t->bytes + c->begin, *after = t->bytes + c->end;

	return c->fragment_count == 1 && c->begin >= 6 && c->end + 1 < t->len &&
	    ((before[-6] | before[-2] | before[-1] | after[0] | after[1]) & 0x80) == 0;
}

#endif
