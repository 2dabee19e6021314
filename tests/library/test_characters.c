/* test_characters.c - which characters a URL may contain at a place, end before, or begin after;
 * and how often a text may be repeated there: tests/vectors/characters.tsv
 *
 *	test_characters [FILE]	print the rows for the flags, texts and units of FILE */
#include "fence.h"
#include "table.h"
#include "tap.h"
#include "described.h"
#include "urlgrep.h"
#include "util/utf8.h"

static const char table[] = "tests/vectors/characters.tsv";

enum { MAX_CODES = 4000, MAX_TIMES = 600, MAX_UNIT_BYTES = 20 };

/* The characters to try: a row of the table. */
static uint32_t codes[MAX_CODES];
static size_t code_count;

/* Read "FIRST-LAST ...", in hexadecimal. */
static void
read_codes(char *list)
{
	char *word;
	unsigned first, last;

	for (word = strtok(list, " "); word; word = strtok(NULL, " "))
		if (sscanf(word, "%x-%x", &first, &last) == 2)
			for (; first <= last && code_count < MAX_CODES; first++)
				codes[code_count++] = first;
}

static bool
is_tried(uint32_t code)
{
	size_t i;

	for (i = 0; i < code_count && codes[i] != code; i++)
		;
	return i < code_count;
}

/* Require that each non-ASCII mark in a line of a rule, as itself or as \x{HEX}, is among the
 * characters to try. Return the number of marks. */
static unsigned
check_marks(const char *path, int number, const char *line)
{
	const char *end = line + strlen(line);
	unsigned code, count = 0;

	for (; line < end; line++) {
		if (sscanf(line, "\\x{%x}", &code) != 1 &&
		    (*line >= 0 || utf8_decode(line, (size_t)(end - line), &code) == 0))
			continue;
		if (code < 0x80 || code == 0x10FFFF || character_is_letter(character_class_of(code)))
			continue;
		count++;
		if (!is_tried(code))
			ok(false, "%s:%d: U+%04X is in the first row of %s", path, number, code, table);
	}
	return count;
}

/* Check the rules for where a URL ends, but not comments and examples with other characters. */
static void
check_rules(void)
{
	static const char *const paths[] = { "src/text/rules/letters.pcre",
		"src/text/rules/ends.pcre", "src/text/rules/pairs.pcre", "src/text/rules/before.pcre",
		"src/text/rules/next-url.pcre", "src/text/rules/template.pcre" };
	char *line = NULL;
	size_t size = 0;
	unsigned marks = 0;

	FOR_EACH(path, paths) {
		FILE *file = open_table(*path);
		int number = 0;

		while (read_line(file, &line, &size)) {
			number++;
			if (line[0] != '#' && line[0] != '%')
				marks += check_marks(*path, number, line);
		}
		fclose(file);
	}
	free(line);
	ok(marks > 50, "rules name %u marks", marks);
}

/* Write the text with each "^" replaced by the unit, that many times. Return the length, and set
 * where the first replacement begins and ends. */
static size_t
write_text(char *out, const char *text, const char *unit, unsigned times, size_t *begin,
    size_t *end)
{
	size_t len = 0;
	unsigned i;

	for (*end = SIZE_MAX; *text; text++) {
		if (*text != '^') {
			out[len++] = *text;
			continue;
		}
		if (*end == SIZE_MAX)
			*begin = len;
		for (i = 0; i < times; i++, len += strlen(unit))
			strcpy(out + len, unit);
		if (*end == SIZE_MAX)
			*end = len;
	}
	return len;
}

/* Write the answer: how many findings there are, whether the first is valid, loose or invalid, and
 * where it begins and ends: before the units ("<"), just before them ("|"), at their end (")"), or
 * later (">"). */
static void
find_answer(char answer[8], urlgrep_scanner *s, const char *text, const char *unit,
    unsigned times, unsigned flags)
{
	static char room[3 * MAX_TIMES * MAX_UNIT_BYTES + 500];
	size_t before = 0, after, len = write_text(room, text, unit, times, &before, &after);
	const urlgrep_finding *f;
	unsigned count = 0;

	strcpy(answer, "-");
	urlgrep_scanner_reset(s);
	urlgrep_scanner_text(s, fenced_copy(room, len), len, flags | URLGREP_LAST | URLGREP_ALL);
	while ((f = urlgrep_next(s)) != NULL) {
		size_t end = (size_t)(f->offset + f->length);

		if (count++ == 0)
			snprintf(answer, 8, "%c%c%c",
			    urlgrep_name(URLGREP_VERDICT_NAMES, f->url.verdict)[0],
			    f->offset < before ? '<' : f->offset == before ? '|' : '>',
			    end < before ? '<' : end == before ? '|' : end == after ? ')' :
			    end < after ? '.' : '>');
	}
	if (count > 1)
		snprintf(answer + strlen(answer), 3, "%u", count < 10 ? count : 9);
}

/* Append an answer, unless it is the same as for the previous character or number. */
static void
tell_answer(struct described *t, const char *format, unsigned number, const char *answer,
    char last[8])
{
	if (strcmp(answer, last) == 0)
		return;
	tell(t, t->len ? " " : "");
	tell(t, format, number, answer);
	strcpy(last, answer);
}

static void
tell_characters(struct described *t, urlgrep_scanner *s, const char *text, unsigned flags)
{
	char answer[8], last[8] = "", unit[5];
	size_t i;

	for (i = 0; i < code_count; i++) {
		unit[utf8_encode(codes[i], unit)] = '\0';
		find_answer(answer, s, text, unit, 1, flags);
		tell_answer(t, "%x%s", codes[i], answer, last);
	}
}

static void
tell_repeated(struct described *t, urlgrep_scanner *s, const char *text, const char *unit,
    unsigned flags)
{
	char answer[8], last[8] = "";
	unsigned n;

	for (n = 0; n <= MAX_TIMES; n++) {
		find_answer(answer, s, text, unit, n, flags);
		tell_answer(t, "%u%s", n, answer, last);
	}
}

/* Append the answers for a row: flags, text, unit; without a unit, for each character. */
static void
tell_row(struct described *t, urlgrep_scanner *s, char **field)
{
	unsigned flags = (unsigned)strtoul(field[0], NULL, 10);

	t->len = 0;
	t->text[0] = '\0';
	unescape(field[1]);
	if (unescape(field[2]) > 0)
		tell_repeated(t, s, field[1], field[2], flags);
	else
		tell_characters(t, s, field[1], flags);
}

static void
check_row(urlgrep_scanner *s, char **field, int number)
{
	static struct described described;

	tell_row(&described, s, field);
	if (!ok(strcmp(described.text, field[3]) == 0, "%s:%d", table, number))
		printf("# expected: %s\n# got:      %s\n", field[3], described.text);
}

static void
print_row(urlgrep_scanner *s, char **field)
{
	static struct described described;

	printf("%s\t%s\t%s\t", field[0], field[1], field[2]);
	tell_row(&described, s, field);
	puts(described.text);
}

int
main(int argc, char **argv)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	urlgrep_scanner *s = urlgrep_scanner_new(grammar);
	struct table t = table_of(argc > 1 ? argv[1] : table);
	char *field[FIELDS];

	while (next_row(&t)) {
		split_fields(t.line, field);
		if (strcmp(field[0], "codes") == 0)
			read_codes(field[1]);
		else if (argc > 1)
			print_row(s, field);
		else
			check_row(s, field, (int)t.number);
	}
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(grammar);
	if (argc > 1)
		return 0;
	ok(t.rows > 20 && code_count > 100, "%s has rows", table);
	check_rules();
	return done_testing();
}
