/* differ_rfc1738.c - check that the library and the oracle give the same verdict and parts for the
 * rows of the table with each byte changed, and, with and without JIT, for generated URLs and
 * damaged rows
 *
 *	differ_rfc1738 [COUNT [SEED]] */
#include "table.h"
#include "tap.h"
#include "made.h"
#include "rfc1738.h"
#include "same_url.h"
#include "show.h"

enum { ROWS = 1024, SHOWN = 10 };

static urlgrep_scanner *jit, *interpreter;

struct count {
	unsigned long all, valid, damaged, different;
};

/* ---- rows of the table to damage --- */

static char *row[ROWS];
static size_t row_len[ROWS];
static unsigned row_count;

static void
read_rows(const char *path)
{
	struct table t = table_of(path);
	char *field[FIELDS];

	while (next_row(&t)) {
		if (split_fields(t.line, field) < 2 || row_count >= ROWS)
			continue;
		row[row_count] = strdup(field[1]);
		row_len[row_count] = unescape(row[row_count]);
		row_count++;
	}
}

/* ---- coverage of the generated URLs --- */

static const char *const part_names[] = { "scheme", "user", "password", "host",
	"port", "url-path", "search", "ftptype", "gtype", "selector", "gopher+_string", "addr-spec",
	"local-part", "domain", "article", "unique", "group", "article-number", "database", "wtype",
	"wpath", "hsoname", "fieldspecs", "opaque", "fragment" };
enum { NAMES = sizeof(part_names) / sizeof(part_names[0]) };
static unsigned long part_seen[NAMES];

static void
note_parts(const urlgrep_url *url)
{
	unsigned i, n;

	for (i = 0; i < url->part_count; i++)
		for (n = 0; n < NAMES; n++)
			part_seen[n] += strcmp(url->parts[i].name, part_names[n]) == 0;
}

static const char *
part_not_seen(void)
{
	unsigned n;

	for (n = 0; n < NAMES; n++)
		if (part_seen[n] < 100)
			return part_names[n];
	return NULL;
}

/* ---- the run --- */

/* Compare the result of the oracle with that of a scanner. */
static void
compare(urlgrep_scanner *s, const struct made *m, struct count *count)
{
	urlgrep_url ours, theirs;

	urlgrep_judge(s, m->text, m->len, 0, &ours);
	rfc1738_judge(m->text, m->len, &theirs);
	count->all++;
	count->valid += theirs.verdict == URLGREP_VALID;
	if (s == jit)
		note_parts(&theirs);
	if (same_url(&ours, &theirs) || count->different++ >= SHOWN)
		return;
	show_bytes(m->text, m->len);
	show_url(s == jit ? "library" : "without machine code", &ours);
	show_url("oracle", &theirs);
}

static void
make(struct made *m, struct count *count)
{
	unsigned damages;

	if (made_number(m, 4) == 0) {
		unsigned n = made_number(m, row_count);

		made_take(m, row[n], row_len[n]);
		damages = 1 + made_number(m, 3);
	} else {
		made_grow(m, "1738");
		damages = made_number(m, 3) ? 0 : 1 + made_number(m, 3);
	}
	count->damaged += damages > 0;
	while (damages-- > 0)
		made_damage(m);
}

/* Compare the results for row n with `len` bytes at `at` replaced by this text. */
static void
compare_changed(struct count *count, unsigned n, size_t at, size_t len, const char *by)
{
	struct made m = { .len = row_len[n] - len + strlen(by) };

	memcpy(m.text, row[n], at);
	memcpy(m.text + at, by, strlen(by));
	memcpy(m.text + at + strlen(by), row[n] + at + len, row_len[n] - at - len);
	compare(jit, &m, count);
}

/* Compare all rows with each byte omitted, doubled and replaced, and truncated there, so that each
 * piece of the grammar meets too little, too much, and a wrong character. */
static void
compare_all_changes(struct count *count)
{
	static const char marks[] = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ 019aAfFgGzZ\x7F\xE9";
	static const char *const escapes[] = { "%00", "%09", "%0A", "%0d", "%20", "%22", "%2F", "%40",
		"%41", "%5B", "%5c", "%5D", "%7F", "%ff" };
	char one[2] = "", two[3] = "";
	size_t at, i;
	unsigned n;

	for (n = 0; n < row_count; n++)
		for (at = 0; at < row_len[n]; at++) {
			two[0] = two[1] = row[n][at];
			compare_changed(count, n, at, 1, "");
			compare_changed(count, n, at, 1, two[0] ? two : "");
			compare_changed(count, n, at, row_len[n] - at, "");
			for (i = 0; i < sizeof(marks) - 1; i++) {
				one[0] = marks[i];
				compare_changed(count, n, at, 1, one);
			}
			FOR_EACH(escape, escapes)
				compare_changed(count, n, at, 1, *escape);
		}
}

int
main(int argc, char **argv)
{
	unsigned long wanted = argc > 1 ? strtoul(argv[1], NULL, 10) : 50000;
	struct made m = { .seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 1738 };
	struct count count = { 0, 0, 0, 0 }, changed = { 0, 0, 0, 0 }, interpreted = { 0, 0, 0, 0 };
	urlgrep_grammar *g = urlgrep_grammar_new("rfc1738", 0, NULL, NULL);
	urlgrep_grammar *h = urlgrep_grammar_new("rfc1738", URLGREP_NO_JIT, NULL, NULL);

	jit = urlgrep_scanner_new(g);
	interpreter = urlgrep_scanner_new(h);
	read_rows("tests/vectors/rfc1738.tsv");
	compare_all_changes(&changed);
	ok(changed.different == 0 && changed.all > 1000 * row_count && changed.valid > changed.all / 10,
	    "rfc1738: %u rows with each byte changed, %lu URLs, %lu of them valid: as the oracle says",
	    row_count, changed.all, changed.valid);
	memset(part_seen, 0, sizeof(part_seen)); /* from here on, in generated URLs */
	while (count.all < wanted) {
		make(&m, &count);
		compare(jit, &m, &count);
		compare(interpreter, &m, &interpreted);
	}
	ok(count.different == 0 && interpreted.different == 0,
	    "rfc1738: %lu URLs, %lu of them valid, %lu damaged: as the oracle "
	    "says, verdict and parts", count.all, count.valid, count.damaged);
	ok(count.valid > wanted / 5 && count.valid < wanted * 4 / 5,
	    "neither valid nor invalid ones are rare");
	ok(part_not_seen() == NULL, "each part was seen a hundred times: %s",
	    part_not_seen() ? part_not_seen() : "yes");
	urlgrep_scanner_free(jit);
	urlgrep_scanner_free(interpreter);
	urlgrep_grammar_free(g);
	urlgrep_grammar_free(h);
	return done_testing();
}
