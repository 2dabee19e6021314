/* test_print.c - the output formats on results that no input produces; the table of warnings;
 * characters escaped on terminals and in JSON */
#include "tap.h"

#include <inttypes.h>

#include "cmd/printer.h"
#include "cmd/shared.h"
#include "row/json.h"
#include "util/memory.h"

/* Return true if the text in b is the wanted one; otherwise print it. Clear b. */
static bool
is_text(struct strbuf *b, const char *wanted)
{
	bool is_wanted = bytes_are(b->at, b->len, wanted);

	if (!is_wanted)
		printf("# wanted: %s, got: %.*s\n", wanted, (int)b->len, b->at);
	strbuf_clear(b);
	return is_wanted;
}

/* Check the text output of --check for a URL that could not be judged. */
static void
test_failure(const char *what, const char *url, size_t len, urlgrep_verdict verdict,
    const char *wanted)
{
	struct settings settings = { .format = &format_text };
	urlgrep_finding finding = { .length = len };
	struct row row = { .finding = &finding };
	struct check_result result = { .row = &row };
	struct strbuf out = { .memory = &memory_default };
	struct printer p = { .settings = &settings, .out = &out };

	finding.url.text = (urlgrep_span){ url, len };
	finding.url.verdict = verdict;
	format_text.print_check(&p, &result);
	ok(is_text(&out, wanted), "--check: %s", what);
	strbuf_free(&out);
}

static void
test_failures(void)
{
	enum { TOO_LONG = URLGREP_MAX_URL_BYTES + 1 };
	static char letters[TOO_LONG];

	memset(letters, 'a', sizeof(letters));
	memcpy(letters + 59, "\u00E9", 2); /* is not cut */
	test_failure("the match limit", "http://h/", 9, URLGREP_LIMIT,
	    "http://h/\n  match limit exceeded\n");
	test_failure("no memory", "http://h/", 9, URLGREP_UNJUDGED, "http://h/\n  out of memory\n");
	test_failure("no explanation", "http://h/", 9, URLGREP_INVALID, "http://h/\n  invalid\n");
	test_failure("too long", letters, TOO_LONG, URLGREP_LIMIT,
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\n"
	    "  too long: more than 65536 bytes\n");
	test_failure("the match limit at the greatest length", letters,
	    URLGREP_MAX_URL_BYTES, URLGREP_LIMIT,
	    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...\n"
	    "  match limit exceeded\n");
}

static void
test_warnings(void)
{
	urlgrep_warnings all = 0, one;
	bool has_own_name = true;
	const char *name, *own;
	unsigned i, count;

	for (i = 0; (name = urlgrep_name(URLGREP_WARNING_NAMES, i)) != NULL; i++) {
		all |= one = URLGREP_WARNING_BIT(i);
		own = field_next_word(&one, URLGREP_WARNING_NAMES);
		has_own_name = has_own_name && own && one == 0 && strcmp(own, name) == 0 &&
		    urlgrep_warning_meaning(i);
	}
	ok(has_own_name, "each bit has the warning's name");
	for (count = i; i > 0 && field_next_word(&all, URLGREP_WARNING_NAMES); i--)
		;
	ok(i == 0 && all == 0, "a set has each of its warnings once");
	ok(count == URLGREP_WARN_OPAQUE + 1 && urlgrep_warning_meaning(count) == NULL &&
	    strcmp(urlgrep_name(URLGREP_WARNING_NAMES, URLGREP_WARN_IDN_MIXED), "idn-mixed") == 0,
	    "each constant has a row");
}

/* ---- escapes --- */

#define BYTES(literal) literal, sizeof(literal) - 1

