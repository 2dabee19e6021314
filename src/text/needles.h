/* needles.h - find the places of a text where a URL, a name or an address may be
 *
 * With names, addresses or defanged URLs, this replaces prefilter.h: it finds all of them
 * in one pass. */
#ifndef TEXT_NEEDLES_H
#define TEXT_NEEDLES_H

#include <stddef.h>

#include "text/prefilter.h"

/* What to find: a set of bits. */
enum {
	NEEDLE_COLON = 1, /* a colon that may end a listed scheme */
	NEEDLE_DOT = 2,   /* a dot that may precede a top label or be that of an IPv4
	                     address; a colon after "localhost" or in an IPv6 address */
	NEEDLE_AT = 4,    /* an "@" that is not alone */
	NEEDLE_PAIR = 8,  /* the first of two slashes or underscores after a letter that an
	                     altered scheme may end in */
	NEEDLE_BRACKET = 16 /* an opening bracket before a dot or "dot" */
};

enum { NEEDLE_HITS = 64, NEEDLE_BLOCK_BYTES = 64 };

/* The next needles of a text: found some at a time. */
struct needles {
	const char *hits[NEEDLE_HITS + NEEDLE_BLOCK_BYTES];
	unsigned next, hit_count;
	unsigned set;
	char wanted[16]; /* bytes of the set, by their low four bits */
	const char *begin;    /* of the text */
	const char *searched; /* the text before it was searched */
};

/* Begin with the text from at on. */
void needles_begin(struct needles *n, unsigned set, const char *at);

/* Return the next needle in at..end, or NULL. Between calls of needles_begin(), at must
 * not decrease and end must stay the same. A needle whose neighbors lie beyond `end`
 * is one. */
const char *needles_next(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end);

#endif
