/* test_lines.c - the lines of a text: their beginnings, ends and widths, and the marks before and
 * after them: of quotations, comments, breaks, diffs and pages */
#include "fence.h"
#include "tap.h"
#include "text/line_break.h"

/* Return a scan_text whose text ends before an unreadable page. */
static struct scan_text
scan_text_of(const char *text)
{
	size_t len = strlen(text);

	return (struct scan_text){ .bytes = fenced_copy(text, len), .len = len, .is_last = true };
}

/* ---- lines */

static void
check_next_lines(void)
{
	static const struct {
		const char *text;
		size_t end;
		size_t next;
	} cases[] = {
		{ "a\nb", 1, 2 }, { "a\r\nb", 1, 3 }, { "a\rb", 1, 2 }, { "a\r", 1, 2 },
		{ "a\r\n", 1, 3 }, { "a\n", 1, 2 }, { "a", 1, 1 }, { "a\n\nb", 1, 2 },
		{ "a\n\rb", 1, 2 }, { "\n", 0, 1 },
	};
	size_t i;

	for (i = 0; i < COUNT(cases); i++) {
		struct scan_text t = scan_text_of(cases[i].text);

		ok(text_line_find_next(&t, cases[i].end) == cases[i].next, "next line, case %d", (int)i);
		ok(text_line_find_end(&t, 0, t.len) == cases[i].end, "its end, case %d", (int)i);
	}

	struct scan_text t = scan_text_of("a\nbc\nd");
	size_t begin, end;

	ok(text_line_find_previous(&t, 1, 5, &begin, &end) && begin == 2 && end == 4 &&
		!text_line_find_previous(&t, 3, 5, &begin, &end),
	    "the line before, unless it begins before a floor");
}

static void
check_widths(void)
{
	static const struct {
		const char *text;
		size_t width;
	} cases[] = {
		{ "", 0 }, { "abc", 3 }, { "abc  ", 3 }, { "\xC3\xA9", 1 },
		{ "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x91\xA9z", 5 }, { "\t", 0 }, { "a\tb", 3 },
		{ "\xC3\xA9\tb", 3 }, { "12345678", 8 }, { "1234567\xC3\xA9", 8 },
		{ "123456789012345678901234567890123\xC3\xA9", 34 },
		{ "\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC", 6 },
		{ "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9", 8 },
		{ "\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9" "ab", 6 }, { "a \t ", 1 },
	};

	FOR_EACH(c, cases) {
		struct scan_text t = scan_text_of(c->text);

		ok(text_line_width(&t, 0, t.len) == c->width, "width %d", (int)(c - cases));
	}
}

/* ---- marks before a line */

static void
check_equal_prefixes(void)
{
	static const struct {
		const char *a, *b;
		bool are_equal;
	} cases[] = {
		{ "> a", ">b", true }, { "> a", ">> b", false }, { "> a", "| b", false },
		{ "Bill> a", "Bill>b", true }, { "Bill> a", "Bull> b", false }, { "Bill> a", "> b", false },
		{ "ab> a", "ba> a", false }, { "a", "b", true }, { "> | a", "> : a", false },
		{ "> > a", ">  >b", true }, { "| a", "|  b", true }, { "a", "> b", false },
	};

	FOR_EACH(c, cases) {
		struct scan_text t = scan_text_of(c->a);
		struct quote_prefix a, b;

		quote_prefix_read(&t, 0, MAX_QUOTE_MARKS, &a);
		t = scan_text_of(c->b);
		quote_prefix_read(&t, 0, MAX_QUOTE_MARKS, &b);
		ok(quote_prefix_equal(&a, &b) == c->are_equal, "prefixes %s, %s", c->a, c->b);
	}
}

static void
check_leaders(struct rules *rules)
{
	static const struct {
		const char *text; /* of which the last line is read */
		bool has_leader;
		size_t text_at; /* in the last line */
	} cases[] = {
		{ "# a", true, 2 }, { "## a", true, 3 }, { "#a", false, 0 },
		{ "#", true, 1 }, { "  # a", true, 4 }, { "; a", true, 2 },
		{ ";;a", false, 0 }, { "% a", true, 2 }, { "%%% a", true, 4 },
		{ "> a", true, 2 }, { ">a", false, 0 }, { "-- a", true, 3 },
		{ "- a", false, 0 }, { "--- a", true, 4 }, { "// a", true, 3 },
		{ "/// a", true, 4 }, { "//! a", true, 4 }, { "//a", false, 0 },
		{ "//// a", false, 0 }, { "/* a", true, 3 }, { "/** a", true, 4 },
		{ "/*! a", true, 4 }, { "/*a", false, 0 }, { "/ a", false, 0 },
		{ "dnl a", true, 4 }, { "dnla", false, 0 }, { "dn a", false, 0 },
		{ "REM a", true, 4 }, { "rem a", true, 4 }, { "Rem a", false, 0 },
		{ "remark", false, 0 }, { ".\\\" a", true, 4 }, { "'\\\" a", true, 4 },
		{ "\" a", true, 2 }, { "\"a", false, 0 }, { "! a", true, 2 },
		{ "!a", false, 0 }, { "#\ta", true, 2 }, { "#   a", true, 4 },
		{ "", false, 0 }, { "   ", false, 0 }, { "a", false, 0 },
		{ "$ a", false, 0 }, { "* a", false, 0 }, { "+ a", false, 0 },
		{ "/* x\n * a", true, 3 }, { "/*\n * x\n * a", true, 3 },
		{ "/* x */\n * a", false, 0 }, { "x\n * a", false, 0 },
		{ "/* x\n\n * a", false, 0 }, { "/* x\n * y\n *a", false, 0 },
		{ "/* x\n + y\n + a", true, 3 }, { "/* x\n + y\n * a", false, 0 },
		{ "/* x\n *", true, 2 }, { " /** x\n  * y\n  * a", true, 4 },
		{ "/ * x\n * a", false, 0 }, { "/\n * a", false, 0 },
		{ "/* x\n + a", true, 3 }, { "x /* y\n * a", false, 0 },
	};

	FOR_EACH(c, cases) {
		struct scan_text t = scan_text_of(c->text);
		size_t line = text_line_find_begin(&t, t.len);
		struct comment_leader l;

		comment_leader_read(rules, &t, line, t.len, &l);
		ok((l.mark != 0) == c->has_leader, "leader %d: %u", (int)(c - cases), l.mark);
		ok(!l.mark || l.text == line + c->text_at, "its place");
	}
}

