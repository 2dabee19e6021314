/* invisible.c - characters that readers cannot see: bidi controls, which change the
 * direction of the text, and invisible characters */
#include "url/invisible.h"

#include <stddef.h>

enum {
	BIDI = URLGREP_BIDI_BESIDE,
	INVISIBLE = URLGREP_INVISIBLE_BESIDE
};

static const struct {
	uint32_t first, last;
	unsigned note;
} ranges[] = {
	{ 0xAD, 0xAD, INVISIBLE },       /* SOFT HYPHEN */
	{ 0x61C, 0x61C, BIDI },          /* ARABIC LETTER MARK */
	{ 0x180E, 0x180E, INVISIBLE },   /* MONGOLIAN VOWEL SEPARATOR */
	{ 0x200B, 0x200D, INVISIBLE },   /* ZERO WIDTH SPACE and the joiners */
	{ 0x200E, 0x200F, BIDI },        /* marks */
	{ 0x202A, 0x202E, BIDI },        /* embeddings and overrides */
	{ 0x2060, 0x2065, INVISIBLE },   /* WORD JOINER, invisible operators */
	{ 0x2066, 0x2069, BIDI },        /* isolates */
	{ 0xFEFF, 0xFEFF, INVISIBLE },   /* ZERO WIDTH NO-BREAK SPACE */
	{ 0xE0000, 0xE007F, INVISIBLE }, /* tags */
};

unsigned
invisible_note(uint32_t code)
{
	size_t i;

	for (i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return ranges[i].note;
	return 0;
}

int
urlgrep_is_invisible(uint32_t code)
{
	return invisible_note(code) != 0;
}