/* A text, its form in a terminal and the number of columns; its form in JSON. */
static const struct escaped {
	const char *text;
	size_t len;
	const char *shown;
	size_t columns;
	const char *json;
} texts[] = {
	{ BYTES(""), "", 0, "\"\"" },
	{ BYTES("a"), "a", 1, "\"a\"" },
	{ BYTES("abcdefghijklmnopq ~"), "abcdefghijklmnopq ~", 19, "\"abcdefghijklmnopq ~\"" },
	{ BYTES("abcdefg\x7Fhijklmno\x1F\x20"), "abcdefg\\x7Fhijklmno\\x1F ", 24,
	    "\"abcdefg\\u007fhijklmno\\u001f \"" },
	{ BYTES("a\0b\tc\nd\33"), "a\\x00b\\x09c\\x0Ad\\x1B", 20,
	    "\"a\\u0000b\\u0009c\\u000ad\\u001b\"" },
	{ BYTES("\"\\/"), "\"\\/", 3, "\"\\\"\\\\/\"" },
	{ BYTES("caf\xC3\xA9"), "caf\xC3\xA9", 4, "\"caf\xC3\xA9\"" },
	{ BYTES("\xC2\x80\xC2\x9F\xC2\xA1"), "\\u0080\\u009F\xC2\xA1", 13,
	    "\"\\u0080\\u009f\xC2\xA1\"" },
	{ BYTES("\xE2\x80\xA7\xE2\x80\xA8\xE2\x80\xA9\xE2\x80\xAE"),
	    "\xE2\x80\xA7\\u2028\\u2029\\u202E", 19, "\"\xE2\x80\xA7\\u2028\\u2029\\u202e\"" },
	{ BYTES("\xEF\xBF\xB9\xEF\xBF\xBA\xEF\xBF\xBB\xEF\xBF\xBC\xEF\xBF\xBD"),
	    "\\uFFF9\\uFFFA\\uFFFB\xEF\xBF\xBC\xEF\xBF\xBD", 20,
	    "\"\\ufff9\\ufffa\\ufffb\xEF\xBF\xBC\xEF\xBF\xBD\"" },
	{ BYTES("\xF3\xA0\x81\x81x"), "\\U000E0041x", 11, "\"\\udb40\\udc41x\"" },
	/* joiners, alone and within a word */
	{ BYTES("a\xE2\x80\x8C" "b"), "a\\u200Cb", 8, "\"a\\u200cb\"" },
	{ BYTES("\xD9\x85\xE2\x80\x8C\xD9\x85"), "\xD9\x85\xE2\x80\x8C\xD9\x85", 2,
	    "\"\xD9\x85\\u200c\xD9\x85\"" },
	{ BYTES("\xD9\x85\xE2\x80\x8D\xD9\x85"), "\xD9\x85\xE2\x80\x8D\xD9\x85", 2,
	    "\"\xD9\x85\\u200d\xD9\x85\"" },
	{ BYTES("\xD9\x85\xE2\x80\x8E\xD9\x85"), "\xD9\x85\\u200E\xD9\x85", 8,
	    "\"\xD9\x85\\u200e\xD9\x85\"" },
	{ BYTES("\xD9\x85\xE2\x80\x8C"), "\xD9\x85\\u200C", 7, "\"\xD9\x85\\u200c\"" },
	{ BYTES("\xD9\x85\xE2\x80\x8Cz"), "\xD9\x85\\u200Cz", 8, "\"\xD9\x85\\u200cz\"" },
	{ BYTES("z\xE2\x80\x8C\xD9\x85"), "z\\u200C\xD9\x85", 8, "\"z\\u200c\xD9\x85\"" },
	/* no UTF-8 */
	{ BYTES("a\xFF"), "a\\xFF", 5, "{\"bytes\":\"Yf8=\"}" },
	{ BYTES("\xC3"), "\\xC3", 4, "{\"bytes\":\"ww==\"}" },
	{ BYTES("ab\xED\xA0\x80z"), "ab\\xED\\xA0\\x80z", 15, "{\"bytes\":\"YWLtoIB6\"}" },
	{ BYTES("\xFB\xEF\xBE/\xFF?"), "\\xFB\\xEF\\xBE/\\xFF?", 18, "{\"bytes\":\"++++L/8/\"}" },
};

