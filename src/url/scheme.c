/* scheme.c - the schemes to search for in running text, and their ports */
#include "url/scheme.h"

#include <string.h>

#include "util/ascii.h"

static size_t
code_of(char c)
{
	return (unsigned char)c | 0x20u; /* the same for both cases of a letter */
}

/* Return the slot of a name, from its length and three of its characters, as in schemes.awk. */
static size_t
find_slot(const char *text, size_t len)
{
	size_t slot = len;

	slot = slot * 33 + code_of(text[0]);
	slot = slot * 33 + code_of(text[len / 2]);
	return (slot * 33 + code_of(text[len - 1])) % SCHEME_SLOTS;
}

const struct scheme *
scheme_find(const char *text, size_t len)
{
	size_t slot;

	if (len == 0 || len > MAX_SCHEME_BYTES)
		return NULL;
	for (slot = find_slot(text, len); scheme_slots[slot];
	    slot = (slot + 1) % SCHEME_SLOTS) {
		const struct scheme *s = &scheme_table[scheme_slots[slot] - 1];

		if (s->len == len && ascii_equal(s->name, text, len))
			return s;
	}
	return NULL;
}

bool
scheme_is_name(const char *text, size_t len)
{
	return len > 0 && len <= MAX_SCHEME_BYTES && ascii_is(text[0], ASCII_ALPHA) &&
	    ascii_span(text, len, ASCII_SCHEME) == len;
}

/* ---- suffixes of names --- */

enum { CODE_BITS = 5, LETTERS = 26, DIGIT_CODE = LETTERS + 1, MARK_CODE = LETTERS + 2,
	BACKSLASH_CODE = LETTERS + 3 };

_Static_assert(1 << CODE_BITS == SUFFIX_CODES, "a code has CODE_BITS bits");
_Static_assert(LETTERS + 3 < 32 && SUFFIX_CODES == 32, "each class has a code");

void
suffix_table_set_code(struct suffix_table *t, int c, unsigned code)
{
	unsigned i;

	for (i = 0; i < SUFFIX_BYTES; i++)
		t->before[i][c] = (unsigned short)(code << CODE_BITS * (SUFFIX_BYTES - 1 - i));
}

/* Set the codes: one for each letter, one for all digits, one for "+", "-" and ".", and one for the
 * backslash before an escaped colon. A backslash counts as a slash for JSON ("http:\/\/"), and an
 * ampersand for HTML ("http:&#x2F;&#x2F;"). */
static void
set_codes(struct suffix_table *t)
{
	int i;

	for (i = 0; i < LETTERS; i++) {
		suffix_table_set_code(t, 'a' + i, (unsigned)i + 1);
		suffix_table_set_code(t, 'A' + i, (unsigned)i + 1);
	}
	for (i = '0'; i <= '9'; i++)
		suffix_table_set_code(t, i, DIGIT_CODE);
	suffix_table_set_code(t, '+', MARK_CODE);
	suffix_table_set_code(t, '-', MARK_CODE);
	suffix_table_set_code(t, '.', MARK_CODE);
	suffix_table_set_code(t, '\\', BACKSLASH_CODE);
	t->after['/'] = t->after['\\'] = t->after['&'] = SUFFIX_BITS;
	t->after['\r'] = t->after['\n'] = 2 * SUFFIX_BITS;
}

/* Add the suffix of a name to the set for the character after the colon. If the name is shorter
 * than SUFFIX_BYTES, anything may precede it. */
static void
add_name(struct suffix_table *t, const char *name, size_t len, unsigned after)
{
	size_t missing = len < SUFFIX_BYTES ? SUFFIX_BYTES - len : 0, i;
	unsigned bit = after, any;
	const char *end = name + len - (SUFFIX_BYTES - missing);

	for (i = missing; i < SUFFIX_BYTES; i++)
		bit += t->before[i][(unsigned char)end[i - missing]];
	for (any = 0; any < 1u << CODE_BITS * missing; any++) {
		unsigned whole = bit + (any << CODE_BITS * (SUFFIX_BYTES - missing));

		t->bits[whole / 8] |= (unsigned char)(1 << whole % 8);
	}
}

void
suffix_table_add_word(struct suffix_table *t, const char *word, bool only_before_slash)
{
	add_name(t, word, strlen(word), SUFFIX_BITS);
	if (only_before_slash)
		return;
	add_name(t, word, strlen(word), 0);
	add_name(t, word, strlen(word), 2 * SUFFIX_BITS);
}

void
suffix_table_init(struct suffix_table *t)
{
	unsigned i;

	memset(t, 0, sizeof(*t));
	set_codes(t);
	for (i = 0; i < scheme_count; i++)
		suffix_table_add_word(t, scheme_table[i].name,
		    !scheme_table[i].opaque && !scheme_table[i].only_wrapped);
	suffix_table_add_word(t, "url", false);
	suffix_table_add_word(t, "http\\", true); /* "http\://", and "ftp\://", too */
	suffix_table_add_word(t, "https\\", true);
	add_name(t, "http", 4, 2 * SUFFIX_BITS);
	add_name(t, "https", 5, 2 * SUFFIX_BITS);
	add_name(t, "ftp", 3, 2 * SUFFIX_BITS);
}

/* A slash may follow the last colon of the text in the next piece. */
bool
suffix_table_has(const struct suffix_table *t, const char *colon, const char *end)
{
	unsigned bit;

	if (end - colon > 1)
		return suffix_table_has_inner(t, colon);
	bit = suffix_table_find_bit(t, colon);
	return suffix_table_has_bit(t, bit) || suffix_table_has_bit(t, bit + SUFFIX_BITS);
}
