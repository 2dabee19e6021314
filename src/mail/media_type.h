/* media_type.h - the content of a part of a message, by its media type and file name (RFC 2045, 5;
 * RFC 2183, 2.3) */
#ifndef MAIL_MEDIA_TYPE_H
#define MAIL_MEDIA_TYPE_H

#include <stdbool.h>

#include "mail/mime.h"
#include "urlgrep.h"

/* As in "Content-Type: text/plain", in any case. */
struct media_type {
	urlgrep_span type, subtype;
	urlgrep_span file_names[2]; /* of its disposition and its type; len 0: not given */
};

enum media_use {
	MEDIA_READ,   /* it is text, or contains texts */
	MEDIA_BINARY, /* it is not text: images, archives, signatures */
	MEDIA_UNREAD  /* it may contain mail or text, in a format that is not read */
};

/* Divide "type/subtype; parameters". The spans borrow the string; there is no file name. */
struct media_type media_type_of(const char *string);

/* Return how a part of the type is used. If it is read, set content, is_html, is_xml and
 * is_folded of the part. The file names decide if the type is absent, or one of an application that
 * is not known. */
enum media_use media_type_use(const struct media_type *t, struct body_part *p);

/* Return true for text that is neither HTML nor RTF: of alternatives it is preferred. */
bool media_type_is_plain_text(const struct media_type *t);

#endif
