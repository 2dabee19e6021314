/* test_findings.c - everything known about the findings in short texts: readings, verdicts,
 * confidence, notes, warnings, signs of joining: tests/vectors/findings.tsv. The findings must
 * be the same if the text comes in pieces, each of which ends at an unreadable page; if the text
 * begins at an unreadable page; and up to the place where an allocation fails.
 *
 *	test_findings [FILE]	print the rows for the flags and texts of FILE */
#include "fence.h"
#include "table.h"
#include "tap.h"
#include "described.h"
#include "meter.h"
#include "scan_flags.h"
#include "urlgrep_tools.h"

static const char table[] = "tests/vectors/findings.tsv";

/* Append the names of the bits of a set. */
static void
tell_names(struct described *t, const char *what, uint64_t set, urlgrep_names names)
{
	unsigned i;

	for (i = 0; i < 64; i++)
		if (set >> i & 1) {
			tell(t, " %s%s", what, urlgrep_name(names, i));
			what = "";
		}
}

static void
tell_signs(struct described *t, const urlgrep_scanner *s)
{
	unsigned count, i;
	const urlgrep_sign *signs = urlgrep_signs(s, &count);

	for (i = 0; i < count; i++)
		tell(t, " %u:%s=%d", signs[i].line_break, signs[i].name, signs[i].points);
}

static void
tell_finding(struct described *t, const urlgrep_scanner *s, const urlgrep_finding *f)
{
	unsigned i;

	tell(t, "%s%llu+%llu %s %s", t->len ? " | " : "", (unsigned long long)f->offset,
	    (unsigned long long)f->length, urlgrep_name(URLGREP_FORM_NAMES, f->form),
	    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence));
	if (f->kind != URLGREP_KIND_URL) {
		tell(t, " %s %s ", urlgrep_name(URLGREP_KIND_NAMES, f->kind),
		    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->certainty));
		tell_span(t, f->supplied);
		tell(t, " \"");
		tell_span(t, f->written);
		tell(t, "\"");
	}
	if (f->defanged.text) {
		tell(t, " defanged \"");
		tell_span(t, f->defanged);
		tell(t, "\"");
	}
	tell_names(t, "signs ", f->defang_signs, URLGREP_DEFANG_SIGN_NAMES);
	tell_names(t, "notes ", f->notes, URLGREP_NOTE_NAMES);
	tell_names(t, "warnings ", urlgrep_finding_warnings(f), URLGREP_WARNING_NAMES);
	for (i = 0; i < f->reading_count; i++) {
		tell(t, " <");
		tell_span(t, f->readings[i].url);
		tell(t, "> %s", urlgrep_name(URLGREP_VERDICT_NAMES, f->readings[i].verdict));
		tell_names(t, "", f->readings[i].how, URLGREP_TREATMENT_NAMES);
	}
	tell_signs(t, s);
}

/* Set if other URLs are to be judged between findings. */
static bool judges_others;

/* Judge and explain other URLs, which must not change the finding. */
static void
judge_others(urlgrep_scanner *s, const urlgrep_finding *f)
{
	static const char loose[] = "http://b\303\274cher.example/|", bad[] = "http://x y/";
	const urlgrep_span host = { "other.example", 13 };
	urlgrep_url url;
	urlgrep_error error;
	urlgrep_span uri;

	urlgrep_judge(s, loose, sizeof(loose) - 1, 0, &url);
	urlgrep_uri(s, &url, host, &uri);
	urlgrep_explain(s, bad, sizeof(bad) - 1, 0, &error);
	urlgrep_explain_finding(s, f, &error);
}

/* Scan the text in pieces: the first of `first` bytes, the others of `step`. Each is copied with
 * `copy`. */
static void
tell_pieces(struct described *t, urlgrep_scanner *s, const char *text, size_t len, unsigned set,
    size_t first, size_t step, char *copy(const char *, size_t))
{
	size_t begin = 0, end = first < len ? first : len;
	const urlgrep_finding *f;
	urlgrep_status status;

	t->len = 0;
	t->text[0] = '\0';
	urlgrep_scanner_reset(s);
	for (;;) {
		urlgrep_scanner_text(s, copy(text + begin, end - begin), end - begin,
		    set | URLGREP_ALL | (end == len ? URLGREP_LAST : 0));
		while ((f = urlgrep_next(s)) != NULL) {
			if (judges_others)
				judge_others(s, f);
			tell_finding(t, s, f);
		}
		status = urlgrep_scanner_status(s);
		begin += urlgrep_scanner_consumed(s);
		if (status != URLGREP_MORE)
			break;
		end = len - end < step ? len : end + step;
	}
	if (status != URLGREP_END)
		tell(t, status == URLGREP_NOMEM ? "no memory" : "status %d", (int)status);
}

