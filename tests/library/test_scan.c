/* test_scan.c - the cases of the tables in main(): a text, and what is found in it: URLs, names
 * without a scheme, e-mail addresses, defanged URLs. The findings must be the same if the text
 * comes in two pieces cut anywhere, byte by byte, and without JIT.
 *
 *	test_scan [DIRECTORY]	the directory of the tables, tests/vectors if not given */
#include <jansson.h>

#include "findings.h"
#include "fence.h"
#include "scanners.h"
#include "table.h"
#include "tap.h"
#include "urlgrep.h"

/* The last one is "current" without URLs beyond US-ASCII. */
enum { GRAMMARS = 5 };
static const char *const grammar_names[GRAMMARS] = { "rfc1738", "current", "draft", "iri",
	"ascii" };

/* Return the scanner of one of these grammars, with JIT or without. */
static urlgrep_scanner *
scanner_for(const char *name, bool jit)
{
	bool is_ascii = strcmp(name, "ascii") == 0;

	return scanner_of(is_ascii ? "current" : name,
	    (jit ? URLGREP_EARLY_JIT : URLGREP_NO_JIT) | (is_ascii ? URLGREP_NO_IRI : 0));
}

/* The caller of the scanner decodes transfer encodings (rule Q1). */
static size_t
decode_quoted_printable(char *text, size_t len)
{
	size_t in = 0, out = 0;
	unsigned code;

	while (in < len) {
		if (text[in] != '=') {
			text[out++] = text[in++];
		} else if (text[in + 1] == '\n') {
			in += 2;
		} else {
			sscanf(text + in + 1, "%2x", &code);
			text[out++] = (char)code;
			in += 3;
		}
	}
	return out;
}

static bool
span_is(urlgrep_span span, json_t *string)
{
	return span.len == json_string_length(string) &&
	    memcmp(span.text, json_string_value(string), span.len) == 0;
}

/* Return true if the finding has these warnings, in the library's order; NULL: any. */
static bool
has_warnings(const urlgrep_finding *f, json_t *names)
{
	urlgrep_warnings set = urlgrep_finding_warnings(f);
	size_t n = 0;
	unsigned i;

	for (i = 0; names && urlgrep_name(URLGREP_WARNING_NAMES, i); i++) {
		const char *name = json_string_value(json_array_get(names, n));

		if (!(set >> i & 1))
			continue;
		if (name == NULL || strcmp(name, urlgrep_name(URLGREP_WARNING_NAMES, i)) != 0)
			return false;
		n++;
	}
	return n == json_array_size(names);
}

/* Return true if a name is the expected one, which may be any if the row has none. */
static bool
name_is(const char *name, json_t *expected)
{
	return expected == NULL || strcmp(name, json_string_value(expected)) == 0;
}

static bool
optional_span_is(urlgrep_span span, json_t *expected)
{
	return expected == NULL || span_is(span, expected);
}

/* Return true if the finding has these signs of defanging, in the library's order. */
static bool
has_signs(const urlgrep_finding *f, json_t *signs)
{
	size_t n = 0;
	unsigned i;

	for (i = 0; urlgrep_name(URLGREP_DEFANG_SIGN_NAMES, i); i++)
		if (f->defang_signs >> i & 1 && (n == json_array_size(signs) ||
			!name_is(urlgrep_name(URLGREP_DEFANG_SIGN_NAMES, i),
			    json_array_get(signs, n++))))
			return false;
	return n == json_array_size(signs) && (signs == NULL) == (f->defanged.text == NULL);
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

/* Return true if the finding has all that the row says. Of a defanged URL it says no verdict
 * and no alternatives. */
static bool
is_expected(const urlgrep_finding *f, json_t *expect)
{
	json_t *form = json_object_get(expect, "form");
	bool is_defanged = json_object_get(expect, "defanged") != NULL;

	return span_is(f->url.text, json_object_get(expect, "url")) &&
	    (name_is(urlgrep_name(URLGREP_FORM_NAMES, f->form), form) ||
		name_is(urlgrep_form_is_delimited(f->form) ? "wrapped" : "bare", form)) &&
	    name_is(urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence),
		json_object_get(expect, "confidence")) &&
	    name_is(urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->certainty),
		json_object_get(expect, "certainty")) &&
	    has_warnings(f, json_object_get(expect, "warnings")) &&
	    has_signs(f, json_object_get(expect, "signs")) &&
	    optional_span_is(f->defanged, json_object_get(expect, "defanged")) &&
	    optional_span_is(f->written, json_object_get(expect, "written")) &&
	    optional_span_is(f->supplied, json_object_get(expect, "supplied")) &&
	    (is_defanged ? f->kind == URLGREP_KIND_URL && !f->written.text && !f->supplied.text :
		(f->url.verdict == URLGREP_VALID) == json_is_true(json_object_get(expect, "valid")) &&
		has_alternatives(f, json_object_get(expect, "alternatives")));
}

