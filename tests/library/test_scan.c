/* test_scan.c - the cases of the tables in main(): a text and its findings: URLs, names without a
 * scheme, e-mail addresses, defanged URLs. The findings must be the same if the text comes in two
 * pieces cut anywhere, byte by byte, and without JIT. Also the signs of line breaks.
 *
 *	test_scan [DIRECTORY]	the directory of the tables; default: tests/vectors */
#include "findings.h"
#include "fence.h"
#include "scan_flags.h"
#include "scanners.h"
#include "table.h"
#include "tap.h"
#include "urlgrep.h"
#include "urlgrep_tools.h"

/* The last one is "current" restricted to US-ASCII. */
enum { GRAMMARS = 5 };
static const char *const grammar_names[GRAMMARS] = { "rfc1738", "current", "draft", "iri",
	"ascii" };

/* Return the scanner for one of these grammars, with or without JIT. */
static urlgrep_scanner *
scanner_for(const char *name, bool jit)
{
	bool is_ascii = strcmp(name, "ascii") == 0;

	return scanner_of(is_ascii ? "current" : name,
	    (jit ? URLGREP_EARLY_JIT : URLGREP_NO_JIT) | (is_ascii ? URLGREP_NO_IRI : 0));
}

/* The location of a case, and its topic. */
struct place {
	const char *path;
	unsigned line;
	const char *why;
};

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

	ok(strcmp(whole, other) == 0, "%s:%u: without JIT: %s", at->path, at->line, at->why);
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
	ok(strcmp(whole, other) == 0, "%s:%u: byte by byte: %s", at->path, at->line, at->why);
	free(other);
	free(whole);
}

/* ---- prose.txt ---- */

static const char *const marks[] = { "\u00AB", "\u00BB", "\u2039", "\u203A", "\u2192",
	"\u2260", "\u2248", "\u00A6", "\u21B5", "\u240D", "\u2400" };
enum { BEGIN_VALID, END_VALID, BEGIN_INVALID, END_INVALID, ARROW, OTHER, LOOSE, DETAILS, BREAK,
	RETURN, NOTHING, MARKS };
static const char controls[] = { '\n', '\r', '\0' }; /* of the last marks */

/* Return the mark at this place, or MARKS. */
static unsigned
mark_at(const char *line)
{
	unsigned i;

	for (i = 0; i < MARKS; i++)
		if (strncmp(line, marks[i], strlen(marks[i])) == 0)
			break;
	return i;
}

/* Write the text of a case, without its marks and with its line breaks. Return its length. */
static size_t
plain_text(const char *line, char *text)
{
	bool in_url = false; /* between one of the later marks and the end of the marked text */
	size_t len = 0;

	while (*line) {
		unsigned mark = mark_at(line);

		if (mark == MARKS && !in_url)
			text[len++] = *line;
		else if (mark >= BREAK && mark < MARKS)
			text[len++] = controls[mark - BREAK];
		in_url = (mark >= ARROW && mark <= DETAILS) || (in_url && mark == MARKS);
		line += mark == MARKS ? 1 : strlen(marks[mark]);
	}
	text[len] = '\0';
	return len;
}

static void
write_text(FILE *file, const char *text, size_t len)
{
	const char *control;
	size_t i;

	for (i = 0; i < len; i++)
		if ((control = memchr(controls, text[i], sizeof(controls))) != NULL)
			fputs(marks[BREAK + (control - controls)], file);
		else
			putc(text[i], file);
}

/* Return true if the URL is the marked text without its line breaks. */
static bool
is_stretch(urlgrep_span url, const char *text, size_t len)
{
	size_t i, n = 0;

	for (i = 0; i < len; i++)
		if (text[i] != '\n' && (n == url.len || text[i] != url.text[n++]))
			return false;
	return n == url.len;
}

/* Write that a finding is loose, if it is, and its other readings. */
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

/* Write the names of the bits of a set, each after a blank. */
static void
write_names(FILE *file, uint64_t set, urlgrep_names names)
{
	unsigned i;

	for (i = 0; urlgrep_name(names, i); i++)
		if (set >> i & 1)
			fprintf(file, " %s", urlgrep_name(names, i));
}