static void
tell_text(struct described *t, urlgrep_scanner *s, const char *text, size_t len, unsigned set)
{
	tell_pieces(t, s, text, len, set, len, 1, fenced_copy);
}

static struct meter meter = { .is_final = true };

/* Return true if the findings are the first of those expected, and the status reports a lack of
 * memory. */
static bool
are_first(const struct described *described, const char *expected)
{
	static const char nomem[] = "no memory";
	size_t n = strlen(nomem);

	return described->len >= n && strcmp(described->text + described->len - n, nomem) == 0 &&
	    strncmp(described->text, expected, described->len - n) == 0;
}

/* Scan the text while allocation n fails, for each n. The grammar has already compiled the patterns
 * needed. Return false if a finding is wrong, or memory leaks. */
static bool
survives_failures(const urlgrep_grammar *grammar, const char *text, size_t len, unsigned set,
    const char *expected)
{
	static struct described described;
	long n, alive = meter.alive;
	bool good = true, is_done = false;

	for (n = 1; good && !is_done && n <= 200; n++) {
		urlgrep_scanner *s;

		meter.calls = 0;
		meter.failing = n;
		s = urlgrep_scanner_new(grammar);
		if (s)
			tell_text(&described, s, text, len, set);
		is_done = s && strcmp(described.text, expected) == 0;
		good = s == NULL || is_done || are_first(&described, expected);
		urlgrep_scanner_free(s);
		good &= meter.alive == alive;
	}
	meter.failing = 0;
	return good && is_done;
}

/* ---- rows ---- */

/* Return true if the findings are the same when the text comes in pieces. */
static bool
are_same_in_pieces(urlgrep_scanner *s, const char *text, size_t len, unsigned set,
    const char *expected)
{
	static struct described described;
	size_t step;

	for (step = 1; step <= 64; step *= 8) {
		tell_pieces(&described, s, text, len, set, len / 2, step, fenced_copy);
		if (strcmp(described.text, expected) != 0)
			return false;
	}
	tell_pieces(&described, s, text, len, set, len, 1, copy_after_fence);
	return strcmp(described.text, expected) == 0;
}

static void
check_row(const urlgrep_grammar *grammar, urlgrep_scanner *s, char **field, int number)
{
	static struct described described;
	unsigned set = scan_flags_of(field[0]);
	size_t len = unescape(field[1]);

	tell_text(&described, s, field[1], len, set);
	if (!ok(strcmp(described.text, field[2]) == 0, "%s:%d", table, number))
		printf("# expected: %s\n# got:      %s\n", field[2], described.text);
	ok(are_same_in_pieces(s, field[1], len, set, field[2]), "%s:%d: in pieces", table, number);
	ok(survives_failures(grammar, field[1], len, set, field[2]), "%s:%d: without memory",
	    table, number);
	judges_others = true;
	tell_text(&described, s, field[1], len, set);
	judges_others = false;
	ok(strcmp(described.text, field[2]) == 0, "%s:%d: while others are judged", table, number);
}

static void
print_row(urlgrep_scanner *s, char **field)
{
	static struct described described;
	char words[200];
	size_t len;
	unsigned set;

	printf("%s\t%s\t", field[0], field[1]);
	snprintf(words, sizeof(words), "%s", field[0]);
	set = scan_flags_of(words);
	len = unescape(field[1]);
	tell_text(&described, s, field[1], len, set);
	printf("%s%s\n", described.text, are_same_in_pieces(s, field[1], len, set, described.text) ? "" :
	    " OTHER IN PIECES");
	fflush(stdout);
}

int
main(int argc, char **argv)
{
	urlgrep_memory memory = { metered_allocate, metered_release, &meter };
	urlgrep_grammar *grammar = urlgrep_grammar_new("current", URLGREP_NO_JIT,
	    &memory, NULL); /* would JIT-compile patterns that were used often */
	urlgrep_scanner *s = urlgrep_scanner_new(grammar);
	struct table t = table_of(argc > 1 ? argv[1] : table);
	char *field[FIELDS];

	while (next_row(&t)) {
		if (split_fields(t.line, field) != (argc > 1 ? 2 : 3))
			ok(false, "%s:%u: 3 fields", table, t.number);
		else if (argc > 1)
			print_row(s, field);
		else
			check_row(grammar, s, field, (int)t.number);
	}
	urlgrep_scanner_free(s);
	urlgrep_grammar_free(grammar);
	ok(meter.alive == 0, "all memory is given back");
	if (argc > 1)
		return tap_failed;
	ok(t.rows > 20, "%s has rows", table);
	return done_testing();
}
