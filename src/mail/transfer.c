/* transfer.c - decode a Content-Transfer-Encoding, and map decoded bytes back to
 * the encoded text
 *
 * Decoders of other libraries do not report the source of each byte. */
#include "mail/transfer.h"

#include <stdint.h>
#include <string.h>

#include "util/ascii.h"
#include "util/span.h"
#include "util/wide.h"

/* Checkpoints are at least this many encoded bytes apart. Mapping a byte back decodes from the
 * nearest checkpoint before it. */
enum { CHECKPOINT_BYTES = 32 };

/* Record that byte `out` of the decoded text comes from byte `in`, unless a checkpoint is near. */
static inline void
note_checkpoint(struct transfer_decoder *d, size_t in, size_t out)
{
	size_t count = d->checkpoint_count;

	if (count == 0 || in - d->checkpoints[count - 1].source >= CHECKPOINT_BYTES)
		d->checkpoints[d->checkpoint_count++] = (struct source_point){ out, in };
}

/* ---- quoted-printable (RFC 2045, 6.7) --- */

/* Return true if the byte always stands for itself. */
static inline bool
is_literal(char c)
{
	return c != '=' && c != ' ' && c != '\t';
}

/* Return the length of the next unit of p[0..left), and set *decoded_len to the number of bytes
 * that it decodes to: 1 for "=41"; 0 for a soft line break, and for white space at the end of a
 * line or of the text; else the length of the unit. */
static inline size_t
quoted_unit_length(const char *p, size_t left, size_t *decoded_len)
{
	size_t n = 1, feed;
	char byte;

	*decoded_len = 1;
	if (is_literal(*p))
		return 1;
	if (ascii_read_escape(p, left, '=', &byte))
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

#if HAS_WIDE_BLOCKS
/* Copy a block. Return a bit for each "=", and for each space or tab before a CR or LF. */
WIDE static inline uint32_t
copy_block(char *out, const char *at)
{
	__m256i blanks = _mm256_or_si256(wide_equal(at, ' '), wide_equal(at, '\t'));
	__m256i breaks = _mm256_or_si256(wide_equal(at + 1, '\r'), wide_equal(at + 1, '\n'));
	__m256i block = wide_load(at);

	_mm256_storeu_si256((__m256i *)(void *)out, block);
	return wide_mask(_mm256_or_si256(wide_equal(at, '='), _mm256_and_si256(blanks, breaks)));
}

/* Decode from `in` on, and advance *decoded. Stop near the end, or at a unit that is neither
 * literal nor a usual escape or soft line break. Return the offset where decoding stopped, or that
 * of the white space before it, which may end a line. */
WIDE static size_t
decode_usual(struct transfer_decoder *d, size_t in, char **decoded)
{
	const char *text = d->encoded;
	size_t begin = in, end = d->encoded_len - 2, unit = 1;
	char *out = *decoded;

	while (unit > 0 && in + WIDE_BYTES < end) {
		uint32_t marks = copy_block(out, text + in);
		size_t count = marks ? (size_t)__builtin_ctz(marks) : WIDE_BYTES;

		if (d->checkpoints && (in == begin || is_literal(text[in - 1])))
			note_checkpoint(d, in, (size_t)(out - d->decoded));
		in += count;
		out += count;
		if (marks == 0)
			continue;
		do {
			unit = ascii_read_escape(text + in, 3, '=', out) ? 3 :
			    text[in] == '=' && text[in + 1] == '\n' ? 2 : 0;
			out += unit == 3;
			in += unit;
		} while (unit > 0 && in < end && text[in] == '=');
	}
	for (; in > begin && !is_literal(text[in - 1]); in--)
		out--;
	*decoded = out;
	return in;
}
#endif

/* Decode to d->decoded. A second call records the checkpoints. */
static void
decode_quoted_printable(struct transfer_decoder *d)
{
	size_t in = 0, len = d->encoded_len, unit, decoded;
	const char *text = d->encoded;
	char *out = d->decoded;

	while (in < len) {
#if HAS_WIDE_BLOCKS
		if (len - in > WIDE_BYTES && wide_is_supported())
			in = decode_usual(d, in, &out);
		if (in == len)
			break;
#endif
		if (d->checkpoints)
			note_checkpoint(d, in, (size_t)(out - d->decoded));
		unit = quoted_unit_length(text + in, len - in, &decoded);
		if (unit == 3 && decoded == 1)
			ascii_read_escape(text + in, unit, '=', out++);
		else
			out = (char *)memcpy(out, text + in, decoded) + decoded;
		in += unit;
	}
	d->len = (size_t)(out - d->decoded);
}

/* ---- base64 (RFC 2045, 6.8) --- */

enum { GROUP_LETTERS = 4, GROUP_BYTES = 3, VALUE_BITS = 63 };

static inline uint32_t
letter_value(char c)
{
	return ascii_base64[(unsigned char)c];
}

static inline bool
is_letter(char c)
{
	return letter_value(c) != 0;
}

/* Write the three bytes of a group, and one excess byte, in one store. */
static inline void
put_group(char *out, uint32_t bits)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	bits = __builtin_bswap32(bits);
#endif
	memcpy(out, &bits, sizeof(bits));
}

