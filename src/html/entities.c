/* entities.c - character references: &amp; &#38; &#x26; (HTML standard, 13.2.5.72) */
#include "html/parser.h"

#include <stdlib.h>

#include "util/ascii.h"
#include "util/utf8.h"

enum {
	MAX_NAME_BYTES = 16,
	MAX_LATIN1_NAME_BYTES = 6, /* &Agrave; and the like */
	REPLACEMENT = 0xFFFD
};

struct named_entity {
	char name[MAX_NAME_BYTES + 1];
	unsigned short code;
};

/* The table `entities`, made from entities.tsv, is sorted as by strcmp(). */
#include "html/entities_table.h"

/* ---- by name --- */

static int
compare_names(const void *name, const void *entity)
{
	return strcmp(name, ((const struct named_entity *)entity)->name);
}

/* Return the character named name[0..len), or 0. */
static uint32_t
find_name(const char *name, size_t len)
{
	char wanted[MAX_NAME_BYTES + 1];
	const struct named_entity *e;

	if (len == 0 || len > MAX_NAME_BYTES)
		return 0;
	memcpy(wanted, name, len);
	wanted[len] = '\0';
	e = bsearch(wanted, entities, COUNT(entities), sizeof(entities[0]), compare_names);
	return e ? e->code : 0;
}

/* Return true if the reference to this character by name may lack the ";". */
static bool
is_latin1(uint32_t code)
{
	if (code < 0x80)
		return code != 0 && strchr("&<>\"", (int)code) != NULL;
	return code <= 0xFF;
}

/* Decode a reference without ";", whose letters and digits after the "&" end at name_end. Only the
 * names of Latin-1 characters and of & < > " may lack the ";". Except in attributes, more letters
 * may follow: &ampx is "&x". Return the length of the reference, or 0. */
static size_t
decode_name_prefix(const char *html, size_t name_end, size_t len, bool in_attribute, uint32_t *code)
{
	size_t end = name_end;

	if (end > MAX_LATIN1_NAME_BYTES + 1)
		end = MAX_LATIN1_NAME_BYTES + 1;
	if (in_attribute && (end < name_end || (end < len && html[end] == '=')))
		return 0;
	for (; end > 2; end--) {
		*code = find_name(html + 1, end - 1);
		if (is_latin1(*code))
			return in_attribute && end < name_end ? 0 : end;
	}
	return 0;
}

/* Decode one of the references that are most common in mail, without a search. */
static size_t
decode_common(const char *html, size_t len, uint32_t *code)
{
	static const struct {
		const char *reference;
		uint32_t code;
	} common[] = { { "&nbsp;", 0xA0 }, { "&gt;", '>' }, { "&quot;", '"' }, { "&lt;", '<' },
		{ "&amp;", '&' } };
	size_t i;

	for (i = 0; i < COUNT(common); i++)
		if (text_begins_with(html, len, common[i].reference)) {
			*code = common[i].code;
			return strlen(common[i].reference);
		}
	return 0;
}

/* ---- by number --- */

/* Return the character of a numeric reference (13.2.5.80): 0x80 to 0x9F are read as windows-1252,
 * or as themselves where windows-1252 has no character. */
static uint32_t
number_to_code(uint32_t number)
{
	static const unsigned short windows_1252[32] = { 0x20AC, 0x81, 0x201A, 0x192, 0x201E, 0x2026,
		0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0x8D, 0x17D, 0x8F, 0x90, 0x2018,
		0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153,
		0x9D, 0x17E, 0x178 };

	if (number == 0 || number > 0x10FFFF || (number >= 0xD800 && number <= 0xDFFF))
		return REPLACEMENT;
	return number >= 0x80 && number < 0xA0 ? windows_1252[number - 0x80] : number;
}

static size_t
decode_number(const char *html, size_t len, uint32_t *code)
{
	bool is_hex = len > 2 && ascii_lower(html[2]) == 'x';
	size_t begin = is_hex ? 3 : 2, at = begin;
	uint32_t number = 0;

	for (; at < len && ascii_is(html[at], is_hex ? ASCII_HEX : ASCII_DIGIT); at++)
		if (number <= 0x10FFFF) /* larger numbers are invalid */
			number = number * (is_hex ? 16 : 10) + ascii_hex_value(html[at]);
	if (at == begin)
		return 0;
	*code = number_to_code(number);
	return at + (at < len && html[at] == ';');
}

size_t
entity_decode(const char *html, size_t len, bool in_attribute, uint32_t *code)
{
	size_t end = decode_common(html, len, code);

	if (end > 0)
		return end;
	end = 1;
	if (len > 1 && html[1] == '#')
		return decode_number(html, len, code);
	while (end < len && end < MAX_NAME_BYTES + 2 && ascii_is_alphanumeric(html[end]))
		end++;
	if (end < len && html[end] == ';' && (*code = find_name(html + 1, end - 1)) != 0)
		return end + 1;
	return decode_name_prefix(html, end, len, in_attribute, code);
}
