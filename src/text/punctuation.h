/* punctuation.h - sets of punctuation, and bytes of spans, for the signs of a line break */
#ifndef TEXT_PUNCTUATION_H
#define TEXT_PUNCTUATION_H

#include <stdbool.h>
#include <string.h>

#include "urlgrep.h"

enum {
	SENTENCE = 1,  /* .,;:!? */
	PAUSE = 2,     /* ,;:!? */
	QUOTE = 4,     /* "' */
	OPENER = 8,    /* ([{ */
	CLOSER = 16,   /* )]} */
	SEARCH = 32,   /* =&? */
	FIELD = 64,    /* =&?%#_ */
	PART = 128,    /* =&?%#/ */
	FRONT = 256,   /* =&?%#/_.~ */
	JOINT = 512,   /* _+~./ */
	HOST_END = 1024 /* /?# */
};

extern const unsigned short punctuation_sets[256];

static inline bool
is_in(char c, unsigned sets)
{
	return (punctuation_sets[(unsigned char)c] & sets) != 0;
}

/* Return true if a byte of s is in one of the sets. */
bool has_any(urlgrep_span s, unsigned sets);

/* Return true if a byte of s is of one of the classes of ascii.h. */
bool has_class(urlgrep_span s, unsigned classes);

static inline bool
has_byte(urlgrep_span s, char c)
{
	return memchr(s.text, c, s.len) != NULL;
}

#endif