/* Decode the groups of four letters at the beginning of text[0..len). Return their number. */
static inline size_t
decode_groups(const char *text, size_t len, char *out)
{
	const char *at = text, *end = text + (len & ~(size_t)(GROUP_LETTERS - 1));
	const uint32_t excess = 64 << 18 | 64 << 12 | 64 << 6 | 64; /* in the four values */
	uint32_t bits;

	for (; at < end; at += GROUP_LETTERS, out += GROUP_BYTES) {
		uint32_t a = letter_value(at[0]), b = letter_value(at[1]), c = letter_value(at[2]),
		    d = letter_value(at[3]);

		if (!(a & b & c & d))
			break;
		bits = (a << 18) + (b << 12) + (c << 6) + d - excess;
		put_group(out, bits << 8);
	}
	return (size_t)(at - text) / GROUP_LETTERS;
}

/* Decode the unit of base64 at the beginning of text[0..len). A unit is either bytes that are not
 * letters, which decode to nothing, or a group. A group ends with its fourth letter or, if it is
 * padded, where data follows the padding, at once or after line breaks. Other padding ends the
 * data: then the unit is the rest of the text. Write four bytes to out, of which *decoded are
 * valid. Return the length of the unit. */
static size_t
decode_unit(const char *text, size_t len, char *out, size_t *decoded)
{
	uint32_t bits = 0;
	size_t at = 0, count = 0;

	*decoded = 0;
	while (at < len && !is_letter(text[at]) && text[at] != '=')
		at++;
	if (at > 0)
		return at;
	for (; at < len && count < GROUP_LETTERS && text[at] != '='; at++)
		if (is_letter(text[at]))
			bits |= (letter_value(text[at]) & VALUE_BITS) << (26 - 6 * count++);
	put_group(out, bits);
	*decoded = count > 0 ? count - 1 : 0;
	if (count == GROUP_LETTERS)
		return at;
	for (; at < len && text[at] == '='; at++)
		count++;
	at += ascii_span(text + at, len - at, ASCII_BREAK);
	return at < len && is_letter(text[at]) && count == GROUP_LETTERS ? at : len;
}

size_t
base64_decoded_size(size_t len)
{
	return (len / GROUP_LETTERS + 2) * GROUP_BYTES;
}

/* Decode to d->decoded. A second call records the checkpoints. */
static void
decode_base64(struct transfer_decoder *d)
{
	size_t in = 0, out = 0, decoded;

	while (in < d->encoded_len) {
		const char *text = d->encoded + in;
		size_t left = d->encoded_len - in;
		size_t most = d->checkpoints && left > CHECKPOINT_BYTES ? CHECKPOINT_BYTES : left;
		size_t groups = decode_groups(text, most, d->decoded + out);

		if (d->checkpoints)
			note_checkpoint(d, in, out);
		in += groups * GROUP_LETTERS;
		out += groups * GROUP_BYTES;
		if (groups == 0) {
			in += decode_unit(text, left, d->decoded + out, &decoded);
			out += decoded;
			d->has_inner_padding |= decoded % GROUP_BYTES > 0 && in < d->encoded_len;
		}
	}
	d->len = out;
}

size_t
base64_decode(const char *text, size_t len, char *out)
{
	struct transfer_decoder d = { .encoded = text, .encoded_len = len, .decoded = out };

	decode_base64(&d);
	return d.len;
}

/* ---- plain text after base64 --- */

/* A line that begins with MIN_DATA_LETTERS is always data, since words of prose are shorter. A line
 * that consists of MIN_LINE_LETTERS or more is data, too. */
