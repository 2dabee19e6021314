/* test_transfer.c - decode quoted-printable and base64, compare with slow decoders, and map each
 * decoded byte back; where base64 ends and plain text follows */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "fence.h"
#include "tap.h"
#include "mail/transfer.h"

static struct arena arena = { &memory_default, NULL };

/* from: a "^" below each encoded byte at which a byte of the text begins */
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
	/* white space at the end of a line */
	{ "a \t\nb", "a\nb", "^  ^^" },
	{ "a  \r\n \nb ", "a\r\n\nb", "^  ^^ ^^ " },
	{ "a  b", "a  b", "^^^^" },
	{ "a=20\nb", "a \nb", "^^  ^^" },
	{ "a=20 \nb", "a \nb", "^^   ^^" },
	{ "some words of a line  \nand more", "some words of a line\nand more",
	    "^^^^^^^^^^^^^^^^^^^^  ^^^^^^^^^" },
	{ "twenty letters, then \rCR alone", "twenty letters, then \rCR alone",
	    "^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^" },
	/* neither the end of a line nor an encoded byte */
	{ "a \r", "a \r", "^^^" },
	{ "a= \r", "a= \r", "^^^^" },
	{ "a \r\r\nb", "a\r\r\nb", "^ ^^^^" },
	{ "a=\r\r\nb", "ab", "^    ^" },
	{ "a=4\n=", "a=4\n", "^^^^ " },
	{ "=x1==41= 1", "=x1=A= 1", "^^^^^  ^^^" },
};

/* Return true if the source of the byte at `at` ends where it should: that of "=41" after its
 * digits, that of every other unit after one byte. */
static bool
has_right_end(const struct quoted_case *c, struct transfer_decoder *d, size_t at, size_t from)
{
	const char *unit = c->encoded + from;
	bool is_escape = *unit == '=' && strchr("4C3A2", unit[1]) && unit[1] && unit[2] > ' ';

	return transfer_decoder_source(d, at).end == from + (is_escape ? 3 : 1);
}

static void
check_case(const struct quoted_case *c)
{
	size_t at, from = 0;
	struct transfer_decoder *d = transfer_decoder_new(&arena, c->encoded,
	    strlen(c->encoded), TRANSFER_QUOTED_PRINTABLE);
	urlgrep_span text = { d->decoded, d->len };
	bool good = span_bytes_are(text, c->text);

	for (at = 0; good && at < text.len; at++, from++) {
		from += strcspn(c->from + from, "^");
		good = transfer_decoder_source(d, at).begin == from &&
		    has_right_end(c, d, at, from);
	}
	ok(good, "quoted-printable case %d", (int)(c - cases));
	arena_clear(&arena);
}

/* groups: below each encoded byte, a letter for the group of four that it belongs to. The source
 * of three decoded bytes extends from the first such letter to the last */
static const struct base64_case {
	const char *encoded, *text, *groups;
} base64_cases[] = {
	{ "", "", "" },
	{ "YWJj", "abc", "aaaa" },
	{ "YWJj\nZGVm\n", "abcdef", "aaaa bbbb " },
	{ "\r\nYWJj\r\n\r\nZG\r\nVm", "abcdef", "  aaaa    bb  bb" },
	{ " YW!J*j\nZG-Vm", "abcdef", " aa a a bb bb" },
	{ "YWJjZA==\n", "abcd", "aaaabb   " },
	{ "YWJjZGU=", "abcde", "aaaabbb " },
	{ "YWJjZGVmZA", "abcdefd", "aaaabbbbcc" },
	{ "YWJjZGU\n", "abcde", "aaaabbb " },
	{ "YWJjZ", "abc", "aaaa " },
	{ "YWJjZ=GVm", "abc", "aaaa     " }, /* the first "=" ends the data */
	{ "YWJjZG=VmZGVm", "abcd", "aaaabb       " },
	{ "=YWJj", "", "     " },
	{ "YWJjZA=\nYWJj", "abcd", "aaaabb      " }, /* so does padding without a group */
	/* decoded 16 letters or more at a time */
	{ "YWJjYWJjYWJjYWJj", "abcabcabcabc", "aaaabbbbccccdddd" },
	{ "YWJjYWJjYWJjYWJ*jYWJjYWJjZA==", "abcabcabcabcabcabcd", "aaaabbbbccccddd deeeeffffgg  " },
	{ "+/+/a+b/", "\373\377\277\153\346\377", "aaaabbbb" },
};