/* Return true if a name or an address is what the text has at its offset, unless line
 * breaks are within it. */
static bool
is_in_place(const urlgrep_finding *f, const char *text)
{
	return f->kind == URLGREP_KIND_URL || f->length != f->written.len ||
	    memcmp(text + f->offset, f->written.text, f->written.len) == 0;
}

/* Where a row is, and what it is about. */
struct place {
	const char *path;
	unsigned line;
	const char *why;
};

static bool
option(json_t *options, const char *name)
{
	return json_is_true(json_object_get(options, name));
}

/* Return true if a row with these options says something of the finding: with "refang" of
 * defanged URLs only; with "schemeless" or "email" of names and addresses, with both of URLs,
 * too, that are valid, or with "invalid" are not. */
static bool
is_of_row(const urlgrep_finding *f, json_t *options)
{
	bool names = json_object_get(options, "schemeless") != NULL;
	bool addresses = json_object_get(options, "email") != NULL;

	if (json_object_get(options, "refang"))
		return f->defanged.text != NULL;
	if (!names && !addresses)
		return true;
	return (f->url.verdict != URLGREP_VALID) == option(options, "invalid") &&
	    (f->kind != URLGREP_KIND_URL || (names && addresses));
}

static void
check_whole(urlgrep_scanner *s, const char *text, size_t len, unsigned flags, json_t *row,
    const struct place *at)
{
	json_t *expect = json_object_get(row, "expect"), *options = json_object_get(row, "options");
	const urlgrep_finding *f;
	size_t n = 0;
	bool good = true;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, text, len, flags | URLGREP_LAST | URLGREP_ALL);
	while ((f = urlgrep_next(s)) != NULL)
		good &= is_in_place(f, text) && (!is_of_row(f, options) ||
		    is_expected(f, json_array_get(expect, n++)));
	if (!ok(good && n == json_array_size(expect), "%s:%u: %s", at->path, at->line,
		at->why)) {
		char *found = findings_of(s, text, len, len, 1, flags);
		char *expected = json_dumps(expect, JSON_INDENT(1));

		show("text", json_string_value(json_object_get(row, "text")));
		show("expected", expected);
		show("found", found);
		free(expected);
		free(found);
	}
}

static void
check_pieces(const char *grammar, const char *text, size_t len, unsigned flags,
    const struct place *at)
{
	urlgrep_scanner *s = scanner_for(grammar, true);
	urlgrep_scanner *plain = scanner_for(grammar, false);
	char *whole = findings_of(s, text, len, len, 1, flags);
	char *other = findings_of(plain, text, len, len, 1, flags);
	size_t cut;
	bool same = true;

	ok(strcmp(whole, other) == 0, "%s:%u: without JIT: %s", at->path, at->line,
	    at->why);
	free(other);
	for (cut = 0; cut < len; cut++) {
		other = findings_of(s, text, len, cut, len, flags);
		if (strcmp(whole, other) != 0 && same) {
			same = false;
			printf("# cut at %zu\n", cut);
			show("expected", whole);
			show("found", other);
		}
		free(other);
	}
	ok(same, "%s:%u: in two pieces: %s", at->path, at->line, at->why);
	other = findings_of(s, text, len, 1, 1, flags);
	ok(strcmp(whole, other) == 0, "%s:%u: byte by byte: %s", at->path, at->line,
	    at->why);
	free(other);
	free(whole);
}

