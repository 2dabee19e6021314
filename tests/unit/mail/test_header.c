/* test_header.c - header fields: names and values, skipping, white space and comments; encoded
 * words (RFC 2047), also malformed ones: nothing is lost, and the time is linear; Date fields
 * converted to ISO 8601, and texts that are not dates */
#include "fence.h"
#include "mail/charset.h"
#include "mail/header.h"
#include "tap.h"
#include "util/ascii.h"
#include "util/memory.h"

/* ---- names --- */

static void
test_field_lengths(void)
{
	static const struct {
		const char *text;
		size_t len, name_len;
	} texts[] = {
		{ "a: b\nc: d\n", 5, 1 }, { "ab: c\r\n\r\n", 7, 2 }, { "a: b", 4, 1 },
		{ "a: b\n", 5, 1 }, { "a:\n b\n\tc\n\nd", 9, 1 }, { "a: b\n ", 6, 1 },
		{ "a: b\n \n \n", 9, 1 }, { "", 0, 0 }, { "\na: b", 0, 0 },
		{ "\n b: c", 0, 0 }, { " a: b\n", 0, 0 }, { "a b: c\n", 0, 0 },
		{ "a : b\n", 6, 1 }, { "a \t : b\n", 8, 1 }, { "a ", 0, 0 }, { "a //", 0, 0 },
		{ "http://h/\n", 0, 0 }, { "http:/\n/", 7, 4 },
		{ "X-Long: a field of three lines, of which the first one has more than\n"
		    "\tsixty-four bytes, so\n that the end is searched by blocks\nb: c", 127, 6 },
	};

	FOR_EACH(c, texts) {
		const char *text = c->text;
		struct header_field f = { .name.len = 0 };
		size_t len = header_read_field(text, strlen(text), &f);

		ok(len == c->len && (len == 0 || (f.name.len == c->name_len &&
		    f.value.text + f.value.len == text + len && f.value.text[-1] == ':')),
		    "field of text %zu", INDEX(c, texts));
	}
}

/* Return how many bytes at the beginning of text[0..len) are fields that may be skipped. */
static size_t
skippable_length(const char *text, size_t len)
{
	struct header_field f;
	size_t at = 0, n;

	while ((n = header_read_field(text + at, len - at, &f)) > 0 &&
	    !(f.name.len > 1 && (ascii_equal(f.name.text, "su", 2) || ascii_equal(f.name.text, "co", 2))))
		at += n;
	return at;
}

/* Only whole fields that may be skipped are skipped, and nearly all of those, unless their names
 * are long. */
static void
test_skipping(void)
{
	static const char *const lines[] = { "From: ann@example.org\n", "To : bob@example.org\n",
		"X-A:\n", "\tfolded\n", " folded, with a colon: and more than thirty-two bytes\n",
		"Received: from a.example by b.example; a line of more than sixty-four bytes\n",
		"http://a.example/\n", "http:/a\n", "no field\n", "\n", "\r\n", "> quoted: text\n",
		"caf\xC3\xA9: text\n", "del\x7F: text\n", ": no name\n", "sUbject: x\n", "COntent-Type: x\n",
		"X-A-Name-That-Is-Longer-Than-A-Block-Of-Bytes: x\n", "S: x\n", "C: x\r\n" };
	char text[1200];
	uint32_t seed = 1;
	struct header_field f;
	size_t bad = 0, skipped = 0, i;

	for (i = 0; i < 20000; i++) {
		size_t len = 0, n, limit, end, field;

		while (len < 1000) {
			seed = seed * 1664525 + 1013904223;
			/* choose mostly among the first lines */
			n = seed >> 28 ? (seed >> 24) % 6 : (seed >> 20) % COUNT(lines);
			len += (size_t)sprintf(text + len, "%s", lines[n]);
		}
		len -= seed >> 12 & 63;
		limit = skippable_length(text, len);
		end = header_skip_others(text, len);
		for (n = 0; n < end && (field = header_read_field(text + n, len - n, &f)) > 0;)
			n += field;
		bad += n != end || end > limit;
		skipped += end > 0;
	}
	ok(bad == 0, "%zu of %zu headers, in which other bytes were skipped", bad, i);
	ok(skipped == 0 || skipped > i / 3, "in %zu of %zu headers fields were skipped", skipped, i);
}

/* ---- values --- */