/* Write form and confidence; certainty and supplied parts; signs of defanging; warnings. */
static void
write_details(FILE *file, const urlgrep_finding *f)
{
	fprintf(file, "%s%s %s", marks[DETAILS], urlgrep_name(URLGREP_FORM_NAMES, f->form),
	    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence));
	if (f->kind != URLGREP_KIND_URL)
		fprintf(file, " %s %.*s", urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->certainty),
		    (int)f->supplied.len, f->supplied.text ? f->supplied.text : "");
	write_names(file, f->defang_signs, URLGREP_DEFANG_SIGN_NAMES);
	write_names(file, urlgrep_finding_warnings(f), URLGREP_WARNING_NAMES);
}

/* The settings for a case in prose.txt, from the lines before it. */
struct prose {
	char why[512];
	char todo[512];
	const char *grammar;
	unsigned flags;
	bool with_others, with_details;
};

/* Return the text with marks around all findings, in the form of a case; the caller frees it. */
static char *
marked_text(urlgrep_scanner *s, const char *text, size_t len, const struct prose *p)
{
	char *marked;
	size_t size, end = 0;
	FILE *file = open_memstream(&marked, &size);
	const urlgrep_finding *f;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, text, len, p->flags | URLGREP_LAST | URLGREP_ALL);
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
		if (p->with_others)
			write_others(file, f);
		if (p->with_details)
			write_details(file, f);
		fputs(marks[valid ? END_VALID : END_INVALID], file);
		end = (size_t)(f->offset + f->length);
	}
	write_text(file, text + end, len - end);
	fclose(file);
	return marked;
}

static void
check_prose_case(const char *line, const struct prose *p, const struct place *at)
{
	char *text = malloc(strlen(line) + 1);
	size_t len = plain_text(line, text);
	char *marked = marked_text(scanner_for(p->grammar, true), text, len, p);

	if (!ok(strcmp(marked, line) == 0, "%s:%u: %s", at->path, at->line, at->why)) {
		show("expected", line);
		show("found", marked);
	}
	free(marked);
	check_pieces(p->grammar, text, len, p->flags, at);
	if (p->flags & (URLGREP_FIND_NAMES | URLGREP_FIND_ADDRESSES))
		check_pieces(p->grammar, text, len, p->flags | URLGREP_FIND_MALFORMED, at);
	free(text);
}

/* Read a line "# REASON", "@grammar NAME", "@flags NAME...", "@readings", "@details" or "@todo
 * REASON". Return false if the line is a case. */
