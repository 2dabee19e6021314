/* transfer_encoding.h - a text in its transfer encoding (RFC 2045 section 6): what it says,
 * and the way back to where it stands */
#ifndef MAIL_TRANSFER_ENCODING_H
#define MAIL_TRANSFER_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

struct transfer;

enum transfer_encoding { SEVEN_BIT, EIGHT_BIT, BINARY, QUOTED_PRINTABLE, BASE64,
	UUENCODE };

/* As RFC 2045 writes it. */
const char *transfer_name(enum transfer_encoding encoding);

/* Does it make other octets of the text? */
bool transfer_changes(enum transfer_encoding encoding);

/* Decode encoded[0..len), which is borrowed, by an encoding that changes it; it stands
 * at begin in something. All but quoted-printable needs GMime to be there. */
struct transfer *transfer_new(const char *encoded, size_t len, size_t begin,
    enum transfer_encoding encoding);
void transfer_free(void *transfer);

const char *transfer_text(const struct transfer *t, size_t *len);

/* What the octet at of the text comes from: of quoted-printable itself, of base64 the
 * four letters that it is in, else all. */
struct extent {
	size_t begin, end;
};
struct extent transfer_extent(struct transfer *t, size_t at);

#endif
