/* test_rules.c - test each rule in src/text/rules by its examples */
#include "tap.h"
#include "text/join_signs.h"
#include "text/rules.h"
#include "text/run.h"
#include "urlgrep.h"

static const struct {
	enum rule_set set;
	unsigned rule; /* 0: no rule matches */
	unsigned conditions;
	const char *text; /* with marks: see src/text/rules/compile.awk */
	bool holds;
	const char *place;
} examples[] = {
#include "text/rule_examples.h"
};

enum { EXAMPLE_COUNT = sizeof(examples) / sizeof(examples[0]), MAX_EXAMPLE_BYTES = 1024 };

/* Copy an example without its marks, and set their offsets; 0 for a missing mark. Return the
 * length. */
static size_t
read_example(const char *text, char *copy, size_t marks[2])
{
	static const char mark[] = "\xC2\xA6";
	size_t len = 0, count = 0;

	marks[0] = marks[1] = 0;
	while (*text && len < MAX_EXAMPLE_BYTES) {
		if (count < 2 && strncmp(text, mark, sizeof(mark) - 1) == 0) {
			marks[count++] = len;
			text += sizeof(mark) - 1;
		} else {
			copy[len++] = *text++;
		}
	}
	return len;
}

/* Return true if a reading of a URL in the text ends at `end`. */
static bool
ends_at(urlgrep_scanner *scanner, const char *text, size_t len, size_t end)
{
	const urlgrep_finding *f;
	bool found = false;
	unsigned i;

	urlgrep_scanner_text(scanner, text, len, URLGREP_LAST | URLGREP_NOT_MAIL | URLGREP_ALL);
	while ((f = urlgrep_next(scanner)) != NULL) {
		found |= f->offset + f->length == end;
		for (i = 0; i < f->reading_count; i++)
			found |= f->offset + f->readings[i].url.len == end;
	}
	return found;
}

/* Check that the prefilters before rules agree with the rules. Fields of tables are excluded: they
 * depend on more than an example contains. */
static void
check_prefilters(urlgrep_scanner *scanner, unsigned i, char *text, size_t len, unsigned found,
    size_t end)
{
	enum rule_set set = examples[i].set;
	unsigned conditions = examples[i].conditions;

	if (set == RULES_ENDS && examples[i].holds &&
	    !(conditions & (ENDS_IF_COMMAS | ENDS_IF_SEMICOLONS))) {
		text[len] = ' ';
		len += (conditions & ENDS_IF_BEFORE_BLANK) != 0;
		ok(ends_at(scanner, text, len, end), "%s: the scanner ends a URL there: %s",
		    examples[i].place, examples[i].text);
	}
	if (set == RULES_TEMPLATE && found && !memchr(text, '<', len))
		ok(run_may_be_template(text, len, false), "%s: a sign may be in %s", examples[i].place,
		    examples[i].text);
	if (set == RULES_NEXT_LINE && join_prose_length(text, len))
		ok(found && found <= NEXT_LINE_PROSE, "%s: prose: %s", examples[i].place,
		    examples[i].text);
}

static void
run_example(struct rules *rules, urlgrep_scanner *scanner, unsigned i)
{
	const struct rule_table *table = &rule_tables[examples[i].set];
	const char *name = examples[i].rule ? table->rules[examples[i].rule - 1].name : "none";
	struct rule_match match = { 0, 0 };
	char text[MAX_EXAMPLE_BYTES + 1];
	size_t marks[2], len = read_example(examples[i].text, text, marks);
	unsigned found = rules_find(rules, examples[i].set, examples[i].conditions, text, len,
	    marks[0], &match);

	ok((found == examples[i].rule) == examples[i].holds &&
	    (marks[1] == 0 || match.begin == marks[1]), "%s: %s: %s%s in %s", examples[i].place,
	    table->name, examples[i].holds ? "" : "not ", name, examples[i].text);
	check_prefilters(scanner, i, text, len, found, match.begin);
	if (found != examples[i].rule && examples[i].holds)
		printf("# found: %s\n", found ? table->rules[found - 1].name : "none");
}

/* Run all examples with a grammar's rules. */
static void
run_examples(unsigned flags)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", flags, NULL, NULL);
	struct rules *rules = rules_new(grammar);
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	unsigned i;

	for (i = 0; i < EXAMPLE_COUNT; i++)
		run_example(rules, scanner, i);
	urlgrep_scanner_free(scanner);
	rules_free(rules);
	urlgrep_grammar_free(grammar);
}

int
main(void)
{
	run_examples(URLGREP_NO_JIT);
	run_examples(URLGREP_EARLY_JIT);
	return done_testing();
}
