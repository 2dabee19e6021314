/* scheme.h - the schemes that are searched for in running text, and their ports
 *
 * The table is made from src/grammar/schemes.tsv by schemes.awk. */
#ifndef URL_SCHEME_H
#define URL_SCHEME_H

#include <stdbool.h>
#include <stddef.h>

enum {
	MAX_SCHEME_BYTES = 36,
	SCHEME_SLOTS = 2048, /* of the hash table */
	SCHEME_ENDINGS = 2 * 32 * 32 * 32
};

/* A scheme that is recognized without a wrapper (rules S1, W2). */
struct scheme {
	const char *name;
	unsigned char len;
	bool slashes;        /* recognized as name:// */
	bool opaque;         /* recognized as name: if the rest is valid and has its shape */
	bool only_wrapped;   /* the same, but only between angle brackets */
	bool empty_host;     /* name:/// is a URL */
	bool is_registered;  /* with IANA */
	unsigned short port; /* the default port; 0: none */
	unsigned short rfc;  /* the number of its RFC; 0: none */
};

extern const struct scheme scheme_table[];
extern const unsigned scheme_count;
extern const unsigned short scheme_slots[SCHEME_SLOTS];
/* the bits of struct suffix_table in scheme_suffixes.h, for all rows */
extern const unsigned char scheme_endings[SCHEME_ENDINGS / 8];

/* Return the scheme called text[0..len), in any case; NULL if it is not listed. */
const struct scheme *scheme_find(const char *text, size_t len);

/* If text[0..len) ends in "http" or "https" after two bytes of these classes at least (see
 * ascii.h), return where that begins; else 0. "athttp://" lost the space before it when HTML was
 * converted to text. One letter more may make another scheme ("shttp"). */
size_t scheme_find_http_at_end(const char *text, size_t len, unsigned classes);

/* Return true if text[0..len) can be the name of a scheme that is not listed. */
bool scheme_is_name(const char *text, size_t len);

#endif
