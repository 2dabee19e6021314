/* test_verdicts.c - the verdict on each URL of tests/vectors/verdicts.tsv with one byte changed,
 * for each byte: so each piece of a grammar is tried with too little, too much, and another
 * character
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

/* Return the letter of the verdict on a URL: valid, loose, invalid. */
static char
judge(urlgrep_scanner *s, const char *url, size_t len)
{
	urlgrep_url judged;

	urlgrep_judge(s, url, len, 0, &judged);
	return urlgrep_verdict_name(judged.verdict)[0];
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
	for (number = 0; number < GRAMMARS; number++) {
		urlgrep_scanner_free(scanners[number]);
		urlgrep_grammar_free(grammars[number]);
	}
	if (is_writing)
		return 0;
	ok(tap_count > 300, "%d URLs", tap_count);
	return done_testing();
}
