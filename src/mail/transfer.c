/* transfer.c - decode a Content-Transfer-Encoding, and map the decoded text
 * back to the encoded one
 *
 * Decoders of other libraries do not report the source of each byte. */
#include "mail/transfer.h"

#include <string.h>

#include "mail/base64.h"
#include "util/ascii.h"

/* Checkpoints lie at least this many encoded bytes apart (of base64: letters), so that
 * mapping a byte back decodes little more than that. */
enum { CHECKPOINT_BYTES = 64 };

struct transfer_decoder {
	struct arena *arena;
	enum transfer_encoding encoding;
	size_t offset; /* of the encoded text in the message */
	const char *encoded;
	size_t encoded_len;
	char *decoded;
	size_t len;
	size_t inner_padding; /* of base64: from there on its groups cannot be counted */
	struct source_point *checkpoints; /* NULL until they are needed */
	size_t checkpoint_count;
};

/* ---- quoted-printable (RFC 2045, 6.7) --- */

/* Return true if a byte is always encoded as itself. */
static inline bool
is_literal(char c)
{
	return c != '=' && c != ' ' && c != '\t';
}

/* Return the length of the next unit of p[0..left), and set *decoded_len to the bytes
 * that it decodes to: 1 for "=41"; 0 for a soft line break, and for white space at the
 * end of a line or the text; else the unit's length. */
static inline size_t
quoted_unit_length(const char *p, size_t left, size_t *decoded_len)
{
	size_t n = 1, feed;

	*decoded_len = 1;
	if (is_literal(*p))
		return 1;
	if (*p == '=' && left >= 3 && ascii_is(p[1], ASCII_HEX) && ascii_is(p[2], ASCII_HEX))
		return 3;
	while (n < left && (p[n] == ' ' || p[n] == '\t'))
		n++;
	for (feed = n; left - feed > 1 && p[feed] == '\r'; feed++) /* also CR CR LF */
		;
	if (n == left || p[feed] == '\n') {
		*decoded_len = 0;
		return *p != '=' || n == left ? n : feed + 1;
	}
	*decoded_len = *p == '=' ? 1 : n;
	return *decoded_len;
}

static bool
decode_quoted_printable(struct transfer_decoder *d)
{
	const char *in = d->encoded, *end = in + d->encoded_len;
	char *out;

	d->decoded = out = arena_allocate(d->arena, d->encoded_len + 1);
	if (out == NULL)
		return false;
	while (in < end) {
		size_t left = (size_t)(end - in), decoded, unit;
		size_t count = *in == '=' ? 0 : ascii_copy_literals(out, in, left);

		if (count < left && in[count] != '=') /* white space before a line break */
			while (count > 0 && !is_literal(in[count - 1]))
				count--;
		in += count;
		out += count;
		if (in == end)
			break;
		unit = quoted_unit_length(in, left - count, &decoded);
		if (unit == 3 && decoded == 1)
			*out++ = (char)(ascii_hex_value(in[1]) << 4 | ascii_hex_value(in[2]));
		else
			out = (char *)memcpy(out, in, decoded) + decoded;
		in += unit;
	}
	d->len = (size_t)(out - d->decoded);
	return true;
}

/* ---- base64 (RFC 2045, 6.8) and uuencode --- */

/* Return the offset after the line "begin 644 name", or len. */
static size_t
find_uuencoded_data(const char *text, size_t len)
{
	const char *begin = text, *end;

	while (begin && len - (size_t)(begin - text) >= 6 &&
	    memcmp(begin, "begin ", 6) != 0) {
		begin = memchr(begin, '\n', len - (size_t)(begin - text));
		begin = begin ? begin + 1 : NULL;
	}
	if (begin == NULL)
		return len;
	end = memchr(begin, '\n', len - (size_t)(begin - text));
	return end ? (size_t)(end - text) + 1 : len;
}

