/* content_length.h - the Content-Length fields of an mbox (mboxcl2) */
#ifndef MAIL_CONTENT_LENGTH_H
#define MAIL_CONTENT_LENGTH_H

#include <stddef.h>

enum { MAX_HEADER_BYTES = 256 * 1024 }; /* in which Content-Length is looked for */

/* Return the offset in text[0..len) after the blank line that ends the header at begin, 0
 * if there is none in MAX_HEADER_BYTES. *length is the value of the first Content-Length;
 * MAX_MESSAGE_BYTES if there is none, or if it is larger. */
size_t content_length_find(const char *text, size_t len, size_t begin, size_t *length);

#endif
