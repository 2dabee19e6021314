/* scheme.h - the schemes that are looked for in running text */
#ifndef SCHEME_H
#define SCHEME_H

#include <stdbool.h>
#include <stddef.h>

/* A scheme that is taken without a wrapper (RULES B1, W2). */
struct scheme {
	const char *name;
	bool slashes;    /* as name:// */
	bool opaque;     /* as name: and what validates behind it */
	bool empty_host; /* name:/// is a URL */
};

enum { SCHEME_LONGEST = 8 };

/* The two last letters of every listed scheme and of "URL": most words before a
 * colon end otherwise. */
struct scheme_ends {
	unsigned char bits[32 * 32 / 8];
};
void scheme_ends_fill(struct scheme_ends *e);

/* Two octets, as bits of it: letters in any case, and some that are none. */
static inline unsigned
scheme_end_bit(char before, char last)
{
	return ((unsigned)before & 31) << 5 | ((unsigned)last & 31);
}

/* May a scheme end in these two? */
static inline bool
scheme_may_end(const struct scheme_ends *e, char before, char last)
{
	unsigned bit = scheme_end_bit(before, last);

	return e->bits[bit / 8] >> bit % 8 & 1;
}

/* The listed scheme called text[0..len) in any case, or NULL. */
const struct scheme *scheme_named(const char *text, size_t len);

#endif
