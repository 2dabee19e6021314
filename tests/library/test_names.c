/* test_names.c - the cases of schemeless.jsonl, email.jsonl and names-more.jsonl: names
 * without a scheme and e-mail addresses in a text. The findings must be the same if the
 * text comes in two pieces cut anywhere, byte by byte, and without JIT.
 *
 *	test_names [DIRECTORY]	the directory of the tables, tests/vectors if not given */
#include <jansson.h>

#include "findings.h"
#include "tap.h"
#include "urlgrep.h"

/* ---- scanners --- */

/* The scanner for a flag of grammars: with JIT and without. */
struct bench {
	unsigned flags;
	urlgrep_grammar *grammars[2];
	urlgrep_scanner *scanners[2];
};

static struct bench benches[] = { { .flags = URLGREP_NO_IRI }, { .flags = 0 } };
enum { BENCHES = sizeof(benches) / sizeof(benches[0]) };

static void
open_benches(void)
{
	unsigned i, j;

	for (i = 0; i < BENCHES; i++)
		for (j = 0; j < 2; j++) {
			benches[i].grammars[j] = urlgrep_grammar_new("current",
			    benches[i].flags | (j ? URLGREP_NO_JIT : URLGREP_EARLY_JIT),
			    NULL, NULL);
			benches[i].scanners[j] =
			    urlgrep_scanner_new(benches[i].grammars[j]);
		}
}

static void
close_benches(void)
{
	unsigned i, j;

	for (i = 0; i < BENCHES; i++)
		for (j = 0; j < 2; j++) {
			urlgrep_scanner_free(benches[i].scanners[j]);
			urlgrep_grammar_free(benches[i].grammars[j]);
		}
}

/* ---- one finding --- */

static bool
span_is(urlgrep_span span, json_t *string)
{
	return span.len == json_string_length(string) &&
	    memcmp(span.text, json_string_value(string), span.len) == 0;
}

/* Return true if a value that is expected, if any, is the name. */
static bool
name_is(const char *name, json_t *expected)
{
	return expected == NULL || strcmp(name, json_string_value(expected)) == 0;
}

static bool
has_alternatives(const urlgrep_finding *f, json_t *alternatives)
{
	size_t i;

	if (f->reading_count != json_array_size(alternatives) + 1)
		return false;
	for (i = 1; i < f->reading_count; i++)
		if (!span_is(f->readings[i].url, json_array_get(alternatives, i - 1)))
			return false;
	return true;
}

static bool
is_expected(const urlgrep_finding *f, json_t *expect)
{
	json_t *written = json_object_get(expect, "written");
	json_t *supplied = json_object_get(expect, "supplied");

	return span_is(f->url.text, json_object_get(expect, "url")) &&
	    name_is(urlgrep_name(URLGREP_FORM_NAMES, f->form), json_object_get(expect, "form")) &&
	    name_is(urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->certainty),
		json_object_get(expect, "certainty")) &&
	    name_is(urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence),
		json_object_get(expect, "confidence")) &&
	    (f->url.verdict == URLGREP_VALID) ==
		json_is_true(json_object_get(expect, "valid")) &&
	    (written == NULL || span_is(f->written, written)) &&
	    (supplied == NULL || span_is(f->supplied, supplied)) &&
	    f->defanged.text == NULL && f->defang_signs == 0 &&
	    has_alternatives(f, json_object_get(expect, "alternatives"));
}

/* Return true if a name or an address is what the text has at its offset, unless line
 * breaks are within it. */
static bool
is_in_place(const urlgrep_finding *f, const char *text)
{
	return f->kind == URLGREP_KIND_URL || f->length != f->written.len ||
	    memcmp(text + f->offset, f->written.text, f->written.len) == 0;
}

/* ---- rows --- */

struct row {
	const char *path, *why;
	unsigned line;
	const char *text;
	size_t len;
	const struct bench *bench;
	unsigned flags;
	bool wants_invalid;
	bool wants_urls; /* a row with both options: its expect has URLs, too */
	json_t *expect;
};

