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

/* OTHER: bytes below 80 hex are US-ASCII; LATIN: those below A0 hex are themselves */
enum kind { OTHER, LATIN, WINDOWS_1252, UTF_8, WIDE, ISO_2022_JP };
enum state { ASCII, KATAKANA, JIS_0208, JIS_0212 };

/* What begins the names of charsets that are not all of single bytes of the platform. */
static const struct family {
	const char *name;
	enum kind kind;
	size_t longest;       /* character, in bytes */
	const char *standard; /* its name in the Encoding Standard; NULL: its own */
} families[] = { { "iso-2022-jp", ISO_2022_JP, 2, "euc-jp" }, { "iso", LATIN, 1, NULL },
	{ "latin", LATIN, 1, NULL }, { "cp932", OTHER, 2, "shift_jis" }, { "euc-jp", OTHER, 3, NULL },
	{ "gb", OTHER, 4, "gb18030" }, { "big5", OTHER, 2, NULL }, { "euc-kr", OTHER, 2, NULL },
	{ "cp949", OTHER, 2, "euc-kr" }, { "windows-1252", WINDOWS_1252, 1, NULL },
	{ "cp1252", WINDOWS_1252, 1, NULL }, { "utf-8", UTF_8, 4, NULL }, { "utf8", UTF_8, 4, NULL },
	{ "utf", WIDE, 4, NULL }, { "ucs", WIDE, 4, NULL }, { "", OTHER, 1, NULL } };

struct charset {
	enum kind kind;
	size_t longest;
	int decoder;
	size_t unit;          /* WIDE: bytes */
	bool is_big_endian;
	enum state state;
	int32_t codes[65536]; /* of one or two bytes: the character plus 1; -1: none; 0: not known */
};

static bool
begins(const char *name, const char *beginning)
{
	size_t len = strlen(beginning);

	return strlen(name) >= len && ascii_equal(name, beginning, len);
}

iconv_t
iconv_open(const char *to, const char *name)
{
	struct charset *c = calloc(1, sizeof(*c));
	const struct family *f = families;

	(void)to; /* UTF-8 */
	if (c == NULL)
		return (iconv_t)-1;
	while (!begins(name, f->name))
		f++;
	c->kind = f->kind;
	c->longest = f->longest;
	c->unit = strstr(name, "32") || strstr(name, "-4") ? 4 : 2;
	c->is_big_endian = !ascii_has_ending(name, strlen(name), "le"); /* "UCS-4" */
	c->decoder = c->kind == WIDE || c->kind == UTF_8 ? 0 :
	    decoder_open(f->standard ? f->standard : name);
	if (c->decoder >= 0 && !begins(name, "utf-7") && !begins(name, "iso-2022-kr"))
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

/* Return the character of a byte from 80 hex on in Windows-1252, or -1. The TextDecoder of
 * Node.js 20 takes that charset for ISO 8859-1. */
static int
decode_windows(unsigned char byte)
{
	uint32_t code = utf8_windows_1252(byte);

	return code < 0xA0 ? -1 : (int)code;
}

/* Return the character that the platform finds in bytes[0..len), or -1. */
static int
decode(struct charset *c, const unsigned char *bytes, size_t len)
{
	int32_t *kept = &c->codes[len == 2 ? bytes[0] << 8 | bytes[1] : bytes[0]];
	int code;

	if (len <= 2 && *kept)
		return *kept > 0 ? *kept - 1 : -1;
	code = decoder_decode(c->decoder, bytes, len);
	if (len <= 2)
		*kept = code < 0 ? -1 : code + 1;
	return code;
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

/* Decode the character at the beginning of bytes[0..*len), and set *len to its length: the shortest
 * in which the platform finds one. Return -1 for no character, -2 if bytes are missing. */
static int
next_character(struct charset *c, const unsigned char *bytes, size_t *len)
{
	size_t given = *len;
	uint32_t utf8;
	int code = -1;

	if (c->kind == WIDE)
		return given < c->unit ? -2 : decode_wide(c, bytes, len);
	if (c->kind == ISO_2022_JP) {
		*len = c->state == ASCII || c->state == KATAKANA || bytes[0] <= ' ' ? 1 : 2;
		return given < *len || (bytes[0] == 0x1B && given < 4) ? -2 :
		    decode_japanese(c, bytes, *len);
	}
	*len = 1;
	if (c->kind == WINDOWS_1252 && bytes[0] >= 0x80)
		return decode_windows(bytes[0]);
	/* TextDecoder takes ISO 8859-1 for Windows-1252 */
	if (bytes[0] < (c->kind == LATIN ? 0xA0 : 0x80))
		return bytes[0];
	for (;; ++*len) {
		if (c->kind != UTF_8)
			code = decode(c, bytes, *len);
		else if (utf8_decode((const char *)bytes, *len, &utf8) == *len)
			code = (int)utf8;
		/* of bytes below 80 hex, only digits are in the middle of a character: in GB 18030 */
		if (code >= 0 || *len == c->longest || (*len > 1 && bytes[*len - 1] < 0x80 &&
		    !ascii_is((char)bytes[*len - 1], ASCII_DIGIT)))
			return code;
		if (*len == given)
			return -2;
	}
}

size_t
iconv(iconv_t charset, char **restrict in, size_t *restrict in_len, char **restrict out,
    size_t *restrict room)
{
	struct charset *c = charset;

	if (in == NULL || *in == NULL) {
		c->state = ASCII;
		return 0;
	}
	while (*in_len > 0) {
		const unsigned char *bytes = (const unsigned char *)*in;
		size_t used = c->kind == ISO_2022_JP ? read_escape(c, bytes, *in_len) : 0;
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
