/* prefilter.h - find the colons of a text that may end a scheme */
#ifndef TEXT_PREFILTER_H
#define TEXT_PREFILTER_H

#include <stdint.h>

#include "url/scheme_suffixes.h"

enum {
	PREFILTER_HITS = 16, /* searched for at a time, at least */
	PREFILTER_GROUP_BYTES = 4096,
	PREFILTER_COLONS = 128 /* after the hits: those not yet looked at */
};

/* The next colons of a text that may end a scheme: found some at a time. */
struct prefilter {
	const char *begin; /* of what was searched last; the hits are counted from there */
	uint16_t hits[PREFILTER_HITS + PREFILTER_GROUP_BYTES / 2 + PREFILTER_COLONS];
	unsigned next, hit_count;
	const char *searched; /* the text before it was searched */
};

/* Begin with the text from at on. */
void prefilter_begin(struct prefilter *p, const char *at);

/* Return what suffix_table_find() returns. Between calls of prefilter_begin(), at must
 * not decrease and end must stay the same. */
const char *prefilter_next(struct prefilter *p, const struct suffix_table *t,
    const char *at, const char *end);

#endif
