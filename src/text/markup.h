/* markup.h - characters of markup and code that end a URL (rules K1, K3-K5, K8) */
#ifndef TEXT_MARKUP_H
#define TEXT_MARKUP_H

#include "text/run_reader.h"

/* Return true if the character of US-ASCII at x->at ends the URL, whatever encloses
 * it. */
bool markup_always_ends(const struct run_reader *x);

/* Return true if the character of US-ASCII at x->at ends a URL that nothing encloses; else
 * count it if it is a bracket. */
bool markup_ends_unpaired(struct run_reader *x);

#endif
