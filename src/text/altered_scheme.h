/* altered_scheme.h - schemes as they are written so that nobody opens the URL: "hxxp" */
#ifndef TEXT_ALTERED_SCHEME_H
#define TEXT_ALTERED_SCHEME_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_ALTERED_BYTES = 8 };

/* Return the spelling number index; NULL from the first index without one. */
const char *altered_scheme_name(unsigned index);

/* Return true if an altered scheme, or http or https, may end in c. */
static inline bool
altered_scheme_may_end(char c)
{
	char small = (char)(c | 0x20);

	return small == 'p' || small == 's' || small == 'x' || small == 'w';
}

/* Return the length of the altered scheme that text[0..len) ends in, and set *means to the
 * scheme; 0 if there is none, or if it is the end of a longer word. */
size_t altered_scheme_length(const char *text, size_t len, const char **means);

#endif
