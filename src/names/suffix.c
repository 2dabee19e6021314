/* suffix.c - top labels and public suffixes of hosts */
#include "names/name.h"

#include <string.h>

#include "util/ascii.h"
#include "util/utf8.h"

/* ---- labels in lower case --- */

/* Return the lower-case form of a letter of Latin-1, Greek or Cyrillic. No top label has letters of
 * another script with case. */
static uint32_t
lower_code(uint32_t code)
{
	bool is_latin = code >= 0xC0 && code <= 0xDE && code != 0xD7;
	bool is_greek = code >= 0x391 && code <= 0x3A9;
	bool is_cyrillic = code >= 0x410 && code <= 0x42F;

	if (is_latin || is_greek || is_cyrillic)
		return code + 0x20;
	return code >= 0x400 && code <= 0x40F ? code + 0x50 : code;
}

/* Write text[0..len) in lower case to out, which has room for MAX_LABEL_BYTES; lower_code() does
 * not change the length of a letter. Set *slot to the slot where a search for the top label begins,
 * which names/data/suffixes.awk computes too. Return false if the label is too long or not
 * UTF-8. */
static bool
fold(const char *text, size_t len, char *out, unsigned *slot)
{
	uint32_t hash = 0, code;
	size_t at, n, i;

	if (len > MAX_LABEL_BYTES)
		return false;
	for (at = 0; at < len; at += n) {
		n = (unsigned char)text[at] < 0x80 ? 1 : utf8_decode(text + at, len - at, &code);
		if (n == 0)
			return false;
		if (n == 1)
			out[at] = ascii_lower(text[at]);
		else
			utf8_encode(lower_code(code), out + at);
		for (i = at; i < at + n; i++)
			hash = hash * 31 + (unsigned char)out[i];
	}
	*slot = hash % TOP_LABEL_SLOTS;
	return true;
}

/* ---- top labels --- */

const struct top_label *
top_label_find(const char *text, size_t len)
{
	char label[MAX_LABEL_BYTES];
	unsigned at;

	if (len < 2 || !fold(text, len, label, &at))
		return NULL;
	for (; top_label_slots[at]; at = (at + 1) % TOP_LABEL_SLOTS) {
		const struct top_label *top = &top_labels[top_label_slots[at] - 1];

		if (top->len == len && memcmp(top_label_bytes + top->begin, label, len) == 0)
			return top;
	}
	return NULL;
}

/* ---- suffixes of two labels --- */

/* Compare a label with second label number index, like memcmp(). */
static int
compare_second(const char *label, size_t len, unsigned index)
{
	const char *other = second_label_bytes + second_label_begin[index];
	size_t other_len = (size_t)second_label_begin[index + 1] - second_label_begin[index];
	int order = memcmp(label, other, len < other_len ? len : other_len);

	return order ? order : len < other_len ? -1 : len > other_len;
}

bool
top_label_has_second(const struct top_label *top, const char *label, size_t len)
{
	char folded[MAX_LABEL_BYTES];
	unsigned low = top->first_second, high = low + top->second_count, slot;

	if (top->flags & TOP_ANY_SECOND)
		return true;
	if (low == high || !fold(label, len, folded, &slot))
		return false;
	while (low < high) {
		unsigned middle = (low + high) / 2;
		int order = compare_second(folded, len, middle);

		if (order == 0)
			return true;
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}
