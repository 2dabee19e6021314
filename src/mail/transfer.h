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
static inline bool
transfer_encoding_is_identity(enum transfer_encoding encoding)
{
	return encoding <= TRANSFER_BINARY;
}

/* Return the encoding of this name, in any case, or of one that programs use for it; 7bit for a
 * name that is unknown. */
enum transfer_encoding transfer_encoding_of(urlgrep_span name);

/* A text and its encoded original. */
struct transfer_decoder {
	char *decoded; /* of the arena */
	size_t len;
	bool has_inner_padding; /* of base64: data follows padding; some programs stop there */
	/* private */
	struct arena *arena;
	enum transfer_encoding encoding;
	const char *encoded; /* borrowed */
	size_t encoded_len;
	struct source_point *checkpoints; /* NULL until they are needed */
	size_t checkpoint_count;
};

/* Decode encoded[0..len), which is borrowed, by an encoding that is not the identity. Returns a
 * decoder that lasts as long as the arena that it is allocated from; NULL without memory. Malformed
 * input is decoded as far as it makes sense. */
struct transfer_decoder *transfer_decoder_new(struct arena *arena, const char *encoded, size_t len,
    enum transfer_encoding encoding);

/* Allocate the memory that transfer_decoder_source() may need. Returns false on failure. */
bool transfer_decoder_prepare(struct transfer_decoder *d);

/* Return the bytes of the encoded text that byte `at` of the decoded one comes from: exact for
 * quoted-printable, the group of four letters for base64, else all of the encoded text. The first
 * call allocates, unless the decoder is prepared; without memory it is all of the text, too. */
struct byte_range transfer_decoder_source(struct transfer_decoder *d, size_t at);

/* ---- base64 --- */

/* Return how many bytes base64_decode() needs at most for len encoded ones. */
size_t base64_decoded_size(size_t len);

/* Decode text[0..len) to out; return the length. Bytes that are not letters are skipped. The last
 * group need not have its "=". The text ends at padding, unless that completes a group and more
 * data follows at once. */
size_t base64_decode(const char *text, size_t len, char *out);

/* Return the end of the data in text[0..len) if plain text follows it, which mailing list software
 * appends; else len. */
size_t base64_data_end(const char *text, size_t len);

#endif
