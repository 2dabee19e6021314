/* test_utf8.c - UTF-8 is decoded as RFC 3629 defines it: every character, every length, and
 * what is ill-formed; nothing is read after the end */
#include "fence.h"
#include "tap.h"
#include "util/utf8.h"

static const struct {
	const char *text;
	size_t len; /* of the character; 0: ill-formed */
	uint32_t code;
} cases[] = {
	{ "", 0, 0 },
	{ "a", 1, 'a' }, { "\x7F", 1, 0x7F }, { "ab", 1, 'a' },
	{ "\x80", 0, 0 }, { "\xBF", 0, 0 },
	{ "\xC1\xBF", 0, 0 },
	{ "\xC2\x80", 2, 0x80 }, { "\xDF\xBF", 2, 0x7FF },
	{ "\xC2", 0, 0 },
	{ "\xE0\x9F\xBF", 0, 0 }, { "\xE0\xA0\x80", 3, 0x800 },
	{ "\xE2\x82", 0, 0 }, { "\xE2\x82z", 0, 0 },
	{ "\xE2z\xAC", 0, 0 }, { "\xE2\x82\xC0", 0, 0 },
	{ "\xED\xA0\x80", 0, 0 }, { "\xED\xBF\xBF", 0, 0 },
	{ "\xF0\x8F\xBF\xBF", 0, 0 }, { "\xF0\x90\x80\x80", 4, 0x10000 },
	{ "\xF0\x9F\x91", 0, 0 }, { "\xF0\x9F\x91z", 0, 0 },
	{ "\xF4\x8F\xBF\xBF", 4, 0x10FFFF }, { "\xF4\x90\x80\x80", 0, 0 },
	{ "\xF5\x80\x80\x80", 0, 0 }, { "\xFF", 0, 0 },
};

static void
check_cases(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		size_t len = strlen(cases[i].text), n;
		const char *text = fenced_copy(cases[i].text, len);
		uint32_t code = 1;

		n = utf8_decode(text, len, &code);
		ok(n == cases[i].len && code == (n ? cases[i].code : 1), "decode case %d", (int)i);
		ok(utf8_is_valid(text, len) == (len == 0 || n > 0), "valid case %d", (int)i);
	}
}

/* Encode and decode every character; its length is as its value says. */
static bool
every_character(void)
{
	uint32_t code, decoded;

	for (code = 0; code <= 0x10FFFF; code++) {
		char bytes[5] = "####";
		size_t n, least = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;

		if (code == 0xD800)
			code = 0xE000;
		n = utf8_encode(code, bytes);
		if (n != least || bytes[n] != (n == 4 ? '\0' : '#') ||
		    utf8_length((unsigned char)bytes[0]) != n ||
		    utf8_decode(bytes, n, &decoded) != n || decoded != code)
			return false;
	}
	return true;
}

/* Texts of US-ASCII with one byte that is none, or without it, of any length. */
static bool
finds_first_beyond_ascii(void)
{
	char text[40];
	size_t len, at;

	for (len = 0; len < sizeof(text); len++)
		for (at = 0; at <= len; at++) {
			const char *copy;

			memset(text, 0x7F, sizeof(text));
			if (at < len)
				text[at] = (char)(at % 2 ? 0x80 : 0xFF);
			copy = fenced_copy(text, len);
			if (utf8_ascii_length(copy, len) != at ||
			    utf8_is_ascii(copy, len) != (at == len))
				return false;
		}
	return true;
}

static bool
bom_is(const char *text, size_t len, size_t wanted)
{
	return utf8_bom_length(fenced_copy(text, len), len) == wanted;
}

int
main(void)
{
	check_cases();
	ok(every_character(), "every character is encoded and decoded");
	ok(finds_first_beyond_ascii(), "the first byte beyond US-ASCII, or none");
	ok(utf8_is_valid("a\xC3\xA9\xE2\x82\xAC", 6), "characters of several lengths");
	ok(!utf8_is_valid("a\xC3\xA9\xE2\x82", 5), "the last character is incomplete");
	ok(!utf8_is_valid("\xC3\xA9\x80z", 4), "a byte between characters");
	ok(bom_is("\xEF\xBB\xBF", 3, 3) && bom_is("\xEF\xBB\xBFx", 4, 3), "a byte order mark");
	ok(bom_is("\xEF\xBB", 2, 0) && bom_is("", 0, 0) && bom_is("\xEF\xBB\xBEx", 4, 0),
	    "no byte order mark");
	return done_testing();
}
