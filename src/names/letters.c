/* letters.c - the characters of names and addresses, in US-ASCII and beyond */
#include "names/letters.h"

#include "util/character.h"
#include "util/utf8.h"

enum { MIDDLE_DOT = 0xB7, KATAKANA_MIDDLE_DOT = 0x30FB };

static enum neighbor
classify(uint32_t code)
{
	enum character_class class = character_class_of(code);

	if (code == MIDDLE_DOT)
		return NEIGHBOR_DOT;
	if (!character_is_letter(class))
		return NEIGHBOR_MARK;
	return class >= CHARACTER_HANGUL ? NEIGHBOR_UNSPACED : NEIGHBOR_LETTER;
}

/* Return the length of the character beyond US-ASCII that ends before bytes[at]; 0 if it
 * is not UTF-8. */
static size_t
decode_before(const struct scan_text *t, size_t at, uint32_t *code)
{
	size_t n = character_before(t->bytes, at, code);

	return n > 1 ? n : 0;
}

enum neighbor
neighbor_decode_before(const struct scan_text *t, size_t at)
{
	uint32_t code;

	return decode_before(t, at, &code) ? classify(code) : NEIGHBOR_LETTER;
}

enum neighbor
neighbor_decode_after(const struct scan_text *t, size_t at)
{
	uint32_t code;

	return utf8_decode(t->bytes + at, t->len - at, &code) ? classify(code) :
	    NEIGHBOR_LETTER;
}

/* Return true if a name may hold the character beyond US-ASCII. */
static bool
is_iri_character(uint32_t code)
{
	enum neighbor class = classify(code);

	return class == NEIGHBOR_LETTER || class == NEIGHBOR_UNSPACED ||
	    code == MIDDLE_DOT || code == KATAKANA_MIDDLE_DOT;
}

size_t
name_letter_before(const struct scan_text *t, size_t at)
{
	uint32_t code;
	size_t n = decode_before(t, at, &code);

	return n && is_iri_character(code) ? n : 0;
}

size_t
name_letter_after(const struct scan_text *t, size_t at)
{
	uint32_t code;
	size_t n = utf8_decode(t->bytes + at, t->len - at, &code);

	return n && is_iri_character(code) ? n : 0;
}

/* ---- classes of bytes --- */

#define DOT (BYTE_HOST | BYTE_LOCAL | BYTE_LOCAL_PLAIN)
#define LETTER (DOT | BYTE_LABEL)
#define MARK (BYTE_LOCAL | BYTE_LOCAL_MARK)
#define EIGHT_LETTERS(c) \
	[c] = LETTER, [c + 1] = LETTER, [c + 2] = LETTER, [c + 3] = LETTER, \
	[c + 4] = LETTER, [c + 5] = LETTER, [c + 6] = LETTER, [c + 7] = LETTER

const unsigned char name_byte_class[256] = {
	EIGHT_LETTERS('0'), ['8'] = LETTER, ['9'] = LETTER,
	EIGHT_LETTERS('A'), EIGHT_LETTERS('I'), EIGHT_LETTERS('Q'),
	['Y'] = LETTER, ['Z'] = LETTER,
	EIGHT_LETTERS('a'), EIGHT_LETTERS('i'), EIGHT_LETTERS('q'),
	['y'] = LETTER, ['z'] = LETTER,
	['.'] = DOT, ['-'] = LETTER, ['_'] = LETTER,
	['!'] = BYTE_LOCAL | BYTE_LOCAL_PLAIN, ['\''] = BYTE_LOCAL | BYTE_LOCAL_PLAIN,
	['+'] = BYTE_LOCAL | BYTE_LOCAL_PLAIN, ['$'] = MARK | BYTE_LOCAL_PLAIN,
	['*'] = MARK | BYTE_LOCAL_PLAIN, ['~'] = MARK | BYTE_LOCAL_PLAIN,
	['('] = BYTE_LOCAL_PLAIN, [')'] = BYTE_LOCAL_PLAIN,
	['#'] = MARK, ['?'] = MARK, ['^'] = MARK, ['`'] = MARK, ['{'] = MARK,
	['|'] = MARK, ['}'] = MARK,
	['%'] = BYTE_LOCAL, ['&'] = BYTE_LOCAL, ['/'] = BYTE_LOCAL, ['='] = BYTE_LOCAL,
};