/* Compare the findings that are valid, or all others, with what is expected. */
static void
check_whole(const struct row *row)
{
	urlgrep_scanner *s = row->bench->scanners[0];
	const urlgrep_finding *f;
	size_t n = 0;
	bool good = true;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, row->text, row->len, row->flags | URLGREP_LAST | URLGREP_ALL);
	while ((f = urlgrep_next(s)) != NULL) {
		good &= is_in_place(f, row->text);
		if ((f->url.verdict != URLGREP_VALID) == row->wants_invalid &&
		    (f->kind != URLGREP_KIND_URL || row->wants_urls))
			good &= is_expected(f, json_array_get(row->expect, n++));
	}
	if (!ok(good && n == json_array_size(row->expect), "%s:%u: %s", row->path,
		row->line, row->why)) {
		char *found = findings_of(s, row->text, row->len, row->len, 1, row->flags);
		char *expected = json_dumps(row->expect, JSON_INDENT(1));

		show("text", row->text);
		show("expected", expected);
		show("found", found);
		free(expected);
		free(found);
	}
}

static void
check_pieces(const struct row *row)
{
	urlgrep_scanner *s = row->bench->scanners[0], *plain = row->bench->scanners[1];
	char *whole = findings_of(s, row->text, row->len, row->len, 1, row->flags);
	char *other = findings_of(plain, row->text, row->len, row->len, 1, row->flags);
	size_t cut;
	bool same = true;

	ok(strcmp(whole, other) == 0, "%s:%u: without JIT: %s", row->path, row->line,
	    row->why);
	free(other);
	for (cut = 0; cut < row->len && same; cut++) {
		other = findings_of(s, row->text, row->len, cut, row->len, row->flags);
		same = strcmp(whole, other) == 0;
		if (!same) {
			printf("# cut at %zu\n", cut);
			show("expected", whole);
			show("found", other);
		}
		free(other);
	}
	ok(same, "%s:%u: in two pieces: %s", row->path, row->line, row->why);
	other = findings_of(s, row->text, row->len, 1, 1, row->flags);
	ok(strcmp(whole, other) == 0, "%s:%u: byte by byte: %s", row->path, row->line,
	    row->why);
	free(other);
	free(whole);
}

/* Return the flags of an option that is true or the least certainty to report. */
static unsigned
flags_of(json_t *option, unsigned find, unsigned low)
{
	bool is_low = json_is_string(option) &&
	    strcmp(json_string_value(option), "low") == 0;

	return option == NULL ? 0 : is_low ? find | low : find;
}

/* Check a row with the text of its JSON. */
static void
check_row(struct row *row, json_t *json)
{
	json_t *options = json_object_get(json, "options");
	json_t *text = json_object_get(json, "text");

	row->why = json_string_value(json_object_get(json, "why"));
	row->text = json_string_value(text);
	row->len = json_string_length(text);
	row->bench = &benches[json_is_true(json_object_get(options, "iri"))];
	row->wants_invalid = json_is_true(json_object_get(options, "invalid"));
	row->wants_urls = json_object_get(options, "schemeless") &&
	    json_object_get(options, "email");
	row->flags = flags_of(json_object_get(options, "schemeless"), URLGREP_FIND_NAMES,
	    URLGREP_LOW_NAMES);
	row->flags |= flags_of(json_object_get(options, "email"), URLGREP_FIND_ADDRESSES,
	    URLGREP_LOW_ADDRESSES);
	if (json_is_true(json_object_get(options, "https")))
		row->flags |= URLGREP_SUPPLY_HTTPS;
	row->expect = json_object_get(json, "expect");
	check_whole(row);
	check_pieces(row);
	row->flags |= URLGREP_FIND_MALFORMED;
	check_pieces(row);
}

