/* encoded_words.h - encoded words in header fields (RFC 2047) */
#ifndef MAIL_ENCODED_WORDS_H
#define MAIL_ENCODED_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/charset.h"
#include "util/strbuf.h"

/* For each "=?" GMime searches the rest of the text for the end of the encoded word: it is
 * given no more at a time. An encoded word has at most 75 bytes (RFC 2047, 2). */
enum { MAX_DECODED_BYTES = 8 * 1024 };

/* Return true unless text is as it would be decoded: US-ASCII without encoded words. */
bool encoded_words_may_be_in(const char *text, size_t len);

/* Append text, which is unfolded, to out with its encoded words decoded to UTF-8, as
 * encoded_words_decode() would, but without GMime, and with U+FFFD, not "?", for bytes that the
 * charset does not have. Return false, with out as it was, if something in it is unusual: an
 * encoded word that is ill-formed, a charset that GMime is needed for, or more than
 * MAX_DECODED_BYTES. Without memory out->failed is set. */
bool encoded_words_decode_usual(struct strbuf *out, const char *text,
    struct charset_converters *converters);

/* Append text, which is unfolded, to out with its encoded words decoded to UTF-8. Words of
 * more than MAX_DECODED_BYTES stay as they are: set *has_long_word if one has "=?". GMime
 * must be loaded. text is changed meanwhile, and left as it was. */
void encoded_words_decode(struct strbuf *out, char *text, bool *has_long_word);

#endif
