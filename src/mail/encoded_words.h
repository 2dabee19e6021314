/* encoded_words.h - encoded words in header fields (RFC 2047) */
#ifndef MAIL_ENCODED_WORDS_H
#define MAIL_ENCODED_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/charset.h"
#include "util/strbuf.h"

/* Return false if decoding would not change text: US-ASCII without encoded words. */
bool encoded_words_may_be_in(const char *text, size_t len);

/* Append text, which is unfolded, to out with its encoded words decoded to UTF-8: a blank for each
 * NUL, U+FFFD for bytes that are invalid in the charset. All other text, and words in an unknown
 * charset, are copied if they are UTF-8, and else converted from ISO 8859-1. Without memory
 * out->failed is set. */
void encoded_words_decode(struct strbuf *out, urlgrep_span text,
    struct charset_converters *converters);

#endif
