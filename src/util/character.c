/* character.c - find a character's class */
#include "util/character.h"

#include <string.h>

#include "util/utf8.h"

/* The classes by Unicode's blocks, each from its first character up to the next row. Within a
 * block, unassigned characters and marks that rarely follow a URL count as its letters. */
static const struct {
	uint32_t first;
	enum character_class class;
} blocks[] = {
	{ 0x80, CHARACTER_END }, { 0xA1, CHARACTER_SYMBOL }, { 0xAA, CHARACTER_LATIN },
	{ 0xAB, CHARACTER_SYMBOL }, { 0xAD, CHARACTER_END }, { 0xAE, CHARACTER_SYMBOL },
	{ 0xB2, CHARACTER_LETTER }, { 0xB4, CHARACTER_SYMBOL }, { 0xB5, CHARACTER_LETTER },
	{ 0xB6, CHARACTER_SYMBOL }, { 0xB9, CHARACTER_LETTER }, { 0xBA, CHARACTER_LATIN },
	{ 0xBB, CHARACTER_SYMBOL }, { 0xBC, CHARACTER_LETTER }, { 0xBF, CHARACTER_SYMBOL },
	{ 0xC0, CHARACTER_LATIN }, { 0xD7, CHARACTER_SYMBOL }, { 0xD8, CHARACTER_LATIN },
	{ 0xF7, CHARACTER_SYMBOL }, { 0xF8, CHARACTER_LATIN }, { 0x2B9, CHARACTER_LETTER },
	{ 0x2C2, CHARACTER_SYMBOL }, { 0x2C6, CHARACTER_LETTER }, { 0x2D2, CHARACTER_SYMBOL },
	{ 0x2E0, CHARACTER_LATIN }, { 0x2E5, CHARACTER_SYMBOL }, { 0x300, CHARACTER_MARK },
	/* Greek, Cyrillic, Armenian, Hebrew, Arabic, Syriac, the scripts of India */
	{ 0x370, CHARACTER_LETTER }, { 0x37E, CHARACTER_SYMBOL }, { 0x37F, CHARACTER_LETTER },
	{ 0x55A, CHARACTER_SYMBOL }, { 0x560, CHARACTER_LETTER }, { 0x589, CHARACTER_SYMBOL },
	{ 0x591, CHARACTER_LETTER }, { 0x5F3, CHARACTER_SYMBOL }, { 0x610, CHARACTER_LETTER },
	{ 0x61B, CHARACTER_SYMBOL }, { 0x61C, CHARACTER_END }, { 0x61D, CHARACTER_SYMBOL },
	{ 0x620, CHARACTER_LETTER }, { 0x66A, CHARACTER_SYMBOL }, { 0x66E, CHARACTER_LETTER },
	{ 0x6D4, CHARACTER_SYMBOL }, { 0x6D5, CHARACTER_LETTER }, { 0x700, CHARACTER_SYMBOL },
	{ 0x710, CHARACTER_LETTER }, { 0x964, CHARACTER_SYMBOL }, { 0x966, CHARACTER_LETTER },
	/* Thai, Lao, Tibetan, Myanmar, Georgian, Hangul, Ethiopic, Khmer, Mongolian */
	{ 0xE01, CHARACTER_THAI }, { 0xE80, CHARACTER_UNSPACED }, { 0xF00, CHARACTER_LETTER },
	{ 0xF01, CHARACTER_SYMBOL }, { 0xF18, CHARACTER_LETTER }, { 0x1000, CHARACTER_UNSPACED },
	{ 0x10A0, CHARACTER_LETTER }, { 0x1100, CHARACTER_HANGUL }, { 0x1200, CHARACTER_LETTER },
	{ 0x1360, CHARACTER_SYMBOL }, { 0x1369, CHARACTER_LETTER }, { 0x1680, CHARACTER_END },
	{ 0x1681, CHARACTER_LETTER }, { 0x1780, CHARACTER_UNSPACED }, { 0x17D4, CHARACTER_SYMBOL },
	{ 0x17D7, CHARACTER_UNSPACED }, { 0x1800, CHARACTER_SYMBOL }, { 0x180B, CHARACTER_LETTER },
	{ 0x1D00, CHARACTER_LATIN }, { 0x1DC0, CHARACTER_MARK }, { 0x1E00, CHARACTER_LATIN },
	{ 0x1F00, CHARACTER_LETTER },
	/* general punctuation, raised and lowered digits, symbols */
	{ 0x2000, CHARACTER_END }, { 0x2010, CHARACTER_SYMBOL }, { 0x2028, CHARACTER_END },
	{ 0x2030, CHARACTER_SYMBOL }, { 0x205F, CHARACTER_END }, { 0x2070, CHARACTER_LETTER },
	{ 0x207A, CHARACTER_SYMBOL }, { 0x207F, CHARACTER_LATIN }, { 0x2080, CHARACTER_LETTER },
	{ 0x208A, CHARACTER_SYMBOL }, { 0x2090, CHARACTER_LATIN }, { 0x20A0, CHARACTER_SYMBOL },
	{ 0x20D0, CHARACTER_MARK }, { 0x2100, CHARACTER_SYMBOL }, { 0x2160, CHARACTER_LATIN },
	{ 0x218A, CHARACTER_SYMBOL }, { 0x2460, CHARACTER_LETTER }, { 0x249C, CHARACTER_SYMBOL },
	{ 0x24EA, CHARACTER_LETTER }, { 0x2500, CHARACTER_SYMBOL }, { 0x2C00, CHARACTER_LETTER },
	{ 0x2C60, CHARACTER_LATIN }, { 0x2C80, CHARACTER_LETTER }, { 0x2E00, CHARACTER_SYMBOL },
	/* East Asia */
	{ 0x3000, CHARACTER_END }, { 0x3001, CHARACTER_SYMBOL }, { 0x3005, CHARACTER_HAN },
	{ 0x3008, CHARACTER_SYMBOL }, { 0x3021, CHARACTER_HAN }, { 0x3030, CHARACTER_SYMBOL },
	{ 0x3041, CHARACTER_HIRAGANA }, { 0x309B, CHARACTER_SYMBOL },
	{ 0x309D, CHARACTER_HIRAGANA }, { 0x30A0, CHARACTER_SYMBOL },
	{ 0x30A1, CHARACTER_KATAKANA }, { 0x30FB, CHARACTER_SYMBOL },
	{ 0x30FC, CHARACTER_KATAKANA }, { 0x3100, CHARACTER_LETTER }, { 0x3130, CHARACTER_HANGUL },
	{ 0x3190, CHARACTER_SYMBOL }, { 0x31A0, CHARACTER_LETTER }, { 0x31C0, CHARACTER_SYMBOL },
	{ 0x31F0, CHARACTER_KATAKANA }, { 0x3200, CHARACTER_SYMBOL }, { 0x3400, CHARACTER_HAN },
	{ 0x4DC0, CHARACTER_SYMBOL }, { 0x4E00, CHARACTER_HAN }, { 0xA000, CHARACTER_LETTER },
	{ 0xA490, CHARACTER_SYMBOL }, { 0xA4D0, CHARACTER_LETTER }, { 0xA720, CHARACTER_LATIN },
	{ 0xA800, CHARACTER_LETTER }, { 0xA960, CHARACTER_HANGUL }, { 0xA980, CHARACTER_LETTER },
	{ 0xA9E0, CHARACTER_UNSPACED }, { 0xAA00, CHARACTER_LETTER },
	{ 0xAA60, CHARACTER_UNSPACED }, { 0xAA80, CHARACTER_LETTER }, { 0xAB30, CHARACTER_LATIN },
	{ 0xAB70, CHARACTER_LETTER }, { 0xAC00, CHARACTER_HANGUL },
	/* surrogates, private use, presentation forms, full and half width */
	{ 0xD800, CHARACTER_END }, { 0xF900, CHARACTER_HAN }, { 0xFB00, CHARACTER_LATIN },
	{ 0xFB07, CHARACTER_LETTER }, { 0xFD3E, CHARACTER_SYMBOL }, { 0xFD50, CHARACTER_LETTER },
	{ 0xFE00, CHARACTER_MARK }, { 0xFE10, CHARACTER_SYMBOL }, { 0xFE20, CHARACTER_MARK },
	{ 0xFE30, CHARACTER_SYMBOL }, { 0xFE70, CHARACTER_LETTER }, { 0xFEFF, CHARACTER_END },
	{ 0xFF01, CHARACTER_SYMBOL }, { 0xFF10, CHARACTER_LETTER }, { 0xFF1A, CHARACTER_SYMBOL },
	{ 0xFF21, CHARACTER_LATIN }, { 0xFF3B, CHARACTER_SYMBOL }, { 0xFF41, CHARACTER_LATIN },
	{ 0xFF5B, CHARACTER_SYMBOL }, { 0xFF66, CHARACTER_KATAKANA }, { 0xFFA0, CHARACTER_HANGUL },
	{ 0xFFE0, CHARACTER_SYMBOL }, { 0xFFF0, CHARACTER_END }, { 0xFFFC, CHARACTER_SYMBOL },
	{ 0xFFFE, CHARACTER_END },
	/* beyond the basic plane: letters, kana, music, mathematical letters, emoji, ideographs */
	{ 0x10000, CHARACTER_LETTER }, { 0x1B000, CHARACTER_HIRAGANA },
	{ 0x1B170, CHARACTER_LETTER }, { 0x1D000, CHARACTER_SYMBOL },
	{ 0x1D400, CHARACTER_LETTER }, { 0x1D800, CHARACTER_SYMBOL },
	{ 0x1DF00, CHARACTER_LETTER }, { 0x1F000, CHARACTER_SYMBOL }, { 0x20000, CHARACTER_HAN },
	{ 0x33480, CHARACTER_END }, { 0xE0100, CHARACTER_MARK }, { 0xE01F0, CHARACTER_END },
};

enum character_class
character_class_of(uint32_t code)
{
	size_t low = 0, high = sizeof(blocks) / sizeof(blocks[0]);

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (code >= blocks[middle].first)
			low = middle + 1;
		else
			high = middle;
	}
	return low > 0 ? blocks[low - 1].class : CHARACTER_END;
}

size_t
character_before(const char *text, size_t len, uint32_t *code)
{
	size_t n = 1;

	while (n < len && n < 4 && utf8_is_continuation(text[len - n]))
		n++;
	if (utf8_decode(text + len - n, n, code) == n)
		return n;
	*code = (unsigned char)text[len - 1];
	return 1;
}

/* In UTF-8 both brackets differ in the last byte, by one. */
bool
character_closes_bracket(uint32_t code, const char *text, size_t len)
{
	char open[3];

	if (code != 0xFF09 && (code < 0x3009 || code > 0x301B || code % 2 == 0))
		return false;
	memcpy(open, text + len - sizeof(open), sizeof(open));
	open[2]--;
	return memmem(text, len, open, sizeof(open)) != NULL;
}
