/* read_ahead.h - read a stream in a thread of its own, some buffers ahead of whoever takes
 * the bytes: one processor decompresses while another searches */
#ifndef INPUT_READ_AHEAD_H
#define INPUT_READ_AHEAD_H

#include <stdbool.h>

#include "input/source.h"
#include "urlgrep.h"

struct read_ahead;

/* Return a reader that is used for one stream after another, or NULL without memory. It
 * takes 768 KiB from the first stream on. memory is borrowed. */
struct read_ahead *read_ahead_new(const urlgrep_memory *memory);
/* Takes NULL. */
void read_ahead_free(struct read_ahead *a);

/* Begin to read the rest of the stream, with reads of at least 128 KiB. Until read_ahead_is_on()
 * returns false again, no other code may use the stream. Returns false if there is no memory or no
 * thread: the caller reads the stream itself. */
bool read_ahead_start(struct read_ahead *a, struct byte_stream stream);

/* Return true if a stream was begun and has not ended. */
bool read_ahead_is_on(const struct read_ahead *a);

/* Like read(2): the next bytes of the stream; 0 at its end, or -1 on an error, after
 * which the thread has ended. The stream must be on. */
ssize_t read_ahead_read(struct read_ahead *a, char *text, size_t size);

/* End the thread, and discard the bytes that it has read. Takes NULL. */
void read_ahead_stop(struct read_ahead *a);

#endif
