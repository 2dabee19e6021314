/* test_signs.c - the signs of tests/vectors/signs.tsv: what speaks for and against joining
 * the lines of a URL
 *
 *	test_signs [TABLE]	tests/vectors/signs.tsv if not given */
#include "table.h"
#include "tap.h"
#include "urlgrep.h"
#include "urlgrep_tools.h"

/* Replace each mark in the text by the character that it stands for. */
static void
undo_mark(char *text, const char *mark, char character)
{
	char *at = text;

	while ((at = strstr(at, mark)) != NULL) {
		*at++ = character;
		memmove(at, at + strlen(mark) - 1, strlen(at + strlen(mark) - 1) + 1);
	}
}

/* Return true if a sign of the line break is called so: "NAME" or "NAME=POINTS". */
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

/* Check a row: the signs that are wanted, without a blank in their names, and the text. */
static void
check_row(urlgrep_scanner *s, char **field, const char *place)
{
	unsigned line_break = 1, count = 0, i;
	const urlgrep_sign *signs = NULL;
	const char *missing = NULL;
	const urlgrep_finding *found;
	char *wanted;

	undo_mark(field[1], "\u21B5", '\n');
	undo_mark(field[1], "\u21E5", '\t');
	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, field[1], strlen(field[1]), URLGREP_LAST | URLGREP_ALL |
	    (strncmp(field[0], "text ", 5) == 0 ? URLGREP_NOT_MAIL : 0));
	if (ok((found = urlgrep_next(s)) != NULL, "%s: a URL is found", place))
		signs = urlgrep_signs(s, &count);
	for (wanted = strtok(field[0], " "); wanted; wanted = strtok(NULL, " ")) {
		if (strcmp(wanted, "text") == 0)
			continue;
		if (strspn(wanted, "0123456789") == strlen(wanted))
			line_break = (unsigned)atoi(wanted);
		else if (!has_sign(signs, count, line_break, wanted))
			missing = wanted;
	}
	if (ok(missing == NULL, "%s: signs", place))
		return;
	printf("# %s is missing; found:", missing);
	for (i = 0; i < count; i++)
		printf(" %u:%s=%d", signs[i].line_break, signs[i].name, signs[i].points);
	printf("\n");
}

int
main(int argc, char **argv)
{
	const char *path = argc > 1 ? argv[1] : "tests/vectors/signs.tsv";
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scanner *s = urlgrep_scanner_new(grammar);
	struct table t = table_of(path);
	char *field[FIELDS], place[4096 + 16];

	while (next_row(&t)) {
		snprintf(place, sizeof(place), "%s:%u", path, t.number);
		if (ok(split_fields(t.line, field) == 2, "%s: two fields", place))
			check_row(s, field, place);
	}
	ok(t.rows >= 70, "%s: %u rows, at least 70", path, t.rows);
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(grammar);
	return done_testing();
}
