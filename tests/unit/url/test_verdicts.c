/* test_verdicts.c - the verdict on each URL of tests/vectors/verdicts.tsv with one byte changed,
 * for each byte: so each piece of a grammar is tried with too little, too much, and another
 * character; the beginnings of some are judged as if nothing followed them
 *
 *	build/tests/unit/url/test_verdicts --write >tests/vectors/verdicts.tsv
 *
 * writes the table anew, with the verdicts of now: read the difference. A new URL is a row with
 * the first two fields. */
#include "table.h"
#include "tap.h"
#include "urlgrep.h"

enum { GRAMMARS = 3, MAX_URL = 400, MAX_COLUMN = 2 * MAX_URL };

static const char table_path[] = "tests/vectors/verdicts.tsv";
static const char *const grammar_names[GRAMMARS] = { "rfc1738", "current", "draft" };
static urlgrep_grammar *grammars[GRAMMARS];
static urlgrep_scanner *scanners[GRAMMARS];

/* The changes: a byte is omitted, doubled, the first one after the end, or another one. */
static const char *const changes[] = { "omitted", "doubled", "after the end", "z", "1", "/", "%",
	".", ":" };
enum { OMITTED, DOUBLED, AFTER_END, CHANGES = sizeof(changes) / sizeof(changes[0]) };

static urlgrep_scanner *
scanner_for(const char *name)
{
	unsigned i;

	for (i = 0; i < GRAMMARS && strcmp(grammar_names[i], name) != 0; i++)
		;
	if (i == GRAMMARS)
		return NULL;
	if (scanners[i] == NULL) {
		grammars[i] = urlgrep_grammar_new(name, URLGREP_EARLY_JIT, NULL, NULL);
		scanners[i] = urlgrep_scanner_new(grammars[i]);
	}
	return scanners[i];
}

static void
free_scanners(void)
{
	unsigned i;

	for (i = 0; i < GRAMMARS; i++) {
		urlgrep_scanner_free(scanners[i]);
		urlgrep_grammar_free(grammars[i]);
	}
}

/* Return the letter of the verdict on a URL: valid, loose, invalid. */
static char
judge(urlgrep_scanner *s, const char *url, size_t len)
{
	urlgrep_url judged;

	urlgrep_judge(s, url, len, 0, &judged);
	return urlgrep_name(URLGREP_VERDICT_NAMES, judged.verdict)[0];
}

/* Copy the URL to `to` with the byte at `at` changed. Return its length. */
static size_t
change(char *to, const char *url, size_t len, size_t at, unsigned how)
{
	size_t to_len = at, from = how == DOUBLED ? at : at + 1;

	memcpy(to, url, at);
	if (how == AFTER_END)
		return to_len;
	if (how != OMITTED)
		to[to_len++] = how == DOUBLED ? url[at] : changes[how][0];
	memcpy(to + to_len, url + from, len - from);
	return to_len + len - from;
}

/* Write the verdicts on the URL with each of its bytes changed: "12v3i" are twelve valid ones
 * and three that are not. */
static void
write_verdicts(char column[MAX_COLUMN], urlgrep_scanner *s, const char *url, size_t len, unsigned how)
{
	char changed[MAX_URL + 2], verdict, before = '\0';
	size_t at, to = 0, count = 0;

	for (at = 0; at < len; at++) {
		verdict = judge(s, changed, change(changed, url, len, at, how));
		if (count > 0 && verdict != before) {
			to += (size_t)snprintf(column + to, MAX_COLUMN - to, "%zu%c", count, before);
			count = 0;
		}
		before = verdict;
		count++;
	}
	snprintf(column + to, MAX_COLUMN - to, "%zu%c", count, before);
}

/* Print the row as it should be. */
static void
write_row(char **field, urlgrep_scanner *s, const char *url, size_t len)
{
	char column[MAX_COLUMN];
	unsigned how;

	printf("%s\t%s\t%c", field[0], field[1], judge(s, url, len));
	for (how = 0; how < CHANGES; how++) {
		write_verdicts(column, s, url, len, how);
		printf("\t%s", column);
	}
	putchar('\n');
}

