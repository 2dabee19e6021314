/* test_character.c - the classes of characters by block, and the character before an offset
 *
 *	test_character blocks	print where each class begins (tests/source/character_blocks.py)
 */
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "util/utf8.h"

static const struct {
	uint32_t code;
	enum character_class class;
	const char *name;
} cases[] = {
	{ 0x80, CHARACTER_END, "a control" }, { 0xA0, CHARACTER_END, "a no-break space" },
	{ 0xA1, CHARACTER_SYMBOL, "an inverted mark" }, { 0xAD, CHARACTER_END, "a soft hyphen" },
	{ 0xAA, CHARACTER_LATIN, "an ordinal" }, { 0xB2, CHARACTER_LETTER, "a raised digit" },
	{ 0xC0, CHARACTER_LATIN, "a Latin letter" }, { 0xD7, CHARACTER_SYMBOL, "a multiplication sign" },
	{ 0x24F, CHARACTER_LATIN, "the last of Latin Extended-B" },
	{ 0x301, CHARACTER_MARK, "an accent" }, { 0x3B1, CHARACTER_LETTER, "a Greek letter" },
	{ 0x44F, CHARACTER_LETTER, "a Cyrillic letter" },
	{ 0x589, CHARACTER_SYMBOL, "an Armenian full stop" },
	{ 0x5D0, CHARACTER_LETTER, "a Hebrew letter" }, { 0x60C, CHARACTER_SYMBOL, "an Arabic comma" },
	{ 0x627, CHARACTER_LETTER, "an Arabic letter" },
	{ 0x915, CHARACTER_LETTER, "a Devanagari letter" },
	{ 0x964, CHARACTER_SYMBOL, "a danda" }, { 0xE01, CHARACTER_THAI, "a Thai letter" },
	{ 0xE81, CHARACTER_UNSPACED, "a Lao letter" }, { 0xF0B, CHARACTER_SYMBOL, "a Tibetan tsheg" },
	{ 0x1100, CHARACTER_HANGUL, "a Hangul jamo" }, { 0x1780, CHARACTER_UNSPACED, "a Khmer letter" },
	{ 0x1EF9, CHARACTER_LATIN, "a Vietnamese letter" },
	{ 0x200B, CHARACTER_END, "a zero-width space" },
	{ 0x2019, CHARACTER_SYMBOL, "an apostrophe" }, { 0x202E, CHARACTER_END, "an override" },
	{ 0x2192, CHARACTER_SYMBOL, "an arrow" }, { 0x3000, CHARACTER_END, "an ideographic space" },
	{ 0x3001, CHARACTER_SYMBOL, "an ideographic comma" }, { 0x3005, CHARACTER_HAN, "a repetition" },
	{ 0x3042, CHARACTER_HIRAGANA, "a hiragana" }, { 0x30A2, CHARACTER_KATAKANA, "a katakana" },
	{ 0x30FC, CHARACTER_KATAKANA, "a long vowel" }, { 0x4E00, CHARACTER_HAN, "an ideograph" },
	{ 0xAC00, CHARACTER_HANGUL, "a Hangul syllable" }, { 0xD800, CHARACTER_END, "a surrogate" },
	{ 0xE000, CHARACTER_END, "private use" }, { 0xFE0F, CHARACTER_MARK, "a variation selector" },
	{ 0xFEFF, CHARACTER_END, "a byte order mark" }, { 0xFF08, CHARACTER_SYMBOL, "a wide bracket" },
	{ 0xFF21, CHARACTER_LATIN, "a wide letter" }, { 0xFF71, CHARACTER_KATAKANA, "a narrow katakana" },
	{ 0xFFFD, CHARACTER_SYMBOL, "the replacement" }, { 0xFFFF, CHARACTER_END, "no character" },
	{ 0x1F600, CHARACTER_SYMBOL, "an emoji" }, { 0x20000, CHARACTER_HAN, "a rare ideograph" },
	{ 0x10FFFF, CHARACTER_END, "the last one" },
};

static int
print_blocks(void)
{
	enum character_class class, last = CHARACTER_LETTER;
	uint32_t code;

	for (code = 0x80; code <= 0x10FFFF; code++, last = class) {
		class = character_class_of(code);
		if (code == 0x80 || class != last)
			printf("%u %d\n", (unsigned)code, (int)class);
	}
	return 0;
}

int
main(int argc, char **argv)
{
	uint32_t code;

	if (argc > 1 && strcmp(argv[1], "blocks") == 0)
		return print_blocks();
	FOR_EACH(c, cases)
		ok(character_class_of(c->code) == c->class, "U+%04X is %s",
		    (unsigned)c->code, c->name);
	ok(character_before("a\xE3\x81\x82", 4, &code) == 3 && code == 0x3042, "three bytes");
	ok(character_before("ab", 2, &code) == 1 && code == 'b', "one byte");
	ok(character_before("\x81\x82", 2, &code) == 1 && code == 0x82, "a byte that is no UTF-8");
	return done_testing();
}
