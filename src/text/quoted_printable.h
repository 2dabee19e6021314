/* quoted_printable.h - URLs in quoted-printable text that is not decoded (RFC 2045, 6.7) */
#ifndef TEXT_QUOTED_PRINTABLE_H
#define TEXT_QUOTED_PRINTABLE_H

#include "text/line_break.h"
#include "util/strbuf.h"

/* Return true if an encoded byte such as "=3D" ends at text[end). */
bool quoted_printable_ends_byte(const struct scan_text *t, size_t end);

/* Return true if a URL in one line is to be decoded: an encoded byte is before it, and
 * another within it, or it ends in a soft line break. */
bool quoted_printable_holds_bytes(const struct scan_text *t, const struct candidate *c);

/* Return true if the "=" at the end of the URL and its line is a soft line break: it precedes any
 * "?" of the URL, or lines nearby are in quoted-printable, too. */
bool quoted_printable_find(const struct candidate *c, struct line_break *b);

/* Return where the URL goes on in the next line: after the marks of a quoted one, else at its
 * beginning. */
size_t quoted_printable_run(const struct line_break *b);

/* Append the fragments of c to text, decoded, without the soft line breaks, up to the first
 * character that no URL has. */
void quoted_printable_append(const struct scan_text *t, const struct candidate *c,
    struct strbuf *text);

/* Return the offset in the text where the first `len` of the decoded bytes end. */
size_t quoted_printable_offset(const struct scan_text *t, const struct candidate *c,
    size_t len);

#endif
