/* quoted_printable.h - URLs in quoted-printable text that is not decoded (RFC 2045, 6.7) */
#ifndef TEXT_QUOTED_PRINTABLE_H
#define TEXT_QUOTED_PRINTABLE_H

#include "text/line_break.h"

/* Return true if an encoded byte such as "=3D" ends at text[end). */
bool quoted_printable_ends_byte(const struct scan_text *t, size_t end);

/* Return true if a URL in one line is to be decoded: an encoded byte is before it, and
 * another within it, or it ends in a soft line break. */
bool quoted_printable_holds_bytes(const struct scan_text *t, const struct candidate *c);

/* Return true if the "=" at the end of the URL and its line is a soft line break: it precedes any
 * "?" of the URL, or lines nearby are in quoted-printable, too. Then the URL goes on at b->run. */
bool quoted_printable_find(const struct candidate *c, struct line_break *b);

/* Set *undone to c with its encoded bytes decoded, without the soft line breaks, up to the first byte
 * that no URL has. */
void quoted_printable_undo(const struct scan_text *t, const struct candidate *c,
    struct candidate *undone);

#endif
