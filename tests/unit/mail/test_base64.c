/* test_base64.c - base64 decoded as by a decoder that takes one letter at a time: each byte at
 * each place, texts of every length. Also: where the data ends and plain text follows */
#include "fence.h"
#include "mail/transfer.h"
#include "tap.h"

enum { MAX_TEXT = 100 };

static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Return the value of a letter; 64 if it is none. */
static unsigned
value_of(char c)
{
	const char *found = c ? strchr(alphabet, c) : NULL;

	return found ? (unsigned)(found - alphabet) : 64;
}

/* Put what two or three letters stand for. */
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
decode_slowly(const char *text, size_t len, char *out)
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

/* Compare with the slow decoder; both get the text in a block of its own size. */
static bool
agrees(const char *text, size_t len)
{
	char wanted[MAX_TEXT], *copy = malloc(len + 1);
	char *out = malloc(base64_decoded_size(len));
	size_t n = decode_slowly(text, len, wanted);
	bool ignored, good;

	memcpy(copy, text, len);
	copy[len] = 'A'; /* which must not count */
	good = base64_decode(copy, len, out, &ignored) == n && memcmp(out, wanted, n) == 0 &&
	    n < base64_decoded_size(len);
	free(copy);
	free(out);
	return good;
}

static void
fill(char *text, size_t len, size_t step)
{
	size_t i;

	for (i = 0; i < len; i++)
		text[i] = alphabet[(i * step + 7) % 64];
}

/* ---- plain text after the data --- */

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
	{ "YWJjZA==\nYWJjZGVm\nYWJjZGU=\n", "Best regards\n" }, /* data that goes on */
	{ "YWJjZA==\nYWJjZGVmYWJj\n", "" },
	{ "YWJjZA==YWJjZA==\n", "http://h.example/\n" },
	{ "YWJjZA==\n\nYWJjZGVmYWJj\n", "" },
	/* lines that are no data, or white space in one, and data after them */
	{ "YWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjY\n!\nYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJjY\n", "-\n" },
	{ "YWJjYWJjYWJjYWJj\n-- line\nYWJjYWJjYWJjYWJjYWJjYWJjYWJjYWJj=\n", "" },
	{ "YWJjYWJjYWJjYWJj\nYW Jj\nYWJjYWJjYWJjYWJj\nYW Jj\n", "" },
	{ "  YWJj\n\tZG Vm \n", "" },
	/* no line is data alone */
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
	char text[MAX_TEXT] = "", kept, out[8];
	size_t len, at;
	int c;
	bool good = true, ignored;

	for (len = 0; len < MAX_TEXT; len++) {
		fill(text, len, len % 63 + 1);
		good &= agrees(text, len);
	}
	ok(good, "texts of every length");
	for (c = 0, good = true; c < 256; c++)
		for (at = 0; at < 40; at++) {
			fill(text, 40, 5);
			kept = text[at];
			text[at] = (char)c;
			good &= agrees(text, 40) && agrees(text, 38) && agrees(text + at, 40 - at);
			text[at] = kept;
		}
	ok(good, "each byte at each place");
	for (at = 0, good = true; at < 64; at++) {
		char group[] = { 'A', 'A', 'A', alphabet[at] };

		good &= base64_decode(group, 4, out, &ignored) == 3 && out[0] == 0 && out[1] == 0 &&
		    (unsigned char)out[2] == at;
	}
	ok(good, "the value of each letter");
	for (len = 0, good = true; len < 60; len++) {
		memset(text, '\n', sizeof(text));
		fill(text + len, 20, 3);
		good &= agrees(text, len + 20) && agrees(text, len) && agrees(text, 75);
	}
	ok(good, "letters after other bytes");
	ok(base64_decoded_size(0) >= 1 && base64_decoded_size(4) >= 3 &&
	    base64_decoded_size(400) <= 306, "the size that is needed");
	for (at = 0; at < sizeof(footer_cases) / sizeof(footer_cases[0]); at++)
		check_footer(at);
	return done_testing();
}
