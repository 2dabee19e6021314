/* test_print.c - what the output formats print of results that no input provokes, and
 * the table of warnings */
#include "tap.h"

#include "cmd/print/text.h"
#include "cmd/warnings/finding_warnings.h"

/* Return what --check prints as text of a URL that could not be judged; the caller
 * frees it. */
static char *
print_failure(const char *url, size_t len, urlgrep_status verdict)
{
	struct settings settings = { .format = &format_text };
	urlgrep_finding finding = { .length = len };
	struct check_result result = { .finding = &finding, .verdict = verdict };
	struct printer p = { .settings = &settings };
	char *text = NULL;
	size_t size;

	finding.url.text = (urlgrep_span){ url, len };
	finding.url.verdict = verdict;
	p.out = open_memstream(&text, &size);
	printer_print_check(&p, &result);
	fclose(p.out);
	return text;
}

static void
test_failure(const char *what, const char *url, size_t len, urlgrep_status verdict,
    const char *wanted)
{
	char *got = print_failure(url, len, verdict);

	if (!ok(strcmp(got, wanted) == 0, "--check: %s", what))
		printf("# wanted: %s# got: %s", wanted, got);
	free(got);
}

static void
test_failures(void)
{
	enum { TOO_LONG = URLGREP_MAX_URL_BYTES + 1 };
	static char letters[TOO_LONG];

	memset(letters, 'a', sizeof(letters));
	test_failure("the match limit", "http://h/", 9, URLGREP_LIMIT,
	    "http://h/\n  match limit exceeded\n");
	test_failure("no memory", "http://h/", 9, URLGREP_NOMEM,
	    "http://h/\n  out of memory\n");
	test_failure("no explanation", "http://h/", 9, URLGREP_INVALID,
	    "http://h/\n  invalid\n");
	test_failure("too long", letters, TOO_LONG, URLGREP_LIMIT,
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\n"
	    "  too long: more than 65536 bytes\n");
	test_failure("the match limit at the greatest length", letters,
	    URLGREP_MAX_URL_BYTES, URLGREP_LIMIT,
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\n"
	    "  match limit exceeded\n");
}

static void
test_warnings(void)
{
	urlgrep_warnings all = 0, one;
	bool is_own_bit = true, has_own_name = true;
	struct warning row;
	const char *name;
	unsigned i;

	for (i = 0; finding_warnings_row(i, &row); i++) {
		is_own_bit = is_own_bit && row.bit && !(row.bit & all);
		all |= row.bit;
		one = row.bit;
		name = finding_warnings_next(&one);
		has_own_name = has_own_name && name && one == 0 &&
		    strcmp(name, row.name) == 0;
	}
	ok(is_own_bit, "each warning has a bit of its own");
	ok(has_own_name, "each bit has the warning's name");
	for (; i > 0 && finding_warnings_next(&all); i--)
		;
	ok(i == 0 && all == 0, "a set has each of its warnings once");
	for (i = 0; urlgrep_warning_name(i); i++)
		;
	ok(finding_warnings_row(i, &row) && strcmp(row.name, "idn-mixed") == 0,
	    "all warnings of the library are in the table, before the command's");
}

int
main(void)
{
	test_failures();
	test_warnings();
	return done_testing();
}
