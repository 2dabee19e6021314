/* from_line.h - the "From " lines of an mbox (RFC 4155) */
#ifndef MAIL_FROM_LINE_H
#define MAIL_FROM_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_FROM_LINE_BYTES = 512 }; /* with the name of the field that follows */

/* Return true if line[0..len) looks like
 * "From ann@example.org Tue Mar 14 10:12:00 1995". */
bool from_line_is_dated(const char *line, size_t len);

/* Return true if line[0..len) looks like a "From " line without a time or a year:
 * "From -8946248053963491671", "From ann@example.org Tue Mar 14", or nothing: "From ". Such a
 * line begins a message only if a header field follows. */
bool from_line_is_undated(const char *line, size_t len);

/* Return true if text begins with the rest of a "From " line, such as
 * "ann@example.org Tue Mar 14 10:12:00 1995", and a header field follows. Splitters that take
 * "From " for a delimiter remove it. */
bool from_line_is_cut(const char *text, size_t len);

/* Return true if a message begins at text[at], the beginning of a line; front is the length of the
 * byte order mark at text, or 0. Reads at most MAX_FROM_LINE_BYTES, so that the answer does not
 * depend on how much of the stream is in text[0..len). */
bool from_line_begins_message(const char *text, size_t len, size_t at, size_t front);

/* Return the next line after `at` and before end that begins with "From ", or NULL. */
const char *from_line_find(const char *at, const char *end);

#endif