static void
check_row(unsigned number, char **field, unsigned count, urlgrep_scanner *s, const char *url,
    size_t len)
{
	char column[MAX_COLUMN];
	bool good = count == 3 + CHANGES && field[2][0] == judge(s, url, len);
	unsigned how, wrong = CHANGES;

	for (how = 0; good && how < CHANGES; how++) {
		write_verdicts(column, s, url, len, how);
		if (strcmp(column, field[3 + how]) == 0)
			continue;
		wrong = how;
		good = false;
		break;
	}
	if (!ok(good, "%s:%u: %s", table_path, number, field[1]) && wrong < CHANGES)
		printf("# a byte is %s: expected %s\n# got %s\n", changes[wrong], field[3 + wrong],
		    column);
}

/* ---- what follows a URL --- */

/* Return true if two URLs have the same verdict, parts and warnings. */
static bool
same_url(const urlgrep_url *a, const urlgrep_url *b)
{
	bool good = a->verdict == b->verdict && a->part_count == b->part_count &&
	    urlgrep_url_warnings(a) == urlgrep_url_warnings(b);
	unsigned i;

	for (i = 0; good && i < a->part_count; i++)
		good = a->parts[i].name == b->parts[i].name &&
		    a->parts[i].value.len == b->parts[i].value.len &&
		    a->parts[i].value.text - a->text.text == b->parts[i].value.text - b->text.text;
	return good;
}

/* The beginning of a text is judged as if nothing followed it. */
static void
test_beginnings(const char *text)
{
	urlgrep_scanner *s = scanner_for("current");
	size_t len = strlen(text), n;
	bool good = true;

	for (n = 0; n <= len; n++) {
		char *alone = malloc(n + 1);
		urlgrep_url in_text, by_itself;

		memcpy(alone, text, n);
		alone[n] = '\0';
		urlgrep_judge(s, text, n, 0, &in_text);
		urlgrep_judge(s, alone, n, 0, &by_itself);
		if (!same_url(&in_text, &by_itself)) {
			printf("# %s\n", alone);
			good = false;
		}
		free(alone);
	}
	ok(good, "the beginnings of %s", text);
}

static const char *const texts[] = {
	"http://h.example/%0A%00%1F%7F", "http://h.example/%C2%9B%C2%80", "http://h.example/%C0%AF%E0%80%80",
	"http://h.example/%F0%80%80%80", "http://h.example/%250A%25ff", "gopher://h.example/1%0D%0A%09",
	"http://u%2Ev%2e@h.example/", "http://u.v:p@h.example:25/", "http://h.example/%E2%80%AE%E2%80%8B",
	"http://h.example/a\xE2\x80\xAE\xE2\x80\x8D\xD9\x85", "http://1.2.3.256/", "http://0x7f.0.0.1/",
	"http://10.0.0.1:10080/", "http://[::ffff:10.0.0.1]/", "http://[fe80::1]/", "http://[v1.a:b]/",
	"http://xn--bcher-kva.example/", "http://a.localhost./", "http://a-.b.example./", "file:\\\\h\\a",
	"file://h:1/a", "news:a..b.", "mailto:a@b.example?subject=x", "javascript:alert(1)", "data:,x",
	"http://h.example/a|b[c]^d`e{f}g\\h%zi", "http://h.example/caf\xC3\xA9/\xF0\x9F\x98\x80#x#y",
	"http://\xC3\xBC.example/", "ftp://h.example/a;type=ix", "urn:ab:c?+r?=q#f", "tel:+1-2;ext=3;isub=4",
};

int
main(int argc, char **argv)
{
	bool is_writing = argc > 1 && strcmp(argv[1], "--write") == 0;
	FILE *table = fopen(table_path, "r");
	char *line = NULL, *field[FIELDS], url[8 * MAX_URL];
	size_t size = 0, len;
	unsigned number = 0, count;

	if (table == NULL)
		return 1;
	while (read_line(table, &line, &size)) {
		urlgrep_scanner *s;

		number++;
		if (*line == '#') {
			if (is_writing)
				puts(line);
			continue;
		}
		count = split_fields(line, field);
		s = scanner_for(field[0]);
		snprintf(url, sizeof(url), "%s", count > 1 ? field[1] : "");
		len = unescape(url);
		if (count < 2 || s == NULL || len > MAX_URL)
			ok(false, "%s:%u: no grammar and URL", table_path, number);
		else if (is_writing)
			write_row(field, s, url, len);
		else
			check_row(number, field, count, s, url, len);
	}
	free(line);
	fclose(table);
	if (is_writing) {
		free_scanners();
		return 0;
	}
	ok(tap_count > 60, "%d URLs", tap_count);
	for (number = 0; number < sizeof(texts) / sizeof(texts[0]); number++)
		test_beginnings(texts[number]);
	free_scanners();
	return done_testing();
}
