/* scheme.h - the schemes that are searched for in running text, and their ports
 *
 * The table is made from src/grammar/schemes.tsv by schemes.awk. */
#ifndef URL_SCHEME_H
#define URL_SCHEME_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_SCHEME_BYTES = 8 };

/* A scheme that is recognized without a wrapper (rules B1, W2). */
struct scheme {
	const char *name;
	bool slashes;        /* recognized as name:// */
	bool opaque;         /* recognized as name: if the rest is valid */
	bool empty_host;     /* name:/// is a URL */
	unsigned short port; /* the default port; 0: none */
};

/* The shortest names first; those of n bytes begin at scheme_table_begin[n]. */
extern const struct scheme scheme_table[];
extern const unsigned short scheme_table_begin[MAX_SCHEME_BYTES + 2];
extern const unsigned scheme_count;

/* Return the scheme called text[0..len), in any case; NULL if it is not listed. */
const struct scheme *scheme_find(const char *text, size_t len);

#endif
