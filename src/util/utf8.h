/* utf8.h - the UTF-8 decoder and encoder of the tree (RFC 3629), and the classes of characters
 * beyond US-ASCII that decide where a URL ends */
#ifndef UTIL_UTF8_H
#define UTIL_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return the length in bytes, 1 to 4, of a character that begins with this byte; 0 if none does. */
static inline size_t
utf8_length(unsigned char lead)
{
	return lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 :
	    lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
}

/* Return true for a continuation byte, with which no character begins. */
static inline bool
utf8_is_continuation(char byte)
{
	return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Decode the character at the beginning of text[0..len). Return its length and set *code; return
 * 0 if the bytes are ill-formed (overlong, a surrogate, beyond U+10FFFF) or incomplete. */
size_t utf8_decode(const char *text, size_t len, uint32_t *code);

/* Encode a character into out[0..4). Return its length. */
size_t utf8_encode(uint32_t code, char *out);

/* Return the length of the byte order mark (U+FEFF) at the beginning of text[0..len), or 0. */
size_t utf8_bom_length(const char *text, size_t len);

/* Return the length of the well-formed UTF-8 at the beginning of text[0..len). */
size_t utf8_valid_length(const char *text, size_t len);

static inline bool
utf8_is_valid(const char *text, size_t len)
{
	return utf8_valid_length(text, len) == len;
}

/* Return how many bytes at the beginning of text[0..len) are US-ASCII. */
size_t utf8_ascii_length(const char *text, size_t len);

static inline bool
utf8_is_ascii(const char *text, size_t len)
{
	return utf8_ascii_length(text, len) == len;
}

/* Return the length of text[0..len) or, if it is longer than `most` bytes, that of the whole
 * characters in these. */
static inline size_t
utf8_cut(const char *text, size_t len, size_t most)
{
	size_t cut = most;

	if (len <= most)
		return len;
	while (cut > 0 && most - cut < 3 && utf8_is_continuation(text[cut]))
		cut--;
	return utf8_is_continuation(text[cut]) ? most : cut;
}

/* ---- characters beyond US-ASCII --- */

/* Unicode's general categories, with the scripts that rules I2 to I5 treat alike. */
enum character_class {
	CHARACTER_END,      /* Z, C: white space, controls, private use, unassigned */
	CHARACTER_SYMBOL,   /* P, S: punctuation and symbols */
	CHARACTER_MARK,     /* M of no particular script: accents */
	CHARACTER_LATIN,    /* L, M and N from here on, by script */
	CHARACTER_LETTER,   /* of any script not named here */
	CHARACTER_UNSPACED, /* Lao, Khmer, Myanmar; from here on, no blanks between words */
	CHARACTER_THAI,
	CHARACTER_HANGUL,
	CHARACTER_HAN,
	CHARACTER_KATAKANA,
	CHARACTER_HIRAGANA
};

/* generated from blocks.tsv: the beginnings of the classes, in order */
extern const struct character_block {
	uint32_t first;
	enum character_class class;
} character_blocks[];
extern const size_t character_block_count;

enum character_class character_class_of(uint32_t code);

/* Return true for letters, marks and digits. */
static inline bool
character_is_letter(enum character_class class)
{
	return class >= CHARACTER_MARK;
}

/* Return true for letters of a script that is written without blanks between words. */
static inline bool
character_is_unspaced(enum character_class class)
{
	return class >= CHARACTER_UNSPACED;
}

/* Return the length of the last character of text[0..len), which is not empty; 1 if it is a byte
 * that is not UTF-8. Set *code to the character or the byte. */
size_t character_before(const char *text, size_t len, uint32_t *code);

/* Return true if text[0..len) ends in the character `code`, which has three bytes, and it closes an
 * East Asian bracket that opens in the text. */
bool character_closes_bracket(uint32_t code, const char *text, size_t len);

#endif
