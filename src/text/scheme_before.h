/* scheme_before.h - the scheme whose name ends at a colon */
#ifndef TEXT_SCHEME_BEFORE_H
#define TEXT_SCHEME_BEFORE_H

#include "util/scan_text.h"
#include "url/scheme.h"

/* Return the beginning of the word of scheme characters before a colon, not before `floor`. */
size_t scheme_before_begin(const struct scan_text *t, size_t colon, size_t floor);

/* Return true if the word is the "URL" of "<URL:". */
bool scheme_before_is_url_prefix(const struct scan_text *t, size_t begin, size_t colon);

/* Return how many bytes of the word at `begin` belong to an escape sequence of a string or
 * of roff: "\nhttps", "\u003chttps", "\fIftp", "\(lahttp", "\f(CWhttp". 0: none. */
size_t scheme_before_escape_length(const struct scan_text *t, size_t begin, size_t colon);

/* Return the listed scheme that the word ends in, and set *begin to where it begins: the word
 * without characters that no scheme begins with ("+http://", "8https://"), or what follows
 * a "+" or its last "." or "-" ("exist.http://"). NULL: none. */
const struct scheme *scheme_before_find(const urlgrep_grammar *grammar,
    const struct scan_text *t, size_t *begin, size_t colon);

#endif