enum { MIN_DATA_LETTERS = 32, MIN_LINE_LETTERS = 8 };

/* Return true if the line is data: MIN_DATA_LETTERS, possibly after marks that decoders skip; or
 * `least` or more letters, and nothing else but padding and white space. */
static bool
is_data_line(const char *line, size_t len, size_t least)
{
	bool has_marks = false;
	size_t at = 0, count = 0;

	for (; at < len && !is_letter(line[at]); at++)
		has_marks |= !ascii_is_space(line[at]);
	for (; at < len && count < MIN_DATA_LETTERS && is_letter(line[at]); at++)
		count++;
	if (count >= MIN_DATA_LETTERS)
		return true;
	while (at < len && (is_letter(line[at]) || line[at] == '=' || ascii_is_space(line[at])))
		at++;
	return at == len && count >= least && !has_marks;
}

/* Return the offset of the last line of text[0..len), ignoring empty lines after it. */
static size_t
last_line(const char *text, size_t len)
{
	const char *feed;

	while (len > 0 && ascii_is(text[len - 1], ASCII_BREAK))
		len--;
	feed = memrchr(text, '\n', len);

	return feed ? (size_t)(feed + 1 - text) : 0;
}

size_t
base64_data_end(const char *text, size_t len)
{
	size_t end, begin, before, at;

	for (end = len; end > 0; end = begin) {
		begin = last_line(text, end);
		before = last_line(text, begin);
		if (is_data_line(text + begin, end - begin, MIN_LINE_LETTERS))
			break;
		/* a short line that ends the data of the previous line */
		if (is_data_line(text + begin, end - begin, 1) && (begin == 0 ||
			(is_data_line(text + before, begin - before, 1) &&
			    !memchr(text + before, '=', begin - before))))
			break;
	}
	for (at = end; at < len && ascii_is_space(text[at]); at++)
		;
	return end > 0 && at < len ? end : len;
}

/* ---- uuencode --- */

static size_t
uuencode_value(char c)
{
	return (size_t)(c - ' ') & 63;
}

/* Return true if the line is "begin 644 name". */
static bool
is_begin_line(const char *line, size_t len)
{
	size_t at = 5, digits;

	if (len < at || memcmp(line, "begin", at) != 0)
		return false;
	at += ascii_span(line + at, len - at, ASCII_BLANK);
	digits = ascii_span(line + at, len - at, ASCII_DIGIT);
	return at > 5 && digits > 2 && (at + digits == len || ascii_is_space(line[at + digits]));
}

/* Return the length of the line of data at the beginning of text[0..len), with the empty lines before
 * it and its line break; 0 if it is no data: it has other characters, or not as many as the first one
 * declares. Blanks at its end may be lost or added, and a checksum may follow. */
static size_t
data_line_length(const char *text, size_t len)
{
	size_t begin = ascii_span(text, len, ASCII_BREAK), next, end, declared, i;

	if (begin == len)
		return 0;
	next = end = begin + ascii_line(text + begin, len - begin);
	declared = begin + 1 + (uuencode_value(text[begin]) + 2) / 3 * 4;
	while (end > begin && (ascii_is(text[end - 1], ASCII_BREAK) ||
	    (end > declared && text[end - 1] == ' ')))
		end--;
	for (i = begin; i < end; i++)
		if (text[i] < ' ' || text[i] > '`')
			return 0;
	return end + 3 >= declared && end <= declared + 1 ? next : 0;
}

struct byte_range
uuencode_data(const char *text, size_t len)
{
	size_t at, next, first, end, line;

	for (at = 0; at < len; at = next) {
		next = at + ascii_line(text + at, len - at);
		first = is_begin_line(text + at, next - at) ? next : text[at] == 'M' ? at : len;
		end = first;
		while (end < len && (line = data_line_length(text + end, len - end)) > 0)
			end += line;
		if (end == first)
			continue;
		line = ascii_line(text + end, len - end);
		if (line >= 3 && line <= 5 && memcmp(text + end, "end", 3) == 0)
			end += line;
		return (struct byte_range){ at, end };
	}
	return (struct byte_range){ len, len };
}

/* Decode lines of data: a character that gives the number of bytes, and four for every three bytes.
 * Other lines begin with a small letter. */