static void
check_escaped(const struct escaped *c)
{
	struct strbuf out = { .memory = &memory_default };
	size_t columns = escape_write(&out, c->text, c->len);

	if (!ok(is_text(&out, c->shown) && columns == c->columns, "shown: %s", c->shown))
		printf("# %zu columns\n", columns);
	json_span(&out, NULL, (urlgrep_span){ c->text, c->len });
	ok(out.len > 0 && out.at[--out.len] == ',' && is_text(&out, c->json), "JSON: %s", c->json);
	strbuf_free(&out);
}

/* How much of a text without joiners fits into columns. */
static void
test_columns(void)
{
	static const char text[] = "a\xC3\xA9\33\xFF\xE2\x80\xAE\xF3\xA0\x81\x81z";
	static const size_t fits[] = { 0, 1, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 8 };
	size_t len = sizeof(text) - 1, most, all = escape_write(NULL, text, len);
	bool good = all == 1 + 1 + 4 + 4 + 6 + 10 + 1;

	for (most = 0; most < COUNT(fits); most++)
		good &= escape_fit(text, len, most) == fits[most];
	ok(good && escape_fit(text, len, 25) == 8 && escape_fit(text, len, 26) == 12 &&
	    escape_fit(text, len, all) == len, "what fits into columns");
}

static void
test_json(void)
{
	struct strbuf out = { .memory = &memory_default };
	static const struct field_key key = { "\"d\":", 4 };
	static const char wanted[] = "{\"a\":[\"\",\"x\"],\"b\":{},\"c\":\"\",\"d\":\"word\"}\n";

	strbuf_append_string(&out, "{\"a\":[");
	json_string(&out, NULL, "");
	json_string(&out, NULL, "x");
	json_close(&out, ']');
	strbuf_append_string(&out, "\"b\":{");
	json_close(&out, '}');
	json_span(&out, "c", (urlgrep_span){ "", 0 });
	json_key(&out, &key);
	json_word(&out, "word", ',');
	json_end_line(&out);
	ok(is_text(&out, wanted), "objects and arrays");
	strbuf_free(&out);
}

/* Return true if the digits are the same as those of printf. */
static bool
has_right_digits(uint64_t number)
{
	char written[MAX_DIGITS + 1] = "", wanted[MAX_DIGITS + 1];

	digits_write(written, number);
	snprintf(wanted, sizeof(wanted), "%" PRIu64, number);
	return strcmp(written, wanted) == 0;
}

/* The least and greatest numbers of each length, also appended. */
static void
test_digits(void)
{
	struct strbuf out = { .memory = &memory_default };
	uint64_t power = 1;
	bool good = has_right_digits(0) && has_right_digits(UINT64_MAX);
	int digits;

	for (digits = 1; digits < MAX_DIGITS; digits++, power *= 10)
		good = good && has_right_digits(power) && has_right_digits(power + 1) &&
		    has_right_digits(power * 10 - 1) && has_right_digits(power * 7 + 7);
	ok(good, "digits");
	digits_append(&out, 0);
	digits_append(&out, UINT64_MAX);
	ok(is_text(&out, "018446744073709551615"), "numbers that are appended");
	strbuf_free(&out);
}

/* ---- records --- */

static void
test_csv(void)
{
	static const char *const rows[][2] = {
		{ "", "" }, { "a", "a" }, { "a b", "a b" }, { "a,b", "\"a,b\"" }, { ",", "\",\"" },
		{ "a\"b", "\"a\"\"b\"" }, { "\"", "\"\"\"\"" }, { "\"a\"", "\"\"\"a\"\"\"" },
		{ "=a", "'=a" }, { "+a", "'+a" }, { "-a", "'-a" }, { "@a", "'@a" }, { "a=", "a=" },
		{ "=a,b", "\"'=a,b\"" }, { "=\"", "\"'=\"\"\"" }, { "a\nb", "a\\x0Ab" },
		{ "a\n,", "\"a\\x0A,\"" }, { "=", "'=" }, { "'=", "'=" },
	};
	struct strbuf out = { .memory = &memory_default };
	size_t i;

	for (i = 0; i < COUNT(rows); i++) {
		csv_write_value(&out, rows[i][0], strlen(rows[i][0]));
		ok(is_text(&out, rows[i][1]), "CSV: %s", rows[i][1]);
	}
	strbuf_free(&out);
}

