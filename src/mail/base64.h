/* base64.h - decode base64 (RFC 2045, section 6.8) */
#ifndef MAIL_BASE64_H
#define MAIL_BASE64_H

#include <stddef.h>

/* Return how many bytes base64_decode needs at most for len encoded ones. */
size_t base64_decoded_size(size_t len);

/* Decode text[0..len) to out; return the length. The text ends at the first "=", unless more data
 * follows at once. Bytes that are not letters of base64 are skipped. The last group need not have
 * its "=". */
size_t base64_decode(const char *text, size_t len, char *out);

/* Return the offset of the first "=" of text[0..len) if more data follows it: some programs stop
 * there. Return len if none does. */
size_t base64_inner_padding(const char *text, size_t len);

/* Return the offset after `count` letters of text[0..len); len if there are no more. */
size_t base64_skip_letters(const char *text, size_t len, size_t count);

/* Return the number of letters at the beginning of text[0..len). */
size_t base64_letter_run(const char *text, size_t len);

/* Return the offset of the first letter of text[0..len), or len. */
size_t base64_find_letter(const char *text, size_t len);

/* Return the end of the data in text[0..len) if plain text follows it, which mailing list software
 * appends; else len. */
size_t base64_data_end(const char *text, size_t len);

#endif
