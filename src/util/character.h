/* character.h - the classes of characters beyond US-ASCII that decide where a URL ends */
#ifndef UTIL_CHARACTER_H
#define UTIL_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Unicode's general categories, with the scripts that rules I2 to I5 treat alike. */
enum character_class {
	CHARACTER_END,      /* Z, C: white space, controls, private use, unassigned */
	CHARACTER_SYMBOL,   /* P, S: punctuation and symbols */
	CHARACTER_MARK,     /* M of no script of its own: an accent */
	CHARACTER_LATIN,    /* L, M and N from here on, by script */
	CHARACTER_LETTER,   /* of any script not named here */
	CHARACTER_UNSPACED, /* Lao, Khmer, Myanmar: from here on, no blanks between words */
	CHARACTER_THAI,
	CHARACTER_HANGUL,
	CHARACTER_HAN,
	CHARACTER_KATAKANA,
	CHARACTER_HIRAGANA
};

/* made from blocks.tsv: where classes begin, in order */
extern const struct character_block {
	uint32_t first;
	enum character_class class;
} character_blocks[];
extern const size_t character_block_count;

/* Return the class of a character beyond US-ASCII. */
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

/* Return the length of the last character of text[0..len), which is not empty: 1 for a byte that is
 * not UTF-8. Sets *code to the character, or to the byte. */
size_t character_before(const char *text, size_t len, uint32_t *code);

/* Return true if text[0..len) ends in the character `code`, of three bytes, which closes a bracket
 * of East Asia that opens in the text. */
bool character_closes_bracket(uint32_t code, const char *text, size_t len);

#endif
