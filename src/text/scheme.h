/* scheme.h - the schemes that are looked for in running text */
#ifndef TEXT_SCHEME_H
#define TEXT_SCHEME_H

#include <stdbool.h>
#include <stddef.h>

#include "text/prefilter.h"

/* A scheme that is taken without a wrapper (RULES B1, W2). */
struct scheme {
	const char *name;
	bool slashes;    /* as name:// */
	bool opaque;     /* as name: and what validates behind it */
	bool empty_host; /* name:/// is a URL */
};

enum { SCHEME_LONGEST = 8 };

/* How all listed schemes end, and "URL". */
void scheme_ends_fill(struct scheme_ends *ends);

/* The listed scheme called text[0..len) in any case, or NULL. */
const struct scheme *scheme_named(const char *text, size_t len);

#endif
