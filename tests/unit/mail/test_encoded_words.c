/* test_encoded_words.c - encoded words (RFC 2047), also malformed ones: nothing is lost, and the
 * work is linear */
#include "tap.h"
#include "mail/charset.h"
#include "mail/header.h"
#include "util/memory.h"

static struct charset_converters *converters;

/* A text and its decoded form. */
static const char *const cases[][2] = {
	{ "", "" },
	{ "a b", "a b" },
	{ " a\t b ", " a\t b " },
	{ "=?utf-8?q?a?=", "a" },
	{ "=?UTF-8?Q?a=C3=A9_b?= c", "a\u00E9 b c" },
	{ "=?utf-8*en?q?a?=", "a" },
	{ "=?utf-8?q?" "?=", "" },
	{ "=?utf-8?b?w6k=?=", "\u00E9" },
	{ "=?utf-8?B?w6kh?=", "\u00E9!" },
	{ "=?utf-8?B?YQ==?=", "a" },
	{ "=?utf-8?B?" "?=", "" },
	{ "=?us-ascii?Q?a=3Db?=", "a=b" },
	{ "=?iso-8859-1?q?=E9?=", "\u00E9" },
	{ "=?ISO-8859-15?q?=A4?=", "\u20AC" },
	{ "=?windows-1252?q?=93a=94?=", "\u201Ca\u201D" },
	{ "=?koi8-r?B?1MXT1A==?=", "\u0442\u0435\u0441\u0442" },
	{ "=?gb2312?B?1tDOxA==?=", "\u4E2D\u6587" },
	{ "=?Shift_JIS?B?g0E=?=", "\u30A2" },
	{ "=?iso-2022-jp?B?GyRCJEsbKEI=?=", "\u306B" },
	{ "=?ks_c_5601-1987?B?v+Q=?=", "\uC694" },
	/* white space between encoded words is not part of the text */
	{ "=?utf-8?q?a?= =?utf-8?q?b?=", "ab" },
	{ "=?utf-8?q?a?= \t =?koi8-r?q?b?=  =?utf-8?b?Yg==?= c", "abb c" },
	{ "x =?utf-8?q?a?= y =?utf-8?q?b?=", "x a y b" },
	/* a character in two words, if both have the same encoding and charset */
	{ "=?utf-8?q?=C3?= =?UTF-8?q?=A9?=", "\u00E9" },
	{ "=?utf-8?b?YWLD?= =?utf-8?b?qQ==?=", "ab\u00E9" },
	{ "=?utf-8?q?=C3?= =?utf-8?b?qQ==?=", "\uFFFD\uFFFD" },
	{ "=?utf-8?b?YQ==?= =?utf-8?b?Yg==?=", "ab" },
	{ "=?utf-8?b?YcM=?= =?utf-8?b?qQ==?=", "a\u00E9" },
	/* text in UTF-8 that is not encoded */
	{ "caf\u00E9 =?utf-8?q?a?=", "caf\u00E9 a" },
	/* the same in ISO 8859-1, word by word */
	{ "caf\xE9", "caf\u00E9" },
	{ "\xC3\xA9 \xC3\xA9\xE9 \xFF\x80", "\u00E9 \u00C3\u00A9\u00E9 \u00FF\xC2\x80" },
	/* encoded words within others */
	{ "x=?utf-8?q?a?=", "xa" },
	{ "=?utf-8?q?a?=x", "ax" },
	{ "\"=?utf-8?q?a?=\" <b@c.example>", "\"a\" <b@c.example>" },
	{ "=?utf-8?q?a?==?utf-8?q?b?=", "ab" },
	{ "x=?utf-8?q?a?= y", "xa y" },
	{ "=?utf-8?q?a?=\xE9=?utf-8?q?b?=", "a\u00E9b" },
	{ "=?utf-8?q?a?=?=", "a?=" },
	{ "=?utf-8?q?a?b?=", "a?b" },
	/* what its charset does not have, and NUL */
	{ "=?utf-8?q?http://a.example/=FFb=C3?=", "http://a.example/\uFFFDb\uFFFD" },
	{ "=?utf-8?q?=C3a?=", "\uFFFDa" },
	{ "=?us-ascii?q?a=E9b?=", "a\uFFFDb" },
	{ "=?iso-8859-7?q?=AE?=", "\uFFFD" },
	{ "=?windows-1252?q?a=81b?=", "a\uFFFDb" },
	{ "=?euc-jp?q?a=A4?=", "a\uFFFD" },
	{ "=?utf-8?q?a=00b?=", "a b" },
	/* without the padding; a group of letters that goes on in the next word */
	{ "=?utf-8?b?YQ?=", "a" },
	{ "=?utf-8?b?w6kh?= =?utf-8?b?YWI?=", "\u00E9!ab" },
	{ "=?utf-8?b?YWI?= b", "ab b" },
	/* URLs in Shift_JIS */
	{ "=?shift_jis?q?http://a.example/=7Ea=5C?=", "http://a.example/~a\\" },
	{ "=?Shift_JIS?B?k/ogfg==?=", "\u65E5 ~" },
	/* charsets with states, by all their names */
	{ "=?utf-7?q?+AOk-?=", "\u00E9" },
	{ "=?unicode-1-1-utf-7?q?a+AOk-b?=", "a\u00E9b" },
	{ "=?csISO2022JP?B?GyRCJEsbKEI=?=", "\u306B" },
	/* groups of letters that go on in the next word */
	{ "=?utf-8?b?YW?= =?utf-8?b?Jj?=", "abc" },
	/* blanks in a word */
	{ "=?utf-8?q?a b?= c", "a b c" },
	{ "=?utf-8?q?a =?utf-8?q?b?=", "=?utf-8?q?a b" },
	/* malformed: decoded as far as it makes sense */
	{ "=?utf-8?q?a=?=", "a=" },
	{ "=?utf-8?q?a=4?=", "a=4" },
	{ "=?utf-8?q?a=4x?=", "a=4x" },
	{ "=?utf-8?q?\u00E9?=", "\u00E9" },
	{ "=?utf-8?b?YQ=?=", "a" },
	{ "=?utf-8?b?YWJjZ?=", "abc" },
	{ "=?utf-8?b?Y===?=", "" },
	{ "=?utf-8?b?=?=", "" },
	{ "=?utf-8?b?Y*Q==?=", "a" },
	{ "=?utf-8?b?YQ==YQ==?=", "aa" },
	/* no encoded words */
	{ "=?utf-8?x?a?=", "=?utf-8?x?a?=" },
	{ "=?utf-8?q?=", "=?utf-8?q?=" },
	{ "=?utf-8?q", "=?utf-8?q" },
	{ "=?utf-8?q?a=", "=?utf-8?q?a=" },
	{ "=?", "=?" },
	{ "Java=?", "Java=?" },
	{ "=?utf-8?q?a?= =?b  =?", "a =?b  =?" },
	{ "=? \xE9", "=? \u00E9" },
	{ "=? a?=", "=? a?=" },
	{ "=??q?a?=", "=??q?a?=" },
	{ "=?*en?q?a?=", "=?*en?q?a?=" },
	{ "=?a-charset-with-a-name-of-more-than-forty-bytes?q?a?=",
	    "=?a-charset-with-a-name-of-more-than-forty-bytes?q?a?=" },
	/* unknown charsets */
	{ "=?no-such-charset?q?a=E9?=", "a\u00E9" },
	{ "=?x-unknown?q?a=E9?=", "a\u00E9" },
	{ "=?x-none?b?YQ==?= =?x-none?b?Yg==?=", "ab" },
	{ "=?x-none?b?YWI=?=\t=?x-none?b?Yw==?=  =?x-none?b?ZA==?= e", "abcd e" },
	{ "=?x-none?q?=3D?= =?x-none?b?Yg==?=", "=b" },
	{ "x =?x-none?b?YQ==?= y =?x-none?b?Yg==?=", "x a y b" },
};

