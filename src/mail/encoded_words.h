/* encoded_words.h - encoded words in header fields (RFC 2047) */
#ifndef MAIL_ENCODED_WORDS_H
#define MAIL_ENCODED_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/charset.h"
#include "util/strbuf.h"

/* Return true unless text is as it would be decoded: US-ASCII without encoded words. */
bool encoded_words_may_be_in(const char *text, size_t len);

/* Append text, which is unfolded, to out with its encoded words decoded to UTF-8: a blank for each
 * NUL, U+FFFD for bytes that the charset does not have. What is no encoded word stays as it is, if
 * that is UTF-8, and is else taken for ISO 8859-1; so are words in an unknown charset. Without
 * memory out->failed is set. */
void encoded_words_decode(struct strbuf *out, urlgrep_span text,
    struct charset_converters *converters);

#endif