static void
test_plain(void)
{
	static const struct {
		const char *value, *trimmed; /* NULL: not plain */
	} values[] = {
		{ "a", "a" }, { " a b\r\n", "a b" }, { "\t a \t\n", "a" }, { "", "" },
		{ " \r\n", "" }, { "a\n b", NULL }, { "a\x1F" "b", NULL }, { "a\x7F" "b", NULL },
		{ "a\tb", NULL }, { "=?utf-8?q?a?=", NULL }, { "a =? b", NULL }, { "a=b?", "a=b?" },
		{ "a=", "a=" }, { "a==?", NULL }, { "~a\x7E", "~a~" }, { "caf\xC3\xA9", "caf\xC3\xA9" },
		{ "caf\xE9", NULL }, { "\xE9 a", NULL }, { "> [a]", "> [a]" },
	};

	FOR_EACH(c, values) {
		urlgrep_span value = span_of(c->value);
		bool is_plain = header_trim_if_plain(&value);
		const char *wanted = c->trimmed;

		ok(is_plain == (wanted != NULL) && (!wanted || (value.len == strlen(wanted) &&
		    memcmp(value.text, wanted, value.len) == 0)), "value %zu", INDEX(c, values));
	}
}

static void
test_unfolding(void)
{
	static const char *const values[][2] = {
		{ " a\n b", "a b" }, { " a\r\n b", "a b" }, { "\ta \t\n\t b ", "a b" },
		{ "a\n\n b", "a b" }, { "a\rb", "a b" }, { "a\tb", "a\tb" },
		{ "a \n  \n c", "a c" }, { "a\r\r\n b \r\n", "a b" }, { "  a  b  ", "a  b" },
		{ "a\f\n b\f", "a\f b\f" }, { "\v a", "\v a" }, { "a\n", "a" }, { "", "" },
		{ " \n \n", "" }, { "\n a", "a" }, { "a\001b\n c", "a\001b c" },
		{ "\xC3\xA9\n \xE9", "\xC3\xA9 \xE9" },
	};
	static const char *const urls[][2] = {
		{ "<x://h/\n b\n\tc>,\n d", "<x://h/bc>,\n d" }, { "<x://h/\n b c>", "<x://h/\n b c>" },
		{ "<x://h/\n b", "<x://h/\n b" }, { "<a\n b>", "<a\n b>" }, { "<\n x://h>", "<\n x://h>" },
		{ "<x://h\n y://h>", "<x://h\n y://h>" }, { "<x://h/\n b<c>", "<x://h/\n b<c>" },
		{ "<x://h,\n mailto:a@b>", "<x://h,\n mailto:a@b>" }, { "<x://h\r\n >", "<x://h>" },
	};
	char room[32] = " ", *out = room + 1;
	size_t i;

	ok(header_unfold(out, (urlgrep_span){ "\0\rb", 3 }) == 2 && memcmp(out, " b", 2) == 0,
	    "a line of NULs, which are blanks, unfolded");
	for (i = 0; i < COUNT(values); i++) {
		size_t len = header_unfold(out, span_of(values[i][0]));

		ok(bytes_are(out, len, values[i][1]), "value %zu, unfolded", i);
	}
	for (i = 0; i < COUNT(urls); i++) {
		size_t len = header_join_urls(out, span_of(urls[i][0]));

		ok(bytes_are(out, len, urls[i][1]), "value %zu, joined", i);
	}
}

/* ---- encoded words --- */

static struct charset_converters converters = { .memory = &memory_default };

/* A text and its decoded form. */
static const char *const encoded_words[][2] = {
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
	/* text in ISO 8859-1 that is not encoded, word by word */
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
	/* bytes that are not valid in the charset, and NUL */
	{ "=?utf-8?q?http://a.example/=FFb=C3?=", "http://a.example/\uFFFDb\uFFFD" },
	{ "=?utf-8?q?=C3a?=", "\uFFFDa" },
	{ "=?us-ascii?q?a=E9b?=", "a\uFFFDb" },
	{ "=?iso-8859-7?q?=AE?=", "\uFFFD" },
	{ "=?windows-1252?q?a=81b?=", "a\uFFFDb" },
	{ "=?euc-jp?q?a=A4?=", "a\uFFFD" },
	{ "=?utf-8?q?a=00b?=", "a b" },
	/* without padding; a group of letters that continues in the next word */
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
	/* groups of letters that continue in the next word */
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
	/* not encoded words */
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
	strbuf_append_byte(out, 'x'); /* must stay before the text */
	encoded_words_decode(out, (urlgrep_span){ text, len }, &converters);
	if (out->failed || out->at[0] != 'x')
		exit(2);
}

