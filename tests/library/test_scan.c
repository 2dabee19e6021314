/* test_scan.c - the cases of scan.jsonl, scan-more.jsonl, joins.jsonl, prose.txt,
 * text-joins.txt, mail-joins.txt, schemes.txt, runs.txt, defanged.txt and wrapped.txt: a
 * text, and what is found in it. The findings must be the same if the text comes in two pieces
 * cut anywhere, byte by byte, and without JIT.
 *
 *	test_scan [DIRECTORY]	the directory of the tables, tests/vectors if not given */
#include <jansson.h>

#include "findings.h"
#include "tap.h"
#include "urlgrep.h"

struct bench {
	urlgrep_grammar *grammar;
	urlgrep_scanner *scanner;
};

static struct bench
bench_for(const char *name, unsigned flags)
{
	static struct bench benches[8];
	static const char *const names[] = { "rfc1738", "current", "draft",
		"iri" };
	unsigned i;

	for (i = 0; strcmp(names[i], name); i++)
		;
	i += flags ? 4 : 0;
	if (benches[i].grammar == NULL) {
		benches[i].grammar = urlgrep_grammar_new(name,
		    flags ? flags : URLGREP_EARLY_JIT, NULL, NULL);
		benches[i].scanner = urlgrep_scanner_new(benches[i].grammar);
	}
	return benches[i];
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

static bool
is_expected(const urlgrep_finding *f, json_t *expect)
{
	json_t *alternatives = json_object_get(expect, "alternatives");
	json_t *confidence = json_object_get(expect, "confidence");
	size_t i;

	if (!span_is(f->url.text, json_object_get(expect, "url")) ||
	    strcmp(urlgrep_form_is_delimited(f->form) ? "wrapped" : "bare",
		json_string_value(json_object_get(expect, "form"))) != 0 ||
	    (f->url.verdict == URLGREP_VALID) !=
		json_is_true(json_object_get(expect, "valid")))
		return false;
	if (confidence && strcmp(urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence),
		json_string_value(confidence)) != 0)
		return false;
	if (!has_warnings(f, json_object_get(expect, "warnings")))
		return false;
	if (f->reading_count != json_array_size(alternatives) + 1)
		return false;
	for (i = 1; i < f->reading_count; i++)
		if (!span_is(f->readings[i].url, json_array_get(alternatives, i - 1)))
			return false;
	return true;
}

/* Where a row is, and what it is about. */
struct place {
	const char *path;
	unsigned line;
	const char *why;
};

static void
check_whole(urlgrep_scanner *s, const char *text, size_t len, unsigned flags,
    json_t *expect, const struct place *at)
{
	const urlgrep_finding *f;
	size_t n = 0;
	bool good = true;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, text, len, flags | URLGREP_LAST | URLGREP_ALL);
	while ((f = urlgrep_next(s)) != NULL)
		good &= is_expected(f, json_array_get(expect, n++)) != 0;
	if (!ok(good && n == json_array_size(expect), "%s:%u: %s", at->path, at->line,
		at->why)) {
		char *found = findings_of(s, text, len, len, 1, flags);
		char *expected = json_dumps(expect, JSON_INDENT(1));

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
	urlgrep_scanner *s = bench_for(grammar, 0).scanner;
	urlgrep_scanner *plain = bench_for(grammar, URLGREP_NO_JIT).scanner;
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

static bool
option(json_t *options, const char *name)
{
	return json_is_true(json_object_get(options, name));
}

static void
check_row(json_t *row, struct place *at)
{
	json_t *options = json_object_get(row, "options");
	json_t *text = json_object_get(row, "text");
	json_t *named = json_object_get(options, "grammar");
	const char *grammar = named ? json_string_value(named) : "rfc1738";
	size_t len = json_string_length(text);
	char *copy = malloc(len + 1);
	unsigned flags = (option(options, "format_flowed") ? URLGREP_FLOWED : 0) |
	    (option(options, "delsp") ? URLGREP_DELSP : 0) |
	    (option(options, "malformed") ? URLGREP_FIND_MALFORMED : 0);

	at->why = json_string_value(json_object_get(row, "why"));
	memcpy(copy, json_string_value(text), len + 1);
	if (option(options, "quoted_printable"))
		len = decode_quoted_printable(copy, len);
	if (option(options, "iri"))
		grammar = "iri";
	check_whole(bench_for(grammar, 0).scanner, copy, len, flags,
	    json_object_get(row, "expect"), at);
	check_pieces(grammar, copy, len, flags, at);
	free(copy);
}

/* Return the number of rows. */
static unsigned
check_table(const char *path)
{
	FILE *file = open_table(path);
	char *line = NULL;
	size_t size = 0;
	struct place at = { path, 0, NULL };

	while (read_line(file, &line, &size)) {
		json_t *row = json_loads(line, JSON_ALLOW_NUL, NULL);

		at.line++;
		if (row)
			check_row(row, &at);
		else
			ok(false, "%s:%u: JSON", path, at.line);
		json_decref(row);
	}
	free(line);
	fclose(file);
	return at.line;
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
	char *marked = marked_text(bench_for(p->grammar, 0).scanner, text, len, p->flags,
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
	static const char *const names[] = { "rfc1738", "current", "draft", "iri" };
	unsigned i;

	if (*line == '#') {
		snprintf(p->why, sizeof(p->why), "%s", line + 1 + (line[1] == ' '));
	} else if (strncmp(line, "@grammar ", 9) == 0) {
		for (i = 0; i < 4; i++)
			if (strcmp(names[i], line + 9) == 0)
				p->grammar = names[i];
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
	found = findings_of(bench_for("current", 0).scanner, text, LEN, LEN, 1, 0);
	ok(strstr(found, "http://h.example/a valid") != NULL, "a URL at the end of a long text");
	free(found);
	free(text);
}

int
main(int argc, char **argv)
{
	static const char *const names[] = { "rfc1738", "current", "draft",
		"iri" };
	static const struct {
		const char *name;
		unsigned (*check)(const char *path);
		unsigned least; /* cases */
	} tables[] = { { "scan.jsonl", check_table, 70 },
		{ "scan-more.jsonl", check_table, 35 },
		{ "joins.jsonl", check_table, 45 }, { "prose.txt", check_prose, 60 },
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
	for (i = 0; i < 8; i++) {
		struct bench b =
		    bench_for(names[i & 3], i & 4 ? URLGREP_NO_JIT : 0);

		urlgrep_scanner_free(b.scanner);
		urlgrep_grammar_free(b.grammar);
	}
	return done_testing();
}
