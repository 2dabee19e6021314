/* output.h - standard output: buffered, and written in whole lines
 *
 * The output of a search is appended to one buffer. The help and lists of names, which are
 * printed instead of a search, go through stdio; no run uses both. */
#ifndef CMD_OUTPUT_H
#define CMD_OUTPUT_H

#include <stdbool.h>

#include "util/strbuf.h"

/* Set up the buffers: a message on standard error is one write, which nothing comes between.
 * Call this before anything is printed. */
void output_setup(void);

/* Return the buffer. Its memory never fails (cmd/xmalloc.h). */
struct strbuf *output_buffer(void);

/* Write out the buffer if there is enough in it, or lines are not buffered; call this after each
 * line. An interrupt then leaves no partial line in a file. */
void output_end_line(bool is_line_buffered);

/* Write out the buffer. Return 0, or the errno of the first failure of any call. */
int output_flush(void);

/* Return true if a write has failed. */
bool output_has_failed(void);

/* Write out the buffer and close standard output. Return false, after a message, if the
 * output is incomplete. If the reader of a pipe has gone away, no message is needed. */
bool output_close(void);

#endif
