/* test_encoded_words.c - encoded words (RFC 2047): usual ones are decoded without GMime, and
 * as GMime decodes them, but nothing
 * is lost */
#include "tap.h"
#include "mail/encoded_words.h"
#include "mail/gmime_dl.h"
#include "util/memory.h"

static struct charset_converters *converters;

/* GMime does not decode these so: the first word ends with padding, or there is a NUL. */
static const char split_character[] = "=?utf-8?b?YcM=?= =?utf-8?b?qQ==?=";
static const char with_nul[] = "=?utf-8?q?a=00b?=";

/* A text and its decoded form, or NULL if it is unusual and left to GMime. */
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
	{ split_character, "a\u00E9" },
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
	{ with_nul, "a b" },
	/* without the padding; a group of letters that goes on in the next word */
	{ "=?utf-8?b?YQ?=", "a" },
	{ "=?utf-8?b?w6kh?= =?utf-8?b?YWI?=", "\u00E9!ab" },
	{ "=?utf-8?b?YWI?= b", "ab b" },
	{ "=?utf-8?b?YW?= =?utf-8?b?Jj?=", NULL },
	/* URLs in Shift_JIS */
	{ "=?shift_jis?q?http://a.example/=7Ea=5C?=", "http://a.example/~a\\" },
	{ "=?Shift_JIS?B?k/ogfg==?=", "\u65E5 ~" },
	/* charsets with states, by all their names */
	{ "=?utf-7?q?+AOk-?=", "\u00E9" },
	{ "=?unicode-1-1-utf-7?q?a+AOk-b?=", "a\u00E9b" },
	{ "=?csISO2022JP?B?GyRCJEsbKEI=?=", "\u306B" },
	/* ill-formed or unknown */
	{ "=?utf-8?q?a b?=", NULL },
	{ "=?utf-8?q?a=?=", NULL },
	{ "=?utf-8?q?a=4?=", NULL },
	{ "=?utf-8?q?a=4x?=", NULL },
	{ "=?utf-8?q?\u00E9?=", NULL },
	{ "=?utf-8?x?a?=", NULL },
	{ "=?utf-8?q?=", NULL },
	{ "=?utf-8?q", "=?utf-8?q" },
	{ "=?utf-8?q?a=", "=?utf-8?q?a=" },
	{ "=?", "=?" },
	{ "Java=?", "Java=?" },
	{ "=?utf-8?q?a?= =?b  =?", "a =?b  =?" },
	{ "=? \xE9", NULL },
	{ "=? a?=", NULL },
	{ "=??q?a?=", NULL },
	{ "=?*en?q?a?=", NULL },
	{ "=?utf-8?b?YQ=?=", NULL },
	{ "=?utf-8?b?YWJjZ?=", NULL },
	{ "=?utf-8?b?Y===?=", NULL },
	{ "=?utf-8?b?=?=", NULL },
	{ "=?utf-8?b?Y*==?=", NULL },
	{ "=?utf-8?b?YQ==YQ==?=", NULL },
	{ "=?iso-8859-99?q?a?=", NULL },
	{ "=?no-such-charset?q?a?=", NULL },
	{ "=?a-charset-with-a-name-of-more-than-forty-bytes?q?a?=", NULL },
	{ "=?utf-9?q?a?=", NULL },
};

/* Decode the text without GMime, after an "x", into an empty buffer. Return false if it is
 * unusual; then the "x" is still there. */
static bool
decode_usual(const char *text, struct strbuf *out)
{
	bool is_usual;

	strbuf_clear(out);
	strbuf_append_byte(out, 'x');
	is_usual = encoded_words_decode_usual(out, text, converters);
	if (out->failed || out->at[0] != 'x' || (!is_usual && out->len != 1))
		exit(2);
	return is_usual;
}

/* Return true if GMime decodes the text so, too. */
static bool
gmime_agrees(char *text, const struct strbuf *usual)
{
	struct strbuf out = { .memory = &memory_default };
	bool has_long_word = false, agrees;

	strbuf_append_byte(&out, 'x');
	encoded_words_decode(&out, text, &has_long_word);
	agrees = out.len == usual->len && memcmp(out.at, usual->at, out.len) == 0;
	if (!agrees)
		printf("# %s\n# here: %.*s\n# GMime: %.*s\n", text, (int)usual->len, usual->at,
		    (int)out.len, out.at);
	strbuf_free(&out);
	return agrees;
}

/* Return true if a word in base64 does not have its padding: GMime drops the last letters. */
static bool
lacks_padding(const char *text)
{
	const char *word = text;

	while ((word = strcasestr(word, "?b?")) != NULL) {
		word += 3;
		if (strcspn(word, "?") % 4 != 0)
			return true;
	}
	return false;
}

