/* chunk.h - a stretch of a file, which one thread reads while others read others;
 * and whether those of a text fit together */
#ifndef CMD_PARALLEL_CHUNK_H
#define CMD_PARALLEL_CHUNK_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "mail/mbox.h"
#include "input/stream.h"
#include "input/mapped_file.h"

/* What begins in begin..end is found. It is read from first on, since what stands
 * before may matter, and as far behind end as a URL or message goes on. */
struct stretch {
	int fd; /* of a file that can be read anywhere: borrowed */
	uint64_t first, begin;
	uint64_t end; /* UINT64_MAX: that of the file */
};

enum {
	STRETCH = 2 << 20,              /* octets, about */
	STRETCH_OF_TEXT = 24 * 1024,    /* first lies so far before begin: three times
	                                 * as far as a scanner looks back */
	STRETCH_OF_MBOX = MBOX_BEFORE
};

/* The stretch of the file behind fd from begin on, overlap as above; its end lies
 * behind a line break. */
struct stretch stretch_from(int fd, uint64_t begin, uint64_t overlap);

/* Who reads it. */
struct stretch_reader {
	const struct stretch *stretch;
	void (*read)(uint64_t octets, void *data); /* is told how many of begin..end */
	void *data;
	uint64_t at;
	struct window window;
};

/* Its octets; of a text they are shown, if that can be. */
struct reader stretch_open(struct stretch_reader *r, bool text);
/* False: some that were shown could not be read: errno. */
bool stretch_close(struct stretch_reader *r);

/* Who begins to read in the middle of a text may find another URL there than who
 * comes from the front, and then others behind it. What was found counts as long as
 * the last URL before each stretch ends at the same octet for both. */
struct fit {
	uint64_t left; /* where it ends for who comes from the front */
	uint64_t good; /* begin of the last stretch that fits */
	bool torn;     /* the one behind does not: */
	uint64_t from; /* where it begins */
};

/* In the order of the text: a stretch that begins there was entered behind a URL
 * that ends there (0: none was seen); and left behind another. */
void fit_entered(struct fit *f, uint64_t begin, uint64_t end);
void fit_left(struct fit *f, uint64_t end);

/* Of a torn text all that does not count, to be read from where it did fit. */
struct stretch fit_rest(const struct fit *f, int fd);

#endif
