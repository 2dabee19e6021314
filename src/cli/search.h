/* search.h - one file searched: its members, their messages, the messages' texts */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>

#include "options.h"
#include "place.h"
#include "urlgrep.h"

struct search;

/* Who is told. found returns whether more of this member is wanted; done comes
 * when a member is over. */
struct search_client {
	bool (*found)(const urlgrep_finding *f, const struct place *p, void *data);
	bool (*done)(const char *path, void *data); /* false: stop */
	void (*read)(size_t octets, void *data);
	void *data;
};

/* NULL without memory. */
struct search *search_new(const struct options *o,
    const urlgrep_grammar *grammar, struct search_client client);
void search_free(struct search *s);

/* Search what is behind fd, called path; says what went wrong. Returns whether
 * to go on with other files. */
bool search_file(struct search *s, int fd, const char *path);

/* What was done in all. */
struct search_sums {
	uint64_t bytes;    /* as read, decompressed */
	uint64_t messages;
	uint64_t decoded;  /* texts that were encoded */
};
struct search_sums search_sums(const struct search *s);

#endif
