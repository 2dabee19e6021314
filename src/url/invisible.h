/* invisible.h - characters that nobody sees: those that turn the direction of the
 * text, and those that are invisible */
#ifndef URL_INVISIBLE_H
#define URL_INVISIBLE_H

#include "text/candidate.h"
#include "text/scanner.h"

/* One character of UTF-8 at text[0..len): its code and its octets. 0 if text
 * does not begin with one. */
size_t hidden_character(const char *text, size_t len, unsigned *code);

/* URLGREP_BIDI_BESIDE, URLGREP_INVISIBLE_BESIDE, or 0 for what can be seen. */
unsigned hidden_note(unsigned code);

/* Note what stands beside the finding, or beside the brackets or quotation marks
 * around it, or was left out of it. */
void hidden_beside(const urlgrep_scanner *s, urlgrep_finding *f);

/* Is all that stands behind the candidate there? */
bool hidden_ready(const struct scan_text *t, const struct candidate *c);

/* Nearly always all around it is of US-ASCII: the "<URL:" that may stand before it
 * and one octet more, the ">" behind it and one more. */
static inline bool
hidden_nothing(const struct scan_text *t, const struct candidate *c)
{
	const char *before = t->bytes + c->begin, *behind = t->bytes + c->end;

	return c->fragment_count == 1 && c->begin >= 6 && c->end + 1 < t->len &&
	    ((before[-6] | before[-2] | before[-1] | behind[0] | behind[1]) & 0x80) == 0;
}

#endif
