/* prefilter.h - find the colons of a text that may end a scheme */
#ifndef TEXT_PREFILTER_H
#define TEXT_PREFILTER_H

#include <stddef.h>

enum {
	SUFFIX_BYTES = 3, /* of the word before a colon, these are looked at */
	SUFFIX_CODES = 32,
	PREFILTER_HITS = 64, /* searched for at a time, at least */
	PREFILTER_GROUP_BYTES = 1024
};

/* The last three letters of each listed scheme and of "URL", as a bit set: most words
 * before a colon end otherwise. */
struct suffix_table {
	unsigned char code[256]; /* of a letter in either case; 0: any other byte */
	unsigned char code_count;
	unsigned char bits[SUFFIX_CODES * SUFFIX_CODES * SUFFIX_CODES / 8];
};

void suffix_table_init(struct suffix_table *t);

/* Add the end of a name; other bytes than letters may be in it. */
void suffix_table_add(struct suffix_table *t, const char *name);

/* Return the first colon of at..end that may end a scheme, or NULL. SUFFIX_BYTES more
 * of the text must precede at. */
const char *suffix_table_find(const struct suffix_table *t, const char *at,
    const char *end);

/* The next colons of a text that may end a scheme: found some at a time. */
struct prefilter {
	const char *hits[PREFILTER_HITS + PREFILTER_GROUP_BYTES / 2];
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
