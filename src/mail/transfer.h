/* transfer.h - decode a Content-Transfer-Encoding (RFC 2045, section 6), and
 * map the decoded text back to the encoded one */
#ifndef MAIL_TRANSFER_H
#define MAIL_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>

#include "urlgrep.h"
#include "util/memory.h"
#include "util/byte_range.h"

enum transfer_encoding {
	TRANSFER_7BIT,
	TRANSFER_8BIT,
	TRANSFER_BINARY,
	TRANSFER_QUOTED_PRINTABLE,
	TRANSFER_BASE64,
	TRANSFER_UUENCODE
};

/* Return the name as RFC 2045 writes it; of the last one, "uuencode". */
const char *transfer_encoding_name(enum transfer_encoding encoding);

/* Return true if text in this encoding is encoded as itself. */
bool transfer_encoding_is_identity(enum transfer_encoding encoding);

/* Return the encoding of this name, in any case, or of one that programs use for it; 7bit for a
 * name that is unknown. */
enum transfer_encoding transfer_encoding_of(urlgrep_span name);

/* A text and its encoded original. */
struct transfer_decoder;

/* Decode encoded[0..len), which is borrowed, by an encoding that is not the identity.
 * offset is where it begins in the message. Returns a decoder that lasts as long as
 * the arena that it is allocated from; NULL without memory. Malformed input is
 * decoded as far as it makes sense. */
struct transfer_decoder *transfer_decoder_new(struct arena *arena, const char *encoded, size_t len,
    size_t offset, enum transfer_encoding encoding);

/* Return the decoded text; it lasts as long as the decoder. */
urlgrep_span transfer_decoder_text(const struct transfer_decoder *d);

/* Allocate the memory that transfer_decoder_source() may need. Returns false on failure. */
bool transfer_decoder_prepare(struct transfer_decoder *d);

/* Return the bytes of the message that byte at of the decoded text comes from: exact for
 * quoted-printable, the group of four letters for base64, or all of the rest if padding is within
 * the group, else all of the encoded text. The first call allocates, unless the decoder is
 * prepared; without memory it is all of the text, too. */
struct byte_range transfer_decoder_source(struct transfer_decoder *d, size_t at);

#endif
