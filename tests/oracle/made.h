/* made.h - URLs made up: grown from a table of ways, then damaged. The same seed
 * makes the same URLs. */
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

/* Grow a URL of this kind: "1738", "generic". */
void made_grow(struct made *m, const char *kind);

/* Take this one, cut at what is longest. */
void made_take(struct made *m, const char *text, size_t len);

/* Damage it in one place. */
void made_damage(struct made *m);

/* A number below limit. */
unsigned made_number(struct made *m, unsigned limit);

#endif
