/* made.h - generate URLs from a table of productions, then damage them. The same seed
 * gives the same URLs. */
#ifndef ORACLE_MADE_H
#define ORACLE_MADE_H

#include <stddef.h>
#include <stdint.h>

enum { MADE_LONGEST = 2048 };

struct made {
	uint64_t seed;
	size_t len;
	char text[MADE_LONGEST];
};

/* Generate a URL from this production: "1738", "generic". */
void made_grow(struct made *m, const char *kind);

/* Use this URL instead, truncated to the maximum length. */
void made_take(struct made *m, const char *text, size_t len);

/* Damage it in one place. */
void made_damage(struct made *m);

/* Return a number less than limit. */
unsigned made_number(struct made *m, unsigned limit);

#endif
