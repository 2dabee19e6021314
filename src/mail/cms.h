/* cms.h - the content of S/MIME that is signed, but not clear-signed: CMS SignedData
 * (RFC 5652, RFC 8551)
 *
 * The signature is not verified. OpenSSL's libcrypto is not used: it decodes all of the
 * certificates and attributes, too, so that a message of 48 MB can make it allocate 640 MB beyond
 * any limit of this library, and does not report the offset of the content in the message. */
#ifndef MAIL_CMS_H
#define MAIL_CMS_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"
#include "util/memory.h"
#include "util/byte_range.h"

struct cms_content {
	const char *text; /* borrowed, or of the arena */
	size_t len;
	const struct source_point *pieces; /* of the arena: where each is in the CMS; at least one */
	size_t piece_count;
	bool is_damaged; /* the contents before the damage were read */
};

enum cms_status {
	CMS_OK,
	CMS_EMPTY,  /* signed data without content: certificates, or a signature apart */
	CMS_UNREAD, /* encrypted or compressed, other content, or not CMS */
	CMS_NOMEM
};

/* Find the content of the CMS text[0..len), in BER. */
enum cms_status cms_open(struct arena *arena, const char *text, size_t len,
    struct cms_content *content);

/* Return the offset in the CMS of byte `at` of the content. */
size_t cms_content_source(const struct cms_content *c, size_t at);

#endif
