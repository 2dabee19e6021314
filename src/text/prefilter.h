/* prefilter.h - find the places in a text where a URL, a name or an address may be */
#ifndef TEXT_PREFILTER_H
#define TEXT_PREFILTER_H

#include <stdint.h>

#include "url/scheme.h"

/* The needles to find besides the colons that may end a scheme, as a set of bits. With an empty
 * set, only suffix_table_has() decides about these. */
enum {
	NEEDLE_DOT = 1,   /* a dot that may precede a top label or be part of an IPv4
	                     address; a colon after "localhost" or in an IPv6 address */
	NEEDLE_AT = 2,    /* an "@" with text on both sides */
	NEEDLE_PAIR = 4,  /* the first of two slashes or underscores after a letter that an
	                     altered scheme may end in */
	NEEDLE_BRACKET = 8, /* an opening bracket before a dot, "dot", "@" or "at" */
	NEEDLE_ANY_COLON = 16, /* a colon that may end any scheme */
	NEEDLE_SLASHES = 32  /* the first of two slashes that do not follow a colon */
};

/* The letters in which the altered schemes of scheme_before.c end, apart from an "s" after them. */
#define ALTERED_ENDS "pxw"

enum {
	PREFILTER_HITS = 16, /* a search stops when it has this many or more */
	PREFILTER_GROUP_BYTES = 4096,
	PREFILTER_COLONS = 128 /* room for colons that are not yet checked, after the hits */
};

/* The next needles of a text, which are found in batches. */
struct prefilter {
	unsigned set;
	char wanted[16];   /* bytes of the set, by their low four bits */
	const char *text;  /* the beginning of the text */
	const char *begin; /* of the bytes searched last; hits are offsets from here */
	uint16_t hits[PREFILTER_HITS + PREFILTER_GROUP_BYTES / 2 + PREFILTER_COLONS];
	unsigned next, hit_count;
	const char *searched; /* the text before this place has been searched */
};

/* Begin to search a text at its beginning, `at`. */
void prefilter_begin(struct prefilter *p, unsigned set, const char *at);

/* Search more of the text, from `at` on. Return false at its end. */
bool prefilter_search(struct prefilter *p, const struct suffix_table *t, const char *at,
    const char *end);

/* Return the next needle in at..end, or NULL. A byte too close to either end of the text to be
 * checked counts as a needle. Until the next prefilter_begin(), `at` must not decrease and `end`
 * must not change. */
static inline const char *
prefilter_next(struct prefilter *p, const struct suffix_table *t, const char *at, const char *end)
{
	do
		for (; p->next < p->hit_count; p->next++)
			if (p->begin + p->hits[p->next] >= at)
				return p->begin + p->hits[p->next];
	while (prefilter_search(p, t, at, end));
	return NULL;
}

#endif