/* Return the flags of an option that is true or the least certainty to report. */
static unsigned
least_flags(json_t *option, unsigned find, unsigned low)
{
	return option == NULL ? 0 : json_is_string(option) &&
	    strcmp(json_string_value(option), "low") == 0 ? find | low : find;
}

static unsigned
flags_of(json_t *options)
{
	static const struct {
		const char *option;
		unsigned flag;
	} flags[] = { { "format_flowed", URLGREP_FLOWED }, { "delsp", URLGREP_DELSP },
		{ "malformed", URLGREP_FIND_MALFORMED }, { "https", URLGREP_SUPPLY_HTTPS } };
	json_t *refang = json_object_get(options, "refang");
	unsigned set = least_flags(json_object_get(options, "schemeless"), URLGREP_FIND_NAMES,
	    URLGREP_LOW_NAMES) | least_flags(json_object_get(options, "email"),
	    URLGREP_FIND_ADDRESSES, URLGREP_LOW_ADDRESSES);
	size_t i;

	for (i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		set |= option(options, flags[i].option) ? flags[i].flag : 0;
	if (refang)
		set |= URLGREP_REFANG | (json_is_string(refang) ? URLGREP_REFANG_HOSTS : 0);
	return set;
}

/* Return the grammar of a row: the one it names, or that of its kind. */
static const char *
grammar_of(json_t *options)
{
	json_t *named = json_object_get(options, "grammar");

	return option(options, "iri") ? "iri" : named ? json_string_value(named) :
	    json_object_get(options, "refang") ? "current" :
	    json_object_get(options, "schemeless") || json_object_get(options, "email") ? "ascii" :
	    "rfc1738";
}

static void
check_row(json_t *row, struct place *at)
{
	json_t *options = json_object_get(row, "options");
	json_t *text = json_object_get(row, "text");
	const char *grammar = grammar_of(options);
	size_t len = json_string_length(text);
	char *decoded = malloc(len + 1);
	unsigned flags = flags_of(options);
	struct fenced copy;

	at->why = json_string_value(json_object_get(row, "why"));
	memcpy(decoded, json_string_value(text), len + 1);
	if (option(options, "quoted_printable"))
		len = decode_quoted_printable(decoded, len);
	fence(&copy, decoded, len);
	free(decoded);
	check_whole(scanner_for(grammar, true), copy.text, len, flags, row, at);
	check_pieces(grammar, copy.text, len, flags, at);
	if (flags & (URLGREP_FIND_NAMES | URLGREP_FIND_ADDRESSES))
		check_pieces(grammar, copy.text, len, flags | URLGREP_FIND_MALFORMED, at);
	unfence(&copy);
}

/* Return the number of rows. */
static unsigned
check_table(const char *path)
{
	struct table t = table_of(path);
	struct place at = { path, 0, NULL };

	while (next_row(&t)) {
		json_t *row = json_loads(t.line, JSON_ALLOW_NUL, NULL);

		at.line = t.number;
		if (row)
			check_row(row, &at);
		else
			ok(false, "%s:%u: JSON", path, at.line);
		json_decref(row);
	}
	return t.rows;
}

/* ---- prose.txt ---- */

static const char *const marks[] = { "\u00AB", "\u00BB", "\u2039", "\u203A", "\u2192",
	"\u21B5", "\u2260", "\u2248" };
enum { BEGIN_VALID, END_VALID, BEGIN_INVALID, END_INVALID, ARROW, BREAK, OTHER, LOOSE,
	MARKS };

/* Return which mark is here, or MARKS. */
static unsigned
mark_at(const char *line)
{
	unsigned i;

	for (i = 0; i < MARKS; i++)
		if (strncmp(line, marks[i], strlen(marks[i])) == 0)
			break;
	return i;
}

/* Write the text of a case: without its marks, with its line breaks. Return its length. */
static size_t
plain_text(const char *line, char *text)
{
	bool in_url = false; /* between one of the later marks and the end of the stretch */
	size_t len = 0;

	while (*line) {
		unsigned mark = mark_at(line);

		if (mark == MARKS && !in_url)
			text[len++] = *line;
		else if (mark == BREAK)
			text[len++] = '\n';
		in_url = mark == ARROW || mark == OTHER || mark == LOOSE || (in_url && mark == MARKS);
		line += mark == MARKS ? 1 : strlen(marks[mark]);
	}
	text[len] = '\0';
	return len;
}

static void
write_text(FILE *file, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		if (text[i] == '\n')
			fputs(marks[BREAK], file);
		else
			putc(text[i], file);
}

/* Is the URL the stretch of text without its line breaks? */
static bool
is_stretch(urlgrep_span url, const char *text, size_t len)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++)
		if (text[i] != '\n' && (n == url.len || text[i] != url.text[n++]))
			return false;
	return n == url.len;
}

