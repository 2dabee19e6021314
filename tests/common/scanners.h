/* scanners.h - one scanner for each grammar with its flags, made when first needed */
#ifndef SCANNERS_H
#define SCANNERS_H

#include <stdio.h>
#include <string.h>

#include "urlgrep.h"

enum { MAX_SCANNERS = 32 };

static struct kept {
	char name[16];
	unsigned flags;
	urlgrep_grammar *grammar;
	urlgrep_scanner *scanner;
} kept_scanners[MAX_SCANNERS + 1];

/* Return the grammar with that name and flags, and its scanner. */
static inline struct kept *
kept_of(const char *name, unsigned flags)
{
	struct kept *k = kept_scanners;

	while (k->scanner && (k->flags != flags || strcmp(k->name, name) != 0))
		k++;
	if (k->scanner == NULL) {
		snprintf(k->name, sizeof(k->name), "%s", name);
		k->flags = flags;
		k->grammar = urlgrep_grammar_new(name, flags, NULL, NULL);
		k->scanner = urlgrep_scanner_new(k->grammar);
	}
	return k;
}

static inline urlgrep_scanner *
scanner_of(const char *name, unsigned flags)
{
	return kept_of(name, flags)->scanner;
}

static inline void
free_scanners(void)
{
	struct kept *k;

	for (k = kept_scanners; k->scanner; k++) {
		urlgrep_scanner_free(k->scanner);
		urlgrep_grammar_free(k->grammar);
	}
}

#endif