static void
check_encoded_words(const char *text, const char *wanted)
{
	struct strbuf out = { .memory = &memory_default };

	decode(text, strlen(text), &out);
	if (!ok(bytes_are(out.at + 1, out.len - 1, wanted), "%s", text))
		printf("# got: %.*s\n", (int)out.len - 1, out.at + 1);
	strbuf_free(&out);
}

/* Texts of a million bytes, in which each byte begins an unterminated word, or with many words. */
static void
check_long(void)
{
	static const char *const units[] = { "a", "=?", "=?a?q?", "=?a?q?b ", "=?a", "=?utf-8?q?a?=",
		"=?utf-8?b?YQ==?= ", "?=", "=?=" };
	static char text[1000 * 1000];
	struct strbuf out = { .memory = &memory_default };
	size_t unit, i;

	for (unit = 0; unit < COUNT(units); unit++) {
		size_t len = strlen(units[unit]);

		for (i = 0; i < sizeof(text); i++)
			text[i] = units[unit][i % len];
		decode(text, sizeof(text), &out);
		ok(out.len > sizeof(text) / 20, "many times %s", units[unit]);
	}
	strbuf_free(&out);
}

/* ---- dates --- */

/* iso: NULL if the date is malformed or out of range */
static const struct date_case {
	const char *date, *iso;
} dates[] = {
	/* RFC 5322, 3.3 */
	{ "Tue, 14 Mar 1995 10:12:00 +0000", "1995-03-14T10:12:00+00:00" },
	{ "Sun, 31 Dec 1995 23:59:60 +0000", "1995-12-31T23:59:60+00:00" },
	{ "Wed, 1 Jan 9999 00:00:00 +0000", "9999-01-01T00:00:00+00:00" },
	/* comments and white space, also where only 4.3 allows them */
	{ "Tue , 14\r\n Mar\t1995 10 : 12 : 00 GMT", "1995-03-14T10:12:00+00:00" },
	{ "(a (b) \\) c) Tue, (d)14 Mar 1995 10:12:00(e)+0000", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +0000 (not closed", "1995-03-14T10:12:00+00:00" },
	/* years (4.3), and those of mailers that count from 1900 */
	{ "14 Mar 49 10:12:00 +0000", "2049-03-14T10:12:00+00:00" },
	{ "14 Mar 50 10:12:00 +0000", "1950-03-14T10:12:00+00:00" },
	/* zones (4.3) */
	{ "14 Mar 1995 10:12:00 PST", "1995-03-14T10:12:00-08:00" },
	{ "14 Mar 1995 10:12:00", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 12:30 AM", "1995-03-14T00:30:00+00:00" },
	{ "14 Mar 1995 12:30:00 pm", "1995-03-14T12:30:00+00:00" },
	{ "14 Mar 1995 10:12:00 +0200 MET DST", "1995-03-14T10:12:00+02:00" },
	{ "14 Mar 1995 10:12:00 GMT+1", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 Eastern Daylight Time", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +2400", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +1", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +01", "1995-03-14T10:12:00+01:00" },
	{ "14 Mar 1995 10:12:00 +01:", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +1:00", "1995-03-14T10:12:00+00:00" },
	/* the weekday */
	{ ", 14 Mar 1995 10:12:00 GMT", "1995-03-14T10:12:00+00:00" },
	/* out of range */
	{ "0 Mar 1995 10:12:00 GMT", NULL },
	{ "31 Apr 1995 10:12:00 GMT", NULL },
	{ "14 Mar 1995 24:12:00 GMT", NULL },
	{ "14 Mar 1995 10:60:00 GMT", NULL },
	{ "14 Mar 1995 10:12:61 GMT", NULL },
	/* ISO 8601 */
	{ "1995-03-14T10:12:00", "1995-03-14T10:12:00+00:00" },
	{ "1995-03-14 10:12:00 +0100", "1995-03-14T10:12:00+01:00" },
	{ "1995-03-14T10:12:00-00:00", "1995-03-14T10:12:00+00:00" },
	{ "1995-13-14T10:12:00Z", NULL },
	{ "1995-00-14T10:12:00Z", NULL },
	{ "1995-3-14T10:12:00Z", "1995-03-14T10:12:00+00:00" },
	{ "1995-03-14", NULL },
	/* truncated; one digit too many or too few; the ends of the months */
	{ "14 Mar 1995 10:12:00 +", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +0100x", "1995-03-14T10:12:00+01:00" },
	{ "1995-03-14T10:12:00+01:00", "1995-03-14T10:12:00+01:00" },
	{ "1995-03-14T10:12:00+01:000", "1995-03-14T10:12:00+00:00" },
	{ "1995-03-14T10:12:00+01:0", "1995-03-14T10:12:00+00:00" },
	{ "1995-03-14T10:12:00+01", "1995-03-14T10:12:00+01:00" },
	{ "1995-03-14T10:12:00+", "1995-03-14T10:12:00+00:00" },
	{ "1995-03-14T10:12:000", NULL },
	{ "1995-03-14T10:12:0", "1995-03-14T10:12:00+00:00" },
	{ "1995-03-14T10:", NULL },
	{ "1995-03-14T", NULL },
	{ "1995-03-", NULL },
	{ "1995-03-014T10:12:00", NULL },
	{ "14 Mar 1995 010:12:00 GMT", NULL },
	{ "14 Mar 1995 10:012:00 GMT", NULL },
	{ "14 Mar 1995 10:12:000 GMT", NULL },
	{ "14 Mar 1995 23:59:60 +2359", "1995-03-14T23:59:60+23:59" },
	{ "14 Mar 1995 00:00:00 +2360", "1995-03-14T00:00:00+00:00" },
	{ "14 Jan 1995 00:00:00 Z", "1995-01-14T00:00:00+00:00" },
	{ "31 Jan 1995 00:00:00 Z", "1995-01-31T00:00:00+00:00" },
	{ "30 Nov 1995 00:00:00 Z", "1995-11-30T00:00:00+00:00" },
	{ "31 Nov 1995 00:00:00 Z", NULL },
	{ "30 Feb 1996 00:00:00 Z", NULL },
	{ "14 Mar 999 00:00:00 Z", "2899-03-14T00:00:00+00:00" },
	{ "14 Mar 10000 00:00:00 Z", NULL },
	/* other orders and marks: ctime(3), RFC 850, and forms that Python's parsedate() reads */
	{ "Mon Mar  2 10:00:00 EST 2020", "2020-03-02T10:00:00-05:00" },
	{ "Mon Mar  2 10:00:00 2020 -0300", "2020-03-02T10:00:00-03:00" },
	{ "Saturday, 2-Mar-85 10:00:00 EST", "1985-03-02T10:00:00-05:00" },
	{ "Sat 2 Mar 85 10:00:00-EST", "1985-03-02T10:00:00-05:00" },
	{ "Mon, 02 March 2020 10.00.00 +0000", "2020-03-02T10:00:00+00:00" },
	{ "September 14, 2020 9:12 pm", "2020-09-14T21:12:00+00:00" },
	{ "14 Mar 2020 12:12 PM", "2020-03-14T12:12:00+00:00" },
	/* not zones */
	{ "14 Mar 1995 10:12:00 BST-1", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 -2900", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 01800", "1995-03-14T10:12:00+00:00" },
	{ "14 Mar 1995 10:12:00 +-0500", "1995-03-14T10:12:00-05:00" },
	/* malformed */
	{ "14 Mar 1995 10:12:00 95 1996", "1995-03-14T10:12:00+00:00" },
	{ "(14 Mar 1995 10:12:00 GMT)", NULL },
	{ "Tue, 14 Mar 1995", NULL },
	{ "Tue, 14 Mar 1995 10", NULL },
	{ "Tue, 14 Mar 1995 10:1 GMT", "1995-03-14T10:01:00+00:00" },
	{ "Tue, 14 Mar 1995 10:12: GMT", "1995-03-14T10:12:00+00:00" },
	{ "Tue, 14 Foo 1995 10:12:00 GMT", NULL },
	{ "Tue, 014 Mar 1995 10:12:00 GMT", NULL },
	{ "99999999999 Mar 1995 10:12:00 GMT", NULL },
};

static void
check_date(const struct date_case *c)
{
	size_t len = strlen(c->date);
	char iso[DATE_ISO_BYTES];
	bool is_date = date_to_iso(fenced_copy(c->date, len), len, iso), good;

	good = is_date ? c->iso && strcmp(iso, c->iso) == 0 : c->iso == NULL;
	if (!ok(good, "date case %d", (int)(c - dates)))
		printf("# %s\n# expected: %s\n#      got: %s\n", c->date,
		    c->iso ? c->iso : "no date", is_date ? iso : "no date");
}

int
main(void)
{
	size_t i;

	test_field_lengths();
	test_skipping();
	test_plain();
	test_unfolding();
	for (i = 0; i < COUNT(encoded_words); i++)
		check_encoded_words(encoded_words[i][0], encoded_words[i][1]);
	check_long();
	charset_converters_close(&converters);
	FOR_EACH(date, dates)
		check_date(date);
	return done_testing();
}