/* Write whether a finding is loose, and its other readings. */
static void
write_others(FILE *file, const urlgrep_finding *f)
{
	unsigned i;

	if (f->url.verdict == URLGREP_LOOSE)
		fputs(marks[LOOSE], file);
	for (i = 1; i < f->reading_count; i++) {
		fputs(marks[OTHER], file);
		write_text(file, f->readings[i].url.text, f->readings[i].url.len);
	}
}

/* Return the text with marks around all that is found: a case, to be freed. */
static char *
marked_text(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    bool with_others)
{
	char *marked;
	size_t size, end = 0;
	FILE *file = open_memstream(&marked, &size);
	const urlgrep_finding *f;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, text, len, flags | URLGREP_LAST | URLGREP_ALL);
	while ((f = urlgrep_next(s)) != NULL) {
		bool valid = f->url.verdict == URLGREP_VALID;
		const char *stretch = text + f->offset;

		write_text(file, text + end, (size_t)f->offset - end);
		fputs(marks[valid ? BEGIN_VALID : BEGIN_INVALID], file);
		write_text(file, stretch, (size_t)f->length);
		if (!is_stretch(f->url.text, stretch, (size_t)f->length)) {
			fputs(marks[ARROW], file);
			write_text(file, f->url.text.text, f->url.text.len);
		}
		if (with_others)
			write_others(file, f);
		fputs(marks[valid ? END_VALID : END_INVALID], file);
		end = (size_t)(f->offset + f->length);
	}
	write_text(file, text + end, len - end);
	fclose(file);
	return marked;
}

/* What the lines of prose.txt before a case say about it. */
struct prose {
	char why[512];
	char todo[512];
	const char *grammar;
	unsigned flags;
	bool with_others;
};

static void
check_prose_case(const char *line, const struct prose *p, const struct place *at)
{
	char *text = malloc(strlen(line) + 1);
	size_t len = plain_text(line, text);
	char *marked = marked_text(scanner_for(p->grammar, true), text, len, p->flags,
	    p->with_others);

	if (!ok(strcmp(marked, line) == 0, "%s:%u: %s", at->path, at->line, at->why)) {
		show("expected", line);
		show("found", marked);
	}
	free(marked);
	check_pieces(p->grammar, text, len, p->flags, at);
	free(text);
}

/* Read "# REASON", "@grammar NAME", "@flags NAME...", "@readings" or "@todo REASON". Return
 * false if the line is a case. */
static bool
read_prose_setting(struct prose *p, const char *line)
{
	unsigned i;

	if (*line == '#') {
		snprintf(p->why, sizeof(p->why), "%s", line + 1 + (line[1] == ' '));
	} else if (strncmp(line, "@grammar ", 9) == 0) {
		for (i = 0; i < GRAMMARS; i++)
			if (strcmp(grammar_names[i], line + 9) == 0)
				p->grammar = grammar_names[i];
	} else if (strncmp(line, "@flags", 6) == 0) {
		p->flags = (strstr(line, "flowed") ? URLGREP_FLOWED : 0) |
		    (strstr(line, "delsp") ? URLGREP_DELSP : 0) |
		    (strstr(line, "malformed") ? URLGREP_FIND_MALFORMED : 0) |
		    (strstr(line, "text") ? URLGREP_NOT_MAIL : 0) |
		    (strstr(line, "wrapped") ? URLGREP_JOIN_WRAPPED : 0) |
		    (strstr(line, "never") ? URLGREP_JOIN_NEVER : 0) |
		    (strstr(line, "decoded") ? URLGREP_DECODED : 0) |
		    (strstr(line, "fields") ? URLGREP_COMMA_ENDS : 0) |
		    (strstr(line, "xml") ? URLGREP_XML : 0) |
		    (strstr(line, "names") ? URLGREP_FIND_NAMES : 0) |
		    (strstr(line, "addresses") ? URLGREP_FIND_ADDRESSES : 0) |
		    (strstr(line, "refang") ? URLGREP_REFANG : 0) |
		    (strstr(line, "hosts") ? URLGREP_REFANG | URLGREP_REFANG_HOSTS : 0);
	} else if (strcmp(line, "@readings") == 0) {
		p->with_others = true;
	} else if (strncmp(line, "@todo ", 6) == 0) {
		snprintf(p->todo, sizeof(p->todo), "%s", line + 6);
	} else {
		return *line == '\0';
	}
	return true;
}

