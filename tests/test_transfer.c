/* test_transfer.c - quoted-printable undone, and the way back of each octet */
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "transfer.h"

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

static void
check_case(const struct quoted_case *c)
{
	size_t encoded = strlen(c->encoded), len, at, from = 0;
	struct transfer *t = transfer_new(c->encoded, encoded, 5, QUOTED_PRINTABLE);
	const char *text = transfer_text(t, &len);
	bool good = len == strlen(c->text) && memcmp(text, c->text, len) == 0;

	for (at = 0; good && at < len; at++, from++) {
		from += strcspn(c->from + from, "^");
		good = transfer_source(t, at) == 5 + from;
	}
	ok(good, "quoted-printable case %d", (int)(c - cases));
	transfer_free(t);
}

/* A unit again and again: each gives gives octets, the first of which stands at
 * its beginning. */
static void
check_many(const char *unit, size_t gives)
{
	enum { TIMES = 5000 };
	size_t each = strlen(unit), len, i;
	char *encoded = malloc(each * TIMES);
	struct transfer *t;
	bool good;

	for (i = 0; i < TIMES; i++)
		memcpy(encoded + i * each, unit, each);
	t = transfer_new(encoded, each * TIMES, 0, QUOTED_PRINTABLE);
	transfer_text(t, &len);
	good = len == TIMES * gives;
	for (i = 0; i < TIMES; i++)
		good = good && transfer_source(t, i * gives) == i * each;
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
	check_many("a", 1);
	check_many("=41", 1);
	check_many("=4", 2);
	check_many("ab=\n", 2);
	check_many("line of text\r\n", 14);
	check_many("a long word=C3=A9 and what follows it, up to the line's end=\n", 55);
	return done_testing();
}