/* Return true if GMime decodes the text, whose form is `usual`, in the same way. */
static bool
is_as_by_gmime(const char *text, const struct strbuf *usual)
{
	return strcmp(text, split_character) != 0 && strcmp(text, with_nul) != 0 &&
	    !lacks_padding(text) && !strcasestr(text, "shift_jis") && !strstr(text, "unicode-1-1-utf-7") &&
	    !memmem(usual->at, usual->len, "\uFFFD", 3);
}

static void
check_case(const char *text, const char *wanted)
{
	struct strbuf out = { .memory = &memory_default };
	char *copy = memory_copy(&memory_default, text, strlen(text));
	bool is_usual = decode_usual(text, &out);

	ok(is_usual == (wanted != NULL) && (wanted == NULL || (out.len == 1 + strlen(wanted) &&
	    memcmp(out.at + 1, wanted, out.len - 1) == 0)), "%s", text);
	if (is_usual && gmime()->missing == NULL && is_as_by_gmime(text, &out))
		ok(gmime_agrees(copy, &out), "%s: as GMime decodes it", text);
	memory_release(&memory_default, copy);
	strbuf_free(&out);
}

/* Texts that are left to GMime, of which GMime alone would lose a part. */
static void
check_unusual(void)
{
	static const char *const rows[][2] = {
		{ "=?x-none?b?YQ==?= =?x-none?b?Yg==?=", "ab" },
		{ "=?x-none?b?YWI=?=\t=?x-none?b?Yw==?=  =?x-none?b?ZA==?= e", "abcd e" },
		{ "=?x-none?q?=3D?= =?x-none?b?Yg==?=", "=b" },
		{ "x =?x-none?b?YQ==?= y =?x-none?b?Yg==?=", "x a y b" },
	};
	struct strbuf out = { .memory = &memory_default };
	bool has_long_word = false;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		char *copy = memory_copy(&memory_default, rows[i][0], strlen(rows[i][0]));

		strbuf_clear(&out);
		encoded_words_decode(&out, copy, &has_long_word);
		if (!ok(out.len == strlen(rows[i][1]) && memcmp(out.at, rows[i][1], out.len) == 0,
		    "by GMime: %s", rows[i][0]))
			printf("# got: %.*s\n", (int)out.len, out.at);
		memory_release(&memory_default, copy);
	}
	strbuf_free(&out);
}

static void
check_long(void)
{
	static char text[MAX_DECODED_BYTES + 2];
	struct strbuf out = { .memory = &memory_default };

	memset(text, 'a', MAX_DECODED_BYTES);
	ok(decode_usual(text, &out) && out.len == 1 + MAX_DECODED_BYTES, "the longest text");
	text[MAX_DECODED_BYTES] = 'a';
	ok(!decode_usual(text, &out), "a longer one");
	strbuf_free(&out);
}

/* Texts put together from pieces of encoded words, by a generator of numbers. */
static void
check_any(unsigned seed, unsigned rounds)
{
	static const char *const pieces[] = { "=?utf-8?q?", "=?UTF-8?Q?", "=?utf-8?b?", "=?koi8-r?q?",
		"=?iso-8859-1?q?", "=?iso-2022-jp?b?", "=?windows-1252?B?", "=?gb2312?b?", "?=", "?=",
		"?= ", "?= ", "?= \t", " ", "a", "_", "=C3", "=A9", "=E9", "=", "?", "w6k=", "YWJj",
		"YQ==", "GyRC", "JEsb", "KEI=", "\u00E9", "\xE9", "*", "=4", "1tDO", "xA==", "\xED\xA0\x80",
		"\xEF\xBF\xBE", "\xF0\x9F\x98\x80", "\xC0\xAF", "=?cp1251?q?", "\"" };
	struct strbuf out = { .memory = &memory_default };
	unsigned usual = 0, wrong = 0, round, count;
	char text[256];

	for (round = 0; round < rounds; round++) {
		text[0] = '\0';
		seed = seed * 1103515245 + 12345;
		for (count = 1 + (seed >> 16) % 14; count > 0; count--) {
			seed = seed * 1103515245 + 12345;
			strcat(text, pieces[(seed >> 16) % (sizeof(pieces) / sizeof(*pieces))]);
		}
		if (!decode_usual(text, &out) || strstr(text, "=?==?") || !is_as_by_gmime(text, &out))
			continue;
		usual++;
		wrong += !gmime_agrees(text, &out);
	}
	ok(wrong == 0 && usual > rounds / 100, "%u of %u texts are usual, and as GMime decodes them",
	    usual, rounds);
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
	if (gmime()->missing) {
		skip("texts of any pieces", "GMime is missing (install libgmime-3.0-0)");
	} else {
		check_unusual();
		check_any(2047, 300000);
	}
	charset_converters_free(converters);
	return done_testing();
}
