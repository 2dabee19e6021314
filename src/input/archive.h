/* archive.h - the octets of a file as they are to be read: decompressed, and of
 * an archive one member after the other; streamed, nothing goes to disk */
#ifndef INPUT_ARCHIVE_H
#define INPUT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/mapped_file.h"

struct input;

/* Begin to read what is behind fd, which stays the caller's. What it is (.gz
 * .bz2 .xz .zst, .tar, .zip, tar of these, or nothing of the kind) is found out
 * by its first octets. A member that is .gz .bz2 .xz .zst is unpacked too; an
 * archive in an archive is not. raw: take it as it is. NULL without memory. */
struct input *input_new(int fd, bool raw);
void input_free(struct input *in);

/* Go to the next member: a file that is no archive has one, name NULL. Only
 * files count, no directories or links. Returns 1, 0 at the end, or -1: then
 * input_error says why; what was read before stands, and calling again goes on
 * (a damaged header in a tar) or gives 0. *name lasts until the next call. */
int input_member(struct input *in, const char **name);

/* Is the member the file itself, as it is? */
bool input_plain(const struct input *in);

/* Read octets of the member: as read(2), 0 at its end, -1 on an error, also
 * when called again. input_member then goes to the next, where there is one. */
ssize_t input_read(struct input *in, char *text, size_t size);

/* Open a window on the member, which need then not be read: *begin is where its
 * first octet stands. False: it is small, or not the file itself as it is. */
bool input_window(const struct input *in, struct window *w, uint64_t *begin);

/* In a few words, for people. */
const char *input_error(const struct input *in);

#endif
