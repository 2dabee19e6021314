/* utf16_text.c - text in UTF-16 or UTF-32: detect it, convert it to UTF-8, map it back
 *
 * The conversion keeps nothing to map back with: every code unit, well-formed or not,
 * becomes one character, so that the length of the original follows from the UTF-8. */
#include "input/utf16_text.h"

#include <string.h>

#include "util/utf8.h"

enum {
	MIN_TEXT_BYTES = 16, /* without a byte order mark */
	REPLACEMENT = 0xFFFD
};

static bool
is_wide(enum text_encoding encoding)
{
	return encoding == ENCODING_UTF32LE || encoding == ENCODING_UTF32BE;
}

static size_t
unit_bytes(enum text_encoding encoding)
{
	return is_wide(encoding) ? 4 : 2;
}

static uint32_t
read_unit(enum text_encoding encoding, const unsigned char *p)
{
	switch (encoding) {
	case ENCODING_UTF16LE:
		return (uint32_t)p[0] | (uint32_t)p[1] << 8;
	case ENCODING_UTF16BE:
		return (uint32_t)p[1] | (uint32_t)p[0] << 8;
	case ENCODING_UTF32LE:
		return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
		    (uint32_t)p[3] << 24;
	default:
		return (uint32_t)p[3] | (uint32_t)p[2] << 8 | (uint32_t)p[1] << 16 |
		    (uint32_t)p[0] << 24;
	}
}

/* ---- detection --- */

static bool
is_text_character(uint32_t c)
{
	return (c >= ' ' && c < 0x7F) || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

/* Return true if at least 7 of 8 characters are US-ASCII, and none is NUL. */
static bool
is_mostly_ascii(enum text_encoding encoding, const char *head, size_t len)
{
	size_t size = unit_bytes(encoding), count = len / size, others = 0, i;

	for (i = 0; i < count; i++) {
		uint32_t c = read_unit(encoding, (const unsigned char *)head + i * size);

		if (c == 0)
			return false;
		others += !is_text_character(c);
	}
	return others <= count / 8;
}

static bool
begins_with(const char *head, size_t len, const char *mark, size_t mark_len)
{
	return len >= mark_len && memcmp(head, mark, mark_len) == 0;
}

enum text_encoding
utf16_detect(const char *head, size_t len)
{
	enum text_encoding encoding;

	if (begins_with(head, len, "\xFF\xFE\0\0", 4))
		return ENCODING_UTF32LE;
	if (begins_with(head, len, "\0\0\xFE\xFF", 4))
		return ENCODING_UTF32BE;
	if (begins_with(head, len, "\xFF\xFE", 2))
		return ENCODING_UTF16LE;
	if (begins_with(head, len, "\xFE\xFF", 2))
		return ENCODING_UTF16BE;
	if (len < MIN_TEXT_BYTES || memchr(head, '\0', 4) == NULL)
		return ENCODING_BYTES;
	if (len > ENCODING_HEAD_BYTES)
		len = ENCODING_HEAD_BYTES;
	for (encoding = ENCODING_UTF16LE; encoding <= ENCODING_UTF32BE; encoding++)
		if (is_mostly_ascii(encoding, head, len))
			return encoding;
	return ENCODING_BYTES;
}

bool
utf16_needs_more(const char *head, size_t len)
{
	size_t first = len < 4 ? len : 4;

	if (len >= ENCODING_HEAD_BYTES)
		return false;
	return len < 2 || memchr(head, '\0', first) ||
	    (len < 4 && begins_with(head, len, "\xFF\xFE", 2));
}

/* ---- conversion --- */

/* Encode a code unit of UTF-16, alone or with the surrogate before it. */
static size_t
put_utf16(struct utf16_decoder *d, uint32_t unit, char *out)
{
	size_t n = 0;

	if (d->high && unit >= 0xDC00 && unit < 0xE000) {
		n = utf8_encode(0x10000 + ((d->high - 0xD800) << 10) + (unit - 0xDC00), out);
		d->high = 0;
		return n;
	}
	if (d->high)
		n = utf8_encode(REPLACEMENT, out);
	d->high = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
	if (d->high)
		return n;
	return n + utf8_encode(unit >= 0xDC00 && unit < 0xE000 ? REPLACEMENT : unit,
	    out + n);
}

static size_t
put_unit(struct utf16_decoder *d, const unsigned char *p, char *out)
{
	uint32_t unit = read_unit(d->encoding, p);

	if (!is_wide(d->encoding))
		return put_utf16(d, unit, out);
	if (unit > 0x10FFFF || (unit >= 0xD800 && unit < 0xE000))
		unit = REPLACEMENT;
	return utf8_encode(unit, out);
}

size_t
utf16_decode(struct utf16_decoder *d, const char *text, size_t len, char *out)
{
	const unsigned char *at = (const unsigned char *)text, *end = at + len;
	size_t size = unit_bytes(d->encoding), n = 0;

	while (at < end) {
		if (d->unit_len == 0 && (size_t)(end - at) >= size) {
			n += put_unit(d, at, out + n);
			at += size;
			continue;
		}
		d->unit[d->unit_len++] = *at++;
		if (d->unit_len == size) {
			n += put_unit(d, d->unit, out + n);
			d->unit_len = 0;
		}
	}
	return n;
}

uint64_t
utf16_source_bytes(enum text_encoding encoding, const char *text, size_t len)
{
	uint64_t units = 0;
	size_t i;

	for (i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		units += !utf8_is_continuation(text[i]);
		units += c >= 0xF0 && !is_wide(encoding); /* a pair of surrogates */
	}
	return units * unit_bytes(encoding);
}
