/* search.h - find the places of a text where a URL, a name or an address may be */
#ifndef TEXT_SEARCH_H
#define TEXT_SEARCH_H

#include <stdint.h>

#include "url/scheme.h"

/* ---- colons --- */

enum {
	PREFILTER_HITS = 16, /* searched for at a time, at least */
	PREFILTER_GROUP_BYTES = 4096,
	PREFILTER_COLONS = 128 /* after the hits: those not yet looked at */
};

/* The next colons of a text that may end a scheme: found some at a time. */
struct prefilter {
	const char *begin; /* of the bytes searched last; the hits are offsets from it */
	uint16_t hits[PREFILTER_HITS + PREFILTER_GROUP_BYTES / 2 + PREFILTER_COLONS];
	unsigned next, hit_count;
	const char *searched; /* the text before it was searched */
};

/* Begin with the text from at on. */
void prefilter_begin(struct prefilter *p, const char *at);

/* Return the first colon of at..end that may end a scheme, by suffix_table_has(), or NULL.
 * SUFFIX_BYTES more of the text must precede at. Between calls of prefilter_begin(), at must not
 * decrease and end must stay the same. */
const char *prefilter_next(struct prefilter *p, const struct suffix_table *t,
    const char *at, const char *end);

/* ---- needles: all marks in one pass, with names, addresses or defanged URLs --- */

/* The needles to find: a set of bits. */
enum {
	NEEDLE_COLON = 1, /* a colon that may end a listed scheme */
	NEEDLE_DOT = 2,   /* a dot that may precede a top label or be part of an IPv4
	                     address; a colon after "localhost" or in an IPv6 address */
	NEEDLE_AT = 4,    /* an "@" that is not alone */
	NEEDLE_PAIR = 8,  /* the first of two slashes or underscores after a letter that an
	                     altered scheme may end in */
	NEEDLE_BRACKET = 16, /* an opening bracket before a dot, "dot", "@" or "at" */
	NEEDLE_ANY_COLON = 32,
	NEEDLE_SLASHES = 64  /* the first of two slashes that do not follow a colon */
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

/* Return the next needle in at..end, or NULL. Between calls of needles_begin(), at must not
 * decrease and end must stay the same. A byte whose neighbors are beyond `end` counts as a
 * needle. */
const char *needles_next(struct needles *n, const struct suffix_table *t, const char *at,
    const char *end);

#endif