/* Return the number of cases. */
static unsigned
check_prose(const char *path)
{
	FILE *file = open_table(path);
	char *line = NULL;
	size_t size = 0;
	struct prose p = { "", "", "current", 0, false };
	struct place at = { path, 0, p.why };
	unsigned cases = 0;

	while (read_line(file, &line, &size)) {
		at.line++;
		if (read_prose_setting(&p, line))
			continue;
		tap_todo = *p.todo ? p.todo : NULL;
		check_prose_case(line, &p, &at);
		*p.todo = '\0';
		cases++;
	}
	free(line);
	fclose(file);
	return cases;
}

/* A URL that ends a text of more bytes than a URL may have; nothing is read after it. */
static void
check_end_of_long_text(void)
{
	enum { LEN = 2 * URLGREP_MAX_URL_BYTES };
	static const char url[] = " http://h.example/a";
	char *text = malloc(LEN), *found;

	memset(text, ' ', LEN);
	memcpy(text + LEN - strlen(url), url, strlen(url));
	found = findings_of(scanner_for("current", true), text, LEN, LEN, 1, 0);
	ok(strstr(found, "http://h.example/a valid") != NULL, "a URL at the end of a long text");
	free(found);
	free(text);
}

/* ---- without the options --- */

static void
check_without_options(void)
{
	static const char text[] = "www.example.org/x ann@example.org <URL:www.example.org>";
	char *found = findings_of(scanner_for("current", true), text, sizeof(text) - 1,
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
	struct kept *iri = kept_of("iri", URLGREP_EARLY_JIT);
	size_t i, j, k;
	unsigned texts = 0, same = 0;

	for (i = 0; i < sizeof(addresses) / sizeof(addresses[0]); i++)
		for (j = 0; j < sizeof(before) / sizeof(before[0]); j++)
			for (k = 0; k < sizeof(after) / sizeof(after[0]); k++, texts++) {
				urlgrep_scanner *new = urlgrep_scanner_new(iri->grammar);
				char text[128];
				int len = snprintf(text, sizeof(text), "%s%s%s", before[j],
				    addresses[i], after[k]);

				same += find_same(new, iri->scanner, text, (size_t)len);
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
		unsigned (*check)(const char *path);
		unsigned least; /* cases */
	} tables[] = { { "scan.jsonl", check_table, 70 },
		{ "scan-more.jsonl", check_table, 35 },
		{ "joins.jsonl", check_table, 45 }, { "schemeless.jsonl", check_table, 150 },
		{ "email.jsonl", check_table, 80 }, { "names-more.jsonl", check_table, 30 },
		{ "refang.jsonl", check_table, 100 }, { "prose.txt", check_prose, 60 },
		{ "text-joins.txt", check_prose, 90 },
		{ "mail-joins.txt", check_prose, 25 }, { "schemes.txt", check_prose, 100 },
		{ "runs.txt", check_prose, 350 }, { "defanged.txt", check_prose, 120 },
		{ "wrapped.txt", check_prose, 150 } };
	const char *vectors = argc > 1 ? argv[1] : "tests/vectors";
	char path[4096];
	size_t i;

	for (i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
		unsigned cases;

		snprintf(path, sizeof(path), "%s/%s", vectors, tables[i].name);
		cases = tables[i].check(path);
		ok(cases >= tables[i].least, "%s: %u cases, at least %u", path, cases,
		    tables[i].least);
	}
	check_end_of_long_text();
	check_without_options();
	check_known_addresses();
	check_known_addresses(); /* in which each address is known */
	free_scanners();
	return done_testing();
}
