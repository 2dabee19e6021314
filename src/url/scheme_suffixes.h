/* scheme_suffixes.h - the ends of the names of schemes, by which a colon is found to be theirs */
#ifndef URL_SCHEME_SUFFIXES_H
#define URL_SCHEME_SUFFIXES_H

#include <stdbool.h>

#include "url/scheme.h"

enum {
	SUFFIX_BYTES = 3, /* of the word before a colon, these are looked at */
	SUFFIX_CODES = 32,
	SUFFIX_BITS = SUFFIX_CODES * SUFFIX_CODES * SUFFIX_CODES
};

/* The last three characters of each scheme and of "URL", as two bit sets: most words
 * before a colon end otherwise. Most schemes are recognized only before a slash, so few
 * colons of prose are hits, however many schemes there are. */
struct suffix_table {
	/* The index of the bit is the sum of these: for each of the last three characters
	 * before the colon, and for the one after it. */
	unsigned short before[SUFFIX_BYTES][256], after[256];
	unsigned char bits[2 * SUFFIX_BITS / 8]; /* the second half: before a slash */
};

/* Fill the table with all listed schemes. */
void suffix_table_init(struct suffix_table *t);

/* Set the code of a character, less than SUFFIX_CODES, wherever it stands before a colon. */
void suffix_table_set_code(struct suffix_table *t, int c, unsigned code);

/* Add a scheme. */
void suffix_table_add(struct suffix_table *t, const struct scheme *scheme);

/* Add the end of a word that stands for a scheme, before a slash and before anything else;
 * other bytes than letters may be in it. */
void suffix_table_add_word(struct suffix_table *t, const char *word);

/* The same before a slash only, and before characters that are set to be as good as one. */
void suffix_table_add_before_slash(struct suffix_table *t, const char *word);
void suffix_table_set_slash(struct suffix_table *t, char c);

/* Return true if the colon of a text that ends at `end` may end a scheme, by the
 * SUFFIX_BYTES bytes before it. */
bool suffix_table_has(const struct suffix_table *t, const char *colon, const char *end);

static inline bool
suffix_table_has_bit(const struct suffix_table *t, unsigned bit)
{
	return t->bits[bit / 8] >> bit % 8 & 1;
}

/* Return the index of the bit for the SUFFIX_BYTES bytes before a colon. */
static inline unsigned
suffix_table_find_bit(const struct suffix_table *t, const char *colon)
{
	const unsigned char *before = (const unsigned char *)colon - SUFFIX_BYTES;

	return (unsigned)t->before[0][before[0]] + t->before[1][before[1]] +
	    t->before[2][before[2]];
}

/* The same as suffix_table_has() for a colon that another byte follows. */
static inline bool
suffix_table_has_inner(const struct suffix_table *t, const char *colon)
{
	return suffix_table_has_bit(t,
	    suffix_table_find_bit(t, colon) + t->after[(unsigned char)colon[1]]);
}

/* Return the first colon of at..end that may end a scheme, or NULL. SUFFIX_BYTES more
 * of the text must precede at. */
const char *suffix_table_find(const struct suffix_table *t, const char *at,
    const char *end);

#endif