static void
check_base64(const struct base64_case *c)
{
	struct transfer_decoder *d = transfer_decoder_new(&arena, c->encoded,
	    strlen(c->encoded), TRANSFER_BASE64);
	size_t at;
	urlgrep_span text = { d->decoded, d->len };
	bool good = span_bytes_are(text, c->text);

	for (at = 0; good && at < text.len; at++) {
		const char *first = strchr(c->groups, 'a' + (int)(at / 3));
		const char *last = strrchr(c->groups, 'a' + (int)(at / 3));
		struct byte_range source = transfer_decoder_source(d, at);

		good = source.begin == (size_t)(first - c->groups) &&
		    source.end == 1 + (size_t)(last - c->groups);
	}
	ok(good, "base64 case %d", (int)(c - base64_cases));
	arena_clear(&arena);
}

/* Repeat a unit that decodes to `decoded` bytes, the first of which comes from the
 * unit's first byte. */
static void
check_many(enum transfer_encoding encoding, const char *unit, size_t decoded)
{
	enum { TIMES = 5000 };
	size_t len = strlen(unit), i;
	char *encoded = malloc(len * TIMES);
	struct transfer_decoder *d;
	bool good;

	for (i = 0; i < TIMES; i++)
		memcpy(encoded + i * len, unit, len);
	d = transfer_decoder_new(&arena, encoded, len * TIMES, encoding);
	good = d->len == TIMES * decoded;
	for (i = 0; i < TIMES; i++)
		good = good && transfer_decoder_source(d, i * decoded).begin == i * len;
	for (; i > 0; i--) /* backwards, too */
		good = good && transfer_decoder_source(d, (i - 1) * decoded).begin == (i - 1) * len;
	ok(good, "%s: map back %d units of %zu bytes", transfer_encoding_name(encoding),
	    TIMES, len);
	arena_clear(&arena);
	free(encoded);
}

/* Decode quoted-printable byte by byte as specified in RFC 2045, 6.7. Record the source of each
 * byte. Return the length. */
static size_t
decode_slowly(const char *in, size_t len, char *out, size_t *from)
{
	size_t at = 0, count = 0;

	while (at < len) {
		size_t end = at + (in[at] == '='), next;

		if (in[at] == '=' && len - at > 2 && isxdigit((unsigned char)in[at + 1]) &&
		    isxdigit((unsigned char)in[at + 2])) {
			const char pair[] = { in[at + 1], in[at + 2], '\0' };

			from[count] = at;
			out[count++] = (char)strtol(pair, NULL, 16);
			at += 3;
			continue;
		}
		while (end < len && (in[end] == ' ' || in[end] == '\t'))
			end++;
		for (next = end; next < len && in[next] == '\r'; next++)
			;
		if (next == len || in[next] != '\n')
			next = end;
		if (end > at && (next == len || in[next] == '\n')) {
			at = in[at] == '=' && next < len ? next + 1 : end;
			continue;
		}
		from[count] = at;
		out[count++] = in[at++];
	}
	return count;
}

static bool
decodes_right(const char *encoded, size_t len)
{
	char wanted[256];
	size_t from[256], count = decode_slowly(encoded, len, wanted, from), at;
	struct transfer_decoder *d = transfer_decoder_new(&arena, encoded, len,
	    TRANSFER_QUOTED_PRINTABLE);
	urlgrep_span text = { d->decoded, d->len };
	bool good = text.len == count && memcmp(text.text, wanted, count) == 0;

	for (at = 0; good && at < count; at++)
		good = transfer_decoder_source(d, at).begin == from[at];
	arena_clear(&arena);
	return good;
}

