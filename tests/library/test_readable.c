/* test_readable.c - URLs in readable form: tests/vectors/readable.tsv, and the pairs of Unicode's
 * LinkFormattingTest.txt (UTS #58) if that file is beside the repository */
#include "percent.h"
#include "table.h"
#include "tap.h"
#include "urlgrep.h"
#include "util/span.h"

#define UNICODE_FILE "../shared/uts58/LinkFormattingTest.txt"

static urlgrep_scanner *scanner, *second;

static bool
is_same(urlgrep_span a, urlgrep_span b)
{
	return a.len == b.len && memcmp(a.text, b.text, b.len) == 0;
}

static bool
is_readable(const char *url, unsigned flags, const char *expected)
{
	urlgrep_span readable;
	urlgrep_url judged;

	urlgrep_judge(scanner, url, strlen(url), 0, &judged);
	if (urlgrep_readable(scanner, &judged, flags, &readable) == URLGREP_OK &&
	    is_same(readable, span_of(expected)))
		return true;
	printf("# %s\n# expected %s\n# got      %.*s\n", url, expected, (int)readable.len,
	    readable.text);
	return false;
}

/* ---- the table --- */

/* Write text without its percent-encoding to out. */
static urlgrep_span
decode(const char *text, char *out)
{
	return (urlgrep_span){ out, percent_decode(text, strlen(text), out) };
}

static bool
is_found_whole(const char *url)
{
	const urlgrep_finding *f;
	char text[4096];

	urlgrep_scanner_reset(second);
	snprintf(text, sizeof(text), "%s\n", url);
	urlgrep_scanner_text(second, text, strlen(text), URLGREP_LAST);
	f = urlgrep_next(second);
	return f && is_same(f->url.text, span_of(url));
}

static void
check_table(void)
{
	struct table t = table_of("tests/vectors/readable.tsv");
	char *field[FIELDS], decoded[2][4096];
	size_t end;
	unsigned fields;

	while (next_row(&t)) {
		fields = split_fields(t.line, field);
		unescape(field[0]);
		ok(is_readable(field[0], 0, field[1]), "%s", field[1]);
		ok(is_readable(field[0], URLGREP_ENCLOSED, field[fields - 1]), "enclosed: %s",
		    field[fields - 1]);
		ok(is_same(decode(field[0], decoded[0]), decode(field[1], decoded[1])),
		    "it is the same URL");
		end = strlen(field[1]) - 1;
		if (field[1][end] != '?')
			ok(is_found_whole(field[1]), "it is found again");
	}
}

/* ---- Unicode's pairs: a comment with the structure, the URL, and its readable form --- */

/* Letters that stand for the parts in comments, in UTF-8, and the delimiter before each part: the
 * scheme, the host, a segment, a key (first and others), a value, the fragment. */
static const struct {
	const char *letter, *first, *other;
} parts[] = { { "𝑺=", "", "" }, { "𝑯=", "", "" }, { "𝑷=", "/", "/" }, { "𝑸=", "?", "&" },
	{ "𝑽=", "=", "=" }, { "𝑭=", "#", "#" } };
enum { PARTS = sizeof(parts) / sizeof(parts[0]), LETTER = 5 };

/* Return the part that begins here; PARTS if none does. */
static unsigned
part_at(const char *text)
{
	unsigned i;

	for (i = 0; i < PARTS && strncmp(text, parts[i].letter, LETTER) != 0; i++)
		;
	return i;
}

/* Append the data of a part, mostly percent-encoded unless is_plain. Return the end of the data. */
static const char *
append_data(char *url, const char *data, bool is_plain)
{
	for (; *data && strcmp(data, "}") != 0 && (*data != ' ' || part_at(data + 1) == PARTS); data++)
		if (is_plain || ascii_is(*data, ASCII_ALPHA | ASCII_DIGIT) ||
		    strchr("!'()*:;,@$~_.-", *data))
			sprintf(url + strlen(url), "%c", *data);
		else
			sprintf(url + strlen(url), "%%%02X", (unsigned char)*data);
	return data;
}

/* Write the URL with this structure, "{𝑺=https:// 𝑯=example.com 𝑷=α}". */
static void
make_url(char *url, const char *structure)
{
	unsigned part, seen = 0;

	*url = '\0';
	for (structure += strcspn(structure, "{") + 1; (part = part_at(structure)) < PARTS;
	    structure += *structure == ' ') {
		strcat(url, seen & 1U << part ? parts[part].other : parts[part].first);
		seen |= 1U << part;
		structure = append_data(url, structure + LETTER, part < 2);
	}
}

/* Check the pairs. In the file, only those of Wikipedia pages are between marks. */
static void
check_unicode(void)
{
	FILE *file = fopen(UNICODE_FILE, "r");
	char *line = NULL, url[4096] = "";
	unsigned lines = 0, pairs = 0, flags = 0;
	size_t size = 0;

	if (file == NULL) {
		skip("Unicode's pairs", "no " UNICODE_FILE);
		return;
	}
	while (read_line(file, &line, &size)) {
		if (strncmp(line, "# Wikipedia", 11) == 0)
			flags = URLGREP_ENCLOSED;
		if (strncmp(line, "# {", 3) == 0) {
			make_url(url, line);
			lines = 0;
		} else if (*line && *line != '#' && ++lines == 2) {
			ok(is_readable(url, flags, line), "Unicode: %s", line);
			pairs++;
		}
	}
	ok(pairs == 55, "all 55 pairs are read");
	free(line);
	fclose(file);
}

int
main(void)
{
	urlgrep_url url;
	urlgrep_span readable = { "", 1 };

	scanner = urlgrep_scanner_new(NULL);
	second = urlgrep_scanner_new(NULL);
	check_table();
	check_unicode();
	urlgrep_judge(scanner, "http:", 5, 0, &url);
	ok(urlgrep_readable(scanner, &url, 0, &readable) == URLGREP_REJECTED && !readable.text,
	    "an invalid URL is rejected");
	urlgrep_scanner_free(second);
	urlgrep_scanner_free(scanner);
	return done_testing();
}
