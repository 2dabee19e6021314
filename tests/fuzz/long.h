/* long.h - make short inputs long: the scanner drops text only in inputs longer than twice
 * LOOK_BACK */
#ifndef FUZZ_LONG_H
#define FUZZ_LONG_H

#include "fuzz.h"

enum { FILLERS = 8 };

/* The text between the two halves of an input: prose, runs, spaces, quotes. */
static const char *const fillers[FILLERS] = {
	"lines of prose as they stand in letters say nothing of the URLs around\n",
	"a", "/a-\n", " ", "\n", "> ", "> a/b.\n", "mailto:a@b,"
};

struct long_text {
	char *at;
	size_t len;
	size_t filler; /* offset at which the filler begins */
	size_t tail;   /* offset at which the filler ends */
};

/* Return data[0..cut), `fill` bytes of a filler, and the rest of the data. */
static inline struct long_text
long_text(const uint8_t *data, size_t size, size_t cut, unsigned filler, size_t fill)
{
	const char *pattern = fillers[filler % FILLERS];
	size_t length = strlen(pattern), i;
	struct long_text t = { malloc(size + fill + 1), size + fill, cut, cut + fill };

	if (t.at == NULL)
		abort();
	if (cut)
		memcpy(t.at, data, cut);
	for (i = 0; i < fill; i++)
		t.at[cut + i] = pattern[i % length];
	if (size > cut)
		memcpy(t.at + t.tail, data + cut, size - cut);
	return t;
}

#endif
