/* iconv.c - charsets, converted to UTF-8 by the TextDecoder of JavaScript
 *
 * The iconv of the C library (musl, in wasi-libc of 2022) writes beyond its output for some EUC-KR
 * (CVE-2025-26519), does not reset ISO-2022-JP, and takes 145 KB, a seventh of the module. Here a
 * charset's characters are asked for one by one, and kept: each is decoded once. */
#include <errno.h>
#include <iconv.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

#define IMPORT(name) __attribute__((import_module("charset"), import_name(name)))

/* Return the number of a decoder; -1 if the platform has none of that name. */
IMPORT("open") int decoder_open(const char *name);
/* Return the character that bytes[0..len) are, or -1. */
IMPORT("decode") int decoder_decode(int decoder, const unsigned char *bytes, size_t len);

/* LATIN: bytes below A0 hex are themselves; DOUBLE: all characters beyond US-ASCII have two bytes */
enum kind { SINGLE, LATIN, WINDOWS_1252, DOUBLE, SHIFT_JIS, EUC_JP, GB, UTF_8, WIDE, ISO_2022_JP };
enum state { ASCII, KATAKANA, JIS_0208, JIS_0212 };

struct charset {
	enum kind kind;
	int decoder;
	size_t unit;          /* WIDE: bytes */
	bool is_big_endian;
	bool may_have_mark;   /* a byte order mark overrides is_big_endian; is_begin: it may be next */
	bool is_begin;
	enum state state;
	int32_t codes[65536]; /* of one or two bytes: the character plus 1; -1: none; 0: not asked yet */
};

static bool
begins(const char *name, const char *beginning)
{
	size_t len = strlen(beginning);

	return strlen(name) >= len && ascii_equal(name, beginning, len);
}