static bool
read_prose_setting(struct prose *p, char *line)
{
	unsigned i;

	if (*line == '#' && (line[1] == ' ' || line[1] == '\0')) {
		snprintf(p->why, sizeof(p->why), "%s", line[1] ? line + 2 : "");
	} else if (strncmp(line, "@grammar ", 9) == 0) {
		for (i = 0; i < GRAMMARS; i++)
			if (strcmp(grammar_names[i], line + 9) == 0)
				p->grammar = grammar_names[i];
	} else if (strncmp(line, "@flags", 6) == 0) {
		p->flags = scan_flags_of(line + 6);
	} else if (strcmp(line, "@readings") == 0) {
		p->with_others = true;
	} else if (strcmp(line, "@details") == 0) {
		p->with_others = p->with_details = true;
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
	struct prose p = { .grammar = "current" };
	struct place at = { path, 0, NULL };
	unsigned cases = 0;

	while (read_line(file, &line, &size)) {
		char *why;

		at.line++;
		if (read_prose_setting(&p, line))
			continue;
		at.why = p.why;
		if ((why = strstr(line, "\t# ")) != NULL) {
			*why = '\0';
			at.why = why + 3;
		}
		tap_todo = *p.todo ? p.todo : NULL;
		check_prose_case(line, &p, &at);
		*p.todo = '\0';
		cases++;
	}
	free(line);
	fclose(file);
	return cases;
}

/* ---- signs.tsv: signs for and against joining the lines of a URL ---- */

/* Return true if the line break has the wanted sign: "NAME" or "NAME=POINTS". */
static bool
has_sign(const urlgrep_sign *signs, unsigned count, unsigned line_break, const char *wanted)
{
	const char *points = strrchr(wanted, '=');
	bool has_points = points && points[1] != '\0' && strspn(points + 1, "-0123456789") ==
	    strlen(points + 1);
	size_t len = has_points ? (size_t)(points - wanted) : strlen(wanted);
	unsigned i;

	for (i = 0; i < count; i++)
		if (signs[i].line_break == line_break && strlen(signs[i].name) == len &&
		    memcmp(signs[i].name, wanted, len) == 0 &&
		    (!has_points || signs[i].points == atoi(points + 1)))
			return true;
	return false;
}

/* Check a row: the wanted signs, whose names have no blanks, and the text. */
static void
check_signs_of_row(char **field, const char *place)
{
	urlgrep_scanner *s = scanner_for("current", true);
	unsigned line_break = 1, count = 0, i;
	const urlgrep_sign *signs = NULL;
	const char *missing = NULL;
	char *text = malloc(unescape(field[1]) + 1), *wanted;

	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, text, plain_text(field[1], text), URLGREP_LAST | URLGREP_ALL |
	    (strncmp(field[0], "text ", 5) == 0 ? URLGREP_NOT_MAIL : 0));
	if (ok(urlgrep_next(s) != NULL, "%s: a URL is found", place))
		signs = urlgrep_signs(s, &count);
	for (wanted = strtok(field[0], " "); wanted; wanted = strtok(NULL, " "))
		if (strspn(wanted, "0123456789") == strlen(wanted))
			line_break = (unsigned)atoi(wanted);
		else if (strcmp(wanted, "text") != 0 && !has_sign(signs, count, line_break, wanted))
			missing = wanted;
	if (!ok(missing == NULL, "%s: signs", place)) {
		printf("# %s is missing; found:", missing);
		for (i = 0; i < count; i++)
			printf(" %u:%s=%d", signs[i].line_break, signs[i].name, signs[i].points);
		printf("\n");
	}
	free(text);
}

static void
check_signs(const char *path)
{
	struct table t = table_of(path);
	char *field[FIELDS], place[4096 + 16];

	while (next_row(&t)) {
		snprintf(place, sizeof(place), "%s:%u", path, t.number);
		if (ok(split_fields(t.line, field) == 2, "%s: two fields", place))
			check_signs_of_row(field, place);
	}
	ok(t.rows >= 70, "%s: %u rows, at least 70", path, t.rows);
}

/* A URL at the end of a text longer than any URL may be. Nothing is read after it. */
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

/* ---- addresses that a scanner has seen before --- */

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

/* What a scanner remembers of an address must affect neither other addresses nor the same address
 * in other surroundings: each text has the same findings with a new scanner. */
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
	size_t k;
	unsigned texts = 0, same = 0;

	FOR_EACH(address, addresses)
		FOR_EACH(c, before)
			for (k = 0; k < sizeof(after) / sizeof(after[0]); k++, texts++) {
				urlgrep_scanner *new = urlgrep_scanner_new(iri->grammar);
				char text[128];
				int len = snprintf(text, sizeof(text), "%s%s%s", *c,
				    *address, after[k]);

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
		unsigned least; /* cases */
	} tables[] = { { "scan.txt", 105 }, { "joins.txt", 45 }, { "names.txt", 260 }, { "refang.txt", 100 },
		{ "prose.txt", 60 }, { "text-joins.txt", 90 }, { "mail-joins.txt", 25 },
		{ "schemes.txt", 100 }, { "runs.txt", 350 }, { "defanged.txt", 120 },
		{ "wrapped.txt", 150 }, { "today.txt", 110 }, { "passages.txt", 140 },
		{ "labelled-names.txt", 290 } };
	const char *vectors = argc > 1 ? argv[1] : "tests/vectors";
	char path[4096];

	FOR_EACH(table, tables) {
		unsigned cases;

		snprintf(path, sizeof(path), "%s/%s", vectors, table->name);
		cases = check_prose(path);
		ok(cases >= table->least, "%s: %u cases, at least %u", path, cases, table->least);
	}
	snprintf(path, sizeof(path), "%s/signs.tsv", vectors);
	check_signs(path);
	check_end_of_long_text();
	check_without_options();
	check_known_addresses();
	check_known_addresses();
	free_scanners();
	return done_testing();
}