static void
decode(const char *text, size_t len, struct strbuf *out)
{
	strbuf_clear(out);
	strbuf_append_byte(out, 'x'); /* what is before the text stays */
	encoded_words_decode(out, (urlgrep_span){ text, len }, converters);
	if (out->failed || out->at[0] != 'x')
		exit(2);
}

static void
check_case(const char *text, const char *wanted)
{
	struct strbuf out = { .memory = &memory_default };

	decode(text, strlen(text), &out);
	if (!ok(out.len == 1 + strlen(wanted) && memcmp(out.at + 1, wanted, out.len - 1) == 0,
	        "%s", text))
		printf("# got: %.*s\n", (int)out.len - 1, out.at + 1);
	strbuf_free(&out);
}

/* Texts of a million bytes, of which each begins a word that does not end, or is one of many. */
static void
check_long(void)
{
	static const char *const units[] = { "a", "=?", "=?a?q?", "=?a?q?b ", "=?a", "=?utf-8?q?a?=",
		"=?utf-8?b?YQ==?= ", "?=", "=?=" };
	static char text[1000 * 1000];
	struct strbuf out = { .memory = &memory_default };
	size_t unit, i;

	for (unit = 0; unit < sizeof(units) / sizeof(*units); unit++) {
		size_t len = strlen(units[unit]);

		for (i = 0; i < sizeof(text); i++)
			text[i] = units[unit][i % len];
		decode(text, sizeof(text), &out);
		ok(out.len > sizeof(text) / 20, "many times %s", units[unit]);
	}
	strbuf_free(&out);
}

int
main(void)
{
	size_t i;

	converters = charset_converters_new(&memory_default);
	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		check_case(cases[i][0], cases[i][1]);
	check_long();
	charset_converters_free(converters);
	return done_testing();
}