/* Set the kind of a charset by its name. */
static void
set_kind(struct charset *c, const char *name)
{
	const char *end = name + strlen(name);
	static const struct {
		const char *name;
		enum kind kind;
	} kinds[] = { { "iso-2022-jp", ISO_2022_JP }, { "iso", LATIN }, { "latin", LATIN },
		{ "cp932", SHIFT_JIS }, { "euc-jp", EUC_JP }, { "gb", GB }, { "big5", DOUBLE },
		{ "euc-kr", DOUBLE }, { "cp949", DOUBLE }, { "windows-1252", WINDOWS_1252 },
		{ "cp1252", WINDOWS_1252 }, { "utf-8", UTF_8 }, { "utf8", UTF_8 }, { "utf", WIDE },
		{ "ucs", WIDE } };
	size_t i;

	for (i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (begins(name, kinds[i].name)) {
			c->kind = kinds[i].kind;
			break;
		}
	c->unit = strstr(name, "32") || strstr(name, "-4") ? 4 : 2;
	c->is_big_endian = ascii_has_ending(name, strlen(name), "be");
	c->may_have_mark = c->kind == WIDE && ascii_is(end[-1], ASCII_DIGIT);
}

/* Return the name of a charset in the Encoding Standard. */
static const char *
standard_name(const struct charset *c, const char *name)
{
	return c->kind == ISO_2022_JP ? "euc-jp" : c->kind == SHIFT_JIS ? "shift_jis" :
	    c->kind == GB ? "gb18030" : begins(name, "cp949") ? "euc-kr" : name;
}

iconv_t
iconv_open(const char *to, const char *from)
{
	struct charset *c = calloc(1, sizeof(*c));

	(void)to; /* UTF-8 */
	if (c == NULL)
		return (iconv_t)-1;
	set_kind(c, from);
	c->is_begin = true;
	c->decoder = c->kind == WIDE || c->kind == UTF_8 ? 0 : decoder_open(standard_name(c, from));
	if (c->decoder >= 0 && !begins(from, "utf-7") && !begins(from, "iso-2022-kr"))
		return c;
	free(c);
	errno = EINVAL;
	return (iconv_t)-1;
}

int
iconv_close(iconv_t charset)
{
	free(charset);
	return 0;
}

/* ---- characters --- */

/* Return the length of the character at the beginning of bytes[0..len), of which more than len may
 * be needed. */
static size_t
character_length(const struct charset *c, const unsigned char *bytes, size_t len)
{
	unsigned char first = bytes[0];

	switch (c->kind) {
	case SINGLE:
	case LATIN:
	case WINDOWS_1252:
		return 1;
	case DOUBLE:
		return first > 0x80 && first < 0xFF ? 2 : 1;
	case SHIFT_JIS:
		return (first > 0x80 && first < 0xA0) || (first >= 0xE0 && first < 0xFD) ? 2 : 1;
	case EUC_JP:
		return first == 0x8F ? 3 : first == 0x8E || (first > 0xA0 && first < 0xFF) ? 2 : 1;
	case GB:
		if (first <= 0x80 || first == 0xFF)
			return 1;
		return len > 1 && ascii_is((char)bytes[1], ASCII_DIGIT) ? 4 : 2;
	case UTF_8:
		return first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
	case WIDE:
		return c->unit;
	case ISO_2022_JP:
		return c->state == ASCII || c->state == KATAKANA || first <= ' ' ? 1 : 2;
	}
	return 1;
}

/* Return the character of a byte from 80 to 9F hex in Windows-1252, or -1. The TextDecoder of
 * Node.js 20 takes that charset for ISO 8859-1. */
static int
decode_windows(unsigned char byte)
{
	static const uint16_t codes[32] = { 0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
		0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D,
		0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178 };

	return codes[byte - 0x80] ? codes[byte - 0x80] : -1;
}

/* Return the character that the platform finds in bytes[0..len), or -1. */
static int
decode(struct charset *c, const unsigned char *bytes, size_t len)
{
	int32_t *code = &c->codes[len == 2 ? bytes[0] << 8 | bytes[1] : bytes[0]];

	if (len > 2)
		return decoder_decode(c->decoder, bytes, len);
	if (*code == 0)
		*code = decoder_decode(c->decoder, bytes, len) + 1;
	return *code - 1;
}

/* Read a unit of UTF-16 or UTF-32, and its low surrogate, if it is a high one; *len is how many
 * bytes there are, or are used. Return -1 for no character, and -2 if bytes are missing. */
static int
decode_wide(struct charset *c, const unsigned char *bytes, size_t *len)
{
	size_t given = *len, i;
	int code = 0, low;

	for (i = 0; i < c->unit; i++)
		code = (int)((unsigned)code << 8 | bytes[c->is_big_endian ? i : c->unit - 1 - i]);
	*len = c->unit;
	if (c->unit == 4 || code < 0xD800 || code > 0xDBFF)
		return code;
	if (given < 4)
		return -2;
	low = c->is_big_endian ? bytes[2] << 8 | bytes[3] : bytes[3] << 8 | bytes[2];
	*len = 4;
	return low < 0xDC00 || low > 0xDFFF ? -1 : 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
}

/* Decode a character of ISO-2022-JP by the same one in EUC-JP. */
static int
decode_japanese(struct charset *c, const unsigned char *bytes, size_t len)
{
	unsigned char euc[3] = { 0x8F, bytes[0] | 0x80, len == 2 ? bytes[1] | 0x80 : 0 };

	if (c->state == KATAKANA && bytes[0] > 0x20 && bytes[0] < 0x60)
		return 0xFF61 - 0x21 + bytes[0];
	if (len == 1)
		return bytes[0] < 0x80 ? bytes[0] : -1;
	return c->state == JIS_0212 ? decode(c, euc, 3) : decode(c, euc + 1, 2);
}

/* Return the length of the escape sequence at the beginning of bytes[0..len), and set the state
 * that it announces; 0 if there is none. */
static size_t
read_escape(struct charset *c, const unsigned char *bytes, size_t len)
{
	static const struct {
		const char *text;
		enum state state;
	} escapes[] = { { "\x1B(B", ASCII }, { "\x1B(J", ASCII }, { "\x1B(I", KATAKANA },
		{ "\x1B$@", JIS_0208 }, { "\x1B$B", JIS_0208 }, { "\x1B$(D", JIS_0212 } };
	size_t i;

	for (i = 0; i < sizeof(escapes) / sizeof(escapes[0]); i++)
		if (len >= strlen(escapes[i].text) &&
		    memcmp(bytes, escapes[i].text, strlen(escapes[i].text)) == 0) {
			c->state = escapes[i].state;
			return strlen(escapes[i].text);
		}
	return 0;
}

/* Decode the character at the beginning of bytes[0..*len), and set *len to its length. Return -1
 * for no character, -2 if bytes are missing. */
static int
next_character(struct charset *c, const unsigned char *bytes, size_t *len)
{
	size_t given = *len, needed = character_length(c, bytes, given);

	if (needed > given || (c->kind == GB && bytes[0] > 0x80 && given < 2))
		return -2;
	*len = needed;
	if (c->kind == WIDE) {
		*len = given;
		return decode_wide(c, bytes, len);
	}
	if (c->kind == ISO_2022_JP)
		return bytes[0] == 0x1B && given < 4 ? -2 : decode_japanese(c, bytes, needed);
	if (c->kind == UTF_8) {
		uint32_t code;

		return utf8_decode((const char *)bytes, needed, &code) == needed ? (int)code : -1;
	}
	if (c->kind == WINDOWS_1252 && bytes[0] >= 0x80)
		return bytes[0] < 0xA0 ? decode_windows(bytes[0]) : bytes[0];
	/* TextDecoder takes ISO 8859-1 for Windows-1252 */
	if (bytes[0] < 0x80 || (c->kind == LATIN && bytes[0] < 0xA0))
		return bytes[0];
	return decode(c, bytes, needed);
}

/* Skip a byte order mark or an escape sequence. Return its length. */
static size_t
skip_signs(struct charset *c, const unsigned char *bytes, size_t len)
{
	if (c->kind == ISO_2022_JP)
		return read_escape(c, bytes, len);
	if (c->kind != WIDE || !c->is_begin || len < c->unit)
		return 0;
	c->is_begin = false;
	if (!c->may_have_mark || (memcmp(bytes, "\xFF\xFE", 2) != 0 &&
	    memcmp(bytes + c->unit - 2, "\xFE\xFF", 2) != 0))
		return 0;
	c->is_big_endian = bytes[0] != 0xFF;
	return c->unit;
}

size_t
iconv(iconv_t charset, char **restrict in, size_t *restrict in_len, char **restrict out,
    size_t *restrict room)
{
	struct charset *c = charset;

	if (in == NULL || *in == NULL) {
		c->is_begin = true;
		c->state = ASCII;
		return 0;
	}
	while (*in_len > 0) {
		const unsigned char *bytes = (const unsigned char *)*in;
		size_t used = skip_signs(c, bytes, *in_len);
		char utf8[4] = { 0 };
		size_t len = 0;

		if (used == 0) {
			int code;

			used = *in_len;
			code = next_character(c, bytes, &used);
			if (code < 0 || code > 0x10FFFF || (code & ~0x7FF) == 0xD800) {
				errno = code == -2 ? EINVAL : EILSEQ;
				return (size_t)-1;
			}
			len = utf8_encode((uint32_t)code, utf8);
		}
		if (len > *room) {
			errno = E2BIG;
			return (size_t)-1;
		}
		memcpy(*out, utf8, len);
		*out += len;
		*room -= len;
		*in += used;
		*in_len -= used;
	}
	return 0;
}
