/* document.h - a file as it is read: its members one after the other, each with the
 * kind that its first octets tell */
#ifndef FIND_DOCUMENT_H
#define FIND_DOCUMENT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/file_type.h"
#include "cmd/options.h"
#include "input/stream.h"

struct members;

/* Who is told how much was read, and what went wrong. */
struct members_client {
	/* passed: so much of the file, as it is on disk */
	void (*read)(uint64_t octets, uint64_t passed, void *data);
	void (*trouble)(const char *path, const char *what, void *data);
	void *data;
};

/* Made once, it reads one file after another. NULL without memory. */
struct members *members_new(const struct options *o,
    struct members_client client);
void members_free(struct members *m);

/* Begin with the file behind fd, called path. What it is not packed in, and no
 * archive, is one member. */
void members_open(struct members *m, int fd, const char *path);

/* Go to the next member: is there one? Its kind and path (FILE, FILE:MEMBER) hold
 * until the next. */
bool members_next(struct members *m);
enum kind member_kind(const struct members *m);
const char *member_path(const struct members *m);

/* Is it the file itself, and can that be read anywhere? */
bool member_divisible(const struct members *m);

/* The octets of the member, from the first on; errors in reading are told, and end
 * it. */
struct reader member_reader(struct members *m);

/* Is all of it at hand, and not more than size? It is looked at, and can still be
 * read. */
bool member_whole(struct members *m, size_t size, const char **text, size_t *len);

#endif