/* Decode texts of usual and unusual units, of each length up to a few blocks. */
static void
check_random(void)
{
	static const char *const units[] = { "=41", "=", "=\n", "=\r\n", "= \t\n", "=4", "=x1",
		" ", "\t", "  ", "                                 ", "\n", "\r\n", "\r", "a",
		"word", "\xE9", "thirty-two letters in one block,", "=C3=A9", " \n" };
	unsigned random = 1;
	bool good = true;
	int i;

	for (i = 0; i < 3000; i++) {
		char encoded[256];
		size_t len = 0;

		while (len < sizeof(encoded) - 40) {
			const char *unit = units[(random >> 16) % (sizeof(units) / sizeof(*units))];

			random = random * 1103515245 + 12345;
			memcpy(encoded + len, unit, strlen(unit));
			len += strlen(unit);
		}
		len -= (size_t)i % len;
		good = decodes_right(fenced_copy(encoded, len), len) && good;
	}
	ok(good, "quoted-printable: as decoded byte by byte");
}

/* ---- base64, letter by letter --- */

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Return the value of a base64 letter; 64 for any other byte. */
static unsigned
value_of(char c)
{
	const char *found = c ? strchr(alphabet, c) : NULL;

	return found ? (unsigned)(found - alphabet) : 64;
}

/* Write the bytes that two or three letters stand for. */
static size_t
put_rest(char *out, unsigned bits, unsigned count)
{
	if (count < 2)
		return 0;
	out[0] = (char)(count == 2 ? bits >> 4 : bits >> 10);
	if (count == 3)
		out[1] = (char)(bits >> 2);
	return count - 1;
}

/* Decode bit by bit. */
static size_t
decode_base64_slowly(const char *text, size_t len, char *out)
{
	unsigned bits = 0, count = 0;
	size_t n = 0, at;

	for (at = 0; at < len; at++) {
		if (text[at] == '=') {
			n += put_rest(out + n, bits, count % 4);
			for (; at < len && text[at] == '='; at++)
				count++;
			while (at < len && (text[at] == '\r' || text[at] == '\n'))
				at++;
			if (at == len || value_of(text[at]) == 64 || count % 4 != 0)
				return n;
			count = 0;
		}
		if (value_of(text[at]) == 64)
			continue;
		bits = bits << 6 | value_of(text[at]);
		if (++count % 4 == 0) {
			out[n++] = (char)(bits >> 16);
			out[n++] = (char)(bits >> 8);
			out[n++] = (char)bits;
		}
	}
	return n + put_rest(out + n, bits, count % 4);
}

/* Decode texts of letters with a few other bytes, of each length up to a few blocks. The byte after
 * them must not count. */
static void
check_random_base64(void)
{
	static const char others[] = "\r\n \t=-!\xE9@[`{:,.\x7F";
	unsigned random = 1;
	bool good = true;
	int i;

	for (i = 0; i < 40000; i++) {
		char text[100], wanted[100], out[100];
		size_t len = (size_t)i % sizeof(text), at, n;

		for (at = 0; at < len; at++) {
			random = random * 1103515245 + 12345;
			text[at] = random >> 27 ? alphabet[random >> 16 & 63] :
			    others[random >> 16 & 15];
		}
		n = decode_base64_slowly(text, len, wanted);
		good &= base64_decode(fenced_copy(text, len), len, out) == n &&
		    memcmp(out, wanted, n) == 0 && n < base64_decoded_size(len);
	}
	ok(good, "base64: as decoded letter by letter");
}

/* ---- plain text after base64 --- */

