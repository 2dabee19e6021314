/* test_refang.c - every row of tests/vectors/refang.jsonl: defanged URLs, and text that
 * is none; whole, and in two pieces at each place */
#include <jansson.h>

#include "tap.h"
#include "urlgrep.h"

enum { ROOM = 8192 };

static urlgrep_grammar *grammar;

/* Append a finding to a list: "URL <- TEXT (SIGNS) FORM CONFIDENCE". */
static void
append_finding(char *list, urlgrep_span url, urlgrep_span text, const char *signs,
    const char *form, const char *confidence)
{
	size_t at = strlen(list);

	snprintf(list + at, ROOM - at, "%.*s <- %.*s (%s) %s %s ", (int)url.len, url.text,
	    (int)text.len, text.text, signs, form, confidence);
}

static void
append_found(char *list, const urlgrep_finding *f)
{
	char signs[256] = "";
	unsigned i;

	for (i = 0; urlgrep_name(URLGREP_DEFANG_SIGN_NAMES, i); i++)
		if (f->defang_signs >> i & 1) {
			strcat(signs, signs[0] ? "," : "");
			strcat(signs, urlgrep_name(URLGREP_DEFANG_SIGN_NAMES, i));
		}
	append_finding(list, f->url.text, f->defanged, signs,
	    urlgrep_name(URLGREP_FORM_NAMES, f->form),
	    urlgrep_name(URLGREP_CONFIDENCE_NAMES, f->confidence));
	if (f->kind != URLGREP_KIND_URL || f->certainty != URLGREP_HIGH ||
	    f->written.text || f->supplied.text)
		strcat(list, "not a URL with a scheme ");
}

/* List the defanged findings of a text that comes in two pieces. */
static void
find_all(char *list, const char *text, size_t first, unsigned flags)
{
	urlgrep_scanner *scanner = urlgrep_scanner_new(grammar);
	size_t len = strlen(text), kept;
	const urlgrep_finding *f;

	list[0] = '\0';
	urlgrep_scanner_text(scanner, text, first, 
	    flags | URLGREP_ALL | (first == len ? URLGREP_LAST : 0));
	for (;;) {
		f = urlgrep_next(scanner);
		if (urlgrep_scanner_status(scanner) == URLGREP_END)
			break;
		if (f == NULL) {
			kept = urlgrep_scanner_kept(scanner);
			urlgrep_scanner_text(scanner, text + kept, len - kept,
			    flags | URLGREP_LAST | URLGREP_ALL);
		} else if (f->defanged.text) {
			append_found(list, f);
		}
	}
	urlgrep_scanner_free(scanner);
}

static const char *
string_or(const json_t *row, const char *name, const char *otherwise)
{
	const char *string = json_string_value(json_object_get(row, name));

	return string ? string : otherwise;
}

static void
list_expected(char *list, const json_t *expect)
{
	size_t i, j;
	json_t *row, *sign;

	list[0] = '\0';
	json_array_foreach(expect, i, row)
	{
		const char *url = json_string_value(json_object_get(row, "url"));
		const char *text = json_string_value(json_object_get(row, "defanged"));
		char signs[256] = "";

		json_array_foreach(json_object_get(row, "signs"), j, sign)
		{
			strcat(signs, signs[0] ? "," : "");
			strcat(signs, json_string_value(sign));
		}
		append_finding(list, (urlgrep_span){ url, strlen(url) },
		    (urlgrep_span){ text, strlen(text) }, signs,
		    string_or(row, "form", "bare"), string_or(row, "confidence", "high"));
	}
}

static void
check_row(const json_t *row, int line)
{
	const char *text = json_string_value(json_object_get(row, "text"));
	const char *why = json_string_value(json_object_get(row, "why"));
	const json_t *options = json_object_get(row, "options");
	const char *mode = json_string_value(json_object_get(options, "refang"));
	unsigned flags = URLGREP_REFANG | (mode && strcmp(mode, "hosts") == 0 ?
	    URLGREP_REFANG_HOSTS : 0) | (json_is_true(json_object_get(options, "email")) ?
	    URLGREP_FIND_ADDRESSES : 0);
	char expected[ROOM], found[ROOM], pieces[ROOM];
	size_t i, len = strlen(text);

	list_expected(expected, json_object_get(row, "expect"));
	find_all(found, text, len, flags);
	if (!ok(strcmp(expected, found) == 0, "tests/vectors/refang.jsonl:%d: %s", line, why))
		printf("# text     %s\n# expected %s\n# got      %s\n", text, expected, found);
	for (i = 0; i < len; i++) {
		find_all(pieces, text, i, flags);
		if (strcmp(pieces, found) != 0)
			break;
	}
	if (!ok(i == len, "tests/vectors/refang.jsonl:%d: the same in two pieces", line))
		printf("# cut at %zu: %s\n", i, pieces);
}

int
main(void)
{
	FILE *file = open_table("tests/vectors/refang.jsonl");
	char *line = NULL;
	size_t size = 0;
	int number = 0;

	grammar = urlgrep_grammar_new("current", 0, NULL, NULL);
	while (read_line(file, &line, &size)) {
		json_error_t error;
		json_t *row = json_loads(line, 0, &error);

		number++;
		if (ok(row != NULL, "tests/vectors/refang.jsonl:%d is JSON", number))
			check_row(row, number);
		json_decref(row);
	}
	ok(number > 100, "there are rows");
	free(line);
	fclose(file);
	urlgrep_grammar_free(grammar);
	return done_testing();
}
