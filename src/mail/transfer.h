/* transfer.h - decode a Content-Transfer-Encoding (RFC 2045, section 6), and map decoded
 * bytes back to the encoded text */
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

/* Return the name of the encoding in RFC 2045, or "uuencode". */
const char *transfer_encoding_name(enum transfer_encoding encoding);

/* Return true if the encoding leaves text unchanged. */
static inline bool
transfer_encoding_is_identity(enum transfer_encoding encoding)
{
	return encoding <= TRANSFER_BINARY;
}

/* Return the encoding of this name, or of a variant that programs use, ignoring case; 7bit if the
 * name is unknown. */
enum transfer_encoding transfer_encoding_of(urlgrep_span name);

/* A text and its encoded original. */
struct transfer_decoder {
	char *decoded; /* in the arena */
	size_t len;
	bool has_inner_padding; /* base64 with data after padding, where some programs stop */
	/* private */
	struct arena *arena;
	enum transfer_encoding encoding;
	const char *encoded; /* borrowed */
	size_t encoded_len;
	struct source_point *checkpoints; /* NULL until they are needed */
	size_t checkpoint_count;
};

/* Decode encoded[0..len), which is borrowed, from an encoding that is not the identity. Return a
 * decoder allocated in the arena, which is valid as long as the arena; NULL if out of memory.
 * Malformed input is decoded as far as possible. */
struct transfer_decoder *transfer_decoder_new(struct arena *arena, const char *encoded, size_t len,
    enum transfer_encoding encoding);

/* Allocate the memory that transfer_decoder_source() needs. Return false if out of memory. */
bool transfer_decoder_prepare(struct transfer_decoder *d);

/* Return the bytes of the encoded text that byte `at` of the decoded text comes from: exact in
 * quoted-printable, a group of four letters in base64, else the whole encoded text. The first call
 * allocates memory unless the decoder is prepared; if out of memory, return the whole text. */
struct byte_range transfer_decoder_source(struct transfer_decoder *d, size_t at);

/* ---- base64 --- */

/* Return the room that base64_decode() needs for len encoded bytes. */
size_t base64_decoded_size(size_t len);

/* Decode text[0..len) to out. Return the length. Bytes that are not letters are skipped. The last
 * group may lack its "=". Decoding stops at padding, unless the padding completes a group and data
 * follows, at once or after line breaks. */
size_t base64_decode(const char *text, size_t len, char *out);

/* Return the end of the data in text[0..len) if it is followed by plain text, which mailing list
 * software appends; else len. */
size_t base64_data_end(const char *text, size_t len);

/* Return the first range of uuencoded data in text[0..len): from "begin 644 name", or a full line of
 * data, to "end" or the last line of data. Without data, it is empty, at the end. */
struct byte_range uuencode_data(const char *text, size_t len);

#endif