static bool
decode_base64(struct transfer_decoder *d)
{
	d->decoded = arena_allocate(d->arena, base64_decoded_size(d->encoded_len));
	if (d->decoded == NULL)
		return false;
	d->len = base64_decode(d->encoded, d->encoded_len, d->decoded);
	d->inner_padding = base64_inner_padding(d->encoded, d->encoded_len);
	return true;
}

/* Append the bytes that a line of uuencode encodes: a letter for their number, then four letters
 * for each three bytes. The last letters may be missing. */
static void
decode_uuencoded_line(struct transfer_decoder *d, const char *line, size_t len)
{
	size_t count = (size_t)(line[0] - ' ') & 63, i, k;

	for (i = 1; count > 0 && i < len; i += 4) {
		unsigned bits = 0;

		for (k = i; k < i + 4; k++)
			bits = bits << 6 | ((unsigned)((k < len ? line[k] : ' ') - ' ') & 63);
		for (k = 0; k < 3 && count > 0; k++, count--)
			d->decoded[d->len++] = (char)(bits >> (16 - 8 * k));
	}
}

static bool
decode_uuencode(struct transfer_decoder *d)
{
	const char *end = d->encoded + d->encoded_len;
	const char *line = d->encoded + find_uuencoded_data(d->encoded, d->encoded_len), *feed;

	d->decoded = arena_allocate(d->arena, d->encoded_len + 1);
	if (d->decoded == NULL)
		return false;
	for (; line < end; line = feed + 1) {
		size_t len;

		feed = memchr(line, '\n', (size_t)(end - line));
		feed = feed ? feed : end;
		len = (size_t)(feed - line);
		len -= len > 0 && line[len - 1] == '\r';
		if (len >= 3 && memcmp(line, "end", 3) == 0)
			break;
		if (len > 0)
			decode_uuencoded_line(d, line, len);
	}
	return true;
}

/* ---- mapping back --- */

/* Return the offset after `count` letters of base64 from in on. */
static size_t
skip_letters(const struct transfer_decoder *d, size_t in, size_t count)
{
	return in + base64_skip_letters(d->encoded + in, d->encoded_len - in, count);
}

static void
add_checkpoint(struct transfer_decoder *d, size_t encoded, size_t decoded)
{
	d->checkpoints[d->checkpoint_count++] = (struct source_point){ decoded, encoded };
}

/* Find where to begin to decode again, unless that is known. Returns false without memory. */
static bool
find_checkpoints(struct transfer_decoder *d)
{
	size_t in = 0, out = 0, next = CHECKPOINT_BYTES, decoded;

	if (d->checkpoints)
		return true;
	d->checkpoints = arena_allocate(d->arena,
	    (d->encoded_len / CHECKPOINT_BYTES + 1) * sizeof(*d->checkpoints));
	if (d->checkpoints == NULL)
		return false;
	if (d->encoding == TRANSFER_BASE64) {
		for (; in < d->encoded_len || out == 0; out += CHECKPOINT_BYTES / 4 * 3) {
			add_checkpoint(d, in, out);
			in = skip_letters(d, in, CHECKPOINT_BYTES);
		}
		return true;
	}
	add_checkpoint(d, 0, 0);
	while (in < d->encoded_len) {
		if (in >= next) {
			add_checkpoint(d, in, out);
			next = in + CHECKPOINT_BYTES;
		}
		if (is_literal(d->encoded[in])) {
			in++;
			out++;
			continue;
		}
		in += quoted_unit_length(d->encoded + in, d->encoded_len - in, &decoded);
		out += decoded;
	}
	return true;
}

static struct source_point
find_checkpoint(const struct transfer_decoder *d, size_t at)
{
	return d->checkpoints[source_point_find(d->checkpoints, d->checkpoint_count, at)];
}

