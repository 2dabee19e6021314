/* base64.h - decode base64 (RFC 2045, section 6.8) */
#ifndef MAIL_DECODE_BASE64_H
#define MAIL_DECODE_BASE64_H

#include <stddef.h>

/* Return how many bytes base64_decode needs at most for len encoded ones. */
size_t base64_decoded_size(size_t len);

/* Decode text[0..len) to out; return the length. The text ends at the first "=". Bytes that
 * are no letters of base64 are skipped, and so is an incomplete group without "=". */
size_t base64_decode(const char *text, size_t len, char *out);

#endif
