/* rtf_compression.c - the compressed RTF of MAPI ([MS-OXRTFCP]): LZ77 with a dictionary of
 * 4,096 bytes that begins with frequent words of RTF */
#include "mail/rtf_compression.h"

#include <string.h>

#include "util/byte_reader.h"

/* A reference of two bytes and an eighth of a byte stands for 17 bytes at most. */
enum { MAX_RATIO = 8 };
enum { COMPRESSED = 0x75465A4C, UNCOMPRESSED = 0x414C454D, HEADER_BYTES = 16,
	DICTIONARY_BYTES = 4096, LENGTH_BITS = 4, MIN_COPY = 2 };

static const char frequent[] =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}"
    "{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbol"
    "ArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n"
    "\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";

struct decompressor {
	struct byte_reader in;
	char dictionary[DICTIONARY_BYTES];
	unsigned at; /* where the next byte goes in the dictionary */
	struct strbuf *rtf;
};

static void
put(struct decompressor *d, char c)
{
	d->dictionary[d->at++ % DICTIONARY_BYTES] = c;
	strbuf_append(d->rtf, &c, 1);
}

/* Make room for what a text of this size takes that is not damaged. */
static void
reserve(struct strbuf *rtf, urlgrep_span compressed, size_t size)
{
	if (size > compressed.len * MAX_RATIO)
		size = compressed.len * MAX_RATIO;
	strbuf_reserve(rtf, size < MAX_RTF_BYTES ? size : MAX_RTF_BYTES);
}

/* Copy from the dictionary. Returns false at the reference to the end of the dictionary,
 * which ends the text. */
static bool
copy_reference(struct decompressor *d)
{
	unsigned high = read_little_endian(&d->in, 1), low = read_little_endian(&d->in, 1);
	unsigned reference = high << 8 | low;
	unsigned from = reference >> LENGTH_BITS;
	unsigned count = (reference & ((1u << LENGTH_BITS) - 1)) + MIN_COPY;

	if (d->in.is_short || from == d->at % DICTIONARY_BYTES)
		return false;
	for (; count > 0; count--)
		put(d, d->dictionary[from++ % DICTIONARY_BYTES]);
	return true;
}

/* Read eight references or bytes, as the bits of the byte before them say. Returns false at
 * the end. */
static bool
read_run(struct decompressor *d)
{
	unsigned flags = read_little_endian(&d->in, 1), i;

	for (i = 0; i < 8 && !d->in.is_short; i++) {
		if (flags >> i & 1) {
			if (!copy_reference(d))
				return false;
		} else if (d->in.at < d->in.end) {
			put(d, d->in.text[d->in.at++]);
		} else {
			d->in.is_short = true;
		}
	}
	return !d->in.is_short && !d->rtf->failed && d->rtf->len < MAX_RTF_BYTES;
}

bool
rtf_decompress(urlgrep_span compressed, struct strbuf *rtf)
{
	struct decompressor d = { .in = { compressed.text, 0, compressed.len, false },
		.at = sizeof(frequent) - 1, .rtf = rtf };
	uint32_t format, size;

	read_little_endian(&d.in, 4); /* the compressed size */
	size = read_little_endian(&d.in, 4);
	format = read_little_endian(&d.in, 4);
	read_little_endian(&d.in, 4); /* a checksum */
	if (d.in.is_short)
		return false;
	if (format == UNCOMPRESSED) {
		size_t left = d.in.end - d.in.at;

		strbuf_append(rtf, d.in.text + d.in.at, size < left ? size : left);
		return size <= left && !rtf->failed;
	}
	if (format != COMPRESSED)
		return false;
	reserve(rtf, compressed, size);
	memcpy(d.dictionary, frequent, sizeof(frequent) - 1);
	while (read_run(&d))
		;
	if (rtf->failed)
		return false;
	if (rtf->len <= size)
		return rtf->len == size;
	rtf->len = size;
	return true;
}
