/* mbox.h - a stream as messages: an mbox (RFC 4155), or one message alone */
#ifndef MAIL_MBOX_H
#define MAIL_MBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "input/stream.h"

/* A message as it stands in the file, without the "From " line before it. It
 * lasts until the next is asked for. */
struct mbox_message {
	const char *text;
	size_t len;
	uint64_t offset; /* of text in the file */
	uint64_t line;   /* of its first line, from 1; 0: not counted */
	unsigned number; /* from 1 */
};

struct mbox;

/* "From ann@example.org Tue Mar 14 10:12:00 1995": is it such a line? */
bool mbox_from_line(const char *line, size_t len);

/* single: all of it is one message, whatever lines it has. count_lines: see
 * above. NULL without memory.
 * A message longer than MBOX_LONGEST comes in parts, each as a message with the
 * same number: memory is bounded. */
enum { MBOX_LONGEST = 64 * 1024 * 1024 };
struct mbox *mbox_new(struct reader reader, bool single, bool count_lines);
void mbox_free(struct mbox *m);

/* Does the mbox have no lengths, so that what was read so far is not needed to tell
 * where its messages begin? Then it can be divided where the next one does, at *at. */
bool mbox_divisible(const struct mbox *m, uint64_t *at);

/* Of such an mbox the reader gives what stands from begin - MBOX_BEFORE on: go to
 * the first message that begins in begin..end. False: there is none. Their numbers
 * are not known. */
enum { MBOX_BEFORE = 4 };
bool mbox_enter(struct mbox *m, uint64_t begin, uint64_t end);

/* Does the next message begin before end, or is it the rest of one? */
bool mbox_before(const struct mbox *m, uint64_t end);

/* False at the end, which may be that of reading: then mbox_error is its errno. */
bool mbox_next(struct mbox *m, struct mbox_message *message);
int mbox_error(const struct mbox *m);

#endif
