/* header.h - a header field, as "Subject: where?" is one (RFC 5322, 2.2) */
#ifndef MAIL_HEADER_H
#define MAIL_HEADER_H

#include <stddef.h>

/* The length of the name that a field's first line begins with; 0 if
 * line[0..len) is none. */
size_t field_name(const char *line, size_t len);

#endif
