/* test_transfer.c - quoted-printable undone, and the way back of each octet, that of
 * base64 too */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "mail/transfer_encoding.h"

/* from: where each octet of the text begins, a "^" below it */
static const struct quoted_case {
	const char *encoded, *text, *from;
} cases[] = {
	{ "", "", "" },
	{ "a b\n", "a b\n", "^^^^" },
	{ "=41=3d=3D", "A==", "^  ^  ^  " },
	{ "=C3=A9\r\n", "\303\251\r\n", "^  ^  ^^" },
	/* soft line breaks */
	{ "a=\nb=\r\nc", "abc", "^  ^   ^" },
	{ "a =\nb", "a b", "^^  ^" },
	{ "a= \t\nb", "ab", "^    ^" },
	{ "a=", "a", "^ " },
	{ "a= ", "a", "^  " },
	{ "=\n=\n", "", "    " },
	/* blanks at a line's end */
	{ "a \t\nb", "a\nb", "^  ^^" },
	{ "a  \r\n \nb ", "a\r\n\nb", "^  ^^ ^^ " },
	{ "a  b", "a  b", "^^^^" },
	{ "a=20\nb", "a \nb", "^^  ^^" },
	/* what is no line's end, and no octet */
	{ "a \r", "a \r", "^^^" },
	{ "a= \r", "a= \r", "^^^^" },
	{ "a \r\r\n", "a \r\r\n", "^^^^^" },
	{ "a=4\n=", "a=4\n", "^^^^ " },
	{ "=x1==41= 1", "=x1=A= 1", "^^^^^  ^^^" },
};

/* "=41" ends behind its figures, all else one octet further. */
static bool
ends_well(const struct quoted_case *c, struct transfer *t, size_t at, size_t from)
{
	const char *unit = c->encoded + from;
	bool escape = *unit == '=' && strchr("4C3A2", unit[1]) && unit[1] && unit[2] > ' ';

	return transfer_extent(t, at).end == 5 + from + (escape ? 3 : 1);
}

static void
check_case(const struct quoted_case *c)
{
	size_t encoded = strlen(c->encoded), len, at, from = 0;
	struct transfer *t = transfer_new(c->encoded, encoded, 5, QUOTED_PRINTABLE);
	const char *text = transfer_text(t, &len);
	bool good = len == strlen(c->text) && memcmp(text, c->text, len) == 0;

	for (at = 0; good && at < len; at++, from++) {
		from += strcspn(c->from + from, "^");
		good = transfer_extent(t, at).begin == 5 + from &&
		    ends_well(c, t, at, from);
	}
	ok(good, "quoted-printable case %d", (int)(c - cases));
	transfer_free(t);
}

/* quanta: below each octet the letter of the three octets that it belongs to; the
 * extent of these is from the first to the last */
static const struct letter_case {
	const char *encoded, *text, *quanta;
} letters[] = {
	{ "", "", "" },
	{ "YWJj", "abc", "aaaa" },
	{ "YWJj\nZGVm\n", "abcdef", "aaaa bbbb " },
	{ "\r\nYWJj\r\n\r\nZG\r\nVm", "abcdef", "  aaaa    bb  bb" },
	{ " YW!J*j\nZG-Vm", "abcdef", " aa a a bb bb" },
	{ "YWJjZA==\n", "abcd", "aaaabb   " },
	{ "YWJjZGU=", "abcde", "aaaabbb " },
	{ "YWJjZGVmZA", "abcdef", "aaaabbbb  " },
	{ "+/+/a+b/", "\373\377\277\153\346\377", "aaaabbbb" },
};

static void
check_letters(const struct letter_case *c)
{
	struct transfer *t = transfer_new(c->encoded, strlen(c->encoded), 7, BASE64);
	size_t len, at;
	const char *text = transfer_text(t, &len);
	bool good = len == strlen(c->text) && memcmp(text, c->text, len) == 0;

	for (at = 0; good && at < len; at++) {
		const char *first = strchr(c->quanta, 'a' + (int)(at / 3));
		const char *last = strrchr(c->quanta, 'a' + (int)(at / 3));
		struct extent e = transfer_extent(t, at);

		good = e.begin == 7 + (size_t)(first - c->quanta) &&
		    e.end == 8 + (size_t)(last - c->quanta);
	}
	ok(good, "base64 case %d", (int)(c - letters));
	transfer_free(t);
}

static void
check_uuencoded(void)
{
	static const char text[] = "begin 644 a\n#86)C\n`\nend\n";
	struct transfer *t = transfer_new(text, strlen(text), 3, UUENCODE);
	struct extent e = transfer_extent(t, 1);

	ok(e.begin == 3 && e.end == 3 + strlen(text), "uuencode: all of it");
	transfer_free(t);
}

/* A unit again and again: each gives gives octets, the first of which stands at
 * its beginning. */
static void
check_many(enum transfer_encoding encoding, const char *unit, size_t gives)
{
	enum { TIMES = 5000 };
	size_t each = strlen(unit), len, i;
	char *encoded = malloc(each * TIMES);
	struct transfer *t;
	bool good;

	for (i = 0; i < TIMES; i++)
		memcpy(encoded + i * each, unit, each);
	t = transfer_new(encoded, each * TIMES, 0, encoding);
	transfer_text(t, &len);
	good = len == TIMES * gives;
	for (i = 0; i < TIMES; i++)
		good = good && transfer_extent(t, i * gives).begin == i * each;
	for (; i > 0; i--) /* backwards, too */
		good = good && transfer_extent(t, (i - 1) * gives).begin == (i - 1) * each;
	ok(good, "the way back among many: %zu octets each", each);
	transfer_free(t);
	free(encoded);
}

int
main(void)
{
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_case(&cases[i]);
	for (i = 0; i < sizeof(letters) / sizeof(letters[0]); i++)
		check_letters(&letters[i]);
	check_many(BASE64, "YWJj\n", 3);
	check_many(BASE64, "YW Jj!!!ZGVm", 6);
	check_many(BASE64, "U2VlIGh0dHA6Ly9hLmV4YW1wbGUvYmFzZTY0IGFuZApodHRwOi8vYi5leGFtcGxlL3R3b29v\n", 54);
	check_uuencoded();
	check_many(QUOTED_PRINTABLE, "a", 1);
	check_many(QUOTED_PRINTABLE, "=41", 1);
	check_many(QUOTED_PRINTABLE, "=4", 2);
	check_many(QUOTED_PRINTABLE, "ab=\n", 2);
	check_many(QUOTED_PRINTABLE, "line of text\r\n", 14);
	check_many(QUOTED_PRINTABLE, "a long word=C3=A9 and what follows it, up to the line's end=\n", 55);
	return done_testing();
}