/* Return the number of rows. */
static unsigned
check_table(const char *path)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t size = 0;
	struct row row = { .path = path };

	while (file && read_line(file, &line, &size)) {
		json_t *json = json_loads(line, JSON_ALLOW_NUL, NULL);

		row.line++;
		if (json)
			check_row(&row, json);
		else
			ok(false, "%s:%u: JSON", path, row.line);
		json_decref(json);
	}
	free(line);
	if (file)
		fclose(file);
	return row.line;
}

/* ---- without the options --- */

static void
check_without_options(void)
{
	static const char text[] = "www.example.org/x ann@example.org <URL:www.example.org>";
	char *found = findings_of(benches[0].scanners[0], text, sizeof(text) - 1,
	    sizeof(text) - 1, 1, 0);

	ok(strcmp(found, "status 1\n") == 0, "nothing is found without the flags");
	free(found);
}

/* ---- addresses that a scanner has read before --- */

/* Return true if both scanners find the same addresses in the text. */
static bool
find_same(urlgrep_scanner *a, urlgrep_scanner *b, const char *text, size_t len)
{
	const unsigned flags = URLGREP_FIND_ADDRESSES | URLGREP_LOW_ADDRESSES;
	char *first = findings_of(a, text, len, len, 1, flags);
	char *second = findings_of(b, text, len, len, 1, flags);
	bool same = strcmp(first, second) == 0;

	if (!same) {
		printf("# text: %.*s\n", (int)len, text);
		show("first", first);
		show("then", second);
	}
	free(first);
	free(second);
	return same;
}

/* What a scanner remembers of an address must not decide about another, nor about the same
 * one in other surroundings: each text has the same findings in a new scanner. */
static void
check_known_addresses(void)
{
	static const char *const addresses[] = { "ann@example.org", "ann@example.orgx",
		"ann.lee@example.org", "nan@example.org", "ann@example.com", ".ann@example.org",
		"a=ann@example.org", "ann@example.org.", "ann@example.org.uk", "ann@Example.Org",
		"19991231235959.ann4711@example.org", "x@example.co.uk" };
	static const char *const before[] = { "", " ", "<", "see <", "In article <", "Message-ID: <",
		"References:\n <", "From: Ann <", "bob:", "mail:", "\"", "/", "@", "\\",
		"\303\244", "\302\267" };
	static const char *const after[] = { "", " ", ">", "> wrote", ":", ":22", ":/x", "_", "@",
		"\n", ".x", "\303\244", "\302\267", "\"" };
	size_t i, j, k;
	unsigned texts = 0, same = 0;

	for (i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		for (j = 0; j < sizeof(before) / sizeof(before[0]); j++)
			for (k = 0; k < sizeof(after) / sizeof(after[0]); k++, texts++) {
				urlgrep_scanner *new = urlgrep_scanner_new(benches[1].grammars[0]);
				char text[128];
				int len = snprintf(text, sizeof(text), "%s%s%s", before[j],
				    addresses[i], after[k]);

				same += find_same(new, benches[1].scanners[0], text, (size_t)len);
				urlgrep_scanner_free(new);
			}
	ok(texts > 2000 && same == texts,
	    "%u of %u texts have the same addresses whatever was read before", same, texts);
}

int
main(int argc, char **argv)
{
	static const struct {
		const char *name;
		unsigned least; /* rows */
	} tables[] = { { "schemeless.jsonl", 150 }, { "email.jsonl", 80 },
		{ "names-more.jsonl", 1 } };
	const char *vectors = argc > 1 ? argv[1] : "tests/vectors";
	char path[4096];
	size_t i;

	open_benches();
	check_without_options();
	check_known_addresses();
	check_known_addresses(); /* in which each address is known */
	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		unsigned rows;

		snprintf(path, sizeof(path), "%s/%s", vectors, tables[i].name);
		rows = check_table(path);
		ok(rows >= tables[i].least, "%s: %u rows, at least %u", path, rows,
		    tables[i].least);
	}
	close_benches();
	return done_testing();
}
