/* scheme.h - the schemes to search for in running text, and their ports
 *
 * schemes.awk makes the table from src/grammar/schemes.tsv. */
#ifndef URL_SCHEME_H
#define URL_SCHEME_H

#include <stdbool.h>
#include <stddef.h>

enum {
	MAX_SCHEME_BYTES = 36,
	SCHEME_SLOTS = 2048 /* of the hash table */
};

/* A scheme that is recognized without a wrapper (rules S1, W2). */
struct scheme {
	const char *name;
	unsigned char len;
	bool slashes;        /* recognized as name:// */
	bool opaque;         /* recognized as name: if valid and in the form of its scheme */
	bool only_wrapped;   /* the same, but only in angle brackets */
	bool empty_host;     /* name:/// is a URL */
	bool is_registered;  /* with IANA */
	unsigned short port; /* the default port; 0: none */
	unsigned short rfc;  /* the number of its RFC; 0: none */
};

extern const struct scheme scheme_table[];
extern const unsigned scheme_count;
extern const unsigned short scheme_slots[SCHEME_SLOTS];

/* Return the scheme called text[0..len), in any case; NULL if it is not listed. */
const struct scheme *scheme_find(const char *text, size_t len);

/* Return true if text[0..len) can be the name of a scheme that is not listed. */
bool scheme_is_name(const char *text, size_t len);

/* ---- the suffixes of their names, which tell whether a colon may end one --- */

enum {
	SUFFIX_BYTES = 3, /* bytes of the word before a colon that are checked */
	SUFFIX_CODES = 32,
	SUFFIX_BITS = SUFFIX_CODES * SUFFIX_CODES * SUFFIX_CODES
};

/* The last three characters of each scheme and of "URL", as bit sets. Most words before a colon end
 * otherwise. Most schemes are recognized only before a slash, and some also before a line break, so
 * few colons of prose are hits, however many schemes there are. */
struct suffix_table {
	/* The index of a bit is the sum of the values of the last three characters before the colon
	 * and of the character after it, which is SUFFIX_BITS if it counts as a slash, twice that
	 * for a line break, and 0 otherwise. */
	unsigned short before[SUFFIX_BYTES][256];
	unsigned after[256];
	unsigned char bits[3 * SUFFIX_BITS / 8]; /* the second third is for colons before a slash */
};

/* Fill the table with all listed schemes. */
void suffix_table_init(struct suffix_table *t);

/* Set the code of a character, less than SUFFIX_CODES, for all positions before a colon. */
void suffix_table_set_code(struct suffix_table *t, int c, unsigned code);

/* Add the suffix of a scheme, or of a word for one, before a slash and, unless only_before_slash,
 * before anything else. The word may contain bytes other than letters. */
void suffix_table_add_word(struct suffix_table *t, const char *word, bool only_before_slash);

/* Return true if the colon, in a text that ends at `end`, may end a scheme. The SUFFIX_BYTES bytes
 * before it decide. */
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

/* Do the same as suffix_table_has() for a colon that another byte follows. */
static inline bool
suffix_table_has_inner(const struct suffix_table *t, const char *colon)
{
	return suffix_table_has_bit(t,
	    suffix_table_find_bit(t, colon) + t->after[(unsigned char)colon[1]]);
}

#endif
