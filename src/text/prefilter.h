/* prefilter.h - the colons of a text before which a scheme may end */
#ifndef TEXT_PREFILTER_H
#define TEXT_PREFILTER_H

#include <stddef.h>

/* The three last letters of every listed scheme and of "URL", as bits: most words
 * before a colon end otherwise. All zeros: there are none. */
struct scheme_ends {
	unsigned char code[256]; /* of each letter, in any case; 0: any other octet */
	unsigned char codes;
	unsigned char bits[32 * 32 * 32 / 8];
};

/* As far back from a colon as its word is looked at. */
enum { COLON_BACK = 3 };

/* The colons of a text before which one may end: those that come next are found
 * some at a time, the others not yet. */
enum { COLONS = 64, COLON_GROUP = 1024 };
struct colons {
	const char *at[COLONS + COLON_GROUP / 2];
	unsigned next, count;
	const char *searched; /* the text so far */
};

/* A text is searched from at on; before that stand COLON_BACK octets more of it. */
void colons_begin(struct colons *c, const char *at);

/* The first such colon of at..end, or NULL: at never before the last time, end always
 * the same. */
const char *colons_next(struct colons *c, const struct scheme_ends *ends,
    const char *at, const char *end);

/* The same for every processor, without what comes next. */
const char *colon_find(const struct scheme_ends *ends, const char *at,
    const char *end);

/* How all listed schemes end, and "URL". */
void scheme_ends_fill(struct scheme_ends *ends);

/* Add the end of a name. */
void scheme_ends_add(struct scheme_ends *ends, const char *name, size_t len);

#endif