/* Leaders of block comments after the prefix of a quote or a diff. */
static void
check_leaders_in_columns(struct rules *rules)
{
	static const struct {
		const char *text; /* of which the last line is read */
		size_t columns;
		bool has_leader;
	} cases[] = {
		{ "+/*\n+ * a", 1, true }, { " /*\n+ * a", 1, true }, { "-/*\n+ * x\n  * a", 1, true },
		{ "> /*\n>  * a", 2, true }, { "> +/*\n>   * a", 3, true }, { "+/*\n+ * a", 0, false },
		{ "/*\n+ * a", 1, false }, { "> /*\n>\n>  * a", 2, false },
		{ "+/* x */\n+ * a", 1, false }, { "\n+ * a", 1, false },
	};

	FOR_EACH(c, cases) {
		struct scan_text t = scan_text_of(c->text);
		struct comment_leader l;

		comment_leader_read(rules, &t, text_line_find_begin(&t, t.len) + c->columns, t.len,
		    &l);
		ok((l.mark != 0) == c->has_leader, "leader after columns %d", (int)(c - cases));
	}
}

/* ---- marks after a line */

static void
check_break_marks(void)
{
	static const struct {
		const char *text;
		enum break_mark first, last;
		size_t len, last_len;
	} cases[] = {
		{ "a", MARK_NONE, MARK_NONE, 1, 0 },
		{ "\\", MARK_BACKSLASH, MARK_NONE, 1, 0 }, { "a\\", MARK_NONE, MARK_BACKSLASH, 1, 1 },
		{ "\xC2\xAD", MARK_HYPHEN, MARK_NONE, 2, 0 },
		{ "a\xC2\xAD", MARK_NONE, MARK_HYPHEN, 1, 2 },
		{ "\xE2\x80\x90", MARK_HYPHEN, MARK_NONE, 3, 0 },
		{ "a\xE2\x80\x90", MARK_NONE, MARK_HYPHEN, 1, 3 },
		{ "\xE2\x80\x91", MARK_NONE, MARK_NONE, 3, 0 }, { "a\xC2\xAE", MARK_NONE, MARK_NONE, 1, 0 },
		{ "\xE2\x80", MARK_NONE, MARK_NONE, 0, 0 }, { "a-", MARK_NONE, MARK_NONE, 1, 0 },
		{ "\\\\", MARK_BACKSLASH, MARK_BACKSLASH, 1, 1 },
		{ "\\a", MARK_BACKSLASH, MARK_NONE, 1, 0 }, { "\\ab", MARK_BACKSLASH, MARK_NONE, 1, 0 },
		{ "a\\b", MARK_NONE, MARK_NONE, 1, 0 }, { "a\xC2\xAD" "b", MARK_NONE, MARK_NONE, 1, 0 },
		{ "\xC2\xAD\\", MARK_HYPHEN, MARK_BACKSLASH, 2, 1 },
	};
	size_t i;

	for (i = 0; i < COUNT(cases); i++) {
		struct scan_text t = scan_text_of(cases[i].text);
		size_t len = 9, last_len = 9;
		enum break_mark first = break_mark_read(&t, 0, t.len, &len);
		enum break_mark last = break_mark_read_last(&t, 0, t.len, &last_len);

		ok(first == cases[i].first && len == cases[i].len, "break mark %d: %u, %zu",
		    (int)i, first, len);
		ok(last == cases[i].last && last_len == cases[i].last_len,
		    "break mark at the end %d: %u, %zu", (int)i, last, last_len);
	}
}

int
main(void)
{
	urlgrep_grammar *grammar = urlgrep_grammar_new(NULL, 0, NULL, NULL);
	struct rules *rules = rules_new(grammar);

	check_next_lines();
	check_widths();
	check_equal_prefixes();
	check_leaders(rules);
	check_leaders_in_columns(rules);
	check_break_marks();
	rules_free(rules);
	urlgrep_grammar_free(grammar);
	return done_testing();
}