/* Templates and what they are read as, with the names of fields in []; or the error. */
static void
test_templates(void)
{
	static const char *const rows[][2] = {
		{ "", "" }, { "a", "a" }, { "{url}", "[url]" }, { "a{url}b", "a[url]b" },
		{ "{url}{host}", "[url][host]" }, { "{{", "{" }, { "}}", "}" }, { "{{}}", "{}" },
		{ "{{{url}}}", "{[url]}" }, { "a{{b", "a{b" }, { "\\t\\n\\\\", "\t\n\\" }, { "a\\tb", "a\tb" },
		{ "{", "'{' without '}'; write '{{' for a brace" }, { "{url", "'{' without '}'; write '{{' for a brace" },
		{ "{{{", "'{' without '}'; write '{{' for a brace" }, { "}", "'}' without '{'; write '}}' for a brace" },
		{ "a}b", "'}' without '{'; write '}}' for a brace" }, { "\\", "a backslash begins \\t, \\n or \\\\" },
		{ "\\x", "a backslash begins \\t, \\n or \\\\" }, { "\\{", "a backslash begins \\t, \\n or \\\\" },
		{ "t", "t" }, { "n", "n" }, { "{parts.path}", "[parts.path]" },
		{ "{}", "unknown name ''" }, { "{x}", "unknown name 'x'" }, { "{url }", "unknown name 'url '" },
	};
	size_t i, k;

	for (i = 0; i < COUNT(rows); i++) {
		struct strbuf reason = { .memory = &memory_default };
		struct layout *layout = format_template.read_layout(rows[i][0], &reason);
		struct strbuf got = { .memory = &memory_default };
		char *known;

		for (k = 0; layout && k < layout->count; k++)
			strbuf_printf(&got, layout->items[k].field ? "[%.*s]" : "%.*s",
			    (int)layout->items[k].len, layout->items[k].text);
		if (layout == NULL)
			strbuf_printf(&got, "%.*s", (int)reason.len, reason.at);
		strbuf_append_byte(&got, '\0');
		known = strstr(got.at, "; known are ");
		got.len = known ? (size_t)(known - got.at) : got.len - 1;
		ok(is_text(&got, rows[i][1]), "the template \"%s\"", rows[i][0]);
		strbuf_free(&got);
		free(layout);
		strbuf_free(&reason);
	}
}

/* ---- lines --- */

static void
test_lines(void)
{
	static const char *const rows[][2] = {
		{ "", "" }, { "a", "a;" }, { "a\n", "a;" }, { "\n", ";" }, { "\n\n", ";;" }, { "a\nb", "a;b;" },
		{ "a\r\nb\r\n", "a;b;" }, { "\r\n", ";" }, { "\r", ";" }, { "a\r", "a;" },
		{ "a\r\r\n", "a\r;" }, { "a\rb\n", "a\rb;" },
	};
	size_t i;

	for (i = 0; i < COUNT(rows); i++) {
		urlgrep_span text = { rows[i][0], strlen(rows[i][0]) };
		struct context context = { .text = text, .url = text };
		struct strbuf line = { .memory = &memory_default };
		char got[32] = "";

		while (context_next_line(&context, &text, &line))
			strcat(strncat(got, line.at, line.len), ";");
		ok(strcmp(got, rows[i][1]) == 0, "lines: %zu", i);
		strbuf_free(&line);
	}
}

int
main(void)
{
	test_csv();
	test_templates();
	test_lines();
	test_failures();
	test_warnings();
	FOR_EACH(text, texts)
		check_escaped(text);
	test_columns();
	test_json();
	test_digits();
	return done_testing();
}