static const struct {
	const char *data, *text;
} footer_cases[] = {
	{ "", "" },
	{ "\n", "" },
	{ "YWJj", "" },
	{ "YWJjZA==\n\n", "" },
	{ "YWJjYWJjYWJjYWJj\r\nYWJjYWJj\r\n\r\n", "" },
	/* text after padding, after a short line, after a full one */
	{ "YWJjZA==\n", "____\nhttp://h.example/?a=b\n" },
	{ "YWJjZA==\r\n", "____\r\nlist\r\n" },
	{ "YWJjZA== the list\n", "Ann\n" },
	{ "YWJjYWJjYWJjYWJj\nYWJj\n", "____\nhttp://h.example/\n" },
	{ "YWJjYWJjYWJjYWJj\n", "\xe9\n" },
	{ "YWJjYWJjYWJjYWJj\n", " \n  -- \nann\n" },
	{ "YWJjZA==\n", "YWJj\n" },
	{ "YWJjZA==\nYWJjZGVm\nYWJjZGU=\n", "Best regards\n" }, /* data that continues */
	{ "YWJjZA==\nYWJjZGVmYWJj\n", "" },
	{ "YWJjZA==YWJjZA==\n", "http://h.example/\n" },
	{ "YWJjZA==\n\nYWJjZGVmYWJj\n", "" },
	/* a short line that ends the data, after an empty one */
	{ "YWJjYWJjYWJjYWJj\n\nYWI=\n\n", "" },
	{ "YWJjYWJjYWJjYWJj\r\n\r\nYWJjZA==\r\n", "____\r\n" },
	/* data after marks that decoders skip */
	{ "YWJj\n!!!!YWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJj\n", "" },
	/* lines that are not data, or have white space, and data after them */
	{ "YWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjY\n!\nYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjY\n", "-\n" },
	{ "YWJjYWJjYWJjYWJj\n-- line\nYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJj=\n", "" },
	{ "YWJjYWJjYWJjYWJj\nYW Jj\nYWJjYWJjYWJjYWJj\nYW Jj\n", "" },
	{ "  YWJj\n\tZG Vm \n", "" },
	/* no line consists only of data */
	{ "YW!J*j\nZG-Vm", "" },
	{ "> YWJj\n> YWJj\n", "" },
	{ "just text http://h.example/\n", "" },
	{ "=YWJj", "" },
};

static void
check_footer(size_t number)
{
	char joined[200];
	size_t wanted = strlen(footer_cases[number].data);

	snprintf(joined, sizeof(joined), "%s%s", footer_cases[number].data,
	    footer_cases[number].text);
	ok(base64_data_end(fenced_copy(joined, strlen(joined)), strlen(joined)) == wanted,
	    "where the data ends, %zu", number + 1);
}

int
main(void)
{
	size_t i;

	FOR_EACH(c, cases)
		check_case(c);
	FOR_EACH(c, base64_cases)
		check_base64(c);
	check_many(TRANSFER_BASE64, "YWJj\n", 3);
	check_many(TRANSFER_BASE64, "YW Jj!!!ZGVm", 6);
	check_many(TRANSFER_BASE64,
	    "U2VlIGh0dHA6Ly9hLmV4YW1wbGUvYmFzZTY0IGFuZApodHRwOi8vYi5leGFtcGxlL3R3b29v\n", 54);
	check_random();
	check_random_base64();
	for (i = 0; i < COUNT(footer_cases); i++)
		check_footer(i);
	check_many(TRANSFER_QUOTED_PRINTABLE, "a", 1);
	check_many(TRANSFER_QUOTED_PRINTABLE, "=41", 1);
	check_many(TRANSFER_QUOTED_PRINTABLE, "=4", 2);
	check_many(TRANSFER_QUOTED_PRINTABLE, "ab=\n", 2);
	check_many(TRANSFER_QUOTED_PRINTABLE, "line of text\r\n", 14);
	check_many(TRANSFER_QUOTED_PRINTABLE,
	    "a long word=C3=A9 and what follows it, up to the line's end=\n", 55);
	arena_free(&arena);
	return done_testing();
}