static void
decode_uuencode(struct transfer_decoder *d)
{
	size_t begin, len, count, bits, i;

	for (begin = 0; begin < d->encoded_len; begin += len) {
		const char *line = d->encoded + begin;

		len = ascii_line(line, d->encoded_len - begin);
		count = *line < ' ' || *line > '`' ? 0 : uuencode_value(*line);
		for (bits = 0, i = 1; count > 0; i++) {
			bits = bits << 6 | (i < len && line[i] > ' ' ? uuencode_value(line[i]) : 0);
			if (i % 4 == 1)
				continue; /* 6 bits of 8 */
			d->decoded[d->len++] = (char)(bits >> (4 - i % 4) * 2 % 8);
			count--;
		}
	}
}

static void (*const decoders[])(struct transfer_decoder *d) = {
	[TRANSFER_QUOTED_PRINTABLE] = decode_quoted_printable,
	[TRANSFER_BASE64] = decode_base64,
	[TRANSFER_UUENCODE] = decode_uuencode
};

/* ---- mapping back --- */

bool
transfer_decoder_prepare(struct transfer_decoder *d)
{
	if (d->checkpoints || d->encoding == TRANSFER_UUENCODE)
		return true;
	d->checkpoints = arena_allocate(d->arena,
	    (d->encoded_len / CHECKPOINT_BYTES + 1) * sizeof(*d->checkpoints));
	if (d->checkpoints)
		decoders[d->encoding](d);
	return d->checkpoints != NULL;
}

struct byte_range
transfer_decoder_source(struct transfer_decoder *d, size_t at)
{
	size_t in, end, out, decoded;
	const struct source_point *point;
	char group[GROUP_LETTERS];

	if (!transfer_decoder_prepare(d) || d->checkpoint_count == 0)
		return (struct byte_range){ 0, d->encoded_len };
	point = &d->checkpoints[source_point_find(d->checkpoints, d->checkpoint_count, at)];
	end = point->source;
	out = point->at;
	do {
		in = end;
		end += d->encoding == TRANSFER_BASE64 ?
		    decode_unit(d->encoded + in, d->encoded_len - in, group, &decoded) :
		    quoted_unit_length(d->encoded + in, d->encoded_len - in, &decoded);
		out += decoded;
	} while (out <= at && end < d->encoded_len);
	if (d->encoding == TRANSFER_BASE64) {
		end = in + ascii_find(d->encoded + in, end - in, '=');
		while (end > in && !is_letter(d->encoded[end - 1]))
			end--;
	} else if (decoded > 1) { /* white space */
		in += decoded - (out - at);
		end = in + 1;
	}
	return (struct byte_range){ in, end };
}

/* ---- all encodings --- */

/* The names of RFC 2045 and uuencode, in the order of the enum, and then other names. */
static const struct {
	const char *name;
	enum transfer_encoding encoding;
} encodings[] = { { "7bit", TRANSFER_7BIT }, { "8bit", TRANSFER_8BIT },
	{ "binary", TRANSFER_BINARY }, { "quoted-printable", TRANSFER_QUOTED_PRINTABLE },
	{ "base64", TRANSFER_BASE64 }, { "uuencode", TRANSFER_UUENCODE }, { "7-bit", TRANSFER_7BIT },
	{ "8-bit", TRANSFER_8BIT }, { "x-uuencode", TRANSFER_UUENCODE },
	{ "x-uue", TRANSFER_UUENCODE } };

const char *
transfer_encoding_name(enum transfer_encoding encoding)
{
	return encodings[encoding].name;
}

enum transfer_encoding
transfer_encoding_of(urlgrep_span name)
{
	size_t i;

	for (i = 0; i < COUNT(encodings); i++)
		if (span_is(name, encodings[i].name))
			return encodings[i].encoding;
	return TRANSFER_7BIT;
}

struct transfer_decoder *
transfer_decoder_new(struct arena *arena, const char *encoded, size_t len,
    enum transfer_encoding encoding)
{
	struct transfer_decoder *d = arena_allocate(arena, sizeof(*d));

	if (d == NULL)
		return NULL;
	*d = (struct transfer_decoder){ .arena = arena, .encoding = encoding, .encoded = encoded,
		.encoded_len = len };
	d->decoded = arena_allocate(arena,
	    encoding == TRANSFER_BASE64 ? base64_decoded_size(len) : len + 1);
	if (d->decoded == NULL)
		return NULL;
	decoders[encoding](d);
	return d;
}