/* Return the byte or escape. */
static struct byte_range
quoted_printable_source(const struct transfer_decoder *d, size_t at)
{
	struct source_point start = find_checkpoint(d, at);
	size_t in = start.source, out = start.at, unit, decoded;

	for (; in < d->encoded_len; in += unit, out += decoded) {
		unit = quoted_unit_length(d->encoded + in, d->encoded_len - in, &decoded);
		if (out + decoded > at) {
			in += at - out; /* within white space */
			return (struct byte_range){ in, in + (decoded > 1 ? 1 : unit) };
		}
	}
	return (struct byte_range){ in, in };
}

/* Return the group of four letters, or an incomplete one at the end. If it has padding within,
 * return all of the rest. */
static struct byte_range
base64_source(const struct transfer_decoder *d, size_t at)
{
	struct source_point start = find_checkpoint(d, at);
	size_t begin = skip_letters(d, start.source, (at - start.at) / 3 * 4), end;

	begin += base64_find_letter(d->encoded + begin, d->encoded_len - begin);
	end = skip_letters(d, begin, 4);
	while (end > begin && base64_find_letter(d->encoded + end - 1, 1))
		end--;
	if (end > d->inner_padding)
		return (struct byte_range){ begin < d->inner_padding ? begin : d->inner_padding,
			d->encoded_len };
	return (struct byte_range){ begin, end };
}

/* ---- all encodings --- */

const char *
transfer_encoding_name(enum transfer_encoding encoding)
{
	static const char *const names[] = { "7bit", "8bit", "binary",
		"quoted-printable", "base64", "uuencode" };

	return names[encoding];
}

bool
transfer_encoding_is_identity(enum transfer_encoding encoding)
{
	return encoding <= TRANSFER_BINARY;
}

enum transfer_encoding
transfer_encoding_of(urlgrep_span name)
{
	static const struct {
		const char *name;
		enum transfer_encoding encoding;
	} others[] = { { "7-bit", TRANSFER_7BIT }, { "8-bit", TRANSFER_8BIT },
		{ "x-uuencode", TRANSFER_UUENCODE }, { "x-uue", TRANSFER_UUENCODE } };
	enum transfer_encoding encoding;
	size_t i;

	for (encoding = TRANSFER_7BIT; encoding <= TRANSFER_UUENCODE; encoding++)
		if (ascii_is_word(name.text, name.len, transfer_encoding_name(encoding)))
			return encoding;
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (ascii_is_word(name.text, name.len, others[i].name))
			return others[i].encoding;
	return TRANSFER_7BIT;
}

struct transfer_decoder *
transfer_decoder_new(struct arena *arena, const char *encoded, size_t len, size_t offset,
    enum transfer_encoding encoding)
{
	struct transfer_decoder *d = arena_allocate(arena, sizeof(*d));
	bool is_decoded;

	if (d == NULL)
		return NULL;
	*d = (struct transfer_decoder){ .arena = arena, .encoding = encoding,
		.offset = offset, .encoded = encoded, .encoded_len = len };
	is_decoded = encoding == TRANSFER_QUOTED_PRINTABLE ? decode_quoted_printable(d) :
	    encoding == TRANSFER_BASE64 ? decode_base64(d) : decode_uuencode(d);
	return is_decoded ? d : NULL;
}

urlgrep_span
transfer_decoder_text(const struct transfer_decoder *d)
{
	return (urlgrep_span){ d->decoded, d->len };
}

bool
transfer_decoder_prepare(struct transfer_decoder *d)
{
	return d->encoding == TRANSFER_UUENCODE || find_checkpoints(d);
}

struct byte_range
transfer_decoder_source(struct transfer_decoder *d, size_t at)
{
	struct byte_range source = { 0, d->encoded_len };

	if (d->encoding == TRANSFER_QUOTED_PRINTABLE && find_checkpoints(d))
		source = quoted_printable_source(d, at);
	else if (d->encoding == TRANSFER_BASE64 && find_checkpoints(d))
		source = base64_source(d, at);
	return (struct byte_range){ d->offset + source.begin, d->offset + source.end };
}
